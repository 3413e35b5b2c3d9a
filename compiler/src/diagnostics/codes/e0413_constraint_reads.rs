//! E0413: a constraint that reads what it cannot. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

/// `path` of the constraint; `quantity` such as `boat.acceleration`, which follows from forces.
pub fn constraint_on_result(place: Place, path: &str, quantity: &str) -> Diagnostic {
    build::error("E0413", format!("the constraint `{path}` depends on `{quantity}`"), place)
        .label("only positions, velocities and time can be constrained")
        .note(
            "accelerations, forces, energy and momentum follow from the forces that keep constraints; \
             to control one of them, use a force or torque that reacts to the motion",
        )
}

/// `quantity` such as `tether.end.direction`.
pub fn constraint_on_direction(place: Place, path: &str, quantity: &str) -> Diagnostic {
    build::error("E0413", format!("the constraint `{path}` depends on `{quantity}`"), place)
        .label("the direction of a cable cannot be constrained")
        .note("compare the positions of two places on it, such as `c.at(1 m).position`")
}

/// `state` of the user's.
pub fn constraint_on_state(place: Place, path: &str, state: &str) -> Diagnostic {
    build::error("E0413", format!("the constraint `{path}` depends on the state `{state}`"), place)
        .label("only positions, velocities and time can be constrained")
        .note(format!(
            "a constraint is differentiated by time until accelerations show, and `{state}` has no such derivatives; \
             a spring or a force can follow it"
        ))
}

/// `variable` such as `pull`, which an algebraic loop defines.
pub fn constraint_on_loop(place: Place, path: &str, variable: &str) -> Diagnostic {
    build::error("E0413", format!("the constraint `{path}` depends on `{variable}`"), place)
        .label("defined by an algebraic loop")
        .note(format!(
            "a loop cannot be differentiated; say what `{variable}` is without `{variable}` itself"
        ))
}

pub fn constraint_on_too_much(place: Place, path: &str) -> Diagnostic {
    build::error(
        "E0413",
        format!("the constraint `{path}` depends on more than 65535 numbers"),
        place,
    )
    .label("too much for one equation")
    .note("write several constraints, each between a few elements")
}
