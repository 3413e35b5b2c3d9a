//! E0308: something is wrong with a data file. The page beside this file explains it.

use super::super::{Diagnostic, build};
use crate::place::Place;

/// `error` says file, line and column; `place` is the `table(...)` in the model.
pub fn data_file_wrong(place: Place, error: &crate::tables::TableError) -> Diagnostic {
    build::error("E0308", error.message.clone(), place)
        .label(format!("read from here: {}", error.location()))
        .note_if(error.help.clone())
}

/// The file is not there or cannot be read.
pub fn data_file_unreadable(place: Place, file: &str, reason: &str) -> Diagnostic {
    build::error("E0308", format!("cannot read the data file `{file}`"), place)
        .label(reason)
        .note("paths are relative to the file that names them")
}

/// A column or key that the file does not have.
pub fn no_such_column(place: Place, name: &str, file: &str, candidates: &[&str]) -> Diagnostic {
    build::error("E0308", format!("`{file}` has no column `{name}`"), place)
        .label("not in the file")
        .did_you_mean(name, place, candidates, "it has")
}

/// A column by its place that is not what a field asks for; `found` is its name and type, if it is there.
pub fn wrong_column(
    place: Place,
    file: &str,
    which: &str,
    found: Option<(&str, String)>,
    expected: &str,
) -> Diagnostic {
    let (message, label) = match found {
        Some((name, found)) => (
            format!("the {which} column of `{file}` is of another type"),
            format!("expected {expected}, found {found} in `{name}`"),
        ),
        None => (format!("`{file}` has no {which} column"), format!("expected {expected} there")),
    };
    build::error("E0308", message, place).label(label)
}
