//! Recognizing what [`attitude`](super::attitude) has built: vectors turned by an attitude, and
//! attitudes made of others.

use cdl_graph::{BinaryOp, FrameId, FrameQuantity, Node, NodeId, Sensor, UnaryOp, VarId};
use rustc_hash::FxHashMap;

use super::{Quaternion, Scalars, Vector};

/// What a quaternion consists of.
#[derive(Clone, Debug, PartialEq)]
pub enum Rotation {
    /// Of a frame: its attitude in the world.
    Frame(FrameId),
    Inverse(Box<Rotation>),
    /// First the second, then the first.
    Product(Box<Rotation>, Box<Rotation>),
    Other(Quaternion),
}

impl Rotation {
    /// Whether it is more than four numbers, or their negatives.
    fn is_recognized(&self) -> bool {
        match self {
            Rotation::Frame(_) | Rotation::Product(..) => true,
            Rotation::Inverse(inner) => inner.is_recognized(),
            Rotation::Other(_) => false,
        }
    }
}

/// Products that are nested more deeply are taken as they are.
const MAX_DEPTH: u32 = 100;

/// Looks through variables at the expressions of a DAG.
pub struct Pattern<'a, S> {
    pub signals: &'a S,
    pub equations: &'a FxHashMap<VarId, NodeId>,
}

impl<S: Scalars> Pattern<'_, S> {
    /// The rotation, the vector and the component that `id` is of the turned vector, if it was made by
    /// [`attitude::rotate`](super::attitude::rotate).
    pub fn turned(&self, id: NodeId) -> Option<(Rotation, Vector, usize)> {
        // `(v_k + w t_k) + (u_i t_j - u_j t_i)` with `t = 2 u x v`, where i, j, k are in cyclic order.
        let (partial, outer) = self.operands(BinaryOp::Add, id)?;
        let (plus, minus) = self.operands(BinaryOp::Sub, outer)?;
        let (v_k, wt) = self.operands(BinaryOp::Add, partial)?;
        let (w, t_k) = self.operands(BinaryOp::Mul, wt)?;
        let (u_i, t_j) = self.operands(BinaryOp::Mul, plus)?;
        let (u_j, t_i) = self.operands(BinaryOp::Mul, minus)?;
        let [(first, v_j), (second, v_i)] = self.twice_crossed(t_k)?;
        let [(third, same_k), (u_k, same_j)] = self.twice_crossed(t_i)?;
        let fits = (first, second, third) == (u_i, u_j, u_j) && (same_k, same_j) == (v_k, v_j);
        if !fits || self.twice_crossed(t_j)? != [(u_k, v_i), (u_i, v_k)] {
            return None;
        }
        // Which of the components it is shows where the quaternion is known.
        let candidates = [2, 0, 1].map(|k| {
            let cyclic = |[i, j, own]: [NodeId; 3]| {
                let mut components = [own; 3];
                components[(k + 1) % 3] = i;
                components[(k + 2) % 3] = j;
                components
            };
            let [x, y, z] = cyclic([u_i, u_j, u_k]);
            (self.rotation([w, x, y, z], 0), cyclic([v_i, v_j, v_k]), k)
        });
        let known = candidates.iter().position(|(found, ..)| found.is_recognized());
        candidates.into_iter().nth(known.unwrap_or(0))
    }

    /// The factors in `2 (a b - c d)`.
    fn twice_crossed(&self, id: NodeId) -> Option<[(NodeId, NodeId); 2]> {
        let (two, difference) = self.operands(BinaryOp::Mul, id)?;
        if self.node(two) != Node::Constant(2.0) {
            return None;
        }
        let (plus, minus) = self.operands(BinaryOp::Sub, difference)?;
        Some([self.operands(BinaryOp::Mul, plus)?, self.operands(BinaryOp::Mul, minus)?])
    }

    fn rotation(&self, q: Quaternion, depth: u32) -> Rotation {
        if depth > MAX_DEPTH {
            return Rotation::Other(q);
        }
        let inner = |q| Box::new(self.rotation(q, depth + 1));
        if let Some(frame) = self.frame(q) {
            Rotation::Frame(frame)
        } else if let Some(opposite) = self.inverse(q) {
            Rotation::Inverse(inner(opposite))
        } else if let Some((a, b)) = self.product(q) {
            Rotation::Product(inner(a), inner(b))
        } else {
            Rotation::Other(q)
        }
    }

    fn frame(&self, q: Quaternion) -> Option<FrameId> {
        let mut found = None;
        for (index, id) in (0..).zip(q) {
            match self.node(id) {
                Node::Sensor {
                    sensor: Sensor::Frame { frame, quantity: FrameQuantity::Attitude },
                    component,
                } if component == index && found.is_none_or(|found| found == frame) => {
                    found = Some(frame);
                }
                _ => return None,
            }
        }
        found
    }

    fn inverse(&self, [w, x, y, z]: Quaternion) -> Option<Quaternion> {
        let negated = |id| match self.node(id) {
            Node::Unary(UnaryOp::Neg, a) => Some(a),
            _ => None,
        };
        Some([w, negated(x)?, negated(y)?, negated(z)?])
    }

    fn product(&self, [w, x, y, z]: Quaternion) -> Option<(Quaternion, Quaternion)> {
        // w = a0 b0 - ((a1 b1 + a2 b2) + a3 b3)
        let (first, dot) = self.operands(BinaryOp::Sub, w)?;
        let (partial, third) = self.operands(BinaryOp::Add, dot)?;
        let (one, two) = self.operands(BinaryOp::Add, partial)?;
        let factors = |id| self.operands(BinaryOp::Mul, id);
        let pairs = [factors(first)?, factors(one)?, factors(two)?, factors(third)?];
        let (a, b) = (pairs.map(|(a, _)| a), pairs.map(|(_, b)| b));
        // x = (a0 b1 + b0 a1) + (a2 b3 - a3 b2) and so on.
        for (k, id) in [(1, x), (2, y), (3, z)] {
            let (i, j) = (k % 3 + 1, (k + 1) % 3 + 1);
            let (sum, crossed) = self.operands(BinaryOp::Add, id)?;
            let (left, right) = self.operands(BinaryOp::Add, sum)?;
            let (plus, minus) = self.operands(BinaryOp::Sub, crossed)?;
            let found = [factors(left)?, factors(right)?, factors(plus)?, factors(minus)?];
            if found != [(a[0], b[k]), (b[0], a[k]), (a[i], b[j]), (a[j], b[i])] {
                return None;
            }
        }
        Some((a, b))
    }

    fn operands(&self, op: BinaryOp, id: NodeId) -> Option<(NodeId, NodeId)> {
        match self.node(id) {
            Node::Binary(own, a, b) if own == op => Some((a, b)),
            _ => None,
        }
    }

    /// What a variable stands for, unless that is a variable of a variable and so on.
    fn node(&self, id: NodeId) -> Node {
        let mut node = self.signals.node(id);
        for _ in 0..16 {
            match node {
                Node::Var(var) => match self.equations.get(&var) {
                    Some(value) => node = self.signals.node(*value),
                    None => break,
                },
                _ => break,
            }
        }
        node
    }
}
