//! What `run` and `graph` have in common: one experiment of a file, compiled.

use std::path::Path;
use std::sync::Arc;

use cdl_session::{Compilation, Session};

use crate::messages::Messages;
use crate::outcome::Outcome;

/// Opens a file, or says why not.
///
/// # Errors
/// How the command ends.
pub fn open(file: &Path, messages: &Messages) -> Result<Session, Outcome> {
    Session::open(file).map_err(|error| {
        messages.unreadable(file, &error);
        Outcome::Usage
    })
}

/// Compiles the experiment that was chosen, with the parameters that were set, and reports what is wrong.
///
/// # Errors
/// How the command ends where that leaves no model.
pub fn compile(
    session: &mut Session,
    experiment: Option<&str>,
    overrides: &[(String, String)],
    messages: &Messages,
) -> Result<Arc<Compilation>, Outcome> {
    let overrides: Vec<(&str, &str)> =
        overrides.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    match session.compile(experiment, &overrides) {
        Ok(compilation) => {
            messages.report(session, &session.located(&compilation.warnings));
            Ok(compilation)
        }
        Err(found) => {
            messages.report(session, &found);
            Err(Outcome::WrongModel)
        }
    }
}
