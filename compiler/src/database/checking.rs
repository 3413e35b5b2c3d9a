//! What is wrong with items and files.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use cdl_grammar::syntax::ItemKind;

use crate::api::Stage;
use crate::diagnostics::{self, Diagnostic, Severity};
use crate::elaborate::{Elaborated, Meaning, ModuleKey, Override, Root, elaborate};
use crate::lower::lower;
use crate::passes;
use crate::place::{ItemKey, Place};
use crate::typed;

use super::items::{ItemSource, file_key, header, items, outline, parsed};
use super::names::module;
use super::sources::DatabaseSources;
use super::storage::{Db, SourceFile};

/// A model with everything unfolded. Results are compared by nobody, so a new one is always new.
#[salsa::tracked(returns(ref), no_eq)]
pub(super) fn elaborated(
    db: &dyn Db,
    file: SourceFile,
    root: Root,
    overrides: Vec<Override>,
) -> Elaborated {
    let _ = file;
    elaborate(&DatabaseSources { db }, &root, &overrides)
}

/// What is wrong with the structure of a model: what lowering and the passes find. Empty where the
/// model itself has errors, which its structure would only repeat.
#[salsa::tracked(returns(deref))]
pub(super) fn structure(
    db: &dyn Db,
    file: SourceFile,
    root: Root,
    overrides: Vec<Override>,
) -> Vec<Diagnostic> {
    let elaborated = elaborated(db, file, root, overrides);
    match &elaborated.model {
        Some(model) if !elaborated.diagnostics.iter().any(is_error) => {
            let (graph, mut found) = lower(model);
            if let Some(graph) = graph {
                found.extend(passes::run_all(graph, model, |_, _| {}).1);
            }
            found
        }
        _ => Vec::new(),
    }
}

/// The graph of a model without errors, as it is lowered and after each pass.
pub(super) fn stages(model: &typed::Model) -> Vec<Stage> {
    let Some(lowered) = lower(model).0 else { return Vec::new() };
    let mut stages = vec![Stage { name: "lowered", graph: lowered.clone() }];
    passes::run_all(lowered, model, |name, graph| {
        stages.push(Stage { name, graph: graph.clone() });
    });
    stages
}

/// Where each element was declared, by path.
pub(super) fn origins(model: &typed::Model) -> BTreeMap<String, Place> {
    let elements = model.elements.iter().map(|element| (element.path.clone(), element.place));
    elements.collect()
}

/// What is wrong inside one item. A model that an experiment of its file sets up is checked there.
#[salsa::tracked(returns(deref))]
fn check_item<'db>(db: &'db dyn Db, file: SourceFile, source: ItemSource<'db>) -> Vec<Diagnostic> {
    let key = source.key(db);
    let ParsedParts { kind, mut found } = syntax_errors(db, source);
    let root = match kind {
        Some(Kind::Value | Kind::Component) => Root::Alone(key),
        Some(Kind::Model) if experiments(db, file).iter().any(|(_, model)| *model == key) => {
            return found;
        }
        Some(Kind::Model) => Root::Alone(key),
        Some(Kind::Experiment) => Root::Experiment(key),
        None => return found,
    };
    found.extend(elaborated(db, file, root.clone(), Vec::new()).diagnostics.iter().cloned());
    if matches!(kind, Some(Kind::Model | Kind::Experiment)) {
        found.extend(structure(db, file, root, Vec::new()).iter().cloned());
    }
    found
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A constant or a function.
    Value,
    Component,
    Model,
    Experiment,
}

struct ParsedParts {
    kind: Option<Kind>,
    found: Vec<Diagnostic>,
}

