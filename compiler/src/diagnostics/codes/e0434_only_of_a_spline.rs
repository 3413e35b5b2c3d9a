//! E0434: something that only splines have. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

/// `place` is that of the clump.
pub fn clump_on_links(place: Place, cable: &str) -> Diagnostic {
    build::error("E0434", format!("a clump cannot sit on `{cable}`"), place)
        .label("only a spline carries it")
        .note("divide the cable by `spline(elements = N)`, or let a `body` be between two cables")
}

/// `place` is that of the bending, which has branches.
pub fn links_that_relax(place: Place, cable: &str) -> Diagnostic {
    build::error("E0434", format!("the bending of `{cable}` cannot relax"), place)
        .label("its pieces are straight and bend only where they meet, by a spring and a damper")
        .note("`spline(elements = N)` with `torsion` has `branches`")
}

/// `place` is that of the cable, of which `what` is read.
pub fn only_of_a_spline(place: Place, cable: &str, what: &str) -> Diagnostic {
    build::error("E0434", format!("`{cable}` has no {what}"), place)
        .label(format!(
            "its {what} is asked for, but its pieces are straight and bend only where they meet"
        ))
        .note("`spline(elements = N)` bends everywhere")
}
