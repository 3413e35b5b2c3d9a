//! E0409: an algebraic loop that cannot be solved. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

/// `members` are the names in the loop with their places; `reason` such as
/// `there are 2 unknowns but 1 equation`.
pub fn algebraic_loop(place: Place, members: &[(&str, Place)], reason: &str) -> Diagnostic {
    let mut diagnostic =
        build::error("E0409", "these equations have no solution structure", place).label(reason);
    for (name, place) in members.iter().filter(|(_, member)| *member != place) {
        diagnostic = diagnostic.related(*place, format!("`{name}` takes part"));
    }
    diagnostic
}
