//! E0426: what an event is to close or open stays as it is. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

/// `verb` as a participle, such as `detached`; `why` is a sentence without a full stop.
pub fn no_latch(place: Place, verb: &str, path: &str, why: &str) -> Diagnostic {
    build::error("E0426", format!("`{path}` cannot be {verb}"), place)
        .label(format!("cannot be {verb}"))
        .note(why.to_owned())
}
