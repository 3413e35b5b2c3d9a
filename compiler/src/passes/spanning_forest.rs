//! What holds each body and each cable, from the ground outward.
//!
//! Joints first, breadth first from the world and the prescribed bodies; then cables, with the bodies
//! that hang on them; then bodies that are free because they are placed at the start and nothing
//! else holds them, or hang on a cable along its way; then cables that nothing holds. What closes a loop is cut: joints that matter
//! least, and the ends of cables of rigid links between two bodies that the forest holds otherwise.

mod gripped;
mod unheld;

use std::collections::VecDeque;

use cdl_graph::{
    BodyId, CableEnd, CableId, Connection, Cut, Dynamics, Graph, Held, JointId, JointKind, LatchId,
    Motion, Plan, TreeNode,
};

use gripped::gripped;
use unheld::unheld;

use super::{cuts::Cuts, places::Places, turn};
use crate::diagnostics::{self, Diagnostic};

pub(super) fn run(
    mut graph: Graph,
    places: &Places<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Graph {
    let mut growth = Growth::new(&graph);
    growth.reach_from_ground();
    growth.reach_from_free_bodies();
    growth.string_loose_cables();
    report(&growth, places, diagnostics);
    let Growth { forest, turned, idle, mut closing, bridging, .. } = growth;
    closing.sort_unstable();
    let joints = closing.into_iter().map(Cut::Joint);
    let cables = bridging.into_iter().map(|cable| Cut::CableEnd { cable, end: 1 });
    let latches = (0..).map(LatchId).zip(&graph.latches);
    let ends = latches.filter(|(_, latch)| matches!(latch.holds, Held::CableEnd { .. }));
    let cuts = joints.chain(cables).chain(ends.map(|(id, _)| Cut::Latch(id))).collect();
    graph.plan = Some(Plan {
        dynamics: Dynamics::Auto,
        forest,
        cuts,
        sensitivities: Vec::new(),
        blocks: Vec::new(),
        freedoms: 0,
        reasons: Vec::new(),
    });
    turn::run(graph, &turned, &idle, places, diagnostics)
}

struct Growth<'a> {
    graph: &'a Graph,
    joints_at: Vec<Vec<JointId>>,
    cuts: Cuts,
    cables_at: Vec<Vec<CableId>>,
    reached: Vec<bool>,
    strung: Vec<bool>,
    /// Joints that are tree connections, close a loop, or leave all six freedoms.
    settled: Vec<bool>,
    forest: Vec<TreeNode>,
    /// Tree connections that are written from the child to the parent.
    turned: Vec<JointId>,
    /// Joints that close a loop, or hold nothing that could move.
    closing: Vec<JointId>,
    /// Free joints between bodies that something else holds; they constrain nothing.
    idle: Vec<JointId>,
    /// Cables of rigid links with both ends on dynamic bodies of the forest; they stand in it from
    /// their starts.
    bridging: Vec<CableId>,
    bodies: VecDeque<BodyId>,
    /// At bodies that move, and at the ground. A body that hangs on both is carried by the former:
    /// the ground can hold the tip of a cable, a body that moves cannot.
    moving_cables: VecDeque<CableId>,
    ground_cables: VecDeque<CableId>,
    free_joints: VecDeque<JointId>,
}

impl<'a> Growth<'a> {
    fn new(graph: &'a Graph) -> Self {
        let mut joints_at = vec![Vec::new(); graph.bodies.len()];
        for (index, joint) in graph.joints.iter().enumerate() {
            for frame in [joint.parent, joint.child] {
                joints_at[graph.frames[frame.index()].body.index()].push(JointId(index as u32));
            }
        }
        let mut cables_at = vec![Vec::new(); graph.bodies.len()];
        for (index, cable) in graph.cables.iter().enumerate() {
            for end in cable.ends {
                if let Some(frame) = end.frame() {
                    let body = graph.frames[frame.index()].body;
                    cables_at[body.index()].push(CableId(index as u32));
                }
            }
        }
        Self {
            graph,
            joints_at,
            cuts: Cuts::new(graph),
            cables_at,
            reached: vec![false; graph.bodies.len()],
            strung: vec![false; graph.cables.len()],
            settled: vec![false; graph.joints.len()],
            forest: Vec::new(),
            turned: Vec::new(),
            closing: Vec::new(),
            idle: Vec::new(),
            bridging: Vec::new(),
            bodies: VecDeque::new(),
            moving_cables: VecDeque::new(),
            ground_cables: VecDeque::new(),
            free_joints: VecDeque::new(),
        }
    }

    fn is_ground(&self, body: BodyId) -> bool {
        !matches!(self.graph.bodies[body.index()].motion, Motion::Dynamic { .. })
    }

