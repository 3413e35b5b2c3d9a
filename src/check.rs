//! `cdl check`: what is wrong, without running anything.

use std::path::PathBuf;

use cdl_session::{Session, Severity};

use crate::messages::Messages;
use crate::outcome::Outcome;

/// Checks each file and everything it imports.
pub fn check(files: &[PathBuf], messages: &Messages) -> Outcome {
    let mut session = Session::on_disk();
    let mut wrong = false;
    for file in files {
        let path = file.to_string_lossy();
        if let Err(error) = session.turn_to(&path) {
            messages.unreadable(file, &error);
            return Outcome::Usage;
        }
        let found = session.check();
        wrong |= found.iter().any(|each| each.severity == Severity::Error);
        messages.report(&session, &found);
        if found.is_empty() {
            messages.note(&format!("{path}: nothing wrong"));
        }
    }
    if wrong { Outcome::WrongModel } else { Outcome::Good }
}
