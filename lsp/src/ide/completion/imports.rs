//! Imports: modules of the standard library, files nearby, and names whose import is still missing.

use cdl_compiler::resolve::Denotation;
use cdl_compiler::{View, library_modules};
use cdl_grammar::is_name;
use cdl_grammar::syntax::{ItemKind, Name};

use super::CompletionKind;
use super::documentation::Subject;
use super::list::{Entry, List};
use crate::ide::edit::Edit;
use crate::ide::place::Expected;

/// What an `import` names.
pub(super) fn complete(list: &mut List<'_>, is_behind_dot: bool) {
    if is_behind_dot {
        for (name, docs) in library() {
            let name = name.trim_start_matches("std.");
            list.add(Entry::plain(name, CompletionKind::Module, 0).subject(Subject::Text(docs)));
        }
        return;
    }
    for (name, docs) in library() {
        list.add(Entry::plain(name, CompletionKind::Module, 0).subject(Subject::Text(docs)));
    }
    list.add(Entry::plain("std", CompletionKind::Module, 20).detail("the standard library"));
    for path in files(list.view, list.path, ".cdl") {
        let entry = Entry::plain(format!("\"{path}\""), CompletionKind::File, 10);
        list.add(entry.filter(path));
    }
}

/// Inside of quotes: files to import, or tables of data.
pub(super) fn string(list: &mut List<'_>, endings: &[&str]) {
    for ending in endings {
        for path in files(list.view, list.path, ending) {
            list.add(Entry::plain(path, CompletionKind::File, 0));
        }
    }
}

/// The modules of the standard library as an import names them, with the first line of what each says
/// about itself.
pub(in crate::ide) fn library() -> impl Iterator<Item = (String, &'static str)> {
    library_modules().map(|(path, text)| {
        let name = path.trim_start_matches("<std>/").trim_end_matches(".cdl");
        let docs = text.lines().next().and_then(|line| line.strip_prefix("//! "));
        (format!("std.{name}"), docs.unwrap_or(""))
    })
}

/// The other files that are known, as this one would name them.
pub(in crate::ide) fn files(view: &View, from: &str, ending: &str) -> Vec<String> {
    let paths = view.paths();
    let others = paths
        .iter()
        .filter(|path| path.ends_with(ending) && &***path != from && !path.starts_with('<'));
    others.map(|path| relative(from, path)).collect()
}

/// A path as a file names it.
pub(in crate::ide) fn relative(from: &str, path: &str) -> String {
    let folder: Vec<&str> = from.split('/').rev().skip(1).collect();
    let folder: Vec<&str> = folder.into_iter().rev().collect();
    let parts: Vec<&str> = path.split('/').collect();
    let names = parts.len().saturating_sub(1);
    let pairs = folder.iter().zip(parts.iter().take(names));
    let shared = pairs.take_while(|(a, b)| a == b).count();
    let up = std::iter::repeat_n("..", folder.len() - shared);
    up.chain(parts.into_iter().skip(shared)).collect::<Vec<_>>().join("/")
}

/// More files are not looked through for what one could import.
const MOST_FILES: usize = 200;

