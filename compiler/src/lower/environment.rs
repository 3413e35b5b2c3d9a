//! `environment`: gravity and fluids.

use cdl_graph::{Environment, Fluid};

use super::Lowering;
use super::fields::Fields;
use crate::symbolic::{Scalars, Vector};
use crate::typed::{Element, Value};

/// Standard gravity where the model says nothing, as the schema's default does, m/s^2.
const GRAVITY: f64 = 9.81;

pub(super) fn environment(lowering: &mut Lowering) -> Environment {
    let model = lowering.model;
    let of = |kind: &str| model.elements.iter().find(|element| element.kind == kind);
    let gravity = gravity(lowering, of("environment"));
    let fluid = |element: &Element, velocity: &str| {
        let density = element.scalar("density")?;
        Some((density, element.vector(velocity)))
    };
    let mut filled = |found: Option<_>| {
        found.map(|(density, velocity): (_, Option<Vector>)| Fluid {
            density,
            velocity: velocity.unwrap_or(lowering.origin()),
        })
    };
    let air = filled(of("air").and_then(|air| fluid(air, "wind")));
    let water = filled(of("water").and_then(|water| fluid(water, "current")));
    let water_level = match (&water, of("water").and_then(|water| water.scalar("level"))) {
        (Some(_), level) => Some(level.unwrap_or(lowering.zero)),
        (None, _) => None,
    };
    Environment { gravity, air, water, water_level }
}

/// A scalar acts along -z.
fn gravity(lowering: &mut Lowering, element: Option<&Element>) -> Vector {
    let zero = lowering.zero;
    match element.and_then(|element| element.value("gravity")) {
        Some(Value::Vector { nodes, .. }) => *nodes,
        Some(Value::Scalar { node, .. }) => [zero, zero, lowering.signals.negate(*node)],
        _ => [zero, zero, lowering.signals.constant(-GRAVITY)],
    }
}
