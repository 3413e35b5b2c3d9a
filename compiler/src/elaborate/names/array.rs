//! Arrays of elements, parts and named values: what shares a name and differs in its index.

use std::collections::BTreeMap;

use super::scope::Bound;
use crate::place::Place;

/// Elements, parts or named values that share a name and differ in their index.
pub(in crate::elaborate) struct Array {
    path: String,
    entries: BTreeMap<i64, (Bound, Place)>,
}

impl Array {
    pub(super) fn named(path: String) -> Self {
        Self { path, entries: BTreeMap::new() }
    }

    /// `Err` with the place of what has this index already.
    pub(super) fn insert(&mut self, index: i64, bound: Bound, place: Place) -> Result<(), Place> {
        match self.entries.get(&index) {
            Some(&(_, earlier)) => Err(earlier),
            None => {
                self.entries.insert(index, (bound, place));
                Ok(())
            }
        }
    }

    /// Such as `crane.link`.
    pub(in crate::elaborate) fn path(&self) -> &str {
        &self.path
    }

    pub(in crate::elaborate) fn get(&self, index: i64) -> Option<&Bound> {
        self.entries.get(&index).map(|(bound, _)| bound)
    }

    /// The smallest and the largest index.
    pub(in crate::elaborate) fn range(&self) -> Option<(i64, i64)> {
        Some((*self.entries.keys().next()?, *self.entries.keys().next_back()?))
    }

    /// In ascending order.
    pub(in crate::elaborate) fn indices(&self) -> Vec<i64> {
        self.entries.keys().copied().collect()
    }
}
