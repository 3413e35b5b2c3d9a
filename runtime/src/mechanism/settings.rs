//! With which steps a mechanism is to move, for how long, and which rows are wanted.

use crate::constrained::ImplicitMethod;
use crate::recursive::step::Method;

/// For how long, and the time from row to row; s.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Span {
    pub(crate) duration: f64,
    pub(crate) every: f64,
}

impl Span {
    /// Rows of a whole run: at the start and at whole multiples of the interval.
    pub(crate) fn rows(&self) -> u64 {
        let intervals = (self.duration / self.every * (1.0 + 1e-12) + 1e-9).floor() as u64;
        intervals.saturating_add(1)
    }

    /// Times that are no farther apart are one, s.
    pub(crate) fn crumb(&self) -> f64 {
        1e-9 * self.every.min(self.duration)
    }
}

/// With which steps; this decides on the formulation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Stepping {
    /// Recursive.
    Explicit(Method),
    /// Constrained.
    Implicit(ImplicitMethod),
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
        }
    }
}
