//! The state at an instant within a step, for rows that do not fall on the end of one.
//!
//! A step of its own from where the step began satisfies the constraints and the ledger as every step does. It is
//! thrown away afterwards, so rows have no influence on the run.

use crate::constrained::data::State;
use crate::constrained::model::ConstrainedModel;

/// Of a step: a row closer to its start is not worth a step, whose velocities would be differences of positions that
/// are nearly the same.
pub(in crate::constrained) const SHORTEST: f64 = 1e-4;

/// A step to a row is taken in `2¹⁰` parts at most.
pub(in crate::constrained) const DEEPEST: u32 = 10;

/// What moves within a step goes less than so many times as far as over all of it, and by velocities at its ends.
const FAR: f64 = 10.0;

/// Of all positions: what is no motion.
const ROUNDING: f64 = 1e-10;

/// Whether a state is one of those that lead from one to another. Equations of a step may have another solution, far away, as those of
/// midpoint steps have right after what is abrupt.
pub(in crate::constrained) fn is_between(from: &State, to: &State, found: &State) -> bool {
    let step = to.time - from.time;
    let (mut goes, mut may, mut size) = (0.0, 0.0, 0.0);
    for (index, start) in from.positions.iter().enumerate() {
        size += start.norm();
        goes += (found.positions[index] - start).norm();
        let rates = from.velocities[index].norm() + to.velocities[index].norm();
        may += (to.positions[index] - start).norm() + step * rates;
    }
    // Nothing moves but by rounding where both are as small.
    goes <= FAR * may + ROUNDING * size
}

/// Puts the state at `shown.time` between two states into `shown`: cubic in between, which satisfies the
/// constraints to order 4 in the step only. For instants very close to a step, and where no step can be found.
pub(in crate::constrained) fn interpolate(
    model: &ConstrainedModel,
    from: &State,
    to: &State,
    shown: &mut State,
) {
    let step = to.time - from.time;
    let s = (shown.time - from.time) / step;
    let r = 1.0 - s;
    for index in 0..shown.positions.len() {
        let (p, q) = (from.positions[index], to.positions[index]);
        let (v, w) = (from.velocities[index], to.velocities[index]);
        shown.positions[index] = p * (r * r * (1.0 + 2.0 * s))
            + q * (s * s * (3.0 - 2.0 * s))
            + (v * (s * r * r) - w * (s * s * r)) * step;
        shown.velocities[index] =
            (q - p) * (6.0 * s * r / step) + v * (r * (1.0 - 3.0 * s)) + w * (s * (3.0 * s - 2.0));
    }
    shown.coordinates.copy_from_slice(&from.coordinates);
    model.follow(|id| model.vectors.value(id, &shown.positions), &mut shown.coordinates);
    for index in model.brought.iter().map(|own| own.first) {
        shown.coordinates[index] = r * from.coordinates[index] + s * to.coordinates[index];
    }
    for (index, slot) in shown.integrals.iter_mut().enumerate() {
        *slot = r * from.integrals[index] + s * to.integrals[index];
    }
    for (index, slot) in shown.creep.iter_mut().enumerate() {
        *slot = r * from.creep[index] + s * to.creep[index];
    }
    for (index, slot) in shown.states.iter_mut().enumerate() {
        *slot = r * from.states[index] + s * to.states[index];
    }
    shown.multipliers.copy_from_slice(&to.multipliers);
    shown.dissipated = r * from.dissipated + s * to.dissipated;
    shown.work = r * from.work + s * to.work;
}
