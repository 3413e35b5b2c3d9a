//! What holds single bodies to the ground, as inputs of the sweeps of transfer matrices ([`crate::transfer`]): their forces are found
//! with the accelerations, without a compliance of their own.
//!
//! Whether a singular position is near is seen by the pivots of the sweeps. Where the weakest has become a small part of what
//! it was, the gradients are looked at as they are for other methods ([`super::rank`]), which decides.

use super::model::Support;
use super::rank::Zone;
use super::{close, project, rows, size};
use crate::recursive::data::Failure;
use crate::recursive::{Data, RecursiveModel};
use crate::spatial::Vec3;
use crate::transfer::Transfer;
use crate::tree::TreeError;

/// A pivot that is a smaller part of the one that was looked at.
const SMALLER: f64 = 0.1;

/// Before the sweep inward: gradients of all rows, and what each asks of its body.
pub(crate) fn hold(
    model: &RecursiveModel,
    data: &mut Data,
    state: &[f64],
    sweeps: &Transfer,
) -> Result<(), Failure> {
    data.transfer.weakest = 1.0;
    if model.loops.is_empty() {
        return Ok(());
    }
    rows::rows(model, data, state);
    for (slot, &row) in sweeps.held_rows().iter().enumerate() {
        let (mut gradient, mut known) = ([Vec3::zeros(); 2], data.loops.biases[row]);
        for term in model.loops.rows[row].terms.clone() {
            let own = &data.loops.gradients[term];
            match &model.loops.terms[term] {
                Support::Body(_) => {
                    gradient[0] += own[0];
                    gradient[1] += own[1];
                }
                Support::Base(base) => {
                    let motion = &data.tree.bases[*base];
                    known += own[0].dot(&motion.alpha) + own[1].dot(&motion.acceleration);
                }
                // Assembly lets none of these pass.
                Support::Rate { .. } | Support::Drive(_) | Support::Cable { .. } => {
                    return Err(Failure::Loop);
                }
            }
        }
        let level = model.loops.rows[row].level;
        let asked = known + close::restoring(model.loops.method, level, &data.loops, row);
        let is_open = gradient == [Vec3::zeros(); 2];
        let held = &mut data.transfer.rows[slot];
        (held.gradient, held.target) = (gradient, -asked);
        held.is_left_out = is_open || !data.loops.independence.rows[row];
    }
    Ok(())
}

/// After the sweep outward: the forces go where those of closed loops are, and their power into the ledger.
pub(crate) fn keep(
    model: &RecursiveModel,
    data: &mut Data,
    state: &[f64],
    rates: &[f64],
    sweeps: &Transfer,
) {
    if model.loops.is_empty() {
        return;
    }
    data.loops.forces.fill(0.0);
    let velocities = model.layout.dimensions.velocity_range();
    let mut held = size::speed(model, &rates[velocities.clone()]);
    for (own, &row) in data.transfer.rows.iter().zip(sweeps.held_rows()) {
        data.loops.forces[row] = own.force;
        // In units of the row, as far as they are known.
        let size = data.loops.sizes[row];
        if size > 0.0 {
            held = held.max((own.force * own.compliance).abs() / size);
        }
    }
    let speed = size::speed(model, &state[velocities]);
    data.loops.lately = data.loops.lately.max(speed);
    data.loops.held = data.loops.held.max(held);
    close::power(model, data, state);
}

/// Whether the last evaluation may have been near a singular position.
pub(crate) fn is_doubtful(model: &RecursiveModel, data: &Data) -> bool {
    if model.transfer.is_none() || model.loops.is_empty() {
        return false;
    }
    let judged = data.loops.independence.judged;
    match data.failure {
        None => judged == 0.0 || data.transfer.weakest < SMALLER * judged,
        Some(Failure::Tree(TreeError::Singular { .. })) => true,
        Some(_) => false,
    }
}

/// Looks at the gradients: an evaluation has to follow.
///
/// # Errors
/// A singular position is near, or the bodies cannot be solved at all: then the last evaluation knows better why.
pub(crate) fn look_closely(
    model: &RecursiveModel,
    data: &mut Data,
    time: f64,
    state: &[f64],
) -> Result<(), Failure> {
    let weakest = data.transfer.weakest;
    let known = data.failure;
    project::prepare(model, data, time, state).map_err(|()| known.unwrap_or(Failure::Loop))?;
    match data.loops.independence.zone {
        Zone::Regular => {
            data.loops.independence.judged = weakest;
            Ok(())
        }
        Zone::Near | Zone::Singular => Err(Failure::Near),
    }
}
