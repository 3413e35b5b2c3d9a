//! W0443: a recorded name hides one that is always there. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

/// `what` is there under that `name` otherwise, such as `the axis`.
pub fn recorded_name(place: Place, name: &str, what: &str) -> Diagnostic {
    build::warning("W0443", format!("`{name}` is what this experiment records under that name"), place)
        .label(format!("not {what}"))
        .note(format!("if that is meant, record it under another name, which also says more: `record ... as tip_{name}`"))
}
