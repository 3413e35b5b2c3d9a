//! E0205: the wrong kind of element. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

/// `expected` and `found` such as `a frame or a body`, `a cable`; `declared` is where `name` is declared.
pub fn wrong_entity(
    place: Place,
    name: &str,
    expected: &str,
    found: &str,
    declared: Option<Place>,
) -> Diagnostic {
    let (expected, found) = (build::article(expected), build::article(found));
    let diagnostic = build::error("E0205", format!("expected {expected}, found {found}"), place)
        .label(format!("`{name}` is {found}"));
    match declared {
        Some(declared) => diagnostic.related(declared, "declared here"),
        None => diagnostic,
    }
}
