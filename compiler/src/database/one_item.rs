//! An item as queries hand it round, however it is kept.

use cdl_grammar::syntax::{Item, ItemKind, Span};

use super::Db;
use super::inputs::{ItemText, SourceFile};
use super::queries::{self, Header, Layout};
use crate::place::ItemKey;

/// An item of a file. Where texts are edited it is a row of salsa's, so that an edit costs what it is about; what salsa keeps of
/// a row and of what was asked of it takes a kilobyte. Where trees are packed it is a place in what is known of its file.
#[derive(Clone, Copy)]
pub(super) enum OneItem<'db> {
    Tracked(ItemText<'db>),
    InFile(InFile<'db>),
}

#[derive(Clone, Copy)]
pub(super) struct InFile<'db> {
    pub(super) file: SourceFile,
    /// In the order of the file.
    pub(super) number: u32,
    layout: &'db Layout,
    text: &'db str,
}

impl<'db> OneItem<'db> {
    /// The items of a file in order.
    pub(super) fn all(db: &'db dyn Db, file: SourceFile) -> Vec<Self> {
        if !db.packs() {
            return queries::items(db, file).items.iter().map(|&own| Self::Tracked(own)).collect();
        }
        let layout = queries::layout(db, file);
        (0..layout.items.len() as u32).filter_map(|at| Self::placed(db, file, layout, at)).collect()
    }

    /// The item with a number, while it stands in its file.
    pub(super) fn find(db: &'db dyn Db, file: SourceFile, key: ItemKey) -> Option<Self> {
        if !db.packs() {
            return queries::item_text(db, file, key.0).map(Self::Tracked);
        }
        let layout = queries::layout(db, file);
        Self::placed(db, file, layout, layout.position_of(key)?)
    }

    fn placed(db: &'db dyn Db, file: SourceFile, layout: &'db Layout, number: u32) -> Option<Self> {
        let text = file.text(db).as_deref().ok()?;
        Some(Self::InFile(InFile { file, number, layout, text }))
    }

    pub(super) fn key(self, db: &'db dyn Db) -> ItemKey {
        match self {
            Self::Tracked(item) => ItemKey(item.key(db)),
            Self::InFile(own) => own.key(),
        }
    }

    /// Without its members.
    pub(super) fn header(self, db: &'db dyn Db) -> &'db Header {
        match self {
            Self::Tracked(item) => queries::header(db, item),
            Self::InFile(own) => queries::headers(db, own.file).at(own.number),
        }
    }

    pub(super) fn item(self, db: &'db dyn Db) -> Option<&'db Item> {
        self.header(db).item.as_deref()
    }

    pub(super) fn kind(self, db: &'db dyn Db) -> Option<&'db ItemKind> {
        self.item(db).map(|item| &item.kind)
    }
}

impl<'db> InFile<'db> {
    pub(super) fn key(self) -> ItemKey {
        self.layout.items.get(self.number as usize).map_or(ItemKey(u32::MAX), |(key, _)| *key)
    }

    pub(super) fn text(self) -> &'db str {
        let span = self.layout.items.get(self.number as usize).map(|(_, span)| *span);
        queries::slice(self.text, span.unwrap_or_default())
    }

    /// The chunks of its members in the file, and where the item starts there.
    fn members(self) -> (&'db [Span], u32) {
        match self.layout.outline.items.get(self.number as usize) {
            Some(own) => (&own.members, own.header.start),
            None => (&[], 0),
        }
    }

    /// How many items stand in the file.
    pub(super) fn of(self) -> usize {
        self.layout.items.len()
    }

    pub(super) fn count(self) -> usize {
        self.members().0.len()
    }

    /// Where the chunk with a number is in the item.
    pub(super) fn chunk(self, number: usize) -> Option<Span> {
        let (chunks, start) = self.members();
        let chunk = chunks.get(number)?;
        Some(Span::new(chunk.start - start, chunk.end - start))
    }

    /// The number of the chunk that starts at an offset from the start of the item.
    pub(super) fn chunk_at(self, offset: u32) -> Option<usize> {
        let (chunks, start) = self.members();
        chunks.binary_search_by_key(&offset, |chunk| chunk.start - start).ok()
    }
}
