//! Elaboration's view of the database: every question it asks becomes a dependency.

use cdl_grammar::syntax::Item;

use crate::elaborate::{ModuleKey, ModuleNames, Sources};
use crate::place::ItemKey;
use crate::tables::{self, Data, DataError};

use super::items::{parsed, source_of};
use super::names::{self, relative};
use super::storage::{Db, SourceFile};

/// Nothing, for a module that is not there.
static NO_NAMES: ModuleNames = ModuleNames { names: std::collections::BTreeMap::new() };

pub(super) struct DatabaseSources<'db> {
    pub(super) db: &'db dyn Db,
}

#[salsa::tracked(returns(ref))]
fn data(db: &dyn Db, file: SourceFile) -> Result<Data, DataError> {
    match file.text(db) {
        Ok(text) => tables::read(file.path(db), text),
        Err(error) => Err(DataError::Unreadable(error.clone())),
    }
}

impl<'db> Sources<'db> for DatabaseSources<'db> {
    fn item(&self, key: ItemKey) -> Option<&'db Item> {
        parsed(self.db, source_of(self.db, key)?).item.as_ref()
    }

    fn module_of(&self, key: ItemKey) -> ModuleKey {
        self.db.module_of(key)
    }

    fn names(&self, module: ModuleKey) -> &'db ModuleNames {
        match self.db.file_of(module) {
            Some(file) => &names::module(self.db, file).names,
            None => &NO_NAMES,
        }
    }

    fn data(&self, module: ModuleKey, path: &str) -> Result<&'db Data, DataError> {
        let from = self.db.file_of(module).map_or("", |file| file.path(self.db));
        data(self.db, self.db.file(&relative(from, path))).as_ref().map_err(Clone::clone)
    }
}
