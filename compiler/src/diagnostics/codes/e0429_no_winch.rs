//! E0429: a place that no winch can be on. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

/// What keeps a winch from being there.
#[derive(Clone, Copy, Debug)]
pub enum NoWinch<'a> {
    /// Not at an end.
    Between,
    /// It is divided otherwise than a spline.
    NoSpline { variant: &'a str },
    /// The end is free.
    NotHeld,
    /// Events attach or detach the end.
    LetGo,
    /// This winch or sheave is at the end already.
    Second { by: &'a str },
    /// A sheave from an end to itself.
    Itself,
}

/// `what` is the kind of what rope should go through, and its name.
pub fn no_winch(
    place: Place,
    (kind, name): (&str, &str),
    cable: &str,
    why: NoWinch<'_>,
) -> Diagnostic {
    let report = build::error("E0429", format!("the {kind} `{name}` cannot be there"), place);
    match why {
        NoWinch::Between => report
            .label(format!("this is a place along `{cable}`"))
            .note(format!("a {kind} is at an end: write `{cable}.start` or `{cable}.end`")),
        NoWinch::NoSpline { variant } => {
            report.label(format!("`{cable}` is divided by `{variant}`")).note(format!(
                "only the length of a `spline` can change, which `energy_momentum` moves: write `cable {cable}: spline(elements = 10)`"
            ))
        }
        NoWinch::NotHeld => report
            .label(format!("nothing holds this end of `{cable}` for ever"))
            .note("rope goes through what holds the end: write that in place of `free`"),
        NoWinch::LetGo => report
            .label(format!("events take hold of this end of `{cable}`, or let it go"))
            .note("rope goes through what holds the end for ever; a load can be let go by its own `attach` and `detach`"),
        NoWinch::Second { by } => report
            .label(format!("rope goes through this end of `{cable}` over `{by}` already"))
            .note("an end has one winch or one sheave; both may do what is added up"),
        NoWinch::Itself => report.label(format!("both are the same end of `{cable}`")).note(
            "a sheave stands between the ends of two parts of a rope: `between A.end and B.start`",
        ),
    }
}
