//! W0428: the end of a run is not recorded. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

/// The interval is longer than the run, which takes so many s.
pub fn one_row(place: Place, duration: f64) -> Diagnostic {
    let duration = build::number(duration);
    build::warning("W0428", "only the first instant of the run is recorded", place)
        .label(format!("longer than the run, which takes {duration} s"))
        .note("`every` is the time from row to row; left out, 500 rows are recorded")
}

/// Rows are `every` s apart, and the run does not take a multiple of that.
pub fn end_not_recorded(place: Place, duration: f64, every: f64) -> Diagnostic {
    let intervals = duration / every;
    let last = build::number(intervals.floor() * every);
    let nearby = intervals.round();
    let end = build::number(duration);
    build::warning("W0428", format!("the end of the run, {end} s, is not recorded"), place)
        .label(format!("the last row is at {last} s"))
        .note(format!(
            "an interval that divides the duration records its end: `every {end} s / {nearby}`"
        ))
}
