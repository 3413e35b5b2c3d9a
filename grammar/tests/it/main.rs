//! Tests of the grammar on the files in `tests/files` and on the project's examples.

mod chunks;
mod errors;
mod formatting;
mod keywords;
mod limits;
mod packed;
mod precedence;
mod robustness;
mod spans;
mod trees;

use std::path::{Path, PathBuf};

/// All `.cdl` files that these tests know, with their texts, in the order of their paths.
fn files(folder: &str) -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut paths: Vec<_> = std::fs::read_dir(root)
        .map(|entries| entries.filter_map(|entry| Some(entry.ok()?.path())).collect())
        .unwrap_or_default();
    paths.retain(|path: &PathBuf| path.extension().is_some_and(|extension| extension == "cdl"));
    paths.sort();
    paths.into_iter().map(|path| (path.clone(), std::fs::read_to_string(path).unwrap())).collect()
}

fn good_files() -> Vec<(PathBuf, String)> {
    [files("tests/files/good"), files("../examples")].concat()
}

fn all_files() -> Vec<(PathBuf, String)> {
    [good_files(), files("tests/files/broken")].concat()
}