    fn reach_from_ground(&mut self) {
        let bodies = (0..self.graph.bodies.len() as u32).map(BodyId);
        let ground: Vec<BodyId> = bodies.filter(|body| self.is_ground(*body)).collect();
        self.cuts.enter(self.graph, &self.joints_at, &ground);
        for body in ground {
            self.reach(body);
        }
        self.grow();
    }

    /// Those that are placed, then those that only connections hold which events let go, then those that hang on cables along these.
    fn reach_from_free_bodies(&mut self) {
        let graph = self.graph;
        let placed = graph.bodies.iter().map(|body| match &body.motion {
            Motion::Dynamic { start } => start.position.is_some(),
            Motion::Fixed | Motion::Prescribed { .. } => false,
        });
        for floats in [placed.collect(), self.latched_bodies(), gripped(graph)] {
            self.reach_those(&floats);
        }
    }

    fn reach_those(&mut self, floats: &[bool]) {
        for (index, body) in self.graph.bodies.iter().enumerate() {
            let moves = matches!(body.motion, Motion::Dynamic { .. });
            if moves && floats[index] && !self.reached[index] {
                let body = BodyId(index as u32);
                self.forest.push(TreeNode::Body { body, connection: Connection::Free });
                self.reach(body);
                self.grow();
            }
        }
    }

    /// At a connection that events let go.
    fn latched_bodies(&self) -> Vec<bool> {
        let mut latched = vec![false; self.graph.bodies.len()];
        for latch in &self.graph.latches {
            let frames = match latch.holds {
                Held::Joint(joint) => {
                    let joint = &self.graph.joints[joint.index()];
                    vec![joint.parent, joint.child]
                }
                Held::CableEnd { frame, .. } => vec![frame],
                Held::Constraint { .. } => Vec::new(),
            };
            for frame in frames {
                latched[self.graph.frames[frame.index()].body.index()] = true;
            }
        }
        latched
    }

    /// Starts at the world's origin, because nothing says where it is.
    fn string_loose_cables(&mut self) {
        for (index, cable) in self.graph.cables.iter().enumerate() {
            if cable.ends.iter().all(CableEnd::is_free) {
                self.forest.push(TreeNode::Cable { cable: CableId(index as u32), root: 0 });
            }
        }
    }

    fn reach(&mut self, body: BodyId) {
        if !self.cuts.is_entered(body) {
            self.cuts.enter(self.graph, &self.joints_at, &[body]);
        }
        self.reached[body.index()] = true;
        self.bodies.push_back(body);
    }

    fn grow(&mut self) {
        loop {
            if let Some(body) = self.bodies.pop_front() {
                for at in 0..self.joints_at[body.index()].len() {
                    let joint = self.joints_at[body.index()][at];
                    if self.graph.joints[joint.index()].kind == JointKind::Free {
                        self.free_joints.push_back(joint);
                    } else {
                        self.joint(joint, body);
                    }
                }
                let cables = if self.is_ground(body) {
                    &mut self.ground_cables
                } else {
                    &mut self.moving_cables
                };
                cables.extend(&self.cables_at[body.index()]);
            } else if let Some(cable) = self.moving_cables.pop_front() {
                self.cable(cable);
            } else if let Some(cable) = self.ground_cables.pop_front() {
                self.cable(cable);
            } else if let Some(joint) = self.free_joints.pop_front() {
                let [parent, child] = self.ends(joint);
                self.joint(joint, if self.reached[parent.index()] { parent } else { child });
            } else {
                return;
            }
        }
    }

    fn ends(&self, joint: JointId) -> [BodyId; 2] {
        let joint = &self.graph.joints[joint.index()];
        [joint.parent, joint.child].map(|frame| self.graph.frames[frame.index()].body)
    }

    /// A joint at a body that has been reached.
    fn joint(&mut self, joint: JointId, body: BodyId) {
        if std::mem::replace(&mut self.settled[joint.index()], true) {
            return;
        }
        let [parent, child] = self.ends(joint);
        let other = if parent == body { child } else { parent };
        if self.graph.joints[joint.index()].kind == JointKind::Free {
            if self.reached[other.index()] {
                self.idle.push(joint);
                return;
            }
        } else if !self.cuts.keeps(joint) {
            self.closing.push(joint);
            return;
        }
        if parent == other {
            self.turned.push(joint);
        }
        let connection = Connection::Joint(joint);
        self.forest.push(TreeNode::Body { body: other, connection });
        self.reach(other);
    }

