//! E0423: an end of a cable that cannot be clamped. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

/// What keeps an end from being clamped.
#[derive(Clone, Copy, Debug)]
pub enum NoClamp<'a> {
    /// The relation with this word says `free`.
    Free { word: &'a str },
    /// The variant divides the cable into points.
    NoAttitude { variant: &'a str },
    /// The other end is clamped by the only point between both.
    OnePoint,
}

/// `place` is that of `ends`, `end` is `start` or `end`.
pub fn no_clamp(place: Place, cable: &str, end: &str, why: NoClamp<'_>) -> Diagnostic {
    let report = build::error("E0423", format!("the {end} of `{cable}` cannot be clamped"), place);
    match why {
        NoClamp::Free { word } => report
            .label("nothing holds it")
            .note(format!("write what holds it after `{word}` in place of `free`")),
        NoClamp::NoAttitude { variant } => report
            .label(format!("the nodes of `{variant}` are points without a direction"))
            .note("`spline`, `bspline` and `rigid_links` can be clamped"),
        NoClamp::OnePoint => report
            .label("one point controls the curve between its ends, and the other clamp has it")
            .note("one more span, or a higher degree, gives each clamp a point of its own"),
    }
}
