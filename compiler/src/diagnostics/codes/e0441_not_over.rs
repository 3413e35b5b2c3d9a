//! E0441: a number of a whole run is read while it goes on. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

/// `name` such as `maximum`, called where values of an instant are read.
pub fn statistic_during_run(place: Place, name: &str) -> Diagnostic {
    let instead = match name {
        "maximum" => Some("`max(a, b)` is the larger of two values at each instant"),
        "minimum" => Some("`min(a, b)` is the smaller of two values at each instant"),
        "average" => Some(
            "`mean` is that of an array at each instant; `std.control` has a `MovingAverage` and a `Lag`",
        ),
        "count" => {
            Some("a `var` counts while the run goes on: `when CONDITION { hits = hits + 1 }`")
        }
        _ => None,
    };
    build::error("E0441", format!("`{name}` is not known before the run is over"), place)
        .label("read while it goes on")
        .note(format!("it belongs in an experiment's or a model's `record`, as in `record {name}(...) as NAME`, or in a `require`"))
        .note_if(instead.map(str::to_owned))
}

/// What is one number for the whole run, drawn over that run.
pub fn statistic_plotted(place: Place, text: &str) -> Diagnostic {
    build::error("E0441", format!("`{text}` is one number for the whole run"), place)
        .label("it does not change while the run goes on")
        .note("what a run is plotted over it is not; a study, which has a `vary`, plots such numbers over what it varies")
}

/// The same of the energy ledger's largest imbalance.
pub fn imbalance_during_run(place: Place) -> Diagnostic {
    build::error("E0441", "`energy.imbalance` is not known before the run is over", place)
        .label("read while it goes on")
        .note(
            "it belongs in a `record` or a `require`; `energy.balance` is that of an instant, in J",
        )
}

/// `name` of what is a number of the whole run already.
pub fn statistic_of_statistic(place: Place, name: &str) -> Diagnostic {
    build::error("E0441", format!("`{name}` of what is one number for the whole run"), place)
        .label("it does not change during the run")
        .note("a statistic is that of a signal, such as `maximum(rope.end.tension)`")
}
