//! Trees that were unpacked a short while ago.

use std::collections::VecDeque;
use std::hash::Hash;

use rustc_hash::FxHashMap;

use crate::place::ItemKey;

/// A chunk by its number in its item.
pub(super) type ChunkAt = (ItemKey, usize);

/// The last trees that were asked for. A component that is instantiated a thousand times, or a loop, is unpacked once; of a
/// large model, where each member is asked for once or twice, few are there at a time.
pub(super) struct Recent<K, T> {
    known: FxHashMap<K, T>,
    /// As they came, each with the length of its text.
    order: VecDeque<(K, usize)>,
    length: usize,
}

/// Of all texts together: their trees take some ten times as much.
const MOST: usize = 1 << 15;

impl<K, T> Default for Recent<K, T> {
    fn default() -> Self {
        Self { known: FxHashMap::default(), order: VecDeque::new(), length: 0 }
    }
}

impl<K: Copy + Eq + Hash, T> Recent<K, T> {
    pub(super) fn get(&self, key: K) -> Option<&T> {
        self.known.get(&key)
    }

    pub(super) fn add(&mut self, key: K, tree: T, length: usize) {
        self.length += length;
        while self.length > MOST
            && let Some((oldest, length)) = self.order.pop_front()
        {
            self.known.remove(&oldest);
            self.length -= length;
        }
        self.order.push_back((key, length));
        self.known.insert(key, tree);
    }
}
