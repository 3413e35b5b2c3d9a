//! The steps of the compiler as queries: each runs again only when what it has read has changed.
//!
//! ```text
//! text -> items        which items there are; an edit inside of one leaves this as it was
//!      -> item text    -> parsed                              one parse per chunk that changed
//!      -> header       -> names                               who is called what; imports
//! item   -> meaning     reads the items that it uses
//!        -> checked
//! ```

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use cdl_grammar::syntax::{Item, ItemKind, Member, Name, Placed, Span, SyntaxError, Text};
use rustc_hash::FxHashMap;

use super::excerpt::Excerpt;
use super::inputs::{ItemText, SourceFile};
use super::keys::ItemIdentity;
use super::one_item::OneItem;
use super::packed_trees;
use super::paths;
use super::sources::DatabaseSources;
use super::{Db, View};
use crate::diagnostics::{self, Diagnostic, Severity};
use crate::elaborate::{Definition, Elaborated, Meaning, ModuleKey, ModuleNames, Override, Root};
use crate::place::{ItemKey, Place};
use crate::resolve::{self, Declarations, Known, Resolver, Use};
use crate::tables::{self, Data, DataError, Sheet};

/// Where the items of a file are, in order. It changes with every edit that moves something.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Layout {
    pub(super) items: Vec<(ItemKey, Span)>,
    /// What the outline could not read; spans are relative to the file.
    pub(super) errors: Vec<SyntaxError>,
    pub(super) outline: cdl_grammar::Outline,
    /// Positions of the items, by their keys.
    by_key: Vec<u32>,
}

impl Layout {
    /// Where the item stands in the file, while it does.
    pub(super) fn span_of(&self, key: ItemKey) -> Option<Span> {
        self.items.get(self.position_of(key)? as usize).map(|(_, span)| *span)
    }

    /// Which of the items it is, while it stands in the file.
    pub(super) fn position_of(&self, key: ItemKey) -> Option<u32> {
        let of = |&position: &u32| self.items[position as usize].0;
        let found = self.by_key.binary_search_by_key(&key, of).ok()?;
        self.by_key.get(found).copied()
    }
}

#[salsa::tracked(returns(ref))]
pub(super) fn layout(db: &dyn Db, file: SourceFile) -> Layout {
    let Ok(text) = file.text(db) else { return Layout::default() };
    let outline = cdl_grammar::outline(text);
    let module = ModuleKey(file.number(db));
    let mut ordinals: FxHashMap<(&str, &str), u32> = FxHashMap::default();
    let mut keys = db.keys();
    let items: Vec<(ItemKey, Span)> = outline
        .items
        .iter()
        .map(|item| {
            let header = slice(text, item.header);
            let (word, name) = word_and_name(header);
            let ordinal = ordinals.entry((word, name)).or_default();
            let identity =
                ItemIdentity { module, word: word.into(), name: name.into(), ordinal: *ordinal };
            *ordinal += 1;
            (keys.item(identity), Span::new(item.header.start, item.span.end))
        })
        .collect();
    let mut by_key: Vec<u32> = (0..items.len() as u32).collect();
    by_key.sort_unstable_by_key(|&position| items[position as usize].0);
    Layout { items, errors: outline.errors.clone(), outline, by_key }
}

/// The items of a file in order.
#[derive(PartialEq, Eq, salsa::SalsaValue)]
pub(super) struct Items<'db> {
    pub(super) items: Vec<ItemText<'db>>,
    /// Their positions, by their keys.
    by_key: Vec<u32>,
}

