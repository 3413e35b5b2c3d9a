//! Numbers for files and items. A file keeps its number as long as the database lives, and an item as
//! long as its kind and name stand in its file; so they mean the same in every revision.

use std::hash::BuildHasher;
use std::sync::Arc;

use cdl_grammar::syntax::Text;
use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::inputs::SourceFile;
use crate::elaborate::ModuleKey;
use crate::place::ItemKey;
use crate::row::Row;

#[derive(Default)]
pub(super) struct Keys {
    files: Vec<SourceFile>,
    by_path: FxHashMap<Arc<str>, ModuleKey>,
    items: Row<ItemIdentity>,
    /// The identities themselves stand in the row: there may be as many as a few lines of a large file.
    by_identity: HashTable<ItemKey>,
}

/// What makes an item the same one after an edit.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct ItemIdentity {
    pub(super) module: ModuleKey,
    /// The word it starts with, such as `model`.
    pub(super) word: Text,
    pub(super) name: Text,
    /// Among items with the same word and name.
    pub(super) ordinal: u32,
}

fn hash(identity: &ItemIdentity) -> u64 {
    FxBuildHasher.hash_one(identity)
}

impl Keys {
    pub(super) fn file(&self, module: ModuleKey) -> Option<SourceFile> {
        self.files.get(module.0 as usize).copied()
    }

    pub(super) fn module(&self, path: &str) -> Option<ModuleKey> {
        self.by_path.get(path).copied()
    }

    pub(super) fn next_module(&self) -> ModuleKey {
        ModuleKey(self.files.len() as u32)
    }

    pub(super) fn add_file(&mut self, path: Arc<str>, file: SourceFile) {
        let module = self.next_module();
        self.files.push(file);
        self.by_path.insert(path, module);
    }

    pub(super) fn item(&mut self, identity: ItemIdentity) -> ItemKey {
        let items = &self.items;
        let is_own = |key: &ItemKey| items[key.0 as usize] == identity;
        let hash = hash(&identity);
        if let Some(&known) = self.by_identity.find(hash, is_own) {
            return known;
        }
        let key = ItemKey(self.items.len() as u32);
        self.items.push(identity);
        let items = &self.items;
        self.by_identity.insert_unique(hash, key, |key| self::hash(&items[key.0 as usize]));
        key
    }

    /// Stands for a file as a whole; places in it are relative to the start of the file.
    pub(super) fn whole_file(&mut self, module: ModuleKey) -> ItemKey {
        let (word, name) = (Text::default(), Text::default());
        self.item(ItemIdentity { module, word, name, ordinal: 0 })
    }

    pub(super) fn is_whole_file(&self, item: ItemKey) -> bool {
        // Every item starts with a word.
        self.items.get(item.0 as usize).is_some_and(|identity| identity.word.is_empty())
    }

    pub(super) fn module_of(&self, item: ItemKey) -> Option<ModuleKey> {
        self.items.get(item.0 as usize).map(|identity| identity.module)
    }
}
