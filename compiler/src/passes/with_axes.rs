//! Expressions in which attitudes enter through axes alone, which are linear in natural coordinates,
//! and variables not at all.

use cdl_graph::{
    BinaryOp, FrameId, FrameQuantity, Graph, JointKind, JointQuantity, Node, NodeId, Sensor,
    UnaryOp, VarId,
};
use rustc_hash::{FxHashMap, FxHashSet};

use super::turn::relative_rate;
use crate::symbolic::turned::{Pattern, Rotation};
use crate::symbolic::{Scalars, Simplified, Vector, attitude, vector};

/// What nodes have become.
pub(super) struct WithAxes<'a> {
    graph: &'a Graph,
    equations: &'a FxHashMap<VarId, NodeId>,
    known: FxHashMap<NodeId, NodeId>,
}

/// How a node is rebuilt.
enum Form {
    /// It stands for another node.
    Through(NodeId),
    Turned(Rotation, Vector, usize),
    /// A component of a frame's quaternion that does not merely turn a vector.
    Quaternion(FrameId, u8),
    /// The rate of a joint without coordinates, between two frames.
    Rate([FrameId; 2], u8),
    Plain(Node),
}

impl<'a> WithAxes<'a> {
    /// `graph` without its signals.
    pub(super) fn new(graph: &'a Graph, equations: &'a FxHashMap<VarId, NodeId>) -> Self {
        Self { graph, equations, known: FxHashMap::default() }
    }

    /// The node that computes the same as `root`, or the variable of an algebraic loop that it needs.
    pub(super) fn of(
        &mut self,
        signals: &mut Simplified<'_>,
        root: NodeId,
    ) -> Result<NodeId, VarId> {
        let mut stack = vec![(root, false)];
        let mut open = FxHashSet::default();
        while let Some((id, visited)) = stack.pop() {
            if self.known.contains_key(&id) {
                continue;
            }
            let form = self.form(signals, id);
            if visited {
                let rebuilt = self.rebuilt(signals, form);
                self.known.insert(id, rebuilt);
            } else if open.insert(id) {
                stack.push((id, true));
                // What stands first is rebuilt first.
                stack.extend(needs(&form).into_iter().rev().map(|id| (id, false)));
            } else {
                let ancestors = stack.iter().rev().filter(|(_, visited)| *visited);
                let var = std::iter::once(id).chain(ancestors.map(|(id, _)| *id)).find_map(|id| {
                    match signals.node(id) {
                        Node::Var(var) => Some(var),
                        _ => None,
                    }
                });
                if let Some(var) = var {
                    return Err(var);
                }
            }
        }
        Ok(self.now(root))
    }

    /// Whatever is asked for has been rebuilt before.
    fn now(&self, id: NodeId) -> NodeId {
        self.known.get(&id).copied().unwrap_or(id)
    }

    fn form(&self, signals: &Simplified<'_>, id: NodeId) -> Form {
        let node = signals.node(id);
        match node {
            Node::Var(var) => match self.equations.get(&var) {
                Some(value) => Form::Through(*value),
                None => Form::Plain(node),
            },
            Node::Sensor {
                sensor: Sensor::Frame { frame, quantity: FrameQuantity::Attitude },
                component,
            } => Form::Quaternion(frame, component),
            Node::Sensor {
                sensor: Sensor::Joint { joint, quantity: JointQuantity::Rate, coordinate },
                ..
            } => {
                let joint = &self.graph.joints[joint.index()];
                match joint.kind {
                    JointKind::Spherical | JointKind::Free => {
                        Form::Rate([joint.parent, joint.child], coordinate)
                    }
                    JointKind::Fixed
                    | JointKind::Revolute { .. }
                    | JointKind::Prismatic { .. }
                    | JointKind::Universal { .. }
                    | JointKind::Cylindrical { .. }
                    | JointKind::Planar { .. } => Form::Plain(node),
                }
            }
            Node::Binary(BinaryOp::Add, ..) => {
                match (Pattern { signals, equations: self.equations }).turned(id) {
                    Some((rotation, v, component)) => Form::Turned(rotation, v, component),
                    None => Form::Plain(node),
                }
            }
            Node::Constant(_)
            | Node::Param(_)
            | Node::Time
            | Node::Sensor { .. }
            | Node::Unary(..)
            | Node::Binary(..)
            | Node::Select { .. }
            | Node::Lookup { .. }
            | Node::Entry { .. }
            | Node::Solve { .. }
            | Node::Solution { .. } => Form::Plain(node),
        }
    }