    /// A cable of which at least one end is on a body that has been reached.
    fn cable(&mut self, cable: CableId) {
        if std::mem::replace(&mut self.strung[cable.index()], true) {
            return;
        }
        let ends = self.graph.cables[cable.index()].ends;
        let ends = ends.map(|end| end.frame().map(|frame| self.graph.frames[frame.index()].body));
        let held = ends.map(|end| end.is_some_and(|body| self.reached[body.index()]));
        let moves = ends.map(|end| end.is_some_and(|body| !self.is_ground(body)));
        let root = match held {
            [true, true] if moves == [true, true] => {
                // Where it stretches both ends go where the bodies are.
                if !self.graph.cables[cable.index()].stretches() {
                    self.bridging.push(cable);
                }
                0
            }
            // The end on the tree is placed by it; the ground can hold the tip.
            [true, true] => u8::from(moves[1]),
            [true, false] => 0,
            [false, _] => 1,
        };
        self.forest.push(TreeNode::Cable { cable, root });
        let tip = usize::from(1 - root);
        if let (Some(body), false) = (ends[tip], held[tip]) {
            let connection = Connection::Cable { cable, end: tip as u8 };
            self.forest.push(TreeNode::Body { body, connection });
            self.reach(body);
        }
    }
}

fn report(growth: &Growth<'_>, places: &Places<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let graph = growth.graph;
    let whole = whole(growth);
    for joint in &growth.closing {
        diagnostics.extend(holds_nothing(growth, &whole, places, *joint));
    }
    for node in &growth.forest {
        if let TreeNode::Body { body, connection: Connection::Joint(joint) } = *node {
            diagnostics.extend(placed_twice(graph, places, body, joint));
        }
    }
    let mut told = growth.reached.clone();
    for body in 0..graph.bodies.len() {
        if !told[body] {
            diagnostics.push(unheld(growth, places, &mut told, body));
        }
    }
}

/// A body that is placed or moves at the start although a joint holds it. Free joints do not place it.
fn placed_twice(
    graph: &Graph,
    places: &Places<'_>,
    body: BodyId,
    joint: JointId,
) -> Option<Diagnostic> {
    let (body, joint) = (&graph.bodies[body.index()], &graph.joints[joint.index()]);
    let Motion::Dynamic { start } = &body.motion else { return None };
    if joint.kind == JointKind::Free || !start.is_given() {
        return None;
    }
    let place = places.field(body.origin, "start");
    let holder = (places.of(joint.origin), "which holds it");
    let path = &joint.path;
    Some(if start.is_placed() {
        let why = format!("its place follows from the joint `{path}`");
        diagnostics::placed_twice(place, &body.path, &why, holder).note(format!(
            "leave out the position and give the joint's coordinates instead: `start = {{ ... }}` in `{path}`"
        ))
    } else {
        let why = format!("its velocity follows from the joint `{path}`");
        diagnostics::moved_twice(place, &body.path, &why, holder).note(format!(
            "leave it out and give the joint's rates instead: `start = {{ ... }}` in `{path}`"
        ))
    })
}

/// Of each body, the one that stands for all that fixed joints hold together with it: the ground where it
/// is among them. Most fixed joints have been welded before.
fn whole(growth: &Growth<'_>) -> Vec<BodyId> {
    let bodies = 0..growth.graph.bodies.len() as u32;
    let mut whole: Vec<BodyId> = bodies.map(BodyId).collect();
    for (index, joint) in growth.graph.joints.iter().enumerate() {
        let id = JointId(index as u32);
        if joint.kind != JointKind::Fixed || growth.graph.latch_of_joint(id).is_some() {
            continue;
        }
        let [a, b] = growth.ends(id).map(|body| whole[body.index()]);
        let (stays, goes) = if growth.is_ground(b) { (b, a) } else { (a, b) };
        for each in whole.iter_mut().filter(|each| **each == goes) {
            *each = stays;
        }
    }
    whole
}

/// A joint inside of one body, or between two places that move as they are told.
fn holds_nothing(
    growth: &Growth<'_>,
    whole: &[BodyId],
    places: &Places<'_>,
    joint: JointId,
) -> Option<Diagnostic> {
    let mut ends = growth.ends(joint);
    // Fixed joints do not make a circle by themselves; one that closes a loop of others is no mistake.
    if growth.graph.joints[joint.index()].kind != JointKind::Fixed {
        ends = ends.map(|body| whole[body.index()]);
    }
    let same_body = ends[0] == ends[1];
    if !same_body && !ends.iter().all(|body| growth.is_ground(*body)) {
        return None;
    }
    let joint = &growth.graph.joints[joint.index()];
    let frame = |frame: cdl_graph::FrameId| growth.graph.frames[frame.index()].path.as_str();
    let ends = [frame(joint.parent), frame(joint.child)];
    Some(diagnostics::cannot_move(places.of(joint.origin), &joint.path, ends, same_body))
}
