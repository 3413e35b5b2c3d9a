//! Paths of files, and the standard library, which is part of the program.

use std::sync::Arc;

/// Where diagnostics say that the standard library is.
const LIBRARY: &str = "<std>/";

/// Name after `std.` and text.
const MODULES: &[(&str, &str)] = &[
    ("cables", include_str!("../../std/cables.cdl")),
    ("control", include_str!("../../std/control.cdl")),
    ("materials", include_str!("../../std/materials.cdl")),
    ("signals", include_str!("../../std/signals.cdl")),
];

/// The path of what `import std.materials` means.
pub(super) fn library(dotted: &str) -> Arc<str> {
    match dotted.strip_prefix("std.") {
        Some(name) => format!("{LIBRARY}{name}.cdl").into(),
        None => format!("{LIBRARY}?{dotted}").into(),
    }
}

/// The modules of the standard library: path and text.
pub fn library_modules() -> impl Iterator<Item = (String, &'static str)> {
    MODULES.iter().map(|(name, text)| (format!("{LIBRARY}{name}.cdl"), *text))
}

/// The text of a module of the standard library.
pub(super) fn library_text(path: &str) -> Option<Result<Arc<str>, String>> {
    let name = path.strip_prefix(LIBRARY)?;
    let found = MODULES.iter().find(|(own, _)| name.strip_suffix(".cdl") == Some(own));
    Some(match found {
        Some((_, text)) => Ok(Arc::from(*text)),
        None => Err("not in the standard library".to_owned()),
    })
}

pub(super) fn is_library(path: &str) -> bool {
    path.starts_with(LIBRARY)
}

/// As one writes them in an import.
pub(super) fn library_names() -> Vec<&'static str> {
    const NAMES: &[&str] = &["std.cables", "std.control", "std.materials", "std.signals"];
    NAMES.to_vec()
}

/// A path in a file, seen from where that file is. Parts such as `..` are resolved as far as they go.
pub(super) fn relative_to(file: &str, path: &str) -> Arc<str> {
    if path.starts_with('/') {
        return path.into();
    }
    let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
    let is_absolute = file.starts_with('/');
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    let joined = parts.join("/");
    if is_absolute { format!("/{joined}").into() } else { joined.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_relative_to_the_file_that_names_them() {
        assert_eq!(&*relative_to("models/a.cdl", "b.cdl"), "models/b.cdl");
        assert_eq!(&*relative_to("models/a.cdl", "../b.cdl"), "b.cdl");
        assert_eq!(&*relative_to("a.cdl", "../b.cdl"), "../b.cdl");
        assert_eq!(&*relative_to("/x/a.cdl", "./y/b.cdl"), "/x/y/b.cdl");
        assert_eq!(&*relative_to("a.cdl", "/b.cdl"), "/b.cdl");
    }

    #[test]
    fn every_module_is_listed() {
        let names: Vec<String> = MODULES.iter().map(|(name, _)| format!("std.{name}")).collect();
        assert_eq!(names, library_names());
    }
}
