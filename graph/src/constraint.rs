//! Equations between quantities, which the mechanism has to satisfy by forces.

use crate::slot::{acting, unread, visit};
use crate::text::{Expressions, section};
use crate::{
    CableId, CableQuantity, FrameId, FrameQuantity, Graph, Node, NodeId, Origin, Sensor, Signals,
    Station,
};

/// One equation of the user, scalar or vector.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Constraint {
    pub path: String,
    #[serde(skip)]
    pub origin: Option<Origin>,
    pub kind: ConstraintKind,
    /// For messages.
    #[serde(skip)]
    pub units: ResidualUnits,
    /// One for each scalar equation.
    pub rows: Vec<ConstraintRow>,
}

/// SI units of what is left of an equation, and of its rate; empty for a number.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ResidualUnits {
    pub residual: String,
    pub rate: String,
}

impl Constraint {
    /// The SI unit of what is left of it, or of the rates that it asks for; empty for a number.
    pub fn unit(&self, of_rates: bool) -> &str {
        match self.kind {
            ConstraintKind::Position if of_rates => &self.units.rate,
            ConstraintKind::Position | ConstraintKind::Velocity => &self.units.residual,
        }
    }
}

impl Constraint {
    /// The frame and the place of a cable of which it says that they are at one place; after the pass that derives it.
    pub fn on_cable(&self, signals: &Signals) -> Option<(FrameId, CableId, Station)> {
        let (mut frame, mut place) = (None, None);
        let is_one = self.kind == ConstraintKind::Position && self.rows.len() == 3;
        for (k, row) in self.rows.iter().enumerate().filter(|_| is_one) {
            let ConstraintDerivatives { arguments, gradient, .. } = row.derivatives.as_ref()?;
            let slopes = gradient.iter().map(|&slope| match signals.node(slope) {
                Node::Constant(slope) => slope,
                _ => f64::NAN,
            });
            if arguments.len() != 2 || slopes.fold(1.0, |product, own| product * own) != -1.0 {
                return None;
            }
            for &argument in arguments {
                match signals.node(argument) {
                    Node::Sensor { component, .. } if usize::from(component) != k => return None,
                    Node::Sensor {
                        sensor: Sensor::Frame { frame: own, quantity: FrameQuantity::Position },
                        ..
                    } if frame.is_none_or(|known| known == own) => frame = Some(own),
                    Node::Sensor {
                        sensor: Sensor::Cable { cable, station, quantity: CableQuantity::Position },
                        ..
                    } if place.is_none_or(|known| known == (cable, station)) => {
                        place = Some((cable, station));
                    }
                    _ => return None,
                }
            }
        }
        let (frame, (cable, station)) = (frame?, place?);
        Some((frame, cable, station))
    }
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

visit!(Constraint, |constraint, see| {
    let Constraint { path: _, origin: _, kind: _, units: _, rows } = constraint;
    for ConstraintRow { residual, derivatives } in rows {
        acting("residual").each([residual], see);
        if let Some(derivatives) = derivatives {
            derivatives.visit(see);
        }
    }
});

visit!(ConstraintDerivatives, |derivatives, see| {
    let ConstraintDerivatives { arguments, gradient, hessian, rate, gradient_rate, acceleration } =
        derivatives;
    // Sensors, which are read where the derivatives are used.
    unread("argument").each(arguments, see);
    acting("derivative").each(gradient, see);
    acting("derivative").each(gradient_rate, see);
    acting("derivative").each([rate, acceleration], see);
    for (_, _, node) in hessian {
        acting("second derivative").each([node], see);
    }
});

pub(crate) fn text(graph: &Graph, expressions: &Expressions) -> String {
    let mut lines = Vec::new();
    for constraint in &graph.constraints {
        let kind = match constraint.kind {
            ConstraintKind::Position => "position",
            ConstraintKind::Velocity => "velocity",
        };
        for row in &constraint.rows {
            let residual = expressions.scalar(row.residual);
            lines.push(format!("{} {kind}: 0 = {residual}", constraint.path));
            let Some(derivatives) = &row.derivatives else { continue };
            let scalar = |node: NodeId| expressions.scalar(node);
            for (&argument, &gradient) in derivatives.arguments.iter().zip(&derivatives.gradient) {
                lines.push(format!("  d/d {} = {}", scalar(argument), scalar(gradient)));
            }
            for &(first, second, node) in &derivatives.hessian {
                lines.push(format!("  d2/d {first} d {second} = {}", scalar(node)));
            }
            // Few constraints change in time by themselves.
            let is_zero = |node: NodeId| graph.signals.node(node) == Node::Constant(0.0);
            if !is_zero(derivatives.rate) {
                lines.push(format!("  d/dt = {}", scalar(derivatives.rate)));
            }
            for (i, &rate) in derivatives.gradient_rate.iter().enumerate() {
                if !is_zero(rate) {
                    lines.push(format!("  d2/d {i} dt = {}", scalar(rate)));
                }
            }
            if !is_zero(derivatives.acceleration) {
                lines.push(format!("  d2/dt2 = {}", scalar(derivatives.acceleration)));
            }
        }
    }
    section("constraints", lines)
}
