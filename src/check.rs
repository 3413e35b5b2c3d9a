//! `cdl check`: what is wrong, without running anything.

use std::path::PathBuf;

use cdl_session::{Session, Severity};

use crate::messages::Messages;
use crate::outcome::Outcome;
use crate::source::{self, Source};

/// Checks each file and everything it imports.
pub fn check(files: &[PathBuf], messages: &Messages) -> Outcome {
    let mut session = Session::on_disk();
    let mut outcome = Outcome::Good;
    for file in files {
        match source::read(file) {
            Ok(source) if check_source(&mut session, &source, messages) => {}
            Ok(_) => outcome = Outcome::WrongModel,
            Err(error) => {
                messages.unreadable(file, &error);
                return Outcome::Usage;
            }
        }
    }
    outcome
}

/// Whether there are no errors.
pub fn check_source(session: &mut Session, source: &Source, messages: &Messages) -> bool {
    session.take(&source.path, source.text.clone());
    let found = session.check();
    messages.report(session, &found);
    if found.is_empty() {
        let why = source::nothing_in(&source.text);
        let why = why.map_or(String::new(), |why| format!(": {why}"));
        messages.note(&format!("{}: nothing wrong{why}", source.path));
    }
    found.iter().all(|each| each.severity != Severity::Error)
}
