//! Packed trees of items, for as long as somebody reads them. They follow from the texts alone, as those of
//! [chunks](super::chunks) do, so this is no state of the program: who has let go of them reads the text again.
//! No query holds them, which could not let go, and would take as much room again for an item of a few lines.

use std::sync::Arc;

use cdl_grammar::PackedMembers;
use cdl_grammar::syntax::{Span, SyntaxError};
use rustc_hash::FxHashMap;

use super::excerpt::Excerpt;
use super::inputs::ItemText;
use super::{Db, queries};

#[derive(Default)]
pub(super) struct PackedTrees {
    /// By the keys of their items.
    known: FxHashMap<u32, Trees>,
    bytes: usize,
}

/// Of the members of an item that has this text.
struct Trees {
    text: Excerpt,
    /// Absent where somebody let go of them.
    members: Option<Arc<PackedMembers>>,
    /// What could not be read of the item; spans are relative to it.
    errors: Arc<[SyntaxError]>,
}

/// Less is not worth reading a text again.
const FEW: usize = 1 << 17;

impl PackedTrees {
    fn get(&self, item: u32, text: &Excerpt) -> Option<&Trees> {
        self.known.get(&item).filter(|known| known.text.is_same(text))
    }

    fn add(&mut self, item: u32, trees: Trees) {
        let size = |trees: &Trees| trees.members.as_ref().map_or(0, |members| members.bytes());
        self.bytes += size(&trees);
        let before = self.known.insert(item, trees);
        self.bytes -= before.as_ref().map_or(0, size);
    }

    /// While a mechanism is planned nobody reads what it was written as.
    pub(super) fn let_go(&mut self) {
        if self.bytes > FEW {
            self.known.values_mut().for_each(|trees| trees.members = None);
            self.bytes = 0;
        }
    }
}

/// What could not be read of an item whose trees are packed.
pub(super) fn errors<'db>(db: &'db dyn Db, item: ItemText<'db>) -> Arc<[SyntaxError]> {
    let known = db.packed_trees().get(item.key(db), item.text(db)).map(|own| own.errors.clone());
    known.unwrap_or_else(|| pack(db, item).1)
}

/// The packed trees of an item.
pub(super) fn packed<'db>(db: &'db dyn Db, item: ItemText<'db>) -> Arc<PackedMembers> {
    let known = {
        let trees = db.packed_trees();
        trees.get(item.key(db), item.text(db)).and_then(|own| own.members.clone())
    };
    known.unwrap_or_else(|| pack(db, item).0)
}

/// Reads an item and packs its trees.
fn pack<'db>(db: &'db dyn Db, item: ItemText<'db>) -> (Arc<PackedMembers>, Arc<[SyntaxError]>) {
    let mut errors = queries::header(db, item).errors.clone();
    let (text, chunks) = (item.text(db), item.chunks(db).get(1..).unwrap_or_default());
    let mut members = PackedMembers::with_room(chunks.len(), text.len());
    for &(start, end) in chunks {
        let text = queries::slice(text, Span::new(start, end));
        let (read, own_errors) = cdl_grammar::parse_member(text);
        members.add(&read, text);
        errors.extend(own_errors.iter().map(|error| error.shifted(start)));
    }
    members.finish();
    let (members, errors) = (Arc::new(members), Arc::from(errors));
    let trees =
        Trees { text: text.clone(), members: Some(members.clone()), errors: Arc::clone(&errors) };
    db.packed_trees().add(item.key(db), trees);
    (members, errors)
}
