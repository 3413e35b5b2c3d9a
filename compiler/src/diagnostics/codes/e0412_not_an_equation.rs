//! E0412: a constraint that is no equation. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

/// `symbol` is the operator that stands in place of `==`, such as `<=`; `None` if there is none.
pub fn not_an_equation(place: Place, symbol: Option<&str>) -> Diagnostic {
    let error = build::error("E0412", "a constraint is an equation `LEFT == RIGHT`", place);
    match symbol {
        Some("<" | "<=" | ">" | ">=") => error.label("an inequality").note(
            "a constraint holds both ways; what only pushes is a contact, or a spring with \
             `tension_only`, or a force that is zero on one side",
        ),
        Some("!=") => error.label("this is almost always true").fix("write `==`", place, "=="),
        Some("=") => error.label("one side only").note("an equation is written with `==`"),
        Some("and") => error
            .label("several conditions")
            .note("write a constraint of its own for each equation, or one of vectors"),
        _ => error
            .label("no equation")
            .note("write both sides, such as `constraint slider: rod.position.z == 0 m`"),
    }
}
