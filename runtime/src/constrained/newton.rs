//! Damped Newton iteration for the end of a step.

use nalgebra::Vector3;

use super::balance::{Times, Wanted, evaluate, fill};
use super::data::ConstrainedData;
use super::model::ConstrainedModel;
use super::refined;
use super::scheme::Scheme;
use super::units::{UnitKind, rotation_step};
use super::watch::Contradiction;

const MOST_ITERATIONS: usize = 60;
const MOST_HALVINGS: usize = 10;
/// Corrections relative to the model's extent that cannot be told from rounding.
const ROUNDING: f64 = 1e-15;
/// Below this a correction that does not shrink any more is due to rounding.
const STALLED: f64 = 1e-10;

/// Why there is no end of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Stuck {
    /// The group of unknowns that could not be eliminated.
    Singular { group: usize },
    /// Not a finite number, or no smaller corrections. The unknown with the largest correction.
    NoConvergence { unknown: usize, finite: bool },
    /// Constraints cannot hold together.
    Contradiction(Contradiction),
    /// There are no accelerations at the start.
    Start,
    /// Steps would have to be shorter than this to follow the tolerance, s.
    TooShort { step: f64 },
    /// Still not at rest after so many steps of the search: the unknown with the largest force left over
    /// (N or N m), the largest force there is (N), and whether something has moved far away.
    Restless { unknown: usize, left: f64, largest: f64, far: bool },
}

/// Looks for displacements and multipliers in balance, starting from those in `data`.
pub(super) fn solve(
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
    scheme: &Scheme,
    times: Times,
) -> Result<(), Stuck> {
    let mut previous = f64::INFINITY;
    let mut fraction = 1.0;
    let mut halvings = 0;
    for _ in 0..MOST_ITERATIONS {
        data.newton.iterations += 1;
        evaluate(model, data, scheme, times);
        fill(model, data, scheme, Wanted::Newton);
        refined::factor(model, data, scheme)
            .map_err(|singular| Stuck::Singular { group: singular.group })?;
        data.factorization.solve(&model.structure, &mut data.right_side);
        let (size, unknown) = size(model, &data.right_side);
        if !size.is_finite() || (size > previous && previous > STALLED) {
            // The step before was too long: half of it, from where it was made.
            if halvings == MOST_HALVINGS || previous.is_infinite() {
                return Err(Stuck::NoConvergence { unknown, finite: size.is_finite() });
            }
            halvings += 1;
            data.newton.halvings += 1;
            fraction *= 0.5;
            data.displacements.copy_from_slice(&data.displacements_before);
            data.multipliers.copy_from_slice(&data.multipliers_before);
            correct(model, data, fraction);
            continue;
        }
        (fraction, halvings) = (1.0, 0);
        data.displacements_before.copy_from_slice(&data.displacements);
        data.multipliers_before.copy_from_slice(&data.multipliers);
        data.correction.copy_from_slice(&data.right_side);
        correct(model, data, 1.0);
        // Corrections shrink by their ratio at least, so this bounds the next one.
        let next = size * (size / previous).min(1.0);
        if size <= ROUNDING
            || (previous.is_finite()
                && (next <= ROUNDING || (size <= STALLED && size >= 0.1 * previous)))
        {
            return Ok(());
        }
        previous = size;
    }
    let (_, unknown) = size(model, &data.correction);
    Err(Stuck::NoConvergence { unknown, finite: true })
}

/// The largest displacement relative to the extent, or rotation, and whose it is.
fn size(model: &ConstrainedModel, correction: &[f64]) -> (f64, usize) {
    let (mut largest, mut unknown): (f64, usize) = (0.0, 0);
    let mut sum = 0.0;
    for unit in &model.units {
        let Some(group) = unit.group else { continue };
        let at = model.structure.offset(group);
        for k in 0..unit.unknowns() {
            let value = correction[at + k].abs() / if k < 3 { model.extent } else { 1.0 };
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
pub(super) fn correct(model: &ConstrainedModel, data: &mut ConstrainedData, fraction: f64) {
    let correction = &data.correction;
    for unit in &model.units {
        let Some(group) = unit.group else { continue };
        let at = model.structure.offset(group);
        let first = unit.block;
        let three =
            |at: usize| Vector3::new(correction[at], correction[at + 1], correction[at + 2]);
        data.displacements[first] += three(at) * fraction;
        if let UnitKind::Body { .. } = unit.kind {
            let rotation = three(at + 3) * fraction;
            for director in first + 1..first + 4 {
                let end = data.state.positions[director] + data.displacements[director];
                data.displacements[director] += rotation_step(&rotation, &end);
            }
        }
    }
    for &(_, unknown, _) in &model.multipliers {
        data.multipliers[unknown] += fraction * correction[unknown];
    }
}
