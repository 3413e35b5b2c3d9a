//! E0410: a joint is the wrong way round. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

/// A joint whose `to` end is fixed to the world; `from` and `to` as written.
pub fn joint_reversed(place: Place, joint: &str, from: &str, to: &str) -> Diagnostic {
    build::error("E0410", format!("the joint `{joint}` is the wrong way round"), place)
        .label(format!("`{to}` is what `{from}` is held by"))
        .note(format!(
            "`from` names what holds and `to` what is held: write `from {to} to {from}`; its \
             coordinates then say where `{from}` is in the axes of `{to}`"
        ))
}
