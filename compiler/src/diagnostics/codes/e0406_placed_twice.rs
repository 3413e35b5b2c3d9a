//! E0406: a body is placed twice. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

/// `why` such as ``its place follows from the joint `hinge` ``; `other` is what places it, too.
pub fn placed_twice(place: Place, body: &str, why: &str, other: (Place, &str)) -> Diagnostic {
    let (there, text) = other;
    build::error("E0406", format!("the body `{body}` is placed twice at the start"), place)
        .label(why)
        .related(there, text)
}
