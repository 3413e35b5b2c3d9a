//! Equations between quantities, which the mechanism has to satisfy by forces.

use crate::NodeId;

/// One equation of the user, scalar or vector.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Constraint {
    pub path: String,
    pub kind: ConstraintKind,
    /// One for each scalar equation.
    pub rows: Vec<ConstraintRow>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
pub enum ConstraintKind {
    /// Between positions, attitudes, coordinates and time: holonomic.
    Position,
    /// On velocities: nonholonomic. The forces act along the derivatives with respect to the
    /// velocities, so that those of `G(q) v = 0` do no work.
    Velocity,
}

/// A scalar equation `residual = 0`.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct ConstraintRow {
    pub residual: NodeId,
    /// Absent until the pass that derives them has run.
    pub derivatives: Option<ConstraintDerivatives>,
}

/// Derivatives of a residual. After the pass that derives them, residuals read positions and attitudes
/// only through sensors that are linear in natural coordinates: `FrameQuantity::Position` and
/// `Axes`, `CableQuantity::Position`; besides these `JointQuantity::Coordinate`. On velocity
/// level they read `FrameQuantity::Velocity` and `AngularVelocity`, `CableQuantity::Velocity` and
/// `JointQuantity::Rate`, too.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct ConstraintDerivatives {
    /// The sensor nodes that the residual reads, each once.
    pub arguments: Vec<NodeId>,
    /// d residual / d argument, one for each argument.
    pub gradient: Vec<NodeId>,
    /// Second derivatives that are not identically zero: `(i, j, node)` with `i <= j`, indices of
    /// `arguments`.
    pub hessian: Vec<(u16, u16, NodeId)>,
    /// The partial derivative with respect to time.
    pub rate: NodeId,
    /// The partial derivatives of `gradient` with respect to time, one for each argument.
    pub gradient_rate: Vec<NodeId>,
    /// The second partial derivative with respect to time.
    pub acceleration: NodeId,
}

/// How a number that acts on the motion depends on a sensor: what implicit integrators need of
/// loads.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Sensitivity {
    /// A component of a force, torque or effort, or a number of a spring.
    pub node: NodeId,
    /// The sensor node it reads, directly or through variables that are not in an algebraic loop.
    pub argument: NodeId,
    /// d node / d argument
    pub derivative: NodeId,
}
