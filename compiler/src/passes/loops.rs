//! The way from one body to another through what holds them.

use cdl_graph::{BodyId, CableId, Graph, JointId};

/// A connection between two bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Edge {
    Joint(JointId),
    Cable(CableId),
}

impl Edge {
    pub(super) fn path(self, graph: &Graph) -> &str {
        match self {
            Edge::Joint(joint) => &graph.joints[joint.index()].path,
            Edge::Cable(cable) => &graph.cables[cable.index()].path,
        }
    }
}

/// For each body the connection towards the ground and the body at its other end; none for the
/// ground and for what has not been reached.
pub(super) type Towards = Vec<Option<(Edge, BodyId)>>;

/// The connections between `from` and `to`, in order, along `towards`. Bodies that have no
/// connection towards the ground count as one place, because the ground does not move.
pub(super) fn between(towards: &Towards, from: BodyId, to: BodyId) -> Vec<Edge> {
    let climb = |mut body: BodyId| {
        let mut way = vec![(body, None)];
        while let Some((edge, next)) = towards[body.index()] {
            way.push((next, Some(edge)));
            body = next;
        }
        way
    };
    let (mut up, mut down) = (climb(from), climb(to));
    // What both have in common is not between them.
    while let (Some((a, Some(_))), Some((b, Some(_)))) = (up.last(), down.last()) {
        let (a, b) = (*a, *b);
        let second = |way: &[(BodyId, Option<Edge>)]| way[way.len() - 2].0;
        if a != b || second(&up) != second(&down) {
            break;
        }
        up.pop();
        down.pop();
    }
    let edges = |way: Vec<(BodyId, Option<Edge>)>| way.into_iter().filter_map(|(_, edge)| edge);
    let mut down: Vec<Edge> = edges(down).collect();
    down.reverse();
    edges(up).chain(down).collect()
}
