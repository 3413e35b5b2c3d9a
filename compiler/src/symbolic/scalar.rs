//! Scalar operations as methods on the DAG.

use cdl_graph::{BinaryOp, Node, NodeId, Signals, UnaryOp};

/// Shorthand for appending scalar nodes.
pub trait Scalars {
    fn unary(&mut self, op: UnaryOp, a: NodeId) -> NodeId;
    fn binary(&mut self, op: BinaryOp, a: NodeId, b: NodeId) -> NodeId;

    fn plus(&mut self, a: NodeId, b: NodeId) -> NodeId {
        self.binary(BinaryOp::Add, a, b)
    }

    fn minus(&mut self, a: NodeId, b: NodeId) -> NodeId {
        self.binary(BinaryOp::Sub, a, b)
    }

    fn times(&mut self, a: NodeId, b: NodeId) -> NodeId {
        self.binary(BinaryOp::Mul, a, b)
    }

    fn over(&mut self, a: NodeId, b: NodeId) -> NodeId {
        self.binary(BinaryOp::Div, a, b)
    }

    fn negate(&mut self, a: NodeId) -> NodeId {
        self.unary(UnaryOp::Neg, a)
    }
}

impl Scalars for Signals {
    fn unary(&mut self, op: UnaryOp, a: NodeId) -> NodeId {
        self.add(Node::Unary(op, a))
    }

    fn binary(&mut self, op: BinaryOp, a: NodeId, b: NodeId) -> NodeId {
        self.add(Node::Binary(op, a, b))
    }
}
