//! E0424: a curved relaxed shape without a clamped end. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

/// `place` is that of `bending`.
pub fn curled_without_clamp(place: Place, cable: &str) -> Diagnostic {
    build::error("E0424", format!("nothing says which way `{cable}` curls"), place)
        .label("its relaxed arc begins at a clamped end, and none is clamped")
        .note("for instance `ends = { start = clamped(direction = x) }`, which is the arc's direction there")
}
