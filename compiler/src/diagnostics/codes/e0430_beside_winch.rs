//! E0430: something that a rope which goes through an end cannot have. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

/// What is asked of it.
#[derive(Clone, Copy, Debug)]
pub enum BesideWinch {
    /// A force or a spring between the ends.
    Load,
    /// A mass between the ends.
    Clump,
    /// An equation about a place between the ends.
    Constraint,
    /// A tension by a table that relaxes as well.
    Measured,
}

pub fn beside_winch(place: Place, cable: &str, what: BesideWinch) -> Diagnostic {
    let (message, label, help) = match what {
        BesideWinch::Load => (
            format!("no load can act between the ends of `{cable}`"),
            "rope flows through this place",
            "let it act on an end, or on a body between two cables",
        ),
        BesideWinch::Clump => (
            format!("no clump can sit on `{cable}`"),
            "rope flows through this place",
            "let it be a body between two cables",
        ),
        BesideWinch::Constraint => (
            format!("nothing can be fixed between the ends of `{cable}`"),
            "rope flows through a place that this reads",
            "let it be about an end, or about a body between two cables",
        ),
        BesideWinch::Measured => (
            format!(
                "a `measured` tension of `{cable}` cannot have `branches` where it goes through an end"
            ),
            "pieces take the mean of what their rope remembers, and by a table its stretch is not that of the mean",
            "leave out the `branches`, or write `maxwell` with the slope of the table where it works as its `stiffness`",
        ),
    };
    build::error("E0430", message, place).label(label).note(help)
}
