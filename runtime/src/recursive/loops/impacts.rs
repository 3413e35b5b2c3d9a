//! What impulses on coordinates do that latches hold.

use super::latches::{Unmet, choose};
use super::project::{look, prepare};
use super::response;
use crate::analyses::Answer;
use crate::recursive::{Data, RecursiveModel, prescribe};

/// Rates that an impulse does not change are rounding below this, beside the one that it changes by one.
const UNCHANGED: f64 = 1e-6;

/// How far the coordinates of some latches are from where they are held, and their rates, as if all were closed. Latches go by
/// their states.
pub(crate) fn offsets(
    model: &RecursiveModel,
    data: &mut Data,
    time: f64,
    state: &mut [f64],
    latches: &[usize],
) -> Vec<[f64; 2]> {
    let first = model.layout.states.start;
    let before: Vec<f64> = latches.iter().map(|latch| state[first + latch]).collect();
    latches.iter().for_each(|latch| state[first + latch] = 1.0);
    prescribe(model, data, time);
    look(model, data, time, state);
    let offset = |&latch: &usize| match row(model, latch) {
        Some(row) => [data.loops.residuals[row], data.loops.rates[row]],
        None => [0.0; 2],
    };
    let offsets = latches.iter().map(offset).collect();
    for (latch, before) in latches.iter().zip(before) {
        state[first + latch] = before;
    }
    offsets
}

/// What an impulse on the row of a latch does that changes its rate by one, while all is held that is closed but for `others`.
/// `None` where it is held.
pub(crate) fn answer(
    model: &RecursiveModel,
    data: &mut Data,
    time: f64,
    state: &mut [f64],
    (latch, others): (usize, &[usize]),
) -> Result<Option<Answer>, Unmet> {
    let states = model.layout.states.clone();
    let before = state[states.clone()].to_vec();
    others.iter().for_each(|other| state[states.start + other] = 0.0);
    state[states.start + latch] = 1.0;
    prescribe(model, data, time);
    choose(model, data, time, state)?;
    let answer = match row(model, latch) {
        Some(row) if data.loops.independence.rows[row] => {
            respond(model, data, time, state, (row, others))?
        }
        Some(_) | None => None,
    };
    state[states].copy_from_slice(&before);
    choose(model, data, time, state)?;
    Ok(answer)
}

/// What a unit impulse on a row changes of the rates at this row and at others.
fn respond(
    model: &RecursiveModel,
    data: &mut Data,
    time: f64,
    state: &[f64],
    (row, others): (usize, &[usize]),
) -> Result<Option<Answer>, Unmet> {
    let closing = super::project::closing_of(model, row);
    prepare(model, data, time, state).map_err(|()| Unmet::Singular { closing })?;
    let own = &mut data.loops;
    own.forces.fill(0.0);
    own.forces[row] = 1.0;
    own.compliance.solve_exactly(&model.loops.structure.pattern, &mut own.forces);
    let inertia = own.forces[row];
    response::respond(model, data, state);
    let velocities = data.loops.change.clone();
    // Rates are linear in the velocities beside what is prescribed.
    let range = model.layout.dimensions.velocity_range();
    let mut with = state.to_vec();
    let mut rates_with = |velocities: &[f64]| {
        with[range.clone()].copy_from_slice(velocities);
        look(model, data, time, &with);
        let all = data.loops.rates.clone();
        let others = offsets(model, data, time, &mut with, others);
        (all, others)
    };
    let (at_rest, others_at_rest) = rates_with(&vec![0.0; velocities.len()]);
    let (moving, others_moving) = rates_with(&velocities);
    // Rows that say the same as others take no part, and may hold it.
    let gives_way = moving
        .iter()
        .zip(&at_rest)
        .enumerate()
        .all(|(other, (now, still))| other == row || (now - still).abs() < UNCHANGED);
    let rates = others_moving.iter().zip(&others_at_rest).map(|(now, still)| now[1] - still[1]);
    let rates = rates.collect();
    let is_found = gives_way && inertia > 0.0 && inertia.is_finite();
    Ok(is_found.then_some(Answer { inertia, velocities, rates }))
}

/// The one row of a latch.
fn row(model: &RecursiveModel, latch: usize) -> Option<usize> {
    let own = model.loops.closings.iter().find(|own| own.latch == Some(latch))?;
    Some(own.rows.start)
}
