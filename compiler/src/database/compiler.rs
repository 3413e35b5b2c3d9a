//! The compiler as others see it: files in, diagnostics and compilations out.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use cdl_grammar::syntax::{ItemKind, Span, SyntaxError};
use salsa::Setter;

use super::inputs::{SourceFile, Target, Workspace};
use super::{Database, Db, lock, paths, queries};
use crate::api::{Compilation, Files, Location, Request, Runnable, RunnableKind, Stage};
use crate::diagnostics::{self, Diagnostic, Severity};
use crate::elaborate::{ModuleKey, Override, Revealed};
use crate::place::{ItemKey, Place};

/// The file that values given from outside are shown in.
const OVERRIDES: &str = "<set>";

/// Everything that is known about a set of files.
pub struct Compiler {
    db: Database,
    files: Box<dyn Files>,
}

impl Compiler {
    /// Files that are not set are read through `files` when they are needed, once.
    pub fn new(files: impl Files + 'static) -> Self {
        Self { db: Database::new(), files: Box::new(files) }
    }

    /// Opens a file or changes its text.
    pub fn set_file(&mut self, path: &str, text: &str) {
        self.set_text(path, Ok(text.into()));
    }

    /// Forgets what was set and reads the file again.
    pub fn close_file(&mut self, path: &str) {
        let text = self.read(path);
        self.set_text(path, text);
    }

    fn set_text(&mut self, path: &str, text: Result<Arc<str>, String>) {
        match self.known(path) {
            Some(file) => {
                if file.text(&self.db) != &text {
                    let _before = file.set_text(&mut self.db).to(text);
                }
            }
            None => {
                self.add_files([(Arc::from(path), text)]);
            }
        }
    }

    fn known(&self, path: &str) -> Option<SourceFile> {
        let keys = self.db.keys();
        keys.file(keys.module(path)?)
    }

    fn read(&self, path: &str) -> Result<Arc<str>, String> {
        if let Some(library) = paths::library_text(path) {
            return library;
        }
        self.files.read(path).map(Arc::from)
    }

    fn add_files(&mut self, added: impl IntoIterator<Item = (Arc<str>, Result<Arc<str>, String>)>) {
        let Some(workspace) = Workspace::try_get(&self.db) else { return };
        let mut files = workspace.files(&self.db).clone();
        for (path, text) in added {
            let number = self.db.keys().next_module().0;
            let file = SourceFile::new(&self.db, path.clone(), number, text);
            self.db.keys().add_file(path.clone(), file);
            files.insert(path, file);
        }
        workspace.set_files(&mut self.db).to(files);
    }

    /// The file at a path, read if nobody has set it.
    fn file(&mut self, path: &str) -> SourceFile {
        loop {
            if let Some(file) = self.known(path) {
                return file;
            }
            let text = self.read(path);
            self.add_files([(Arc::from(path), text)]);
        }
    }

    /// Asks a question until every file that it needs has been read.
    fn settled<T>(&mut self, ask: impl Fn(&Database) -> T) -> T {
        loop {
            let answer = ask(&self.db);
            let wanted = std::mem::take(&mut *lock(&self.db.wanted));
            let unknown: Vec<Arc<str>> =
                wanted.into_iter().filter(|path| self.known(path).is_none()).collect();
            if unknown.is_empty() {
                return answer;
            }
            let read: Vec<_> =
                unknown.into_iter().map(|path| (path.clone(), self.read(&path))).collect();
            self.add_files(read);
        }
    }

    /// The present text of a file, as diagnostics refer to it.
    pub fn text(&self, path: &str) -> Option<Arc<str>> {
        self.known(path)?.text(&self.db).as_ref().ok().cloned()
    }

    /// Everything that is wrong in a file and in what it imports, also in what nobody uses, in the
    /// order of the text.
    pub fn check(&mut self, path: &str) -> Vec<Diagnostic> {
        let file = self.file(path);
        let found = self.settled(|db| check_file(db, file, None));
        self.sorted(found)
    }

