//! Every body that moves has mass, and a moment of inertia where it can turn by itself.

use cdl_graph::{Connection, Evaluation, Graph, JointKind, Motion, Node, NodeId, Sensor, TreeNode};

use super::places::Places;
use crate::diagnostics::{self, Diagnostic};

pub(super) fn run(graph: Graph, places: &Places<'_>, diagnostics: &mut Vec<Diagnostic>) -> Graph {
    let zero = |node: &NodeId| graph.signals.node(*node) == Node::Constant(0.0);
    let holds_more = holds_more(&graph);
    let mut values = Evaluation::new(&graph.signals, 0.0, |_, _| f64::NAN);
    let forest = graph.plan.iter().flat_map(|plan| &plan.forest);
    for node in forest {
        let TreeNode::Body { body: id, connection } = node else { continue };
        let body = &graph.bodies[id.index()];
        let Motion::Dynamic { .. } = body.motion else { continue };
        if let Some(label) = impossible_inertia(&mut values, &body.inertia) {
            let message = format!("no body has the inertia of `{}`", body.path);
            let place = places.field(&body.path, "inertia");
            diagnostics.push(diagnostics::impossible_value(place, &message, label));
        } else if zero(&body.mass) {
            let why = match body.shape {
                Some(_) => "its shape has no density",
                None => "neither mass nor density and shape are given",
            };
            diagnostics.push(diagnostics::without_mass(places.of(&body.path), &body.path, why));
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
                diagnostics.push(diagnostics::without_inertia(places.of(&body.path), &body.path));
            }
        }
    }
    drop(values);
    graph
}

/// Why a matrix is no moment of inertia: for every distribution of mass about its centre, the second
/// moments `integral r r' dm = trace(I)/2 - I` are not negative. Thin rods and plates are on the bound.
fn impossible_inertia<F: FnMut(Sensor, u8) -> f64>(
    values: &mut Evaluation<'_, F>,
    inertia: &[NodeId; 6],
) -> Option<&'static str> {
    let [xx, yy, zz, xy, xz, yz] = inertia.map(|node| values.value(node));
    let half = (xx + yy + zz) / 2.0;
    // The second moments; up to rounding, their principal minors must not be negative.
    let (a, b, c) = (half - xx, half - yy, half - zz);
    let small = 1e-9 * half.abs();
    let pairs = [a * b - xy * xy, a * c - xz * xz, b * c - yz * yz];
    let determinant = a * b * c - 2.0 * xy * xz * yz - a * yz * yz - b * xz * xz - c * xy * xy;
    if [a, b, c].iter().any(|moment| *moment < -small) {
        Some("one moment of inertia is larger than the two others together")
    } else if pairs.iter().any(|minor| *minor < -small * half) || determinant < -small * half * half
    {
        Some("the products of inertia are too large for the moments")
    } else {
        None
    }
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