fn syntax_errors<'db>(db: &'db dyn Db, source: ItemSource<'db>) -> ParsedParts {
    let key = source.key(db);
    let parsed = parsed(db, source);
    let found = parsed.errors.iter().map(|error| {
        diagnostics::syntax_error(Place { item: key, span: error.span }, error)
    });
    let kind = parsed.item.as_ref().and_then(|item| match item.kind {
        ItemKind::Import(_) => None,
        ItemKind::Const(_) | ItemKind::Function(_) => Some(Kind::Value),
        ItemKind::Component(_) => Some(Kind::Component),
        ItemKind::Model(_) => Some(Kind::Model),
        ItemKind::Experiment(_) => Some(Kind::Experiment),
    });
    ParsedParts { kind, found: found.collect() }
}

/// The experiments of a file with the models of the same file that they set up without arguments.
#[salsa::tracked(returns(deref))]
fn experiments(db: &dyn Db, file: SourceFile) -> Vec<(ItemKey, ItemKey)> {
    let names = &module(db, file).names.names;
    let mut found = Vec::new();
    for source in items(db, file) {
        let Some(item) = &header(db, source.header(db)).item else { continue };
        let ItemKind::Experiment(experiment) = &item.kind else { continue };
        if let Some(Meaning::Model(model)) =
            names.get(&experiment.model.text).map(|definition| definition.meaning)
        {
            found.push((source.key(db), model));
        }
    }
    found
}

/// Everything that is wrong in a file and in what it imports, without repeats, in the order of the
/// text, the file itself first.
pub(super) fn check(db: &dyn Db, file: SourceFile) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut seen = BTreeSet::new();
    let mut waiting = vec![file];
    let mut first = true;
    while let Some(file) = waiting.pop() {
        if !seen.insert(file.module(db)) {
            continue;
        }
        let key = file_key(db, file);
        found.extend(outline(db, file).errors.iter().map(|error| {
            diagnostics::syntax_error(Place { item: key, span: error.span }, error)
        }));
        let module = module(db, file);
        found.extend(module.diagnostics.iter().cloned());
        for source in items(db, file) {
            if first {
                found.extend(check_item(db, file, *source).iter().cloned());
            } else {
                found.extend(syntax_errors(db, *source).found);
            }
        }
        first = false;
        waiting.extend(module.names.names.values().filter_map(|definition| {
            match definition.meaning {
                Meaning::Module(key) => db.file_of(key),
                _ => None,
            }
        }));
    }
    ordered(db, found)
}

/// Sorted by file and place; equal ones once.
pub(super) fn ordered(db: &dyn Db, mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut starts = BTreeMap::new();
    let mut offset = |key: ItemKey| {
        *starts.entry(key).or_insert_with(|| {
            let module = db.module_of(key);
            (module, super::offset_of(db, key).unwrap_or(0))
        })
    };
    let mut keyed: Vec<((ModuleKey, u32), Diagnostic)> = found
        .drain(..)
        .map(|each| {
            let (module, start) = offset(each.primary.place.item);
            ((module, start + each.primary.place.span.start), each)
        })
        .collect();
    keyed.sort_by(|(a, x), (b, y)| a.cmp(b).then_with(|| x.code.cmp(y.code)));
    let mut unique: Vec<Diagnostic> = Vec::with_capacity(keyed.len());
    let mut seen = std::collections::HashSet::new();
    for (_, diagnostic) in keyed {
        if seen.insert(diagnostic.clone()) {
            unique.push(diagnostic);
        }
    }
    unique
}

pub(super) fn is_error(diagnostic: &Diagnostic) -> bool {
    diagnostic.severity == Severity::Error
}

/// The name of an experiment or model in its declaration.
pub(super) fn runnables(db: &dyn Db, file: SourceFile) -> Vec<(crate::api::RunnableKind, Arc<str>, Place)> {
    let mut found = Vec::new();
    for source in items(db, file) {
        let Some(item) = &header(db, source.header(db)).item else { continue };
        let (kind, name) = match &item.kind {
            ItemKind::Model(each) => (crate::api::RunnableKind::Model, &each.name),
            ItemKind::Experiment(each) => (crate::api::RunnableKind::Experiment, &each.name),
            _ => continue,
        };
        found.push((kind, name.text.clone(), Place { item: source.key(db), span: name.span }));
    }
    found
}
