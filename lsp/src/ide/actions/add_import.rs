//! The import of a module or file whose name is used and not known (E0201).

use cdl_compiler::View;

use super::{Action, ActionKind, Asked};
use crate::ide::completion::imports::{files, import, library};

pub(super) fn add(asked: &Asked<'_>, actions: &mut Vec<Action>) {
    for found in asked.here(&["E0201"]) {
        let name = asked.slice(found.range.clone());
        let modules = library().map(|(module, _)| module);
        let modules = modules.filter(|module| module.strip_prefix("std.") == Some(name));
        let files = files(asked.view, asked.path, ".cdl").into_iter();
        let files = files.filter(|file| {
            let stem = file.rsplit('/').next().and_then(|own| own.strip_suffix(".cdl"));
            stem == Some(name) && asked.view.text(&View::path_from(asked.path, file)).is_some()
        });
        for target in modules.chain(files.map(|file| format!("\"{file}\""))) {
            actions.push(Action {
                title: format!("Import `{}`", target.trim_matches('"')),
                kind: ActionKind::QuickFix,
                fixes: vec![found.fixed()],
                edits: vec![import(asked.view, asked.path, &target)],
                is_preferred: true,
            });
        }
    }
}
