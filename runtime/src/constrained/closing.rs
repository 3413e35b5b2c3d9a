//! Equations of the user's that splines take part in, at the start.
//!
//! The recursion closes a start, and takes a spline for links there; the shape of the spline is found afterwards, as if it
//! hung alone. What is open by little then, as what somebody has written to some digits, is brought together in the
//! metric of the mass matrix. A wide gap is not: what moves by that much no longer begins where it is written.

use super::data::ConstrainedData;
use super::latches::{self, approach};
use super::model::ConstrainedModel;
use super::{velocities, watch};
use crate::assembly::Owner;
use crate::mechanism::State;

/// Of the size of everything: nothing is moved by more.
const MOST: f64 = 0.01;
/// Newton's method.
const ITERATIONS: usize = 20;

/// Moves the start of the model to where equations hold; gives it where it had to.
///
/// # Errors
/// The equation that is open most, and by how much, in SI units.
pub(crate) fn close_start(model: &mut ConstrainedModel) -> Result<Option<State>, (Owner, f64)> {
    let is_asked = !model.mechanism.graph.constraints.is_empty() && !model.splines.is_empty();
    if !is_asked {
        return Ok(None);
    }
    let mut data = ConstrainedData::new(model);
    data.open = latches::open(model, &data.state.states);
    let Some(first) = watch::open(model, &mut data) else { return Ok(None) };
    let owner = model.owner_of_unknown(first.unknown);
    let Owner::Constraint(_) = owner else { return Ok(None) };
    let apart = (owner, first.amount);
    let before = data.state.positions.clone();
    let (size, _) = model.mechanism.extent(&model.export(&data.state));
    for _ in 0..ITERATIONS {
        if approach(model, &mut data).is_err() {
            break;
        }
        let moved = before.iter().zip(&data.state.positions).map(|(a, b)| (b - a).norm());
        let farthest = moved.fold(0.0, f64::max);
        if !farthest.is_finite() || farthest > MOST * size {
            break;
        }
        if watch::open(model, &mut data).is_none() {
            velocities::project(model, &mut data);
            model.start = data.state.clone();
            return Ok(Some(model.export(&data.state)));
        }
    }
    Err(apart)
}
