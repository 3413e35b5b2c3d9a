//! `cdl fmt`: the standard layout.

use std::path::PathBuf;

use cdl_session::{Session, rewrite};

use crate::check::check_source;
use crate::messages::Messages;
use crate::outcome::Outcome;
use crate::output::{exactly, say, tell};
use crate::source::{self, is_stream};

/// Rewrites files that are not in the standard layout, or with `check` only names them. What comes by standard
/// input or another stream goes to standard output.
pub fn format(files: &[PathBuf], check: bool, messages: &Messages) -> Outcome {
    let mut outcome = Outcome::Good;
    for file in files {
        let source = match source::read(file) {
            Ok(source) => source,
            Err(error) => {
                messages.unreadable(file, &error);
                return Outcome::Usage;
            }
        };
        let formatted =
            cdl_grammar::format(&source.text).map(|text| with_ends_of(&source.text, text));
        match formatted {
            Ok(formatted) if is_stream(file) && !check => exactly(&formatted),
            Ok(formatted) if *formatted == *source.text => {}
            Ok(_) if check => {
                say!("{} is not in the standard layout", source.path);
                outcome = Outcome::WrongModel;
            }
            Ok(formatted) => {
                if let Err(error) = rewrite(file, formatted.as_bytes()) {
                    tell!("cannot write {}: {error}", file.display());
                    return Outcome::RunFailed;
                }
                say!("{} written", file.display());
            }
            Err(_) => {
                // The checker says what is wrong, with codes and places; nothing is rewritten.
                check_source(&mut Session::on_disk(), &source, messages);
                outcome = Outcome::WrongModel;
            }
        }
    }
    outcome
}

/// A formatted text with the line ends that the original has for the most part.
fn with_ends_of(original: &str, formatted: String) -> String {
    let of_windows = original.matches("\r\n").count();
    if of_windows == 0 && !formatted.contains('\r') {
        return formatted;
    }
    if 2 * of_windows > original.matches('\n').count() {
        return formatted.replace("\r\n", "\n").replace('\n', "\r\n");
    }
    formatted.replace("\r\n", "\n")
}
