//! E0417: a joint starts elsewhere than its drive. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

/// `coordinate` is the field of the start; `drive` is where the drive stands.
pub fn start_beside_drive(
    place: Place,
    joint: &str,
    coordinate: &str,
    [start, driven]: [String; 2],
    drive: Place,
) -> Diagnostic {
    let message = format!("the joint `{joint}` cannot start beside its drive");
    build::error("E0417", message, place)
        .label(format!("`{coordinate}` is {start}, but the drive starts with {driven}"))
        .related(drive, "the drive")
        .note("a drive says where its joint is at any time: leave the coordinate out of `start`")
}
