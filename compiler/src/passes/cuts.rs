//! Which joints a spanning forest keeps where they close loops. The others are cut.
//!
//! Prim's algorithm from the ground outward, so the joints that are kept are together worth as much as
//! in any forest, and among joints of equal worth those that are near the ground come first, which
//! keeps the forest shallow.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use cdl_graph::{
    Analysis, BodyId, Dynamics, Graph, Held, Joint, JointAxis, JointId, JointKind, JointQuantity,
    Motion, Node, NodeId, Sensor, Signals, StartWeight,
};

/// How much is lost by cutting a joint, in the order in which it matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Worth {
    /// It cannot be turned round, and so cannot be kept the other way round.
    points_outward: bool,
    /// It is between two bodies that move, for sweeps, which keep what holds a body to the ground and no other cut.
    is_inner: bool,
    /// Its far body is not the far end of a joint between two that move and that cannot be turned round, for sweeps: if it is reached from the
    /// ground first, that one is cut.
    is_unawaited: bool,
    /// Something acts along its coordinates, reads them or says where they start.
    is_used: bool,
    /// How many equations close it when it is cut.
    equations: usize,
}

/// Which joints are kept, as far as bodies have been entered.
pub(super) struct Cuts {
    /// By joint; whether something acts along its coordinates, reads them or says where they start.
    is_used: Vec<bool>,
    /// By joint; whether events attach and detach it.
    let_go: Vec<bool>,
    /// Whether joints to the ground are to be cut before others.
    cuts_at_ground: bool,
    /// By body; see [`Worth::is_unawaited`].
    is_awaited: Vec<bool>,
    entered: Vec<bool>,
    kept: Vec<bool>,
}

impl Cuts {
    pub(super) fn new(graph: &Graph) -> Self {
        let mut is_used: Vec<bool> =
            graph.joints.iter().map(|joint| acts(&graph.signals, joint)).collect();
        for node in graph.signals.nodes.iter() {
            if let Node::Sensor { sensor: Sensor::Joint { joint, quantity, .. }, .. } = node {
                // Forces across a joint are found wherever the cut is.
                is_used[joint.index()] |= match quantity {
                    JointQuantity::Coordinate
                    | JointQuantity::Rate
                    | JointQuantity::Acceleration
                    | JointQuantity::Effort => true,
                    JointQuantity::Force | JointQuantity::Torque => false,
                };
            }
        }
        let mut let_go = vec![false; graph.joints.len()];
        for latch in &graph.latches {
            if let Held::Joint(joint) = latch.holds {
                let_go[joint.index()] = true;
            }
        }
        let cuts_at_ground = match &graph.analysis {
            Analysis::Simulate(simulation) => simulation.dynamics == Dynamics::TransferMatrix,
            Analysis::None
            | Analysis::Equilibrium(_)
            | Analysis::Modes(_)
            | Analysis::Response(_) => false,
        };
        let mut is_awaited = vec![false; graph.bodies.len()];
        for (joint, let_go) in graph.joints.iter().zip(&let_go) {
            let bodies = [joint.parent, joint.child].map(|own| graph.frames[own.index()].body);
            let is_inner = bodies.into_iter().all(|body| moves(graph, body));
            if cuts_at_ground && is_inner && !let_go && !turns_round(&joint.kind) {
                is_awaited[bodies[1].index()] = true;
            }
        }
        Self {
            is_used,
            let_go,
            cuts_at_ground,
            is_awaited,
            entered: vec![false; graph.bodies.len()],
            kept: vec![false; graph.joints.len()],
        }
    }

    pub(super) fn is_entered(&self, body: BodyId) -> bool {
        self.entered[body.index()]
    }

    /// Whether the forest keeps a joint between bodies that have been entered.
    pub(super) fn keeps(&self, joint: JointId) -> bool {
        self.kept[joint.index()]
    }

    /// Decides about all joints that hang together with `roots`. Free joints constrain nothing and
    /// close no loops.
    pub(super) fn enter(&mut self, graph: &Graph, joints_at: &[Vec<JointId>], roots: &[BodyId]) {
        let mut frontier = BinaryHeap::new();
        let mut reached: Vec<(BodyId, u32)> = roots.iter().map(|root| (*root, 0)).collect();
        for root in roots {
            self.entered[root.index()] = true;
        }
        loop {
            for (body, depth) in reached.drain(..) {
                for id in &joints_at[body.index()] {
                    let joint = &graph.joints[id.index()];
                    let [parent, child] =
                        [joint.parent, joint.child].map(|frame| graph.frames[frame.index()].body);
                    let far = if parent == body { child } else { parent };
                    // What events let go holds nothing of the forest.
                    let holds = joint.kind != JointKind::Free && !self.let_go[id.index()];
                    if !holds || self.entered[far.index()] {
                        continue;
                    }
                    let worth = Worth {
                        points_outward: parent == body || turns_round(&joint.kind),
                        is_inner: self.cuts_at_ground && moves(graph, body),
                        is_unawaited: !self.is_awaited[far.index()],
                        is_used: self.is_used[id.index()],
                        equations: 6 - joint.kind.freedoms(),
                    };
                    frontier.push((worth, Reverse((depth, id.index(), far))));
                }
            }
            let Some((_, Reverse((depth, joint, far)))) = frontier.pop() else { return };
            if !std::mem::replace(&mut self.entered[far.index()], true) {
                self.kept[joint] = true;
                reached.push((far, depth + 1));
            }
        }
    }
}

/// By the equations of motion.
fn moves(graph: &Graph, body: BodyId) -> bool {
    matches!(graph.bodies[body.index()].motion, Motion::Dynamic { .. })
}

/// Whether the forest can have either of its ends as the outer one.
fn turns_round(kind: &JointKind) -> bool {
    !matches!(kind, JointKind::Planar { .. } | JointKind::Free)
}

/// Whether something acts along the joint's coordinates, or says where they start.
fn acts(signals: &Signals, joint: &Joint) -> bool {
    let zero = |node: NodeId| signals.node(node) == Node::Constant(0.0);
    let axis = |axis: &JointAxis| {
        let efforts = [axis.stiffness, axis.damping, axis.friction, axis.effort];
        axis.drive.is_some() || !efforts.into_iter().all(zero)
    };
    let weights = [joint.start.coordinate_weight, joint.start.rate_weight];
    joint.coordinates.iter().chain(joint.isotropic.as_deref()).any(axis)
        || weights.iter().any(|weight| *weight != StartWeight::Free)
}
