//! Velocities that no body can have, states beyond all bounds, and ropes of which nothing is left.

use super::data::State;
use super::model::ConstrainedModel;
use crate::assembly::Owner;
use crate::fault::{Fault, FaultKind};
use crate::mechanism::LARGEST_STATE;
use crate::recursive::step::FASTEST;

/// The first unit that is faster than light: implicit steps keep the balance of any energy, so nothing else
/// would tell.
/// Asked after each step and before the first.
pub(super) fn too_fast(model: &ConstrainedModel, state: &State) -> Option<Fault> {
    let paths = &model.mechanism.paths;
    if let Some(index) = state.states.iter().position(|value| value.abs() > LARGEST_STATE) {
        let why = format!("{:.3e} is beyond all bounds: it grows without end", state.states[index]);
        let (kind, owner) = (FaultKind::NotFinite, Owner::State(index));
        return Some(Fault::new(paths, kind, state.time, owner, "value", why));
    }
    for reel in &model.elements.reels {
        let length = model.vectors.value(reel.payout.at, &state.positions).x;
        if length.is_nan() || length <= 0.0 {
            return Some(hauled_in(model, reel.cable, length, state.time));
        }
    }
    // The usual case is one comparison for each block; a velocity that is no number fails it too.
    let is_fine = |velocity: &nalgebra::Vector3<f64>| velocity.iter().all(|v| v.abs() <= FASTEST);
    let block = state.velocities.iter().position(|velocity| !is_fine(velocity))?;
    let holds =
        |unit: &super::units::Unit| (unit.block..unit.block + unit.blocks()).contains(&block);
    let unit = model.units.iter().position(holds)?;
    let turning = block > model.units[unit].block;
    let term = if turning { "angular velocity" } else { "velocity" };
    let why = format!("{:.3e} is faster than light", state.velocities[block].amax());
    let owner = model.unit_owners[unit];
    Some(Fault::new(paths, FaultKind::NotFinite, state.time, owner, term, why))
}

/// A winch has hauled in all that there was of a cable, or but for `length`, m.
pub(super) fn hauled_in(model: &ConstrainedModel, cable: usize, length: f64, time: f64) -> Fault {
    let paths = &model.mechanism.paths;
    let graph = &model.mechanism.graph;
    let winch = graph.cables[cable].winch.map(|own| paths.of(Owner::Joint(own.joint.index())));
    let length = length.max(0.0);
    let why = format!(
        "{length:.3e} m of it are left: the winch `{}` has hauled in the rest; `limits` of the winch, or a drive that \
         ends before, keep some",
        winch.unwrap_or_default()
    );
    Fault::new(paths, FaultKind::SingularPosition, time, Owner::Cable(cable), "length", why)
}
