//! What the bare names of a file mean: its own items and what it imports.

use std::collections::BTreeMap;
use std::sync::Arc;

use cdl_grammar::syntax::{ImportTarget, ItemKind, Name};

use crate::diagnostics::{self, Diagnostic};
use crate::elaborate::{Definition, Meaning, ModuleKey, ModuleNames};
use crate::place::Place;

use super::items::{header, items};
use super::standard_library;
use super::storage::{Db, SourceFile};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Module {
    pub(super) names: ModuleNames,
    /// Duplicate names and imports that are not there.
    pub(super) diagnostics: Vec<Diagnostic>,
}

#[salsa::tracked(returns(ref))]
pub(super) fn module(db: &dyn Db, file: SourceFile) -> Module {
    let mut module = Module::default();
    for source in items(db, file) {
        let key = source.key(db);
        let Some(item) = &header(db, source.header(db)).item else { continue };
        let place = |name: &Name| Place { item: key, span: name.span };
        let own = match &item.kind {
            ItemKind::Import(import) => {
                for target in &import.targets {
                    self::import(db, file, target, place(&target.path), &mut module);
                }
                continue;
            }
            ItemKind::Const(each) => (&each.name, Meaning::Const(key), "constant"),
            ItemKind::Function(each) => (&each.name, Meaning::Function(key), "function"),
            ItemKind::Model(each) => (&each.name, Meaning::Model(key), "model"),
            ItemKind::Component(each) => (&each.name, Meaning::Component(key), "component"),
            ItemKind::Experiment(each) => (&each.name, Meaning::Experiment(key), "experiment"),
        };
        let (name, meaning, what) = own;
        module.define(name.text.clone(), Definition { meaning, place: place(name) }, what);
    }
    module
}

impl Module {
    fn define(&mut self, name: Arc<str>, definition: Definition, what: &str) {
        let names: &mut BTreeMap<_, _> = &mut self.names.names;
        match names.get(&name) {
            Some(first) => self.diagnostics.push(diagnostics::duplicate_name(
                definition.place,
                what,
                &name,
                first.place,
            )),
            None => {
                names.insert(name, definition);
            }
        }
    }
}

fn import(
    db: &dyn Db,
    file: SourceFile,
    target: &ImportTarget,
    place: Place,
    module: &mut Module,
) {
    let path = &target.path.text;
    let found = if target.quoted {
        let path = relative(file.path(db), path);
        let found = db.file(&path);
        match found.text(db) {
            Ok(_) => Ok(found),
            Err(_) => Err(path),
        }
    } else {
        standard_library::path(path).map(|path| db.file(path)).ok_or_else(|| path.to_string())
    };
    let meaning = match found {
        Ok(found) => Meaning::Module(ModuleKey(found.module(db))),
        Err(tried) => {
            let library: Vec<String> = standard_library::modules().collect();
            let library: Vec<&str> = library.iter().map(String::as_str).collect();
            module.diagnostics.push(diagnostics::import_not_found(place, path, &[&tried], &library));
            Meaning::Missing
        }
    };
    let name = match &target.alias {
        Some(alias) => alias.text.clone(),
        None => default_name(path, target.quoted),
    };
    module.define(name, Definition { meaning, place }, "import");
}

/// `materials` for `std.materials`, `chains` for `"parts/chains.cdl"`.
fn default_name(path: &str, quoted: bool) -> Arc<str> {
    let separator = if quoted { '/' } else { '.' };
    let last = path.rsplit(separator).next().unwrap_or(path);
    let stem = if quoted { last.trim_end_matches(".cdl") } else { last };
    stem.into()
}

/// A path as seen from the folder of the file that names it, without `.` and `..` where possible.
pub(super) fn relative(from: &str, path: &str) -> String {
    if path.starts_with('/') {
        return normalized(path);
    }
    match from.rsplit_once('/') {
        Some((folder, _)) => normalized(&format!("{folder}/{path}")),
        None => normalized(path),
    }
}

/// The same path with `a/../` and `./` taken out, so that one file has one path.
pub(super) fn normalized(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "." => {}
            "" if !parts.is_empty() => {}
            ".." if parts.last().is_some_and(|last| !["", ".."].contains(last)) => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::{default_name, normalized, relative};

    #[test]
    fn one_file_has_one_path() {
        assert_eq!(relative("models/crane.cdl", "../parts/boom.cdl"), "parts/boom.cdl");
        assert_eq!(relative("crane.cdl", "./boom.cdl"), "boom.cdl");
        assert_eq!(relative("/a/b.cdl", "../../c.cdl"), "/../c.cdl");
        assert_eq!(relative("a/b.cdl", "../../c.cdl"), "../c.cdl");
        assert_eq!(normalized("/a//b/./c"), "/a/b/c");
    }

    #[test]
    fn a_module_is_called_after_its_file() {
        assert_eq!(&*default_name("std.materials", false), "materials");
        assert_eq!(&*default_name("parts/chains.cdl", true), "chains");
    }
}
