//! How far a guess of a step's end is from being one: the residuals, measured as an energy.
//!
//! A force left over `r` on a mass `M` that resists displacements by `μ M` counts with `r²/(μ M)`, a gap `g` of
//! a constraint with `μ g²/(J M⁻¹ J')`, both in J: a measure that knows neither units nor scales.

use crate::constrained::data::ConstrainedData;
use crate::constrained::kkt::product_of_magnitudes;
use crate::constrained::model::ConstrainedModel;
use crate::constrained::scheme::Scheme;
use crate::constrained::units::UnitKind;

/// Of what a residual consists of: what rounding leaves of it at most.
const ROUNDING: f64 = 16.0 * f64::EPSILON;
/// The same where a step is judged that has been found.
const SOLVED: f64 = 1e6 * f64::EPSILON;

/// For each unknown: 1/M of a displacement (1/kg; of a rotation the mean about three axes, 1/(kg m^2)), and
/// 1/(J M⁻¹ J') of a multiplier.
/// Found once, at the start: only their size matters.
/// `diagonal` is that of the inertia there, `compliances` are `J M⁻¹ J'` by it.
pub(in crate::constrained) fn weights(
    model: &ConstrainedModel,
    diagonal: &[f64],
    compliances: &[f64],
) -> Vec<f64> {
    let mut weights = vec![0.0; diagonal.len()];
    for unit in &model.units {
        let Some(first) = unit.first_unknown(&model.structure) else { continue };
        for at in (first..first + unit.unknowns()).step_by(3) {
            let turns = at > first && matches!(unit.kind, UnitKind::Body { .. });
            let all = at..(at + 3).min(first + unit.unknowns());
            let mean = diagonal[all.clone()].iter().sum::<f64>() / 3.0;
            for k in all {
                weights[k] = inverse(if turns { mean } else { diagonal[k] });
            }
        }
    }
    for &(_, unknown, _) in &model.multipliers {
        weights[unknown] = inverse(compliances[unknown]);
    }
    // What has no mass, and constraints of users: like the others of their kind.
    let mut multiplier = vec![false; weights.len()];
    model.multipliers.iter().for_each(|&(_, unknown, _)| multiplier[unknown] = true);
    for kind in [false, true] {
        let known: Vec<f64> = (0..weights.len())
            .filter(|&k| multiplier[k] == kind && weights[k] > 0.0)
            .map(|k| weights[k])
            .collect();
        let usual =
            if known.is_empty() { 1.0 } else { known.iter().sum::<f64>() / known.len() as f64 };
        for k in 0..weights.len() {
            if multiplier[k] == kind && weights[k] == 0.0 {
                weights[k] = usual;
            }
        }
    }
    weights
}

/// Zero where there is nothing to divide by.
fn inverse(value: f64) -> f64 {
    if value > 0.0 && (1.0 / value).is_finite() { 1.0 / value } else { 0.0 }
}

/// Of the residuals in `data.right_side`, J.
pub(in crate::constrained) fn merit(
    model: &ConstrainedModel,
    data: &ConstrainedData,
    scheme: &Scheme,
) -> f64 {
    let (mut forces, mut gaps) = (0.0, 0.0);
    for unit in &model.units {
        let Some(first) = unit.first_unknown(&model.structure) else { continue };
        for k in first..first + unit.unknowns() {
            forces += data.right_side[k] * data.right_side[k] * model.merit_weights[k];
        }
    }
    for &(_, k, _) in &model.multipliers {
        gaps += data.right_side[k] * data.right_side[k] * model.merit_weights[k];
    }
    forces / scheme.inertia + gaps * scheme.inertia
}

/// Whether rounding alone may have left the residuals in `data.right_side`, with the matrix in
/// `data.matrix`.
pub(in crate::constrained) fn is_rounding(
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
) -> bool {
    is_within(model, data, ROUNDING)
}

/// Whether the residuals in `data.right_side` are those of a solution: small against what they consist of.
pub(in crate::constrained) fn is_solved(
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
    scheme: &Scheme,
) -> bool {
    // Forces that displace less than can be seen, and gaps that cannot be seen: nearly always.
    let small = 1e-11 * model.extent;
    let mut clear = true;
    for unit in &model.units {
        let Some(first) = unit.first_unknown(&model.structure) else { continue };
        for k in 0..unit.unknowns() {
            let displaces =
                data.right_side[first + k].abs() * model.merit_weights[first + k] / scheme.inertia;
            clear &= displaces <= unit.scale(k, small);
        }
    }
    for &(_, k, _) in &model.multipliers {
        clear &= data.right_side[k].abs() <= small;
    }
    clear || is_within(model, data, SOLVED)
}

/// Whether no residual is more than this share of what it consists of.
fn is_within(model: &ConstrainedModel, data: &mut ConstrainedData, share: f64) -> bool {
    collect_terms(model, data);
    // Also what is no number is not within.
    data.right_side.iter().zip(&data.terms).all(|(residual, terms)| residual.abs() <= share * terms)
}

/// What the residuals consist of into `data.terms`, in their units: stiffnesses times where things are, and
/// the forces of constraints; with the matrix in `data.matrix`.
pub(in crate::constrained) fn collect_terms(model: &ConstrainedModel, data: &mut ConstrainedData) {
    // Where things are, for displacements; directors have length one.
    data.magnitudes.fill(0.0);
    for unit in &model.units {
        let Some(first) = unit.first_unknown(&model.structure) else { continue };
        let at = data.end_positions[unit.block];
        for k in 0..unit.unknowns() {
            data.magnitudes[first + k] = unit.scale(k, at.amax().max(model.extent));
        }
    }
    for &(_, k, _) in &model.multipliers {
        data.magnitudes[k] = data.multipliers[k];
    }
    product_of_magnitudes(&model.structure, &data.matrix, &data.magnitudes, &mut data.terms);
}
