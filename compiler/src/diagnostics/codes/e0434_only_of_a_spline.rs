//! E0434: something that only splines have. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

/// `place` is that of the cable, of which `what` is read.
pub fn only_of_a_spline(place: Place, cable: &str, what: &str) -> Diagnostic {
    build::error("E0434", format!("`{cable}` has no {what}"), place)
        .label(format!(
            "its {what} is asked for, but its pieces are straight and bend only where they meet"
        ))
        .note("`spline(elements = N)` bends everywhere")
}
