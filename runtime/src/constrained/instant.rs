//! Accelerations and constraint forces at one instant, from the balance of forces and the second
//! derivatives of the constraints (index 1). Steps do not need them; recorded rows do.
//!
//! With accelerations for unknowns the matrix of a step becomes `[M, -J'; -J, 0]`, so everything
//! that fills it serves here, too, by [`Scheme::instant`]. Signs of multipliers are those of a
//! step.

use nalgebra::Vector3;

use super::balance::{Times, Wanted, evaluate, fill};
use super::data::{ConstrainedData, State};
use super::known;
use super::model::ConstrainedModel;
use super::refined;
use super::scheme::Scheme;
use super::seen::Now;
use super::units::{UnitKind, spin};
use crate::signals::Stage;

/// Accelerations of all blocks into `data.accelerations` and multipliers into `data.multipliers`, in the
/// state of `data`. False where there are none: a singular position.
///
/// Overwrites displacements, offsets and the step of `data`; the state is only read. Known blocks
/// get the accelerations of their motions.
pub(super) fn accelerations(model: &ConstrainedModel, data: &mut ConstrainedData) -> bool {
    data.lifted.fill(false);
    if !found(model, data) {
        return false;
    }
    // Friction of an edge that nothing presses on would pull.
    let motion = model.motion(&data.state);
    let mut any = false;
    for (rope, lifted) in model.elements.ropes_on_edges.iter().zip(&mut data.lifted) {
        *lifted = rope.lifts(&motion, &data.multipliers);
        any |= *lifted;
    }
    !any || found(model, data)
}

/// Solves for accelerations and multipliers; false where the matrix is singular.
fn found(model: &ConstrainedModel, data: &mut ConstrainedData) -> bool {
    let scheme = Scheme::instant();
    let time = data.state.time;
    let times = Times { end: time, balance: time };
    place(model, data);
    evaluate(model, data, &scheme, times);
    second_derivatives(model, data);
    fill(model, data, &scheme, Wanted::Accelerations);
    if refined::factor(model, data, &scheme).is_err() {
        return false;
    }
    refined::solve(model, data);
    for unit in &model.units {
        let Some(at) = unit.first_unknown(&model.structure) else { continue };
        let accelerations = &mut data.accelerations;
        let unknowns = (at, &data.right_side[..]);
        unit.moved(unknowns, &data.state.positions, |block, by| accelerations[block] += by);
    }
    for &(_, unknown, _) in &model.multipliers {
        data.multipliers[unknown] = data.right_side[unknown];
    }
    true
}

/// The state as the configuration to evaluate in, with the accelerations that go without unknown ones and
/// without multipliers.
pub(super) fn place(model: &ConstrainedModel, data: &mut ConstrainedData) {
    let time = data.state.time;
    model.mechanism.tape.run(Stage::Time, time, &mut data.values);
    data.velocity_offsets.copy_from_slice(&data.state.velocities);
    data.displacements.fill(Vector3::zeros());
    data.acceleration_offsets.fill(Vector3::zeros());
    // What directors, and slopes along them, are accelerated by without any angular acceleration.
    let State { positions, velocities, .. } = &data.state;
    for unit in &model.units {
        match unit.kind {
            UnitKind::Node | UnitKind::Slope => {}
            UnitKind::Body { .. } => {
                let spin = spin(positions, velocities, unit.block);
                let directors = unit.block + 1..unit.block + 4;
                let offsets = &mut data.acceleration_offsets[directors.clone()];
                for (offset, axis) in offsets.iter_mut().zip(&positions[directors]) {
                    *offset = spin.cross(&spin.cross(axis));
                }
            }
            UnitKind::SlopeAlong { body, .. } => {
                let spin = spin(positions, velocities, body);
                let grows = positions[body + 3].dot(&velocities[unit.block]);
                let turned = spin.cross(&positions[unit.block]);
                data.acceleration_offsets[unit.block] =
                    spin.cross(&(turned + positions[body + 3] * (2.0 * grows)));
            }
        }
    }
    for known in &model.known {
        let motion = known.base.motion(&data.values);
        let first = model.units[known.unit].block;
        let given = known::accelerations(&motion);
        data.acceleration_offsets[first..first + 4].copy_from_slice(&given);
    }
    known::read_drives(model, data);
    model.vectors.evaluate_needed(&data.state.positions, &mut data.at.start);
    data.multipliers.fill(0.0);
}

/// The right sides of the constraints: what their second derivatives are for the accelerations in
/// `data.accelerations`.
fn second_derivatives(model: &ConstrainedModel, data: &mut ConstrainedData) {
    let now = Now {
        motion: model.motion(&data.state),
        coordinates: &model.coordinates,
        velocities_of_signals: &data.state.velocities,
        accelerations: &data.accelerations,
        creep: &data.state.creep,
        values: &data.values,
        open: &data.open,
    };
    model.equations.second_derivatives(&now, &mut data.right_side);
}
