//! E0204: a name is declared twice. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

/// `what` such as `body`, `field` or `parameter`; `first` is the earlier declaration.
pub fn duplicate_name(place: Place, what: &str, name: &str, first: Place) -> Diagnostic {
    build::error("E0204", format!("{what} `{name}` is given twice"), place)
        .label("again here")
        .related(first, "first here")
}
