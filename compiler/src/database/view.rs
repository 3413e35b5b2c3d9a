//! The compiler as readers see it: one revision of all files.

use std::collections::BTreeSet;
use std::ops::Range;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use cdl_grammar::syntax::{ImportTarget, Item, ItemKind, Span, SyntaxError};
use salsa::Database as _;

use super::inputs::{SourceFile, Workspace};
use super::one_item::OneItem;
use super::{Database, Db, consequences, focus, lock, paths, queries};
use crate::api::{Compilation, Location, Outdated, Runnable, RunnableKind, Stage};
use crate::diagnostics::{self, Diagnostic, Severity};
use crate::elaborate::{ModuleKey, Override, Revealed, Revelation};
use crate::place::{ItemKey, Place};
use crate::typed;

/// All files as they are at one moment, and everything that can be known about them. A clone is
/// cheap and can go to another thread.
///
/// A file that nobody has set is not read here: an answer that needs one is preliminary, and
/// [`Self::lacks_files`] says so. An edit of the [`Compiler`](super::Compiler) waits until no view is
/// left; asked through [`Self::answer`], they give way.
#[derive(Clone)]
pub struct View {
    pub(super) db: Database,
}

/// A top-level item of a file.
#[derive(Clone, Copy, Debug)]
pub struct FileItem<'v> {
    pub key: ItemKey,
    /// In the file, with its doc comments. Spans in the item's header are relative to its start,
    /// those in a member to the member's offset from there.
    pub span: Span,
    pub item: &'v Item,
}

/// What is known about the text at one byte.
#[derive(Clone, Debug, Default)]
pub struct RevealedAt {
    /// The innermost expression, or the name in a declaration.
    pub expression: Option<Revealed>,
    /// The innermost element, with all of its text as the place.
    pub element: Option<Revealed>,
    /// Whose parameters the values follow from.
    pub experiment: Option<String>,
}

/// Which graphs a compilation holds, and whether the typed model as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keep {
    /// After the last pass.
    Last,
    /// As it was lowered and after each pass: a copy each.
    EveryStage,
}

/// The item to compile, and why it was chosen.
type Chosen = (ItemKey, Vec<String>);

impl View {
    /// Asks a question that ends early when an edit is waiting.
    ///
    /// # Errors
    /// The files have changed meanwhile; ask a new view.
    pub fn answer<T>(&self, ask: impl FnOnce(&Self) -> T) -> Result<T, Outdated> {
        salsa::Cancelled::catch(AssertUnwindSafe(|| ask(self))).map_err(|_| Outdated)
    }

    /// Gives way where an edit is waiting, in work that takes long between two questions.
    pub fn give_way(&self) {
        self.db.unwind_if_revision_cancelled();
    }

    /// Whether questions were asked that need files which have not been read yet.
    pub fn lacks_files(&self) -> bool {
        !self.wanted().is_empty()
    }

    /// Files that somebody has asked for and that have not been read.
    pub(super) fn wanted(&self) -> Vec<Arc<str>> {
        let wanted = lock(&self.db.wanted).clone();
        wanted.into_iter().filter(|path| self.known(path).is_none()).collect()
    }

    pub(super) fn known(&self, path: &str) -> Option<SourceFile> {
        Workspace::try_get(&self.db)?.files(&self.db).get(path).copied()
    }

    /// The paths of all files that have been set or read.
    pub fn paths(&self) -> Vec<Arc<str>> {
        Workspace::try_get(&self.db)
            .map(|workspace| workspace.files(&self.db).keys().cloned().collect())
            .unwrap_or_default()
    }

    /// The path of the file that an import in the file `from` means, whether or not it is there.
    pub fn import_path(from: &str, target: &ImportTarget) -> Arc<str> {
        match target.quoted {
            true => paths::relative_to(from, &target.path.text),
            false => paths::library(&target.path.text),
        }
    }

    /// The path of a file that is named in the file `from`, such as that of a table.
    pub fn path_from(from: &str, named: &str) -> Arc<str> {
        paths::relative_to(from, named)
    }

    /// The present text of a file, as diagnostics refer to it.
    pub fn text(&self, path: &str) -> Option<Arc<str>> {
        self.known(path)?.text(&self.db).as_ref().ok().cloned()
    }

    /// Whether all of a file can be read.
    pub fn is_readable(&self, path: &str) -> bool {
        let file = self.known(path).filter(|file| file.text(&self.db).is_ok());
        file.is_some_and(|file| !queries::has_syntax_errors(&self.db, file))
    }

    /// Everything that is wrong in a file and in what it imports, also in what nobody uses, in the
    /// order of the text.
    pub fn check(&self, path: &str) -> Vec<Diagnostic> {
        let Some(file) = self.db.file_at(path) else { return Vec::new() };
        self.sorted(check_file(&self.db, file, None))
    }

