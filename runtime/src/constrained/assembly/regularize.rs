//! Small compliances that keep the matrix regular where constraints depend on each other.
//!
//! A multiplier may get minus `ε J M⁻¹ J'` on its diagonal, with the mass matrix's diagonal. Newton's method
//! makes the constraint exact all the same, because the term acts on the change of the multiplier
//! only; where constraints are redundant it picks one of many equivalent sets of forces. Which multipliers get
//! it is found where a run begins (`dependence`).

use crate::constrained::jacobian::{constraint_jacobian, inertia_diagonal};
use crate::constrained::model::ConstrainedModel;
use crate::constrained::vectors::VectorValues;

/// `ε`: far below what a Newton step needs, and far above rounding.
pub(in crate::constrained) const COMPLIANCE: f64 = 1e-11;

pub(super) fn regularize(model: &mut ConstrainedModel) {
    let mut at = VectorValues::new(&model.vectors);
    model.vectors.evaluate(&model.start.positions, &mut at);
    let diagonal = inertia_diagonal(model, &model.start.positions);
    let mut compliances = vec![0.0; model.structure.unknowns()];
    for row in constraint_jacobian(model, &at) {
        for (column, value) in row.entries {
            if diagonal[column] > 0.0 {
                compliances[row.unknown] += value * value / diagonal[column];
            }
        }
    }
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
