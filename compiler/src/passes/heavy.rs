//! Loads that are so heavy beside what carries them that one recursion over articulated inertias would lose their digits.
//!
//! What the recursion hands on from a light body that turns about a point before a heavy one is the difference of two inertias that are as large as the heavy one. That
//! matters where another light body takes it; a single one between the ground and its load has nobody to hand it to.

use cdl_graph::{BodyId, Connection, Graph, JointId, JointKind, Motion, Node, NodeId, TreeNode};

/// The recursion keeps 16 digits less those of this, about, and three more.
const HEAVY: f64 = 1e7;
/// Of expressions of masses; deeper ones are not looked into.
const DEEPEST: usize = 64;

/// A load, and two bodies in a row that carry it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Heavy {
    pub(super) load: BodyId,
    /// The one at the load's side first.
    pub(super) carriers: [BodyId; 2],
    /// Of its mass and theirs.
    pub(super) ratio: f64,
}

/// Where the ratio is largest, if that is beyond what the recursion takes.
pub(super) fn heavy(graph: &Graph) -> Option<Heavy> {
    let plan = graph.plan.as_ref()?;
    let masses: Vec<f64> =
        graph.bodies.iter().map(|body| value(graph, body.mass, 0).unwrap_or(f64::NAN)).collect();
    // Of each body: the heaviest beyond it, and whether that can turn beside it.
    let mut beyond: Vec<Option<BodyId>> = vec![None; graph.bodies.len()];
    let mut worst: Option<Heavy> = None;
    for node in plan.forest.iter().rev() {
        let TreeNode::Body { body, connection: Connection::Joint(joint) } = node else { continue };
        let Some(carrier) = carrier(graph, *joint, *body) else { continue };
        let turns = turns(graph, *joint);
        if let (true, Some(load)) = (turns, beyond[body.index()]) {
            let ratio = masses[load.index()] / (masses[body.index()] + masses[carrier.index()]);
            if ratio > HEAVY && worst.is_none_or(|own| ratio > own.ratio) {
                worst = Some(Heavy { load, carriers: [*body, carrier], ratio });
            }
        }
        let own = turns.then_some(*body).into_iter().chain(beyond[body.index()]);
        let mut all = own.chain(beyond[carrier.index()]);
        let heavier = |one: BodyId, other: BodyId| match masses[one.index()] < masses[other.index()]
        {
            true => other,
            false => one,
        };
        beyond[carrier.index()] = all.next().map(|first| all.fold(first, heavier));
    }
    worst
}

/// What a body hangs on, where that moves by itself.
fn carrier(graph: &Graph, joint: JointId, body: BodyId) -> Option<BodyId> {
    let joint = &graph.joints[joint.index()];
    let ends = [joint.parent, joint.child].map(|frame| graph.frames[frame.index()].body);
    let other = if ends[0] == body { ends[1] } else { ends[0] };
    matches!(graph.bodies[other.index()].motion, Motion::Dynamic { .. }).then_some(other)
}

/// Whether what a joint carries turns about a point. Across other joints sweeps hand on differences, too, and lose more than the
/// recursion does.
fn turns(graph: &Graph, joint: JointId) -> bool {
    match graph.joints[joint.index()].kind {
        JointKind::Spherical | JointKind::Free => true,
        JointKind::Fixed
        | JointKind::Prismatic { .. }
        | JointKind::Revolute { .. }
        | JointKind::Cylindrical { .. }
        | JointKind::Universal { .. }
        | JointKind::Planar { .. } => false,
    }
}

/// With parameters as they are now; nothing where it is none of simple arithmetic.
fn value(graph: &Graph, node: NodeId, depth: usize) -> Option<f64> {
    let of = |node: NodeId| value(graph, node, depth + 1);
    match graph.signals.node(node) {
        _ if depth > DEEPEST => None,
        Node::Constant(value) => Some(value),
        Node::Param(param) => Some(graph.signals.params[param.index()].value),
        Node::Unary(op, a) => Some(op.apply(of(a)?)),
        Node::Binary(op, a, b) => Some(op.apply(of(a)?, of(b)?)),
        Node::Time
        | Node::Var(_)
        | Node::Sensor { .. }
        | Node::Select { .. }
        | Node::Lookup { .. }
        | Node::Entry { .. }
        | Node::Solve { .. }
        | Node::Solution { .. } => None,
    }
}
