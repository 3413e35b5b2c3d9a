//! E0418: a cable has no such shape. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

/// A cable that cannot stretch and is shorter than its ends are apart, m.
pub fn cable_too_short(place: Place, cable: &str, length: f64, distance: f64) -> Diagnostic {
    let [length, distance] = [length, distance].map(cdl_graph::number);
    build::error("E0418", format!("the cable `{cable}` is too short for its ends"), place)
        .label(format!("it is {length} m long, but its ends are {distance} m apart"))
        .note("it does not stretch; `spline(...)` and `lumped(...)` with `axial = elastic(...)` do")
}
