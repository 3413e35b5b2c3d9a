//! Packed trees of items, for as long as somebody reads them. They follow from the texts alone, as those of
//! [chunks](super::chunks) do, so this is no state of the program: who has let go of them reads the text again.

use std::sync::Arc;

use cdl_grammar::PackedMembers;
use rustc_hash::FxHashMap;

use super::excerpt::Excerpt;

#[derive(Default)]
pub(super) struct PackedTrees {
    /// By the keys of their items, with the text that they are of.
    known: FxHashMap<u32, (Excerpt, Arc<PackedMembers>)>,
    bytes: usize,
}

/// Less is not worth reading a text again.
const FEW: usize = 1 << 17;

impl PackedTrees {
    pub(super) fn get(&self, item: u32, text: &Excerpt) -> Option<Arc<PackedMembers>> {
        let (own, members) = self.known.get(&item)?;
        own.is_same(text).then(|| members.clone())
    }

    pub(super) fn add(&mut self, item: u32, text: &Excerpt, members: Arc<PackedMembers>) {
        self.bytes += members.bytes();
        let before = self.known.insert(item, (text.clone(), members));
        self.bytes -= before.map_or(0, |(_, members)| members.bytes());
    }

    /// While a mechanism is planned nobody reads what it was written as.
    pub(super) fn let_go(&mut self) {
        if self.bytes > FEW {
            *self = Self::default();
        }
    }
}