    /// Elaborates, lowers and plans one experiment, with values given from outside, which stand in the
    /// file `given`.
    pub(super) fn compile_with(
        &self,
        path: &str,
        experiment: Option<&str>,
        (overrides, given): (&[Override], Option<SourceFile>),
        keep: Keep,
    ) -> Result<Compilation, Vec<Diagnostic>> {
        let Some(file) = self.db.file_at(path) else { return Err(Vec::new()) };
        let db = &self.db;
        let (key, notes) = self.chosen(file, experiment)?;
        let mut diagnostics = check_file(db, file, Some(key));
        if let Some(given) = given {
            check_syntax(db, given, &mut diagnostics);
        }
        let Some(item) = OneItem::find(db, file, key) else { return Err(diagnostics) };
        let elaborated = queries::elaborate(db, item, overrides);
        diagnostics.extend(elaborated.diagnostics);
        let mut diagnostics = self.sorted(diagnostics);
        let is_wrong = diagnostics.iter().any(|own| own.severity == Severity::Error);
        let Some(model) = elaborated.model.filter(|_| !is_wrong) else {
            return Err(diagnostics);
        };
        let mut stages = Vec::new();
        db.packed_trees().let_go();
        let declared = typed::Declared::of(&model);
        let unfolded = (keep == Keep::EveryStage).then(|| model.clone());
        let (graph, found) = super::plan(model, |name, graph| {
            self.give_way();
            match keep {
                Keep::EveryStage => stages.push(Stage { name, graph: Arc::new(graph.clone()) }),
                Keep::Last => {}
            }
        });
        diagnostics.extend(found);
        let warnings = self.sorted(diagnostics);
        if warnings.iter().any(|own| own.severity == Severity::Error) {
            return Err(warnings);
        }
        let Some(planned) = graph else { return Err(warnings) };
        if keep == Keep::Last {
            stages.push(planned);
        }
        Ok(Compilation { model: declared, unfolded, stages, warnings, notes })
    }

    /// Elaborates, lowers and plans the experiment of this name, without values from outside; without
    /// a name, what [`Request`](crate::Request) says. The errors are those of the file and of what the
    /// experiment needs from others.
    pub fn compile(
        &self,
        path: &str,
        experiment: Option<&str>,
    ) -> Result<Compilation, Vec<Diagnostic>> {
        self.compile_with(path, experiment, (&[], None), Keep::Last)
    }

    pub(super) fn chosen(
        &self,
        file: SourceFile,
        experiment: Option<&str>,
    ) -> Result<Chosen, Vec<Diagnostic>> {
        let runnables = runnables(&self.db, file);
        let of = |kind: RunnableKind| runnables.iter().filter(move |own| own.kind == kind);
        let experiments: Vec<&Runnable> = of(RunnableKind::Experiment).collect();
        let whole = self.db.keys().whole_file(ModuleKey(file.number(&self.db)));
        let nowhere = Place { item: whole, span: Span::default() };
        if let Some(name) = experiment {
            return match experiments.iter().find(|own| own.name == name) {
                Some(experiment) => Ok((experiment.place.item, Vec::new())),
                None => {
                    // Some have lost theirs, such as those called as a reserved word.
                    let names = experiments.iter().map(|own| own.name.as_str());
                    let names: Vec<&str> = names.filter(|name| !name.is_empty()).collect();
                    let place = experiments.first().map_or(nowhere, |own| own.place);
                    Err(vec![diagnostics::unknown_experiment(place, name, &names)])
                }
            };
        }
        match (experiments.as_slice(), of(RunnableKind::Model).next_back()) {
            ([only], _) => Ok((only.place.item, Vec::new())),
            ([first, rest @ ..], _) => {
                let others: Vec<&str> = rest.iter().map(|own| own.name.as_str()).collect();
                let note = format!(
                    "ran the first experiment, `{}`; there are also {}",
                    first.name,
                    others.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
                );
                Ok((first.place.item, vec![note]))
            }
            ([], Some(model)) => {
                let note = format!("there is no experiment; compiled the model `{}`", model.name);
                Ok((model.place.item, vec![note]))
            }
            ([], None) => {
                let mut found = check_file(&self.db, file, None);
                if !found.iter().any(|own| own.severity == Severity::Error) {
                    found.push(diagnostics::no_experiment(nowhere, None));
                }
                Err(self.sorted(found))
            }
        }
    }

