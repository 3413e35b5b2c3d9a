//! Conditions of events get a margin: a number that is positive where the condition holds and negative where it does not.
//!
//! It is continuous where what the condition compares is, so the instant at which it becomes true is a root:
//! `a < b` has the margin `b - a`, `and` the smaller one of both, `or` the larger one, `not` the opposite; where the left side decides, its own. What a comparison
//! does not decide, such as a variable that is true or false, has the margin 1 or -1. Where something that is compared has no value, neither has the
//! margin; so the conditions within events get one, too.

use cdl_graph::{BinaryOp, Graph, Guard, Node, NodeId, Trigger, UnaryOp, VarId};
use rustc_hash::FxHashMap;

use crate::symbolic::{Scalars, Simplified};

/// Conditions inside of conditions beyond this depth count as a whole, as do those that go round in a circle.
const DEEPEST: usize = 256;

pub(super) fn run(mut graph: Graph) -> Graph {
    let equations: FxHashMap<VarId, NodeId> =
        graph.signals.equations.iter().map(|equation| (equation.var, equation.value)).collect();
    let mut signals = std::mem::take(&mut graph.signals);
    let mut simplified = Simplified::new(&mut signals);
    for event in &mut graph.events {
        match &mut event.trigger {
            Trigger::When { condition, margin, initially: _ }
            | Trigger::Changes { condition, margin } => {
                *margin = Some(of(&mut simplified, &equations, *condition, 0));
            }
            Trigger::At { .. } | Trigger::Every { .. } | Trigger::AtRest { .. } => {}
        }
        for Guard { condition, margin } in event.parts.iter_mut().flat_map(|own| &mut own.guard) {
            *margin = Some(of(&mut simplified, &equations, *condition, 0));
        }
    }
    graph.signals = signals;
    graph
}

/// The margin of a condition that stands so deep in others.
fn of(
    signals: &mut impl Scalars,
    equations: &FxHashMap<VarId, NodeId>,
    condition: NodeId,
    depth: usize,
) -> NodeId {
    let inner = |signals: &mut _, condition: NodeId| of(signals, equations, condition, depth + 1);
    match signals.node(condition) {
        _ if depth > DEEPEST => by_itself(signals, condition),
        Node::Binary(BinaryOp::Lt | BinaryOp::Le, a, b) => signals.minus(b, a),
        Node::Binary(BinaryOp::Gt | BinaryOp::Ge, a, b) => signals.minus(a, b),
        // The right side counts only where it matters: it may have no value elsewhere.
        Node::Binary(BinaryOp::And, a, b) => {
            let (left, right) = (inner(signals, a), inner(signals, b));
            let then = signals.binary(BinaryOp::Min, left, right);
            signals.add(Node::Select { condition: a, then, otherwise: left })
        }
        Node::Binary(BinaryOp::Or, a, b) => {
            let (left, right) = (inner(signals, a), inner(signals, b));
            let otherwise = signals.binary(BinaryOp::Max, left, right);
            signals.add(Node::Select { condition: a, then: left, otherwise })
        }
        Node::Unary(UnaryOp::Not, a) => {
            let a = inner(signals, a);
            signals.negate(a)
        }
        Node::Select { condition, then, otherwise } => {
            let [condition, then, otherwise] =
                [condition, then, otherwise].map(|node| inner(signals, node));
            let against = signals.negate(condition);
            let then = signals.binary(BinaryOp::Min, condition, then);
            let otherwise = signals.binary(BinaryOp::Min, against, otherwise);
            signals.binary(BinaryOp::Max, then, otherwise)
        }
        Node::Var(var) => match equations.get(&var) {
            Some(&value) => inner(signals, value),
            None => by_itself(signals, condition),
        },
        Node::Constant(_)
        | Node::Param(_)
        | Node::Time
        | Node::Sensor { .. }
        | Node::Unary(..)
        | Node::Binary(..)
        | Node::Lookup { .. }
        | Node::Entry { .. }
        | Node::Solve { .. }
        | Node::Solution { .. } => by_itself(signals, condition),
    }
}

fn by_itself(signals: &mut impl Scalars, condition: NodeId) -> NodeId {
    let (then, otherwise) = (signals.constant(1.0), signals.constant(-1.0));
    signals.add(Node::Select { condition, then, otherwise })
}
