//! How many degrees of freedom all joints, cables and constraints together leave, if no two of them
//! hold the same. Driven coordinates are not free.

use cdl_graph::{
    Cable, CableEnd, CableId, Connection, Cut, Discretization, Graph, Joint, TreeNode,
};

pub(super) fn run(mut graph: Graph) -> Graph {
    let Some(plan) = &graph.plan else { return graph };
    let mut carries = vec![false; graph.cables.len()];
    for node in &plan.forest {
        if let TreeNode::Body { connection: Connection::Cable { cable, .. }, .. } = node {
            carries[cable.index()] = true;
        }
    }
    let of_forest = plan.forest.iter().map(|node| match node {
        TreeNode::Body { connection: Connection::Free, .. } => 6,
        // It turns about the cable's end.
        TreeNode::Body { connection: Connection::Cable { .. }, .. } => 3,
        TreeNode::Body { connection: Connection::Joint(joint), .. } => {
            of_joint(&graph.joints[joint.index()])
        }
        TreeNode::Cable { cable: CableId(cable), root } => {
            let index = *cable as usize;
            of_cable(&graph.cables[index], usize::from(*root), carries[index])
        }
    });
    let cut = plan.cuts.iter().map(|cut| match cut {
        Cut::Joint(joint) => 6 - of_joint(&graph.joints[joint.index()]),
        // Its tip is held, which the cable in the forest accounts for.
        Cut::CableEnd { .. } => 0,
        // At the start the rank tells what is closed.
        Cut::Latch(_) => 3,
    });
    let constrained = graph.constraints.iter().map(|constraint| constraint.rows.len() as u64);
    let freedoms =
        of_forest.sum::<u64>().saturating_sub(cut.sum::<u64>() + constrained.sum::<u64>());
    if let Some(plan) = &mut graph.plan {
        plan.freedoms = freedoms;
    }
    graph
}

fn of_joint(joint: &Joint) -> u64 {
    let driven = joint.coordinates.iter().filter(|axis| axis.drive.is_some());
    (joint.kind.freedoms() - driven.count()) as u64
}

/// Two for each link, which cannot spin; three for each point and each slope; three for a root that nothing holds. A
/// tip that is held takes three away; one that carries a body takes none, the body's place follows
/// from it.
fn of_cable(cable: &Cable, root: usize, carries: bool) -> u64 {
    let own = match cable.discretization {
        Discretization::RigidLinks { count, .. } => 2 * u64::from(count),
        Discretization::Lumped { points, .. } => 3 * u64::from(points.saturating_sub(1)),
        // Places and slopes beside the root's place, less the moments of the stretch that are kept.
        Discretization::Spline { elements, axial: None } => 4 * u64::from(elements) + 2,
        Discretization::Spline { elements, axial: Some(_) } => 6 * u64::from(elements) + 3,
        // Points that control it, one of them at either end.
        Discretization::BSpline { degree, spans, .. } => {
            3 * (u64::from(degree) + u64::from(spans)).saturating_sub(1)
        }
    };
    // Sections turn about the rope where it resists that, between the ends.
    let turns = match cable.discretization {
        Discretization::Spline { elements, .. } if cable.torsion.is_some() => {
            u64::from(elements.saturating_sub(1))
        }
        Discretization::RigidLinks { .. }
        | Discretization::Lumped { .. }
        | Discretization::Spline { .. }
        | Discretization::BSpline { .. } => 0,
    };
    let root_freedoms = if cable.ends[root].is_free() { 3 } else { 0 };
    let held = !carries && !cable.ends[1 - root].is_free();
    let clamped = cable.ends.iter().filter(|end| matches!(end, CableEnd::Clamped { .. })).count();
    let directions = match cable.discretization {
        Discretization::RigidLinks { .. } | Discretization::Lumped { .. } => 0,
        Discretization::Spline { .. } | Discretization::BSpline { .. } => 2 * clamped as u64,
    };
    (own + turns + root_freedoms).saturating_sub(if held { 3 } else { 0 } + directions)
}
