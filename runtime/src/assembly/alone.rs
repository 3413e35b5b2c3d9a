//! One formulation by itself, for whoever has a state and looks at it in a model with other numbers.

use std::sync::Arc;

use cdl_graph::Graph;

use super::{Assembly, AssemblyError, Begins, complete, mechanism, placed, recursive};
use crate::constrained::{self, ConstrainedModel};
use crate::recursive::RecursiveModel;

/// Only the constrained formulation, at the start.
///
/// # Errors
/// As [`assemble`].
pub(crate) fn assemble_constrained(
    graph: Arc<Graph>,
) -> Result<ConstrainedModel, Vec<AssemblyError>> {
    let mechanism = Arc::new(mechanism::mechanism(&graph)?);
    let mut assembly = Assembly { graph: &graph, mechanism: &mechanism, errors: Vec::new() };
    let made = graph.plan.as_ref().and_then(|plan| {
        let (mut recursive, mut findings) = recursive(&mut assembly, plan, None)?;
        let begins = (Begins::Elsewhere, true);
        let (start, _) = placed(&mut assembly, plan, &mut recursive, &mut findings, begins)?;
        constrained::assemble(&mut assembly, plan, &start)
    });
    complete(assembly, made)
}

/// Only the forest, without a start: for whoever has a state, and looks at it with other numbers.
///
/// # Errors
/// As [`assemble`].
pub(crate) fn assemble_forest(graph: Arc<Graph>) -> Result<RecursiveModel, Vec<AssemblyError>> {
    let mechanism = Arc::new(mechanism::mechanism(&graph)?);
    let mut assembly = Assembly { graph: &graph, mechanism: &mechanism, errors: Vec::new() };
    let plan = graph.plan.as_ref();
    let found = plan.and_then(|plan| recursive(&mut assembly, plan, None));
    complete(assembly, found.map(|(forest, _)| forest))
}
