//! E0406: a start that contradicts itself. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

/// `detail` such as `the cable is 10 m long, but its ends are 12 m apart`.
pub fn contradictory_start(
    place: Place,
    what: &str,
    detail: &str,
    other: Option<(Place, String)>,
) -> Diagnostic {
    let diagnostic =
        build::error("E0406", format!("{what} cannot start like this"), place).label(detail);
    match other {
        Some((place, text)) => diagnostic.related(place, text),
        None => diagnostic,
    }
}
