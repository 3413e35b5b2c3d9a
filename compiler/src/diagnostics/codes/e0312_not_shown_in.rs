//! E0312: a unit in which something cannot be shown. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;
use crate::units::{Description, with_article};

/// `units` are some that would do.
pub fn not_shown_in(place: Place, unit: &str, found: &Description, units: &[&str]) -> Diagnostic {
    let what = match found.words.as_str() {
        words if words.starts_with("a ") => words.to_owned(),
        words => with_article(words),
    };
    let note = match units {
        [] => format!("it is in {}", found.unit),
        units => format!("units that fit: {}", units.join(", ")),
    };
    build::error("E0312", format!("{what} cannot be shown in `{unit}`"), place)
        .label(format!("what is shown is in {}", found.unit))
        .note(note)
}

/// `found` is the type of something that is no quantity.
pub fn without_unit(place: Place, found: &str) -> Diagnostic {
    let message = format!("{} has no unit to be shown in", build::article(found));
    build::error("E0312", message, place).label("only quantities have units")
}
