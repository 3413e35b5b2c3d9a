//! What is handed along a chain gets smaller from body to body where only its end moves, and comes to subnormal numbers after a thousand
//! bodies. The smallest of these stays what it is when it is multiplied by more than a half, so all that follow in the chain
//! have it, and processors compute with them a hundred times as slowly. So what is handed on is freed of them now and then.

use super::{Mat3, Sym3, Vec3};

/// A smaller magnitude is zero, in the units of whatever it is: far below any number that is meant, far above subnormal ones, of which
/// products with what else a body has come to none.
const TINY: f64 = 1e-280;

/// Whether what a body hands on is looked at, which took a tenth of a rod's time: one of sixteen, so that about as few are slow. Which
/// ones looks like chance (the mixing of MurmurHash3), so that in whatever order the bodies of several chains stand each of these has its part.
#[inline(always)]
pub(crate) fn is_cleared(body: usize) -> bool {
    let mixed = (body as u32).wrapping_mul(0x9e37_79b9);
    (mixed ^ (mixed >> 16)).wrapping_mul(0x85eb_ca6b) >> 28 == 0
}

/// A number, or zero.
#[inline(always)]
pub(crate) fn without_tiny(value: f64) -> f64 {
    // What is not a number stays so.
    if value.abs() < TINY { 0.0 } else { value }
}

/// Of each component.
#[inline(always)]
pub(crate) fn vector_without_tiny(v: &Vec3) -> Vec3 {
    Vec3::new(without_tiny(v.x), without_tiny(v.y), without_tiny(v.z))
}

/// Of each entry.
#[inline(always)]
pub(crate) fn matrix_without_tiny(m: &Mat3) -> Mat3 {
    m.map(without_tiny)
}

impl Sym3 {
    /// Of each entry beside the diagonal.
    #[inline(always)]
    pub(crate) fn without_tiny(&self) -> Sym3 {
        Sym3 {
            xy: without_tiny(self.xy),
            xz: without_tiny(self.xz),
            yz: without_tiny(self.yz),
            ..*self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{TINY, is_cleared, without_tiny};

    #[test]
    fn each_of_some_chains_is_cleared() {
        for chains in 1..200 {
            for own in 0..chains {
                let gap = (0..).position(|k| is_cleared(own + k * chains));
                assert!(gap.is_some_and(|gap| gap < 300), "{chains}: {own}, {gap:?}");
            }
        }
    }

    #[test]
    fn only_what_is_nothing_goes() {
        for kept in [TINY, -TINY, 1.0, f64::INFINITY, f64::NEG_INFINITY] {
            assert_eq!(without_tiny(kept), kept);
        }
        for gone in [5e-324, -5e-324, f64::MIN_POSITIVE, -0.99 * TINY, 0.0] {
            assert_eq!(without_tiny(gone).to_bits(), 0.0_f64.to_bits());
        }
        assert!(without_tiny(f64::NAN).is_nan());
    }
}
