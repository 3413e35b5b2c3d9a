//! Text for standard output and standard error, which may be closed or full.

use std::fmt::Arguments;
use std::io::{ErrorKind, Write};
use std::sync::Mutex;

use crate::outcome::Outcome;

/// Why standard output is not complete. A process has one, so there is one flag for it.
static FAILED: Mutex<Option<std::io::Error>> = Mutex::new(None);

/// Prints the lines of a text to standard output.
pub fn print(text: &str) {
    out(format_args!("{}\n", text.trim_end()));
}

/// Prints to standard output. A reader that goes away, such as `head`, has seen enough; any other error is
/// kept for [`ended`].
pub fn out(text: Arguments<'_>) {
    let mut stream = std::io::stdout().lock();
    let written = stream.write_fmt(text).and_then(|()| stream.flush());
    if let Err(error) = written
        && error.kind() != ErrorKind::BrokenPipe
    {
        failed(error);
    }
}

/// Notes that standard output could not be written.
pub fn failed(error: std::io::Error) {
    if let Ok(mut first) = FAILED.lock() {
        first.get_or_insert(error);
    }
}

/// Prints to standard error. Where that cannot be written there is nobody to tell; what the command does and
/// its exit code stay the same.
pub fn err(text: Arguments<'_>) {
    let _ = std::io::stderr().lock().write_fmt(text);
}

/// How a command has ended that ended so but for its output.
pub fn ended(outcome: Outcome) -> Outcome {
    let first = FAILED.lock().ok().and_then(|mut first| first.take());
    match first {
        Some(error) => {
            err(format_args!("cannot write to standard output: {error}\n"));
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
