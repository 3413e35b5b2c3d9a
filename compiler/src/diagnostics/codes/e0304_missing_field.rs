//! E0304: a required field is missing. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

/// `owner` such as ``the cable `tether` ``, named at `place`; `example` such as `length = 10 m`.
pub fn missing_field(
    place: Place,
    field: &str,
    owner: &str,
    doc: &str,
    example: &str,
) -> Diagnostic {
    build::error("E0304", format!("{} needs the field `{field}`", build::article(owner)), place)
        .label(format!("`{field}` is missing"))
        .note(format!("`{field}`: {doc}"))
        .note(format!("write for example `{example}`"))
}

/// None of several fields of which one has to be given.
pub fn missing_one_of(place: Place, fields: &[&str], owner: &str) -> Diagnostic {
    let list = build::list(fields).unwrap_or_default();
    build::error("E0304", format!("{} needs one of {list}", build::article(owner)), place)
        .label("none of them is given")
}
