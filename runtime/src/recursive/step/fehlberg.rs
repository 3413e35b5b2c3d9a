//! Runge-Kutta-Fehlberg 4(5) with error control.
//!
//! Coefficients: E. Fehlberg, NASA TR R-315 (1969), table III, formula 2. Local extrapolation: the
//! solution of order 5 is the one that goes on, the difference to that of order 4 is the error
//! estimate. The error is measured in the maximum norm over positions, velocities and the integrals of
//! controllers, each relative to `absolute + relative * |value|`. The next step is
//! `0.9 * error^(-1/5)` times the last one, within a factor of 5 either way.
//!
//! The energy ledger counts, too, relative to the largest energy that the run has exchanged so far: power
//! may change where no force does (a damper that keeps a slack line from pushing takes out what the line
//! has stored, while the body flies freely, in steps as long as it likes). Energies that belong to
//! velocities of the absolute tolerance do not.

use super::{Integrator, Obstacle, System};
use crate::mechanism::pace;

/// From one step to the next.
const MOST_GROWTH: f64 = 5.0;

/// How accurate steps have to be.
#[derive(Clone, Copy)]
pub(super) struct Control {
    /// Of each number of a state.
    pub(super) relative_tolerance: f64,
    /// Beside that, in the number's unit.
    pub(super) absolute_tolerance: f64,
    /// s
    pub(super) max_step: f64,
}

/// Where the stages are within the step (Fehlberg 1969).
const NODES: [f64; 5] = [1.0 / 4.0, 3.0 / 8.0, 12.0 / 13.0, 1.0, 1.0 / 2.0];

/// Of each stage: how much of each rate before it.
const STAGES: [&[f64]; 5] = [
    &[1.0 / 4.0],
    &[3.0 / 32.0, 9.0 / 32.0],
    &[1932.0 / 2197.0, -7200.0 / 2197.0, 7296.0 / 2197.0],
    &[439.0 / 216.0, -8.0, 3680.0 / 513.0, -845.0 / 4104.0],
    &[-8.0 / 27.0, 2.0, -3544.0 / 2565.0, 1859.0 / 4104.0, -11.0 / 40.0],
];

/// Weights of the six rates in the solution of order 5.
const FIFTH: [f64; 6] =
    [16.0 / 135.0, 0.0, 6656.0 / 12825.0, 28561.0 / 56430.0, -9.0 / 50.0, 2.0 / 55.0];

/// Order 5 minus order 4.
const ERROR: [f64; 6] = [
    16.0 / 135.0 - 25.0 / 216.0,
    0.0,
    6656.0 / 12825.0 - 1408.0 / 2565.0,
    28561.0 / 56430.0 - 2197.0 / 4104.0,
    -9.0 / 50.0 + 1.0 / 5.0,
    2.0 / 55.0,
];

/// One accepted step, after as many rejected ones as it takes. A trial whose derivatives are not
/// finite counts as too long.
pub(super) fn step(
    at: &mut Integrator,
    system: &mut impl System,
    control: Control,
) -> Result<(), Obstacle> {
    let mut failure = None;
    loop {
        let limit = at.clock.limit();
        let remaining = limit - at.time;
        let mut h = at.proposal.min(control.max_step);
        let mut end = at.time + h;
        // The last two steps are made equal rather than leaving a crumb.
        if h >= remaining * (1.0 - 1e-12) {
            h = remaining;
            end = limit;
        } else if 2.0 * h > remaining {
            h = 0.5 * remaining;
            end = at.time + h;
        }
        let least = 16.0 * f64::EPSILON * at.time.abs().max(at.clock.end() * 1e-3);
        if h < least && h < remaining {
            return Err(failure.unwrap_or(Obstacle::StepTooShort { time: at.time, step: h }));
        }
        match attempt(at, system, end) {
            Ok(()) => {
                let error = error(at, end, control);
                let factor = if error > 0.0 { 0.9 * error.powf(-0.2) } else { MOST_GROWTH };
                if error <= 1.0 {
                    match at.accept(system, end) {
                        Ok(()) => {
                            at.clock.advance(end);
                            at.note_exchange(system);
                            // Directly after a failure the step does not grow.
                            let limit = if failure.is_some() { 1.0 } else { MOST_GROWTH };
                            at.proposal = h * factor.clamp(0.2, limit);
                            at.pace = pace(at.pace, h, factor, MOST_GROWTH).min(control.max_step);
                            return Ok(());
                        }
                        Err(obstacle) => {
                            failure = Some(obstacle);
                            at.effort.rejected += 1;
                            at.proposal = 0.1 * h;
                        }
                    }
                } else {
                    at.effort.rejected += 1;
                    at.proposal = h * factor.clamp(0.1, 0.9);
                }
            }
            Err(obstacle) => {
                failure = Some(obstacle);
                at.effort.rejected += 1;
                at.proposal = 0.1 * h;
            }
        }
    }
}

/// Leaves the solution of order 5 at `end` in `trial`.
pub(super) fn attempt(
    at: &mut Integrator,
    system: &mut impl System,
    end: f64,
) -> Result<(), Obstacle> {
    let h = end - at.time;
    at.stages[0].copy_from_slice(&at.rates);
    for stage in 1..6 {
        at.trial.copy_from_slice(&at.state);
        for (earlier, &coefficient) in STAGES[stage - 1].iter().enumerate() {
            for (trial, slope) in at.trial.iter_mut().zip(&at.stages[earlier]) {
                *trial += h * coefficient * slope;
            }
        }
        let node = NODES[stage - 1];
        let time = if node == 1.0 { at.clock.before(end) } else { at.time + node * h };
        at.evaluate_trial(system, time, stage)?;
    }
    for i in 0..at.state.len() {
        let slope: f64 =
            [0, 2, 3, 4, 5].iter().map(|&stage| FIFTH[stage] * at.stages[stage][i]).sum();
        at.trial[i] = at.state[i] + h * slope;
    }
    Ok(())
}

/// Of the attempt to `end`, relative to the tolerance.
fn error(at: &Integrator, end: f64, control: Control) -> f64 {
    let h = end - at.time;
    let ledger = at.dimensions.ledger_range();
    let exchanged = at.trial[ledger.clone()].iter().map(|energy| energy.abs());
    let exchanged = exchanged.fold(at.exchanged, f64::max);
    let of_energy = at.unresolved + control.relative_tolerance * exchanged;
    let mut error: f64 = 0.0;
    for i in 0..at.state.len() {
        let difference: f64 =
            [0, 2, 3, 4, 5].iter().map(|&stage| ERROR[stage] * at.stages[stage][i]).sum();
        let size = at.state[i].abs().max(at.trial[i].abs());
        let scale = if ledger.contains(&i) {
            of_energy
        } else {
            control.absolute_tolerance + control.relative_tolerance * size
        };
        // No energy at all is no error.
        if difference != 0.0 {
            error = error.max((h * difference).abs() / scale);
        }
    }
    error
}
