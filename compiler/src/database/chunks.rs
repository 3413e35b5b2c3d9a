//! Trees of chunks by their text, kept as long as an item holds them. A tree follows from the text
//! alone, so this is no state of the program: it only saves time, also where an item is renamed or a
//! member moves to another one.
//!
//! Interned values of salsa would do the same, but are not always given free: one that is only
//! validated keeps its old place in the queue of those to be reused, and the queue waits for it.

use std::sync::Arc;

use cdl_grammar::syntax::{Member, SyntaxError};
use rustc_hash::FxHashMap;

use super::alike::{Fingerprint, Fingerprints};

/// The members that stand in a chunk. A copy shares them.
#[derive(Clone, Debug)]
pub(super) enum ParsedChunk {
    /// One without a mistake, as nearly all are.
    One(Arc<Member>),
    Other(Arc<Read>),
}

/// Members, and what could not be read.
type Read = (Box<[Arc<Member>]>, Vec<SyntaxError>);

impl ParsedChunk {
    pub(super) fn read(text: &str) -> Self {
        let (members, errors) = cdl_grammar::parse_member(text);
        // In the place of the members, whose room is given back.
        let mut members: Vec<Arc<Member>> = members.into_iter().map(Arc::new).collect();
        match members.pop() {
            Some(only) if members.is_empty() && errors.is_empty() => Self::One(only),
            last => {
                members.extend(last);
                Self::Other(Arc::new((members.into_boxed_slice(), errors)))
            }
        }
    }

    pub(super) fn members(&self) -> &[Arc<Member>] {
        match self {
            Self::One(member) => std::slice::from_ref(member),
            Self::Other(other) => &other.0,
        }
    }

    pub(super) fn errors(&self) -> &[SyntaxError] {
        match self {
            Self::One(_) => &[],
            Self::Other(other) => &other.1,
        }
    }

    fn is_held(&self) -> bool {
        self.members().iter().any(|member| Arc::strong_count(member) > 1)
    }
}

#[derive(Default)]
pub(super) struct Chunks {
    known: FxHashMap<Fingerprint, ParsedChunk>,
    fingerprints: Fingerprints,
    /// The number at which to look for those that nobody holds any more.
    enough: usize,
}

/// Fewer are not worth looking for.
const FEW: usize = 256;

impl Chunks {
    pub(super) fn get(&self, text: &str) -> Option<ParsedChunk> {
        self.known.get(&self.fingerprints.of(text)).cloned()
    }

    pub(super) fn add(&mut self, text: &str, chunk: ParsedChunk) {
        if self.known.len() >= self.enough {
            self.known.retain(|_, chunk| chunk.is_held());
            // Twice as many as are held: looking costs no more than adding did.
            self.enough = (2 * self.known.len()).max(FEW);
        }
        self.known.insert(self.fingerprints.of(text), chunk);
    }
}
