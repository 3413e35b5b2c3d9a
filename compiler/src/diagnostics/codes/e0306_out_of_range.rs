//! E0306: a value is out of its range. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;
use crate::schema::Range;

/// `value` in SI, `unit` the SI unit for the message (`1` for none).
pub fn out_of_range(place: Place, what: &str, value: f64, unit: &str, range: &Range) -> Diagnostic {
    let with_unit = |value: f64| match unit {
        "1" | "" => build::number(value),
        unit => format!("{} {unit}", build::number(value)),
    };
    let must = match range {
        Range::Any => "must be a finite number".to_owned(),
        Range::Positive => "must be positive".to_owned(),
        Range::NonNegative => "must not be negative".to_owned(),
        Range::Between(low, high) => {
            format!("must be between {} and {}", with_unit(*low), with_unit(*high))
        }
    };
    build::error("E0306", format!("{what} {must}"), place)
        .label(format!("this is {}", with_unit(value)))
}

/// An integer below what makes sense, such as a cable of 0 links.
pub fn count_too_small(place: Place, what: &str, value: i64, least: i64) -> Diagnostic {
    build::error("E0306", format!("{what} must be at least {least}"), place)
        .label(format!("this is {value}"))
}

/// An integer beyond what makes sense, such as a study of a billion variants.
pub fn count_too_large(place: Place, what: &str, value: i64, most: usize) -> Diagnostic {
    build::error("E0306", format!("{what} must be at most {most}"), place)
        .label(format!("this is {value}"))
}

/// A number that acts downwards already. `size` is what stands behind its minus, as written.
pub fn downward_already(place: Place, what: &str, size: Option<&str>) -> Diagnostic {
    let report = build::error("E0306", format!("{what} would act upwards"), place)
        .label("a number acts along -z already, and this is negative")
        .note("a vector acts along itself: `[0, 0, 9.81] m/s^2` is upwards");
    match size {
        Some(size) => report.fix(format!("write `{size}`"), place, size),
        None => report,
    }
}

/// Two bounds that are the wrong way round; `instead` says what to write.
pub fn bounds_reversed(place: Place, function: &str, label: &str, instead: &str) -> Diagnostic {
    build::error("E0306", format!("the bounds of `{function}` leave nothing between them"), place)
        .label(label)
        .note(instead)
}

/// `ramp` within a time that is zero or less, `shown`.
pub fn no_duration(place: Place, shown: &str) -> Diagnostic {
    build::error("E0306", "a `ramp` takes a time", place)
        .label(format!("its `duration` is {shown}"))
        .note("`ramp(t, start, duration)` goes from 0 to 1; what falls is `1 - ramp(...)`, what changes at once `step(t, start)`")
}

/// What is out of range is not a plain bound: a direction of length zero, matrices that are no inertia.
pub fn impossible_value(place: Place, message: &str, label: &str) -> Diagnostic {
    build::error("E0306", message, place).label(label)
}

/// A run of which nothing is left for statistics; s.
pub fn all_discarded(place: Place, discard: f64, duration: f64) -> Diagnostic {
    let (discard, duration) = (build::number(discard), build::number(duration));
    build::error("E0306", "nothing of the run is left for statistics", place)
        .label(format!("{discard} s are discarded, and the run takes {duration} s"))
        .note("`discard` is the time at the beginning that statistics leave out")
}
