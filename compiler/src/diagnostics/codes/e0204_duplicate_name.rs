//! E0204: a name is declared twice. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

/// `what` such as `body`, `field` or `parameter`; `first` is the earlier declaration.
pub fn duplicate_name(place: Place, what: &str, name: &str, first: Place) -> Diagnostic {
    build::error("E0204", format!("{what} `{name}` is given twice"), place)
        .label("again here")
        .related(first, "first here")
}

/// Something that is recorded under the name of a column that the results have anyway: `what` that is, and where it comes from.
pub fn column_there(place: Place, name: &str, what: &str, other: Option<Place>) -> Diagnostic {
    let message = format!("the results have a column `{name}` already, with {what}");
    let report = build::error("E0204", message, place).label("recorded under the same name");
    let report = match other {
        Some(other) => report.related(other, "this one"),
        None => report,
    };
    report.note("give it another name with `as`")
}

/// A parameter that a `vary` has values for and a `find` looks for.
pub fn found_and_varied(place: Place, name: &str, varied: Place) -> Diagnostic {
    build::error("E0204", format!("`{name}` is varied, so it cannot be looked for"), place)
        .label("looked for here")
        .related(varied, "varied here")
}

/// Something that one event sets twice, or in several turns of a loop.
pub fn set_twice(place: Place, name: &str, first: Place) -> Diagnostic {
    let report = build::error("E0204", format!("`{name}` is set twice by one event"), place);
    let report = match place == first {
        true => report.label("by more than one turn of the loop"),
        false => report.label("again here").related(first, "first here"),
    };
    report.note("all values are those just before the event, so none of both is the later one; `else` says which is meant when")
}
