//! `cdl check`: what is wrong, without running anything.

use std::path::PathBuf;

use cdl_compiler::diagnostics::Severity;
use cdl_compiler::{Compiler, Disk};

use crate::messages::Messages;
use crate::outcome::Outcome;
use crate::source;

/// Checks each file and everything it imports.
pub fn check(files: &[PathBuf], messages: &Messages) -> Outcome {
    let mut compiler = Compiler::new(Disk);
    let mut wrong = false;
    for file in files {
        let path = file.to_string_lossy();
        if let Err(error) = source::read(file) {
            messages.unreadable(file, &error);
            return Outcome::Usage;
        }
        let diagnostics = compiler.check(&path);
        wrong |= diagnostics.iter().any(|each| each.severity == Severity::Error);
        messages.report(&compiler, &diagnostics);
        if diagnostics.is_empty() {
            messages.note(&format!("{path}: nothing wrong"));
        }
    }
    if wrong { Outcome::WrongModel } else { Outcome::Good }
}
