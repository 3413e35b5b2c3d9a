//! E0212: wrong arguments. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

/// A parameter that once had another name.
struct Renamed {
    callee: &'static str,
    once: &'static str,
    now: &'static str,
    /// What a reader who knew the old name has to know.
    why: &'static str,
}

const RENAMED: &[Renamed] = &[Renamed {
    callee: "generalized_alpha",
    once: "damping",
    now: "spectral_radius",
    why: "the number stays as it is: 1 damps nothing, 0 the most, which is why it is no longer called `damping`",
}];

/// `callee` such as `clamp` or `Tether`; `candidates` are the names of its parameters.
pub fn unknown_argument(place: Place, name: &str, callee: &str, candidates: &[&str]) -> Diagnostic {
    let renamed = RENAMED
        .iter()
        .find(|each| each.callee == callee && each.once == name && candidates.contains(&each.now));
    if let Some(Renamed { now, why, .. }) = renamed {
        return build::error("E0212", format!("`{callee}` has no parameter `{name}`"), place)
            .label("it has another name now")
            .fix(format!("write `{now}`"), place, *now)
            .note(*why);
    }
    if matches!(callee, "revolute" | "prismatic") && matches!(name, "range" | "limits" | "limit") {
        return build::error("E0212", format!("`{callee}` has no parameter `{name}`"), place)
            .label("unknown argument")
            .note("stops are a field of the joint: `{ limits = { lower = -30 deg; upper = 30 deg; stiffness = 2 kN.m/rad } }`");
    }
    let none = candidates.is_empty().then(|| format!("`{callee}` takes no arguments"));
    build::error("E0212", format!("`{callee}` has no parameter `{name}`"), place)
        .label("unknown argument")
        .did_you_mean(name, place, candidates, "its parameters are")
        .note_if(none)
}

/// `signature` such as `clamp(x, lo, hi)`.
pub fn missing_argument(place: Place, name: &str, callee: &str, signature: &str) -> Diagnostic {
    build::error("E0212", format!("`{callee}` needs the argument `{name}`"), place)
        .label(format!("`{name}` is missing"))
        .note(format!("it is called as `{signature}`"))
}

/// `place` is the first argument too many.
pub fn too_many_arguments(
    place: Place,
    callee: &str,
    expected: usize,
    signature: &str,
) -> Diagnostic {
    let takes = match expected {
        0 => "no arguments".to_owned(),
        1 => "one argument".to_owned(),
        _ => format!("{expected} arguments"),
    };
    build::error("E0212", format!("`{callee}` takes {takes}"), place)
        .label("one too many")
        .note(format!("it is called as `{signature}`"))
}

/// The largest or smallest of a single number.
pub fn extreme_of_one(place: Place, callee: &str, argument: Place, signature: &str) -> Diagnostic {
    build::error("E0212", format!("`{callee}` of one number is that number"), place)
        .related(argument, "a single number")
        .note(format!("it is called as `{signature}`, or with an array"))
        .note(over_a_run(callee))
}

/// The average of a single number.
pub fn mean_of_one(place: Place, argument: Place, signature: &str) -> Diagnostic {
    build::error("E0212", "`mean` of one number is that number", place)
        .related(argument, "a single number")
        .note(format!("it is called as `{signature}`, with an array"))
        .note(over_a_run("mean"))
}

/// What gives of a whole run what `callee` gives of several values at an instant.
fn over_a_run(callee: &str) -> String {
    let statistic = match callee {
        "max" => "maximum",
        "min" => "minimum",
        _ => "average",
    };
    format!(
        "over a whole run it is `record {statistic}(...)`, which is written when the run is over"
    )
}

/// An argument given both by position and by name, or twice by name.
pub fn argument_twice(place: Place, name: &str, callee: &str, first: Place) -> Diagnostic {
    build::error("E0212", format!("the argument `{name}` of `{callee}` is given twice"), place)
        .label("again here")
        .related(first, "first here")
}

/// `callee` is something that cannot be called, such as a number; `is_row` where it has elements.
pub fn not_callable(place: Place, callee: &str, found: &str, is_row: bool) -> Diagnostic {
    build::error("E0212", format!("`{callee}` is not a function"), place)
        .label(format!("this is {}", build::article(found)))
        .note_if(is_row.then(|| format!("one of its elements is `{callee}[0]`, counted from 0")))
}
