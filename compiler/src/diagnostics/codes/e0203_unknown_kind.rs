//! E0203: unknown kind of element. The page beside this file explains it.

use super::super::elsewhere::written_here;
use super::super::{Diagnostic, build};
use crate::place::Place;

/// `name` stands where a kind such as `body` has to stand.
pub fn unknown_kind(place: Place, name: &str, candidates: &[&str]) -> Diagnostic {
    let report =
        build::error("E0203", format!("there is no kind of element called `{name}`"), place)
            .label("unknown kind");
    let is_like_a_component = name.starts_with(|first: char| first.is_ascii_uppercase())
        && !candidates.contains(&name.to_ascii_lowercase().as_str());
    match written_here(name) {
        Some(how) => report.note(how),
        None if is_like_a_component => {
            report.note(format!("a component is used as a part: `part NAME = {name}(...)`"))
        }
        None => report.did_you_mean(name, place, candidates, "the kinds are"),
    }
}
