//! `cdl lsp`: the language server, which editors start.

use cdl_lsp::Ending;

use crate::outcome::Outcome;

/// Speaks the language server protocol over standard input and output.
pub fn lsp() -> Outcome {
    match cdl_lsp::serve() {
        Ok(Ending::Orderly) => Outcome::Good,
        Ok(Ending::Abrupt) => Outcome::WrongModel,
        Err(error) => {
            eprintln!("the language server cannot start: {error}");
            Outcome::RunFailed
        }
    }
}
