//! E0302: missing unit. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;
use crate::units::{unit_in_words, with_article};

/// `written` is the source text at `place`, such as `5` or `[1, 2, 3]`; `unit` the proposed one.
pub fn missing_unit(place: Place, written: &str, unit: &str, of: Option<&str>) -> Diagnostic {
    let replacement = format!("{written} {unit}");
    let words = with_article_if_type(&unit_in_words(unit));
    let label = of.map_or_else(|| format!("{words} is expected"), |of| format!("{of} is {words}"));
    build::error("E0302", format!("`{written}` has no unit: write `{replacement}`"), place)
        .label(label)
        .fix(format!("write `{replacement}`"), place, replacement)
}

/// An angle that is computed of bare numbers, as `2 * 30`.
pub fn computed_angle(place: Place, written: &str) -> Diagnostic {
    build::error("E0302", format!("`{written}` has no unit, and an angle needs one"), place)
        .label("in degrees or in radians?")
        .note(format!("write `({written}) * 1 deg`, or `* 1 rad`; only what is computed of `pi` or by a function is in radians by itself"))
}

/// `a Length`, `kg.m/s^3`
fn with_article_if_type(words: &str) -> String {
    if words.starts_with(char::is_uppercase) { with_article(words) } else { words.to_owned() }
}
