//! Building the DAG anew, node by node in order.

use cdl_graph::{Graph, Node, NodeId, Signals};

/// Replaces every node by what `each` makes of it. `each` gets a node whose operands are already
/// those of the new DAG, and returns a node of the new DAG: one that it adds, or one that is there.
pub(super) fn rewrite(
    mut graph: Graph,
    mut each: impl FnMut(&mut Signals, Node) -> NodeId,
) -> Graph {
    let nodes = std::mem::take(&mut graph.signals.nodes);
    graph.signals.nodes.reserve(nodes.len());
    let mut replacement: Vec<NodeId> = Vec::with_capacity(nodes.len());
    for node in nodes {
        let node = node.reading(|id| replacement[id.index()]);
        replacement.push(each(&mut graph.signals, node));
    }
    graph.for_each_root(&mut |id| *id = replacement[id.index()]);
    graph
}
