//! Gravity and fluids.

use crate::slot::{acting, fixed, visit};
use crate::text::{Expressions, section};
use crate::{Graph, NodeId, Origin};

/// What acts everywhere.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Environment {
    #[serde(skip)]
    pub origin: Option<Origin>,
    /// Acceleration of free fall, world axes, m/s^2; parameters.
    pub gravity: [NodeId; 3],
    pub air: Option<Fluid>,
    /// Fills everything below `water_level`.
    pub water: Option<Fluid>,
    /// z of the surface, m; may be a function of time.
    pub water_level: Option<NodeId>,
}

#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Fluid {
    /// kg/m^3
    pub density: NodeId,
    /// Wind or current, world axes, m/s; may vary with time.
    pub velocity: [NodeId; 3],
}

visit!(Environment, |environment, see| {
    let Environment { origin: _, gravity, air, water, water_level } = environment;
    fixed("gravity").each(gravity, see);
    if let Some(Fluid { density, velocity }) = air {
        acting("air density").each([density], see);
        acting("wind").each(velocity, see);
    }
    if let Some(Fluid { density, velocity }) = water {
        acting("water density").each([density], see);
        acting("current").each(velocity, see);
    }
    acting("water level").each(water_level, see);
});

pub(crate) fn text(graph: &Graph, expressions: &Expressions) -> String {
    let environment = &graph.environment;
    let mut lines = vec![format!("gravity {}", expressions.tuple(&environment.gravity))];
    for (name, fluid) in [("air", &environment.air), ("water", &environment.water)] {
        if let Some(fluid) = fluid {
            lines.push(format!(
                "{name} density {} velocity {}",
                expressions.scalar(fluid.density),
                expressions.tuple(&fluid.velocity)
            ));
        }
    }
    lines.extend(
        environment.water_level.map(|level| format!("water_level {}", expressions.scalar(level))),
    );
    section("environment", lines)
}
