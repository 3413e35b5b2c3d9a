//! `cdl reference`: the schema as documentation.

use cdl_compiler::diagnostics::{nearest, written_here};
use cdl_compiler::schema::{Kind, kinds, reference as page};

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
            tell!("There is no kind `{name}`{} `cdl reference` lists them all.", instead_of(name));
            Outcome::Usage
        }
    }
}

/// How a sentence goes on that says that there is no such kind.
fn instead_of(name: &str) -> String {
    let of_variant = |kind: &&Kind| kind.variants.iter().any(|own| own.name == name);
    if let Some(kind) = kinds().iter().copied().find(of_variant) {
        return format!(", but one of `{0}`: `cdl reference {0}`.", kind.name);
    }
    if let Some(how) = written_here(name) {
        return format!(": {how}.");
    }
    if let Some(near) = nearest(name, kinds().iter().map(|kind| kind.name)) {
        return format!(". Did you mean `{near}`?");
    }
    // What a hinge is here is a variant of a kind.
    let variants =
        || kinds().iter().flat_map(|kind| kind.variants.iter().map(move |own| (kind, own)));
    let near = nearest(name, variants().map(|(_, own)| own.name));
    match variants().find(|(_, own)| Some(own.name) == near) {
        Some((kind, own)) => {
            format!(". Did you mean `{}` of `{1}`? `cdl reference {1}`.", own.name, kind.name)
        }
        None => ".".to_owned(),
    }
}
