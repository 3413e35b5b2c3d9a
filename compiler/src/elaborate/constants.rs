//! The value of expressions that do not change: constants, and parameters at their present values.

use cdl_graph::{BinaryOp, Node, NodeId, Signals, UnaryOp};

/// The value of every node that nothing but constants and parameters go into, by index.
pub fn values(signals: &Signals) -> Vec<Option<f64>> {
    let mut values: Vec<Option<f64>> = Vec::with_capacity(signals.nodes.len());
    for &node in &signals.nodes {
        let value = value(signals, node, |id| values.get(id.index()).copied().flatten());
        values.push(value);
    }
    values
}

/// The value of one node, given its operands' values; `None` where it varies with time.
pub(super) fn value(
    signals: &Signals,
    node: Node,
    operand: impl Fn(NodeId) -> Option<f64>,
) -> Option<f64> {
    match node {
        Node::Constant(value) => Some(value),
        Node::Param(id) => signals.params.get(id.index()).map(|param| param.value),
        Node::Time | Node::Sensor { .. } | Node::Var(_) => None,
        Node::Unary(op, a) => Some(unary(op, operand(a)?)),
        Node::Binary(op, a, b) => Some(binary(op, operand(a)?, operand(b)?)),
        Node::Select { condition, then, otherwise } => {
            if operand(condition)? != 0.0 { operand(then) } else { operand(otherwise) }
        }
        Node::Lookup { table, column, argument, derivative } => {
            let table = signals.tables.get(table.index())?;
            if table.smooth || derivative > 0 {
                return None;
            }
            linear(&table.argument, &table.columns.get(usize::from(column))?.values, operand(argument)?)
        }
    }
}

fn unary(op: UnaryOp, a: f64) -> f64 {
    match op {
        UnaryOp::Neg => -a,
        UnaryOp::Not => truth(a == 0.0),
        UnaryOp::Abs => a.abs(),
        UnaryOp::Sign => {
            if a > 0.0 {
                1.0
            } else if a < 0.0 {
                -1.0
            } else {
                a
            }
        }
        UnaryOp::Floor => a.floor(),
        UnaryOp::Sqrt => a.sqrt(),
        UnaryOp::Exp => a.exp(),
        UnaryOp::Ln => a.ln(),
        UnaryOp::Sin => a.sin(),
        UnaryOp::Cos => a.cos(),
        UnaryOp::Tan => a.tan(),
        UnaryOp::Asin => a.asin(),
        UnaryOp::Acos => a.acos(),
        UnaryOp::Atan => a.atan(),
        UnaryOp::Sinh => a.sinh(),
        UnaryOp::Cosh => a.cosh(),
        UnaryOp::Tanh => a.tanh(),
    }
}

fn binary(op: BinaryOp, a: f64, b: f64) -> f64 {
    match op {
        BinaryOp::Add => a + b,
        BinaryOp::Sub => a - b,
        BinaryOp::Mul => a * b,
        BinaryOp::Div => a / b,
        BinaryOp::Mod => a - b * (a / b).floor(),
        BinaryOp::Pow => a.powf(b),
        BinaryOp::Min => a.min(b),
        BinaryOp::Max => a.max(b),
        BinaryOp::Atan2 => a.atan2(b),
        BinaryOp::Lt => truth(a < b),
        BinaryOp::Le => truth(a <= b),
        BinaryOp::Gt => truth(a > b),
        BinaryOp::Ge => truth(a >= b),
        BinaryOp::Eq => truth(a == b),
        BinaryOp::Ne => truth(a != b),
        BinaryOp::And => truth(a != 0.0 && b != 0.0),
        BinaryOp::Or => truth(a != 0.0 || b != 0.0),
    }
}

fn truth(value: bool) -> f64 {
    f64::from(u8::from(value))
}

/// Linear interpolation; outside the range the end values hold.
fn linear(arguments: &[f64], values: &[f64], at: f64) -> Option<f64> {
    let after = arguments.partition_point(|&argument| argument <= at);
    let (Some(before), true) = (after.checked_sub(1), after < arguments.len()) else {
        return if after == 0 { values.first().copied() } else { values.last().copied() };
    };
    let (x0, x1) = (arguments.get(before)?, arguments.get(after)?);
    let (y0, y1) = (values.get(before)?, values.get(after)?);
    Some(y0 + (y1 - y0) * (at - x0) / (x1 - x0))
}
