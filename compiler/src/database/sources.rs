//! Elaboration's questions, answered by queries, so that salsa learns what a model depends on.

use cdl_grammar::syntax::Item;

use super::Db;
use super::queries;
use crate::elaborate::{ModuleKey, ModuleNames, Sources};
use crate::place::ItemKey;

pub(super) struct DatabaseSources<'db> {
    db: &'db dyn Db,
}

static NO_NAMES: ModuleNames = ModuleNames { names: std::collections::BTreeMap::new() };

impl<'db> DatabaseSources<'db> {
    pub(super) fn new(db: &'db dyn Db) -> Self {
        Self { db }
    }
}

impl<'db> Sources<'db> for DatabaseSources<'db> {
    fn item(&self, key: ItemKey) -> Option<&'db Item> {
        let file = {
            let keys = self.db.keys();
            keys.file(keys.module_of(key)?)?
        };
        let text = queries::item_text(self.db, file, key.0)?;
        queries::parsed(self.db, text).item.as_ref()
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
}
