//! Equations of the user's that ropes take part in, at the start.
//!
//! The recursion closes a start, but ropes whose shape is found afterwards, as if each hung alone, are no longer where it
//! put them. What is open by little then, as what somebody has written to some digits, is brought together such that
//! as little as may be is stored. A wide gap is not: what moves by that much no longer begins where it is written.

use super::data::ConstrainedData;
use super::latches;
use super::model::ConstrainedModel;
use super::together::{bring_together, elastic, farthest};
use super::{velocities, watch};
use crate::assembly::Owner;
use crate::mechanism::State;

/// Of the size of everything: nothing is moved by more.
pub(crate) const MOST: f64 = 0.01;

/// A start that has been moved.
pub(crate) struct Closed {
    /// In nobody's coordinates.
    pub(crate) start: State,
    /// The equation that was open most.
    pub(crate) owner: Owner,
    /// What is stored before and after, J.
    pub(crate) elastic: [f64; 2],
}

/// Moves the start of the model to where equations hold; gives it where it had to.
///
/// # Errors
/// The equation that is open most, and by how much, in SI units.
pub(crate) fn close_start(model: &mut ConstrainedModel) -> Result<Option<Closed>, (Owner, f64)> {
    let mut cables = model.mechanism.cables.iter();
    let is_asked = !model.mechanism.graph.constraints.is_empty()
        && cables.any(|cable| !cable.pieces.kind.is_of_rods());
    if !is_asked {
        return Ok(None);
    }
    let mut data = ConstrainedData::new(model);
    data.open = latches::open(model, &data.state.states);
    let Some(first) = watch::open(model, &mut data) else { return Ok(None) };
    let owner = model.owner_of_unknown(first.unknown);
    let Owner::Constraint(_) = owner else { return Ok(None) };
    let before = (data.state.positions.clone(), elastic(model, &data));
    let (size, _) = model.mechanism.extent(&model.export(&data.state));
    let found = bring_together(model, &mut data);
    let moved = farthest(&before.0, &data.state.positions);
    if found.is_err() || moved.is_nan() || moved > MOST * size {
        return Err((owner, first.amount));
    }
    velocities::project(model, &mut data);
    model.start = data.state.clone();
    let elastic = [before.1, elastic(model, &data)];
    Ok(Some(Closed { start: model.export(&data.state), owner, elastic }))
}
