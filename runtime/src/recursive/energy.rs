//! The energy ledger: what is stored now, and the power that changes it.
//!
//! `kinetic + gravity + elastic + dissipated - work` is constant. The first three are functions of
//! the state; `dissipated` and `work` are integrated with the motion, so the balance closes as
//! accurately as the integrator works.

use super::cable::{CableRoot, CableTip};
use super::data::Data;
use super::frame::FrameOn;
use super::loads;
use super::model::{LoadModel, RecursiveModel};
use crate::mechanism::{Energies, surroundings};
use crate::spatial::Vec3;

/// After the kinematic pass.
/// `state` has the ledger in it; positions and velocities have to be those that `data` was placed
/// for. J.
pub(crate) fn energies(model: &RecursiveModel, data: &mut Data, state: &[f64]) -> Energies {
    let layout = &model.layout;
    let tree = model.tree.energy(0..model.tree.bodies(), &data.tree);
    let mut sum = Energies {
        kinetic: tree.kinetic,
        gravity: tree.gravity,
        elastic: 0.0,
        dissipated: state[layout.ledger],
        work: state[layout.ledger + 1],
        by_events: data.by_events,
    };
    if model.efforts.any {
        // The efforts are computed again where they are needed; here only the springs' energy counts.
        let joints = model.tree.joint_efforts(
            &model.efforts.axes,
            &data.efforts,
            &model.efforts.balls,
            &state[layout.tree_q.clone()],
            &state[layout.tree_v.clone()],
            &mut data.tree,
        );
        sum.elastic += joints.potential;
    }
    if model.loops.acts {
        sum.elastic += super::loops::spring_energy(model, &data.tree, &data.loops.windings);
    }
    if !model.cables.is_empty() {
        let medium = surroundings(&model.mechanism.fluids, &data.values);
        for (index, (cable, cable_data)) in model.cables.iter().zip(&data.cables).enumerate() {
            let own = cable.energy(cable_data, layout.cable(state, index), &medium);
            sum.kinetic += own.kinetic;
            sum.gravity += own.gravity;
            sum.elastic += own.elastic;
        }
    }
    for load in &model.loads {
        if let LoadModel::Spring { conservative: true, .. } = load {
            sum.elastic += loads::spring(model, data, load).energy;
        }
    }
    sum
}

/// The kinetic energy of what has not gone straight on since the start, J; after the kinematic pass. `start`
/// are the velocities of the tree's bodies then. Cables count as a whole: what holds or bends them turns them.
pub(crate) fn turned(model: &RecursiveModel, data: &Data, state: &[f64], start: &[Vec3]) -> f64 {
    let layout = &model.layout;
    let medium = surroundings(&model.mechanism.fluids, &data.values);
    let cables = model.cables.iter().zip(&data.cables).enumerate().map(|(index, (cable, own))| {
        cable.energy(own, layout.cable(state, index), &medium).kinetic
    });
    model.tree.turned(start, &data.tree) + cables.sum::<f64>()
}

/// The derivatives of `dissipated` and `work`; after the outward pass, which alone knows what drives
/// and prescribed bodies have to exert.
pub(super) fn ledger_rates(model: &RecursiveModel, data: &mut Data, rates: &mut [f64]) {
    if model.driven {
        let all = 0..model.tree.bodies();
        data.power.work += model.tree.drive_power(all.clone(), &data.tree);
        data.power.work += model.tree.base_power(all, &data.tree);
        for (cable, cable_data) in model.cables.iter().zip(&data.cables) {
            if let CableRoot::Held(frame @ FrameOn::Base { .. }) = &cable.root {
                let velocity = frame.velocity(&data.tree).linear;
                data.power.work += cable.root_force(cable_data).dot(&velocity);
            }
            data.power.work += cable.clamp_power(cable_data, &data.tree);
            if let CableTip::Held(frame @ FrameOn::Base { .. }) = &cable.tip {
                let velocity = frame.velocity(&data.tree).linear;
                data.power.work -= cable.tip_force(cable_data).dot(&velocity);
            }
        }
    }
    rates[model.layout.ledger] = data.power.dissipated;
    rates[model.layout.ledger + 1] = data.power.work;
}
