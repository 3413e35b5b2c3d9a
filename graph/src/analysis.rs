//! What is to be done with a model.

use crate::NodeId;

#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub enum Analysis {
    /// Only check and print.
    None,
    Simulate(Simulation),
    /// Where everything is at rest.
    Equilibrium(Equilibrium),
}

impl Analysis {
    /// The experiment's name.
    pub fn name(&self) -> Option<&str> {
        match self {
            Analysis::None => None,
            Analysis::Simulate(simulation) => Some(&simulation.name),
            Analysis::Equilibrium(equilibrium) => Some(&equilibrium.name),
        }
    }
}

/// The static state that is nearest to the start, found in the constrained formulation.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Equilibrium {
    /// The experiment's name.
    pub name: String,
    /// Of the residual forces, relative to the largest force in the model.
    pub tolerance: NodeId,
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
    /// How the recursive formulation keeps loops and constraints.
    pub loops: LoopMethod,
    /// From what state.
    pub from: SimulationStart,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
pub enum SimulationStart {
    /// What the elements' starts say, made consistent.
    Written,
    /// The equilibrium nearest to that, at rest.
    Equilibrium,
}

/// How the recursive formulation keeps what closes loops: `g` are the closing constraints, `J` their
/// Jacobian in joint velocities, `Λ = J M^-1 J^T`.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub enum LoopMethod {
    /// Accelerations satisfy the constraints; after each step positions and velocities are
    /// projected on them in the metric of the mass matrix.
    Projection,
    /// `J a = ζ - 2 rate ġ - rate^2 g`; `rate` in 1/s.
    Baumgarte { rate: NodeId },
    /// Forces `-stiffness g - damping ġ` in place of the constraints; `mass` is a multiple of
    /// `Λ^-1`, `rate` the natural frequency in 1/s.
    Penalty { mass: NodeId, rate: NodeId },
    /// The penalty method, iterated until the accelerations satisfy the constraints.
    AugmentedLagrangian { mass: NodeId, rate: NodeId },
    /// Gear, Gupta and Leimkuhler: a second multiplier keeps the velocities, too.
    GearGuptaLeimkuhler,
    /// Only independent coordinates are integrated, the others follow from the constraints.
    Partitioning,
}

#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub enum Integrator {
    /// Classical Runge-Kutta of order 4 with a fixed step in s.
    Rk4 { step: NodeId },
    /// Runge-Kutta-Fehlberg 4(5) with error control and dense output.
    Rk45 { relative_tolerance: NodeId, absolute_tolerance: NodeId, max_step: Option<NodeId> },
    /// Symmetric kick-drift-kick of order 2 with a fixed step in s.
    Leapfrog { step: NodeId },
    /// The energy- and momentum-conserving midpoint scheme with discrete gradients, order 2;
    /// constrained formulation. With a `tolerance` (relative) the step adapts, at most `step`.
    EnergyMomentum { step: NodeId, tolerance: Option<NodeId>, project_velocities: bool },
    /// The implicit midpoint rule, order 2; constrained formulation.
    Midpoint { step: NodeId },
    /// Chung and Hulbert's generalized-alpha, order 2; the spectral radius at infinite frequency goes
    /// from 0, which damps the most, to 1, which damps nothing; constrained formulation.
    GeneralizedAlpha { step: NodeId, spectral_radius: NodeId },
}

impl Integrator {
    /// Whether it works on the constrained formulation only.
    pub fn is_constrained(&self) -> bool {
        match self {
            Integrator::Rk4 { .. } | Integrator::Rk45 { .. } | Integrator::Leapfrog { .. } => false,
            Integrator::EnergyMomentum { .. }
            | Integrator::Midpoint { .. }
            | Integrator::GeneralizedAlpha { .. } => true,
        }
    }
}

/// Which formulation computes accelerations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
pub enum Dynamics {
    Auto,
    /// Joint coordinates on a spanning forest, O(N).
    Recursive,
    /// Natural coordinates: points and directors, every joint a constraint.
    Constrained,
}