#[salsa::tracked(returns(ref))]
pub(super) fn items<'db>(db: &'db dyn Db, file: SourceFile) -> Items<'db> {
    let Ok(text) = file.text(db) else { return Items { items: Vec::new(), by_key: Vec::new() } };
    let layout = layout(db, file);
    let items = layout.items.iter().zip(&layout.outline.items).map(|((key, span), outline)| {
        let start = span.start;
        let chunks: Arc<[(u32, u32)]> = std::iter::once(&outline.header)
            .chain(&outline.members)
            .map(|chunk| (chunk.start - start, chunk.end - start))
            .collect();
        ItemText::new(db, key.0, Excerpt::of(text, *span), chunks)
    });
    Items { items: items.collect(), by_key: layout.by_key.clone() }
}

/// The item with a number, while it stands in its file.
#[salsa::tracked(returns(copy))]
pub(super) fn item_text<'db>(db: &'db dyn Db, file: SourceFile, key: u32) -> Option<ItemText<'db>> {
    let Items { items, by_key } = items(db, file);
    let found = by_key.binary_search_by_key(&key, |&position| items[position as usize].key(db));
    found.ok().map(|found| items[by_key[found] as usize])
}

/// An item without its members.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Header {
    pub(super) item: Option<Arc<Item>>,
    pub(super) errors: Vec<SyntaxError>,
}

impl Header {
    fn read(text: &str) -> Self {
        let (item, errors) = cdl_grammar::parse_item_header(text);
        Self { item: item.map(Arc::new), errors }
    }
}

#[salsa::tracked(returns(ref))]
pub(super) fn header<'db>(db: &'db dyn Db, item: ItemText<'db>) -> Header {
    match item.chunks(db).first() {
        Some(&(start, end)) => Header::read(slice(item.text(db), Span::new(start, end))),
        None => Header::read(""),
    }
}

/// Of all items of a file whose trees are packed, in order.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Headers(Box<[Header]>);

impl Headers {
    pub(super) fn at(&self, number: u32) -> &Header {
        static NONE: Header = Header { item: None, errors: Vec::new() };
        self.0.get(number as usize).unwrap_or(&NONE)
    }
}

#[salsa::tracked(returns(ref))]
pub(super) fn headers(db: &dyn Db, file: SourceFile) -> Headers {
    let Ok(text) = file.text(db) else { return Headers(Box::default()) };
    let items = layout(db, file).outline.items.iter();
    Headers(items.map(|item| Header::read(slice(text, item.header))).collect())
}

/// The syntax tree of an item; spans of the errors are relative to the item.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Parsed {
    /// Without members it is the header, which may be a constant of a million numbers.
    pub(super) item: Option<Arc<Item>>,
    pub(super) errors: Vec<SyntaxError>,
}

#[salsa::tracked(returns(ref))]
pub(super) fn parsed<'db>(db: &'db dyn Db, item: ItemText<'db>) -> Parsed {
    let header = header(db, item);
    let mut errors = header.errors.clone();
    let Some(head) = header.item.clone() else { return Parsed { item: None, errors } };
    if item.chunks(db).len() <= 1 {
        return Parsed { item: Some(head), errors };
    }
    let text = item.text(db);
    let mut members: Vec<Placed<Arc<Member>>> = Vec::with_capacity(item.chunks(db).len());
    for &(start, end) in item.chunks(db).iter().skip(1) {
        let read = db.chunk(slice(text, Span::new(start, end)));
        members
            .extend(read.members().iter().map(|node| Placed { offset: start, node: node.clone() }));
        errors.extend(read.errors().iter().map(|error| error.shifted(start)));
    }
    let item = cdl_grammar::compose_item(Item::clone(&head), members);
    Parsed { item: Some(Arc::new(item)), errors }
}

/// What could not be read of an item.
fn errors_of<'db>(db: &'db dyn Db, item: OneItem<'db>) -> Cow<'db, [SyntaxError]> {
    match item {
        OneItem::InFile(item) => Cow::Owned(packed_trees::errors(db, item).to_vec()),
        OneItem::Tracked(item) => Cow::Borrowed(&parsed(db, item).errors),
    }
}

