//! With which steps a mechanism is to move, for how long, and which rows are wanted.

use crate::constrained::ImplicitMethod;
use crate::recursive::step::Method;

/// What is to be simulated; SI.
/// `every` is the time from row to row, s.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Settings {
    pub(crate) experiment: String,
    pub(crate) duration: f64,
    pub(crate) every: f64,
    pub(crate) stepping: Stepping,
    /// The tolerance of the equilibrium that the run starts from, if it does.
    pub(crate) from_rest: Option<f64>,
}

/// With which steps; this decides on the formulation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Stepping {
    /// Recursive.
    Explicit(Method),
    /// Constrained.
    Implicit(ImplicitMethod),
    /// None: where it is at rest, constrained. Forces left over, relative to the largest.
    Rest { tolerance: f64 },
}

impl Stepping {
    /// With its numbers.
    pub(crate) fn in_words(&self) -> String {
        match *self {
            Stepping::Explicit(Method::Rk4 { step }) => {
                format!("Runge-Kutta of order 4, fixed step {step} s")
            }
            Stepping::Explicit(Method::Rk45 {
                relative_tolerance,
                absolute_tolerance,
                max_step,
            }) => {
                let mut text = format!(
                    "Runge-Kutta-Fehlberg 4(5), relative tolerance {relative_tolerance:e}, absolute \
                 tolerance {absolute_tolerance:e}"
                );
                if max_step.is_finite() {
                    text.push_str(&format!(", steps of at most {max_step} s"));
                }
                text
            }
            Stepping::Explicit(Method::Leapfrog { step }) => {
                format!("leapfrog (symmetric, order 2), fixed step {step} s")
            }
            Stepping::Implicit(method) => method.in_words(),
            Stepping::Rest { tolerance } => format!(
                "damped Newton steps along a motion that comes to rest, relative tolerance {tolerance:e}"
            ),
        }
    }
}
