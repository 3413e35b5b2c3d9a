//! E0401: a body that nothing holds. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

/// `place` is the name of the body.
pub fn nothing_holds(place: Place, body: &str) -> Diagnostic {
    let name = body.replace(['.', '[', ']'], "_");
    build::error("E0401", format!("nothing holds the body `{body}`"), place)
        .label("no joint or cable leads to it, and its motion is not prescribed")
        .note(format!(
            "connect it by a joint; to let it move freely say so: \
             `joint {name}_free: free from world to {body}`"
        ))
}
