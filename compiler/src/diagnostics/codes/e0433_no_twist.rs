//! E0433: a twist of a cable that nothing keeps. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

/// What is missing.
#[derive(Clone, Copy, Debug)]
pub enum NoTwist<'a> {
    /// An end, which is its start or its end, is not clamped.
    Loose { end: &'a str },
    /// Its torque is read, and it has no torsion.
    Unresisted,
    /// By this field it is to be bent otherwise to one side than to the other, and it has no torsion.
    Sideless { field: &'a str },
}

const INSTANCE: &str =
    "for instance `torsion = { stiffness = 80 N.m^2 }`, of a `spline` that is clamped at both ends";

/// `place` is that of `torsion` or of `bending`, or of the cable that has no torsion.
pub fn no_twist(place: Place, cable: &str, why: NoTwist<'_>) -> Diagnostic {
    match why {
        NoTwist::Loose { end } => {
            build::error("E0433", format!("nothing holds the twist of `{cable}`"), place)
                .label(format!("its {end} is not clamped and turns freely, so no torque would arise"))
                .note("for instance `ends = { start = clamped(direction = x); end = clamped(direction = x) }`")
        }
        NoTwist::Unresisted => {
            build::error("E0433", format!("`{cable}` has no torque"), place)
                .label("its torque is read, but nothing resists its twist")
                .note(INSTANCE)
        }
        NoTwist::Sideless { field } => {
            build::error("E0433", format!("`{cable}` has no sides"), place)
                .label(format!("`{field}` is about sides of it, but it turns about itself as it likes"))
                .note(INSTANCE)
        }
    }
}
