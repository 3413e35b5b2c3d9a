//! `cdl explain`: the story behind a diagnostic.

use cdl_compiler::diagnostics;

use crate::outcome::Outcome;
use crate::output::{print, say, tell};

/// Prints the page of a code, or the list of all codes.
pub fn explain(code: Option<&str>) -> Outcome {
    let Some(code) = code else {
        for each in diagnostics::all() {
            say!("{}  {}", each.code, each.title);
        }
        say!("\ncdl explain CODE tells the story of one.");
        return Outcome::Good;
    };
    match diagnostics::explain(code) {
        Some(page) => {
            print(page);
            Outcome::Good
        }
        None => {
            tell!("There is no diagnostic {code}. `cdl explain` lists them all.");
            Outcome::Usage
        }
    }
}
