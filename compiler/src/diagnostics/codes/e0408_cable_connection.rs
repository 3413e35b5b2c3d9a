//! E0408: a cable is connected in a way that is not supported. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

/// `reason` such as `both ends hang on bodies that move together`.
pub fn cable_connection(
    place: Place,
    cable: &str,
    reason: &str,
    related: &[(Place, String)],
) -> Diagnostic {
    let mut diagnostic =
        build::error("E0408", format!("the cable `{cable}` cannot be connected like this"), place)
            .label(reason);
    for (place, text) in related {
        diagnostic = diagnostic.related(*place, text.clone());
    }
    diagnostic
}
