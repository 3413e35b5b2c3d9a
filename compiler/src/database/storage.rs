//! The salsa database: where queries keep their results, and who is who.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use salsa::Setter;

use crate::api::Files;
use crate::elaborate::ModuleKey;
use crate::place::ItemKey;

use super::standard_library;

/// A file, or a text that stands for one, such as a value from the command line.
#[salsa::input]
pub(super) struct SourceFile {
    pub(super) module: u32,
    #[returns(deref)]
    pub(super) path: String,
    /// The error is one line for a person.
    #[returns(ref)]
    pub(super) text: Result<Arc<str>, String>,
}

/// What makes an item the same item after an edit: its file, its kind and name, and which of those
/// with the same kind and name it is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ItemIdentity {
    pub(super) module: ModuleKey,
    pub(super) kind: ItemWord,
    pub(super) name: Arc<str>,
    pub(super) ordinal: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ItemWord {
    /// The file as a whole; places in it count from its start.
    File,
    /// A header that could not be read.
    Broken,
    Import,
    Const,
    Function,
    Model,
    Component,
    Experiment,
}

#[salsa::db]
pub(super) trait Db: salsa::Database {
    /// The file with a normalized path; read when it is asked for the first time.
    fn file(&self, path: &str) -> SourceFile;
    fn file_of(&self, module: ModuleKey) -> Option<SourceFile>;
    fn item_key(&self, identity: &ItemIdentity) -> ItemKey;
    fn module_of(&self, key: ItemKey) -> ModuleKey;
}

/// Gives numbers to files and items. Numbers are never used again, so a number means the same thing
/// in every revision; that is what lets queries ask for them.
#[derive(Default)]
struct Registry {
    files: Vec<SourceFile>,
    by_path: BTreeMap<String, ModuleKey>,
    items: Vec<ModuleKey>,
    by_identity: BTreeMap<ItemIdentity, ItemKey>,
}

#[salsa::db]
#[derive(Clone)]
pub(super) struct Storage {
    files: Arc<dyn Files>,
    registry: Arc<Mutex<Registry>>,
    // Last, so that it is dropped last.
    storage: salsa::Storage<Self>,
}

/// Told the name of each query when it runs.
pub(super) type Log = Box<dyn Fn(&str) + Send + Sync>;

impl Storage {
    pub(super) fn new(files: Arc<dyn Files>, log: Option<Log>) -> Self {
        let storage = salsa::Storage::new(log.map(|log| {
            Box::new(move |event: salsa::Event| {
                if let salsa::EventKind::WillExecute { database_key } = event.kind {
                    let text = format!("{database_key:?}");
                    log(text.split('(').next().unwrap_or(&text));
                }
            }) as Box<dyn Fn(salsa::Event) + Send + Sync>
        }));
        Self { files, registry: Arc::default(), storage }
    }

    fn registry(&self) -> MutexGuard<'_, Registry> {
        // The registry is consistent between any two of its methods.
        self.registry.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn read(&self, path: &str) -> Result<Arc<str>, String> {
        match standard_library::text(path) {
            Some(text) => Ok(text.into()),
            None => self.files.read(path).map(Into::into),
        }
    }

    /// Sets the text of a file that was or was not asked for before.
    pub(super) fn set_text(&mut self, path: &str, text: &str) {
        let file = self.file(path);
        if !matches!(file.text(self), Ok(old) if **old == *text) {
            file.set_text(self).to(Ok(text.into()));
        }
    }

    /// Takes the text from the disk again.
    pub(super) fn reload(&mut self, path: &str) {
        let file = self.file(path);
        let text = self.read(path);
        if *file.text(self) != text {
            file.set_text(self).to(text);
        }
    }
}

#[salsa::db]
impl salsa::Database for Storage {}

#[salsa::db]
impl Db for Storage {
    fn file(&self, path: &str) -> SourceFile {
        let known = {
            let registry = self.registry();
            registry.by_path.get(path).and_then(|key| registry.files.get(key.0 as usize).copied())
        };
        if let Some(file) = known {
            return file;
        }
        let text = self.read(path);
        let mut registry = self.registry();
        let number = registry.files.len() as u32;
        let file = SourceFile::new(self, number, path.to_owned(), text);
        registry.files.push(file);
        registry.by_path.insert(path.to_owned(), ModuleKey(number));
        file
    }

    fn file_of(&self, module: ModuleKey) -> Option<SourceFile> {
        self.registry().files.get(module.0 as usize).copied()
    }

    fn item_key(&self, identity: &ItemIdentity) -> ItemKey {
        let mut registry = self.registry();
        if let Some(key) = registry.by_identity.get(identity) {
            return *key;
        }
        let key = ItemKey(registry.items.len() as u32);
        registry.items.push(identity.module);
        registry.by_identity.insert(identity.clone(), key);
        key
    }

    fn module_of(&self, key: ItemKey) -> ModuleKey {
        self.registry().items.get(key.0 as usize).copied().unwrap_or(ModuleKey(u32::MAX))
    }
}
