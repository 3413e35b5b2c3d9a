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

    /// The number of a node that is nothing but one.
    fn number(&self, id: NodeId) -> Option<f64> {
        match self.node(id) {
            Node::Constant(value) => Some(value),
            _ => None,
        }
    }

    /// What an operation on constants comes to where that is finite. What is not stays an operation, so that a run can
    /// say which one failed.
    fn outcome(&self, node: Node) -> Option<f64> {
        let value = match node {
            Node::Unary(op, a) => op.apply(self.number(a)?),
            Node::Binary(op, a, b) => op.apply(self.number(a)?, self.number(b)?),
            Node::Select { condition, then, otherwise } => match self.number(condition)? {
                condition if condition.is_nan() => condition,
                condition => self.number(if condition != 0.0 { then } else { otherwise })?,
            },
            // What goes into a system of constants is solved where it is written.
            Node::Constant(_)
            | Node::Param(_)
            | Node::Time
            | Node::Var(_)
            | Node::Sensor { .. }
            | Node::Lookup { .. }
            | Node::Entry { .. }
            | Node::Solve { .. }
            | Node::Solution { .. } => return None,
        };
        value.is_finite().then_some(value)
    }

    /// A node, or the constant that it comes to.
    fn folded(&self, node: Node) -> Node {
        self.outcome(node).map_or(node, Node::Constant)
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

    /// Zero where a signal says less than nothing.
    fn at_least_zero(&mut self, a: NodeId) -> NodeId {
        let zero = self.constant(0.0);
        self.binary(BinaryOp::Max, a, zero)
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
