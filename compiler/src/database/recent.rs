//! Trees that were unpacked a short while ago.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use crate::elaborate::Chunk;
use crate::place::ItemKey;

/// A chunk by its number in its item.
pub(super) type ChunkAt = (ItemKey, usize);

/// The last trees that were asked for. A component that is instantiated a thousand times, or a loop, is unpacked once; of a
/// large model, where each member is asked for once or twice, few are there at a time.
#[derive(Default)]
pub(super) struct Recent {
    chunks: FxHashMap<ChunkAt, Chunk>,
    /// As they came, each with the length of its text.
    order: VecDeque<(ChunkAt, usize)>,
    length: usize,
}

/// Of all texts together: their trees take some ten times as much.
const MOST: usize = 1 << 15;

impl Recent {
    pub(super) fn get(&self, at: ChunkAt) -> Option<&Chunk> {
        self.chunks.get(&at)
    }

    pub(super) fn add(&mut self, at: ChunkAt, chunk: Chunk, length: usize) {
        self.length += length;
        while self.length > MOST
            && let Some((oldest, length)) = self.order.pop_front()
        {
            self.chunks.remove(&oldest);
            self.length -= length;
        }
        self.order.push_back((at, length));
        self.chunks.insert(at, chunk);
    }
}
