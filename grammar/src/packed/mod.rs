//! Trees of members in about as many bytes as their text has, for whoever has so many that they cannot all be there at
//! once: a tree has ten times as many. Unpacking one takes a small part of the time that reading it from its text does.
//!
//! A tree is written from its root on, each node by its fields. What stands in the text is not written again: of a name
//! there is its length, as it begins where its span does.

mod bytes;
mod nodes;

use bytes::{Packer, Unpacker};
use nodes::Packed;

use crate::syntax::Member;

/// The trees of members, one after the other, in pieces so that none is ever copied.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PackedMembers {
    pieces: Vec<Piece>,
    /// Where each begins, counted over all pieces.
    starts: Vec<u32>,
    /// How many pieces somebody has let go of.
    gone: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Piece {
    start: u32,
    bytes: Vec<u8>,
}

/// Of a piece, unless one entry is longer.
const PIECE: usize = 1 << 15;

/// The members of one chunk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackedChunk(Box<[u8]>);

impl PackedChunk {
    /// Of a chunk that has this text.
    pub fn of(members: &[Member], text: &str) -> Self {
        let mut packer = Packer::new(text);
        packer.number(members.len() as u32);
        members.iter().for_each(|member| member.pack(&mut packer));
        Self(packer.into_bytes().into_boxed_slice())
    }

    /// How many bytes they are.
    pub fn bytes(&self) -> usize {
        self.0.len()
    }
}

impl PackedMembers {
    /// Room for as many entries, of about as many bytes in all.
    pub fn with_room(entries: usize, bytes: usize) -> Self {
        let pieces = Vec::with_capacity(bytes / PIECE + 1);
        Self { pieces, starts: Vec::with_capacity(entries), gone: 0 }
    }

    /// Adds the members of a chunk, whose text has to be the same where they are read.
    pub fn add(&mut self, packed: &PackedChunk) {
        let end = self.pieces.last().map_or(0, |last| last.start + last.bytes.len() as u32);
        self.starts.push(end);
        let packed = &packed.0;
        match self.pieces.last_mut() {
            Some(last) if last.bytes.len() + packed.len() <= PIECE => last.bytes.extend(packed),
            _ => {
                // Few items need more than one.
                let mut bytes = packed.to_vec();
                if !self.pieces.is_empty() {
                    bytes.reserve_exact(PIECE.saturating_sub(bytes.len()));
                }
                self.pieces.push(Piece { start: end, bytes });
            }
        }
    }

    /// No more is added.
    pub fn finish(&mut self) {
        self.pieces.shrink_to_fit();
        self.pieces.iter_mut().for_each(|piece| piece.bytes.shrink_to_fit());
        self.starts.shrink_to_fit();
    }

    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// How many they are in all.
    pub fn bytes(&self) -> usize {
        self.pieces.iter().map(|piece| piece.bytes.len()).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// How many pieces have nothing but entries before the one with a number.
    fn before(&self, number: usize) -> usize {
        let Some(&start) = self.starts.get(number) else { return self.pieces.len() };
        // One begins before it ends.
        self.pieces.partition_point(|piece| piece.start <= start).saturating_sub(1)
    }

    /// Whether there is something to let go of before the entry with a number.
    pub fn has_before(&self, number: usize) -> bool {
        self.gone < self.before(number)
    }

    /// Lets go of entries before the one with a number, as far as that frees a piece. Nothing is found of them any more.
    pub fn let_go(&mut self, number: usize) {
        let before = self.before(number);
        for piece in self.pieces.iter_mut().take(before).skip(self.gone) {
            piece.bytes = Vec::new();
        }
        self.gone = self.gone.max(before);
    }

    /// The members of the entry with a number, which have been packed with the same text. Nothing where somebody has let go
    /// of them.
    pub fn get(&self, number: usize, text: &str) -> Option<Vec<Member>> {
        let start = *self.starts.get(number)?;
        let after = self.pieces.partition_point(|piece| piece.start <= start);
        let piece = self.pieces.get(after.checked_sub(1)?)?;
        let bytes = piece.bytes.get((start - piece.start) as usize..)?;
        let mut from = Unpacker::new(bytes, text);
        let count = from.number()?;
        (0..count).map(|_| Member::unpack(&mut from)).collect()
    }
}
