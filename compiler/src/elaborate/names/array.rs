//! Arrays of elements: what shares a name and differs in its index.

use std::collections::BTreeMap;

use super::thing::Thing;
use crate::place::Place;

/// Elements or parts that share a name and differ in their index.
pub(in crate::elaborate) struct Array {
    path: String,
    entries: BTreeMap<i64, (Thing, Place)>,
}

impl Array {
    pub(super) fn named(path: String) -> Self {
        Self { path, entries: BTreeMap::new() }
    }

    /// `Err` with the place of what has this index already.
    pub(super) fn insert(&mut self, index: i64, thing: Thing, place: Place) -> Result<(), Place> {
        match self.entries.get(&index) {
            Some(&(_, earlier)) => Err(earlier),
            None => {
                self.entries.insert(index, (thing, place));
                Ok(())
            }
        }
    }

    /// Such as `crane.link`.
    pub(in crate::elaborate) fn path(&self) -> &str {
        &self.path
    }

    pub(in crate::elaborate) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(in crate::elaborate) fn get(&self, index: i64) -> Option<&Thing> {
        self.entries.get(&index).map(|(thing, _)| thing)
    }

    /// The smallest and the largest index.
    pub(in crate::elaborate) fn range(&self) -> Option<(i64, i64)> {
        Some((*self.entries.keys().next()?, *self.entries.keys().next_back()?))
    }

    /// In the order of their indices.
    pub(in crate::elaborate) fn things(&self) -> impl Iterator<Item = &Thing> {
        self.entries.values().map(|(thing, _)| thing)
    }
}
