//! Operations on constants become constants, and operations that do nothing disappear.
//!
//! Parameters are not constants. IEEE semantics are kept: `0 * x` stays unless `x` is known to be
//! finite; what would fold into a value that is not finite stays too, so that the run can say which
//! operation failed. One liberty: the sign of a zero is not kept (`-0 + 0` is `+0`, `0 * -1` is `-0`).

use cdl_graph::{BinaryOp, Graph, Interpolant, Node, NodeId, Signals, UnaryOp};

use super::bounds::Bounds;
use super::rewrite::rewrite;
use crate::symbolic::Scalars;

/// How often a constant found for a variable may lead to further ones.
const ROUNDS: usize = 8;

pub(super) fn run(mut graph: Graph) -> Graph {
    let tables: Vec<Option<Interpolant>> =
        graph.signals.tables.iter().map(|table| Interpolant::new(table).ok()).collect();
    // In place first, so that what only goes into constants is not written once more.
    for id in (0..graph.signals.nodes.len() as u32).map(NodeId) {
        match graph.signals.node(id) {
            Node::Constant(_) => {}
            node => {
                if let Some(value) = computed(&graph.signals, &tables, node) {
                    graph.signals.nodes.set(id, Node::Constant(value));
                }
            }
        }
    }
    for _ in 0..ROUNDS {
        let mut values: Vec<Option<NodeId>> = vec![None; graph.signals.vars.len()];
        for equation in &graph.signals.equations {
            values[equation.var.index()] = Some(equation.value);
        }
        // Variables that were read before their value was known.
        let mut waited: Vec<bool> = vec![false; values.len()];
        let mut bounds = Bounds::default();
        graph = rewrite(graph, |signals, node, replaced| {
            if let Node::Var(var) = node {
                match values[var.index()].and_then(|value| replaced.get(value)) {
                    Some(value) => {
                        if let Some(value) = signals.number(value) {
                            return signals.constant(value);
                        }
                    }
                    None => waited[var.index()] = true,
                }
            }
            fold(signals, &tables, &mut bounds, node)
        });
        let more = graph.signals.equations.iter().any(|equation| {
            waited[equation.var.index()] && graph.signals.number(equation.value).is_some()
        });
        if !more {
            break;
        }
    }
    graph
}

/// What an operation comes to, where all its operands are constants and it is finite.
fn computed(signals: &Signals, tables: &[Option<Interpolant>], node: Node) -> Option<f64> {
    match node {
        Node::Lookup { table, column, argument, derivative } => {
            let table = tables[table.index()].as_ref()?;
            let value = table.at(column.into(), signals.number(argument)?, derivative);
            value.is_finite().then_some(value)
        }
        node => signals.outcome(node),
    }
}

fn negated(signals: &Signals, id: NodeId) -> Option<NodeId> {
    match signals.node(id) {
        Node::Unary(UnaryOp::Neg, a) => Some(a),
        _ => None,
    }
}

fn fold(
    signals: &mut Signals,
    tables: &[Option<Interpolant>],
    bounds: &mut Bounds,
    node: Node,
) -> NodeId {
    if let Some(value) = computed(signals, tables, node) {
        return signals.constant(value);
    }
    let same = match node {
        Node::Unary(UnaryOp::Neg, a) => negated(signals, a),
        Node::Binary(op, a, b) => match (signals.number(a), signals.number(b)) {
            (Some(_), Some(_)) => None,
            (left, right) => simplified(signals, bounds, op, (a, left), (b, right)),
        },
        Node::Select { condition, then, otherwise } => match signals.number(condition) {
            Some(condition) => Some(if condition != 0.0 { then } else { otherwise }),
            None => {
                let is_one = then == otherwise && bounds.is_finite(signals, condition);
                is_one.then_some(then)
            }
        },
        Node::Unary(..)
        | Node::Lookup { .. }
        | Node::Entry { .. }
        | Node::Solve { .. }
        | Node::Solution { .. }
        | Node::Constant(_)
        | Node::Param(_)
        | Node::Time
        | Node::Var(_)
        | Node::Sensor { .. } => None,
    };
    same.unwrap_or_else(|| signals.add(node))
}

/// What an operation with at most one constant operand is equal to.
fn simplified(
    signals: &mut Signals,
    bounds: &mut Bounds,
    op: BinaryOp,
    (a, left): (NodeId, Option<f64>),
    (b, right): (NodeId, Option<f64>),
) -> Option<NodeId> {
    match (op, left, right) {
        (BinaryOp::Mul | BinaryOp::Div, _, Some(1.0))
        | (BinaryOp::Add | BinaryOp::Sub, _, Some(0.0))
        | (BinaryOp::Pow, _, Some(1.0)) => Some(a),
        (BinaryOp::Mul, Some(1.0), _) | (BinaryOp::Add, Some(0.0), _) => Some(b),
        (BinaryOp::Mul | BinaryOp::Div, _, Some(-1.0)) => Some(negative(signals, a)),
        (BinaryOp::Mul, Some(-1.0), _) => Some(negative(signals, b)),
        (BinaryOp::Mul, Some(0.0), _) => {
            bounds.is_finite(signals, b).then(|| signals.constant(0.0))
        }
        (BinaryOp::Mul, _, Some(0.0)) => {
            bounds.is_finite(signals, a).then(|| signals.constant(0.0))
        }
        (BinaryOp::And, Some(0.0), _) | (BinaryOp::And, _, Some(0.0)) => {
            Some(signals.constant(0.0))
        }
        (BinaryOp::Or, Some(other), _) | (BinaryOp::Or, _, Some(other)) if other != 0.0 => {
            Some(signals.constant(1.0))
        }
        (BinaryOp::Add, ..) => {
            let subtracted = negated(signals, b)?;
            Some(signals.add(Node::Binary(BinaryOp::Sub, a, subtracted)))
        }
        (BinaryOp::Sub, ..) => {
            let added = negated(signals, b)?;
            Some(signals.add(Node::Binary(BinaryOp::Add, a, added)))
        }
        _ => None,
    }
}

fn negative(signals: &mut Signals, a: NodeId) -> NodeId {
    negated(signals, a).unwrap_or_else(|| signals.add(Node::Unary(UnaryOp::Neg, a)))
}
