//! Connections that events close and open.
//!
//! Rows of an open one are zero, so that none of them is ever chosen. Where one closes, the rank is found anew and the state is
//! projected: positions as far as they may be apart, then velocities, which is the impulse of a plastic impact,
//! `Δv = -M^-1 J' Λ^-1 g'`.

use std::ops::Range;

use super::data::LoopData;
use super::model::{Closing, ClosingKind};
use super::project::{self, Obstruction, look, positions, velocities};
use super::{NotClosed, partition, rank, size};
use crate::analyses::{Gap, Impact};
use crate::mechanism::State;
use crate::recursive::energy::energies;
use crate::recursive::{Data, RecursiveModel, kinematics, prescribe};
use crate::spatial::Vec3;

/// What is closed may be open by this share of its rows' sizes, as states between steps are.
const TOGETHER: f64 = 1e-8;

/// Why a connection cannot be closed where everything is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Unmet {
    /// It is open by more than is allowed; with the unit, where that is known.
    Apart { closing: usize, amount: f64, unit: &'static str },
    /// It cannot be brought together by moving what is there.
    NotClosed(NotClosed),
    /// The position is singular.
    Singular { closing: usize },
}

/// After latches in `state` have changed, and `closes` says whether one has closed: what closing ones were apart by, which has to be
/// allowed, is moved together, and velocities change at once. What the impact takes is booked in the state's
/// ledger; what drives and gaps do besides is left to who calls.
pub(crate) fn follow(
    model: &RecursiveModel,
    data: &mut Data,
    time: f64,
    state: &mut [f64],
    (closes, allowed): (bool, Gap),
) -> Result<Impact, Unmet> {
    prescribe(model, data, time);
    if !closes {
        choose(model, data, time, state)?;
        return Ok(Impact::default());
    }
    let gap = apart(model, data, time, state, allowed)?;
    choose(model, data, time, state)?;
    let mut before = state[model.layout.dimensions.velocity_range()].to_vec();
    if gap != Gap::default() {
        let from = export(model, data, time, state);
        positions(model, data, time, state, false).map_err(|why| unmet(model, data, why))?;
        keep_velocities(model, data, &from, state);
        before.copy_from_slice(&state[model.layout.dimensions.velocity_range()]);
        choose(model, data, time, state)?;
    }
    velocities(model, data, time, state, false).map_err(|why| unmet(model, data, why))?;
    project::follow_angles(model, data);
    let lost = lost(model, data, state, &before);
    state[model.layout.ledger] += lost;
    Ok(Impact { gap, lost })
}

fn unmet(model: &RecursiveModel, data: &Data, why: Obstruction) -> Unmet {
    match why {
        Obstruction::Open(open) => Unmet::NotClosed(open),
        Obstruction::Singular => {
            Unmet::Singular { closing: project::closing_of(model, data.loops.independence.weakest) }
        }
    }
}

/// A state of the forest in nobody's coordinates.
fn export(model: &RecursiveModel, data: &mut Data, time: f64, state: &[f64]) -> State {
    kinematics(model, data, state);
    model.export(data, time, state)
}

/// Gives bodies the velocities of their centres of mass and the angular velocities that they had before positions were
/// moved, as far as their joints let them, and nodes of cables theirs.
fn keep_velocities(model: &RecursiveModel, data: &mut Data, from: &State, state: &mut [f64]) {
    let mut now = export(model, data, from.time, state);
    let bodies = now.bodies.iter_mut().zip(&from.bodies).zip(&model.mechanism.graph.bodies);
    for ((now, from), body) in bodies {
        let centre = Vec3::from(model.mechanism.array(body.centre_of_mass));
        let arm = now.attitude * centre - from.attitude * centre;
        now.angular_velocity = from.angular_velocity;
        now.velocity = from.velocity - from.angular_velocity.cross(&arm);
    }
    for (now, from) in now.curves.iter_mut().zip(&from.curves) {
        now.velocities.clone_from(&from.velocities);
    }
    let entered = model.enter(data, &now);
    let velocities = model.layout.dimensions.velocity_range();
    state[velocities.clone()].copy_from_slice(&entered[velocities]);
}

