//! E0404: a closed loop that cannot be solved yet. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

/// `around` are the joints and cables of the loop with their places, the closing one first.
pub fn closed_loop(place: Place, around: &[(&str, Place)]) -> Diagnostic {
    let mut diagnostic = build::error(
        "E0404",
        "this closes a loop, which the recursive dynamics cannot take yet",
        place,
    )
    .label("closes the loop");
    for (name, place) in around.iter().skip(1) {
        diagnostic = diagnostic.related(*place, format!("`{name}` is part of the loop"));
    }
    diagnostic.note(
        "leave the loop open here and hold it by a stiff spring instead: \
         `force NAME: spring(stiffness = ..., damping = ..., length = 0 m) between A and B`",
    )
}
