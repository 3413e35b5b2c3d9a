//! Scalar operations as methods on the DAG.

use cdl_graph::{BinaryOp, Node, NodeId, Signals, UnaryOp};

/// Shorthand for appending scalar nodes. What is behind it decides whether they are simplified.
pub trait Scalars {
    fn node(&self, id: NodeId) -> Node;
    /// The node, or one that is equal to it. Its operands must be in the DAG already.
    fn add(&mut self, node: Node) -> NodeId;

    fn constant(&mut self, value: f64) -> NodeId {
        self.add(Node::Constant(value))
    }

    fn unary(&mut self, op: UnaryOp, a: NodeId) -> NodeId {
        self.add(Node::Unary(op, a))
    }

    fn binary(&mut self, op: BinaryOp, a: NodeId, b: NodeId) -> NodeId {
        self.add(Node::Binary(op, a, b))
    }

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

/// Nodes are appended as they are; simplifying is the work of the passes.
impl Scalars for Signals {
    fn node(&self, id: NodeId) -> Node {
        Signals::node(self, id)
    }

    fn add(&mut self, node: Node) -> NodeId {
        Signals::add(self, node)
    }
}
