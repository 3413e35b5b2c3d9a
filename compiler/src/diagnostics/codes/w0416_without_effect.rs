//! W0416: a field has no effect. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

/// `why` such as `no spring pulls there: `stiffness` is not given`.
pub fn without_effect(place: Place, field: &str, why: &str) -> Diagnostic {
    build::warning("W0416", format!("`{field}` has no effect"), place).label(why)
}

/// What resists along a coordinate that a drive prescribes; `why` says what counts it.
pub fn without_effect_on_motion(place: Place, field: &str, why: &str) -> Diagnostic {
    build::warning("W0416", format!("`{field}` does not change the motion"), place)
        .label(format!("the drive prescribes it, and makes up for this: {why}"))
}

/// A fixed step of so many s in a run that takes less.
pub fn step_beyond_run(place: Place, step: f64, duration: f64) -> Diagnostic {
    let [step, duration] = [step, duration].map(build::number);
    build::warning("W0416", format!("a step of {step} s is longer than the whole run"), place)
        .label(format!("the run takes {duration} s, so it is one step"))
        .note("`step` is the time from one step to the next, a small part of what is fastest: such as `step = 1 ms`")
}

/// An `at` after so many s in a run that takes less; `end` is the duration and where it stands.
pub fn beyond_the_end(place: Place, instant: f64, end: (f64, Place)) -> Diagnostic {
    let [instant, duration] = [instant, end.0].map(build::number);
    build::warning("W0416", format!("what is to happen at {instant} s never happens"), place)
        .label("the run is over by then")
        .related(end.1, format!("it takes {duration} s"))
}

/// `clamp` or `smoothstep` with bounds that parameters reverse; `label` says which they are.
pub fn bounds_reversed_by_parameters(place: Place, function: &str, label: &str) -> Diagnostic {
    build::warning("W0416", format!("the bounds of `{function}` are reversed"), place).label(label)
}

/// A force or torque on what is where it is whatever pulls at it; `on` such as `the world`.
pub fn moves_nothing(place: Place, load: &str, on: &str) -> Diagnostic {
    build::warning("W0416", format!("`{load}` moves nothing"), place)
        .label(format!("it acts on {on}"))
}

/// `smoothstep(time, 1 s, 3 s)`, as arguments of `clamp` are ordered.
pub fn smoothstep_of_nothing(place: Place) -> Diagnostic {
    build::warning(
        "W0416",
        "what this `smoothstep` goes along stays as it is, and its lower end moves",
        place,
    )
    .label("`x` comes last: `smoothstep(lo, hi, x)`")
}

/// `when time == 3 s`, which is true at no instant that is found.
pub fn equality_of_what_moves(place: Place) -> Diagnostic {
    build::warning("W0416", "this condition is passed and never met", place)
        .label("`==` of what moves holds for no time")
        .note("at an instant it is `at 3 s { ... }`; what moves is compared by `>=` or `<=`")
}
