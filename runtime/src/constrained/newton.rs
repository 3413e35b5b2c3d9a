//! Newton's iteration for the end of a step, with a line search.
//!
//! The unknowns are displacements and rotations over the step and the multipliers of the step. What
//! is judged is the energy that residuals stand for (`step/merit.rs`), and the size of corrections
//! relative to the model's extent.

use nalgebra::Vector3;

use super::balance::{Times, Wanted, evaluate, fill};
use super::data::ConstrainedData;
use super::model::ConstrainedModel;
use super::refined;
use super::scheme::Scheme;
use super::step::merit::{is_rounding, is_solved, merit};
use super::units::{UnitKind, rotation_step};
use super::watch::{self, Contradiction};

/// Of Newton's method for one step.
const MOST_ITERATIONS: usize = 60;
/// The shortest share of a correction that is tried.
const SHORTEST: f64 = 1.0 / 8192.0;
/// What the residuals have to fall by along a correction, for each of its share.
const SUFFICIENT: f64 = 1e-4;
/// Corrections relative to the model's extent that cannot be told from rounding.
const ROUNDING: f64 = 1e-15;
/// Below this a correction that does not shrink any more is due to rounding.
const STALLED: f64 = 1e-10;

/// So many times as large a share of its square as the one before a correction may leave.
const MORE: f64 = 10.0;

/// Corrections as small as this leave no doubt where everything is.
const FOUND: f64 = 1e-6;

/// Why there is no end of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Stuck {
    /// The group of unknowns that could not be eliminated.
    Singular { group: usize },
    /// Not a finite number, or no smaller corrections. The unknown with the largest correction.
    NoConvergence { unknown: usize, finite: bool },
    /// Constraints cannot hold together.
    Contradiction(Contradiction),
    /// A body or a link turns farther than a step can follow: the first unknown of what turns, and by what
    /// angle at least, rad.
    TurnsTooFar { unknown: usize, angle: f64 },
    /// There are no accelerations at the start.
    Start,
    /// Steps would have to be shorter than this to follow the tolerance, s.
    TooShort { step: f64 },
    /// A state of the user's has no value at the end of the step; by its index.
    State { index: usize },
    /// Still not at rest after so many steps of the search: the unknown with the largest force left over
    /// (N or N m), the largest force there is (N), and whether something has moved far away.
    Restless { unknown: usize, left: f64, largest: f64, far: bool },
}

/// Looks for displacements and multipliers in balance, starting from those in `data`, until corrections cannot
/// be told from rounding; then everything has been evaluated at the solution. A correction is taken
/// whole where the residuals fall along it or the next one is smaller, or else the first of its halves
/// along which the residuals fall.
///
/// What a correction leaves is about as large a share of its square as the correction was of the square of the one before
/// (quadratic convergence). Where that foretells that nothing is left, the next one, which would only show it, is not made: it costs
/// as much as any other. In searches for a state of rest it is made, as matrices may be singular where they end.
///
/// Afterwards the matrix is that of the last correction, the right side holds the residuals at the
/// solution.
pub(super) fn solve(
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
    scheme: &Scheme,
    times: Times,
) -> Result<(), Stuck> {
    let outcome = iterate(model, data, scheme, times);
    match outcome {
        // Displacements are found, and still something is open: there may be none that closes it.
        Err(Stuck::NoConvergence { finite: true, .. }) if size(model, data).0 <= FOUND => {
            watch::after_iteration(model, data, times.end)
                .map_or(outcome, |found| Err(Stuck::Contradiction(found)))
        }
        Ok(()) => match data.states.unsolved {
            Some(index) => Err(Stuck::State { index }),
            None => Ok(()),
        },
        Err(_) => outcome,
    }
}

