//! The three passes over the forest of bodies and cables.
//!
//! Bodies and cables stand in one list of passes, so that a cable may hang on a body and a body on
//! a cable. Between neighbours go motions outward and, inward, an articulated mass and a force.

use super::cable::{CableModel, CableRoot, CableTip};
use super::data::{Data, Failure};
use super::model::{Pass, RecursiveModel};
use crate::chain::{RootLoad, Span};
use crate::spatial::{PointLoad, Sym3};
use crate::transfer::Transfer;
use crate::tree::{BodyFrame, TreeData};

/// Roots first: positions and velocities of all bodies and cable nodes. Loads start at the weight.
pub(crate) fn kinematics(model: &RecursiveModel, data: &mut Data, state: &[f64]) {
    for pass in &model.passes {
        place(model, data, state, pass);
    }
    for (cable, cable_data) in model.cables.iter().zip(&mut data.cables) {
        if cable.is_clamped() {
            cable.set_clamps(cable_data, &data.tree);
        }
    }
}

/// The same for one piece of the forest.
/// What it hangs on has to be placed already. A cable with a body on its tip tells the tree where
/// the tip is.
pub(crate) fn place(model: &RecursiveModel, data: &mut Data, state: &[f64], pass: &Pass) {
    data.is_evaluated = false;
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
            let tip = match &cable.tip {
                CableTip::Free | CableTip::Carries { .. } => None,
                CableTip::Held(frame) => Some(frame.motion(&data.tree)),
            };
            cable.place(cable_data, layout.cable(state, *index), root, tip);
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
///
/// After the loads. Bodies by `sweeps` where there are some, whose data are for the outward pass alone; else articulated
/// inertias, gains and biases stay in `data`, for the outward pass and for answers to further forces.
pub(crate) fn inward(
    model: &RecursiveModel,
    data: &mut Data,
    state: &[f64],
    sweeps: Option<&Transfer>,
) -> Result<(), Failure> {
    let layout = &model.layout;
    for pass in model.passes.iter().rev() {
        match pass {
            Pass::Bodies(bodies) => {
                let (tree, bodies) = (&model.tree, bodies.clone());
                match sweeps {
                    None => tree.inward(bodies, &mut data.tree),
                    Some(sweeps) => sweeps.inward(bodies, tree, &data.tree, &mut data.transfer),
                }
                .map_err(Failure::Tree)?;
            }
            Pass::Cable(index) => {
                let cable = &model.cables[*index];
                let tip = match &cable.tip {
                    CableTip::Free => crate::chain::Tip::Free,
                    // A body's acceleration is not known yet; only lumped cables, which need
                    // none, can be held by one.
                    CableTip::Held(super::FrameOn::Body(_)) => crate::chain::Tip::Free,
                    CableTip::Held(frame) => crate::chain::Tip::Held {
                        acceleration: frame.acceleration(&data.tree).linear,
                    },
                    CableTip::Carries { body, .. } => {
                        let load = match sweeps {
                            None => model.tree.tip_load(*body, &data.tree),
                            Some(sweeps) => sweeps.tip_load(*body, &data.transfer),
                        };
                        match load {
                            Some(load) => crate::chain::Tip::Body {
                                mass: load.mass.to_matrix(),
                                bias: load.bias,
                            },
                            None => crate::chain::Tip::Free,
                        }
                    }
                };
                let cable_data = &mut data.cables[*index];
                cable.inward(cable_data, layout.cable(state, *index), tip);
                if let CableRoot::Held(super::FrameOn::Body(frame)) = &cable.root {
                    let load =
                        cable.root_load(cable_data).map_err(|_| Failure::Taut { cable: *index })?;
                    hang(&mut data.tree, frame, &load);
                }
                if let CableTip::Held(super::FrameOn::Body(frame)) = &cable.tip
                    && let Some(load) = cable.tip_load(cable_data)
                {
                    hang(&mut data.tree, frame, &load);
                }
            }
        }
    }
    Ok(())
}

/// Hangs what is left of a cable on a body.
/// As a point mass and a force at the frame's origin, which a ball joint passes on.
fn hang(tree: &mut TreeData, frame: &BodyFrame, load: &RootLoad) {
    let load = PointLoad { mass: Sym3::from_matrix(&load.mass), bias: load.bias };
    let arm = tree.arm(frame);
    tree.add_point_load(frame.body, &arm, &load);
}

/// Roots first again: accelerations, and with them the derivatives of all velocities.
///
/// `rates` gets the derivatives of the velocity state; those of positions come from
/// [`position_rates`].
pub(crate) fn outward(
    model: &RecursiveModel,
    data: &mut Data,
    state: &[f64],
    rates: &mut [f64],
    sweeps: Option<&Transfer>,
) -> Result<(), Failure> {
    let layout = &model.layout;
    for pass in &model.passes {
        match pass {
            Pass::Bodies(bodies) => {
                let (tree, bodies) = (&model.tree, bodies.clone());
                let Data { tree: own, transfer, .. } = data;
                let dv = &mut rates[layout.tree_v.clone()];
                match sweeps {
                    None => tree.outward(bodies, own, dv),
                    Some(sweeps) => sweeps.outward(bodies, tree, own, transfer, dv),
                }
            }
            Pass::Cable(index) => {
                let cable = &model.cables[*index];
                let root = match &cable.root {
                    CableRoot::Free => crate::chain::Root::Free,
                    CableRoot::Held(frame) => {
                        crate::chain::Root::Given(frame.acceleration(&data.tree).linear)
                    }
                };
                let tip = match &cable.tip {
                    CableTip::Free | CableTip::Carries { .. } => None,
                    CableTip::Held(frame) => Some(frame.acceleration(&data.tree).linear),
                };
                let dv = &mut rates[layout.cable_v[*index].clone()];
                let cable_data = &mut data.cables[*index];
                cable
                    .outward(cable_data, layout.cable(state, *index), root, tip, dv)
                    .map_err(|_| Failure::Taut { cable: *index })?;
                if let CableTip::Carries { anchor, .. } = cable.tip {
                    data.tree.anchors[anchor].acceleration = cable.tip_acceleration(cable_data);
                }
            }
        }
    }
    Ok(())
}

/// The derivatives of all positions, and of what cables integrate beside them.
pub(crate) fn position_rates(
    model: &RecursiveModel,
    data: &Data,
    state: &[f64],
    rates: &mut [f64],
) {
    let layout = &model.layout;
    model.tree.position_rates(
        &state[layout.tree_q.clone()],
        &state[layout.tree_v.clone()],
        &data.tree,
        &mut rates[layout.tree_q.clone()],
    );
    for (cable, (on_q, on_v)) in model.cables.iter().zip(layout.cable_q.iter().zip(&layout.cable_v))
    {
        cable.position_rates(&state[on_v.clone()], &mut rates[on_q.clone()]);
    }
    for (index, cable) in model.cables.iter().enumerate() {
        let integrals = layout.cable_integrals[index].clone();
        cable.integral_rates(&data.cables[index], &mut rates[integrals]);
    }
}

/// Moves positions and velocities for `step` s as if nothing acted, in each joint and cable by itself.
/// Used by leapfrog ([`super::step`]) only.
pub(super) fn coast(model: &RecursiveModel, q: &mut [f64], v: &mut [f64], step: f64) {
    let layout = &model.layout;
    let offset = layout.dimensions.positions;
    let local = |range: &std::ops::Range<usize>| range.start - offset..range.end - offset;
    model.tree.coast(&mut q[layout.tree_q.clone()], &mut v[local(&layout.tree_v)], step);
    let ranges = layout.cable_q.iter().zip(&layout.cable_v);
    for (cable, (on_q, on_v)) in model.cables.iter().zip(ranges) {
        cable.drift(&mut q[on_q.clone()], &mut v[local(on_v)], step);
    }
}

/// From the root of a cable to where its tip is held, if it is held; before the cable is placed.
fn span(model: &RecursiveModel, data: &Data, index: usize) -> Option<Span> {
    let cable = &model.cables[index];
    match (&cable.root, &cable.tip) {
        (CableRoot::Held(root), CableTip::Held(tip)) => {
            let (root, tip) = (root.motion(&data.tree), tip.motion(&data.tree));
            Some(Span {
                position: tip.position - root.position,
                velocity: tip.velocity - root.velocity,
            })
        }
        _ => None,
    }
}

/// Unit quaternions and directions, and cables that reach from end to end. The motions prescribed now
/// must be there if a cable is held at both ends.
/// Velocities of links are made perpendicular to their directions; the tree's need nothing.
pub(super) fn restore(model: &RecursiveModel, data: &mut Data, state: &mut [f64]) {
    model.tree.normalize(&mut state[model.layout.tree_q.clone()]);
    if !model.cables.iter().any(CableModel::closes) {
        for index in 0..model.cables.len() {
            project(model, index, state, None);
        }
        return;
    }
    // Where both ends are depends on what holds them, so the cables are closed in the order of the
    // forest.
    for pass in &model.passes {
        if let Pass::Cable(index) = pass {
            let span = span(model, data, *index);
            project(model, *index, state, span);
        }
        place(model, data, state, pass);
    }
}

/// Puts the state of a cable back on its manifold.
fn project(model: &RecursiveModel, index: usize, state: &mut [f64], span: Option<Span>) {
    let layout = &model.layout;
    let (q, v) = state.split_at_mut(layout.dimensions.positions);
    let shift = layout.dimensions.positions;
    let on_v = &layout.cable_v[index];
    let v = &mut v[on_v.start - shift..on_v.end - shift];
    model.cables[index].project(&mut q[layout.cable_q[index].clone()], v, span);
}
