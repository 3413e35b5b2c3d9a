//! E0311: two choices that do not go together. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

const TOGETHER: &str = "`rk4`, `rk45` and `leapfrog` work on the recursive dynamics, \
                        `energy_momentum`, `midpoint` and `generalized_alpha` on the constrained";

/// `place` is that of the formulation `dynamics`, `with` that of the integrator, which works on
/// `needed` only.
pub fn integrator_and_dynamics(
    place: Place,
    dynamics: &str,
    with: Place,
    integrator: &str,
    needed: &str,
) -> Diagnostic {
    build::error("E0311", format!("`{integrator}` does not go with `dynamics = {dynamics}`"), place)
        .label(format!("`{integrator}` works on the {needed} dynamics"))
        .related(with, "the integrator is chosen here")
        .note(TOGETHER)
        .note("leave `dynamics` out: what the integrator needs is taken then")
}

/// A cable that only the constrained dynamics move, in an experiment with an integrator of the recursive ones. `place`
/// is that of the cable.
pub fn spline_by_recursion(place: Place, cable: &str, integrator: &str) -> Diagnostic {
    build::error("E0311", format!("the spline `{cable}` does not go with `{integrator}`"), place)
        .label("only the constrained dynamics move a spline")
        .note(TOGETHER)
        .note(
            "write `simulate ... with energy_momentum(step = 10 ms)`, or divide the cable by `rigid_links(count = N)` or \
             `lumped(nodes = N)`",
        )
}

/// A method to keep loops closed together with an integrator that does so itself.
pub fn loops_not_used(place: Place, loops: &str, with: Place, integrator: &str) -> Diagnostic {
    build::error("E0311", format!("`{integrator}` does not go with `loops = {loops}`"), place)
        .label("only for the recursive dynamics")
        .related(with, "the integrator is chosen here")
        .note(format!("each step of `{integrator}` closes all loops; leave `loops` out"))
}