    /// The items of a file in the order of the text, each with its syntax tree.
    pub fn items(&self, path: &str) -> Vec<FileItem<'_>> {
        let Some(file) = self.db.file_at(path) else { return Vec::new() };
        let spans = queries::layout(&self.db, file).items.iter().map(|(_, span)| *span);
        let items = queries::items(&self.db, file).items.iter().zip(spans);
        items
            .filter_map(|(&text, span)| {
                let item = queries::parsed(&self.db, text).item.as_deref()?;
                Some(FileItem { key: ItemKey(text.key(&self.db)), span, item })
            })
            .collect()
    }

    /// The models and experiments of a file, in the order of the text.
    pub fn runnables(&self, path: &str) -> Vec<Runnable> {
        self.db.file_at(path).map(|file| runnables(&self.db, file)).unwrap_or_default()
    }

    /// What is known about the text that touches a byte. Only what stands there is evaluated, with
    /// what it needs.
    pub fn revealed_at(&self, path: &str, offset: usize) -> RevealedAt {
        let found = self.revelation_at(path, offset);
        let Some((revelation, at)) = found else { return RevealedAt::default() };
        let length = |own: &Revealed| own.place.span.end - own.place.span.start;
        // Of two neighbours the one that begins there.
        let expressions = revelation.expressions.into_iter();
        let expression = expressions.min_by_key(|own| (length(own), own.place.span.end == at));
        let element = revelation.elements.into_iter().min_by_key(length);
        RevealedAt { expression, element, experiment: revelation.experiment }
    }

    fn revelation_at(&self, path: &str, offset: usize) -> Option<(Revelation, u32)> {
        let file = self.db.file_at(path)?;
        let offset = u32::try_from(offset).ok()?;
        let items = &queries::layout(&self.db, file).items;
        let (key, span) =
            *items.iter().find(|(_, span)| (span.start..=span.end).contains(&offset))?;
        let at = offset - span.start;
        Some((focus::reveal(&self.db, file, key, Span::new(at, at)), at))
    }

    /// What is known about every expression and every name in a declaration that touches a range of
    /// bytes, in the order of the text.
    pub fn reveal_in(&self, path: &str, range: Range<usize>) -> Vec<Revealed> {
        let Some(file) = self.db.file_at(path) else { return Vec::new() };
        let clamped = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
        let (start, end) = (clamped(range.start), clamped(range.end));
        let mut found = Vec::new();
        for &(key, span) in &queries::layout(&self.db, file).items {
            if span.start <= end && start <= span.end {
                self.give_way();
                let end = end.min(span.end).saturating_sub(span.start);
                let within = Span::new(start.saturating_sub(span.start), end);
                found.extend(focus::reveal(&self.db, file, key, within).expressions);
            }
        }
        found
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
            queries::layout(&self.db, file).span_of(place.item)?.start
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
                (at.map(|at| (at.path, at.range.start, at.range.end)), own)
            })
            .collect();
        keyed.sort_by(|(a, first), (b, second)| (a, first.code).cmp(&(b, second.code)));
        let own = consequences::left_out(keyed, |path| self.text(path));
        own.into_iter().map(Diagnostic::brief).collect()
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
    for item in OneItem::all(db, file) {
        found.extend(queries::syntax_errors(db, item));
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
            fix: None,
            is_read: false,
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
    for item in OneItem::all(db, file) {
        let key = item.key(db);
        let is_experiment = queries::is_experiment(db, item);
        let is_compiled = only.is_some_and(|only| only == key || run.get(&key) == Some(&only));
        if run.contains_key(&key) || is_compiled || (is_experiment && only.is_some()) {
            found.extend(queries::syntax_errors(db, item));
        } else if is_experiment {
            last.push(item);
        } else {
            found.extend(checked(db, item));
        }
    }
    for item in last {
        found.extend(checked(db, item));
    }
}

/// What is wrong with an item. An editor asks for it after each edit, and of nearly all items it is what it was.
fn checked<'db>(db: &'db Database, item: OneItem<'db>) -> Vec<Diagnostic> {
    match item {
        OneItem::Tracked(item) => queries::checked(db, item).clone(),
        OneItem::InFile(_) => queries::check(db, item),
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
    for own in OneItem::all(db, file) {
        let Some(of) = own.kind(db) else { continue };
        let (kind, name) = match of {
            ItemKind::Model(model) => (RunnableKind::Model, &model.name),
            ItemKind::Experiment(experiment) => (RunnableKind::Experiment, &experiment.name),
            ItemKind::Import(_)
            | ItemKind::Const(_)
            | ItemKind::Function(_)
            | ItemKind::Enum(_)
            | ItemKind::Component(_) => continue,
        };
        let place = Place { item: own.key(db), span: name.span };
        found.push(Runnable { kind, name: name.text.to_string(), place });
    }
    found
}
