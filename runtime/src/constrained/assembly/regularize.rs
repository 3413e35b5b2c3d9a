//! Small compliances that keep the matrix regular where constraints depend on each other.
//!
//! A multiplier may get minus `ε J M⁻¹ J'` on its diagonal, with the mass matrix's diagonal. Newton's method
//! makes the constraint exact all the same, because the term acts on the change of the multiplier
//! only; where constraints are redundant it picks one of many equivalent sets of forces. Which multipliers get
//! it is found where a run begins (`dependence`).

use crate::constrained::jacobian::{compliances_by_inertia, inertia_diagonal};
use crate::constrained::model::ConstrainedModel;

/// `ε`: far below what a Newton step needs, and far above rounding.
pub(in crate::constrained) const COMPLIANCE: f64 = 1e-11;

pub(super) fn regularize(model: &mut ConstrainedModel) {
    let positions = &model.start.positions;
    let diagonal = inertia_diagonal(model, positions);
    let compliances = compliances_by_inertia(model, positions, &diagonal);
    // Constraints of users, and those that nothing with mass takes part in now: like the others.
    let known: Vec<f64> = compliances.iter().copied().filter(|&value| value > 0.0).collect();
    let usual = if known.is_empty() { 1.0 } else { known.iter().sum::<f64>() / known.len() as f64 };
    model.compliances = model
        .multipliers
        .iter()
        .map(|&(_, unknown, _)| {
            let own = compliances[unknown];
            COMPLIANCE * if own > 0.0 { own } else { usual }
        })
        .collect();
}
