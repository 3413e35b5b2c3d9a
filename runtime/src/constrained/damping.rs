//! How forces follow velocities in a state: a matrix of the same structure as Newton's.
//!
//! Newton's matrix is linear in what velocities are multiplied by ([`Scheme::rate`]), so what a large factor adds to it, divided by
//! that factor, is the derivative of all forces by velocities, without rounding. Laws that have an equation of their own have theirs in
//! its row.

use nalgebra::Vector3;

use super::balance::{Times, Wanted, equations, evaluate, fill};
use super::data::ConstrainedData;
use super::known;
use super::model::ConstrainedModel;
use super::scheme::Scheme;
use crate::laws::Relaxation;

/// What velocities are multiplied by to tell them from stiffnesses, without rounding; 1/s.
const RATE: f64 = (1_u64 << 40) as f64;

/// Derivatives at an instant, with these factors of velocities and accelerations. Equations on velocities hold displacements over a second,
/// as they do in a motion that goes to and fro.
pub(super) fn linear(rate: f64, inertia: f64) -> Scheme {
    Scheme {
        discrete: false,
        balance: 1.0,
        rate,
        rolling: 1.0,
        inertia,
        spins: false,
        compliance: 0.0,
        state_weight: 0.0,
        relaxation: Relaxation::Held,
    }
}

/// Fills the matrix of `data` at its state, moving by `velocities` of all blocks (m/s, or 1/s of directors), with the multipliers
/// of the state.
pub(super) fn fill_linear(
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
    velocities: Moving<'_>,
    scheme: &Scheme,
    wanted: Wanted,
) {
    let time = data.state.time;
    match velocities {
        Moving::AsItDoes => data.velocity_offsets.copy_from_slice(&data.state.velocities),
        Moving::By(velocities) => data.velocity_offsets.copy_from_slice(velocities),
    }
    data.acceleration_offsets.fill(Vector3::zeros());
    data.displacements.fill(Vector3::zeros());
    data.multipliers.copy_from_slice(&data.state.multipliers);
    model.vectors.evaluate(&data.state.positions, &mut data.at.start);
    known::displace(model, data, time);
    evaluate(model, data, scheme, Times { end: time, balance: time });
    fill(model, data, scheme, wanted);
}

/// By which velocities.
#[derive(Clone, Copy, Debug)]
pub(super) enum Moving<'a> {
    /// Those of the state.
    AsItDoes,
    By(&'a [Vector3<f64>]),
}

/// The derivatives of all forces by velocities, N s/m or N m s, with the sign of a damper's; `into` gets its length. The matrix of `data`
/// has the stiffness after it.
pub(super) fn damping(
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
    velocities: Moving<'_>,
    into: &mut Vec<f64>,
) {
    fill_linear(model, data, velocities, &linear(RATE, 0.0), Wanted::Newton);
    into.clear();
    into.extend_from_slice(&data.matrix);
    fill_linear(model, data, velocities, &linear(0.0, 0.0), Wanted::Newton);
    for (value, still) in into.iter_mut().zip(&data.matrix) {
        *value = (*value - still) / RATE;
    }
}

/// The same alone, as the matrix of `data`, without the stiffness: at half of what that takes. Columns of multipliers and rows of
/// constraints have what they always have.
pub(super) fn fill_damping(
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
    velocities: Moving<'_>,
) {
    // A displacement at the end changes velocities in the balance, and no place there.
    let scheme = Scheme { balance: 0.0, ..linear(1.0, 0.0) };
    fill_linear(model, data, velocities, &scheme, Wanted::Newton);
}

/// What the dampers of laws with an equation of their own add to it, where all blocks are so far `away` from the state, m, and move so
/// fast, m/s: for each of their `unknowns`, in the unit of its equation.
pub(super) fn dampers_of_laws(
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
    unknowns: impl Iterator<Item = usize> + Clone,
    away: impl Iterator<Item = (Vector3<f64>, Vector3<f64>)>,
    into: &mut [f64],
) {
    let moved = data.displacements.iter_mut().zip(&mut data.velocity_offsets);
    moved.zip(away).for_each(|((displacement, velocity), own)| (*displacement, *velocity) = own);
    equations(model, data, &linear(0.0, 0.0));
    let places = into.iter_mut().zip(unknowns.clone());
    places.for_each(|(own, unknown)| *own = data.right_side[unknown]);
    data.velocity_offsets.fill(Vector3::zeros());
    equations(model, data, &linear(0.0, 0.0));
    into.iter_mut().zip(unknowns).for_each(|(own, unknown)| *own -= data.right_side[unknown]);
}
