//! What an experiment asks for around its run: values that are looked for before it, and derivatives after it.

use std::sync::atomic::AtomicBool;

use cdl_compiler::typed::Experiment;
use cdl_graph::Graph;
use cdl_runtime::RunReport;

use crate::choose::choose;
use crate::find::{Found, find};
use crate::sensitivity::{Sensitivity, sensitivities};

/// Nothing where nothing is looked for, or it cannot be run with any values.
pub(crate) fn sought(
    graph: &Graph,
    experiment: Option<&Experiment>,
    cancel: &AtomicBool,
) -> Option<Found> {
    find(graph, cancel).or_else(|| choose(graph, experiment, cancel))
}

/// Derivatives of what a run of `graph` has come to, with values that were found for it; what cannot be told is noted in its
/// report.
pub(crate) fn derived(
    run: &mut RunReport,
    about: (&Graph, &[(String, f64)]),
    experiment: Option<&Experiment>,
    cancel: &AtomicBool,
) -> Vec<Sensitivity> {
    if !run.solved().outcome.is_over() {
        return Vec::new();
    }
    let (slopes, notes) = sensitivities(about, experiment, cancel);
    run.note(notes.into_iter());
    slopes
}