/// Finds which rows are independent from now on.
fn choose(
    model: &RecursiveModel,
    data: &mut Data,
    time: f64,
    state: &mut [f64],
) -> Result<(), Unmet> {
    let Some(found) = rank::find(model, data, time, state) else {
        return Err(Unmet::Singular { closing: 0 });
    };
    data.loops.independence.begin_anew(found.choice);
    partition::renew(model, data, time, state);
    Ok(())
}

/// The widest gaps, if they are allowed.
fn apart(
    model: &RecursiveModel,
    data: &mut Data,
    time: f64,
    state: &[f64],
    allowed: Gap,
) -> Result<Gap, Unmet> {
    look(model, data, time, state);
    size::measure(model, data);
    let own = &data.loops;
    let norm = |rows: Range<usize>| {
        own.residuals[rows].iter().map(|residual| residual * residual).sum::<f64>().sqrt()
    };
    let mut widest = Gap::default();
    for (index, closing) in model.loops.closings.iter().enumerate() {
        let shares =
            closing.rows.clone().map(|row| size::share(own.residuals[row], own.sizes[row]));
        let open = shares.fold(0.0, f64::max);
        if open <= TOGETHER {
            continue;
        }
        let (lengths, angles) = measures(closing);
        let gap = Gap { length: norm(lengths.clone()), angle: norm(angles.clone()) };
        if gap.length.is_nan() || gap.length > allowed.length && gap.length > 0.0 {
            return Err(Unmet::Apart { closing: index, amount: gap.length, unit: " m" });
        }
        if gap.angle > allowed.angle && is_open(own, angles) {
            return Err(Unmet::Apart { closing: index, amount: gap.angle, unit: " rad" });
        }
        if lengths.is_empty() {
            let amount = norm(closing.rows.clone());
            return Err(Unmet::Apart { closing: index, amount, unit: "" });
        }
        widest.length = widest.length.max(gap.length);
        widest.angle = widest.angle.max(gap.angle);
    }
    Ok(widest)
}

/// Whether one of some rows is open beyond what is taken for closed.
fn is_open(own: &LoopData, mut rows: Range<usize>) -> bool {
    rows.any(|row| size::share(own.residuals[row], own.sizes[row]) > TOGETHER)
}

/// Rows of a closing whose residuals are lengths, and those that are angles.
fn measures(closing: &Closing) -> (Range<usize>, Range<usize>) {
    let (start, end) = (closing.rows.start, closing.rows.end);
    let lengths = match &closing.kind {
        ClosingKind::CableEnd { .. } => end - start,
        ClosingKind::Joint(joint) => joint.locked_lengths(),
        // In what the user has chosen.
        ClosingKind::Equations(_) => return (start..start, start..start),
    };
    (start..start + lengths, start + lengths..end)
}

/// J.
fn kinetic_energy(model: &RecursiveModel, data: &mut Data, state: &[f64]) -> f64 {
    kinematics(model, data, state);
    energies(model, data, state).kinetic
}

/// `1/2 Δv' M Δv`, J: what a plastic impact takes whatever moves by itself. The kinetic energy is quadratic in the velocities,
/// and neither linear nor zero without them where something is driven.
fn lost(model: &RecursiveModel, data: &mut Data, state: &[f64], before: &[f64]) -> f64 {
    let range = model.layout.dimensions.velocity_range();
    let mut with = state.to_vec();
    let mut of = |sign: f64| {
        for ((slot, now), before) in
            with[range.clone()].iter_mut().zip(&state[range.clone()]).zip(before)
        {
            *slot = sign * (now - before);
        }
        kinetic_energy(model, data, &with)
    };
    0.5 * (of(1.0) + of(-1.0)) - of(0.0)
}
