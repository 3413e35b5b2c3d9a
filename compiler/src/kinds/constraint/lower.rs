//! `constraint`: what has to be zero, one row for each component.

use cdl_graph::{
    CableQuantity, Constraint, ConstraintId, ConstraintKind, ConstraintRow, FrameQuantity,
    JointQuantity, Node, NodeId, ResidualUnits, Sensor,
};
use rustc_hash::FxHashSet;

use super::schema::LOCKED;
use crate::lower::{Fields, Lowered, Lowering, Unlowered};
use crate::schema::LAW;
use crate::schema::key::{Scalar, Vector};
use crate::typed::{Element, Value};
use crate::units::{Dimension, si_unit};

impl Lowering<'_> {
    pub(crate) fn constraint(&mut self, element: &Element) -> Lowered<()> {
        let fields = Fields::Element(element);
        // An equation of attitudes has become one of vectors.
        let residuals = match (fields.law::<Scalar>(), fields.law::<Vector>()) {
            (Ok(node), _) => vec![node],
            (Err(_), Ok(nodes)) => nodes.to_vec(),
            (Err(unlowered), Err(_)) => return Err(unlowered),
        };
        let kind = if self.reads_velocities(&residuals) {
            ConstraintKind::Velocity
        } else {
            ConstraintKind::Position
        };
        let units = units(element);
        let rows = residuals.into_iter();
        let rows = rows.map(|residual| ConstraintRow { residual, derivatives: None }).collect();
        let (path, origin) = (element.path.to_string(), element.origin());
        let id = ConstraintId(u32::try_from(self.constraints.len()).map_err(|_| Unlowered)?);
        self.constraint_of.insert(element.id, id);
        self.constraints.push(Constraint { path, origin, kind, units, rows });
        if !fields.value(&LOCKED)? {
            self.lockable_constraint(element.id, false)?;
        }
        Ok(())
    }

    /// Directly or through variables.
    fn reads_velocities(&self, nodes: &[NodeId]) -> bool {
        let mut seen = FxHashSet::default();
        let mut stack = nodes.to_vec();
        while let Some(id) = stack.pop() {
            if !seen.insert(id) {
                continue;
            }
            let node = self.signals.node(id);
            match node {
                Node::Sensor { sensor, .. } if is_velocity(sensor) => return true,
                Node::Var(var) => stack.extend(self.definitions.get(&var)),
                _ => {}
            }
            stack.extend(node.operands());
        }
        false
    }
}

/// Of both sides; an angle is a number.
fn units(element: &Element) -> ResidualUnits {
    let dimension = match element.field(LAW).map(|field| field.value) {
        Some(Value::Scalar { dimension, .. } | Value::Vector { dimension, .. }) => *dimension,
        _ => Dimension::NONE,
    };
    let unit = |dimension: Dimension| match dimension.is_none() {
        true => String::new(),
        false => si_unit(dimension),
    };
    let rate = dimension.over(Dimension::TIME).map_or(String::new(), unit);
    ResidualUnits { residual: unit(dimension), rate }
}

fn is_velocity(sensor: Sensor) -> bool {
    match sensor {
        Sensor::Frame { quantity, .. } => match quantity {
            FrameQuantity::Velocity | FrameQuantity::AngularVelocity => true,
            FrameQuantity::Position
            | FrameQuantity::Attitude
            | FrameQuantity::Axes
            | FrameQuantity::Acceleration
            | FrameQuantity::AngularAcceleration => false,
        },
        Sensor::Joint { quantity, .. } => match quantity {
            JointQuantity::Rate => true,
            JointQuantity::Coordinate
            | JointQuantity::Acceleration
            | JointQuantity::Effort
            | JointQuantity::Force
            | JointQuantity::Torque => false,
        },
        Sensor::Cable { quantity, .. } => match quantity {
            CableQuantity::Velocity => true,
            CableQuantity::Position
            | CableQuantity::Acceleration
            | CableQuantity::Direction
            | CableQuantity::Tension
            | CableQuantity::Force
            | CableQuantity::Torque
            | CableQuantity::Curvature
            | CableQuantity::Moment => false,
        },
        Sensor::Multiplier { .. }
        | Sensor::Statistic(_)
        | Sensor::State(_)
        | Sensor::Energy(_)
        | Sensor::Momentum
        | Sensor::AngularMomentum => false,
    }
}
