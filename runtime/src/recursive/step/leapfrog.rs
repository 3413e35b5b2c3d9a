//! Leapfrog: symmetric kick-drift-kick of order 2.
//!
//! Accelerations in joint coordinates depend on velocities, so the first half kick is implicit,
//! `v' = v + h/2 a(q, v')`, solved by fixed-point iteration; the second is explicit in the same `v'`.
//! What is integrated beside the motion and may act on it, `x' = f(q, v, x)`, is kicked like velocities.
//! The map is then its own inverse with `-h`, so energy oscillates but does not drift for
//! conservative systems. With dissipation it is still of order 2, but that advantage is gone.

use std::ops::Range;

use super::{Integrator, Obstacle, System};

/// For velocities that forces depend on: a fixed point is looked for.
const ITERATIONS: usize = 60;
/// Relative change of the half-kick velocities at which the iteration stops.
const TOLERANCE: f64 = 1e-14;
/// Change that is taken when rounding keeps the iteration from getting closer.
const ACCEPTABLE: f64 = 1e-9;

/// Leaves the state at `end` in `trial`.
pub(super) fn attempt(
    at: &mut Integrator,
    system: &mut impl System,
    end: f64,
) -> Result<(), Obstacle> {
    let h = end - at.time;
    let nq = at.dimensions.positions;
    let moving = at.dimensions.moving();
    let n = at.dimensions.total();
    let beside = at.dimensions.extra_range();
    at.trial.copy_from_slice(&at.state);
    // The first guess comes from the derivative at the step's start.
    let mut change = f64::INFINITY;
    at.stages[0].copy_from_slice(&at.rates);
    system.tangent(&at.state, &mut at.stages[0]);
    for i in (nq..moving).chain(beside.clone()) {
        at.trial[i] = at.state[i] + 0.5 * h * at.stages[0][i];
    }
    for _ in 0..ITERATIONS {
        at.evaluate_trial(system, at.time, 0)?;
        system.tangent(&at.trial, &mut at.stages[0]);
        let relative = half_kick(at, h, nq..moving).max(half_kick(at, h, beside.clone()));
        let stalled = relative >= change && relative < ACCEPTABLE;
        change = relative;
        if relative <= TOLERANCE || stalled {
            break;
        }
    }
    if change > ACCEPTABLE {
        at.offending.copy_from_slice(&at.trial);
        return Err(Obstacle::NoConvergence { time: at.time });
    }
    for i in at.dimensions.ledger_range() {
        at.trial[i] = at.state[i] + 0.5 * h * at.stages[0][i];
    }
    let (q, rest) = at.trial.split_at_mut(nq);
    system.drift(q, &mut rest[..moving - nq], h);
    at.evaluate_trial(system, at.clock.before(end), 0)?;
    system.tangent(&at.trial, &mut at.stages[0]);
    for i in nq..n {
        at.trial[i] += 0.5 * h * at.stages[0][i];
    }
    Ok(())
}

/// Of what stands in a range, by the derivatives found for the last guess of it; how much the guess changes, relative
/// to the largest of it.
fn half_kick(at: &mut Integrator, h: f64, range: Range<usize>) -> f64 {
    let (mut largest, mut size): (f64, f64) = (0.0, 0.0);
    for i in range {
        let next = at.state[i] + 0.5 * h * at.stages[0][i];
        largest = largest.max((next - at.trial[i]).abs());
        size = size.max(next.abs()).max((h * at.stages[0][i]).abs());
        at.trial[i] = next;
    }
    largest / size.max(f64::MIN_POSITIVE)
}
