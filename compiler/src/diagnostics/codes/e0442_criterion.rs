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

/// The ledger's imbalance where nothing moves.
pub fn imbalance_at_rest(place: Place) -> Diagnostic {
    build::error("E0442", "an equilibrium has no energy ledger to be judged", place)
        .label("nothing moves, so nothing is exchanged")
        .note("`energy.imbalance` is of a `simulate`")
}
