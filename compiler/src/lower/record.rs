//! `record`: each recorded quantity becomes one output, a struct one for each of its entries.

use cdl_graph::{Origin, Output, OutputUnit};

use super::Lowering;
use crate::typed::{Record, Value};
use crate::units::{self, Dimension};

impl Lowering<'_> {
    /// `origin` is that of the record.
    pub(crate) fn record(&mut self, record: &Record, origin: Origin) -> Vec<Output> {
        let mut outputs = Vec::new();
        self.output(&record.name, &record.value, record.unit.as_deref(), &mut outputs);
        outputs.iter_mut().for_each(|output| output.origin = Some(origin));
        outputs
    }

    fn output(
        &mut self,
        name: &str,
        value: &Value,
        symbol: Option<&str>,
        outputs: &mut Vec<Output>,
    ) {
        let mut push = |nodes: &[cdl_graph::NodeId], dimension| {
            let unit = unit(symbol, dimension);
            outputs.push(Output {
                name: name.to_owned(),
                origin: None,
                unit,
                nodes: nodes.to_vec(),
            });
        };
        match value {
            Value::Scalar { node, dimension } => push(&[*node], *dimension),
            Value::Vector { nodes, dimension } => push(nodes, *dimension),
            Value::Matrix { nodes, dimension } => push(nodes, *dimension),
            Value::Attitude(nodes) => push(nodes, Dimension::NONE),
            Value::Condition(node) | Value::Enum { node, .. } => push(&[*node], Dimension::NONE),
            Value::Bool(value) => {
                let node = self.constant(f64::from(u8::from(*value)));
                push(&[node], Dimension::NONE);
            }
            Value::Int(value) => {
                let node = self.constant(*value as f64);
                push(&[node], Dimension::NONE);
            }
            Value::Struct(entries) => {
                for (entry, value) in entries.iter() {
                    self.output(&format!("{name}.{entry}"), value, symbol, outputs);
                }
            }
            Value::Array(values) => {
                for (index, value) in values.iter().enumerate() {
                    self.output(&format!("{name}[{index}]"), &value, symbol, outputs);
                }
            }
            // Not numbers; elaboration says so.
            Value::Text(_)
            | Value::Table(_)
            | Value::Variant { .. }
            | Value::Entity(_)
            | Value::Error => {}
        }
    }
}

/// The unit that the schema names for a quantity, or else the SI unit of its dimension.
pub(super) fn unit(symbol: Option<&str>, dimension: Dimension) -> OutputUnit {
    let named = symbol.and_then(|symbol| Some((symbol, units::unit_named(symbol).ok()?)));
    match named {
        Some((symbol, unit)) => OutputUnit { symbol: symbol.to_owned(), factor: unit.to_si(1.0) },
        None => OutputUnit { symbol: units::si_unit(dimension), factor: 1.0 },
    }
}
