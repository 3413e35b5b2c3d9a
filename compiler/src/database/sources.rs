//! Elaboration's questions, answered by queries, so that salsa learns what a model depends on.

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use cdl_grammar::PackedMembers;
use cdl_grammar::syntax::{Item, ItemKind, Member, Placed, Span};

use super::alike::{Fingerprint, Fingerprints};
use super::one_item::{InFile, OneItem};
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
    text: Cell<Option<(ItemKey, OneItem<'db>)>>,
    /// The same with its members.
    last: RefCell<Option<(ItemKey, Known<'db>)>>,
    recent: RefCell<Recent<ChunkAt, Chunk>>,
    /// The same by their texts: generated models write one member in item after item.
    alike: RefCell<Recent<Fingerprint, Members>>,
    fingerprints: Fingerprints,
}

/// Of the text of a chunk for which others that read alike are looked for.
const SHORT: usize = 1 << 10;

/// The members of an item.
#[derive(Clone)]
enum Known<'db> {
    Kept(&'db [Placed<Arc<Member>>]),
    Packed(InFile<'db>, Arc<PackedMembers>),
}

impl<'db> Known<'db> {
    fn count(&self) -> usize {
        match self {
            Self::Kept(members) => members.len(),
            Self::Packed(item, _) => item.count(),
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
            alike: RefCell::default(),
            fingerprints: Fingerprints::default(),
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
        let known = match self.text_of(key) {
            Some(OneItem::InFile(item)) => Known::Packed(item, packed_trees::packed(self.db, item)),
            _ => match self.item(key).map(|item| &item.kind) {
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
        (item, packed): (InFile<'db>, &PackedMembers),
    ) -> Option<Chunk> {
        if let Some(known) = self.recent.borrow().get(at) {
            return Some(known.clone());
        }
        let text = item.text().get(span.start as usize..span.end as usize)?;
        let fingerprint = (text.len() < SHORT).then(|| self.fingerprints.of(text));
        let alike = fingerprint.and_then(|own| self.alike.borrow().get(own).cloned());
        let members = alike.unwrap_or_else(|| {
            // Somebody may have let go of it who did not expect this question.
            let members = packed.get(at.1, text);
            let members = members.unwrap_or_else(|| cdl_grammar::parse_member(text).0);
            let members = Members::of(members.into_iter().map(Arc::new));
            let members = members.unwrap_or(Members::Several(Arc::default()));
            if let Some(own) = fingerprint {
                self.alike.borrow_mut().add(own, members.clone(), text.len());
            }
            members
        });
        let chunk = Chunk { offset: span.start, members };
        self.recent.borrow_mut().add(at, chunk.clone(), text.len());
        Some(chunk)
    }

    fn file_of(&self, key: ItemKey) -> Option<SourceFile> {
        let keys = self.db.keys();
        keys.file(keys.module_of(key)?)
    }

    fn text_of(&self, key: ItemKey) -> Option<OneItem<'db>> {
        if let Some((last, text)) = self.text.get()
            && last == key
        {
            return Some(text);
        }
        let file = self.file_of(key)?;
        let text = match self.packs {
            true => OneItem::find(self.db, file, key),
            false => queries::item_text(self.db, file, key.0).map(OneItem::Tracked),
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
        match self.text_of(key)? {
            OneItem::Tracked(item) => queries::parsed(self.db, item).item.as_deref(),
            item @ OneItem::InFile(_) => item.item(self.db),
        }
    }

    fn chunks(&self, key: ItemKey) -> usize {
        self.members(key).count()
    }

    fn chunk(&self, key: ItemKey, number: usize) -> Option<Chunk> {
        match self.members(key) {
            Known::Kept(members) => members
                .get(number)
                .map(|own| Chunk { offset: own.offset, members: Members::One(own.node.clone()) }),
            Known::Packed(item, packed) => {
                self.unpacked((key, number), item.chunk(number)?, (item, &packed))
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
                let number = item.chunk_at(offset)?;
                self.unpacked((key, number), item.chunk(number)?, (item, &packed))
            }
        }
    }

    fn let_go(&self, key: ItemKey, offset: u32) {
        if let Some(OneItem::InFile(item)) = self.text_of(key)
            && let Some(number) = item.chunk_at(offset)
        {
            self.last.take();
            packed_trees::let_go_before(self.db, item, number + 1);
        }
    }

    fn declarations(&self, key: ItemKey) -> Option<&'db Declarations> {
        let file = self.file_of(key)?;
        queries::declarations(self.db, queries::item_text(self.db, file, key.0)?).as_ref()
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