    fn rebuilt(&self, signals: &mut Simplified<'_>, form: Form) -> NodeId {
        match form {
            Form::Through(value) => self.now(value),
            Form::Turned(rotation, v, component) => {
                let v = v.map(|id| self.now(id));
                self.turn(signals, &rotation, v, false)[component]
            }
            Form::Quaternion(frame, component) => quaternion(signals, frame, component),
            Form::Rate([parent, child], coordinate) => {
                relative_rate(signals, parent, child, coordinate)
            }
            Form::Plain(node) => {
                let node = node.reading(|id| self.now(id));
                signals.add(node)
            }
        }
    }

    /// `v` turned by a rotation, or by its opposite.
    fn turn(
        &self,
        signals: &mut Simplified<'_>,
        rotation: &Rotation,
        v: Vector,
        opposite: bool,
    ) -> Vector {
        match rotation {
            Rotation::Frame(frame) if opposite => {
                axes(signals, *frame).map(|axis| vector::dot(signals, axis, v))
            }
            Rotation::Frame(frame) => {
                let [x, y, z] = axes(signals, *frame);
                let terms = [(v[0], x), (v[1], y), (v[2], z)]
                    .map(|(component, axis)| vector::scaled(signals, component, axis));
                let partial = vector::sum(signals, terms[0], terms[1]);
                vector::sum(signals, partial, terms[2])
            }
            Rotation::Inverse(inner) => self.turn(signals, inner, v, !opposite),
            Rotation::Product(a, b) => {
                let [first, then] = if opposite { [a, b] } else { [b, a] };
                let turned = self.turn(signals, first, v, opposite);
                self.turn(signals, then, turned, opposite)
            }
            Rotation::Other(q) => {
                let q = q.map(|id| self.now(id));
                let q = if opposite { attitude::inverse(signals, q) } else { q };
                attitude::rotate(signals, q, v)
            }
        }
    }
}

/// What must have been rebuilt before.
fn needs(form: &Form) -> Vec<NodeId> {
    match form {
        Form::Through(value) => vec![*value],
        Form::Turned(rotation, v, _) => {
            let mut needs = v.to_vec();
            let mut rest = vec![rotation];
            while let Some(rotation) = rest.pop() {
                match rotation {
                    Rotation::Frame(_) => {}
                    Rotation::Inverse(inner) => rest.push(inner),
                    Rotation::Product(a, b) => rest.extend([&**a, &**b]),
                    Rotation::Other(q) => needs.extend(q),
                }
            }
            needs
        }
        Form::Quaternion(..) | Form::Rate(..) => Vec::new(),
        Form::Plain(node) => node.reads().collect(),
    }
}

/// The axes of a frame in world components.
pub(super) fn axes(signals: &mut impl Scalars, frame: FrameId) -> [Vector; 3] {
    let sensor = Sensor::Frame { frame, quantity: FrameQuantity::Axes };
    [0, 3, 6]
        .map(|first| [0, 1, 2].map(|k| signals.add(Node::Sensor { sensor, component: first + k })))
}

/// A component of the quaternion that stands for a frame's axes, one of both signs. From the largest
/// component, which never is small (Shepperd 1978, Journal of Guidance and Control 1:223).
fn quaternion(signals: &mut Simplified<'_>, frame: FrameId, component: u8) -> NodeId {
    let axes = axes(signals, frame);
    // Row i, column j of the rotation matrix.
    let r = |i: usize, j: usize| axes[j][i];
    let [one, half] = [1.0, 0.5].map(|value| signals.constant(value));
    let diagonal = [0, 1, 2].map(|i| r(i, i));
    let partial = signals.plus(diagonal[0], diagonal[1]);
    let trace = signals.plus(partial, diagonal[2]);
    // Four times the square of each component, less one.
    let squares: [NodeId; 4] = {
        let of_axes = diagonal.map(|own| {
            let twice = signals.plus(own, own);
            signals.minus(twice, trace)
        });
        [trace, of_axes[0], of_axes[1], of_axes[2]]
    };
    let wanted = usize::from(component);
    let candidates = [0, 1, 2, 3].map(|largest: usize| {
        let square = signals.plus(one, squares[largest]);
        let root = signals.unary(UnaryOp::Sqrt, square);
        if largest == wanted {
            return signals.times(half, root);
        }
        let numerator = match (largest.min(wanted), largest.max(wanted)) {
            (0, k) => {
                let (i, j) = (k % 3, (k + 1) % 3);
                signals.minus(r(j, i), r(i, j))
            }
            (i, j) => signals.plus(r(i - 1, j - 1), r(j - 1, i - 1)),
        };
        let quotient = signals.over(numerator, root);
        signals.times(half, quotient)
    });
    let mut chosen = candidates[0];
    let mut most = squares[0];
    for (candidate, square) in candidates.into_iter().zip(squares).skip(1) {
        let condition = signals.binary(BinaryOp::Gt, square, most);
        chosen = signals.add(Node::Select { condition, then: candidate, otherwise: chosen });
        most = signals.binary(BinaryOp::Max, square, most);
    }
    chosen
}
