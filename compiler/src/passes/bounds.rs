//! How large a value can become at most, as far as that follows from the operations.

use cdl_graph::{BinaryOp, Node, NodeId, Signals, UnaryOp};

/// No run gets this far, s.
const LONGEST_TIME: f64 = 1e15;

/// Bounds on the absolute values of nodes, by index; infinite where there is none.
#[derive(Debug, Default)]
pub(super) struct Bounds(Vec<f64>);

impl Bounds {
    /// Whether a node is a finite number whatever happens.
    pub(super) fn is_finite(&mut self, signals: &Signals, id: NodeId) -> bool {
        while self.0.len() <= id.index() {
            let bound = self.bound(signals, signals.nodes.at(NodeId(self.0.len() as u32)));
            // What is not a number has no bound either.
            self.0.push(if bound.is_nan() { f64::INFINITY } else { bound });
        }
        self.0[id.index()].is_finite()
    }

    fn bound(&self, signals: &Signals, node: Node) -> f64 {
        let of = |id: NodeId| self.0[id.index()];
        let at_most = |limit: f64, a: NodeId| if of(a).is_finite() { limit } else { f64::INFINITY };
        match node {
            Node::Constant(value) => value.abs(),
            // Any finite number.
            Node::Param(_) => f64::MAX,
            Node::Time => LONGEST_TIME,
            Node::Sensor { .. }
            | Node::Var(_)
            | Node::Lookup { .. }
            | Node::Entry { .. }
            | Node::Solve { .. }
            | Node::Solution { .. } => f64::INFINITY,
            Node::Unary(op, a) => match op {
                UnaryOp::Neg | UnaryOp::Abs => of(a),
                UnaryOp::Not | UnaryOp::Sign | UnaryOp::Sin | UnaryOp::Cos | UnaryOp::Tanh => {
                    at_most(1.0, a)
                }
                UnaryOp::Atan => at_most(2.0, a),
                UnaryOp::Floor => of(a) + 1.0,
                UnaryOp::Sqrt
                | UnaryOp::Exp
                | UnaryOp::Ln
                | UnaryOp::Tan
                | UnaryOp::Asin
                | UnaryOp::Acos
                | UnaryOp::Sinh
                | UnaryOp::Cosh => f64::INFINITY,
            },
            Node::Binary(op, a, b) => match op {
                BinaryOp::Add | BinaryOp::Sub => of(a) + of(b),
                BinaryOp::Mul => of(a) * of(b),
                BinaryOp::Min | BinaryOp::Max => of(a).max(of(b)),
                BinaryOp::Lt
                | BinaryOp::Le
                | BinaryOp::Gt
                | BinaryOp::Ge
                | BinaryOp::Eq
                | BinaryOp::Ne
                | BinaryOp::And
                | BinaryOp::Or => at_most(1.0, a) + at_most(0.0, b),
                BinaryOp::Atan2 => at_most(4.0, a) + at_most(0.0, b),
                BinaryOp::Div => match signals.node(b) {
                    Node::Constant(divisor) => of(a) / divisor.abs(),
                    _ => f64::INFINITY,
                },
                BinaryOp::Mod | BinaryOp::Pow => f64::INFINITY,
            },
            Node::Select { condition, then, otherwise } => {
                at_most(0.0, condition) + of(then).max(of(otherwise))
            }
        }
    }
}
