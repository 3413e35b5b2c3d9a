//! E0405: a load or drive depends on accelerations. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

/// `what` such as ``the force `pull` ``; `quantity` such as `boat.acceleration`, read at `read`.
pub fn depends_on_acceleration(
    place: Place,
    what: &str,
    quantity: &str,
    read: Option<Place>,
) -> Diagnostic {
    let diagnostic = build::error("E0405", format!("{what} depends on `{quantity}`"), place)
        .label("acts on the motion");
    let diagnostic = match read {
        Some(read) => diagnostic.related(read, "read here"),
        None => diagnostic,
    };
    diagnostic.note(
        "accelerations and joint forces are results of the loads, so a load cannot follow from them; \
         use position and velocity, or add the mass that such a load stands for",
    )
}
