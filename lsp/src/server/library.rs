//! What is part of the program and an editor wants to open: the modules of the standard library, and
//! the explanations of the diagnostics.
//!
//! An editor opens files, so they are written as files that cannot be edited, into a folder of the
//! user's cache that is named for the version of `cdl`. Positions in them are those of the compiler's.

use std::io::Write;
use std::path::{Path, PathBuf};

use cdl_compiler::{diagnostics, library_modules};
use tower_lsp::lsp_types::Url;

/// Before the paths of the modules, as the compiler writes them.
const MODULES: &str = "<std>/";

/// The folder, if there is one.
#[derive(Clone, Debug)]
pub(crate) struct Library {
    folder: Option<PathBuf>,
}

impl Library {
    /// In the user's cache. What is not there already is written; what cannot be written has no links
    /// to it.
    pub(crate) fn new() -> Self {
        let folder = cache().map(|cache| cache.join("cdl").join(env!("CARGO_PKG_VERSION")));
        Self { folder: folder.filter(|folder| write(folder).is_ok()) }
    }

    #[cfg(test)]
    pub(crate) fn absent() -> Self {
        Self { folder: None }
    }

    /// The compiler's path of the module that a file shows.
    pub(crate) fn module(&self, file: &Path) -> Option<String> {
        let name = file.strip_prefix(self.folder.as_ref()?.join("std")).ok()?;
        let path = format!("{MODULES}{}", name.to_str()?);
        library_modules().any(|(known, _)| known == path).then_some(path)
    }

    /// The file that shows a module.
    pub(crate) fn file(&self, path: &str) -> Option<PathBuf> {
        library_modules().find(|(known, _)| known == path)?;
        Some(self.folder.as_ref()?.join("std").join(name(path)))
    }

    /// The explanation of a diagnostic.
    pub(crate) fn explanation(&self, code: &str) -> Option<Url> {
        Url::from_file_path(self.folder.as_ref()?.join("explain").join(page(code))).ok()
    }
}

/// Whether a path is that of a module.
pub(crate) fn is_module(path: &str) -> bool {
    path.starts_with(MODULES)
}

fn name(path: &str) -> &str {
    path.strip_prefix(MODULES).unwrap_or(path)
}

fn page(code: &str) -> String {
    format!("{code}.md")
}

/// Where programs of this user keep what they can make again.
fn cache() -> Option<PathBuf> {
    let variable = |name| std::env::var_os(name).map(PathBuf::from).filter(|at| at.is_absolute());
    if cfg!(windows) {
        return variable("LOCALAPPDATA");
    }
    variable("XDG_CACHE_HOME").or_else(|| Some(variable("HOME")?.join(".cache")))
}

fn write(folder: &Path) -> std::io::Result<()> {
    for (path, text) in library_modules() {
        put(&folder.join("std").join(name(&path)), text)?;
    }
    for code in diagnostics::all() {
        put(&folder.join("explain").join(page(code.code)), code.page)?;
    }
    Ok(())
}

/// Another server may do the same at the same time, so a file appears at once with all its text.
fn put(file: &Path, text: &str) -> std::io::Result<()> {
    if std::fs::read_to_string(file).is_ok_and(|present| present == text) {
        return Ok(());
    }
    let folder = file.parent().unwrap_or(file);
    std::fs::create_dir_all(folder)?;
    let temporary = file.with_extension(format!("{}.new", std::process::id()));
    let mut new = std::fs::File::create(&temporary)?;
    new.write_all(text.as_bytes())?;
    let mut permissions = new.metadata()?.permissions();
    permissions.set_readonly(true);
    new.set_permissions(permissions)?;
    drop(new);
    std::fs::rename(&temporary, file)
}
