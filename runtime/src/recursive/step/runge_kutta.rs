//! Classical Runge-Kutta of order 4.
//!
//! The weights are 1/6, 1/3, 1/3 and 1/6. What has drifted is put back by who accepts the step.

use super::{Integrator, Obstacle, System};

/// Leaves the state at `end` in `trial`. Three evaluations beside the derivative that is there; the one
/// at the end is the first of the next step.
pub(super) fn attempt(
    at: &mut Integrator,
    system: &mut impl System,
    end: f64,
) -> Result<(), Obstacle> {
    let h = end - at.time;
    let middle = at.time + 0.5 * h;
    let n = at.state.len();
    for i in 0..n {
        at.trial[i] = at.state[i] + 0.5 * h * at.rates[i];
    }
    at.evaluate_trial(system, middle, 0)?;
    for i in 0..n {
        at.trial[i] = at.state[i] + 0.5 * h * at.stages[0][i];
    }
    at.evaluate_trial(system, middle, 1)?;
    for i in 0..n {
        at.trial[i] = at.state[i] + h * at.stages[1][i];
    }
    // Of both in the middle only the sum is left to be read.
    for i in 0..n {
        at.stages[0][i] += at.stages[1][i];
    }
    at.evaluate_trial(system, at.clock.before(end), 1)?;
    for i in 0..n {
        let sum = at.rates[i] + 2.0 * at.stages[0][i] + at.stages[1][i];
        at.trial[i] = at.state[i] + h / 6.0 * sum;
    }
    Ok(())
}
