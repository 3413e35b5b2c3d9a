//! `J C J'` with a diagonal `C` of compliances: what a unit force on each row moves when coordinates
//! resist as they are told to, without any inertia.
//!
//! The compliances have one entry for each velocity of the state: how willingly it moves. With
//! units squared as compliances the diagonal is the square of what a wrong coordinate makes of a
//! row, so pivots tell angles between rows ([`super::choice`]); with what the user holds they find
//! a start ([`super::start`]). Nothing here depends on masses.

use super::factor::Compliance;
use super::jacobian::Jacobian;
use super::model::Level;
use super::project::look;
use crate::recursive::{Data, RecursiveModel};

/// Gradients of all rows in the velocities.
/// At a time and a state; positions and rates of all rows are evaluated on the way.
pub(super) fn linearize(
    model: &RecursiveModel,
    data: &mut Data,
    jacobian: &mut Jacobian,
    (time, state): (f64, &[f64]),
) {
    look(model, data, time, state);
    jacobian.evaluate(model, data, state);
}

/// Whether a row takes part: equations on velocities say nothing about positions.
/// On the level of velocities all rows count, as a position equation has a rate.
fn counts(model: &RecursiveModel, row: usize, level: Level) -> bool {
    level == Level::Velocity || model.loops.rows[row].level == Level::Position
}

/// `J C J'`.
/// Only blocks that are not eliminated before are set; the matrix is symmetric.
pub(super) fn weigh(
    model: &RecursiveModel,
    jacobian: &Jacobian,
    compliances: &[f64],
    level: Level,
    matrix: &mut Compliance,
) {
    let loops = &model.loops;
    matrix.clear();
    for (block, (closing, reach)) in loops.closings.iter().zip(&loops.structure.reaches).enumerate()
    {
        for (j, row) in closing.rows.clone().enumerate().filter(|&(_, r)| counts(model, r, level)) {
            for &other in &reach.later {
                for (i, other_row) in loops.closings[other].rows.clone().enumerate() {
                    if counts(model, other_row, level) {
                        let value = jacobian.product((other, other_row), (block, row), compliances);
                        matrix.set(&loops.structure.pattern, (other, i), (block, j), value);
                    }
                }
            }
        }
    }
}

/// The diagonal alone.
pub(super) fn weigh_each(
    model: &RecursiveModel,
    jacobian: &Jacobian,
    compliances: &[f64],
    level: Level,
    weights: &mut [f64],
) {
    for (block, closing) in model.loops.closings.iter().enumerate() {
        for row in closing.rows.clone() {
            weights[row] = if counts(model, row, level) {
                jacobian.product((block, row), (block, row), compliances)
            } else {
                0.0
            };
        }
    }
}

/// `change = -C J' f`.
/// The least change, in the sense of the compliances, that takes away what `forces` were found
/// from.
pub(super) fn spread(
    model: &RecursiveModel,
    jacobian: &Jacobian,
    compliances: &[f64],
    level: Level,
    forces: &[f64],
    change: &mut [f64],
) {
    change.fill(0.0);
    for (index, closing) in model.loops.closings.iter().enumerate() {
        for row in closing.rows.clone().filter(|&row| counts(model, row, level)) {
            for (range, values) in jacobian.row(index, row) {
                for (slot, value) in range.zip(values) {
                    change[slot] -= compliances[slot] * value * forces[row];
                }
            }
        }
    }
}
