//! `cdl reference`: the schema as documentation.

use cdl_compiler::diagnostics::nearest;
use cdl_compiler::schema::{kinds, reference as page};

use crate::outcome::Outcome;
use crate::output::{print, say, tell};

/// Prints the page of a kind, or the list of all kinds.
pub fn reference(kind: Option<&str>) -> Outcome {
    let Some(name) = kind else {
        for kind in kinds() {
            say!("{:<12}  {}", kind.name, kind.doc);
        }
        say!("\ncdl reference KIND tells all about one.");
        return Outcome::Good;
    };
    match kinds().iter().find(|kind| kind.name == name) {
        Some(kind) => {
            print(&page(kind));
            Outcome::Good
        }
        None => {
            let near = nearest(name, kinds().iter().map(|kind| kind.name));
            let meant = near.map(|near| format!(" Did you mean `{near}`?")).unwrap_or_default();
            tell!("There is no kind `{name}`.{meant} `cdl reference` lists them all.");
            Outcome::Usage
        }
    }
}
