//! E0429: a place that no winch can be on. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

/// What keeps a winch from being there.
#[derive(Clone, Copy, Debug)]
pub enum NoWinch {
    /// Not at an end.
    Between,
    /// The cable consists of links or of points.
    NoSpline,
    /// The end is free, or attached by events.
    NotHeld,
    /// The cable has one already.
    Second,
}

pub fn no_winch(place: Place, winch: &str, cable: &str, why: NoWinch) -> Diagnostic {
    let report = build::error("E0429", format!("the winch `{winch}` cannot be there"), place);
    match why {
        NoWinch::Between => report
            .label(format!("this is a place along `{cable}`"))
            .note(format!("a winch is at an end: write `on {cable}.start` or `on {cable}.end`")),
        NoWinch::NoSpline => report.label(format!("`{cable}` is no spline")).note(format!(
            "only the length of a `spline` can change: write `cable {cable}: spline(elements = 10)`"
        )),
        NoWinch::NotHeld => report
            .label(format!("nothing holds this end of `{cable}` for ever"))
            .note("rope goes through what holds the end: write that in place of `free`"),
        NoWinch::Second => report
            .label(format!("`{cable}` has a winch already"))
            .note("a cable has one winch; add up what both should do, or drive it from one end"),
    }
}
