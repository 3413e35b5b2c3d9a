//! What `run` and `graph` have in common: one experiment of a file, compiled.

use std::path::Path;
use std::sync::Arc;

use cdl_session::{Compilation, Located, Session};

use crate::messages::Messages;
use crate::outcome::Outcome;
use crate::source;

/// Opens a file, or says why not.
///
/// # Errors
/// How the command ends.
pub fn open(file: &Path, messages: &Messages) -> Result<Session, Outcome> {
    let source = source::read(file).map_err(|error| {
        messages.unreadable(file, &error);
        Outcome::Usage
    })?;
    let mut session = Session::on_disk();
    session.take(&source.path, source.text.clone());
    Ok(session)
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
    let compiled = session.compile(experiment, &borrowed(overrides));
    reported(compiled, session, messages)
}

/// The same with the graph after each pass.
///
/// # Errors
/// As [`compile`].
pub fn compile_by_stages(
    session: &mut Session,
    experiment: Option<&str>,
    overrides: &[(String, String)],
    messages: &Messages,
) -> Result<Arc<Compilation>, Outcome> {
    let compiled = session.compile_by_stages(experiment, &borrowed(overrides));
    reported(compiled, session, messages)
}

/// As a session takes them.
pub fn borrowed(overrides: &[(String, String)]) -> Vec<(&str, &str)> {
    overrides.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect()
}

fn reported(
    compiled: Result<Arc<Compilation>, Vec<Located>>,
    session: &Session,
    messages: &Messages,
) -> Result<Arc<Compilation>, Outcome> {
    match compiled {
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
