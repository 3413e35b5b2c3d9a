//! The hash FNV-1a of 64 bits (Fowler, Noll, Vo), which stays the same from version to version.

use std::io::{self, Write};

/// Takes bytes as they are written.
pub(crate) struct Fnv1a(u64);

impl Fnv1a {
    pub(crate) fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    pub(crate) fn of(bytes: &[u8]) -> u64 {
        let mut hash = Self::new();
        hash.take(bytes);
        hash.finish()
    }

    fn take(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |hash, byte| {
            (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
    }

    pub(crate) fn finish(&self) -> u64 {
        self.0
    }
}

impl Write for Fnv1a {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.take(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Test vectors of the hash's authors (draft-eastlake-fnv).
    #[test]
    fn the_hash_is_the_published_one() {
        assert_eq!(Fnv1a::of(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(Fnv1a::of(b"foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn parts_make_the_hash_of_the_whole() {
        let mut hash = Fnv1a::new();
        write!(hash, "foo").and_then(|()| write!(hash, "bar")).unwrap();
        assert_eq!(hash.finish(), Fnv1a::of(b"foobar"));
    }
}
