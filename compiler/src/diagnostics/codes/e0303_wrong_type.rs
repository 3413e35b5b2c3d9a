//! E0303: wrong type. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

/// `expected` and `found` in words, such as `a vector`, `an Int`; `of` says what expects it.
pub fn wrong_type(place: Place, expected: &str, found: &str, of: Option<&str>) -> Diagnostic {
    let (expected, found) = (build::article(expected), build::article(found));
    let label =
        of.map_or_else(|| format!("this is {found}"), |of| format!("{of} takes {expected}"));
    let is_inertia = expected.contains("Matrix(MomentOfInertia)");
    let how = is_inertia
        .then(|| "a matrix with nothing beside its diagonal is `diag(1, 2, 3) kg.m^2`".to_owned());
    build::error("E0303", format!("expected {expected}, found {found}"), place)
        .label(label)
        .note_if(how)
}
