//! E0303: wrong type. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

/// `expected` and `found` in words, such as `a vector`, `an Int`; `of` says what expects it.
pub fn wrong_type(place: Place, expected: &str, found: &str, of: Option<&str>) -> Diagnostic {
    let (expected, found) = (build::article(expected), build::article(found));
    let label =
        of.map_or_else(|| format!("this is {found}"), |of| format!("{of} takes {expected}"));
    let how = how(&expected, &found, of).map(str::to_owned);
    build::error("E0303", format!("expected {expected}, found {found}"), place)
        .label(label)
        .note_if(how)
}

/// What is to be written in place of something of another shape.
fn how(expected: &str, found: &str, of: Option<&str>) -> Option<&'static str> {
    let one = expected.strip_prefix("a Vector(").and_then(|rest| rest.strip_suffix(')'));
    let found = found.strip_prefix("an ").or(found.strip_prefix("a ")).unwrap_or(found);
    let is_of = |what: &str| of.is_some_and(|of| of.ends_with(what));
    if expected == "an Attitude" {
        Some(
            "an attitude is `euler(roll = 0 deg, pitch = 90 deg, yaw = 0 deg)`, `rotation(y, 90 deg)` or `level`",
        )
    } else if expected == "a Direction" {
        Some("a direction is an axis, such as `y`, or a vector: `[0, 1, 0]`")
    } else if expected.to_ascii_lowercase().starts_with("a vector")
        && (is_of("of `dot`") || is_of("of `cross`"))
    {
        Some("a vector has three components; the axis upward is `[0, 0, 1]`")
    } else if is_of("the field `axial`") && found == "Force" {
        Some("how stiff it is stands in parentheses: `axial = elastic(stiffness = 3 MN)`")
    } else if expected.contains("Matrix(MomentOfInertia)") {
        Some("a matrix with nothing beside its diagonal is `diag(1, 2, 3) kg.m^2`")
    } else if one == Some(found) && of.is_some_and(|of| of.starts_with("the field")) {
        Some("a vector has three components, and one unit behind them: `[1, 0, 0] m/s`")
    } else if found.starts_with("Vector") && of.is_some_and(|of| of.ends_with("of `abs`")) {
        Some("the length of a vector is `norm(v)`")
    } else if expected.starts_with("one of `") && found != "Text" && !found.starts_with('{') {
        Some("write one of them, with its values in parentheses")
    } else {
        None
    }
}
