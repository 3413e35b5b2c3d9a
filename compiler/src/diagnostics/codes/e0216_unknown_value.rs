//! E0216: a name is no value of an enum, or not that alone. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

/// `name` is none of the values of the enum `of`.
pub fn unknown_value(place: Place, name: &str, of: &str, values: &[&str]) -> Diagnostic {
    build::error("E0216", format!("the enum `{of}` has no value `{name}`"), place)
        .label("no such value")
        .did_you_mean(name, place, values, "its values are")
}

/// `name` is a value of the enum `of`, and the model or its file calls something else so; `declared` is where, and `whole` what
/// can only mean the value, such as `parts.Phase.landed`.
pub fn ambiguous_value(
    place: Place,
    name: &str,
    of: &str,
    declared: Option<Place>,
    whole: Option<&str>,
) -> Diagnostic {
    let message = format!("`{name}` is a value of the enum `{of}` and the name of something else");
    let report = build::error("E0216", message, place).label("which one is meant?");
    let report = match whole {
        Some(whole) => report.fix(format!("write `{whole}` for the value"), place, whole),
        None => report.note("the value cannot be named in full here: rename the other"),
    };
    match declared {
        Some(declared) => report.related(declared, "this has the same name"),
        None => report,
    }
}