    /// Elaborates, lowers and plans one experiment. The errors are those of the file and of what the
    /// experiment needs from others.
    pub fn compile(
        &mut self,
        path: &str,
        request: &Request,
    ) -> Result<Compilation, Vec<Diagnostic>> {
        let file = self.file(path);
        let overrides = self.set_overrides(&request.overrides);
        let (key, alone, notes) = self.chosen(file, request)?;
        let given = (!overrides.is_empty()).then(|| self.file(OVERRIDES));
        let diagnostics = self.settled(|db| {
            let mut found = check_file(db, file, Some(key));
            if let Some(given) = given {
                check_syntax(db, given, &mut found);
            }
            let target = Target::new(db, key.0, alone, overrides.clone());
            found.extend(queries::elaborated(db, target).diagnostics.iter().cloned());
            found
        });
        let diagnostics = self.sorted(diagnostics);
        if diagnostics.iter().any(|own| own.severity == Severity::Error) {
            return Err(diagnostics);
        }
        let target = Target::new(&self.db, key.0, alone, overrides);
        let Some(model) = queries::elaborated(&self.db, target).model.clone() else {
            return Err(diagnostics);
        };
        let mut stages = Vec::new();
        let (_, found) = super::plan(&model, |name, graph| {
            stages.push(Stage { name, graph: graph.clone() });
        });
        let mut diagnostics = diagnostics;
        diagnostics.extend(found);
        let warnings = self.sorted(diagnostics);
        if stages.is_empty() || warnings.iter().any(|own| own.severity == Severity::Error) {
            return Err(warnings);
        }
        let origins = model
            .elements
            .iter()
            .map(|element| (element.path.clone(), element.place))
            .collect::<BTreeMap<_, _>>();
        Ok(Compilation { model, stages, warnings, notes, origins })
    }

    /// Values given from outside, as constants of a file of their own.
    fn set_overrides(&mut self, overrides: &[(String, String)]) -> Vec<Override> {
        if overrides.is_empty() {
            return Vec::new();
        }
        // A line each, whatever is in the expression.
        let text: String = overrides
            .iter()
            .map(|(name, value)| format!("const {name} = {}\n", value.replace(['\n', '\r'], " ")))
            .collect();
        self.set_file(OVERRIDES, &text);
        let file = self.file(OVERRIDES);
        let layout = queries::layout(&self.db, file);
        overrides
            .iter()
            .zip(&layout.items)
            .map(|((name, _), (key, _))| (name.clone(), *key))
            .collect()
    }

    /// The item to compile, whether it is a model by itself, and why it was chosen.
    fn chosen(
        &mut self,
        file: SourceFile,
        request: &Request,
    ) -> Result<(ItemKey, bool, Vec<String>), Vec<Diagnostic>> {
        let runnables = self.settled(|db| runnables(db, file));
        let of = |kind: RunnableKind| runnables.iter().filter(move |own| own.kind == kind);
        let experiments: Vec<&Runnable> = of(RunnableKind::Experiment).collect();
        let whole = self.db.keys().whole_file(ModuleKey(file.number(&self.db)));
        let nowhere = Place { item: whole, span: Span::default() };
        if let Some(name) = &request.experiment {
            return match experiments.iter().find(|own| own.name == *name) {
                Some(experiment) => Ok((experiment.place.item, false, Vec::new())),
                None => {
                    let names: Vec<&str> =
                        experiments.iter().map(|own| own.name.as_str()).collect();
                    let place = experiments.first().map_or(nowhere, |own| own.place);
                    Err(vec![diagnostics::unknown_experiment(place, name, &names)])
                }
            };
        }
        match (experiments.as_slice(), of(RunnableKind::Model).next_back()) {
            ([only], _) => Ok((only.place.item, false, Vec::new())),
            ([first, rest @ ..], _) => {
                let others: Vec<&str> = rest.iter().map(|own| own.name.as_str()).collect();
                let note = format!(
                    "ran the first experiment, `{}`; there are also {}",
                    first.name,
                    others.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
                );
                Ok((first.place.item, false, vec![note]))
            }
            ([], Some(model)) => {
                let note = format!("there is no experiment; compiled the model `{}`", model.name);
                Ok((model.place.item, true, vec![note]))
            }
            ([], None) => {
                let mut found = self.settled(|db| check_file(db, file, None));
                if !found.iter().any(|own| own.severity == Severity::Error) {
                    found.push(diagnostics::no_experiment(nowhere, None));
                }
                Err(self.sorted(found))
            }
        }
    }

