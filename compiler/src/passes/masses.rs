//! Every body that moves has mass, and a moment of inertia where it can turn by itself.

use cdl_graph::{Connection, Graph, JointKind, Motion, Node, NodeId, TreeNode};

use super::places::Places;
use crate::diagnostics::{self, Diagnostic};

pub(super) fn run(graph: Graph, places: &Places<'_>, diagnostics: &mut Vec<Diagnostic>) -> Graph {
    let zero = |node: &NodeId| graph.signals.node(*node) == Node::Constant(0.0);
    let holds_more = holds_more(&graph);
    let forest = graph.plan.iter().flat_map(|plan| &plan.forest);
    for node in forest {
        let TreeNode::Body { body: id, connection } = node else { continue };
        let body = &graph.bodies[id.index()];
        let Motion::Dynamic { .. } = body.motion else { continue };
        // Rope gives it inertia.
        if !body.in_space {
            continue;
        }
        // What is held fast moves with what holds it, mass or not.
        let held_fast = match connection {
            Connection::Joint(joint) => graph.joints[joint.index()].kind == JointKind::Fixed,
            Connection::Free | Connection::Cable { .. } => false,
        };
        if held_fast {
            continue;
        }
        if zero(&body.mass) {
            let why = match body.shape {
                Some(_) => "its shape has no density",
                None => "neither mass nor density and shape are given",
            };
            diagnostics.push(diagnostics::without_mass(places.of(body.origin), &body.path, why));
        } else if body.inertia.iter().all(zero) && !holds_more[id.index()] {
            let turns = match connection {
                Connection::Free | Connection::Cable { .. } => true,
                Connection::Joint(joint) => match graph.joints[joint.index()].kind {
                    JointKind::Spherical | JointKind::Free => true,
                    JointKind::Fixed
                    | JointKind::Revolute { .. }
                    | JointKind::Prismatic { .. }
                    | JointKind::Universal { .. }
                    | JointKind::Cylindrical { .. }
                    | JointKind::Planar { .. } => false,
                },
            };
            if turns {
                diagnostics.push(diagnostics::without_inertia(places.of(body.origin), &body.path));
            }
        }
    }
    graph
}

/// Which bodies hold another body or a cable, whose mass may resist their turning.
fn holds_more(graph: &Graph) -> Vec<bool> {
    let mut holds = vec![false; graph.bodies.len()];
    for node in graph.plan.iter().flat_map(|plan| &plan.forest) {
        if let TreeNode::Body { connection: Connection::Joint(joint), .. } = node {
            let parent = graph.joints[joint.index()].parent;
            holds[graph.frames[parent.index()].body.index()] = true;
        }
    }
    holds
}
