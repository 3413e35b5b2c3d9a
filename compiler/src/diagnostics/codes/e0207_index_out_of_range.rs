//! E0207: an index is out of range. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

/// `what` is the thing with `length` elements, such as `` `c` ``.
pub fn index_out_of_range(place: Place, what: &str, index: i64, length: usize) -> Diagnostic {
    let range = match length {
        0 => "it has no elements".to_owned(),
        1 => "its only index is 0".to_owned(),
        _ => format!("its indices go from 0 to {}", length - 1),
    };
    let plural = if length == 1 { "" } else { "s" };
    build::error(
        "E0207",
        format!("index {index} is out of range: {what} has {length} element{plural}"),
        place,
    )
    .label(range)
}
