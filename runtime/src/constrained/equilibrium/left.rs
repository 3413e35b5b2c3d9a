//! What keeps a state from being one of rest, and how much of it is rounding.

use nalgebra::Vector3;

use super::super::balance::{Times, Wanted, evaluate, fill};
use super::super::data::ConstrainedData;
use super::super::known;
use super::super::model::ConstrainedModel;
use super::super::scheme::Scheme;
use super::super::step::merit::collect_terms;

/// What a force that is left over may be in multiples of what is rounded in its row, so that it is nothing else.
pub(super) const OF_ROUNDING: f64 = 8.0 * f64::EPSILON;

/// Of the balance of forces in the present state, with the multipliers of the state.
pub(in crate::constrained) struct Left {
    /// The largest force that is left over, N; a moment's over the extent.
    pub(in crate::constrained) size: f64,
    pub(in crate::constrained) unknown: usize,
    /// The largest of all forces, N.
    pub(in crate::constrained) largest: f64,
    /// Whether all that is left over is rounding.
    pub(super) is_rounding: bool,
    /// The largest force that rounding may leave in any row, N.
    rounding: f64,
    /// The largest residual of a constraint, relative to what is rounded in its row.
    pub(super) gap: f64,
}

impl Left {
    /// Whether there are forces, and none of them pulls with more than rounding does.
    pub(super) fn is_untold(&self) -> bool {
        self.size > 0.0 && self.is_rounding && self.largest <= self.rounding
    }

    /// Relative to the largest force; zero where nothing pulls with more than rounding does.
    pub(in crate::constrained) fn relative(&self) -> f64 {
        if self.size == 0.0 || self.is_untold() {
            return 0.0;
        }
        self.size / self.largest.max(f64::MIN_POSITIVE)
    }
}

/// Evaluates in the state itself, with no displacement.
///
/// Positions are known to a digit in the last place, so what stiffnesses make of such a digit cannot be told
/// from zero: `ε Σⱼ |Kᵢⱼ| xⱼ` in the row i, with the places for x. For a chain of the axial stiffness EA it is
/// about `ε EA extent / segment`.
///
/// Leaves the residuals in `data.right_side` and the matrix in `data.matrix`.
pub(in crate::constrained) fn forces_left(
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
    scheme: &Scheme,
) -> Left {
    let time = data.state.time;
    data.displacements.fill(Vector3::zeros());
    data.multipliers.copy_from_slice(&data.state.multipliers);
    model.vectors.evaluate(&data.state.positions, &mut data.at.start);
    known::displace(model, data, time);
    evaluate(model, data, scheme, Times { end: time, balance: time });
    fill(model, data, scheme, Wanted::Newton);
    collect_terms(model, data);
    let largest = largest_force(model, data);
    let mut left = Left {
        size: 0.0,
        unknown: 0,
        largest,
        is_rounding: true,
        rounding: 0.0,
        gap: gap(model, data),
    };
    for unit in &model.units {
        let Some(at) = unit.first_unknown(&model.structure) else { continue };
        for k in 0..unit.unknowns() {
            let scale = model.extent / unit.scale(k, model.extent);
            let force = data.right_side[at + k].abs();
            // Also what is no number.
            if (force / scale).partial_cmp(&left.size).is_none_or(std::cmp::Ordering::is_gt) {
                (left.size, left.unknown) = (force / scale, at + k);
            }
            let rounding = OF_ROUNDING * data.terms[at + k];
            left.is_rounding &= force <= rounding;
            left.rounding = left.rounding.max(rounding / scale);
        }
    }
    left
}

/// The largest residual of a constraint, relative to what was rounded in its row when that was looked at last.
pub(super) fn gap(model: &ConstrainedModel, data: &ConstrainedData) -> f64 {
    let mut gap: f64 = 0.0;
    for &(_, unknown, _) in &model.multipliers {
        let residual = data.right_side[unknown].abs();
        if residual > 0.0 {
            gap = gap.max(residual / data.terms[unknown]);
        }
    }
    gap
}

/// Of weights, springs, loads and constraints, N; moments count by the extent.
pub(super) fn largest_force(model: &ConstrainedModel, data: &mut ConstrainedData) -> f64 {
    let mut largest: f64 = 0.0;
    let mut see = |force: f64| largest = largest.max(force.abs());
    for unit in model.units.iter().filter(|unit| unit.group.is_some()) {
        see(model.weights[unit.block].norm());
    }
    model.equations.pulls(|unknown| see(data.multipliers[unknown]));
    let scheme = Scheme::instant();
    let (step, _) = data.split(model, &scheme);
    see(model.elements.strength(&step, model.extent));
    largest
}