    /// The models and experiments of a file, in the order of the text.
    pub fn runnables(&mut self, path: &str) -> Vec<Runnable> {
        let file = self.file(path);
        self.settled(|db| runnables(db, file))
    }

    /// What is known about the `let`s and constants of a file and, through its models, of the
    /// components that they use.
    pub fn reveal(&mut self, path: &str) -> Vec<Revealed> {
        let file = self.file(path);
        self.settled(|db| {
            let mut seen: BTreeSet<(ItemKey, u32)> = BTreeSet::new();
            let mut all = Vec::new();
            for &text in &queries::items(db, file).items {
                let alone = !matches!(
                    queries::header(db, text).item.as_ref().map(|item| &item.kind),
                    Some(ItemKind::Experiment(_))
                );
                let target = Target::new(db, text.key(db), alone, Vec::new());
                for revealed in &queries::revealed(db, target).revealed {
                    if seen.insert((revealed.place.item, revealed.place.span.start)) {
                        all.push(revealed.clone());
                    }
                }
            }
            all
        })
    }

    /// The file and byte range of a place; `None` for one that is gone.
    pub fn locate(&self, place: Place) -> Option<Location> {
        let file = {
            let keys = self.db.keys();
            keys.file(keys.module_of(place.item)?)?
        };
        let start = if self.db.keys().is_whole_file(place.item) {
            0
        } else {
            let layout = queries::layout(&self.db, file);
            layout.items.iter().find(|(key, _)| *key == place.item)?.1.start
        };
        let at = place.span.shifted(start);
        let path = file.path(&self.db).to_string();
        Some(Location { path, range: at.start as usize..at.end as usize })
    }

    /// Once each, in the order of files and texts.
    fn sorted(&self, mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
        let mut seen = BTreeSet::new();
        // The first of several about the same is the one without an instance.
        found.retain(|own| {
            let place = own.primary.place;
            seen.insert((own.code, place.item, place.span.start, place.span.end))
        });
        let mut keyed: Vec<_> = found
            .into_iter()
            .map(|own| {
                let at = self.locate(own.primary.place);
                let key = at.map(|at| (at.path, at.range.start, at.range.end));
                (key, own)
            })
            .collect();
        keyed.sort_by(|(a, first), (b, second)| (a, first.code).cmp(&(b, second.code)));
        keyed.into_iter().map(|(_, own)| own).collect()
    }

    /// From now on, notes which queries run.
    pub fn record_executions(&mut self) {
        self.db.executions.recording.store(true, Ordering::Relaxed);
        lock(&self.db.executions.names).clear();
    }

    /// How often each query has run since [`Self::record_executions`] or the last call.
    pub fn executions(&mut self) -> BTreeMap<String, usize> {
        let mut counts = BTreeMap::new();
        for name in lock(&self.db.executions.names).drain(..) {
            *counts.entry(name).or_default() += 1;
        }
        counts
    }
}

