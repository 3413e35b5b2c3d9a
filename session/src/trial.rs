//! A graph with other numbers, of whose run the end alone counts.

use std::sync::Arc;

use cdl_graph::{Analysis, Graph};
use cdl_runtime::{Model, assemble_shared, set_param};

/// With these values, SI; nothing where one of them is no parameter of it.
pub(crate) fn with<'n>(
    graph: &Graph,
    values: impl IntoIterator<Item = (&'n str, f64)>,
) -> Option<Graph> {
    let mut graph = graph.clone();
    for (name, value) in values {
        set_param(&mut graph, name, value).ok()?;
    }
    Some(graph)
}

/// Rows have no influence on a run, and only the last one is wanted.
pub(crate) fn without_rows(graph: &mut Graph) {
    if let Analysis::Simulate(simulation) = &mut graph.analysis {
        simulation.every = simulation.duration;
    }
}

/// Nothing where it cannot be run.
pub(crate) fn assembled(graph: Graph) -> Option<Model> {
    assemble_shared(Arc::new(graph)).ok()
}
