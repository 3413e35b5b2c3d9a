//! Numbers, spans and texts as bytes.

use crate::syntax::{Span, Text};

/// Writes the tree of a text.
pub(super) struct Packer<'t> {
    text: &'t str,
    bytes: Vec<u8>,
    /// The start of the last span.
    at: u32,
}

impl<'t> Packer<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, bytes: Vec::with_capacity(text.len()), at: 0 }
    }

    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// Seven bits in each byte, the lowest first.
    pub(super) fn number(&mut self, mut number: u32) {
        while number > 0x7f {
            self.bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }

    /// From the last one, which mostly begins a little before.
    pub(super) fn span(&mut self, span: Span) {
        let ahead = span.start.wrapping_sub(self.at) as i32;
        self.number(((ahead << 1) ^ (ahead >> 31)) as u32);
        self.number(span.end.wrapping_sub(span.start));
        self.at = span.start;
    }

    /// Its length where it stands at the start of the last span, else all of it.
    pub(super) fn text(&mut self, text: &str) {
        let length = (text.len() as u32) << 1;
        let here = self.text.get(self.at as usize..).unwrap_or("");
        if here.starts_with(text) {
            return self.number(length);
        }
        self.number(length | 1);
        self.bytes.extend(text.as_bytes());
    }
}

/// Reads what a [`Packer`] wrote.
pub(super) struct Unpacker<'p> {
    text: &'p str,
    bytes: &'p [u8],
    at: u32,
}

impl<'p> Unpacker<'p> {
    pub(super) fn new(bytes: &'p [u8], text: &'p str) -> Self {
        Self { text, bytes, at: 0 }
    }

    pub(super) fn number(&mut self) -> Option<u32> {
        let mut number = 0;
        for shift in (0..32).step_by(7) {
            let (&byte, rest) = self.bytes.split_first()?;
            self.bytes = rest;
            number |= u32::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }

    /// Whether this small number comes next; then it is behind.
    pub(super) fn skip(&mut self, number: u8) -> bool {
        let rest = self.bytes.strip_prefix(&[number]);
        self.bytes = rest.unwrap_or(self.bytes);
        rest.is_some()
    }

    pub(super) fn span(&mut self) -> Option<Span> {
        let ahead = self.number()?;
        let ahead = (ahead >> 1) as i32 ^ -((ahead & 1) as i32);
        let start = self.at.wrapping_add(ahead as u32);
        let end = start.wrapping_add(self.number()?);
        self.at = start;
        Some(Span { start, end })
    }

    pub(super) fn text(&mut self) -> Option<Text> {
        self.part().map(Text::from)
    }

    pub(super) fn part(&mut self) -> Option<&'p str> {
        let length = self.number()?;
        let (is_own, length) = (length & 1 == 1, (length >> 1) as usize);
        if !is_own {
            return self.text.get(self.at as usize..)?.get(..length);
        }
        let (own, rest) = self.bytes.split_at_checked(length)?;
        self.bytes = rest;
        std::str::from_utf8(own).ok()
    }
}
