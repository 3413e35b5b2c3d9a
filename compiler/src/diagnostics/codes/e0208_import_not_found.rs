//! E0208: an import is not there. The page beside this file explains it.

use super::super::{Diagnostic, build, nearest};
use crate::place::Place;

/// `tried` are the files that were looked for; `candidates` the modules of the standard library.
pub fn import_not_found(
    place: Place,
    path: &str,
    tried: &[&str],
    candidates: &[&str],
) -> Diagnostic {
    let diagnostic =
        build::error("E0208", format!("there is no file for the import `{path}`"), place)
            .label("not found")
            .note_if(build::list(tried).map(|list| format!("looked for {list}")));
    match nearest(path, candidates.iter().copied()) {
        Some(meant) => diagnostic.fix(format!("did you mean `{meant}`?"), place, meant),
        None if path.starts_with("std.") => diagnostic.note_if(
            build::list(candidates).map(|list| format!("the standard library has {list}")),
        ),
        None if is_of_other_language(path) => diagnostic.note(
            "functions such as `sin`, `sqrt` and `norm` are always there; other files are read by `import \"parts/rods.cdl\"`, the \
             library by `import std.materials`",
        ),
        None => diagnostic,
    }
}

/// Modules of Python, Modelica and Julia.
fn is_of_other_language(path: &str) -> bool {
    let first = path.split(['.', '/']).next().unwrap_or(path);
    matches!(
        first,
        "numpy"
            | "math"
            | "scipy"
            | "matplotlib"
            | "pandas"
            | "sympy"
            | "mujoco"
            | "pybullet"
            | "Modelica"
            | "LinearAlgebra"
            | "os"
            | "sys"
    )
}

/// What is at `file` cannot be read; `why` such as `it is no regular file but a pipe or a device`.
pub fn import_not_read(place: Place, path: &str, file: &str, why: &str) -> Diagnostic {
    build::error("E0208", format!("the import `{path}` cannot be read"), place)
        .label(why)
        .note(format!("it is `{file}`"))
}

/// A file whose name does not end as those of models do.
pub fn import_of_another_kind(place: Place, path: &str) -> Diagnostic {
    build::error("E0208", format!("the import `{path}` is no model"), place)
        .label("does not end in `.cdl`")
        .note("an import is a `.cdl` file; data come from a `.csv` or `.toml` file by `table(\"...\")`")
}

/// `chain` are the files from this one to the one that imports it again.
pub fn cyclic_import(place: Place, chain: &[&str]) -> Diagnostic {
    let around = chain.iter().map(|file| format!("`{file}`")).collect::<Vec<_>>().join(" imports ");
    build::error("E0208", "this import goes round in a circle", place)
        .label("imports the file it stands in, by way of others")
        .note(around)
        .note("move what both files need to a third one")
}
