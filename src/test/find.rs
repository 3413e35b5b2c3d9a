//! The models in files and folders.

use std::io;
use std::path::{Path, PathBuf};

/// Folders are searched with all that is in them but what is hidden; in the order of their names.
///
/// # Errors
/// What cannot be read, and why.
pub fn models(paths: &[PathBuf]) -> Result<Vec<PathBuf>, (PathBuf, io::Error)> {
    let mut found = Vec::new();
    for path in paths {
        match path.is_dir() {
            true => search(path, &mut found)?,
            false => found.push(path.clone()),
        }
    }
    found.dedup();
    Ok(found)
}

fn search(folder: &Path, found: &mut Vec<PathBuf>) -> Result<(), (PathBuf, io::Error)> {
    let failed = |error| (folder.to_owned(), error);
    let entries = std::fs::read_dir(folder).map_err(failed)?;
    let mut entries = entries.collect::<Result<Vec<_>, _>>().map_err(failed)?;
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        let is_hidden = entry.file_name().to_string_lossy().starts_with('.');
        // Links may lead in circles.
        let kind = entry.file_type().map_err(failed)?;
        if kind.is_dir() && !is_hidden {
            search(&path, found)?;
        } else if kind.is_file() && path.extension().is_some_and(|ending| ending == "cdl") {
            found.push(path);
        }
    }
    Ok(())
}
