//! E0425: an event sets what it cannot set. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

/// A `var` of a part, such as `k.q`.
pub fn var_of_part(place: Place, name: &str) -> Diagnostic {
    build::error("E0425", format!("an event cannot set `{name}` from outside"), place)
        .label("a value that only events of the component that declares it set")
        .note("give the component a parameter that says what is wanted, and let an event of its own read that")
}

/// `is_named_value` for a `let` or a parameter.
pub fn not_settable(place: Place, name: &str, is_named_value: bool) -> Diagnostic {
    let error = build::error("E0425", format!("an event cannot set `{name}`"), place);
    if is_named_value {
        error.label("a `let` or a parameter is what its expression says").note(format!(
            "declare it as `var {name} = START`, which keeps its value until an event sets it"
        ))
    } else {
        let moves = [".velocity", ".position", ".rate", ".angle", ".displacement", ".attitude"];
        let is_motion = moves.iter().any(|end| name.contains(end));
        error.label("neither a `var` nor a `state`").note_if(is_motion.then(|| {
            "motion follows from forces: a bounce is `limits = { lower = 0 m; restitution = 0.8 }` of a joint, a stop at an instant `lock JOINT`"
                .to_owned()
        }))
    }
}
