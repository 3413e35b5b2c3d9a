//! E0405: a load or drive depends on accelerations. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

/// `what` is the path of a state; implicit steps find what its rate reads together with the motion.
pub fn rate_depends_on_acceleration(place: Place, path: &str, quantity: &str) -> Diagnostic {
    build::error("E0405", format!("the rate of `{path}` depends on `{quantity}`"), place)
        .label("not under implicit steps")
        .note(
            "accelerations, tensions and joint forces are found by an implicit step as means over it, which is too \
             late for a rate; `rk4`, `rk45` and `leapfrog` can do it",
        )
}

/// The ledger is brought up to date at the ends of steps only. `path` is that of a state.
pub fn rate_depends_on_ledger(place: Place, path: &str, quantity: &str) -> Diagnostic {
    build::error("E0405", format!("the rate of `{path}` depends on `{quantity}`"), place)
        .label("known at the ends of steps only")
        .note(
            "what is dissipated and the work done follow from the motion of the step; integrate the power, such as \
             `damping * speed^2`, in place of them",
        )
}

/// `what` such as ``the force `pull` ``; `quantity` such as `boat.acceleration`, read at `read`.
pub fn depends_on_acceleration(
    place: Place,
    what: &str,
    quantity: &str,
    read: Option<Place>,
) -> Diagnostic {
    let diagnostic = build::error("E0405", format!("{what} depends on `{quantity}`"), place)
        .label("acts on the motion");
    let diagnostic = match read {
        Some(read) => diagnostic.related(read, "read here"),
        None => diagnostic,
    };
    diagnostic.note(
        "accelerations and joint forces are results of the loads, so a load cannot follow from them; \
         use position and velocity, or add the mass that such a load stands for",
    )
}
