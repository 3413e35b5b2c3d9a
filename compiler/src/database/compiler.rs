//! The compiler as its owner sees it: files in, answers out.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use salsa::Setter;

use super::given::OVERRIDES;
use super::inputs::{SourceFile, Workspace};
use super::view::Keep;
use super::{Database, Db, View, lock, paths};
use crate::api::{Compilation, Files, Location, Request, Runnable};
use crate::diagnostics::Diagnostic;
use crate::place::Place;

/// Everything that is known about a set of files.
pub struct Compiler {
    /// The only one whose database is written to.
    pub(super) view: View,
    files: Box<dyn Files>,
}

impl Compiler {
    /// Files that are not set are read through `files` when they are needed, once. All trees are kept, so that an editor
    /// has them at once, and an edit costs what it is about.
    pub fn new(files: impl Files + 'static) -> Self {
        Self { view: View { db: Database::new(false) }, files: Box::new(files) }
    }

    /// The same for who has few questions, as a check or a run. Trees are kept packed, so that a model of many megabytes takes
    /// a third of the memory; the answers are the same.
    pub fn packing(files: impl Files + 'static) -> Self {
        Self { view: View { db: Database::new(true) }, files: Box::new(files) }
    }

    /// All files as they are now, for readers on other threads.
    pub fn view(&self) -> View {
        self.view.clone()
    }

    /// Opens a file or changes its text.
    pub fn set_file(&mut self, path: &str, text: &str) {
        self.share_file(path, text.into());
    }

    /// The same with a text that somebody else has as well, so that it stands in memory once.
    pub fn share_file(&mut self, path: &str, text: Arc<str>) {
        self.set_text(path, Ok(text));
    }

    /// Forgets what was set and reads the file again.
    pub fn close_file(&mut self, path: &str) {
        let text = self.read(path);
        self.set_text(path, text);
    }

    /// Takes a file over as it has been read again elsewhere; whether it is another now.
    pub fn take_read(&mut self, path: &str, text: Result<String, String>) -> bool {
        let text = text.map(Arc::from);
        let before = self.view.known(path).map(|file| file.text(&self.view.db).clone());
        let is_new = before.as_ref() != Some(&text);
        if is_new {
            self.set_text(path, text);
        }
        is_new
    }

    /// Takes files over as they have been read elsewhere, all at once; those that are known already
    /// stay as they are.
    pub fn add_new(&mut self, read: Vec<(String, Result<String, String>)>) {
        let new: Vec<(Arc<str>, _)> = read
            .into_iter()
            .filter(|(path, _)| self.view.known(path).is_none())
            .map(|(path, text)| (path.into(), text.map(Arc::from)))
            .collect();
        if !new.is_empty() {
            self.add_files(new);
        }
    }

    /// From now on, files at these paths are not known; they are read again when they are needed.
    pub fn forget(&mut self, is_forgotten: impl Fn(&str) -> bool) {
        let Some(workspace) = Workspace::try_get(&self.view.db) else { return };
        let mut files = workspace.files(&self.view.db).clone();
        let before = files.len();
        files.retain(|path, _| !is_forgotten(path));
        if files.len() < before {
            workspace.set_files(&mut self.view.db).to(files);
        }
    }

    /// Reads the files that questions to a [`View`] have shown to be needed; whether there were any.
    pub fn read_wanted(&mut self) -> bool {
        let wanted = self.view.wanted();
        let read: Vec<_> =
            wanted.into_iter().map(|path| (path.clone(), self.read(&path))).collect();
        let any = !read.is_empty();
        if any {
            self.add_files(read);
            let view = &self.view;
            lock(&view.db.wanted).retain(|path| view.known(path).is_none());
        }
        any
    }

    fn set_text(&mut self, path: &str, text: Result<Arc<str>, String>) {
        match self.view.known(path) {
            Some(file) => {
                if file.text(&self.view.db) != &text {
                    let _before = file.set_text(&mut self.view.db).to(text);
                }
            }
            None => {
                self.add_files([(Arc::from(path), text)]);
            }
        }
    }

    fn read(&self, path: &str) -> Result<Arc<str>, String> {
        if let Some(library) = paths::library_text(path) {
            return library;
        }
        self.files.read(path).map(Arc::from)
    }

    fn add_files(&mut self, added: impl IntoIterator<Item = (Arc<str>, Result<Arc<str>, String>)>) {
        let Some(workspace) = Workspace::try_get(&self.view.db) else { return };
        let mut files = workspace.files(&self.view.db).clone();
        for (path, text) in added {
            let forgotten = {
                let keys = self.view.db.keys();
                keys.module(&path).and_then(|module| keys.file(module))
            };
            let file = match forgotten {
                Some(file) => {
                    let _before = file.set_text(&mut self.view.db).to(text);
                    file
                }
                None => {
                    let number = self.view.db.keys().next_module().0;
                    let file = SourceFile::new(&self.view.db, path.clone(), number, text);
                    self.view.db.keys().add_file(path.clone(), file);
                    file
                }
            };
            files.insert(path, file);
        }
        workspace.set_files(&mut self.view.db).to(files);
    }

    /// Asks a question until every file that it needs has been read.
    pub(super) fn settled<T>(&mut self, ask: impl Fn(&View) -> T) -> T {
        loop {
            let answer = ask(&self.view);
            if !self.read_wanted() {
                return answer;
            }
        }
    }

    /// The present text of a file, as diagnostics refer to it.
    pub fn text(&self, path: &str) -> Option<Arc<str>> {
        self.view.text(path)
    }

    /// Everything that is wrong in a file and in what it imports, also in what nobody uses, in the
    /// order of the text.
    pub fn check(&mut self, path: &str) -> Vec<Diagnostic> {
        self.settled(|view| view.check(path))
    }

    /// Elaborates, lowers and plans one experiment. The errors are those of the file and of what the
    /// experiment needs from others.
    pub fn compile(
        &mut self,
        path: &str,
        request: &Request,
    ) -> Result<Compilation, Vec<Diagnostic>> {
        self.compile_keeping(path, request, Keep::Last)
    }

    /// The same, with the graph after each step.
    pub fn compile_by_stages(
        &mut self,
        path: &str,
        request: &Request,
    ) -> Result<Compilation, Vec<Diagnostic>> {
        self.compile_keeping(path, request, Keep::EveryStage)
    }

    fn compile_keeping(
        &mut self,
        path: &str,
        request: &Request,
        keep: Keep,
    ) -> Result<Compilation, Vec<Diagnostic>> {
        let overrides = self.set_overrides(path, request);
        let given = (!overrides.is_empty()).then(|| self.view.known(OVERRIDES)).flatten();
        let experiment = request.experiment.as_deref();
        self.settled(|view| view.compile_with(path, experiment, (&overrides, given), keep))
    }

    /// The models and experiments of a file, in the order of the text.
    pub fn runnables(&mut self, path: &str) -> Vec<Runnable> {
        self.settled(|view| view.runnables(path))
    }

    /// The file and byte range of a place; `None` for one that is gone.
    pub fn locate(&self, place: Place) -> Option<Location> {
        self.view.locate(place)
    }

    /// From now on, notes which queries run.
    pub fn record_executions(&mut self) {
        self.view.db.executions.recording.store(true, Ordering::Relaxed);
        lock(&self.view.db.executions.names).clear();
    }

    /// How often each query has run since [`Self::record_executions`] or the last call.
    pub fn executions(&mut self) -> BTreeMap<String, usize> {
        let mut counts = BTreeMap::new();
        for name in lock(&self.view.db.executions.names).drain(..) {
            *counts.entry(name).or_default() += 1;
        }
        counts
    }
}
