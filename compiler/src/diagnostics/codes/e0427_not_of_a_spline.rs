//! E0427: joints of a cable that has none. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

/// `place` is that of `joint_damping`.
pub fn not_of_a_spline(place: Place, cable: &str) -> Diagnostic {
    build::error("E0427", "a spline has no `joint_damping`".to_owned(), place)
        .label(format!("`{cable}` is a spline"))
        .note("it bends everywhere, and has no joints")
        .note("`bending = { stiffness = ...; damping = ... }` loses energy where the curvature changes")
}
