//! `cdl reference`: the schema as documentation.

use cdl_compiler::schema;

use crate::outcome::Outcome;

/// Prints the page of a kind, or the list of all kinds.
pub fn reference(kind: Option<&str>) -> Outcome {
    let Some(kind) = kind else {
        print!("{}", schema::reference_index());
        return Outcome::Good;
    };
    match schema::reference(kind) {
        Some(page) => {
            println!("{}", page.trim_end());
            Outcome::Good
        }
        None => {
            eprintln!("There is no kind `{kind}`. `cdl reference` lists them all.");
            Outcome::Usage
        }
    }
}
