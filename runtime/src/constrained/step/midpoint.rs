//! The midpoint schemes: energy-momentum (Betsch and Steinmann 2001, Gonzalez 1996; Tempel 2019, appendix
//! F, with its misprints corrected) and the implicit midpoint rule. Order 2.
//!
//! `q₁ - q₀ = h/2 (v₀ + v₁)`, `M (v₁ - v₀) = h (F̄ + ∇̄g' λ)`, `g(q₁) = 0`. The multipliers of the
//! constraints inside of rigid bodies are eliminated by projecting the balance on the rotations of
//! the directors at the midpoint, which is exact (discrete null space, Betsch and Leyendecker 2006).
//!
//! A step is [`attempt`], which leaves the state as it was, and [`accept`], which moves it.
//! Velocities at the end are `v₁ = 2 (q₁ - q₀)/h - v₀`; nothing holds them on the constraints, see
//! `alternating.rs`.

use nalgebra::Vector3;

use crate::constrained::balance::{Times, evaluate};
use crate::constrained::cable::fluid::surroundings;
use crate::constrained::cable::mixing::carry;
use crate::constrained::data::ConstrainedData;
use crate::constrained::energy::added_kinetic;
use crate::constrained::known;
use crate::constrained::model::ConstrainedModel;
use crate::constrained::newton::{Stuck, solve};
use crate::constrained::scheme::Scheme;
use crate::constrained::step::{branch, gaps, hauled, turning};
use crate::constrained::units::{UnitKind, rotation_step};

/// Looks for the end of a step of `step` seconds from `data.state`, which stays.
pub(in crate::constrained) fn attempt(
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
    step: f64,
    discrete: bool,
) -> Result<(), Stuck> {
    let (scheme, times) = (Scheme::midpoint(step, discrete), times(data, step));
    turning::is_followed(model, data, step)?;
    hauled::is_followed(model, data, step)?;
    begin(model, data, step, times);
    solve(model, data, &scheme, times)?;
    gaps::are_closed(model, data)?;
    hauled::has_followed(model, data)?;
    turning::has_followed(model, data)
}

/// Whether the end that [`attempt`] has found lies on another branch of what constraints allow, see
/// [`branch::is_left`] for `usual`. Everything is left evaluated for another purpose, see [`found_again`].
pub(in crate::constrained) fn leaves_branch(
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
    step: f64,
    usual: &mut Option<bool>,
) -> bool {
    let times = times(data, step);
    branch::is_left(model, data, times, usual)
}

/// Keeps the end that [`attempt`] has found until [`found_again`]; nothing is solved in between.
pub(in crate::constrained) fn keep_found(data: &mut ConstrainedData) {
    data.displacements_before.copy_from_slice(&data.displacements);
    data.multipliers_before.copy_from_slice(&data.multipliers);
}

/// As [`attempt`] left it: with everything evaluated at that end of a step from the state.
pub(in crate::constrained) fn found_again(
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
    step: f64,
    discrete: bool,
) {
    let (scheme, times) = (Scheme::midpoint(step, discrete), times(data, step));
    begin(model, data, step, times);
    data.displacements.copy_from_slice(&data.displacements_before);
    data.multipliers.copy_from_slice(&data.multipliers_before);
    evaluate(model, data, &scheme, times);
}

/// Makes the end that [`attempt`] has found the state.
pub(in crate::constrained) fn accept(
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
    step: f64,
) {
    let times = times(data, step);
    finish(model, data, step, times);
}

/// Of a step from the state on.
fn times(data: &ConstrainedData, step: f64) -> Times {
    let start = data.state.time;
    Times { end: start + step, balance: start + 0.5 * step }
}

/// Known motions, offsets, and a guess of the end.
fn begin(model: &ConstrainedModel, data: &mut ConstrainedData, step: f64, times: Times) {
    model.vectors.evaluate_needed(&data.state.positions, &mut data.at.start);
    data.velocity_offsets.fill(Vector3::zeros());
    for (offset, velocity) in data.acceleration_offsets.iter_mut().zip(&data.state.velocities) {
        *offset = velocity * (-2.0 / step);
    }
    known::displace(model, data, times.end);
    known::signals_of_time(model, data, times.balance);
    guess(model, data, step);
    data.states.begin(&data.state.states, None);
    data.multipliers.copy_from_slice(&data.state.multipliers);
}

/// Displacements of what moves by itself if accelerations stay as they were.
/// For bodies the rotation vector is extrapolated, so that directors stay orthonormal.
pub(in crate::constrained) fn guess(
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
    step: f64,
) {
    for (index, unit) in model.units.iter().enumerate() {
        if unit.group.is_none() {
            continue;
        }
        let first = unit.block;
        let state = &data.state;
        match &unit.kind {
            UnitKind::Node | UnitKind::Slope => {
                data.displacements[first] = (state.velocities[first]
                    + data.last_accelerations[first] * (0.5 * step))
                    * step;
            }
            UnitKind::Body { inertia } => {
                let moments = Vector3::new(inertia[(0, 1)], inertia[(0, 2)], inertia[(0, 3)]);
                let mass = inertia[(0, 0)];
                let centre = if mass > 0.0 { moments / mass } else { Vector3::zeros() };
                let (turn, moved) = turning::predicted(data, index, first, &centre, step);
                data.displacements[first] = moved;
                for director in first + 1..first + 4 {
                    data.displacements[director] =
                        rotation_step(&turn, &data.state.positions[director]);
                }
            }
            // Its body comes before it.
            &UnitKind::SlopeAlong { body, .. } => {
                let (slope, along) = (state.positions[first], state.positions[body + 3]);
                let grows = along.dot(&state.velocities[first]) * step;
                let end = along + data.displacements[body + 3];
                data.displacements[first] = end * (along.dot(&slope) + grows) - slope;
            }
        }
    }
}

/// The ledger and the state at the end.
/// The ledger takes the powers of the balance times the step.
fn finish(model: &ConstrainedModel, data: &mut ConstrainedData, step: f64, times: Times) {
    // Newton's iteration leaves everything evaluated at the solution.
    let support = known::support_work(model, data);
    let surroundings = surroundings(&model.mechanism.fluids, &data.values, data.levels);
    let before = added_kinetic(model, &surroundings.at(0), &model.motion(&data.state));
    data.note_constraint_error(model);
    turning::note_spins(model, data, step);
    let mixed = carry(model, data);
    let state = &mut data.state;
    state.dissipated += step * data.power.dissipated + data.relaxed + mixed.dissipated;
    state.work += step * data.power.work + support + mixed.work;
    for (index, displacement) in data.displacements.iter().enumerate() {
        let before = state.velocities[index];
        let after = displacement * (2.0 / step) - before;
        data.last_accelerations[index] = (after - before) / step;
        state.positions[index] += displacement;
        state.velocities[index] = after;
    }
    let after = added_kinetic(model, &surroundings.at(1), &model.motion(state));
    state.work += after - before;
    state.integrals.copy_from_slice(&data.end_integrals);
    state.states.copy_from_slice(&data.states.end);
    state.coordinates.copy_from_slice(&data.end_coordinates);
    state.multipliers.copy_from_slice(&data.multipliers);
    state.time = times.end;
    data.user.accept();
}
