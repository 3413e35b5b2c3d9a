//! Functions of arrays.

use cdl_graph::{BinaryOp, NodeId};

use super::function::{Builtin, Given, Group, required};
use crate::diagnostics;
use crate::elaborate::values::Values;
use crate::symbolic::vector;
use crate::typed::Value;
use crate::units::Dimension;

pub(super) const FUNCTIONS: &[Builtin] = &[
    Builtin {
        name: "sum",
        group: Group::Collections,
        parameters: &[required("values", "Array(T)")],
        variadic: false,
        result: "T",
        doc: "the sum of an array's elements",
        apply: sum,
    },
    Builtin {
        name: "mean",
        group: Group::Collections,
        parameters: &[required("values", "Array(T)")],
        variadic: false,
        result: "T",
        doc: "the sum of an array's elements over their number",
        apply: mean,
    },
    Builtin {
        name: "len",
        group: Group::Collections,
        parameters: &[required("values", "Array")],
        variadic: false,
        result: "Int",
        doc: "how many elements an array has",
        apply: len,
    },
];

fn sum(e: &mut Values<'_>, given: &Given<'_>) -> Value {
    let values = match given.value(0) {
        Some(Value::Array(values)) => values.to_vec(),
        Some(&Value::Vector { nodes: [x, y, z], dimension }) => {
            let partial = e.nodes.binary(BinaryOp::Add, x, y);
            return Value::Scalar { node: e.nodes.binary(BinaryOp::Add, partial, z), dimension };
        }
        _ => {
            e.wrong_argument(given, 0, "an array");
            return Value::Error;
        }
    };
    if values.is_empty() {
        e.wrong_argument(given, 0, "an array with elements");
        return Value::Error;
    }
    e.effort.spend_for(values.len());
    if !e.has_one_dimension(given, &values) {
        return Value::Error;
    }
    let mut whole: Option<i64> = Some(0);
    let mut scalar: Option<(NodeId, Dimension)> = None;
    let mut vector: Option<([NodeId; 3], Dimension)> = None;
    for value in values.iter() {
        match *value {
            Value::Int(value) => whole = whole.and_then(|sum| sum.checked_add(value)),
            Value::Scalar { node, dimension } => {
                scalar = Some(match scalar {
                    None => (node, dimension),
                    Some((sum, of_sum)) => (e.nodes.binary(BinaryOp::Add, sum, node), of_sum),
                });
            }
            Value::Vector { nodes, dimension } => {
                vector = Some(match vector {
                    None => (nodes, dimension),
                    Some((sum, of_sum)) => (vector::sum(&mut e.nodes, sum, nodes), of_sum),
                });
            }
            _ => {
                e.wrong_argument(given, 0, "an array of numbers or vectors");
                return Value::Error;
            }
        }
    }
    match (scalar, vector, whole) {
        (Some((node, dimension)), None, _) => Value::Scalar { node, dimension },
        (None, Some((nodes, dimension)), _) => Value::Vector { nodes, dimension },
        (None, None, Some(whole)) => Value::Int(whole),
        _ => e.too_large(given.context, given.span),
    }
}

fn mean(e: &mut Values<'_>, given: &Given<'_>) -> Value {
    if let (Some(expr), Some(Value::Int(_) | Value::Scalar { .. }), false) =
        (given.expr(0), given.value(0), e.reports.has_placeholders())
    {
        let place = given.context.place(given.span);
        let argument = given.context.place(expr.span);
        let signature = given.builtin.short_signature();
        let report = diagnostics::mean_of_one(place, argument, &signature);
        e.report(given.context, report);
        return Value::Error;
    }
    let count = match given.value(0) {
        Some(Value::Array(values)) => values.len(),
        _ => 3,
    };
    let count = e.nodes.constant(count as f64);
    match sum(e, given) {
        value @ (Value::Int(_) | Value::Scalar { .. }) => {
            let (sum, dimension) = e.scalar_parts(&value);
            Value::Scalar { node: e.nodes.binary(BinaryOp::Div, sum, count), dimension }
        }
        Value::Vector { nodes, dimension } => {
            let nodes = nodes.map(|sum| e.nodes.binary(BinaryOp::Div, sum, count));
            Value::Vector { nodes, dimension }
        }
        _ => Value::Error,
    }
}

fn len(e: &mut Values<'_>, given: &Given<'_>) -> Value {
    match given.value(0) {
        Some(Value::Array(values)) => Value::Int(values.len() as i64),
        Some(Value::Vector { .. }) => Value::Int(3),
        _ => {
            e.wrong_argument(given, 0, "an array");
            Value::Error
        }
    }
}
