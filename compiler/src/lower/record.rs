//! `record`: each recorded quantity becomes one output, a struct such as the energy ledger one for
//! each of its entries.

use cdl_graph::{EnergyPart, Node, Output, OutputUnit, Sensor};

use super::Lowering;
use crate::typed::{Record, Value};
use crate::units::{self, Dimension};

/// The lines of the ledger in the order in which they are recorded.
const LEDGER: [(&str, EnergyPart); 7] = [
    ("kinetic", EnergyPart::Kinetic),
    ("gravity", EnergyPart::Gravity),
    ("elastic", EnergyPart::Elastic),
    ("dissipated", EnergyPart::Dissipated),
    ("work", EnergyPart::Work),
    ("total", EnergyPart::Total),
    ("balance", EnergyPart::Balance),
];

impl Lowering<'_> {
    pub(super) fn record(&mut self, record: &Record) -> Vec<Output> {
        let mut outputs = Vec::new();
        self.output(&record.name, &record.value, record.unit, &mut outputs);
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
            outputs.push(Output { name: name.to_owned(), unit, nodes: nodes.to_vec() });
        };
        match value {
            Value::Scalar { node, dimension } => push(&[*node], *dimension),
            Value::Vector { nodes, dimension } => push(nodes, *dimension),
            Value::Matrix { nodes, dimension } => push(nodes, *dimension),
            Value::Attitude(nodes) => push(nodes, Dimension::NONE),
            Value::Condition(node) => push(&[*node], Dimension::NONE),
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
                    self.output(&format!("{name}[{index}]"), value, symbol, outputs);
                }
            }
            // The bare ledger.
            Value::Text(text) if **text == *"energy" => {
                for (part, sensor) in LEDGER {
                    let sensor = Sensor::Energy(sensor);
                    let node = self.signals.add(Node::Sensor { sensor, component: 0 });
                    outputs.push(Output {
                        name: format!("{name}.{part}"),
                        unit: OutputUnit { symbol: "J".to_owned(), factor: 1.0 },
                        nodes: vec![node],
                    });
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
fn unit(symbol: Option<&str>, dimension: Dimension) -> OutputUnit {
    let named = symbol.and_then(|symbol| Some((symbol, units::unit_named(symbol).ok()?)));
    match named {
        Some((symbol, unit)) => OutputUnit { symbol: symbol.to_owned(), factor: unit.to_si(1.0) },
        None => OutputUnit { symbol: units::si_unit(dimension), factor: 1.0 },
    }
}
