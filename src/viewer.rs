//! Opening a page with what the system opens pages with.

use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::messages::Messages;

/// Opens a page, if there is one; a warning where that cannot be.
pub fn show(page: Option<&Path>, messages: &Messages) {
    if let Some(Err(error)) = page.map(open) {
        messages.note(&format!("warning: the page cannot be opened: {error}"));
    }
}

/// Does not wait for it.
///
/// # Errors
/// There is no such program, or it ends at once with a failure.
fn open(page: &Path) -> io::Result<()> {
    let program = PROGRAM;
    let mut child = Command::new(program)
        .arg(page)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| io::Error::new(error.kind(), format!("`{program}`: {error}")))?;
    // Most hand it on to a program that is running.
    match child.try_wait()? {
        Some(status) if !status.success() => {
            Err(io::Error::other(format!("`{program}`: {status}")))
        }
        _ => Ok(()),
    }
}

const PROGRAM: &str = if cfg!(target_os = "macos") {
    "open"
} else if cfg!(target_os = "windows") {
    "explorer"
} else {
    "xdg-open"
};
