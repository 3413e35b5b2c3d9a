//! From where an item is looked at when somebody points into it: the experiment that sets it up with
//! values, where there is one.

use cdl_grammar::syntax::{Experiment, Item, ItemKind, Span};
use rustc_hash::FxHashMap;

use super::Database;
use super::inputs::{SourceFile, Workspace};
use super::sources::DatabaseSources;
use super::{paths, queries};
use crate::elaborate::{
    Focus, Meaning, ModuleKey, Revelation, Root, Sources, component_named, components_used,
};
use crate::place::ItemKey;

/// What is known about a stretch of an item; `span` is relative to the item.
pub(super) fn reveal(db: &Database, file: SourceFile, key: ItemKey, span: Span) -> Revelation {
    let sources = DatabaseSources::new(db);
    let Some(item) = sources.item(key) else { return Revelation::default() };
    let (root, via) = match &item.kind {
        ItemKind::Import(_) => return Revelation::default(),
        ItemKind::Const(_) | ItemKind::Function(_) | ItemKind::Enum(_) => {
            (Root::Alone(key), Vec::new())
        }
        ItemKind::Experiment(_) => (Root::Experiment(key), Vec::new()),
        ItemKind::Component(_) | ItemKind::Model(_) => root_of(db, &sources, file, key),
    };
    crate::elaborate::reveal(Box::new(sources), &root, Focus { item: key, span, via })
}

/// The first experiment that comes to a component, else the first model, else the component by
/// itself; those of its own file are before those of others. With all components on the way.
fn root_of<'db>(
    db: &'db Database,
    sources: &DatabaseSources<'db>,
    file: SourceFile,
    key: ItemKey,
) -> (Root, Vec<ItemKey>) {
    let files = files_that_use(db, file);
    let via = users(db, sources, &files, key);
    let mut first_model = None;
    for &file in &files {
        let module = ModuleKey(file.number(db));
        for &text in &queries::items(db, file).items {
            let own = ItemKey(text.key(db));
            match queries::header(db, text).item.as_deref().map(|item| &item.kind) {
                Some(ItemKind::Experiment(experiment))
                    if model_of(sources, module, experiment)
                        .is_some_and(|model| via.contains(&model)) =>
                {
                    return (Root::Experiment(own), via);
                }
                Some(ItemKind::Model(_)) if first_model.is_none() && via.contains(&own) => {
                    first_model = Some(own);
                }
                _ => {}
            }
        }
    }
    (Root::Alone(first_model.unwrap_or(key)), via)
}

fn model_of(
    sources: &DatabaseSources<'_>,
    mut module: ModuleKey,
    experiment: &Experiment,
) -> Option<ItemKey> {
    let mut parts = experiment.model.text.split('.').peekable();
    while let Some(part) = parts.next() {
        match (sources.names(module).names.get(part)?.meaning, parts.peek()) {
            (Meaning::Module(inner), Some(_)) => module = inner,
            (Meaning::Model(key), None) => return Some(key),
            _ => return None,
        }
    }
    None
}

/// The file and those known ones that import it, directly or not; itself first, then by path.
fn files_that_use(db: &Database, file: SourceFile) -> Vec<SourceFile> {
    let mut found = vec![file];
    let Some(workspace) = Workspace::try_get(db) else { return found };
    let known: Vec<SourceFile> = workspace
        .files(db)
        .values()
        .copied()
        .filter(|other| !paths::is_library(other.path(db)))
        .collect();
    let mut next = 0;
    while let Some(&used) = found.get(next) {
        next += 1;
        for &other in &known {
            let imports = &queries::names(db, other).imports;
            if !found.contains(&other) && imports.iter().any(|(file, _)| *file == used) {
                found.push(other);
            }
        }
    }
    found
}

/// A component, and every component and model of some files that has it as a part, however deep.
fn users<'db>(
    db: &'db Database,
    sources: &DatabaseSources<'db>,
    files: &[SourceFile],
    key: ItemKey,
) -> Vec<ItemKey> {
    let mut users: FxHashMap<ItemKey, Vec<ItemKey>> = FxHashMap::default();
    for &file in files {
        let module = ModuleKey(file.number(db));
        for &text in &queries::items(db, file).items {
            let Some(Item { kind: ItemKind::Component(own) | ItemKind::Model(own), .. }) =
                queries::parsed(db, text).item.as_deref()
            else {
                continue;
            };
            for expr in components_used(own) {
                if let Some(used) = component_named(sources, module, expr) {
                    users.entry(used).or_default().push(ItemKey(text.key(db)));
                }
            }
        }
    }
    let mut found = vec![key];
    let mut next = 0;
    while let Some(used) = found.get(next) {
        next += 1;
        for &user in users.get(used).into_iter().flatten() {
            if !found.contains(&user) {
                found.push(user);
            }
        }
    }
    found
}
