//! The text of a model that was named on the command line.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use cdl_compiler::{read_regular, read_text};

/// What a shell has opened already, such as `<(...)`.
const OPEN_STREAMS: &[&str] = &["/dev/stdin", "/dev/fd/", "/proc/self/fd/"];

/// A model that was named on the command line.
pub struct Source {
    /// What messages call it, and where its imports are looked for from.
    pub path: String,
    /// Shared with the session that it is given to.
    pub text: Arc<str>,
}

/// Reads it once, as it can be a pipe, which is empty the second time. `-` is standard input. Other
/// pipes than those of the shell are not read, as they may have nobody who writes to them.
///
/// # Errors
/// One line for a person: the file is not there, is a folder, is not UTF-8.
pub fn read(file: &Path) -> Result<Source, String> {
    if is_standard_input(file) {
        // Imports are looked for in the folder that the command was called in.
        return read_text(std::io::stdin().lock())
            .map(|text| Source { path: "<stdin>".to_owned(), text: text.into() });
    }
    let path = file.to_string_lossy().into_owned();
    let text = if is_open_stream(&path) {
        read_text(std::fs::File::open(file).map_err(|error| error.to_string())?)
    } else {
        // The path in words need not lead to it.
        read_regular(file)
    };
    text.map(|text| Source { path, text: text.into() })
}

fn is_open_stream(path: &str) -> bool {
    OPEN_STREAMS.iter().any(|folder| path.starts_with(folder))
}

/// Whether nothing can be written in the place of the text: it came by a stream, which is no file of a folder.
pub fn is_stream(file: &Path) -> bool {
    is_standard_input(file) || is_open_stream(&file.to_string_lossy())
}

pub fn is_standard_input(file: &Path) -> bool {
    file == Path::new("-")
}

/// The file that results are named for.
pub fn name(file: &Path) -> PathBuf {
    if is_standard_input(file) { PathBuf::from("stdin") } else { file.to_owned() }
}

/// Why there is nothing in a text that could be wrong.
pub fn nothing_in(text: &str) -> Option<&'static str> {
    if text.trim().is_empty() {
        return Some("it is empty");
    }
    (!cdl_grammar::holds_code(text)).then_some("there are only comments in it")
}
