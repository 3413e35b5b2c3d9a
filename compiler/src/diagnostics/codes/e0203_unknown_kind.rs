//! E0203: unknown kind of element. The page beside this file explains it.

use super::super::elsewhere::written_here;
use super::super::fields_elsewhere::field_here;
use super::super::{Diagnostic, build, nearest};
use crate::place::Place;

/// What starts a member that is no element.
const MEMBERS: [&str; 8] = ["for", "if", "let", "part", "use", "record", "when", "every"];

/// `c: body { ... }`, with the name of an element where its kind stands.
pub fn kind_behind_name(place: Place, name: &str, kind: &str) -> Diagnostic {
    build::error("E0203", format!("there is no kind of element called `{name}`"), place)
        .label("unknown kind")
        .note(format!("the kind stands first: `{kind} {name} {{ ... }}`"))
}

/// `name` stands where a kind such as `body` has to stand, in the block of an element of the kind `owner` if in any.
pub fn unknown_kind(
    place: Place,
    name: &str,
    owner: Option<&str>,
    candidates: &[&str],
) -> Diagnostic {
    let report =
        build::error("E0203", format!("there is no kind of element called `{name}`"), place)
            .label("unknown kind");
    let is_like_a_component = name.starts_with(|first: char| first.is_ascii_uppercase())
        && !candidates.contains(&name.to_ascii_lowercase().as_str());
    match owner.and_then(|owner| field_here(owner, name)).or_else(|| written_here(name)) {
        Some(how) => report.note(how),
        None if is_like_a_component => {
            report.note(format!("a component is used as a part: `part NAME = {name}(...)`"))
        }
        None => match nearest(name, MEMBERS) {
            Some(_) if nearest(name, candidates.iter().copied()).is_none() => {
                report.did_you_mean(name, place, &MEMBERS, "")
            }
            _ => report.did_you_mean(name, place, candidates, "the kinds are"),
        },
    }
}
