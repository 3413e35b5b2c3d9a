//! The incremental database, the only part that knows salsa.

mod alike;
mod astray;
mod blocks;
mod chunks;
mod compiler;
mod consequences;
mod excerpt;
mod focus;
mod given;
mod inputs;
mod keys;
mod names;
mod one_item;
mod packed_trees;
mod paths;
mod queries;
mod recent;
mod sources;
mod unread;
mod view;

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cdl_graph::Graph;

use crate::api::Stage;
use crate::diagnostics::{Diagnostic, Severity};
use crate::{lower, passes, typed};
use chunks::{Chunks, ParsedChunk};
use inputs::{SourceFile, Workspace};
use keys::Keys;
use packed_trees::PackedTrees;

pub use compiler::Compiler;
pub use paths::library_modules;
pub use view::{FileItem, RevealedAt, View};

/// What queries need besides each other.
#[salsa::db]
trait Db: salsa::Database {
    fn keys(&self) -> MutexGuard<'_, Keys>;

    /// The file at a path. One that nobody has asked for before is noted, to be read before the
    /// question is asked again.
    fn file_at(&self, path: &str) -> Option<SourceFile>;

    /// Whether trees of members are kept packed.
    fn packs(&self) -> bool;

    fn packed_trees(&self) -> MutexGuard<'_, PackedTrees>;

    /// The tree of a chunk, from its text alone.
    fn chunk(&self, text: &str) -> ParsedChunk;
}

#[salsa::db]
#[derive(Clone)]
struct Database {
    keys: Arc<Mutex<Keys>>,
    chunks: Arc<Mutex<Chunks>>,
    wanted: Arc<Mutex<BTreeSet<Arc<str>>>>,
    executions: Arc<Executions>,
    packs: bool,
    packed_trees: Arc<Mutex<PackedTrees>>,
    storage: salsa::Storage<Self>,
}

/// Which queries have run, for those who want to see that only those did that had to.
#[derive(Default)]
struct Executions {
    recording: AtomicBool,
    names: Mutex<Vec<String>>,
}

impl Executions {
    fn note(&self, name: impl FnOnce() -> String) {
        if self.recording.load(Ordering::Relaxed) {
            lock(&self.names).push(name());
        }
    }
}

#[salsa::db]
impl salsa::Database for Database {}

#[salsa::db]
impl Db for Database {
    fn keys(&self) -> MutexGuard<'_, Keys> {
        lock(&self.keys)
    }

    fn file_at(&self, path: &str) -> Option<SourceFile> {
        let workspace = Workspace::try_get(self)?;
        let found = workspace.files(self).get(path).copied();
        if found.is_none() {
            lock(&self.wanted).insert(path.into());
        }
        found
    }

    fn packs(&self) -> bool {
        self.packs
    }

    fn packed_trees(&self) -> MutexGuard<'_, PackedTrees> {
        lock(&self.packed_trees)
    }

    fn chunk(&self, text: &str) -> ParsedChunk {
        if let Some(known) = lock(&self.chunks).get(text) {
            return known;
        }
        self.executions.note(|| "parse_chunk".to_owned());
        let read = ParsedChunk::read(text);
        lock(&self.chunks).add(text, read.clone());
        read
    }
}

/// Lowers a model and runs the passes, showing `observe` the graph after each step; returns the last.
fn plan(
    model: Arc<typed::Model>,
    mut observe: impl FnMut(&'static str, &Graph),
) -> (Option<Stage>, Vec<Diagnostic>) {
    let (graph, mut diagnostics) = lower::lower(&model);
    let Some(graph) = graph else { return (None, diagnostics) };
    if diagnostics.iter().any(|found| found.severity == Severity::Error) {
        return (None, diagnostics);
    }
    let mut last = "lower";
    let model = without_relations(model);
    observe(last, &graph);
    let (graph, found) = passes::run_all(graph, &model, |name, graph| {
        last = name;
        observe(name, graph);
    });
    diagnostics.extend(found);
    (Some(Stage { name: last, graph: Arc::new(graph) }), diagnostics)
}

/// What passes need of a model: they ask only where something is written, and what is given.
fn without_relations(model: Arc<typed::Model>) -> Arc<typed::Model> {
    match Arc::try_unwrap(model) {
        Ok(mut model) => {
            model.elements.iter_mut().for_each(|element| element.relations = Box::default());
            Arc::new(model)
        }
        // Somebody wants all of it.
        Err(shared) => shared,
    }
}

impl Database {
    fn new(packs: bool) -> Self {
        let executions = Arc::new(Executions::default());
        let log = executions.clone();
        let storage = salsa::Storage::new(Some(Box::new(move |event: salsa::Event| {
            if let salsa::EventKind::WillExecute { database_key } = event.kind {
                log.note(|| {
                    let text = format!("{database_key:?}");
                    text.split('(').next().unwrap_or(&text).to_owned()
                });
            }
        })));
        let db = Self {
            keys: Arc::default(),
            chunks: Arc::default(),
            wanted: Arc::default(),
            executions,
            packs,
            packed_trees: Arc::default(),
            storage,
        };
        Workspace::new(&db, Default::default());
        db
    }
}

/// What is behind a lock stays usable when a holder has panicked: all writes are single insertions.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
