//! Equal expressions become one node.

use cdl_graph::{BinaryOp, Graph, Node, NodeId, ParamId, Sensor, TableId, UnaryOp, VarId};
use rustc_hash::FxHashMap;

use super::rewrite::rewrite;

/// What makes two nodes equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Key {
    /// The bits: 0 and -0 differ.
    Constant(u64),
    Param(ParamId),
    Time,
    Sensor(Sensor, u8),
    Var(VarId),
    Unary(UnaryOp, NodeId),
    Binary(BinaryOp, NodeId, NodeId),
    Select(NodeId, NodeId, NodeId),
    Lookup(TableId, u16, NodeId, u8),
}

pub(super) fn run(graph: Graph) -> Graph {
    let mut seen: FxHashMap<Key, NodeId> = FxHashMap::default();
    rewrite(graph, |signals, node, _| *seen.entry(key(node)).or_insert_with(|| signals.add(node)))
}

fn key(node: Node) -> Key {
    match node {
        Node::Constant(value) => Key::Constant(value.to_bits()),
        Node::Param(param) => Key::Param(param),
        Node::Time => Key::Time,
        Node::Sensor { sensor, component } => Key::Sensor(sensor, component),
        Node::Var(var) => Key::Var(var),
        Node::Unary(op, a) => Key::Unary(op, a),
        // The first of two orders stays; which one it is does not change the result.
        Node::Binary(op, a, b) if op.commutes() => Key::Binary(op, a.min(b), a.max(b)),
        Node::Binary(op, a, b) => Key::Binary(op, a, b),
        Node::Select { condition, then, otherwise } => Key::Select(condition, then, otherwise),
        Node::Lookup { table, column, argument, derivative } => {
            Key::Lookup(table, column, argument, derivative)
        }
    }
}
