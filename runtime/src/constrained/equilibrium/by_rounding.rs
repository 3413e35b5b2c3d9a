//! Whether what sets a state in motion is nothing but rounding.
//!
//! Where springs are relaxed and nothing has a weight, all forces are rounding, and so are the largest of them, so none of them tells
//! how small another is. What rounding may do is known of each row, though, and what accelerations it makes.

use nalgebra::Vector3;

use super::super::data::ConstrainedData;
use super::super::instant;
use super::super::model::ConstrainedModel;
use super::super::scheme::Scheme;
use super::super::units::Unit;
use super::left::{OF_ROUNDING, forces_left};
use crate::chance::Chance;
use crate::signals::Values;

/// So often roundings are drawn; what most of them make of a motion counts.
const DRAWS: u64 = 4;

/// Whether the state of `data`, in which nothing moves, is one of rest but for what rounding of places does: each body and node for itself, so that what is
/// soft is not judged by what is stiff. Never where there are weights, or loads that are not zero, beside which forces can be told to be small.
pub(in crate::constrained) fn is_moved_by_rounding(
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
) -> bool {
    let is_still = data.state.velocities.iter().all(|own| *own == Vector3::zeros());
    if has_weights(model) || !is_still {
        return false;
    }
    let multipliers = data.state.multipliers.clone();
    let is_so = is_so(model, data);
    data.state.multipliers.copy_from_slice(&multipliers);
    data.multipliers.copy_from_slice(&multipliers);
    data.accelerations.fill(Vector3::zeros());
    is_so
}

/// The same, which leaves other multipliers and accelerations.
fn is_so(model: &ConstrainedModel, data: &mut ConstrainedData) -> bool {
    let is_pushed = |values: &Values| model.elements.loads.iter().any(|own| own.is_given(values));
    if !instant::accelerations(model, data) || is_pushed(&data.values) {
        return false;
    }
    let found = data.right_side.clone();
    data.state.multipliers.copy_from_slice(&data.multipliers);
    forces_left(model, data, &Scheme::rest(0.0, 0.0, false));
    let mut most = vec![0.0_f64; model.units.len()];
    for draw in 0..DRAWS {
        let mut chance = Chance::new(draw + 1);
        data.right_side.fill(0.0);
        for unit in &model.units {
            let Some(first) = unit.first_unknown(&model.structure) else { continue };
            for at in first..first + unit.unknowns() {
                data.right_side[at] = OF_ROUNDING * data.terms[at] * chance.either_side();
            }
        }
        data.factorization.solve(&model.structure, &mut data.right_side);
        for (most, own) in most.iter_mut().zip(accelerations(model, &data.right_side)) {
            *most = most.max(own);
        }
    }
    let found = accelerations(model, &found);
    let largest = found.iter().copied().fold(0.0, f64::max);
    found.iter().zip(&most).all(|(own, most)| *own <= most + OF_ROUNDING * largest)
}

/// Whether anything acts but what everything does to each other.
pub(super) fn weighs(model: &ConstrainedModel) -> bool {
    has_weights(model) || !model.elements.loads.is_empty()
}

fn has_weights(model: &ConstrainedModel) -> bool {
    let mut moving = model.units.iter().filter(|unit| unit.group.is_some());
    moving.any(|unit| model.weights[unit.block].norm() > 0.0)
}

/// Of each unit among unknowns, m/s² over everything; nothing of what is moved as it is told.
fn accelerations(model: &ConstrainedModel, unknowns: &[f64]) -> Vec<f64> {
    let size = |unit: &Unit| {
        let Some(first) = unit.first_unknown(&model.structure) else { return 0.0 };
        let each = (0..unit.unknowns())
            .map(|k| (unknowns[first + k] * model.extent / unit.scale(k, model.extent)).powi(2));
        each.sum::<f64>().sqrt()
    };
    model.units.iter().map(size).collect()
}
