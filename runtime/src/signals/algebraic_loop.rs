//! Signals that depend on each other: damped Newton on the tear variables.

use crate::dense::eliminate;

/// Scratch and the last solution of one algebraic loop; allocated once.
#[derive(Clone, Debug)]
pub(crate) struct LoopState {
    /// Where the next solution starts: the solution at the end of the last accepted step, so that
    /// evaluations in between (stages, recorded rows) cannot influence each other.
    pub(crate) start: Vec<f64>,
    /// The last solution found.
    pub(crate) solution: Vec<f64>,
    /// Whether no solution was found.
    pub(crate) failed: bool,
    /// Of the tear variables.
    residual: Vec<f64>,
    /// Tear variables of a shorter step.
    trial: Vec<f64>,
    /// Of these.
    trial_residual: Vec<f64>,
    direction: Vec<f64>,
    /// Row-major, tears x tears.
    jacobian: Vec<f64>,
}

const ITERATIONS: usize = 50;
const HALVINGS: usize = 30;
/// Relative to the size of the tears; reached quadratically from anywhere near.
const TOLERANCE: f64 = 1e-12;
/// What is still taken when rounding stops the iteration earlier.
const ACCEPTABLE: f64 = 1e-8;

impl LoopState {
    /// Begins at zero.
    pub(crate) fn new(tears: usize) -> Self {
        let zeros = || vec![0.0; tears];
        Self {
            start: zeros(),
            solution: zeros(),
            failed: false,
            residual: zeros(),
            trial: zeros(),
            trial_residual: zeros(),
            direction: zeros(),
            jacobian: vec![0.0; tears * tears],
        }
    }

    /// Finds tears for which `evaluate(tears, residual)` gives zero, where the residual of a tear is
    /// its own equation's value minus the tear. The last call is at the solution, so whatever
    /// `evaluate` computes beside the residual belongs to it. `false` when none is found.
    pub(crate) fn solve(&mut self, mut evaluate: impl FnMut(&[f64], &mut [f64])) -> bool {
        let n = self.start.len();
        self.solution.copy_from_slice(&self.start);
        evaluate(&self.solution, &mut self.residual);
        if !norm(&self.residual).is_finite() {
            // The equations may be singular at the initial zero: 1/x = x, for example.
            self.solution.fill(1.0);
            evaluate(&self.solution, &mut self.residual);
        }
        let mut size = norm(&self.residual);
        for _ in 0..ITERATIONS {
            let scale = 1.0 + norm(&self.solution);
            if !size.is_finite() {
                break;
            }
            if size <= TOLERANCE * scale {
                self.failed = false;
                return true;
            }
            // Forward differences: the error they leave only slows the last digits a little.
            for column in 0..n {
                let step = f64::EPSILON.sqrt() * self.solution[column].abs().max(1e-3);
                self.trial.copy_from_slice(&self.solution);
                self.trial[column] += step;
                let actual = self.trial[column] - self.solution[column];
                evaluate(&self.trial, &mut self.trial_residual);
                for row in 0..n {
                    self.jacobian[row * n + column] =
                        (self.trial_residual[row] - self.residual[row]) / actual;
                }
            }
            for row in 0..n {
                self.direction[row] = -self.residual[row];
            }
            if !eliminate(&mut self.jacobian, &mut self.direction, 1) {
                break;
            }
            let mut factor = 1.0;
            let mut better = false;
            for _ in 0..HALVINGS {
                for row in 0..n {
                    self.trial[row] = self.solution[row] + factor * self.direction[row];
                }
                evaluate(&self.trial, &mut self.trial_residual);
                let trial_size = norm(&self.trial_residual);
                if trial_size < size {
                    self.solution.copy_from_slice(&self.trial);
                    self.residual.copy_from_slice(&self.trial_residual);
                    size = trial_size;
                    better = true;
                    break;
                }
                factor *= 0.5;
            }
            if !better {
                break;
            }
        }
        evaluate(&self.solution, &mut self.residual);
        let scale = 1.0 + norm(&self.solution);
        let left = norm(&self.residual);
        self.failed = left.is_nan() || left > ACCEPTABLE * scale;
        !self.failed
    }
}

/// The largest magnitude, or not a number where any is not.
fn norm(values: &[f64]) -> f64 {
    // `f64::max` drops NaN, so it is looked for.
    values.iter().fold(0.0, |largest: f64, value| {
        if value.is_nan() {
            f64::NAN
        } else if largest.is_nan() {
            largest
        } else {
            largest.max(value.abs())
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The fixed point of the cosine (0.7390851332151607, OEIS A003957) to 1e-11.
    #[test]
    fn finds_a_fixed_point() {
        let mut state = LoopState::new(1);
        assert!(state.solve(|x, r| r[0] = x[0].cos() - x[0]));
        assert!((state.solution[0] - 0.739_085_133_215_160_7).abs() < 1e-11);
    }

    /// x = y + 1, y = x^2 / 8 has the solutions x = 4 +- sqrt(8); from zero the smaller is found.
    #[test]
    fn solves_a_coupled_pair() {
        let mut state = LoopState::new(2);
        assert!(state.solve(|x, r| {
            r[0] = x[1] + 1.0 - x[0];
            r[1] = x[0] * x[0] / 8.0 - x[1];
        }));
        assert!((state.solution[0] - (4.0 - 8f64.sqrt())).abs() < 1e-10);
    }

    #[test]
    fn says_when_there_is_no_solution() {
        let mut state = LoopState::new(1);
        assert!(!state.solve(|x, r| r[0] = x[0] * x[0] + 1.0));
        assert!(state.failed);
    }
}
