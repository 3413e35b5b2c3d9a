//! Connections that events close and open.
//!
//! Open ones stay in the matrix, with rows of nothing but a compliance, so that their multipliers vanish and no structure
//! has to be made again. Where one closes, positions are brought together ([`super::together`]), as far as they may be
//! apart, and then velocities: the impulse of a plastic impact, which [`velocities::project`] finds.

use cdl_graph::Latch;

use super::data::ConstrainedData;
use super::dependence;
use super::model::ConstrainedModel;
use super::together::{Parted, bring_together};
use super::velocities;
use super::watch;
use crate::analyses::Impact;
use crate::assembly::Owner;
use crate::mechanism::{Apart, FOUND_TOGETHER, Gap};

/// A connection that events close and open.
#[derive(Clone, Debug)]
pub(super) struct LatchOn {
    /// Among the user's, 1 where it is closed.
    pub(super) state: usize,
    /// Of its multipliers.
    pub(super) unknowns: Vec<usize>,
}

/// Why a connection cannot be closed where everything is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Unmet {
    /// Its sides are farther from each other than is allowed.
    Apart(Apart),
    /// It cannot be brought together by moving what is there.
    Parted(Owner),
    /// The matrix is singular there.
    Singular,
}

/// Equations may be open by so much more than states of a run are, as instants are found.
const EQUATION: f64 = FOUND_TOGETHER / watch::OF_STATE;

/// Of each unknown: whether it is the multiplier of an open connection. Empty where there are no latches.
pub(super) fn open(model: &ConstrainedModel, states: &[f64]) -> Vec<bool> {
    if model.latches.is_empty() {
        return Vec::new();
    }
    let mut open = vec![false; model.structure.unknowns()];
    for latch in model.latches.iter().filter(|latch| states[latch.state] == 0.0) {
        latch.unknowns.iter().for_each(|&unknown| open[unknown] = true);
    }
    open
}

/// After states have been changed: connects what has been closed, by an impulse, and lets go what has been opened. What drives and gaps do to the
/// energy besides what the impact takes is left to who calls. What
/// closing ones were apart by, which has to be within `gap`, is moved together. `None` where no latch has changed.
pub(super) fn follow(
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
    gap: Gap,
) -> Result<Option<Impact>, Unmet> {
    let now = open(model, &data.state.states);
    if now == data.open {
        return Ok(None);
    }
    let closes = now.iter().zip(&data.open).any(|(now, before)| *before && !*now);
    data.open = now;
    dependence::soften(model, data);
    if !closes {
        return Ok(Some(Impact::default()));
    }
    let moved = meet(model, data, gap)?;
    let taken = velocities::project(model, data).ok_or(Unmet::Singular)?;
    data.state.dissipated += taken.dissipated;
    Ok(Some(Impact { gap: moved, lost: taken.dissipated }))
}

/// Moves positions onto the constraints. Gives the widest gaps there were.
fn meet(model: &ConstrainedModel, data: &mut ConstrainedData, allowed: Gap) -> Result<Gap, Unmet> {
    let now = model.export(&data.state);
    let gap = model.mechanism.gaps(&now, allowed).map_err(Unmet::Apart)?;
    let Some(first) = watch::open(model, data) else { return Ok(Gap::default()) };
    let owner = model.owner_of_unknown(first.unknown);
    if is_asked(model, first.unknown) && first.ratio > EQUATION {
        return Err(Unmet::Apart(Apart { owner, amount: first.amount, unit: "" }));
    }
    match bring_together(model, data, &[]) {
        Ok(()) => Ok(gap),
        Err(Parted::Singular) => Err(Unmet::Singular),
        Err(Parted::Open) => Err(Unmet::Parted(owner)),
    }
}

/// Whether something is an equation of the user's, which may be open by little. One that holds a coordinate where it is is never open by more
/// than instants are.
fn is_asked(model: &ConstrainedModel, unknown: usize) -> bool {
    let own = model.latches.iter().find(|own| own.unknowns.contains(&unknown));
    let latches = &model.mechanism.graph.latches;
    let own = own.and_then(|own| latches.iter().find(|latch| latch.state.index() == own.state));
    let is_equation = matches!(model.owner_of_unknown(unknown), Owner::Constraint(_));
    is_equation && !own.is_some_and(Latch::holds_coordinates)
}
