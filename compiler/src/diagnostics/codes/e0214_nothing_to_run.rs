//! E0214: there is nothing to run. The page beside this file explains it.

use super::super::{Diagnostic, build, nearest};
use crate::place::Place;

/// An experiment asked for by name that is not in the file.
pub fn unknown_experiment(place: Place, name: &str, candidates: &[&str]) -> Diagnostic {
    let diagnostic =
        build::error("E0214", format!("there is no experiment called `{name}`"), place);
    match nearest(name, candidates.iter().copied()) {
        Some(meant) => diagnostic.note(format!("did you mean `{meant}`?")),
        None => diagnostic.note_if(build::list(candidates).map(|list| format!("there are {list}"))),
    }
}

/// A file without an experiment; `model` is one that could be simulated.
pub fn no_experiment(place: Place, model: Option<&str>) -> Diagnostic {
    let model = model.unwrap_or("Model");
    build::error("E0214", "this file has no experiment to run", place).note(format!(
        "add one: `experiment first = {model}() {{ simulate 10 s with rk4(step = 5 ms) }}`"
    ))
}

/// Several experiments and none chosen.
pub fn several_experiments(place: Place, names: &[&str]) -> Diagnostic {
    let first = names.first().copied().unwrap_or("NAME");
    build::error("E0214", "this file has several experiments", place)
        .note_if(build::list(names).map(|list| format!("they are {list}")))
        .note(format!("choose one, as in `--experiment {first}`"))
}

/// An experiment without an analysis.
pub fn no_analysis(place: Place, experiment: &str) -> Diagnostic {
    build::error("E0214", format!("the experiment `{experiment}` does nothing"), place)
        .label("no analysis in it")
        .note("add one, as in `simulate 10 s with rk4(step = 5 ms)` or `equilibrium`")
}
