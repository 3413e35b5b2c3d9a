//! Velocities that no body can have, states beyond all bounds, ropes of which nothing is left, and drums that are empty.

use super::data::State;
use super::model::ConstrainedModel;
use crate::assembly::Owner;
use crate::fault::{Fault, FaultKind};
use crate::mechanism::{FASTEST, LARGEST_STATE};

/// Of lengths on drums.
const ROUNDING: f64 = 1e-9;

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
    for rope in &model.paid_out {
        let length = rope.length(&model.vectors, &state.positions);
        if length.is_nan() || length <= 0.0 {
            return Some(hauled_in(model, rope.cable, length, state.time));
        }
    }
    for drum in &model.elements.drums {
        let stored = drum.stored(&model.vectors, &state.positions);
        let most = drum.capacity.unwrap_or(f64::INFINITY);
        if stored < -ROUNDING * drum.whole || stored > most * (1.0 + ROUNDING) {
            return Some(off_drum(model, drum.joint, stored, state.time));
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

/// A drum has less than nothing on it (m), or more than it holds.
fn off_drum(model: &ConstrainedModel, joint: usize, stored: f64, time: f64) -> Fault {
    let why = if stored < 0.0 {
        "it is empty: all of its rope is paid out; more can be `stored`, and `limits` or a drive that ends before keep \
         some on it"
            .to_owned()
    } else {
        format!("its layers reach the flange with {stored:.3} m of rope on it")
    };
    let (paths, owner) = (&model.mechanism.paths, Owner::Joint(joint));
    Fault::new(paths, FaultKind::SingularPosition, time, owner, "drum", why)
}

/// Winches or sheaves have taken all that there was of a cable, or but for `length`, m.
pub(super) fn hauled_in(model: &ConstrainedModel, cable: usize, length: f64, time: f64) -> Fault {
    let paths = &model.mechanism.paths;
    let graph = &model.mechanism.graph;
    let guides = graph.cables[cable].guides.iter().flatten();
    let names: Vec<String> = guides
        .map(|guide| {
            let path = paths.of(Owner::Joint(guide.joint().index()));
            format!("the {} `{path}`", guide.kind())
        })
        .collect();
    let (names, have) = (names.join(" and "), if names.len() == 1 { "has" } else { "have" });
    let length = length.max(0.0);
    let why = format!(
        "{length:.3e} m of it are left: {names} {have} taken the rest; `limits` there, or a drive that ends before, \
         keep some"
    );
    Fault::new(paths, FaultKind::SingularPosition, time, Owner::Cable(cable), "length", why)
}
