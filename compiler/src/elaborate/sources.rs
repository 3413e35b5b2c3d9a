//! What elaboration needs to know about files. The database answers through this interface, so that
//! it learns which items an elaborated model depends on; elaboration itself reads nothing.

use std::collections::BTreeMap;

use cdl_grammar::syntax::{Item, Text};

use super::chunk::Chunk;
use crate::place::{ItemKey, Place};
use crate::resolve::Declarations;
use crate::tables::{Data, DataError, Sheet};

/// A file, by identity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ModuleKey(pub u32);

impl ModuleKey {
    /// No file: only what every model can use is known there.
    pub const NOWHERE: Self = Self(u32::MAX);
}

/// What a file's text can refer to by a bare name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModuleNames {
    pub names: BTreeMap<Text, Definition>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Definition {
    pub meaning: Meaning,
    /// The name in the declaration.
    pub place: Place,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    Const(ItemKey),
    Function(ItemKey),
    Component(ItemKey),
    Enum(ItemKey),
    Model(ItemKey),
    Experiment(ItemKey),
    Module(ModuleKey),
    /// An import that could not be found, which has been reported.
    Missing,
}

pub trait Sources<'a> {
    /// Called now and then in long work; may unwind where nobody wants the answer any more.
    fn give_way(&self);
    /// An item. Its members may not be there, as their trees are large: who reads them asks for [`Self::chunk`].
    fn item(&self, key: ItemKey) -> Option<&'a Item>;
    /// How many chunks of members stand in an item.
    fn chunks(&self, key: ItemKey) -> usize;
    /// The chunk with a number, in the order of the text.
    fn chunk(&self, key: ItemKey, number: usize) -> Option<Chunk>;
    /// The chunk that begins at an offset from the start of the item.
    fn chunk_at(&self, key: ItemKey, offset: u32) -> Option<Chunk>;
    /// Nobody is going to ask for the chunks of an item any more up to the one that begins at an offset.
    fn let_go(&self, key: ItemKey, offset: u32);
    /// What an item declares, by its syntax alone.
    fn declarations(&self, key: ItemKey) -> Option<&'a Declarations>;
    fn module_of(&self, key: ItemKey) -> ModuleKey;
    fn names(&self, module: ModuleKey) -> &'a ModuleNames;
    /// The data file at a path relative to a module.
    fn data(&self, module: ModuleKey, path: &str) -> Result<&'a Data, &'a DataError>;
    /// The cells of such a file, as they are written.
    fn sheet(&self, module: ModuleKey, path: &str) -> Result<&'a Sheet, &'a DataError>;
}
