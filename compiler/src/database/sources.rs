//! Elaboration's questions, answered by queries, so that salsa learns what a model depends on.

use std::cell::Cell;
use std::sync::Arc;

use cdl_grammar::syntax::{Item, ItemKind, Member, Placed};

use super::{Db, SourceFile, paths, queries};
use crate::elaborate::{Chunk, Members, ModuleKey, ModuleNames, Sources};
use crate::place::ItemKey;
use crate::resolve::Declarations;
use crate::tables::{Data, DataError, Sheet};

pub(super) struct DatabaseSources<'db> {
    db: &'db dyn Db,
    /// Nearly always asked for again.
    last: Cell<Option<(ItemKey, &'db [Placed<Arc<Member>>])>>,
}

/// The file is going to be read, and then the question will be asked again.
static NOT_READ: DataError = DataError::Unreadable(String::new());

static NO_NAMES: ModuleNames = ModuleNames { names: std::collections::BTreeMap::new() };

impl<'db> DatabaseSources<'db> {
    pub(super) fn new(db: &'db dyn Db) -> Self {
        Self { db, last: Cell::new(None) }
    }

    fn members(&self, key: ItemKey) -> &'db [Placed<Arc<Member>>] {
        if let Some((last, members)) = self.last.get()
            && last == key
        {
            return members;
        }
        let members: &[Placed<Arc<Member>>] = match self.item(key).map(|item| &item.kind) {
            Some(ItemKind::Model(own) | ItemKind::Component(own)) => &own.members,
            Some(ItemKind::Experiment(own)) => &own.members,
            _ => &[],
        };
        self.last.set(Some((key, members)));
        members
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
        let file = {
            let keys = self.db.keys();
            keys.file(keys.module_of(key)?)?
        };
        let text = queries::item_text(self.db, file, key.0)?;
        queries::parsed(self.db, text).item.as_deref()
    }

    fn chunks(&self, key: ItemKey) -> usize {
        self.members(key).len()
    }

    fn chunk(&self, key: ItemKey, number: usize) -> Option<Chunk> {
        self.members(key)
            .get(number)
            .map(|own| Chunk { offset: own.offset, members: Members::One(own.node.clone()) })
    }

    fn chunk_at(&self, key: ItemKey, offset: u32) -> Option<Chunk> {
        let members = self.members(key);
        let first = members.partition_point(|own| own.offset < offset);
        let own = members.get(first..)?.iter().take_while(|own| own.offset == offset);
        let members = match own.clone().count() {
            0 => return None,
            1 => Members::One(members.get(first)?.node.clone()),
            _ => Members::Several(own.map(|own| own.node.clone()).collect()),
        };
        Some(Chunk { offset, members })
    }

    fn declarations(&self, key: ItemKey) -> Option<&'db Declarations> {
        let file = {
            let keys = self.db.keys();
            keys.file(keys.module_of(key)?)?
        };
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
