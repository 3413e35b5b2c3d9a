//! What holds each body and each cable, from the ground outward.
//!
//! Joints first, breadth first from the world and the prescribed bodies; then cables, with the bodies
//! that hang on them; then bodies that are free because they are placed at the start and nothing
//! else holds them. What closes a loop is refused for now.

use std::collections::VecDeque;

use cdl_graph::{
    BodyId, CableEnd, CableId, Connection, Dynamics, Graph, JointId, JointKind, Motion, Plan,
    TreeNode,
};

use super::loops::{self, Edge, Towards};
use super::{places::Places, turn};
use crate::diagnostics::{self, Diagnostic};

pub(super) fn run(
    mut graph: Graph,
    places: &Places<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Graph {
    let mut growth = Growth::new(&graph);
    growth.reach_from_ground();
    growth.reach_from_free_bodies();
    report(&growth, places, diagnostics);
    let Growth { forest, turned, idle, .. } = growth;
    graph.plan = Some(Plan {
        dynamics: Dynamics::Auto,
        forest,
        cuts: Vec::new(),
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
    cables_at: Vec<Vec<CableId>>,
    reached: Vec<bool>,
    strung: Vec<bool>,
    /// Joints that are tree connections, close a loop, or leave all six freedoms.
    settled: Vec<bool>,
    towards: Towards,
    forest: Vec<TreeNode>,
    /// Tree connections that are written from the child to the parent.
    turned: Vec<JointId>,
    /// Joints that close a loop.
    closing: Vec<JointId>,
    /// Free joints between bodies that something else holds; they constrain nothing.
    idle: Vec<JointId>,
    /// Cables with both ends on dynamic bodies of the forest.
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
                if let CableEnd::Pinned(frame) = end {
                    let body = graph.frames[frame.index()].body;
                    cables_at[body.index()].push(CableId(index as u32));
                }
            }
        }
        Self {
            graph,
            joints_at,
            cables_at,
            reached: vec![false; graph.bodies.len()],
            strung: vec![false; graph.cables.len()],
            settled: vec![false; graph.joints.len()],
            towards: vec![None; graph.bodies.len()],
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
        for body in (0..self.graph.bodies.len() as u32).map(BodyId) {
            if self.is_ground(body) {
                self.reach(body, None);
            }
        }
        self.grow();
    }

    fn reach_from_free_bodies(&mut self) {
        for (index, body) in self.graph.bodies.iter().enumerate() {
            let Motion::Dynamic { start } = &body.motion else { continue };
            if !self.reached[index] && start.position.is_some() {
                let body = BodyId(index as u32);
                self.forest.push(TreeNode::Body { body, connection: Connection::Free });
                self.reach(body, None);
                self.grow();
            }
        }
    }

    fn reach(&mut self, body: BodyId, towards: Option<(Edge, BodyId)>) {
        self.reached[body.index()] = true;
        self.towards[body.index()] = towards;
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
        if self.reached[other.index()] {
            if self.graph.joints[joint.index()].kind == JointKind::Free {
                self.idle.push(joint);
            } else {
                self.closing.push(joint);
            }
            return;
        }
        if parent == other {
            self.turned.push(joint);
        }
        let connection = Connection::Joint(joint);
        self.forest.push(TreeNode::Body { body: other, connection });
        self.reach(other, Some((Edge::Joint(joint), body)));
    }

    /// A cable of which at least one end is on a body that has been reached.
    fn cable(&mut self, cable: CableId) {
        if std::mem::replace(&mut self.strung[cable.index()], true) {
            return;
        }
        let ends = self.graph.cables[cable.index()].ends.map(|end| match end {
            CableEnd::Free => None,
            CableEnd::Pinned(frame) => Some(self.graph.frames[frame.index()].body),
        });
        let held = ends.map(|end| end.is_some_and(|body| self.reached[body.index()]));
        let moves = ends.map(|end| end.is_some_and(|body| !self.is_ground(body)));
        let root = match held {
            [true, true] => {
                if moves == [true, true] {
                    self.bridging.push(cable);
                    return;
                }
                // The end on the tree is placed by it; the ground can hold the tip.
                u8::from(moves[1])
            }
            [true, false] => 0,
            [false, _] => 1,
        };
        self.forest.push(TreeNode::Cable { cable, root });
        let tip = usize::from(1 - root);
        if let (Some(body), false, Some(from)) = (ends[tip], held[tip], ends[usize::from(root)]) {
            let connection = Connection::Cable { cable, end: tip as u8 };
            self.forest.push(TreeNode::Body { body, connection });
            self.reach(body, Some((Edge::Cable(cable), from)));
        }
    }
}

fn report(growth: &Growth<'_>, places: &Places<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let graph = growth.graph;
    for joint in &growth.closing {
        diagnostics.push(closed(growth, places, *joint));
    }
    for node in &growth.forest {
        if let TreeNode::Body { body, connection: Connection::Joint(joint) } = *node {
            diagnostics.extend(placed_twice(graph, places, body, joint));
        }
    }
    for cable in &growth.bridging {
        let path = &graph.cables[cable.index()].path;
        let reason = "both ends are on bodies that something else holds already";
        diagnostics.push(diagnostics::cable_connection(places.of(path), path, reason, &[]).note(
            "one end of a cable may hang on a moving body; the other must be free, on the \
                       ground, or carry a body that nothing else holds",
        ));
    }
    let mut told = growth.reached.clone();
    for body in 0..graph.bodies.len() {
        if !told[body] {
            diagnostics.push(unheld(growth, places, &mut told, body));
        }
    }
    for (index, cable) in graph.cables.iter().enumerate() {
        if cable.ends == [CableEnd::Free, CableEnd::Free] && !growth.strung[index] {
            let reason = "both ends are free, so it is nowhere";
            diagnostics.push(diagnostics::cable_connection(
                places.of(&cable.path),
                &cable.path,
                reason,
                &[],
            ));
        }
    }
}

/// A body that is placed at the start although a joint holds it. Free joints do not place it.
fn placed_twice(
    graph: &Graph,
    places: &Places<'_>,
    body: BodyId,
    joint: JointId,
) -> Option<Diagnostic> {
    let (body, joint) = (&graph.bodies[body.index()], &graph.joints[joint.index()]);
    let Motion::Dynamic { start } = &body.motion else { return None };
    start.position?;
    if joint.kind == JointKind::Free {
        return None;
    }
    let diagnostic = diagnostics::contradictory_start(
        places.field(&body.path, "start"),
        &format!("the body `{}`", body.path),
        &format!("its place follows from the joint `{}`", joint.path),
        Some((places.of(&joint.path), "which holds it".to_owned())),
    );
    Some(diagnostic.note(format!(
        "leave out the position and give the joint's coordinates instead: \
         `start = {{ ... }}` in `{}`",
        joint.path
    )))
}

/// A joint that closes a loop.
fn closed(growth: &Growth<'_>, places: &Places<'_>, joint: JointId) -> Diagnostic {
    let graph = growth.graph;
    let [parent, child] = growth.ends(joint);
    let around = loops::between(&growth.towards, child, parent);
    let path = &graph.joints[joint.index()].path;
    let place = places.of(path);
    let mut named = vec![(path.as_str(), place)];
    named.extend(around.iter().map(|edge| edge.path(graph)).map(|path| (path, places.of(path))));
    let freedoms = |edge: &Edge| match edge {
        Edge::Joint(joint) => graph.joints[joint.index()].kind.freedoms(),
        // Its links have freedoms enough.
        Edge::Cable(_) => 6,
    };
    let all =
        graph.joints[joint.index()].kind.freedoms() + around.iter().map(freedoms).sum::<usize>();
    // Closing a loop takes six freedoms; with no more than that nothing in it can move.
    let diagnostic = match all {
        0..6 => diagnostics::over_constrained(place, &named, 6 - all),
        6 => diagnostics::rigid_loop(place, &named),
        _ => return diagnostics::closed_loop(place, &named),
    };
    let hinge = |edge: &Edge| match edge {
        Edge::Joint(joint) => graph.joints[joint.index()].kind.freedoms() == 1,
        Edge::Cable(_) => false,
    };
    if all >= 4 && hinge(&Edge::Joint(joint)) && around.iter().all(hinge) {
        diagnostic.note(
            "four or more hinges with parallel axes do move, in their plane; but such a loop cannot be \
             solved yet (E0404)",
        )
    } else {
        diagnostic
    }
}

/// A body that nothing holds, with all that hangs together with it.
fn unheld(growth: &Growth<'_>, places: &Places<'_>, told: &mut [bool], first: usize) -> Diagnostic {
    let graph = growth.graph;
    let mut others = Vec::new();
    let mut queue = VecDeque::from([BodyId(first as u32)]);
    told[first] = true;
    while let Some(body) = queue.pop_front() {
        let by_joints = growth.joints_at[body.index()].iter().flat_map(|joint| growth.ends(*joint));
        let by_cables = growth.cables_at[body.index()].iter().flat_map(|cable| {
            let ends = graph.cables[cable.index()].ends;
            ends.into_iter().filter_map(|end| match end {
                CableEnd::Free => None,
                CableEnd::Pinned(frame) => Some(graph.frames[frame.index()].body),
            })
        });
        for other in by_joints.chain(by_cables) {
            if !std::mem::replace(&mut told[other.index()], true) {
                others.push(graph.bodies[other.index()].path.as_str());
                queue.push_back(other);
            }
        }
    }
    let path = &graph.bodies[first].path;
    let diagnostic = diagnostics::nothing_holds(places.of(path), path);
    match others.as_slice() {
        [] => diagnostic,
        [other] => diagnostic.note(format!("`{other}` is connected with it, but not held either")),
        [other, rest @ ..] => diagnostic.note(format!(
            "`{other}` and {} more are connected with it, but not held either",
            rest.len()
        )),
    }
}
