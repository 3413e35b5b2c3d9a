//! From a file's text to its items, chunk by chunk.

use std::sync::Arc;

use cdl_grammar::syntax::{Item, ItemKind, Member, Placed, Span, SyntaxError};
use cdl_grammar::{Outline, compose_item, parse_item_header, parse_member};

use crate::elaborate::ModuleKey;
use crate::place::ItemKey;

use super::storage::{Db, ItemIdentity, ItemWord, SourceFile};

/// The text of a chunk. Equal texts are one value, so each is parsed once.
#[salsa::interned]
pub(super) struct Chunk<'db> {
    #[returns(deref)]
    pub(super) text: Arc<str>,
}

/// An item as text. Its key stays when the text changes; where the item stands in the file is not
/// part of it.
#[salsa::tracked]
pub(super) struct ItemSource<'db> {
    pub(super) key: ItemKey,
    #[tracked]
    pub(super) header: Chunk<'db>,
    /// With the offset of each chunk from the start of the item.
    #[tracked]
    #[returns(deref)]
    pub(super) members: Vec<(u32, Chunk<'db>)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ParsedHeader {
    /// Without members.
    pub(super) item: Option<Item>,
    pub(super) errors: Vec<SyntaxError>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ParsedMembers {
    pub(super) members: Vec<Arc<Member>>,
    pub(super) errors: Vec<SyntaxError>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ParsedItem {
    pub(super) item: Option<Item>,
    /// Relative to the start of the item.
    pub(super) errors: Vec<SyntaxError>,
}

#[salsa::tracked(returns(ref))]
pub(super) fn outline(db: &dyn Db, file: SourceFile) -> Outline {
    match file.text(db) {
        Ok(text) => cdl_grammar::outline(text),
        Err(_) => Outline::default(),
    }
}

#[salsa::tracked(returns(ref))]
pub(super) fn header<'db>(db: &'db dyn Db, chunk: Chunk<'db>) -> ParsedHeader {
    let (item, errors) = parse_item_header(chunk.text(db));
    ParsedHeader { item, errors }
}

#[salsa::tracked(returns(ref))]
pub(super) fn members<'db>(db: &'db dyn Db, chunk: Chunk<'db>) -> ParsedMembers {
    let (members, errors) = parse_member(chunk.text(db));
    ParsedMembers { members: members.into_iter().map(Arc::new).collect(), errors }
}

/// The items of a file in the order of the text.
#[salsa::tracked(returns(deref))]
pub(super) fn items<'db>(db: &'db dyn Db, file: SourceFile) -> Vec<ItemSource<'db>> {
    let Ok(text) = file.text(db) else { return Vec::new() };
    let chunk = |span: Span| {
        let text = text.get(span.start as usize..span.end as usize).unwrap_or_default();
        Chunk::new(db, Arc::<str>::from(text))
    };
    let mut items: Vec<ItemSource<'db>> = Vec::new();
    let mut seen = std::collections::BTreeMap::<(ItemWord, Arc<str>), u32>::new();
    for part in &outline(db, file).items {
        let header_chunk = chunk(part.header);
        let (kind, name) = word_and_name(header(db, header_chunk).item.as_ref());
        let ordinal = seen.entry((kind, name.clone())).or_insert(0);
        let identity =
            ItemIdentity { module: ModuleKey(file.module(db)), kind, name, ordinal: *ordinal };
        *ordinal += 1;
        let members = part
            .members
            .iter()
            .map(|&span| (span.start.saturating_sub(part.span.start), chunk(span)))
            .collect::<Vec<_>>();
        items.push(ItemSource::new(db, db.item_key(&identity), header_chunk, members));
    }
    items
}

/// The same, sorted by key.
#[salsa::tracked(returns(deref))]
fn items_by_key<'db>(db: &'db dyn Db, file: SourceFile) -> Vec<(u32, ItemSource<'db>)> {
    let mut sorted: Vec<_> = items(db, file).iter().map(|item| (item.key(db).0, *item)).collect();
    sorted.sort_by_key(|(key, _)| *key);
    sorted
}

#[salsa::tracked(returns(ref))]
pub(super) fn parsed<'db>(db: &'db dyn Db, source: ItemSource<'db>) -> ParsedItem {
    let header = header(db, source.header(db));
    let mut errors = header.errors.clone();
    let mut placed: Vec<Placed<Arc<Member>>> = Vec::with_capacity(source.members(db).len());
    for &(offset, chunk) in source.members(db) {
        let parsed = members(db, chunk);
        placed.extend(parsed.members.iter().map(|node| Placed { offset, node: node.clone() }));
        errors.extend(parsed.errors.iter().map(|error| SyntaxError {
            span: error.span.shifted(offset),
            ..error.clone()
        }));
    }
    let item = header.item.clone().map(|item| compose_item(item, placed));
    ParsedItem { item, errors }
}

/// The text of an item with a key, if there still is one.
pub(super) fn source_of<'db>(db: &'db dyn Db, key: ItemKey) -> Option<ItemSource<'db>> {
    let file = db.file_of(db.module_of(key))?;
    let sorted = items_by_key(db, file);
    let index = sorted.binary_search_by_key(&key.0, |(each, _)| *each).ok()?;
    sorted.get(index).map(|(_, source)| *source)
}

/// The key under which places count from the start of the file.
pub(super) fn file_key(db: &dyn Db, file: SourceFile) -> ItemKey {
    db.item_key(&ItemIdentity {
        module: ModuleKey(file.module(db)),
        kind: ItemWord::File,
        name: "".into(),
        ordinal: 0,
    })
}

fn word_and_name(item: Option<&Item>) -> (ItemWord, Arc<str>) {
    let Some(item) = item else { return (ItemWord::Broken, "".into()) };
    match &item.kind {
        ItemKind::Import(import) => {
            let first = import.targets.first().map(|target| target.path.text.clone());
            (ItemWord::Import, first.unwrap_or_else(|| "".into()))
        }
        ItemKind::Const(each) => (ItemWord::Const, each.name.text.clone()),
        ItemKind::Function(each) => (ItemWord::Function, each.name.text.clone()),
        ItemKind::Model(each) => (ItemWord::Model, each.name.text.clone()),
        ItemKind::Component(each) => (ItemWord::Component, each.name.text.clone()),
        ItemKind::Experiment(each) => (ItemWord::Experiment, each.name.text.clone()),
    }
}
