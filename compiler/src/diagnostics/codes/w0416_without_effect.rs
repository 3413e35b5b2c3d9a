//! W0416: a field has no effect. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

/// `why` such as `no spring pulls there: `stiffness` is not given`.
pub fn without_effect(place: Place, field: &str, why: &str) -> Diagnostic {
    build::warning("W0416", format!("`{field}` has no effect"), place).label(why)
}

/// `clamp` or `smoothstep` with bounds that parameters reverse; `label` says which they are.
pub fn bounds_reversed_by_parameters(place: Place, function: &str, label: &str) -> Diagnostic {
    build::warning("W0416", format!("the bounds of `{function}` are reversed"), place).label(label)
}

/// `when time == 3 s`, which is true at no instant that is found.
pub fn equality_of_what_moves(place: Place) -> Diagnostic {
    build::warning("W0416", "this condition is passed and never met", place)
        .label("`==` of what moves holds for no time")
        .note("at an instant it is `at 3 s { ... }`; what moves is compared by `>=` or `<=`")
}
