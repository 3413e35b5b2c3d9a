//! The three passes over the forest of bodies and cables.

use super::cable::{CableRoot, CableTip};
use super::data::{Data, Failure};
use super::model::{Model, Pass};
use crate::spatial::{PointLoad, Sym3};

/// Roots first: positions and velocities of all bodies and cable nodes. Loads start at the weight.
pub(crate) fn kinematics(model: &Model, data: &mut Data, state: &[f64]) {
    for pass in &model.passes {
        place(model, data, state, pass);
    }
}

/// The same for one piece of the forest.
pub(crate) fn place(model: &Model, data: &mut Data, state: &[f64], pass: &Pass) {
    let layout = &model.layout;
    match pass {
        Pass::Bodies(bodies) => model.tree.kinematics(
            bodies.clone(),
            &state[layout.tree_q.clone()],
            &state[layout.tree_v.clone()],
            &mut data.tree,
        ),
        Pass::Cable(index) => {
            let cable = &model.cables[*index];
            let cable_data = &mut data.cables[*index];
            let root = match &cable.root {
                CableRoot::Free => None,
                CableRoot::Held(frame) => Some(frame.motion(&data.tree)),
            };
            let q = &state[layout.cable_q[*index].clone()];
            let v = &state[layout.cable_v[*index].clone()];
            cable.place(cable_data, q, v, root);
            if let CableTip::Carries { anchor, .. } = cable.tip {
                let tip = cable.tip_motion(cable_data);
                let motion = &mut data.tree.anchors[anchor];
                motion.position = tip.position;
                motion.velocity = tip.velocity;
            }
        }
    }
}

/// Leaves first: every freedom is eliminated and what is left goes to what carries it.
pub(crate) fn inward(model: &Model, data: &mut Data, state: &[f64]) -> Result<(), Failure> {
    let layout = &model.layout;
    for pass in model.passes.iter().rev() {
        match pass {
            Pass::Bodies(bodies) => {
                model.tree.inward(bodies.clone(), &mut data.tree).map_err(Failure::Tree)?;
            }
            Pass::Cable(index) => {
                let cable = &model.cables[*index];
                let tip = match &cable.tip {
                    CableTip::Free => crate::chain::Tip::Free,
                    CableTip::Held(frame) => crate::chain::Tip::Held {
                        acceleration: frame.acceleration(&data.tree).linear,
                    },
                    CableTip::Carries { body, .. } => match model.tree.tip_load(*body, &data.tree) {
                        Some(load) => crate::chain::Tip::Body {
                            mass: load.mass.to_matrix(),
                            bias: load.bias,
                        },
                        None => crate::chain::Tip::Free,
                    },
                };
                let q = &state[layout.cable_q[*index].clone()];
                let v = &state[layout.cable_v[*index].clone()];
                let cable_data = &mut data.cables[*index];
                cable.inward(cable_data, q, v, tip);
                if let CableRoot::Held(super::FrameOn::Body(frame)) = &cable.root {
                    let load = cable
                        .root_load(cable_data)
                        .map_err(|_| Failure::Taut { cable: *index })?;
                    let load =
                        PointLoad { mass: Sym3::from_matrix(&load.mass), bias: load.bias };
                    let arm = data.tree.arm(frame);
                    data.tree.add_point_load(frame.body, &arm, &load);
                }
            }
        }
    }
    Ok(())
}

/// Roots first again: accelerations, and with them the derivatives of all velocities.
pub(crate) fn outward(
    model: &Model,
    data: &mut Data,
    state: &[f64],
    rates: &mut [f64],
) -> Result<(), Failure> {
    let layout = &model.layout;
    for pass in &model.passes {
        match pass {
            Pass::Bodies(bodies) => model.tree.outward(
                bodies.clone(),
                &mut data.tree,
                &mut rates[layout.tree_v.clone()],
            ),
            Pass::Cable(index) => {
                let cable = &model.cables[*index];
                let root = match &cable.root {
                    CableRoot::Free => crate::chain::Root::Free,
                    CableRoot::Held(frame) => {
                        crate::chain::Root::Given(frame.acceleration(&data.tree).linear)
                    }
                };
                let q = &state[layout.cable_q[*index].clone()];
                let v = &state[layout.cable_v[*index].clone()];
                let dv = &mut rates[layout.cable_v[*index].clone()];
                let cable_data = &mut data.cables[*index];
                cable
                    .outward(cable_data, q, v, root, dv)
                    .map_err(|_| Failure::Taut { cable: *index })?;
                if let CableTip::Carries { anchor, .. } = cable.tip {
                    data.tree.anchors[anchor].acceleration = cable.tip_acceleration(cable_data);
                }
            }
        }
    }
    let velocities = layout.dimensions.positions
        ..layout.dimensions.positions + layout.dimensions.velocities;
    data.accelerations.copy_from_slice(&rates[velocities]);
    Ok(())
}

/// The derivatives of all positions.
pub(crate) fn position_rates(model: &Model, data: &Data, state: &[f64], rates: &mut [f64]) {
    let layout = &model.layout;
    model.tree.position_rates(
        &state[layout.tree_q.clone()],
        &state[layout.tree_v.clone()],
        &data.tree,
        &mut rates[layout.tree_q.clone()],
    );
    for (cable, (on_q, on_v)) in
        model.cables.iter().zip(layout.cable_q.iter().zip(&layout.cable_v))
    {
        cable.position_rates(&state[on_v.clone()], &mut rates[on_q.clone()]);
    }
}
