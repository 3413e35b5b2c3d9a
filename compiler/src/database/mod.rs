//! The incremental database, the only part that knows salsa.
//!
//! ```text
//! file text ─▶ outline ─▶ items ─▶ header, members (by the text of the chunk) ─▶ parsed item
//!                           └────▶ module (names, imports)                           │
//!                 check_item ◀─ structure ◀─ elaborated (asks for items and names) ◀─┘
//! ```
//!
//! An item keeps its key when it is edited or moved, and places count from its start; so what was
//! found out about one item survives edits of every other.

mod checking;
mod items;
mod names;
mod sources;
mod standard_library;
mod storage;

use std::sync::Arc;

use cdl_grammar::syntax::Span;

use crate::api::{Compilation, Files, Location, Request, Runnable, RunnableKind};
use crate::diagnostics::{self, Diagnostic};
use crate::elaborate::{Override, Root};
use crate::place::{ItemKey, Place};

use items::{file_key, items, outline};
use storage::{Db, SourceFile, Storage};

/// Everything that is known about a set of files.
pub struct Compiler {
    storage: Storage,
}

impl Compiler {
    /// Files that are not set are read through `files` when they are needed, once.
    pub fn new(files: impl Files + 'static) -> Self {
        Self { storage: Storage::new(Arc::new(files), None) }
    }

    /// The same, and `log` is told the name of each query that runs.
    pub fn with_log(
        files: impl Files + 'static,
        log: impl Fn(&str) + Send + Sync + 'static,
    ) -> Self {
        Self { storage: Storage::new(Arc::new(files), Some(Box::new(log))) }
    }

    /// Opens a file or changes its text.
    pub fn set_file(&mut self, path: &str, text: &str) {
        self.storage.set_text(&names::normalized(path), text);
    }

    /// Forgets what was set; the file is read again.
    pub fn close_file(&mut self, path: &str) {
        self.storage.reload(&names::normalized(path));
    }

    /// The present text of a file, as diagnostics refer to it.
    pub fn text(&self, path: &str) -> Option<Arc<str>> {
        self.file(path).text(&self.storage).as_ref().ok().cloned()
    }

    /// Everything that is wrong in a file, also in what nobody uses, in the order of the text.
    pub fn check(&mut self, path: &str) -> Vec<Diagnostic> {
        checking::check(&self.storage, self.file(path))
    }

    /// Elaborates, lowers and plans one experiment.
    ///
    /// # Errors
    /// What is wrong in the file, and what the experiment needs from others.
    pub fn compile(
        &mut self,
        path: &str,
        request: &Request,
    ) -> Result<Compilation, Vec<Diagnostic>> {
        let mut overrides: Vec<Override> = Vec::new();
        for (name, value) in &request.overrides {
            let text = format!("const {name} = {value}\n");
            self.storage.set_text(&override_path(name), &text);
        }
        let db: &dyn Db = &self.storage;
        let file = self.file(path);
        let mut found = checking::check(db, file);
        for (name, _) in &request.overrides {
            let file = db.file(&override_path(name));
            found.extend(checking::check(db, file));
            overrides.extend(items(db, file).first().map(|item| (name.clone(), item.key(db))));
        }
        let mut notes = Vec::new();
        let Some(root) = self.root(file, request, &mut found, &mut notes) else {
            return Err(checking::ordered(db, found));
        };
        let elaborated = checking::elaborated(db, file, root.clone(), overrides.clone());
        found.extend(elaborated.diagnostics.iter().cloned());
        found.extend(checking::structure(db, file, root, overrides).iter().cloned());
        let found = checking::ordered(db, found);
        match &elaborated.model {
            Some(model) if !found.iter().any(checking::is_error) => Ok(Compilation {
                model: model.clone(),
                stages: checking::stages(model),
                warnings: found,
                notes,
                origins: checking::origins(model),
            }),
            _ => Err(found),
        }
    }

    /// The models and experiments of a file, in the order of the text.
    pub fn runnables(&mut self, path: &str) -> Vec<Runnable> {
        checking::runnables(&self.storage, self.file(path))
            .into_iter()
            .map(|(kind, name, place)| Runnable { kind, name: name.to_string(), place })
            .collect()
    }

    /// The file and byte range of a place; `None` for one that is gone.
    pub fn locate(&self, place: Place) -> Option<Location> {
        let db: &dyn Db = &self.storage;
        let file = db.file_of(db.module_of(place.item))?;
        let Span { start, end } = place.span.shifted(offset_of(db, place.item)?);
        let length = file.text(db).as_ref().map_or(0, |text| text.len());
        let (start, end) = ((start as usize).min(length), (end as usize).min(length));
        Some(Location { path: file.path(db).to_owned(), range: start..end.max(start) })
    }

    fn file(&self, path: &str) -> SourceFile {
        self.storage.file(&names::normalized(path))
    }

    /// What a request is about. Says why where the file leaves a choice.
    fn root(
        &self,
        file: SourceFile,
        request: &Request,
        found: &mut Vec<Diagnostic>,
        notes: &mut Vec<String>,
    ) -> Option<Root> {
        let db: &dyn Db = &self.storage;
        let whole = Place { item: file_key(db, file), span: Span::default() };
        let runnables = checking::runnables(db, file);
        let of = |kind| runnables.iter().filter(move |(each, ..)| *each == kind);
        let experiments: Vec<_> = of(RunnableKind::Experiment).collect();
        if let Some(name) = &request.experiment {
            if let Some((_, _, place)) = experiments.iter().find(|(_, each, _)| **each == **name) {
                return Some(Root::Experiment(place.item));
            }
            let names: Vec<&str> = experiments.iter().map(|(_, name, _)| &**name).collect();
            found.push(diagnostics::unknown_experiment(whole, name, &names));
            return None;
        }
        if let Some((_, name, place)) = experiments.first() {
            if experiments.len() > 1 {
                let others: Vec<&str> =
                    experiments.iter().skip(1).map(|(_, name, _)| &**name).collect();
                notes.push(format!(
                    "ran `{name}`, the first experiment; `--experiment` chooses {}",
                    others.join(" or ")
                ));
            }
            return Some(Root::Experiment(place.item));
        }
        match of(RunnableKind::Model).last() {
            Some((_, _, place)) => Some(Root::Alone(place.item)),
            None => {
                found.push(diagnostics::no_experiment(whole, None));
                None
            }
        }
    }
}

/// Where an item starts in its file; `None` for one that is gone.
fn offset_of(db: &dyn Db, key: ItemKey) -> Option<u32> {
    let file = db.file_of(db.module_of(key))?;
    if key == file_key(db, file) {
        return Some(0);
    }
    let index = items(db, file).iter().position(|item| item.key(db) == key)?;
    outline(db, file).items.get(index).map(|item| item.span.start)
}

/// The name under which a value from the command line appears in messages.
fn override_path(name: &str) -> String {
    format!("--set {name}")
}
