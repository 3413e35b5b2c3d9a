//! E0206: a definition needs itself. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

/// `chain` goes once around the cycle: each name with the place where it uses the next one; the last
/// uses the first.
pub fn cyclic_definition(chain: &[(&str, Place)], fallback: Place) -> Diagnostic {
    let names: Vec<_> = chain.iter().map(|(name, _)| format!("`{name}`")).collect();
    let place = chain.first().map_or(fallback, |(_, place)| *place);
    let (message, label) = match (names.first(), names.get(1)) {
        (Some(first), Some(second)) => {
            (format!("{first} is defined by itself"), format!("{first} needs {second}"))
        }
        (Some(first), None) => (format!("{first} is defined by itself"), "uses itself".to_owned()),
        (None, _) => ("this is defined by itself".to_owned(), String::new()),
    };
    let mut diagnostic = build::error("E0206", message, place).label(label);
    let following = names.iter().skip(1).chain(names.first());
    for ((name, next), (_, place)) in names.iter().zip(following).zip(chain).skip(1) {
        diagnostic = diagnostic.related(*place, format!("{name} needs {next}"));
    }
    diagnostic.note(
        "a loop is possible between signals that change in time: give each of them a type, \
         as in `let pull: Force = ...`, and the compiler solves for them",
    )
}
