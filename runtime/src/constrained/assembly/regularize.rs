//! Small compliances that keep the matrix regular where constraints depend on each other.
//!
//! A multiplier may get minus `ε J M⁻¹ J'` on its diagonal, with the mass matrix's diagonal. Newton's method
//! makes the constraint exact all the same, because the term acts on the change of the multiplier
//! only; where constraints are redundant it picks one of many equivalent sets of forces. Which multipliers get
//! it is found where a run begins (`dependence`).

use crate::constrained::model::ConstrainedModel;

/// `ε`: far below what a Newton step needs, and far above rounding.
pub(in crate::constrained) const COMPLIANCE: f64 = 1e-11;

/// Of each multiplier; `by_inertia` is `J M⁻¹ J'` at the start, for all unknowns.
pub(super) fn compliances(model: &ConstrainedModel, by_inertia: &[f64]) -> Vec<f64> {
    // Constraints of users, and those that nothing with mass takes part in now: like the others.
    let known: Vec<f64> = by_inertia.iter().copied().filter(|&value| value > 0.0).collect();
    let usual = if known.is_empty() { 1.0 } else { known.iter().sum::<f64>() / known.len() as f64 };
    let compliance = |&(_, unknown, _): &(_, usize, _)| {
        let own = by_inertia[unknown];
        COMPLIANCE * if own > 0.0 { own } else { usual }
    };
    model.multipliers.iter().map(compliance).collect()
}
