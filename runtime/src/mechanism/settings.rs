//! With which steps a mechanism is to move, for how long, and which rows are wanted.

use crate::constrained::ImplicitMethod;
use crate::integrate::Method;

/// What is to be simulated; SI.
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
