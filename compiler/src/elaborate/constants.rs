//! The value of expressions that do not change: constants, and parameters at their present values.

use cdl_graph::{Interpolant, Node, NodeId, Signals};

/// The value of every node that nothing but constants and parameters go into, by index.
pub fn values(signals: &Signals) -> Vec<Option<f64>> {
    let mut values: Vec<Option<f64>> = Vec::with_capacity(signals.nodes.len());
    for node in signals.nodes.iter() {
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
        Node::Unary(op, a) => Some(op.apply(operand(a)?)),
        Node::Binary(op, a, b) => Some(op.apply(operand(a)?, operand(b)?)),
        Node::Select { condition, then, otherwise } => {
            if operand(condition)? != 0.0 {
                operand(then)
            } else {
                operand(otherwise)
            }
        }
        Node::Lookup { table, column, argument, derivative } => {
            let argument = operand(argument)?;
            let table = Interpolant::new(signals.tables.get(table.index())?).ok()?;
            Some(table.at(usize::from(column), argument, derivative))
        }
        Node::Entry { before, value } => {
            before.map_or(Some(0.0), &operand)?;
            operand(value)
        }
        Node::Solve { .. } => Some(solved(signals, node, operand)?.0),
        Node::Solution { of, index } => {
            let (_, solution) = solved(signals, signals.node(of), operand)?;
            solution.get(usize::from(index)).copied()
        }
    }
}

/// The condition of a system and its solution.
fn solved(
    signals: &Signals,
    node: Node,
    operand: impl Fn(NodeId) -> Option<f64>,
) -> Option<(f64, Vec<f64>)> {
    let Node::Solve { entries, shape } = node else { return None };
    operand(entries)?;
    let entries = cdl_graph::entries(|id| signals.node(id), entries);
    let values: Option<Vec<f64>> = entries.into_iter().map(operand).collect();
    let mut solution = vec![f64::NAN; shape.solutions()];
    let condition = cdl_graph::solve(shape, &values?, &mut solution);
    Some((condition, solution))
}
