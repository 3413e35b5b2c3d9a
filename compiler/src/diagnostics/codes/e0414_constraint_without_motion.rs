//! E0414: a constraint that says nothing about the motion. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

/// `reads` are quantities of bodies and joints whose motion is prescribed, such as `ship.position`.
pub fn constraint_without_motion(place: Place, path: &str, reads: &[&str]) -> Diagnostic {
    let error = build::error(
        "E0414",
        format!("the constraint `{path}` says nothing about the motion"),
        place,
    );
    match build::list(reads) {
        None => error.label("reads nothing that moves").note(
            "name a position, attitude, coordinate or velocity of something that the forces of the \
             constraint can move",
        ),
        Some(list) => error.label("reads nothing that can give way").note(format!(
            "no force of the constraint can change {list}: the motion is prescribed"
        )),
    }
}
