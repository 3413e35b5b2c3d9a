//! The text of a model that was named on the command line.

use std::io::Read;
use std::path::{Path, PathBuf};

use cdl_compiler::{Disk, Files};

/// No model that a person wrote is larger.
const LARGEST_STREAM: u64 = 256 << 20;

/// What a shell has opened already, such as `<(...)`.
const OPEN_STREAMS: &[&str] = &["/dev/stdin", "/dev/fd/", "/proc/self/fd/"];

/// A model that was named on the command line.
pub struct Source {
    /// What messages call it, and where its imports are looked for from.
    pub path: String,
    pub text: String,
}

/// Reads it once, as it can be a pipe, which is empty the second time. `-` is standard input. Other
/// pipes than those of the shell are not read, as they may have nobody who writes to them.
///
/// # Errors
/// One line for a person: the file is not there, is a folder, is not UTF-8.
pub fn read(file: &Path) -> Result<Source, String> {
    if is_standard_input(file) {
        // Imports are looked for in the folder that the command was called in.
        return stream(std::io::stdin().lock())
            .map(|text| Source { path: "<stdin>".to_owned(), text });
    }
    let path = file.to_string_lossy().into_owned();
    let text = if OPEN_STREAMS.iter().any(|folder| path.starts_with(folder)) {
        stream(std::fs::File::open(file).map_err(|error| error.to_string())?)
    } else {
        Disk.read(&path)
    };
    text.map(|text| Source { path, text })
}

/// All of it.
fn stream(stream: impl Read) -> Result<String, String> {
    let mut bytes = Vec::new();
    stream.take(LARGEST_STREAM + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    if bytes.len() as u64 > LARGEST_STREAM {
        return Err(format!("it is larger than {} MiB", LARGEST_STREAM >> 20));
    }
    let text = String::from_utf8(bytes).map_err(|_| "it is not UTF-8 text".to_owned())?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(&text).to_owned())
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
    let file = cdl_grammar::parse(text);
    (file.items.is_empty() && file.errors.is_empty()).then_some("there are only comments in it")
}
