//! The fluids around.

use cdl_graph::NodeId;

use crate::chain::{self, Medium};
use crate::signals::Values;

/// As in the graph.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fluids {
    /// None without air.
    pub(crate) air: Option<cdl_graph::Fluid>,
    /// None without water.
    pub(crate) water: Option<cdl_graph::Fluid>,
    /// The node with the height of the surface, m.
    pub(crate) level: Option<NodeId>,
}

/// Height of the surface of the water, m.
pub(crate) fn surface(fluids: &Fluids, values: &Values) -> Option<f64> {
    fluids.water.as_ref().and(fluids.level).map(|node| values.scalar(node))
}

/// The fluids around, now. The rate of the level is not known here and counts as zero. No force
/// needs it, but the power of a surface that moves does.
pub(crate) fn surroundings(fluids: &Fluids, values: &Values) -> Medium {
    let fluid = |found: &Option<cdl_graph::Fluid>| {
        found.as_ref().map(|fluid| chain::Fluid {
            density: values.scalar(fluid.density),
            velocity: values.array(fluid.velocity).into(),
        })
    };
    Medium {
        air: fluid(&fluids.air),
        water: fluid(&fluids.water),
        level: fluids.level.map(|node| values.scalar(node)),
        level_rate: 0.0,
    }
}
