//! What an experiment asks for around its run: values that are looked for before it, and derivatives after it.

use std::sync::atomic::{AtomicBool, Ordering};

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
    allows_imbalance: bool,
    cancel: &AtomicBool,
) -> Option<Found> {
    let found =
        find(graph, cancel).or_else(|| choose(graph, experiment, allows_imbalance, cancel))?;
    match cancel.load(Ordering::Relaxed) {
        true => Some(found.interrupted()),
        false => Some(found),
    }
}

/// Derivatives of what a run of `graph` has come to, with values that were found for it; what cannot be told is noted in its
/// report.
pub(crate) fn derived(
    run: &mut RunReport,
    about: (&Graph, &[(String, f64)]),
    experiment: Option<&Experiment>,
    allows_imbalance: bool,
    cancel: &AtomicBool,
) -> Vec<Sensitivity> {
    if !run.solved().outcome.is_over() {
        return Vec::new();
    }
    let (slopes, notes) = sensitivities(about, experiment, allows_imbalance, cancel);
    run.note(notes.into_iter());
    let asked = experiment.iter().flat_map(|own| &own.sensitivities);
    let missing = asked.filter(|own| slopes.iter().all(|known| known.parameter != own.name));
    let missing: Vec<String> = missing.map(|own| format!("`{}`", own.name)).collect();
    if cancel.load(Ordering::Relaxed) && !missing.is_empty() {
        run.interrupted(format!(
            "it was interrupted while sensitivities were looked for: those to {} are missing",
            missing.join(", ")
        ));
    }
    slopes
}
