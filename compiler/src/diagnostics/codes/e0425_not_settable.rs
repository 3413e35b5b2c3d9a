//! E0425: an event sets what it cannot set. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

/// `is_named_value` for a `let` or a parameter.
pub fn not_settable(place: Place, name: &str, is_named_value: bool) -> Diagnostic {
    let error = build::error("E0425", format!("an event cannot set `{name}`"), place);
    if is_named_value {
        error.label("a `let` or a parameter is what its expression says").note(format!(
            "declare it as `var {name} = START`, which keeps its value until an event sets it"
        ))
    } else {
        error.label("neither a `var` nor a `state`")
    }
}