/// The names of a file with what is wrong with them.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Names {
    pub(super) names: ModuleNames,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// The files it imports, with the path in the text.
    pub(super) imports: Vec<(SourceFile, Place)>,
}

#[salsa::tracked(returns(ref))]
pub(super) fn names(db: &dyn Db, file: SourceFile) -> Names {
    let mut names =
        Names { names: ModuleNames::default(), diagnostics: Vec::new(), imports: Vec::new() };
    for item in OneItem::all(db, file) {
        let key = item.key(db);
        let Some(kind) = item.kind(db) else { continue };
        match kind {
            ItemKind::Import(import) => {
                for target in &import.targets {
                    add_import(db, file, key, target, &mut names);
                }
            }
            ItemKind::Const(own) => {
                add_name(&mut names, key, &own.name, "const", Meaning::Const(key))
            }
            ItemKind::Function(own) => {
                add_name(&mut names, key, &own.name, "function", Meaning::Function(key));
            }
            ItemKind::Model(own) => {
                add_name(&mut names, key, &own.name, "model", Meaning::Model(key))
            }
            ItemKind::Component(own) => {
                add_name(&mut names, key, &own.name, "component", Meaning::Component(key));
            }
            ItemKind::Enum(own) => add_name(&mut names, key, &own.name, "enum", Meaning::Enum(key)),
            ItemKind::Experiment(own) => {
                add_name(&mut names, key, &own.name, "experiment", Meaning::Experiment(key));
            }
        }
    }
    names
}

/// Experiments have names of their own: one may be called as a constant is.
fn add_name(names: &mut Names, key: ItemKey, name: &Name, what: &str, meaning: Meaning) {
    let place = Place { item: key, span: name.span };
    let entry: Text = match meaning {
        Meaning::Experiment(_) => format!("experiment {}", name.text).into(),
        _ => name.text.clone(),
    };
    match names.names.names.get(&entry) {
        Some(earlier) => {
            let report = diagnostics::duplicate_name(place, what, &name.text, earlier.place);
            names.diagnostics.push(report);
        }
        None => {
            names.names.names.insert(entry, Definition { meaning, place });
        }
    }
}

fn add_import(
    db: &dyn Db,
    file: SourceFile,
    key: ItemKey,
    target: &cdl_grammar::syntax::ImportTarget,
    names: &mut Names,
) {
    let place = Place { item: key, span: target.path.span };
    let path = View::import_path(file.path(db), target);
    let bound = bound(target);
    // What is no model is not read, as what is wrong with it would be quoted.
    if target.quoted && !path.ends_with(".cdl") {
        let report = diagnostics::import_of_another_kind(place, &target.path.text);
        names.diagnostics.push(report);
        return add_name(names, key, &bound, "import", Meaning::Missing);
    }
    let known = db.file_at(&path);
    let unreadable = known.and_then(|file| file.text(db).as_ref().err());
    let meaning = match known.filter(|found| found.text(db).is_ok()) {
        Some(found) => {
            names.imports.push((found, place));
            Meaning::Module(ModuleKey(found.number(db)))
        }
        None => {
            let tried = [path.as_ref()];
            let tried: &[&str] = if target.quoted { &tried } else { &[] };
            let library = paths::library_names();
            let candidates: &[&str] = if target.quoted { &[] } else { &library };
            let why = unreadable.filter(|why| target.quoted && !is_missing(why));
            let report = match why {
                Some(why) => diagnostics::import_not_read(place, &target.path.text, &path, why),
                None => diagnostics::import_not_found(place, &target.path.text, tried, candidates),
            };
            // Who meant another goes on by its name.
            if let (Some(fix), None) = (&report.fix, &target.alias)
                && let Some((_, meant)) = fix.replacement.rsplit_once('.')
                && *meant != *bound.text
                && !names.names.names.contains_key(meant)
            {
                let meant = Name { text: meant.into(), span: bound.span };
                add_name(names, key, &meant, "import", Meaning::Missing);
            }
            names.diagnostics.push(report);
            Meaning::Missing
        }
    };
    add_name(names, key, &bound, "import", meaning);
}

