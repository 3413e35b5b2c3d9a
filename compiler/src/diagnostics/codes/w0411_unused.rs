//! W0411: something is not used. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

/// `what` such as `parameter`, `let` or `import`.
pub fn unused(place: Place, what: &str, name: &str) -> Diagnostic {
    build::warning("W0411", format!("the {what} `{name}` is not used"), place)
        .label("nothing reads it")
        .note("remove it, or start its name with `_` if it is meant to stay")
}
