//! Building the DAG anew, node by node in order.

use cdl_graph::{Graph, Node, NodeId, Signals};

/// What each node of the old DAG has become.
pub(crate) struct Replaced(Vec<NodeId>);

impl Replaced {
    /// The new node, if the old one has been dealt with already.
    pub(crate) fn get(&self, old: NodeId) -> Option<NodeId> {
        self.0.get(old.index()).copied()
    }

    /// The old node that is dealt with now.
    pub(crate) fn next(&self) -> NodeId {
        NodeId(u32::try_from(self.0.len()).unwrap_or(u32::MAX))
    }
}

/// Replaces every node by what `each` makes of it. `each` gets a node whose operands are already
/// those of the new DAG, and returns a node of the new DAG: one that it adds, or one that is there.
/// Nodes that neither the graph nor an equation needs are left out.
pub(crate) fn rewrite(
    mut graph: Graph,
    mut each: impl FnMut(&mut Signals, Node, &Replaced) -> NodeId,
) -> Graph {
    let mut needed = vec![false; graph.signals.nodes.len()];
    graph.for_each_root(&mut |id| needed[id.index()] = true);
    for (index, node) in graph.signals.nodes.iter().enumerate().rev() {
        if needed[index] {
            node.reads().for_each(|id| needed[id.index()] = true);
        }
    }
    let nodes = std::mem::take(&mut graph.signals.nodes);
    let mut replaced = Replaced(Vec::with_capacity(nodes.len()));
    for (node, needed) in nodes.into_nodes().zip(needed) {
        let new = if needed {
            let node = node.reading(|id| replaced.0[id.index()]);
            each(&mut graph.signals, node, &replaced)
        } else {
            // Nobody asks for it.
            NodeId(u32::MAX)
        };
        replaced.0.push(new);
    }
    graph.for_each_root(&mut |id| *id = replaced.0[id.index()]);
    graph.signals.renumber_written(|id| replaced.get(id).filter(|new| *new != NodeId(u32::MAX)));
    graph
}