/// Whether a file cannot be read as there is none, by what systems say of it.
fn is_missing(why: &str) -> bool {
    ["No such file", "no such file", "The system cannot find"]
        .iter()
        .any(|own| why.starts_with(own))
}

/// The name that an import binds.
fn bound(target: &cdl_grammar::syntax::ImportTarget) -> Name {
    let span = target.alias.as_ref().map_or(target.path.span, |alias| alias.span);
    Name { text: target.bound_name().into(), span }
}

/// What an item declares, whoever asks.
#[salsa::tracked(returns(ref), no_eq)]
pub(super) fn declarations<'db>(db: &'db dyn Db, item: ItemText<'db>) -> Option<Declarations> {
    let length = item.text(db).len() as u32;
    parsed(db, item).item.as_deref().map(|item| resolve::declarations(item, length))
}

/// Every name in an item with what it refers to.
#[salsa::tracked(returns(ref), no_eq)]
pub(super) fn uses<'db>(db: &'db dyn Db, item: ItemText<'db>) -> Vec<Use> {
    let sources = DatabaseSources::whole(db);
    let known = Known::new(&sources);
    let resolver = Resolver::new(&known, ItemKey(item.key(db)));
    match (resolver, &parsed(db, item).item) {
        (Some(resolver), Some(item)) => resolve::uses(resolver, item, None),
        (_, _) => Vec::new(),
    }
}

/// A model as its experiment sets it up, with values that are given from outside, or an item by itself.
pub(super) fn elaborate<'db>(
    db: &'db dyn Db,
    item: OneItem<'db>,
    overrides: &[Override],
) -> Elaborated {
    let key = item.key(db);
    let root = if is_experiment(db, item) { Root::Experiment(key) } else { Root::Alone(key) };
    let sources = Box::new(DatabaseSources::new(db));
    crate::elaborate::elaborate(sources, &root, overrides)
}

pub(super) fn is_experiment<'db>(db: &'db dyn Db, item: OneItem<'db>) -> bool {
    matches!(item.kind(db), Some(ItemKind::Experiment(_)))
}

/// The numbers of a data file.
#[salsa::tracked(returns(ref))]
pub(super) fn data(db: &dyn Db, file: SourceFile) -> Result<Data, DataError> {
    match file.text(db) {
        Ok(text) => tables::read(file.path(db), text),
        Err(reason) => Err(DataError::Unreadable(reason.clone())),
    }
}

/// The cells of a data file.
#[salsa::tracked(returns(ref))]
pub(super) fn sheet(db: &dyn Db, file: SourceFile) -> Result<Sheet, DataError> {
    match file.text(db) {
        Ok(text) => tables::read_sheet(file.path(db), text),
        Err(reason) => Err(DataError::Unreadable(reason.clone())),
    }
}

/// What is wrong with an item that reads well.
#[derive(Debug, Default, PartialEq, Eq)]
struct Faults {
    /// With its parts by themselves.
    said: Vec<Diagnostic>,
    /// With the mechanism that is made of them, where these are all right.
    planned: Vec<Diagnostic>,
}

/// The model is dropped with its graph: they are many times as large as the text, and only who compiles needs them.
/// What cannot be read elsewhere is not asked for here, or each half-typed line would have all models elaborated anew.
fn found_in<'db>(db: &'db dyn Db, item: OneItem<'db>) -> Faults {
    let Elaborated { model, diagnostics: said, is_complete } = elaborate(db, item, &[]);
    let broken =
        said.iter().any(|own| own.severity == Severity::Error) || !errors_of(db, item).is_empty();
    let planned = match model {
        Some(model) if is_complete && !broken && is_run(db, item) => {
            db.packed_trees().let_go();
            crate::database::plan(model, |_, _| {}).1
        }
        Some(_) | None => Vec::new(),
    };
    Faults { said, planned }
}

