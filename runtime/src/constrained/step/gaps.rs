//! What constraints that a step leaves open do to the energy.
//!
//! Near singular positions forces of constraints are large, and Newton's iteration may stop where gaps are small beside the model and far more than
//! rounding. A force of `λ` over a gap of `g` is an energy of `λ g` that comes from nowhere: as much as there is, where `λ` is 1e11 N and `g` the diameter of an atom.
//! Such an end is none, and a shorter step is tried.

use crate::constrained::data::ConstrainedData;
use crate::constrained::energy::kinetic;
use crate::constrained::model::ConstrainedModel;
use crate::constrained::newton::Stuck;

/// Of the model's extent: gaps up to this are due to rounding.
const ROUNDING: f64 = 1e-13;
/// Of the kinetic energy: what gaps may bring in a step.
const OF_MOTION: f64 = 1e-7;
/// Of the largest force where the step began, times the extent: where everything is nearly at rest that is what there is.
const OF_FORCES: f64 = 1e-9;

/// After an end has been found, with its residuals on the right side.
pub(in crate::constrained) fn are_closed(
    model: &ConstrainedModel,
    data: &ConstrainedData,
) -> Result<(), Stuck> {
    let small = ROUNDING * model.extent;
    let (mut brought, mut largest, mut worst, mut before) = (0.0_f64, 0.0_f64, 0, 0.0_f64);
    // What holds a rate leaves no gap, and those that say what others say give way as they are told.
    let mut of_positions = model.position_multipliers.iter().peekable();
    for (&(_, unknown, _), &gives_way) in model.multipliers.iter().zip(&data.compliances) {
        if of_positions.next_if_eq(&&unknown).is_none() || gives_way != 0.0 {
            continue;
        }
        before = before.max(data.state.multipliers[unknown].abs());
        let gap = data.right_side[unknown].abs();
        if gap > small {
            let own = gap * data.multipliers[unknown].abs();
            brought += own;
            if own > largest {
                (largest, worst) = (own, unknown);
            }
        }
    }
    if brought == 0.0 {
        return Ok(());
    }
    let motion = kinetic(model, &model.motion(&data.state));
    if brought <= OF_MOTION * motion + OF_FORCES * before * model.extent {
        return Ok(());
    }
    Err(Stuck::NoConvergence { unknown: worst, finite: true })
}
