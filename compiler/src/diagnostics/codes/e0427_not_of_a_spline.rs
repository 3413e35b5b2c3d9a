//! E0427: something that only other cables than splines have. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

/// What a spline does not have.
#[derive(Clone, Copy, Debug)]
pub enum NoSpline {
    JointDamping,
    Relaxed,
}

/// `place` is that of the field.
pub fn not_of_a_spline(place: Place, cable: &str, what: NoSpline) -> Diagnostic {
    let (field, why, help) = match what {
        NoSpline::JointDamping => (
            "joint_damping",
            "it bends everywhere, and has no joints",
            "`bending = { stiffness = ...; damping = ... }` loses energy where the curvature changes",
        ),
        NoSpline::Relaxed => (
            "relaxed",
            "it is straight where no moment bends it",
            "`rigid_links` can be curved without moments",
        ),
    };
    build::error("E0427", format!("a spline has no `{field}`"), place)
        .label(format!("`{cable}` is a spline"))
        .note(why)
        .note(help)
}