#[salsa::tracked(returns(ref))]
fn meaning<'db>(db: &'db dyn Db, item: ItemText<'db>) -> Faults {
    found_in(db, OneItem::Tracked(item))
}

/// The same of an item whose trees are packed, of which a mechanism is made.
#[salsa::tracked(returns(ref))]
fn meaning_of_run(db: &dyn Db, file: SourceFile, key: u32) -> Faults {
    OneItem::find(db, file, ItemKey(key)).map_or_else(Faults::default, |own| found_in(db, own))
}

/// The same of all others of a file, of which there may be ten thousands: those with which something is wrong.
#[salsa::tracked(returns(ref))]
fn meaning_of_parts(db: &dyn Db, file: SourceFile) -> BTreeMap<ItemKey, Faults> {
    let parts = OneItem::all(db, file).into_iter().filter(|&item| {
        let is_import = matches!(item.kind(db), Some(ItemKind::Import(_)) | None);
        !is_import && !is_run(db, item) && !is_constant(db, item)
    });
    let found = parts.map(|item| (item.key(db), found_in(db, item)));
    found.filter(|(_, found)| !found.said.is_empty() || !found.planned.is_empty()).collect()
}

fn faults<'db>(db: &'db dyn Db, item: OneItem<'db>) -> &'db Faults {
    static NONE: Faults = Faults { said: Vec::new(), planned: Vec::new() };
    match item {
        OneItem::Tracked(item) => meaning(db, item),
        OneItem::InFile(own) if is_run(db, item) => meaning_of_run(db, own.file, own.key().0),
        OneItem::InFile(own) => meaning_of_parts(db, own.file).get(&own.key()).unwrap_or(&NONE),
    }
}

/// Whether a mechanism is made of an item.
fn is_run<'db>(db: &'db dyn Db, item: OneItem<'db>) -> bool {
    matches!(item.kind(db), Some(ItemKind::Experiment(_) | ItemKind::Model(_)))
}

/// Whether something in the file of an item, or in a file it imports, could not be read: what was
/// meant there may be what the mechanism lacks.
fn has_unread_text(db: &dyn Db, key: ItemKey) -> bool {
    let file = {
        let keys = db.keys();
        keys.module_of(key).and_then(|module| keys.file(module))
    };
    let Some(file) = file else { return false };
    let imported = names(db, file).imports.iter().map(|(file, _)| *file);
    std::iter::once(file).chain(imported).any(|file| has_syntax_errors(db, file))
}

#[salsa::tracked(returns(copy))]
pub(super) fn has_syntax_errors(db: &dyn Db, file: SourceFile) -> bool {
    !layout(db, file).errors.is_empty()
        || OneItem::all(db, file).into_iter().any(|item| !errors_of(db, item).is_empty())
}

/// What is wrong with an item by itself: syntax first, then what it means.
#[salsa::tracked(returns(ref))]
pub(super) fn checked<'db>(db: &'db dyn Db, item: ItemText<'db>) -> Vec<Diagnostic> {
    check(db, OneItem::Tracked(item))
}

