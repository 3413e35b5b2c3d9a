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

/// An `if` that the motion decides, or whose branches follow it.
pub fn constraint_chooses(place: Place, path: &str) -> Diagnostic {
    build::error("E0415", format!("the constraint `{path}` may jump with the motion"), place)
        .label("chooses by `if` between expressions that the motion changes")
        .note(
            "what a constraint demands cannot jump: `max`, `min`, `abs`, `clamp`, `smoothstep` and `interpolate` with a table \
             choose without",
        )
        .note(
            "an equation that holds for a part of the run is locked and released by events: \
             `constraint NAME: LEFT == RIGHT { locked = false }`, `at 1 s { lock NAME }`",
        )
}