/// What other files declare, behind the name of the file, with its import if that is missing.
pub(super) fn of_files(
    list: &mut List<'_>,
    rank: u32,
    wanted: impl Fn(&ItemKind) -> Option<&Name>,
) {
    let bound: Vec<(String, String)> = list
        .visible()
        .iter()
        .filter_map(|own| match own.denotation {
            Denotation::Module(module) => {
                let path = list.view.module_path(module)?;
                Some((path.to_string(), own.name.to_string()))
            }
            _ => None,
        })
        .collect();
    for file in files(list.view, list.path, ".cdl").into_iter().take(MOST_FILES) {
        let path = View::path_from(list.path, &file);
        let imported = bound.iter().find(|(own, _)| **own == *path).map(|(_, name)| name.as_str());
        let stem = file.rsplit('/').next().and_then(|name| name.strip_suffix(".cdl"));
        let Some(module) = imported.or(stem) else { continue };
        // What another thing is called, or nothing can be, needs an alias that the user has to choose.
        if imported.is_none() && (!is_name(module) || list.contains(module)) {
            continue;
        }
        for own in list.view.items(&path) {
            let Some(name) = wanted(&own.item.kind) else { continue };
            let label = format!("{module}.{}", name.text);
            let entry = Entry::plain(label, CompletionKind::Component, rank);
            let (edits, detail) = match imported {
                Some(_) => (Vec::new(), format!("of `{file}`")),
                None => {
                    let target = format!("\"{file}\"");
                    (vec![import(list.view, list.path, &target)], format!("import {target}"))
                }
            };
            list.add(Entry { edits, ..entry.detail(detail) });
        }
    }
}

/// Modules of the standard library that are not imported, with the import that they need.
pub(super) fn modules(list: &mut List<'_>, rank: u32) {
    let bound: Vec<String> = list
        .visible()
        .iter()
        .filter(|own| matches!(own.denotation, Denotation::Module(_)))
        .map(|own| own.name.to_string())
        .collect();
    for (name, docs) in library() {
        let own = name.trim_start_matches("std.");
        if bound.iter().any(|bound| bound == own) || list.contains(own) {
            continue;
        }
        let entry = Entry::plain(own, CompletionKind::Module, rank).subject(Subject::Text(docs));
        let edit = import(list.view, list.path, &name);
        list.add(Entry { edits: vec![edit], ..entry.detail(format!("import {name}")) });
    }
}

/// `materials.steel.density` where a density is asked for, with the import if that is missing.
pub(super) fn materials(list: &mut List<'_>, expected: &Expected, rank: u32) {
    let field = match expected {
        Expected::Scalar("kg/m^3") => "density",
        Expected::Scalar("Pa") => "youngs_modulus",
        _ => return,
    };
    const MODULE: &str = "std.materials";
    let Some((path, text)) = library_modules().find(|(path, _)| path.ends_with("/materials.cdl"))
    else {
        return;
    };
    let bound = list.visible().iter().find(|own| match own.denotation {
        Denotation::Module(module) => {
            list.view.module_path(module).is_some_and(|own| *own == *path)
        }
        _ => false,
    });
    let (module, edits) = match bound {
        Some(own) => (own.name.to_string(), Vec::new()),
        None => ("materials".to_owned(), vec![import(list.view, list.path, MODULE)]),
    };
    for line in text.lines().filter_map(|line| line.strip_prefix("const ")) {
        let (name, value) = line.split_once(" = ").unwrap_or((line, ""));
        let value = value.split_once(&format!("{field} = ")).map_or("", |(_, value)| value);
        let value = value.split([';', '}']).next().unwrap_or(value).trim();
        let label = format!("{module}.{name}.{field}");
        let entry = Entry::plain(label, CompletionKind::Constant, rank).detail(value);
        list.add(Entry { edits: edits.clone(), ..entry });
    }
}

/// An `import` after those of a file, or before its first item.
pub(in crate::ide) fn import(view: &View, path: &str, name: &str) -> Edit {
    let items = view.items(path);
    let last = items.iter().rfind(|own| matches!(own.item.kind, ItemKind::Import(_)));
    if let Some(last) = last {
        let end = last.span.end as usize;
        return Edit::new(end..end, format!("\nimport {name}"));
    }
    let start = items.first().map_or(0, |own| own.span.start as usize);
    Edit::new(start..start, format!("import {name}\n\n"))
}

#[test]
fn paths_are_as_the_file_would_write_them() {
    assert_eq!(relative("a.cdl", "b.cdl"), "b.cdl");
    assert_eq!(relative("x/a.cdl", "x/y/b.cdl"), "y/b.cdl");
    assert_eq!(relative("/x/y/a.cdl", "/x/b.cdl"), "../b.cdl");
}
