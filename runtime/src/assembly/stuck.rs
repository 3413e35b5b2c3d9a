//! A model in which nothing can move, though nobody may have meant that.
//!
//! A structure that stands still may be wanted, and is not told. Two joints of the same two bodies that let go different
//! motions hold all of them together, which is mostly meant the other way: one after the other.

use cdl_graph::{Graph, Joint, Motion};

/// What is to be said where joints and constraints leave no freedom, and nothing is moved as a function of time.
/// For a model without degrees of freedom.
pub(super) fn stuck(graph: &Graph) -> Option<String> {
    let is_driven = |joint: &Joint| joint.coordinates.iter().any(|axis| axis.drive.is_some());
    let is_moved = graph.joints.iter().any(is_driven)
        || graph.bodies.iter().any(|body| matches!(body.motion, Motion::Prescribed { .. }));
    // What holds may let go.
    if is_moved || !graph.latches.is_empty() {
        return None;
    }
    let bodies = |joint: &Joint| {
        let body = |frame: cdl_graph::FrameId| graph.frames[frame.index()].body;
        let (parent, child) = (body(joint.parent), body(joint.child));
        (parent.min(child), parent.max(child))
    };
    let is_free = |joint: &&Joint| joint.kind.freedoms() > 0;
    let beside = graph.joints.iter().filter(is_free).enumerate().find_map(|(index, own)| {
        let mut before = graph.joints.iter().filter(is_free).take(index);
        before.find(|other| bodies(other) == bodies(own)).map(|other| (other, own))
    });
    beside.map(|(one, other)| {
        format!(
            "nothing can move: `{}` and `{}` join the same two bodies, and what either lets go the other holds; put a body between them, or \
             take one joint that has the freedoms of both",
            one.path, other.path
        )
    })
}
