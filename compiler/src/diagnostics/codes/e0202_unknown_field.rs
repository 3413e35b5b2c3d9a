//! E0202: unknown field. The page beside this file explains it.

use super::super::fields_elsewhere::field_here;
use super::super::{Diagnostic, build};
use crate::place::Place;

/// `owner` is what has no such field, such as `cable` or `box`; `candidates` are its fields.
pub fn unknown_field(place: Place, name: &str, owner: &str, candidates: &[&str]) -> Diagnostic {
    let with_article = build::article(owner);
    let report = build::error("E0202", format!("{with_article} has no field `{name}`"), place)
        .label("unknown field");
    match field_here(owner, name) {
        Some(how) => report.note(how),
        None => report.did_you_mean(name, place, candidates, "its fields are"),
    }
}
