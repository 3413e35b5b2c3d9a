//! Which element uses which node for what, and when the value is needed.
//!
//! Every field of an element that is a value is a slot of the graph; the graph says what it may be
//! and when it is needed. So the scheduler, the check of ranges and the search for the culprit of a
//! bad value all go by one list.

use std::sync::Arc;

use cdl_graph::{Graph, Node, NodeId, Range, Sensor, Slot};

use crate::signals::{Stage, Wanted};

pub(crate) use cdl_graph::Owner;

/// One field of one element is the value of a node.
/// `field` is the name that messages show; `range` what the value may be, in SI.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Use {
    /// The element to blame.
    pub(crate) owner: Owner,
    /// As messages show it.
    pub(crate) field: &'static str,
    /// With the value.
    pub(crate) node: NodeId,
    /// When it is needed.
    pub(crate) stage: Stage,
    /// What it may be, SI.
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

/// Shows everything that reads a node, in a fixed order: the elements' own, then where sensors look along
/// cables.
/// A node that several fields read has several uses. There are many, and they are short-lived: most are before the
/// run only.
pub(crate) fn for_each_use(graph: &Graph, mut see: impl FnMut(Use)) {
    let mut show = |owner, slot: Slot<&NodeId>| {
        let Slot { name: field, stage, range, node } = slot;
        if let Some(stage) = stage {
            see(Use { owner, field, node: *node, stage, range });
        }
    };
    graph.for_each_slot(&mut show);
    graph.for_each_station(&mut show);
}

/// Those during the run.
pub(crate) fn uses(graph: &Graph) -> Vec<Use> {
    let mut uses = Vec::new();
    for_each_use(graph, |found| uses.extend((found.stage != Stage::Static).then_some(found)));
    uses
}

/// All of them, as the scheduler takes them: each node once at each stage, as a zero has a use in each element.
pub(crate) fn wanted(graph: &Graph) -> Wanted {
    let mut wanted = Wanted::default();
    // A bit for each stage.
    let mut seen = vec![0_u8; graph.signals.nodes.len()];
    for_each_use(graph, |found| {
        let (own, bit) = (&mut seen[found.node.index()], 1 << found.stage as u8);
        if *own & bit != 0 {
            return;
        }
        *own |= bit;
        match found.stage {
            Stage::Static => &mut wanted.fixed,
            Stage::Time => &mut wanted.time,
            Stage::State => &mut wanted.state,
            Stage::Rate => &mut wanted.rate,
            Stage::Event => &mut wanted.event,
            Stage::Output => &mut wanted.output,
            Stage::Conclusion => &mut wanted.conclusion,
        }
        .push(found.node);
    });
    let recorded = read_at_the_end(graph, &wanted.conclusion);
    wanted.output.extend(recorded);
    wanted
}

/// What the motion gives to what is concluded: all below it into which no statistic goes.
fn read_at_the_end(graph: &Graph, concluded: &[NodeId]) -> Vec<NodeId> {
    let nodes = &graph.signals.nodes;
    let mut is_late = Vec::with_capacity(nodes.len());
    if !concluded.is_empty() {
        for node in nodes.iter() {
            let own = matches!(node, Node::Sensor { sensor: Sensor::Statistic(_), .. });
            let late = own || node.operands().any(|id| is_late.get(id.index()) == Some(&true));
            is_late.push(late);
        }
    }
    let mut seen = vec![false; is_late.len()];
    let mut found = Vec::new();
    let mut stack = concluded.to_vec();
    while let Some(node) = stack.pop() {
        if std::mem::replace(&mut seen[node.index()], true) {
            continue;
        }
        match is_late[node.index()] {
            true => stack.extend(graph.signals.node(node).operands()),
            false => found.push(node),
        }
    }
    found
}
