//! E0210: unknown unit. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;
use crate::units::{UnknownUnit, unit_named};

/// `token` is the unit as written, at `place`.
pub fn unknown_unit(place: Place, token: &str, unknown: &UnknownUnit) -> Diagnostic {
    let symbol = &unknown.symbol;
    // Each of its factors is one, and they are too many.
    if symbol != token && unit_named(symbol).is_ok() && unknown.nearest.is_none() {
        let message = format!("the powers in `{token}` are too high for a unit");
        return build::error("E0210", message, place)
            .label(format!("at `{symbol}` it is beyond what can be computed with"))
            .note("a unit such as `m.m.m` is written `m^3`; powers of a quantity are those of its value: `a^4`");
    }
    let message = if symbol == token || symbol.is_empty() {
        format!("there is no unit `{token}`")
    } else {
        format!("there is no unit `{symbol}`, in `{token}`")
    };
    let diagnostic = build::error("E0210", message, place).label("unknown unit");
    if matches!(&**symbol, "°C" | "°F" | "degC" | "degF") {
        return diagnostic.note("temperatures are in kelvin: 20 °C are `293.15 K`");
    }
    match &unknown.nearest {
        Some(meant) => diagnostic.fix(format!("did you mean `{meant}`?"), place, meant.clone()),
        None => diagnostic.note(
            "units are written as in `m/s^2`, `N.m`, `kg/m^3` or `1/s`; \
             for a product with a name write `*`",
        ),
    }
}

/// Parts of a unit that are joined by operators, so that they are read as names; `meant` is the whole quantity.
pub fn unit_by_operators(place: Place, meant: &str) -> Diagnostic {
    build::error("E0210", "units are multiplied by `.`, without blanks", place)
        .label("the parts of this unit are read as names")
        .fix(format!("write `{meant}`"), place, meant)
}

/// `2*kg`, in which the unit is read as a name; `meant` is the whole quantity.
pub fn unit_behind_operator(place: Place, meant: &str) -> Diagnostic {
    build::error("E0210", "a unit follows its number, without `*`", place)
        .label("the unit is read as a name")
        .fix(format!("write `{meant}`"), place, meant)
}

/// `9.81 m.s-2`, which is a difference; `meant` is the whole quantity.
pub fn exponent_without_caret(place: Place, meant: &str) -> Diagnostic {
    build::error("E0210", "exponents follow `^`", place).label("this is a difference").fix(
        format!("write `{meant}`"),
        place,
        meant,
    )
}
