//! Takes the drift of an integration out of positions and velocities.
//!
//! The nearest state in the metric of the mass matrix: `Δq = -M^-1 J' Λ^-1 g`, moved along the
//! drift of the tree and of the cables, then `Δv = -M^-1 J' Λ^-1 g'`. From the drift of one step the
//! first factorization serves all iterations; it is renewed where they do not contract.

use super::factor::PROXIMAL;
use super::model::{Closing, Level};
use super::{close, response, rows};
use crate::dynamics::{Data, Model, recursion};
use crate::signals::Stage;

/// A projection that did not come to an end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct NotClosed {
    /// Index of the closing that is furthest from being closed.
    pub(crate) closing: usize,
    /// m or rad, or a rate.
    pub(crate) residual: f64,
    pub(crate) level: Level,
}

/// Aimed at, in m, rad or the unit of the user's equation, for a mechanism of the size of a metre.
const TOLERANCE: f64 = 1e-13;
/// Taken when rounding keeps the iteration from getting closer.
const ACCEPTABLE: f64 = 1e-10;
const ITERATIONS: usize = 8;
const RENEWALS: usize = 6;

/// Evaluates all rows at a state: positions, velocities and, where there are equations, signals.
pub(crate) fn look(model: &Model, data: &mut Data, time: f64, state: &[f64]) {
    recursion::kinematics(model, data, state);
    if model.loops.reads_signals {
        crate::dynamics::sense::sense(model, data, state, &model.sensors.state);
        model.tape.run(Stage::State, time, &mut data.values);
    }
    rows::rows(model, data, state);
}

/// Puts the state on the closing constraints. The motions prescribed at `time` must be there.
pub(crate) fn project(
    model: &Model,
    data: &mut Data,
    time: f64,
    state: &mut [f64],
) -> Result<(), NotClosed> {
    positions(model, data, time, state)?;
    velocities(model, data, time, state)
}

/// The size of the mechanism, by which rounding grows: m.
pub(crate) fn scale(model: &Model, data: &Data) -> f64 {
    let mut scale: f64 = 1.0;
    for body in 0..model.tree.bodies() {
        scale = scale.max(data.tree.reference_position(body).amax());
    }
    scale
}

fn positions(
    model: &Model,
    data: &mut Data,
    time: f64,
    state: &mut [f64],
) -> Result<(), NotClosed> {
    look(model, data, time, state);
    let scale = scale(model, data);
    let mut before = f64::INFINITY;
    let mut renew = true;
    let mut renewals = 0;
    for _ in 0..ITERATIONS * RENEWALS {
        let (row, residual) = largest(&data.loops.residuals);
        let settled = residual <= ACCEPTABLE * scale && residual > 0.3 * before;
        if residual <= TOLERANCE * scale || settled {
            return Ok(());
        }
        if renew || residual > 0.3 * before || !residual.is_finite() {
            if renewals == RENEWALS || !residual.is_finite() {
                return Err(not_closed(model, row, residual, Level::Position));
            }
            renewals += 1;
            prepare(model, data, time, state)
                .map_err(|()| not_closed(model, row, residual, Level::Position))?;
            renew = false;
        }
        before = residual;
        let own = &mut data.loops;
        own.forces.copy_from_slice(&own.residuals);
        own.compliance.solve(&model.loops.structure.pattern, &mut own.forces);
        step_positions(model, data, state, -1.0);
        look(model, data, time, state);
    }
    let (row, residual) = largest(&data.loops.residuals);
    Err(not_closed(model, row, residual, Level::Position))
}

/// Moves positions along `M^-1 J' f` times `sign`; velocities stay what they are but tangent.
fn step_positions(model: &Model, data: &mut Data, state: &mut [f64], sign: f64) {
    let mut factorized_at = std::mem::take(&mut data.loops.state);
    factorized_at.copy_from_slice(state);
    response::respond(model, data, &factorized_at);
    data.loops.state = factorized_at;
    let mut change = std::mem::take(&mut data.loops.change);
    for slot in &mut change {
        *slot *= sign;
    }
    super::drift(model, &mut state[..model.layout.dimensions.positions], &mut change, 1.0);
    data.loops.change = change;
    recursion::restore(model, data, state);
}

fn velocities(
    model: &Model,
    data: &mut Data,
    time: f64,
    state: &mut [f64],
) -> Result<(), NotClosed> {
    let range = model.layout.dimensions.velocity_range();
    let speed = state[range.clone()].iter().fold(1.0_f64, |most, v| most.max(v.abs()));
    let scale = scale(model, data) * speed;
    let mut before = f64::INFINITY;
    let mut renewals = 0;
    let mut ready = false;
    for _ in 0..ITERATIONS * 2 {
        let (row, rate) = largest(&data.loops.rates);
        let settled = rate <= ACCEPTABLE * scale && rate > 0.3 * before;
        if rate <= TOLERANCE * scale || settled {
            return Ok(());
        }
        if !ready || rate > 0.3 * before || !rate.is_finite() {
            if renewals == 3 || !rate.is_finite() {
                return Err(not_closed(model, row, rate, Level::Velocity));
            }
            renewals += 1;
            prepare(model, data, time, state)
                .map_err(|()| not_closed(model, row, rate, Level::Velocity))?;
            ready = true;
        }
        before = rate;
        let own = &mut data.loops;
        own.forces.copy_from_slice(&own.rates);
        own.compliance.solve(&model.loops.structure.pattern, &mut own.forces);
        response::respond(model, data, state);
        for (slot, change) in state[range.clone()].iter_mut().zip(&data.loops.change) {
            *slot -= change;
        }
        recursion::restore(model, data, state);
        look(model, data, time, state);
    }
    let (row, rate) = largest(&data.loops.rates);
    Err(not_closed(model, row, rate, Level::Velocity))
}

/// Velocities alone: Gear, Gupta and Leimkuhler's method keeps the positions by itself.
pub(crate) fn project_velocities(
    model: &Model,
    data: &mut Data,
    time: f64,
    state: &mut [f64],
) -> Result<(), NotClosed> {
    look(model, data, time, state);
    velocities(model, data, time, state)
}

/// The articulated inertias at a state, without loads, and `Λ`.
pub(crate) fn prepare(model: &Model, data: &mut Data, time: f64, state: &[f64]) -> Result<(), ()> {
    look(model, data, time, state);
    recursion::inward(model, data, state).map_err(drop)?;
    close::compliance(model, data, state, PROXIMAL).map_err(drop)
}

pub(crate) fn largest(values: &[f64]) -> (usize, f64) {
    let mut best = (0, 0.0);
    for (index, value) in values.iter().enumerate() {
        if value.is_nan() {
            return (index, f64::NAN);
        }
        if value.abs() > best.1 {
            best = (index, value.abs());
        }
    }
    best
}

pub(crate) fn not_closed(model: &Model, row: usize, residual: f64, level: Level) -> NotClosed {
    let holds = |closing: &Closing| closing.rows.contains(&row);
    let closing = model.loops.closings.iter().position(holds).unwrap_or(0);
    NotClosed { closing, residual, level }
}

/// Remembers how far the angles of cut joints have turned.
pub(crate) fn follow_angles(model: &Model, data: &mut Data) {
    super::each_angle(model, |joint, coordinate| {
        let slot = joint.windings + coordinate;
        let pair = joint.pair(&data.tree);
        let angle = joint.coordinate(&pair, coordinate, data.loops.windings[slot]).value;
        data.loops.windings[slot] = angle;
    });
}
