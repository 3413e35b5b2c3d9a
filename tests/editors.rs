//! The grammars for editors say what the language says: their words are those of the compiler.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

mod editors {
    mod kate;
    mod textmate;
    mod tree_of_nodes;
    mod tree_sitter;
}

/// A path in the repository.
fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn keywords() -> BTreeSet<String> {
    cdl_grammar::keywords().into_iter().map(str::to_owned).collect()
}

/// The kinds of elements, without the analyses.
fn kinds() -> BTreeSet<String> {
    let kinds = cdl_compiler::schema::kinds().iter().map(|kind| kind.name.to_owned());
    kinds.filter(|kind| !analyses().contains(kind)).collect()
}

fn analyses() -> BTreeSet<String> {
    cdl_compiler::schema::analyses().iter().map(|kind| kind.name.to_owned()).collect()
}
