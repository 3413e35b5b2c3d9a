//! States of the user's: numbers that are integrated beside the motion, and numbers that only events change.

use crate::slot::{fixed, needed, visit};
use crate::text::{Expressions, section};
use crate::{Graph, NodeId, Origin, Stage};

/// A scalar `x` with `dx/dt = rate`, or one that keeps its value between events. A vector of the user's is three
/// of them.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct State {
    /// With the component for those of a vector, such as `error.x`.
    pub path: String,
    #[serde(skip)]
    pub origin: Option<Origin>,
    /// At the beginning of a run; a parameter.
    pub start: NodeId,
    /// May depend on everything that can be read: positions, velocities, accelerations, tensions, other states.
    /// Absent where nothing but events changes it.
    pub rate: Option<NodeId>,
}

visit!(State, |state, see| {
    let State { path: _, origin: _, start, rate } = state;
    fixed("start").each([start], see);
    needed("rate", Some(Stage::Rate)).each(rate, see);
});

pub(crate) fn text(graph: &Graph, expressions: &Expressions) -> String {
    let lines = graph.states.iter().map(|State { path, origin: _, start, rate }| {
        let start = expressions.scalar(*start);
        match rate {
            Some(rate) => format!("{path} from {start} rate {}", expressions.scalar(*rate)),
            None => format!("{path} from {start} set by events"),
        }
    });
    section("states", lines)
}
