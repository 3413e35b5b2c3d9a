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

/// What is out of range is not a plain bound: a direction of length zero, matrices that are no inertia.
pub fn impossible_value(place: Place, message: &str, label: &str) -> Diagnostic {
    build::error("E0306", message, place).label(label)
}
