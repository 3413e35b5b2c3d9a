//! E0417: a joint starts elsewhere than its drive. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

/// `coordinate` is the field of the start; `drive` is where the drive stands.
pub fn start_beside_drive(
    place: Place,
    (kind, joint): (&str, &str),
    coordinate: &str,
    [start, driven]: [String; 2],
    drive: Place,
) -> Diagnostic {
    let message = format!("the {kind} `{joint}` cannot start beside its drive");
    build::error("E0417", message, place)
        .label(format!("`{coordinate}` is {start}, but the drive starts with {driven}"))
        .related(drive, "the drive")
        .note(format!(
            "a drive says where its joint is at any time: leave `{coordinate}` out of `start`"
        ))
}

/// A winch whose `drive` begins with another length than its cable has, m. `lengths` are those of cable and drive.
pub fn drive_beside_length(
    place: Place,
    winch: &str,
    cable: &str,
    [length, driven]: [f64; 2],
    given: Place,
) -> Diagnostic {
    let message = format!("the winch `{winch}` cannot start beside its drive");
    build::error("E0417", message, place)
        .label(format!("it starts with {driven} m, but `{cable}` is {length} m long"))
        .related(given, "the length at the start")
        .note("what lies between both ends at the start is the cable's `length`: let the drive begin there")
}

/// A sheave whose `drive` begins with some travel, m.
pub fn drive_beside_nothing(place: Place, sheave: &str, driven: f64) -> Diagnostic {
    let message = format!("the sheave `{sheave}` cannot start beside its drive");
    build::error("E0417", message, place)
        .label(format!("it starts with {driven} m, but nothing has gone over at the start"))
        .note("the lengths at the start are those of both cables: let the drive begin with 0 m")
}
