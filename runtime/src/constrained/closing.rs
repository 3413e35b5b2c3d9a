//! Equations of the user's that ropes take part in, at the start.
//!
//! The recursion closes a start, but ropes whose shape is found afterwards, as if each hung alone, are no longer where it
//! put them. What is open by little then, as what somebody has written to some digits, is brought together such that
//! as little as may be is stored. A wide gap is not: what moves by that much no longer begins where it is written.

use super::data::ConstrainedData;
use super::latches;
use super::model::ConstrainedModel;
use super::together::{self, bring_together, farthest};
use super::watch;
use super::written::{Written, fastest};
use crate::assembly::Owner;
use crate::mechanism::State;
use crate::results::rounded;

/// Of the size of everything: nothing is moved by more.
pub(crate) const MOST: f64 = 0.01;

/// A start that has been moved.
pub(crate) struct Closed {
    /// In nobody's coordinates.
    pub(crate) start: State,
    /// The equation that was open most, and what is stored before and after closing it, J; none where only velocities did not go
    /// with each other.
    pub(crate) elastic: Option<(Owner, [f64; 2])>,
    /// What is to be said of starts that are written and could not stay.
    pub(crate) notes: Vec<String>,
}

/// Moves the start of the model to where equations hold; gives it where it had to. Velocities that are written without
/// a weight stay where anything else can move, and so do places, unless what is stored then is not little: `is_little` says so of
/// what is stored before and after, J.
///
/// # Errors
/// The equation that is open most, and by how much, in SI units.
pub(crate) fn close_start(
    model: &mut ConstrainedModel,
    is_little: impl Fn([f64; 2]) -> bool,
) -> Result<Option<Closed>, (Owner, f64)> {
    let mut cables = model.mechanism.cables.iter();
    let is_asked = !model.mechanism.graph.constraints.is_empty()
        && cables.any(|cable| !cable.pieces.kind.is_of_rods());
    if !is_asked {
        return Ok(None);
    }
    let mut data = ConstrainedData::new(model);
    data.open = latches::open(model, &data.state.states);
    let gap = match watch::open(model, &mut data) {
        Some(first) => match model.owner_of_unknown(first.unknown) {
            owner @ Owner::Constraint(_) => Some((owner, first.amount)),
            _ => return Ok(None),
        },
        None => None,
    };
    let mut notes = Vec::new();
    let mut elastic = None;
    if let Some(open) = gap {
        let (stored, note) = close_gaps(model, &mut data, open, is_little)?;
        elastic = Some((open.0, stored));
        notes.extend(note);
    }
    // Where a run sets off winches and sheaves have their say first.
    let is_moving = model.paid_out.is_empty() && join_velocities(model, &mut data, &mut notes);
    if gap.is_none() && !is_moving {
        return Ok(None);
    }
    model.start = data.state.clone();
    Ok(Some(Closed { start: model.export(&data.state), elastic, notes }))
}

/// Moves positions; gives what is stored before and after, J, and what is to be said.
///
/// # Errors
/// What is open by so much.
fn close_gaps(
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
    (owner, amount): (Owner, f64),
    is_little: impl Fn([f64; 2]) -> bool,
) -> Result<([f64; 2], Option<String>), (Owner, f64)> {
    let (size, _) = model.mechanism.extent(&model.export(&data.state));
    let begin = data.state.clone();
    let before = together::elastic(model, data);
    let closed = |data: &mut ConstrainedData, kept: &[usize]| {
        data.state.copy_from(&begin);
        let found = bring_together(model, data, kept);
        let is_near = farthest(&begin.positions, &data.state.positions) <= MOST * size;
        (found.is_ok() && is_near).then(|| together::elastic(model, data))
    };
    let places = Written::places(model);
    let kept = closed(data, &places.units);
    if places.units.is_empty() || kept.is_some_and(|after| is_little([before, after])) {
        return kept.map(|after| ([before, after], None)).ok_or((owner, amount));
    }
    let staying = data.state.clone();
    let why = match (kept, closed(data, &[])) {
        (None, None) => return Err((owner, amount)),
        (Some(kept), moved) if moved.is_none_or(|moved| moved >= kept) => {
            data.state.copy_from(&staying);
            return Ok(([before, kept], None));
        }
        (Some(kept), _) => format!(
            "what closes `{}` would store {} J in what stretches and bends if it stayed there",
            model.mechanism.paths.of(owner),
            rounded(kept - before, 3)
        ),
        (None, _) => {
            format!("`{}` cannot be closed while it stays there", model.mechanism.paths.of(owner))
        }
    };
    let most = places.most_changed(model, [&begin.positions, &data.state.positions]);
    let aside = most.filter(|&(_, moved)| moved > MOVED * size);
    let note = aside.map(|(of, moved)| {
        let (name, moved) = (model.mechanism.paths.of(of), rounded(moved, 3));
        format!("`{name}` begins {moved} m from where its start says: {why}")
    });
    Ok(([before, together::elastic(model, data)], note))
}

/// Gives velocities that go with each other; false where they did.
fn join_velocities(
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
    notes: &mut Vec<String>,
) -> bool {
    let note = Written::velocities(model).join(model, data, "ropes and constraints let be");
    let (before, now) = (&data.velocities_before, &mut data.state.velocities);
    if farthest(before, now) <= JOINED * fastest(before) {
        now.copy_from_slice(before);
        return false;
    }
    notes.extend(note);
    true
}

/// Of the fastest velocity: what changes by less goes with the others.
const JOINED: f64 = 1e-9;
/// Of the size of everything: a place that is written and moves by more is told.
const MOVED: f64 = 1e-6;
