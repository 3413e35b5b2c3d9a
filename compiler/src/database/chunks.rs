//! Trees of chunks by their text, kept as long as an item holds them. A tree follows from the text
//! alone, so this is no state of the program: it only saves time, also where an item is renamed or a
//! member moves to another one.
//!
//! Interned values of salsa would do the same, but are not always given free: one that is only
//! validated keeps its old place in the queue of those to be reused, and the queue waits for it.

use std::sync::Arc;

use cdl_grammar::syntax::{Member, SyntaxError};
use rustc_hash::FxHashMap;

/// The members that stand in a chunk.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ParsedChunk {
    pub(super) members: Box<[Arc<Member>]>,
    pub(super) errors: Vec<SyntaxError>,
}

impl ParsedChunk {
    pub(super) fn read(text: &str) -> Self {
        let (members, errors) = cdl_grammar::parse_member(text);
        // In the place of the members, whose room is given back.
        let members: Vec<Arc<Member>> = members.into_iter().map(Arc::new).collect();
        Self { members: members.into_boxed_slice(), errors }
    }

    fn is_held(&self) -> bool {
        self.members.iter().any(|member| Arc::strong_count(member) > 1)
    }
}

#[derive(Default)]
pub(super) struct Chunks {
    known: FxHashMap<Box<str>, Arc<ParsedChunk>>,
    /// The number at which to look for those that nobody holds any more.
    enough: usize,
}

/// Fewer are not worth looking for.
const FEW: usize = 256;

impl Chunks {
    pub(super) fn get(&self, text: &str) -> Option<Arc<ParsedChunk>> {
        self.known.get(text).cloned()
    }

    pub(super) fn add(&mut self, text: &str, chunk: Arc<ParsedChunk>) {
        if self.known.len() >= self.enough {
            self.known.retain(|_, chunk| chunk.is_held());
            // Twice as many as are held: looking costs no more than adding did.
            self.enough = (2 * self.known.len()).max(FEW);
        }
        self.known.insert(text.into(), chunk);
    }
}
