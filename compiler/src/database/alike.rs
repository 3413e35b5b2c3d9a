//! Packed trees of chunks that were read a short while ago, by their text: generated models write the same member in item
//! after item, and reading one takes ten times as long as looking for it. A tree follows from the text alone.

use std::collections::VecDeque;
use std::hash::{BuildHasher, RandomState};

use cdl_grammar::PackedChunk;
use rustc_hash::{FxBuildHasher, FxHashMap};

/// Stands for a text: a hash with a random key, which nobody can aim at, and one without, which is quick. A million texts
/// have two with the same once in 1e26 programs.
pub(super) type Fingerprint = [u64; 2];

#[derive(Default)]
pub(super) struct Fingerprints(RandomState);

impl Fingerprints {
    pub(super) fn of(&self, text: &str) -> Fingerprint {
        [self.0.hash_one(text), FxBuildHasher.hash_one(text)]
    }
}

/// The last chunks in which nothing was wrong.
#[derive(Default)]
pub(super) struct Alike {
    fingerprints: Fingerprints,
    known: FxHashMap<Fingerprint, PackedChunk>,
    /// As they came.
    order: VecDeque<Fingerprint>,
    bytes: usize,
}

/// Of all of them together, with their tables.
const MOST: usize = 1 << 16;

/// Of one in the tables.
const ENTRY: usize = 64;

impl Alike {
    pub(super) fn fingerprint(&self, text: &str) -> Fingerprint {
        self.fingerprints.of(text)
    }

    pub(super) fn get(&self, text: Fingerprint) -> Option<&PackedChunk> {
        self.known.get(&text)
    }

    pub(super) fn add(&mut self, text: Fingerprint, packed: PackedChunk) {
        self.bytes += packed.bytes() + ENTRY;
        self.order.push_back(text);
        self.known.insert(text, packed);
        while self.bytes > MOST
            && let Some(oldest) = self.order.pop_front()
        {
            self.bytes -= self.known.remove(&oldest).map_or(0, |own| own.bytes()) + ENTRY;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Alike, MOST};

    #[test]
    fn what_was_read_last_is_known_and_no_more_than_there_is_room_for() {
        let mut alike = Alike::default();
        let texts: Vec<String> = (0..MOST / 64).map(|i| format!("let a{i} = {i} m")).collect();
        for text in &texts {
            let read = cdl_grammar::parse_member(text).0;
            let fingerprint = alike.fingerprint(text);
            assert!(alike.get(fingerprint).is_none());
            alike.add(fingerprint, cdl_grammar::PackedChunk::of(&read, text));
        }
        let known = |text: &String| alike.get(alike.fingerprint(text)).is_some();
        assert!(!known(&texts[0]) && known(&texts[texts.len() - 1]));
        assert!(alike.bytes <= MOST && alike.known.len() == alike.order.len());
        let count = texts.iter().filter(|text| known(text)).count();
        assert_eq!(count, alike.known.len());
    }
}
