//! What makes two nodes equal.

use cdl_graph::{BinaryOp, Node, NodeId, ParamId, Sensor, SystemShape, TableId, UnaryOp, VarId};

/// Equal for nodes that compute the same from the same operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Identity {
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
    Entry(Option<NodeId>, NodeId),
    Solve(NodeId, SystemShape),
    Solution(NodeId, u8),
}

impl From<Node> for Identity {
    fn from(node: Node) -> Self {
        match node {
            Node::Constant(value) => Identity::Constant(value.to_bits()),
            Node::Param(param) => Identity::Param(param),
            Node::Time => Identity::Time,
            Node::Sensor { sensor, component } => Identity::Sensor(sensor, component),
            Node::Var(var) => Identity::Var(var),
            Node::Unary(op, a) => Identity::Unary(op, a),
            // The first of two orders stays; which one it is does not change the result.
            Node::Binary(op, a, b) if op.commutes() => Identity::Binary(op, a.min(b), a.max(b)),
            Node::Binary(op, a, b) => Identity::Binary(op, a, b),
            Node::Select { condition, then, otherwise } => {
                Identity::Select(condition, then, otherwise)
            }
            Node::Lookup { table, column, argument, derivative } => {
                Identity::Lookup(table, column, argument, derivative)
            }
            Node::Entry { before, value } => Identity::Entry(before, value),
            Node::Solve { entries, shape } => Identity::Solve(entries, shape),
            Node::Solution { of, index } => Identity::Solution(of, index),
        }
    }
}
