//! How many degrees of freedom all joints and cables together leave. Driven coordinates are not free.

use cdl_graph::{Cable, CableEnd, CableId, Connection, Discretization, Graph, TreeNode};

pub(super) fn run(mut graph: Graph) -> Graph {
    let mut freedoms = 0;
    if let Some(plan) = &graph.plan {
        let mut carries = vec![false; graph.cables.len()];
        for node in &plan.forest {
            if let TreeNode::Body { connection: Connection::Cable { cable, .. }, .. } = node {
                carries[cable.index()] = true;
            }
        }
        for node in &plan.forest {
            freedoms += match node {
                TreeNode::Body { connection: Connection::Free, .. } => 6,
                // It turns about the cable's end.
                TreeNode::Body { connection: Connection::Cable { .. }, .. } => 3,
                TreeNode::Body { connection: Connection::Joint(joint), .. } => {
                    let joint = &graph.joints[joint.index()];
                    let driven = joint.coordinates.iter().filter(|axis| axis.drive.is_some());
                    (joint.kind.freedoms() - driven.count()) as u64
                }
                TreeNode::Cable { cable: CableId(cable), root } => {
                    let index = *cable as usize;
                    let cable = &graph.cables[index];
                    of_cable(cable, usize::from(*root), carries[index])
                }
            };
        }
    }
    if let Some(plan) = &mut graph.plan {
        plan.freedoms = freedoms;
    }
    graph
}

/// Two for each link, which cannot spin; three for each point. A tip that the ground holds takes
/// three away; one that carries a body takes none, the body's place follows from it.
fn of_cable(cable: &Cable, root: usize, carries: bool) -> u64 {
    let own = match cable.discretization {
        Discretization::RigidLinks { count, .. } => 2 * u64::from(count),
        Discretization::Lumped { points, .. } => 3 * u64::from(points.saturating_sub(1)),
    };
    let held = !carries && cable.ends[1 - root] != CableEnd::Free;
    own.saturating_sub(if held { 3 } else { 0 })
}
