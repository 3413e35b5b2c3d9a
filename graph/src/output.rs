//! What a run writes down.

use crate::slot::{needed, visit};
use crate::text::{Expressions, section};
use crate::{Graph, NodeId, Origin, Stage};

/// A recorded quantity; one node for a scalar, three for a vector, four for a quaternion.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Output {
    /// The column's name, such as `tether.end.position`.
    pub name: String,
    #[serde(skip)]
    pub origin: Option<Origin>,
    pub unit: OutputUnit,
    pub nodes: Vec<NodeId>,
}

/// The unit in which values are shown: `shown = SI / factor`.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct OutputUnit {
    pub symbol: String,
    pub factor: f64,
}

impl OutputUnit {
    /// Of what has this unit, for each of another one; no unit is empty or `1`.
    #[must_use]
    pub fn per(&self, unit: &str) -> Self {
        let is_pure = |unit: &str| matches!(unit, "" | "1");
        let below = match unit.contains(['.', '/', '*']) {
            true => format!("({unit})"),
            false => unit.to_owned(),
        };
        let own = &self.symbol;
        let symbol = match (is_pure(own), is_pure(unit)) {
            (true, true) => String::new(),
            (false, true) => own.clone(),
            (true, false) => format!("1/{below}"),
            (false, false) => format!("{own}/{below}"),
        };
        Self { symbol, factor: self.factor }
    }
}

visit!(Output, |output, see| {
    let Output { name: _, origin: _, unit: _, nodes } = output;
    needed("value", Some(Stage::Output)).each(nodes, see);
});

pub(crate) fn text(graph: &Graph, expressions: &Expressions) -> String {
    section(
        "outputs",
        graph.outputs.iter().map(|output| {
            let nodes: Vec<String> = output.nodes.iter().map(|&n| expressions.scalar(n)).collect();
            let unit = &output.unit;
            format!("{} [{}] = {}", output.name, unit.symbol, nodes.join(", "))
        }),
    )
}
