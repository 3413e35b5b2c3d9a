//! E0430: something that a rope on a winch cannot have. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

/// What is asked of it.
#[derive(Clone, Copy, Debug)]
pub enum BesideWinch {
    /// A force or a spring between the ends.
    Load,
    /// An equation about a place between the ends.
    Constraint,
    /// Air or water, and something that it does to the cable.
    Fluid,
}

pub fn beside_winch(place: Place, cable: &str, what: BesideWinch) -> Diagnostic {
    let (message, label, help) = match what {
        BesideWinch::Load => (
            format!("no load can act between the ends of `{cable}`"),
            "a winch lets rope flow through this place",
            "let it act on an end, or on a body between two cables",
        ),
        BesideWinch::Constraint => (
            format!("nothing can be fixed between the ends of `{cable}`"),
            "a winch lets rope flow through a place that this reads",
            "let it be about an end, or about a body between two cables",
        ),
        BesideWinch::Fluid => (
            format!("`{cable}` is on a winch, so fluids cannot act on it"),
            "it has drag, added mass or buoyancy, and there is air or water",
            "leave out `drag` and `added_mass`, and write `buoyancy = false`; a part of the rope without a winch can be \
             in water",
        ),
    };
    build::error("E0430", message, place).label(label).note(help)
}
