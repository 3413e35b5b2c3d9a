//! Whether the matrix still knows how the whole gives way.
//!
//! Pieces that are far shorter than what they make up, and stiff, are bent by the small difference of what pulls at their ends: of a clamped cable of `N` links
//! sums of stiffnesses have lost a share of about `N⁴` roundings. Steps along such a matrix lead nowhere, and forces that are left over do not tell, as they are
//! rounding of places in any case.

use super::super::balance::{Wanted, fill};
use super::super::data::ConstrainedData;
use super::super::model::ConstrainedModel;
use super::super::modes::cancelled;
use super::super::refined;
use super::super::scheme::Scheme;
use super::softest::{inertia_of, seed};
use crate::chance::Chance;

/// How much of a motion changes where each term of the matrix has another last digit, or is rounding of what cancels in it, as a share of it; nothing where there is no matrix to be solved with.
/// In the state of `data`, whose residuals stay.
pub(super) fn lost(
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
    scheme: &Scheme,
) -> Option<f64> {
    let residuals = data.residuals.clone();
    fill(model, data, scheme, Wanted::Newton);
    let factored = refined::factor(model, data, scheme);
    let share = factored.ok().map(|()| {
        seed(model, data);
        inertia_of(model, data);
        data.factorization.solve(&model.structure, &mut data.right_side);
        data.correction.copy_from_slice(&data.right_side);
        let own = size(model, data);
        let ConstrainedData { correction, right_side, matrix, terms, factorization, .. } = data;
        // Of displacements alone.
        model.structure.multiply(matrix, correction, right_side, terms);
        let sizes: f64 = correction.iter().zip(terms.iter()).map(|(x, own)| x.abs() * own).sum();
        let stored: f64 = correction.iter().zip(right_side.iter()).map(|(x, own)| x * own).sum();
        let cancelled = cancelled(sizes, stored, 0.0);
        let mut chance = Chance::new(1);
        for (slot, term) in right_side.iter_mut().zip(terms.iter()) {
            *slot = f64::EPSILON * term * chance.either_side();
        }
        factorization.solve(&model.structure, right_side);
        correction.copy_from_slice(right_side);
        cancelled.max(size(model, data) / own)
    });
    data.residuals.copy_from_slice(&residuals);
    share.filter(|own| own.is_finite())
}

/// Of `data.correction`: the root of twice its kinetic energy, as velocities.
fn size(model: &ConstrainedModel, data: &mut ConstrainedData) -> f64 {
    for &(_, unknown, _) in &model.multipliers {
        data.correction[unknown] = 0.0;
    }
    inertia_of(model, data);
    let products = data.correction.iter().zip(&data.right_side).map(|(x, m)| x * m);
    products.sum::<f64>().abs().sqrt()
}
