//! E0406: a body is placed twice. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

/// `why` such as ``its place follows from the joint `hinge` ``; `other` is what places it, too.
pub fn placed_twice(place: Place, body: &str, why: &str, other: (Place, &str)) -> Diagnostic {
    twice(format!("the body `{body}` is placed twice at the start"), place, why, other)
}

/// Of a body of which only the velocity is written.
pub fn moved_twice(place: Place, body: &str, why: &str, other: (Place, &str)) -> Diagnostic {
    twice(format!("the body `{body}` has two velocities at the start"), place, why, other)
}

fn twice(message: String, place: Place, why: &str, (there, text): (Place, &str)) -> Diagnostic {
    build::error("E0406", message, place).label(why).related(there, text)
}