/// From the guess that `data` holds to the end of the step, or why there is none.
fn iterate(
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
    scheme: &Scheme,
    times: Times,
) -> Result<(), Stuck> {
    let moves = scheme.rate != 0.0;
    evaluate(model, data, scheme, times);
    let mut left = merit(model, data, scheme);
    // Of the correction before, where that was taken whole.
    let mut previous = f64::INFINITY;
    let (mut size, mut unknown) = newton_correction(model, data, scheme)?;
    for _ in 0..MOST_ITERATIONS {
        if !size.is_finite() {
            return Err(Stuck::NoConvergence { unknown, finite: false });
        }
        data.displacements_before.copy_from_slice(&data.displacements);
        data.multipliers_before.copy_from_slice(&data.multipliers);
        data.correction.copy_from_slice(&data.newton_correction);
        correct(model, data, 1.0);
        evaluate(model, data, scheme, times);
        // Corrections shrink by their ratio at least, so this bounds the next one.
        let next = size * (size / previous).min(1.0);
        let converged = size <= ROUNDING
            || (previous.is_finite()
                && (next <= ROUNDING || (size <= STALLED && size >= 0.1 * previous)));
        if converged {
            if is_solved(model, data, scheme) {
                return Ok(());
            }
            return Err(Stuck::NoConvergence { unknown, finite: true });
        }
        let foretold = MORE * size * (size / previous).powi(2);
        if moves && previous.is_finite() && foretold <= ROUNDING && is_solved(model, data, scheme) {
            return Ok(());
        }
        let mut after = merit(model, data, scheme);
        previous = size;
        if after <= (1.0 - SUFFICIENT) * left || size <= STALLED {
            left = after;
            (size, unknown) = newton_correction(model, data, scheme)?;
            continue;
        }
        if after.is_finite() {
            if is_rounding(model, data) {
                return Ok(());
            }
            let (next, whose) = newton_correction(model, data, scheme)?;
            if next < size {
                (left, size, unknown) = (after, next, whose);
                continue;
            }
        }
        let mut fraction = 0.5;
        loop {
            data.newton.halvings += 1;
            data.displacements.copy_from_slice(&data.displacements_before);
            data.multipliers.copy_from_slice(&data.multipliers_before);
            correct(model, data, fraction);
            evaluate(model, data, scheme, times);
            after = merit(model, data, scheme);
            if after <= (1.0 - SUFFICIENT * fraction) * left {
                break;
            }
            fraction *= 0.5;
            if fraction < SHORTEST {
                return Err(Stuck::NoConvergence { unknown, finite: after.is_finite() });
            }
        }
        (left, previous) = (after, f64::INFINITY);
        (size, unknown) = newton_correction(model, data, scheme)?;
    }
    Err(Stuck::NoConvergence { unknown, finite: true })
}

/// From what has been evaluated to `data.newton_correction`; the largest displacement relative to the extent,
/// or rotation, and whose it is.
fn newton_correction(
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
    scheme: &Scheme,
) -> Result<(f64, usize), Stuck> {
    data.newton.iterations += 1;
    fill(model, data, scheme, Wanted::Newton);
    refined::factor(model, data, scheme)
        .map_err(|singular| Stuck::Singular { group: singular.group })?;
    data.newton_correction.copy_from_slice(&data.right_side);
    data.factorization.solve(&model.structure, &mut data.newton_correction);
    Ok(size(model, data))
}

/// Of the correction that Newton's method would make: its largest component in multiples of that component's scale, no number
/// where any is none; and the unknown that has it.
fn size(model: &ConstrainedModel, data: &ConstrainedData) -> (f64, usize) {
    let (mut largest, mut unknown): (f64, usize) = (0.0, 0);
    let mut sum = 0.0;
    for unit in &model.units {
        let Some(at) = unit.first_unknown(&model.structure) else { continue };
        // Far from the origin fewer digits are left.
        let far = data.end_positions[unit.block].amax() * (f64::EPSILON / ROUNDING);
        for k in 0..unit.unknowns() {
            let mut scale = unit.scale(k, model.extent);
            if unit.is_place() && k < 3 {
                scale += far;
            }
            let value = data.newton_correction[at + k].abs() / scale;
            sum += value;
            if value > largest {
                (largest, unknown) = (value, at + k);
            }
        }
    }
    // A sum finds what comparisons with NaN do not.
    if sum.is_finite() { (largest, unknown) } else { (f64::NAN, unknown) }
}

/// Moves to `displacements + fraction · correction`; bodies turn, so their directors stay
/// orthonormal.
/// Multipliers move in proportion; the end has to be evaluated anew.
pub(super) fn correct(model: &ConstrainedModel, data: &mut ConstrainedData, fraction: f64) {
    let correction = &data.correction;
    for unit in &model.units {
        let Some(at) = unit.first_unknown(&model.structure) else { continue };
        let first = unit.block;
        let three =
            |at: usize| Vector3::new(correction[at], correction[at + 1], correction[at + 2]);
        match unit.kind {
            UnitKind::Node | UnitKind::Slope => data.displacements[first] += three(at) * fraction,
            UnitKind::Body { .. } => {
                data.displacements[first] += three(at) * fraction;
                let rotation = three(at + 3) * fraction;
                for director in first + 1..first + 4 {
                    let end = data.state.positions[director] + data.displacements[director];
                    data.displacements[director] += rotation_step(&rotation, &end);
                }
            }
            UnitKind::SlopeAlong { body, .. } => {
                // Its body comes before it and has turned; rounding does not take it aside.
                let start = data.state.positions[first];
                let end = start + data.displacements[first];
                let turned = end + rotation_step(&(three(at - 3) * fraction), &end);
                let along = data.state.positions[body + 3] + data.displacements[body + 3];
                let length = along.dot(&turned) + correction[at] * fraction;
                data.displacements[first] = along * length - start;
            }
        }
    }
    for &(_, unknown, _) in &model.multipliers {
        data.multipliers[unknown] += fraction * correction[unknown];
    }
}
