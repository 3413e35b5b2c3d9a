//! Packed trees of items, for as long as somebody reads them. They follow from the texts alone, as those of
//! [chunks](super::chunks) do, so this is no state of the program: who has let go of them reads the text again.
//! No query holds them, which could not let go, and would take as much room again for an item of a few lines.

use std::sync::Arc;

use cdl_grammar::syntax::SyntaxError;
use cdl_grammar::{PackedChunk, PackedMembers};
use rustc_hash::FxHashMap;

use super::alike::Alike;
use super::one_item::{InFile, OneItem};
use super::{Db, queries};

#[derive(Default)]
pub(super) struct PackedTrees {
    /// By the numbers of files.
    files: FxHashMap<u32, OfFile>,
    bytes: usize,
    alike: Alike,
}

/// Of the items of a file that has this text.
struct OfFile {
    text: Arc<str>,
    /// In the order of the text.
    items: Vec<Trees>,
}

#[derive(Clone, Default)]
struct Trees {
    /// Absent where somebody let go of them.
    members: Option<Arc<PackedMembers>>,
    /// What could not be read of the item, once it has been read; spans are relative to it.
    errors: Option<Arc<[SyntaxError]>>,
}

/// Less is not worth reading a text again.
const FEW: usize = 1 << 17;

impl PackedTrees {
    fn of(&mut self, db: &dyn Db, item: InFile<'_>) -> Option<&mut Trees> {
        let text = item.file.text(db).as_ref().ok()?;
        let number = item.file.number(db);
        let fresh = || OfFile { text: text.clone(), items: Vec::new() };
        let of_file = self.files.entry(number).or_insert_with(fresh);
        if !Arc::ptr_eq(&of_file.text, text) {
            let before = std::mem::replace(of_file, fresh());
            self.bytes -= before.items.iter().map(Trees::bytes).sum::<usize>();
        }
        let at = item.number as usize;
        if of_file.items.len() <= at {
            of_file.items.resize(item.of().max(at + 1), Trees::default());
        }
        of_file.items.get_mut(at)
    }

    /// While a mechanism is planned nobody reads what it was written as.
    pub(super) fn let_go(&mut self) {
        if self.bytes > FEW {
            let all = self.files.values_mut().flat_map(|own| &mut own.items);
            all.for_each(|trees| trees.members = None);
            self.bytes = 0;
        }
    }
}

/// Lets go of the trees of an item before the chunk with a number, as far as nobody else holds them.
pub(super) fn let_go_before(db: &dyn Db, item: InFile<'_>, number: usize) {
    let mut trees = db.packed_trees();
    if trees.bytes <= FEW {
        return;
    }
    let Some(own) = trees.of(db, item) else { return };
    let Some(members) = own.members.as_mut().filter(|members| members.has_before(number)) else {
        return;
    };
    let Some(held) = Arc::get_mut(members) else { return };
    let before = held.bytes();
    held.let_go(number);
    let rest = held.bytes();
    if rest == 0 {
        own.members = None;
    }
    trees.bytes -= before - rest;
}

impl Trees {
    fn bytes(&self) -> usize {
        self.members.as_ref().map_or(0, |members| members.bytes())
    }
}

/// What could not be read of an item whose trees are packed.
pub(super) fn errors(db: &dyn Db, item: InFile<'_>) -> Arc<[SyntaxError]> {
    let known = db.packed_trees().of(db, item).and_then(|own| own.errors.clone());
    known.unwrap_or_else(|| pack(db, item).1)
}

/// The packed trees of an item.
pub(super) fn packed(db: &dyn Db, item: InFile<'_>) -> Arc<PackedMembers> {
    let known = db.packed_trees().of(db, item).and_then(|own| own.members.clone());
    known.unwrap_or_else(|| pack(db, item).0)
}

/// Reads an item and packs its trees.
fn pack(db: &dyn Db, item: InFile<'_>) -> (Arc<PackedMembers>, Arc<[SyntaxError]>) {
    let mut errors = OneItem::InFile(item).header(db).errors.clone();
    let text = item.text();
    let mut members = PackedMembers::with_room(item.count(), text.len());
    for span in (0..item.count()).filter_map(|number| item.chunk(number)) {
        let own_errors = pack_chunk(db, queries::slice(text, span), &mut members);
        errors.extend(own_errors.iter().map(|error| error.shifted(span.start)));
    }
    members.finish();
    let (members, errors) = (Arc::new(members), Arc::from(errors));
    let mut trees = db.packed_trees();
    trees.bytes += members.bytes();
    if let Some(own) = trees.of(db, item) {
        let own = std::mem::replace(
            own,
            Trees { members: Some(members.clone()), errors: Some(Arc::clone(&errors)) },
        );
        trees.bytes -= own.bytes();
    }
    (members, errors)
}

/// Adds the members of a chunk, and says what could not be read.
fn pack_chunk(db: &dyn Db, text: &str, members: &mut PackedMembers) -> Vec<SyntaxError> {
    let fingerprint = {
        let trees = db.packed_trees();
        let fingerprint = trees.alike.fingerprint(text);
        if let Some(packed) = trees.alike.get(fingerprint) {
            members.add(packed);
            return Vec::new();
        }
        fingerprint
    };
    let (read, errors) = cdl_grammar::parse_member(text);
    let packed = PackedChunk::of(&read, text);
    members.add(&packed);
    if errors.is_empty() {
        db.packed_trees().alike.add(fingerprint, packed);
    }
    errors
}
