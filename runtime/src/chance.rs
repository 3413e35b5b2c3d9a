//! Numbers by chance that are the same in every run.

/// A sequence of them (Marsaglia, Xorshift RNGs, 2003).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chance(u64);

impl Chance {
    /// One of many sequences.
    pub(crate) fn new(seed: u64) -> Self {
        Self::from_bits(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    /// One of a seed whose bits have been mixed.
    pub(crate) fn from_bits(bits: u64) -> Self {
        Self(bits | 1)
    }

    /// The next one, from -1 to 1.
    pub(crate) fn either_side(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }
}
