//! What can go wrong while results are written.

use std::fmt;
use std::path::{Path, PathBuf};

/// Results could not be written. Everything written before stays on disk.
#[derive(Debug)]
pub enum ResultsError {
    /// The operating system refused; `doing` completes "could not ...".
    File { path: PathBuf, doing: &'static str, source: std::io::Error },
    /// Another run writes into the folder; its process, where it is known.
    Taken { folder: PathBuf, process: Option<u32> },
    /// A row has another number of values than the header has columns: the caller's mistake.
    RowWidth { path: PathBuf, expected: usize, found: usize },
}

impl ResultsError {
    /// What could not be done with which file.
    pub fn file(path: &Path, doing: &'static str, source: std::io::Error) -> Self {
        ResultsError::File { path: path.to_path_buf(), doing, source }
    }
}

impl fmt::Display for ResultsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ResultsError::File { path, doing, source } => {
                write!(f, "could not {doing} {}: {source}", path.display())
            }
            ResultsError::Taken { folder, process } => {
                let process = process.map_or(String::new(), |id| format!(" (process {id})"));
                write!(
                    f,
                    "another run{process} is writing to {}; wait for its end, or give this one a folder of \
                     its own with --out",
                    folder.display()
                )
            }
            ResultsError::RowWidth { path, expected, found } => write!(
                f,
                "a row for {} has {found} values where its header has {expected} columns",
                path.display()
            ),
        }
    }
}

impl std::error::Error for ResultsError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            ResultsError::File { source, .. } => Some(source),
            ResultsError::Taken { .. } | ResultsError::RowWidth { .. } => None,
        }
    }
}

/// For callers whose own interface speaks of [`std::io::Error`]; the message keeps the path.
impl From<ResultsError> for std::io::Error {
    fn from(error: ResultsError) -> Self {
        let kind = match &error {
            ResultsError::File { source, .. } => source.kind(),
            ResultsError::Taken { .. } => std::io::ErrorKind::WouldBlock,
            ResultsError::RowWidth { .. } => std::io::ErrorKind::InvalidInput,
        };
        std::io::Error::new(kind, error)
    }
}
