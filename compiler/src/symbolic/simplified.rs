//! Building expressions that are simplified on the way: what derivatives need, most of whose terms
//! are zeros and ones.

use cdl_graph::{BinaryOp, Node, NodeId, Signals, UnaryOp};
use rustc_hash::FxHashMap;

use super::{Identity, Scalars};

/// Appends to a DAG, each expression once. Operations on constants and with zeros and ones are carried
/// out, as if everything else were finite: `0 x` is 0.
pub struct Simplified<'a> {
    signals: &'a mut Signals,
    seen: FxHashMap<Identity, NodeId>,
}

impl<'a> Simplified<'a> {
    pub fn new(signals: &'a mut Signals) -> Self {
        Self { signals, seen: FxHashMap::default() }
    }

    fn negated(&self, id: NodeId) -> Option<NodeId> {
        match self.signals.node(id) {
            Node::Unary(UnaryOp::Neg, a) => Some(a),
            _ => None,
        }
    }

    /// The factor and the rest of a constant times something.
    fn scaled(&self, id: NodeId) -> Option<(f64, NodeId)> {
        match self.signals.node(id) {
            Node::Binary(BinaryOp::Mul, factor, inner) => Some((self.number(factor)?, inner)),
            _ => None,
        }
    }

    /// What stands for a node of this operation, if something simpler does.
    fn simpler_unary(&mut self, op: UnaryOp, a: NodeId) -> Option<NodeId> {
        match (op, self.number(a)) {
            (_, Some(a)) => self.finite(op.apply(a)),
            (UnaryOp::Neg, None) => self.negated(a),
            (_, None) => None,
        }
    }

    fn finite(&mut self, value: f64) -> Option<NodeId> {
        // Minus zero would only look odd in dumps.
        value.is_finite().then(|| self.constant(if value == 0.0 { 0.0 } else { value }))
    }

    fn simpler_binary(&mut self, op: BinaryOp, a: NodeId, b: NodeId) -> Option<NodeId> {
        let (known_a, known_b) = (self.number(a), self.number(b));
        if let (Some(a), Some(b)) = (known_a, known_b) {
            return self.finite(op.apply(a, b));
        }
        match op {
            BinaryOp::Add if known_a == Some(0.0) => Some(b),
            BinaryOp::Add | BinaryOp::Sub if known_b == Some(0.0) => Some(a),
            BinaryOp::Sub if known_a == Some(0.0) => Some(self.negate(b)),
            BinaryOp::Mul if known_a == Some(0.0) => Some(a),
            BinaryOp::Mul if known_b == Some(0.0) => Some(b),
            BinaryOp::Mul if known_a == Some(1.0) => Some(b),
            BinaryOp::Mul | BinaryOp::Div | BinaryOp::Pow if known_b == Some(1.0) => Some(a),
            BinaryOp::Mul if known_a == Some(-1.0) => Some(self.negate(b)),
            BinaryOp::Mul | BinaryOp::Div if known_b == Some(-1.0) => Some(self.negate(a)),
            BinaryOp::Div if known_a == Some(0.0) => Some(a),
            BinaryOp::Pow if known_b == Some(0.0) => Some(self.constant(1.0)),
            BinaryOp::Add if a == b => {
                let two = self.constant(2.0);
                Some(self.times(two, a))
            }
            BinaryOp::Mul if known_b.is_some() => Some(self.times(b, a)),
            BinaryOp::Mul if known_a.is_some() => self.without_signs(op, a, b).or_else(|| {
                let (factor, inner) = self.scaled(b)?;
                let factor = self.finite(known_a? * factor)?;
                Some(self.times(factor, inner))
            }),
            _ => self.without_signs(op, a, b),
        }
    }

    /// Signs go outward, so that they meet.
    fn without_signs(&mut self, op: BinaryOp, a: NodeId, b: NodeId) -> Option<NodeId> {
        let (negated_a, negated_b) = (self.negated(a), self.negated(b));
        match (op, negated_a, negated_b) {
            (BinaryOp::Mul | BinaryOp::Div, Some(a), Some(b)) => Some(self.binary(op, a, b)),
            (BinaryOp::Mul | BinaryOp::Div, Some(a), None) => {
                let size = self.binary(op, a, b);
                Some(self.negate(size))
            }
            (BinaryOp::Mul | BinaryOp::Div, None, Some(b)) => {
                let size = self.binary(op, a, b);
                Some(self.negate(size))
            }
            (BinaryOp::Add, _, Some(b)) => Some(self.minus(a, b)),
            (BinaryOp::Sub, _, Some(b)) => Some(self.plus(a, b)),
            (BinaryOp::Add, Some(a), None) => Some(self.minus(b, a)),
            _ => None,
        }
    }
}

impl Scalars for Simplified<'_> {
    fn node(&self, id: NodeId) -> Node {
        self.signals.node(id)
    }

    fn add(&mut self, node: Node) -> NodeId {
        let simpler = match node {
            Node::Unary(op, a) => self.simpler_unary(op, a),
            Node::Binary(op, a, b) => self.simpler_binary(op, a, b),
            Node::Select { condition, then, otherwise } => match self.number(condition) {
                _ if then == otherwise => Some(then),
                Some(condition) => Some(if condition != 0.0 { then } else { otherwise }),
                None => None,
            },
            Node::Constant(_)
            | Node::Param(_)
            | Node::Time
            | Node::Sensor { .. }
            | Node::Var(_)
            | Node::Lookup { .. }
            | Node::Entry { .. }
            | Node::Solve { .. }
            | Node::Solution { .. } => None,
        };
        let signals = &mut *self.signals;
        simpler
            .unwrap_or_else(|| *self.seen.entry(node.into()).or_insert_with(|| signals.add(node)))
    }
}
