//! E0213: unknown variant. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

/// `owner` such as `joint` or `shape`; `candidates` are its variants.
pub fn unknown_variant(place: Place, name: &str, owner: &str, candidates: &[&str]) -> Diagnostic {
    // A kind is one of many, a field is this one.
    let is_kind = crate::schema::kind(owner).is_some();
    let owner = if is_kind { build::article(owner) } else { format!("`{owner}`") };
    let message = if candidates.is_empty() {
        format!("{owner} has no variants")
    } else {
        format!("{owner} cannot be `{name}`")
    };
    build::error("E0213", message, place).label("unknown variant").did_you_mean(
        name,
        place,
        candidates,
        "it can be",
    )
}

/// `place` is the name of the element.
pub fn missing_variant(place: Place, owner: &str, name: &str, candidates: &[&str]) -> Diagnostic {
    let example = candidates.first().copied().unwrap_or("...");
    build::error("E0213", format!("{} needs a variant", build::article(owner)), place)
        .label(format!("say which one, as in `{owner} {name}: {example}`"))
        .note_if(build::list(candidates).map(|list| format!("it can be {list}")))
}
