//! Elaboration's questions, answered by queries, so that salsa learns what a model depends on.

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use cdl_grammar::PackedMembers;
use cdl_grammar::syntax::{Item, ItemKind, Member, Placed, Span};

use super::inputs::ItemText;
use super::recent::{ChunkAt, Recent};
use super::{Db, SourceFile, packed_trees, paths, queries};
use crate::elaborate::{Chunk, Members, ModuleKey, ModuleNames, Sources};
use crate::place::ItemKey;
use crate::resolve::Declarations;
use crate::tables::{Data, DataError, Sheet};

pub(super) struct DatabaseSources<'db> {
    db: &'db dyn Db,
    packs: bool,
    /// The item that was asked for last, which nearly always is the next one, too.
    text: Cell<Option<(ItemKey, ItemText<'db>)>>,
    /// The same with its members.
    last: RefCell<Option<(ItemKey, Known<'db>)>>,
    recent: RefCell<Recent>,
}

/// The members of an item.
#[derive(Clone)]
enum Known<'db> {
    Kept(&'db [Placed<Arc<Member>>]),
    Packed(ItemText<'db>, Arc<PackedMembers>),
}

impl<'db> Known<'db> {
    fn count(&self, db: &'db dyn Db) -> usize {
        match self {
            Self::Kept(members) => members.len(),
            Self::Packed(item, _) => item.chunks(db).len().saturating_sub(1),
        }
    }
}

/// The file is going to be read, and then the question will be asked again.
static NOT_READ: DataError = DataError::Unreadable(String::new());

static NO_NAMES: ModuleNames = ModuleNames { names: std::collections::BTreeMap::new() };

impl<'db> DatabaseSources<'db> {
    pub(super) fn new(db: &'db dyn Db) -> Self {
        Self {
            db,
            packs: db.packs(),
            text: Cell::default(),
            last: RefCell::default(),
            recent: RefCell::default(),
        }
    }

    /// For who asks for items with all that stands in them, whether trees are packed or not.
    pub(super) fn whole(db: &'db dyn Db) -> Self {
        Self { packs: false, ..Self::new(db) }
    }

    fn members(&self, key: ItemKey) -> Known<'db> {
        if let Some((last, known)) = &*self.last.borrow()
            && *last == key
        {
            return known.clone();
        }
        let known = match self.text_of(key).filter(|_| self.packs) {
            Some(item) => Known::Packed(item, packed_trees::packed(self.db, item)),
            None => match self.item(key).map(|item| &item.kind) {
                Some(ItemKind::Model(own) | ItemKind::Component(own)) => Known::Kept(&own.members),
                Some(ItemKind::Experiment(own)) => Known::Kept(&own.members),
                _ => Known::Kept(&[]),
            },
        };
        *self.last.borrow_mut() = Some((key, known.clone()));
        known
    }

    fn unpacked(
        &self,
        at: ChunkAt,
        span: Span,
        (item, packed): (ItemText<'db>, &PackedMembers),
    ) -> Option<Chunk> {
        if let Some(known) = self.recent.borrow().get(at) {
            return Some(known.clone());
        }
        let text = item.text(self.db).get(span.start as usize..span.end as usize)?;
        let members = packed.get(at.1, text)?;
        let members = Members::of(members.into_iter().map(Arc::new));
        let members = members.unwrap_or(Members::Several(Arc::default()));
        let chunk = Chunk { offset: span.start, members };
        self.recent.borrow_mut().add(at, chunk.clone(), text.len());
        Some(chunk)
    }

    fn text_of(&self, key: ItemKey) -> Option<ItemText<'db>> {
        if let Some((last, text)) = self.text.get()
            && last == key
        {
            return Some(text);
        }
        let file = {
            let keys = self.db.keys();
            keys.file(keys.module_of(key)?)?
        };
        let text = match self.packs {
            true => queries::found_item(self.db, file, key.0),
            false => queries::item_text(self.db, file, key.0),
        }?;
        self.text.set(Some((key, text)));
        Some(text)
    }

    fn file_beside(&self, module: ModuleKey, path: &str) -> Option<SourceFile> {
        let path = match self.db.keys().file(module) {
            Some(file) => paths::relative_to(file.path(self.db), path),
            None => path.into(),
        };
        self.db.file_at(&path)
    }
}

impl<'db> Sources<'db> for DatabaseSources<'db> {
    fn give_way(&self) {
        self.db.unwind_if_revision_cancelled();
    }

    fn item(&self, key: ItemKey) -> Option<&'db Item> {
        let text = self.text_of(key)?;
        match self.packs {
            true => queries::header(self.db, text).item.as_deref(),
            false => queries::parsed(self.db, text).item.as_deref(),
        }
    }

    fn chunks(&self, key: ItemKey) -> usize {
        self.members(key).count(self.db)
    }

    fn chunk(&self, key: ItemKey, number: usize) -> Option<Chunk> {
        match self.members(key) {
            Known::Kept(members) => members
                .get(number)
                .map(|own| Chunk { offset: own.offset, members: Members::One(own.node.clone()) }),
            Known::Packed(item, packed) => {
                let &(start, end) = item.chunks(self.db).get(number + 1)?;
                self.unpacked((key, number), Span::new(start, end), (item, &packed))
            }
        }
    }

    fn chunk_at(&self, key: ItemKey, offset: u32) -> Option<Chunk> {
        match self.members(key) {
            Known::Kept(members) => {
                let first = members.partition_point(|own| own.offset < offset);
                let own = members.get(first..)?.iter().take_while(|own| own.offset == offset);
                let own = own.map(|own| own.node.clone());
                Members::of(own).map(|members| Chunk { offset, members })
            }
            Known::Packed(item, packed) => {
                let chunks = item.chunks(self.db).get(1..)?;
                let number = chunks.binary_search_by_key(&offset, |&(start, _)| start).ok()?;
                let &(start, end) = chunks.get(number)?;
                self.unpacked((key, number), Span::new(start, end), (item, &packed))
            }
        }
    }

    fn declarations(&self, key: ItemKey) -> Option<&'db Declarations> {
        queries::declarations(self.db, self.text_of(key)?).as_ref()
    }

    fn module_of(&self, key: ItemKey) -> ModuleKey {
        self.db.keys().module_of(key).unwrap_or(ModuleKey::NOWHERE)
    }

    fn names(&self, module: ModuleKey) -> &'db ModuleNames {
        let file = self.db.keys().file(module);
        match file {
            Some(file) => &queries::names(self.db, file).names,
            None => &NO_NAMES,
        }
    }

    fn data(&self, module: ModuleKey, path: &str) -> Result<&'db Data, &'db DataError> {
        match self.file_beside(module, path) {
            Some(file) => queries::data(self.db, file).as_ref(),
            None => Err(&NOT_READ),
        }
    }

    fn sheet(&self, module: ModuleKey, path: &str) -> Result<&'db Sheet, &'db DataError> {
        match self.file_beside(module, path) {
            Some(file) => queries::sheet(self.db, file).as_ref(),
            None => Err(&NOT_READ),
        }
    }
}
