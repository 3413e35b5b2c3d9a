//! E0312: a unit in which something cannot be shown. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;
use crate::units::{Description, reciprocal_unit, with_article};

/// `units` are some that would do.
pub fn not_shown_in(place: Place, unit: &str, found: &Description, units: &[&str]) -> Diagnostic {
    let what = match found.words.as_str() {
        words if words.starts_with("a ") => words.to_owned(),
        words if words == found.unit => format!("a quantity in {words}"),
        words => with_article(words),
    };
    let written = reciprocal_unit(found.dimension).filter(|_| units.is_empty());
    let note = match units {
        [] => written.map(|unit| format!("a unit that fits: {unit}")),
        units => Some(format!("units that fit: {}", units.join(", "))),
    };
    build::error("E0312", format!("{what} cannot be shown in `{unit}`"), place)
        .label(format!("what is shown is in {}", found.unit))
        .note_if(note)
}

/// `found` is the type of something that is no quantity.
pub fn without_unit(place: Place, found: &str) -> Diagnostic {
    let message = format!("{} has no unit to be shown in", build::article(found));
    build::error("E0312", message, place).label("only quantities have units")
}
