//! The way from one body to another through the joints that hold them.

use cdl_graph::{BodyId, JointId};

/// For each body the joint towards the one that holds it, and that body; none for the first of each
/// group and for what has not been reached.
pub(super) type Towards = Vec<Option<(JointId, BodyId)>>;

/// The joints between `from` and `to`, in order, along `towards`.
pub(super) fn between(towards: &Towards, from: BodyId, to: BodyId) -> Vec<JointId> {
    let climb = |mut body: BodyId| {
        let mut way = vec![(body, None)];
        while let Some((joint, next)) = towards[body.index()] {
            way.push((next, Some(joint)));
            body = next;
        }
        way
    };
    let (mut up, mut down) = (climb(from), climb(to));
    // What both have in common is not between them.
    while let (Some((a, Some(_))), Some((b, Some(_)))) = (up.last(), down.last()) {
        let (a, b) = (*a, *b);
        let second = |way: &[(BodyId, Option<JointId>)]| way[way.len() - 2].0;
        if a != b || second(&up) != second(&down) {
            break;
        }
        up.pop();
        down.pop();
    }
    let joints = |way: Vec<(BodyId, Option<JointId>)>| way.into_iter().filter_map(|(_, own)| own);
    let mut down: Vec<JointId> = joints(down).collect();
    down.reverse();
    joints(up).chain(down).collect()
}
