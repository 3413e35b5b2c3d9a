//! E0202: unknown field. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

/// `owner` is what has no such field, such as `cable` or `box`; `candidates` are its fields.
pub fn unknown_field(place: Place, name: &str, owner: &str, candidates: &[&str]) -> Diagnostic {
    let owner = build::article(owner);
    build::error("E0202", format!("{owner} has no field `{name}`"), place)
        .label("unknown field")
        .did_you_mean(name, place, candidates, "its fields are")
}
