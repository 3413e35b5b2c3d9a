//! Equal expressions become one node.

use cdl_graph::{Graph, NodeId};
use rustc_hash::FxHashMap;

use super::rewrite::rewrite;
use crate::symbolic::Identity;

pub(super) fn run(graph: Graph) -> Graph {
    let mut seen: FxHashMap<Identity, NodeId> = FxHashMap::default();
    rewrite(graph, |signals, node, _| *seen.entry(node.into()).or_insert_with(|| signals.add(node)))
}
