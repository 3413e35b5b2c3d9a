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

/// `a Length`, `kg.m/s^3`
fn with_article_if_type(words: &str) -> String {
    if words.starts_with(char::is_uppercase) { with_article(words) } else { words.to_owned() }
}