/// What is wrong in a file, and in the files it imports. `only` leaves out the experiments, and the
/// models that they run: it is being compiled itself.
fn check_file(db: &Database, file: SourceFile, only: Option<ItemKey>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut files = vec![file];
    // Files of cycles that have been reported: once each is enough.
    let mut cyclic: Vec<SourceFile> = Vec::new();
    let mut next = 0;
    while let Some(&current) = files.get(next) {
        next += 1;
        if paths::is_library(current.path(db)) {
            continue;
        }
        check_items(db, current, only.filter(|_| current == file), &mut found);
        for (imported, place) in &queries::names(db, current).imports {
            if let Some(chain) = import_cycle(db, current, *imported)
                && !chain.iter().any(|file| cyclic.contains(file))
            {
                cyclic.extend(&chain);
                let chain: Vec<&str> = chain.iter().map(|file| file.path(db).as_ref()).collect();
                found.push(diagnostics::cyclic_import(*place, &chain));
            }
            if !files.contains(imported) {
                files.push(*imported);
            }
        }
    }
    found
}

/// What could not be read in a file.
fn check_syntax(db: &Database, file: SourceFile, found: &mut Vec<Diagnostic>) {
    check_layout(db, file, found);
    for &text in &queries::items(db, file).items {
        found.extend(queries::syntax_errors(db, text));
    }
}

/// What could not even be cut into items, or not be read at all.
fn check_layout(db: &Database, file: SourceFile, found: &mut Vec<Diagnostic>) {
    let item = db.keys().whole_file(ModuleKey(file.number(db)));
    if let Err(reason) = file.text(db) {
        let error = SyntaxError {
            span: Span::default(),
            message: format!("the file `{}` cannot be read", file.path(db)),
            help: Some(reason.clone()),
        };
        found.push(diagnostics::syntax_error(Place { item, span: error.span }, &error));
    }
    for error in &queries::layout(db, file).errors {
        found.push(diagnostics::syntax_error(Place { item, span: error.span }, error));
    }
}

fn check_items(
    db: &Database,
    file: SourceFile,
    only: Option<ItemKey>,
    found: &mut Vec<Diagnostic>,
) {
    check_layout(db, file, found);
    found.extend(queries::names(db, file).diagnostics.iter().cloned());
    let run = queries::models_of_experiments(db, file);
    // Components first: what is wrong in them is told without an instance.
    let mut last = Vec::new();
    for &text in &queries::items(db, file).items {
        let key = ItemKey(text.key(db));
        let is_experiment = matches!(
            queries::header(db, text).item.as_ref().map(|item| &item.kind),
            Some(ItemKind::Experiment(_))
        );
        let is_compiled = only.is_some_and(|only| only == key || run.get(&key) == Some(&only));
        if run.contains_key(&key) || is_compiled || (is_experiment && only.is_some()) {
            found.extend(queries::syntax_errors(db, text));
        } else if is_experiment {
            last.push(text);
        } else {
            found.extend(queries::checked(db, text).iter().cloned());
        }
    }
    for text in last {
        found.extend(queries::checked(db, text).iter().cloned());
    }
}

/// The files from one that imports to itself again.
fn import_cycle(db: &Database, file: SourceFile, imported: SourceFile) -> Option<Vec<SourceFile>> {
    let mut seen = vec![imported];
    let mut paths = vec![vec![file, imported]];
    while let Some(path) = paths.pop() {
        let last = *path.last()?;
        if last == file {
            return Some(path);
        }
        for (next, _) in &queries::names(db, last).imports {
            if *next == file || !seen.contains(next) {
                seen.push(*next);
                let mut longer = path.clone();
                longer.push(*next);
                paths.push(longer);
            }
        }
    }
    None
}

fn runnables(db: &Database, file: SourceFile) -> Vec<Runnable> {
    let mut found = Vec::new();
    for &text in &queries::items(db, file).items {
        let Some(item) = &queries::header(db, text).item else { continue };
        let (kind, name) = match &item.kind {
            ItemKind::Model(model) => (RunnableKind::Model, &model.name),
            ItemKind::Experiment(experiment) => (RunnableKind::Experiment, &experiment.name),
            ItemKind::Import(_)
            | ItemKind::Const(_)
            | ItemKind::Function(_)
            | ItemKind::Component(_) => continue,
        };
        let place = Place { item: ItemKey(text.key(db)), span: name.span };
        found.push(Runnable { kind, name: name.text.to_string(), place });
    }
    found
}
