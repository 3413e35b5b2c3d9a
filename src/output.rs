//! Text for standard output and standard error, which may be closed or full.
//!
//! What people read may quote files, arguments and names of files: what a terminal would obey in these is named in its
//! place. What programs read, and text that is a model, goes out as it is.

use std::fmt::Arguments;
use std::io::{ErrorKind, Write};
use std::sync::Mutex;

use cdl_compiler::diagnostics::render::named;

use crate::outcome::Outcome;

/// Which stream is not complete, and why. A process has one of each, so there is one flag for them.
static FAILED: Mutex<Option<(&str, std::io::Error)>> = Mutex::new(None);

/// Prints the lines of a text to standard output.
pub fn print(text: &str) {
    out(format_args!("{}\n", text.trim_end()));
}

/// Prints to standard output.
pub fn out(text: Arguments<'_>) {
    exactly(&named(&text.to_string()));
}

/// Prints to standard output as it is. An error is kept for [`ended`].
pub fn exactly(text: &str) {
    let mut stream = std::io::stdout().lock();
    let written = stream.write_all(text.as_bytes()).and_then(|()| stream.flush());
    if let Err(error) = written {
        failed("standard output", error);
    }
}

/// Notes that a stream could not be written. A reader that goes away has seen enough.
pub fn failed(stream: &'static str, error: std::io::Error) {
    if error.kind() != ErrorKind::BrokenPipe
        && let Ok(mut first) = FAILED.lock()
    {
        first.get_or_insert((stream, error));
    }
}

/// Prints to standard error. Where that cannot be written there may be nobody to tell; what the command does stays
/// the same.
pub fn err(text: Arguments<'_>) {
    err_exactly(&named(&text.to_string()));
}

/// The same as it is, such as with colours.
pub fn err_exactly(text: &str) {
    if let Err(error) = std::io::stderr().lock().write_all(text.as_bytes()) {
        failed("standard error", error);
    }
}

/// How a command has ended that ended so but for its output.
pub fn ended(outcome: Outcome) -> Outcome {
    let first = FAILED.lock().ok().and_then(|mut first| first.take());
    match first {
        Some((stream, error)) => {
            err(format_args!("cannot write to {stream}: {error}\n"));
            if outcome == Outcome::Good { Outcome::RunFailed } else { outcome }
        }
        None => outcome,
    }
}

/// A line for standard output.
macro_rules! say {
    ($($part:tt)*) => {
        $crate::output::out(format_args!("{}\n", format_args!($($part)*)))
    };
}

/// A line for standard error.
macro_rules! tell {
    ($($part:tt)*) => {
        $crate::output::err(format_args!("{}\n", format_args!($($part)*)))
    };
}

pub(crate) use {say, tell};
