//! E0442: a criterion that says nothing about a run. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

/// A condition that is decided before the run begins.
pub fn criterion_without_run(place: Place) -> Diagnostic {
    build::error("E0442", "nothing of the run goes into this criterion", place)
        .label("decided before the run")
        .note("a criterion reads a statistic such as `maximum(rope.start.tension)`, a signal, which counts as it is at the end, or `energy.imbalance`")
}

/// A name alone, which reads like a variant.
pub fn criterion_in_parentheses(place: Place, name: &str) -> Diagnostic {
    build::error("E0442", "a criterion is a condition", place)
        .label("this reads like a variant")
        .note(format!("a condition compares, as `{name} < ...`; one that is a name alone stands in parentheses: `({name})`"))
}

/// `name` such as `mode_frequency`, where the experiment does something else than the analysis that has it.
pub fn not_of_this_analysis(place: Place, name: &str, analysis: &str) -> Diagnostic {
    build::error("E0442", format!("`{name}` is of an experiment that does `{analysis}`"), place)
        .label("this experiment does something else")
}

/// Nothing of what a `response` records; `largest_amplitude` was asked for it.
pub fn amplitude_of_what_is_not_recorded(place: Place) -> Diagnostic {
    build::error("E0442", "what is not recorded has no amplitude", place)
        .label("nothing recorded is this")
        .note("record it, as in `record load.position.x as sway`, and ask for `largest_amplitude(sway)`")
}

/// Modes are counted from 1 to as many as the experiment asks for.
pub fn no_such_mode(place: Place, number: i64, most: Option<i64>) -> Diagnostic {
    let label = match most {
        Some(most) => format!("the experiment asks for {most}, and 1 is the slowest"),
        None => "1 is the slowest".to_owned(),
    };
    build::error("E0442", format!("there is no mode {number}"), place).label(label)
}

/// The ledger's imbalance where nothing moves.
pub fn imbalance_at_rest(place: Place) -> Diagnostic {
    build::error("E0442", "an equilibrium has no energy ledger to be judged", place)
        .label("nothing moves, so nothing is exchanged")
        .note("`energy.imbalance` is of a `simulate`")
}
