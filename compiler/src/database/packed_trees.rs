//! Packed trees of items, for as long as somebody reads them. They follow from the texts alone, as those of
//! [chunks](super::chunks) do, so this is no state of the program: who has let go of them reads the text again.

use std::sync::Arc;

use cdl_grammar::PackedMembers;
use cdl_grammar::syntax::{Span, SyntaxError};
use rustc_hash::FxHashMap;

use super::excerpt::Excerpt;
use super::inputs::ItemText;
use super::{Db, queries};

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

/// What could not be read of an item whose trees are packed. They are there when this has been asked for.
#[salsa::tracked(returns(ref))]
pub(super) fn errors<'db>(db: &'db dyn Db, item: ItemText<'db>) -> Box<[SyntaxError]> {
    let mut errors = queries::header(db, item).errors.clone();
    pack(db, item, &mut errors);
    errors.into()
}

/// Packs the trees of an item.
fn pack<'db>(
    db: &'db dyn Db,
    item: ItemText<'db>,
    errors: &mut Vec<SyntaxError>,
) -> Arc<PackedMembers> {
    let (text, chunks) = (item.text(db), item.chunks(db).get(1..).unwrap_or_default());
    let mut members = PackedMembers::with_room(chunks.len(), text.len());
    for &(start, end) in chunks {
        let text = queries::slice(text, Span::new(start, end));
        let (read, own_errors) = cdl_grammar::parse_member(text);
        members.add(&read, text);
        errors.extend(own_errors.iter().map(|error| error.shifted(start)));
    }
    members.finish();
    let members = Arc::new(members);
    db.packed_trees().add(item.key(db), text, members.clone());
    members
}

/// The packed trees of an item; read again where nobody has them any more.
pub(super) fn packed<'db>(db: &'db dyn Db, item: ItemText<'db>) -> Arc<PackedMembers> {
    errors(db, item);
    let known = db.packed_trees().get(item.key(db), item.text(db));
    known.unwrap_or_else(|| pack(db, item, &mut Vec::new()))
}
