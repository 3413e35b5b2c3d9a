//! `record`: what is written down, and in which unit it is shown.

use cdl_graph::{NodeId, Output, OutputUnit};

use super::Lowering;
use crate::typed::{Record, Value};
use crate::units::{Dimension, si_unit, unit_named};

pub(super) fn records(lowering: &mut Lowering) {
    for record in &lowering.model.records {
        let Some((nodes, dimension)) = nodes(lowering, &record.value) else { continue };
        let output = Output { name: record.name.clone(), unit: unit(record, dimension), nodes };
        lowering.outputs.push(output);
    }
}

/// The scalar nodes of a value, and their common dimension.
fn nodes(lowering: &mut Lowering, value: &Value) -> Option<(Vec<NodeId>, Dimension)> {
    match value {
        Value::Scalar { node, dimension } => Some((vec![*node], *dimension)),
        Value::Vector { nodes, dimension } => Some((nodes.to_vec(), *dimension)),
        Value::Matrix { nodes, dimension } => Some((nodes.to_vec(), *dimension)),
        Value::Attitude(nodes) => Some((nodes.to_vec(), Dimension::NONE)),
        Value::Condition(node) => Some((vec![*node], Dimension::NONE)),
        Value::Int(value) => {
            Some((vec![lowering.signals.constant(*value as f64)], Dimension::NONE))
        }
        Value::Bool(value) => {
            Some((vec![lowering.signals.constant(f64::from(*value))], Dimension::NONE))
        }
        Value::Text(_)
        | Value::Table(_)
        | Value::Array(_)
        | Value::Struct(_)
        | Value::Variant { .. }
        | Value::Entity(_)
        | Value::Error => None,
    }
}

fn unit(record: &Record, dimension: Dimension) -> OutputUnit {
    let symbol = match record.unit {
        Some(symbol) => symbol.to_owned(),
        None => si_unit(dimension),
    };
    let factor = unit_named(&symbol).map_or(1.0, |unit| unit.factor());
    OutputUnit { symbol, factor }
}
