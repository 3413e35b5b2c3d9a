//! What a run writes down.

use crate::NodeId;

/// A recorded quantity; one node for a scalar, three for a vector, four for a quaternion.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Output {
    /// The column's name, such as `tether.end.position`.
    pub name: String,
    pub unit: OutputUnit,
    pub nodes: Vec<NodeId>,
}

/// The unit in which values are shown: `shown = SI / factor`.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct OutputUnit {
    pub symbol: String,
    pub factor: f64,
}
