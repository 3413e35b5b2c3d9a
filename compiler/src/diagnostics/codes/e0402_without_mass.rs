//! E0402: a body without mass. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

/// `why` such as `it has neither mass nor density`.
pub fn without_mass(place: Place, body: &str, why: &str) -> Diagnostic {
    build::error("E0402", format!("the body `{body}` moves but has no mass"), place)
        .label(why)
        .note("give it `mass`, or a `density` or `material` together with a `shape`")
}

/// A body that can turn but whose inertia is not known.
pub fn without_inertia(place: Place, body: &str) -> Diagnostic {
    build::error("E0402", format!("the body `{body}` can turn but has no moment of inertia"), place)
        .label("only its mass is known")
        .note("give it `inertia = diag(Ixx, Iyy, Izz) kg.m^2`, or a `shape`, which it follows from")
}
