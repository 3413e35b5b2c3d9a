//! What is to be done with a model.

use crate::NodeId;

#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub enum Analysis {
    /// Only check and print.
    None,
    Simulate(Simulation),
}

#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Simulation {
    /// The experiment's name.
    pub name: String,
    /// s
    pub duration: NodeId,
    /// Time between recorded rows, s.
    pub every: NodeId,
    pub integrator: Integrator,
    pub dynamics: Dynamics,
}

#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub enum Integrator {
    /// Classical Runge-Kutta of order 4 with a fixed step in s.
    Rk4 { step: NodeId },
    /// Runge-Kutta-Fehlberg 4(5) with error control and dense output.
    Rk45 { relative_tolerance: NodeId, absolute_tolerance: NodeId, max_step: Option<NodeId> },
    /// Symmetric kick-drift-kick of order 2 with a fixed step in s.
    Leapfrog { step: NodeId },
}

/// Which formulation computes accelerations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
pub enum Dynamics {
    Auto,
    /// Joint coordinates on a spanning forest, O(N).
    Recursive,
}
