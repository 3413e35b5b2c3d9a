//! E0415: a constraint with a jump. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

/// `function` such as `floor`, of something that varies.
pub fn constraint_jumps(place: Place, path: &str, function: &str) -> Diagnostic {
    build::error("E0415", format!("the constraint `{path}` has no derivative"), place)
        .label(format!("`{function}` has a jump"))
        .note(
            "the forces that keep a constraint act along its derivatives; use `smoothstep` instead of \
             `step`, or an equation without the function",
        )
}
