//! E0407: a prescribed motion that is not a function of time. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

/// `what` such as ``the drive of `luff` ``; `depends_on` such as `boat.position`, read at `read`.
pub fn not_a_function_of_time(
    place: Place,
    what: &str,
    depends_on: &str,
    read: Option<Place>,
) -> Diagnostic {
    let diagnostic =
        build::error("E0407", format!("{what} must be a function of time alone"), place)
            .label(format!("depends on `{depends_on}`"));
    let diagnostic = match read {
        Some(read) => diagnostic.related(read, "which follows from the motion"),
        None => diagnostic,
    };
    diagnostic.note(
        "a prescribed motion holds whatever it costs, so its velocity and acceleration must be known \
         beforehand; to react to the motion, use a force, a torque or a spring",
    )
}

/// The command of a motor; `why` such as `it follows the motion`.
pub fn command_unknown(place: Place, path: &str, why: &str) -> Diagnostic {
    build::error("E0407", format!("the motor of `{path}` cannot be told this rate"), place)
        .label(why)
        .note(
            "a motor keeps its rate exactly at the command, which follows from time, `var`s and `state`s alone; conditions in it may read \
             the motion. Let a controller set a `var` in an `every` block, or let a `state` such as `control.Lag` follow it",
        )
}

/// A function of time that cannot be differentiated twice.
pub fn not_differentiable(place: Place, what: &str, function: &str) -> Diagnostic {
    build::error("E0407", format!("{what} must have a velocity and an acceleration"), place)
        .label(format!("`{function}` has a jump"))
        .note("use `smoothstep` instead of `step` or `if`, or `interpolate(..., smooth = true)`")
}
