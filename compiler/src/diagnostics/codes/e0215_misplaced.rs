//! E0215: something stands where it cannot. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

/// `kind` may not stand inside `around`; `allowed` says where it may, such as `in a model or a component`.
pub fn misplaced_element(place: Place, kind: &str, around: &str, allowed: &str) -> Diagnostic {
    let (kind, around) = (build::article(kind), build::article(around));
    build::error("E0215", format!("{kind} cannot stand inside {around}"), place)
        .label("misplaced")
        .note(format!("it belongs {allowed}"))
}

/// A second environment, or whatever else there can be only one of.
pub fn only_one(place: Place, kind: &str, first: Place) -> Diagnostic {
    build::error("E0215", format!("there can be only one `{kind}` in a model"), place)
        .label("one too many")
        .related(first, "the first is here")
}

/// A second analysis in an experiment.
pub fn second_analysis(place: Place, first: Place) -> Diagnostic {
    build::error("E0215", "an experiment has only one analysis", place)
        .label("one too many")
        .related(first, "the first is here")
        .note("write an experiment for each")
}

/// `word` such as `on`; `usage` says how the kind is written, such as
/// `cable NAME: VARIANT from A to B`.
pub fn relation_not_allowed(place: Place, word: &str, kind: &str, usage: &str) -> Diagnostic {
    build::error("E0215", format!("{} does not take `{word}`", build::article(kind)), place)
        .label("not allowed here")
        .note(format!("it is written `{usage}`"))
}

/// `place` is the name of the element.
pub fn missing_relation(place: Place, word: &str, kind: &str, usage: &str) -> Diagnostic {
    build::error("E0215", format!("{} needs `{word}`", build::article(kind)), place)
        .label(format!("`{word} ...` is missing"))
        .note(format!("it is written `{usage}`"))
}

/// An element needs a name, or must not have one, or must not have a law (`= ...`).
pub fn misplaced_part(place: Place, message: &str, usage: &str) -> Diagnostic {
    build::error("E0215", message, place).note(format!("it is written `{usage}`"))
}

/// `place` is the count of values that are written one by one, or that are whole numbers.
pub fn count_without_range(place: Place) -> Diagnostic {
    build::error("E0215", "a `count` belongs to a range of quantities", place)
        .label("these values are counted already")
        .note("`vary pull = 0 kN .. 80 kN { count = 9 }`, but `vary links = [8, 16, 32]` and `vary links = 8 .. 12`")
}

/// `in kN` behind something that is neither recorded nor plotted.
pub fn unit_without_record(place: Place, unit: &str) -> Diagnostic {
    build::error("E0215", format!("`in {unit}` has no meaning here"), place)
        .label("misplaced")
        .note("it says in which unit something is recorded or plotted: `record x in mm`, `plot p = x in mm`; a value itself has no choice of units")
}
