//! Text for standard output.

use std::io::Write;

/// Prints the lines of a text. A reader that goes away, such as `head`, has seen enough.
pub fn print(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.trim_end().as_bytes()).and_then(|()| out.write_all(b"\n"));
}
