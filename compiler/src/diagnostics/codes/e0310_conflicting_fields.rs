//! E0310: two fields say the same thing. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

/// Both fields are given; `why` such as `the mass follows from the density and the shape`.
pub fn conflicting_fields(
    place: Place,
    field: &str,
    other_place: Place,
    other: &str,
    why: &str,
) -> Diagnostic {
    build::error("E0310", format!("`{field}` and `{other}` cannot both be given"), place)
        .label("conflicts")
        .related(other_place, format!("`{other}` is given here"))
        .note(why)
}
