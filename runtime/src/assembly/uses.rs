//! Which element uses which node for what, and when the value is needed.
//!
//! Every field of an element that is a value is a slot of the graph; the graph says what it may be
//! and when it is needed. So the scheduler, the check of ranges and the search for the culprit of a
//! bad value all go by one list.

use std::sync::Arc;

use cdl_graph::{Graph, NodeId, Range, Slot};

use crate::signals::{Stage, Wanted};

pub(crate) use cdl_graph::Owner;

/// One field of one element is the value of a node.
/// `field` is the name that messages show; `range` what the value may be, in SI.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Use {
    pub(crate) owner: Owner,
    pub(crate) field: &'static str,
    pub(crate) node: NodeId,
    pub(crate) stage: Stage,
    pub(crate) range: Range,
}

/// Paths of the elements, for reports. A clone is cheap.
#[derive(Clone, Debug)]
pub(crate) struct Paths(Arc<Graph>);

impl Paths {
    pub(crate) fn new(graph: &Arc<Graph>) -> Self {
        Self(graph.clone())
    }

    /// That of the model for what is about the whole.
    pub(crate) fn of(&self, owner: Owner) -> &str {
        self.0.path(owner).unwrap_or(&self.0.name)
    }
}

/// Everything that reads a node, in a fixed order: the elements' own, then where sensors look along
/// cables.
/// A node that several fields read has several uses.
pub(crate) fn uses(graph: &Graph) -> Vec<Use> {
    let mut uses = Vec::new();
    let mut add = |owner, slot: Slot<&NodeId>| {
        let Slot { name: field, stage, range, node } = slot;
        uses.extend(stage.map(|stage| Use { owner, field, node: *node, stage, range }));
    };
    graph.for_each_slot(&mut add);
    graph.for_each_station(&mut add);
    uses
}

/// The same, as the scheduler takes it.
pub(crate) fn wanted(uses: &[Use]) -> Wanted {
    let mut wanted = Wanted::default();
    for found in uses {
        match found.stage {
            Stage::Static => &mut wanted.fixed,
            Stage::Time => &mut wanted.time,
            Stage::State => &mut wanted.state,
            Stage::Output => &mut wanted.output,
        }
        .push(found.node);
    }
    wanted
}