/// The same, put together anew each time it is asked for.
pub(super) fn check<'db>(db: &'db dyn Db, item: OneItem<'db>) -> Vec<Diagnostic> {
    if let Some(ItemKind::Import(_)) | None = item.kind(db) {
        return syntax_errors(db, item);
    }
    let mut diagnostics = syntax_errors(db, item);
    let unread = !diagnostics.is_empty();
    let (said, planned): (_, &[Diagnostic]) = match is_constant(db, item) {
        true => (of_constants(db, item), &[]),
        false => {
            let Faults { said, planned } = faults(db, item);
            let counts = !planned.is_empty() && !has_unread_text(db, item.key(db));
            (said, if counts { planned } else { &[] })
        }
    };
    let meaning = said.iter().chain(planned).cloned();
    // What could not be read may be what uses a name, the analysis of an experiment, or the head of a block that ends in `end`.
    let is_of_that = |own: &Diagnostic| {
        matches!(own.code, "W0411" | "E0214") || diagnostics::is_end_of_other_block(own)
    };
    // An experiment tells of its model what the model has been told already.
    let is_experiment = matches!(item.kind(db), Some(ItemKind::Experiment(_)));
    let is_told = |own: &Diagnostic| {
        unread && is_of_that(own)
            || is_experiment
                && diagnostics::is_end_of_other_block(own)
                && has_unread_text(db, item.key(db))
    };
    diagnostics.extend(meaning.filter(|own| !is_told(own)));
    diagnostics
}

fn is_constant<'db>(db: &'db dyn Db, item: OneItem<'db>) -> bool {
    matches!(item.kind(db), Some(ItemKind::Const(_)))
}

/// What is wrong with each constant of a file. One by one, each would evaluate again all that it needs.
#[salsa::tracked(returns(ref))]
fn constants(db: &dyn Db, file: SourceFile) -> BTreeMap<ItemKey, Vec<Diagnostic>> {
    let all = OneItem::all(db, file).into_iter().filter(|&item| is_constant(db, item));
    let keys: Vec<ItemKey> = all.map(|item| item.key(db)).collect();
    let sources = Box::new(DatabaseSources::new(db));
    let mut found: BTreeMap<ItemKey, Vec<Diagnostic>> = BTreeMap::new();
    for (constant, own) in crate::elaborate::check_constants(sources, &keys) {
        found.entry(constant).or_default().push(own);
    }
    found
}

fn of_constants<'db>(db: &'db dyn Db, item: OneItem<'db>) -> &'db [Diagnostic] {
    let key = item.key(db);
    let file = {
        let keys = db.keys();
        keys.module_of(key).and_then(|module| keys.file(module))
    };
    let found = file.and_then(|file| constants(db, file).get(&key));
    found.map(Vec::as_slice).unwrap_or_default()
}

pub(super) fn syntax_errors<'db>(db: &'db dyn Db, item: OneItem<'db>) -> Vec<Diagnostic> {
    let key = item.key(db);
    let mut errors: Vec<Diagnostic> = errors_of(db, item)
        .iter()
        .map(|error| diagnostics::syntax_error(Place { item: key, span: error.span }, error))
        .collect();
    // The end of a block belongs to its head, which has been told.
    if errors.iter().any(|own| !diagnostics::is_end_of_other_block(own)) {
        errors.retain(|own| !diagnostics::is_end_of_other_block(own));
    }
    errors
}

/// The models that experiments of a file run; they need no check by themselves.
pub(super) fn models_of_experiments(db: &dyn Db, file: SourceFile) -> BTreeMap<ItemKey, ItemKey> {
    let names = &names(db, file).names.names;
    let mut models = BTreeMap::new();
    for item in OneItem::all(db, file) {
        let Some(ItemKind::Experiment(experiment)) = item.kind(db) else { continue };
        if let Some(Definition { meaning: Meaning::Model(model), .. }) =
            names.get(&experiment.model.text)
        {
            models.entry(*model).or_insert(item.key(db));
        }
    }
    models
}

/// The word and the name that a header starts with, after its comments.
fn word_and_name(header: &str) -> (&str, &str) {
    let mut rest = header.trim_start();
    while rest.starts_with("//") {
        rest = rest.split_once('\n').map_or("", |(_, rest)| rest).trim_start();
    }
    let (word, rest) = split_word(rest);
    let (name, _) = split_word(rest.trim_start());
    (word, name)
}

fn split_word(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(text.len());
    text.split_at(end)
}

pub(super) fn slice(text: &str, span: Span) -> &str {
    text.get(span.start as usize..span.end as usize).unwrap_or("")
}
