//! The text of a model that was named on the command line.

use std::path::Path;

use cdl_compiler::{Disk, Files};

/// As the compiler reads it.
///
/// # Errors
/// One line for a person: the file is not there, is a folder, is not UTF-8.
pub fn read(file: &Path) -> Result<String, String> {
    Disk.read(&file.to_string_lossy())
}
