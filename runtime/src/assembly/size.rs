//! What a model consists of, and where the parts of its state are.

use cdl_graph::{Guide, Motion};

use super::{Assembly, bodies};
use crate::model::Size;
use crate::recursive::step::Dimensions;
use crate::recursive::{Layout, RecursiveModel};

/// What a model consists of, for the report.
pub(super) fn size(assembly: &Assembly<'_>, recursive: &RecursiveModel, freedoms: u64) -> Size {
    let graph = assembly.graph;
    // Each is a body and a joint of the forest.
    let guides = graph.cables.iter().flat_map(|cable| cable.guides.iter().flatten());
    let winches = guides.filter(|guide| matches!(guide, Guide::Winch { .. })).count();
    let sheaves = graph.sheaves().len();
    let prescribed = |body: &&cdl_graph::Body| matches!(body.motion, Motion::Prescribed { .. });
    Size {
        bodies: recursive.tree.bodies() - winches - sheaves,
        prescribed: graph.bodies.iter().filter(prescribed).count(),
        joints: graph.joints.len() - winches - sheaves,
        winches,
        sheaves,
        cables: graph.cables.len(),
        links: assembly.mechanism.cables.iter().map(|cable| cable.links().count()).sum(),
        freedoms,
    }
}

/// Of the state of a forest, with so many states of the user's.
///
/// The state is one vector: positions (tree, then each cable), velocities in the same order, the
/// ledger (energy lost, work done), then what cables with a controller integrate, then the user's states. Positions of the
/// tree have four numbers for an attitude, so the two halves have different lengths.
pub(super) fn layout(forest: &bodies::Forest, states: usize) -> Layout {
    let mut layout = Layout::default();
    let mut at = forest.tree.positions();
    layout.tree_q = 0..at;
    for cable in &forest.cables {
        layout.cable_q.push(at..at + cable.states());
        at += cable.states();
    }
    let positions = at;
    layout.tree_v = at..at + forest.tree.rates();
    at = layout.tree_v.end;
    for cable in &forest.cables {
        layout.cable_v.push(at..at + cable.states());
        at += cable.states();
    }
    layout.ledger = at;
    let velocities = at - positions;
    let ledger = 2;
    at += ledger;
    for cable in &forest.cables {
        layout.cable_integrals.push(at..at + cable.integrals());
        at += cable.integrals();
    }
    layout.states = at..at + states;
    at += states;
    let extra = at - layout.ledger - ledger;
    layout.dimensions = Dimensions { positions, velocities, ledger, extra };
    layout
}
