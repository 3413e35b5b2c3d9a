//! E0403: an over-constrained loop. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

/// `around` are the joints of the loop with their places, the closing one first; `redundant` is the
/// number of constraints too many.
pub fn over_constrained(place: Place, around: &[(&str, Place)], redundant: usize) -> Diagnostic {
    let plural = if redundant == 1 { "" } else { "s" };
    let message = format!("this loop has {redundant} constraint{plural} too many");
    told(message, place, around).note(
        "in space a loop of one-axis joints needs seven of them; replace one joint by a spherical, \
         universal or cylindrical one so that each direction is held once",
    )
}

/// A loop whose joints leave just as many freedoms as closing it takes.
pub fn rigid_loop(place: Place, around: &[(&str, Place)]) -> Diagnostic {
    told("this loop holds itself: nothing in it can move".to_owned(), place, around)
        .note("make its bodies one by fixed joints, or let one of its joints move in more ways")
}

fn told(message: String, place: Place, around: &[(&str, Place)]) -> Diagnostic {
    let mut diagnostic = build::error("E0403", message, place).label("closes the loop");
    for (joint, place) in around.iter().skip(1) {
        diagnostic = diagnostic.related(*place, format!("`{joint}` is part of the loop"));
    }
    diagnostic
}
