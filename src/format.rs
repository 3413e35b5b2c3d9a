//! `cdl fmt`: the standard layout.

use std::path::PathBuf;

use crate::messages::Messages;
use crate::outcome::Outcome;
use crate::source;

/// Rewrites files that are not in the standard layout, or with `check` only names them.
pub fn format(files: &[PathBuf], check: bool, messages: &Messages) -> Outcome {
    let mut outcome = Outcome::Good;
    for file in files {
        let text = match source::read(file) {
            Ok(text) => text,
            Err(error) => {
                messages.unreadable(file, &error);
                return Outcome::Usage;
            }
        };
        match cdl_grammar::format(&text) {
            Ok(formatted) if formatted == text => {}
            Ok(_) if check => {
                println!("{} is not in the standard layout", file.display());
                outcome = Outcome::WrongModel;
            }
            Ok(formatted) => {
                if let Err(error) = std::fs::write(file, formatted) {
                    eprintln!("cannot write {}: {error}", file.display());
                    return Outcome::Usage;
                }
                println!("{} written", file.display());
            }
            Err(_) => {
                // The checker says what is wrong, with codes and places; nothing is rewritten.
                crate::check::check(std::slice::from_ref(file), messages);
                outcome = Outcome::WrongModel;
            }
        }
    }
    outcome
}
