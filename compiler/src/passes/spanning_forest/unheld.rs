//! Bodies that nothing holds, and why what seems to hold them does not.

use std::collections::VecDeque;

use cdl_graph::{BodyId, CableId, JointId};

use super::{Growth, Places};
use crate::diagnostics::{self, Diagnostic};

/// A joint that goes from a body to the same one.
fn around_itself(growth: &Growth<'_>, body: BodyId) -> Option<JointId> {
    let mut all = growth.joints_at[body.index()].iter().copied();
    all.find(|joint| growth.ends(*joint) == [body, body])
}

/// A cable on a body of which the other end is free.
fn loose_cable(growth: &Growth<'_>, body: usize) -> Option<CableId> {
    let mut all = growth.cables_at[body].iter().copied();
    all.find(|cable| {
        let ends = growth.graph.cables[cable.index()].ends;
        ends.into_iter().any(|end| end.frame().is_none())
    })
}

/// A body that nothing holds, with all that hangs together with it.
pub(super) fn unheld(
    growth: &Growth<'_>,
    places: &Places<'_>,
    told: &mut [bool],
    first: usize,
) -> Diagnostic {
    let graph = growth.graph;
    let mut others = Vec::new();
    let mut queue = VecDeque::from([BodyId(first as u32)]);
    told[first] = true;
    while let Some(body) = queue.pop_front() {
        let by_joints = growth.joints_at[body.index()].iter().flat_map(|joint| growth.ends(*joint));
        let by_cables = growth.cables_at[body.index()].iter().flat_map(|cable| {
            let ends = graph.cables[cable.index()].ends;
            let frames = ends.into_iter().filter_map(|end| end.frame());
            frames.map(|frame| graph.frames[frame.index()].body)
        });
        for other in by_joints.chain(by_cables) {
            if !std::mem::replace(&mut told[other.index()], true) {
                others.push(graph.bodies[other.index()].path.as_str());
                queue.push_back(other);
            }
        }
    }
    if let Some(joint) = around_itself(growth, BodyId(first as u32)) {
        let joint = &graph.joints[joint.index()];
        let ends = [joint.parent, joint.child];
        let ends = ends.map(|frame| graph.frames[frame.index()].path.as_str());
        return diagnostics::cannot_move(places.of(joint.origin), &joint.path, ends, true);
    }
    let body = &graph.bodies[first];
    let mut diagnostic = diagnostics::nothing_holds(places.of(body.origin), &body.path);
    if let Some(cable) = loose_cable(growth, first) {
        let cable = graph.cables[cable.index()].path.as_str();
        let note = format!("the cable `{cable}` is on it, but the other end of it is free");
        diagnostic = diagnostic.note(note);
    }
    match others.as_slice() {
        [] => diagnostic,
        [other] => diagnostic.note(format!("`{other}` is connected with it, but not held either")),
        [other, rest @ ..] => diagnostic.note(format!(
            "`{other}` and {} more are connected with it, but not held either",
            rest.len()
        )),
    }
}
