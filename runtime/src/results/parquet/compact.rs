//! Thrift's compact protocol, as far as the headers of Parquet need it: <https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md>.

const I32: u8 = 5;
const I64: u8 = 6;
const BINARY: u8 = 8;
const LIST: u8 = 9;
const STRUCT: u8 = 12;

/// A struct that is being written: fields in ascending order.
#[derive(Debug, Default)]
pub(super) struct Compact {
    bytes: Vec<u8>,
    /// The last field.
    last: u8,
}

impl Compact {
    pub(super) fn i32(mut self, field: u8, value: i32) -> Self {
        self.header(field, I32);
        self.zigzag(value.into());
        self
    }

    pub(super) fn i64(mut self, field: u8, value: i64) -> Self {
        self.header(field, I64);
        self.zigzag(value);
        self
    }

    pub(super) fn text(mut self, field: u8, text: &str) -> Self {
        self.header(field, BINARY);
        self.binary(text);
        self
    }

    pub(super) fn part(mut self, field: u8, part: Compact) -> Self {
        self.header(field, STRUCT);
        self.bytes.extend(part.finished());
        self
    }

    pub(super) fn parts(mut self, field: u8, parts: Vec<Compact>) -> Self {
        self.list(field, STRUCT, parts.len());
        parts.into_iter().for_each(|part| self.bytes.extend(part.finished()));
        self
    }

    pub(super) fn numbers(mut self, field: u8, numbers: &[i32]) -> Self {
        self.list(field, I32, numbers.len());
        numbers.iter().for_each(|own| self.zigzag((*own).into()));
        self
    }

    pub(super) fn texts(mut self, field: u8, texts: &[&str]) -> Self {
        self.list(field, BINARY, texts.len());
        texts.iter().for_each(|own| self.binary(own));
        self
    }

    /// With the mark of its end.
    pub(super) fn finished(mut self) -> Vec<u8> {
        self.bytes.push(0);
        self.bytes
    }

    /// Fields are told by how far they are from the one before, up to 15.
    fn header(&mut self, field: u8, sort: u8) {
        self.bytes.push((field - self.last) << 4 | sort);
        self.last = field;
    }

    /// The head of a list: its field, the sort of what is in it, and how many there are.
    fn list(&mut self, field: u8, sort: u8, count: usize) {
        self.header(field, LIST);
        match u8::try_from(count) {
            Ok(few @ 0..15) => self.bytes.push(few << 4 | sort),
            Ok(_) | Err(_) => {
                self.bytes.push(0xf0 | sort);
                self.varint(count as u64);
            }
        }
    }

    /// With its length before it.
    fn binary(&mut self, text: &str) {
        self.varint(text.len() as u64);
        self.bytes.extend_from_slice(text.as_bytes());
    }

    /// Small numbers of both signs in few bytes.
    fn zigzag(&mut self, value: i64) {
        self.varint((value << 1 ^ value >> 63).cast_unsigned());
    }

    /// Seven bits in each byte, the lowest first; the eighth says that more follow.
    fn varint(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.bytes.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.bytes.push(value as u8);
    }
}
