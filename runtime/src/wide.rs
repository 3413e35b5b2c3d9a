//! Loops that are compiled twice, once for processors whose vectors hold four numbers.
//!
//! A program for every processor of its kind takes numbers two at a time and copies one operand of nearly every operation. So the
//! loops in which steps spend their time are there once more for the third level of x86-64 (vectors of four, three operands), and
//! which are taken is asked where they begin; on other machines there is one of each.
//!
//! Products and sums stay two roundings: the compiler never joins them by itself, and nothing here asks for it. Sums keep their
//! order too, as elsewhere. So the numbers of a run do not depend on which of both was taken.

use pulp::Arch;

/// Runs a loop on the widest vectors there are.
///
/// What is not inlined into it stays as it is for every processor, so the closure has to be written as
/// `#[inline(always)] || ...`, and what it calls and spends its time in is inlined too.
#[inline(always)]
pub(crate) fn wide<R>(kernel: impl FnOnce() -> R) -> R {
    Arch::new().dispatch(kernel)
}

#[cfg(test)]
mod tests {
    use super::wide;
    use std::hint::black_box;

    /// `(1 + e)(1 - e) - 1 = -e²`, which is rounded away where the product is rounded by itself.
    #[test]
    fn products_are_rounded_before_they_are_added() {
        let e = 2.0_f64.powi(-30);
        let [a, b, c] = black_box([[1.0 + e; 8], [1.0 - e; 8], [-1.0; 8]]);
        let mut all = [1.0; 8];
        wide(
            #[inline(always)]
            || {
                for (k, slot) in all.iter_mut().enumerate() {
                    *slot = a[k] * b[k] + c[k];
                }
            },
        );
        assert_eq!(all, [0.0; 8]);
        assert_eq!(a[0].mul_add(b[0], c[0]), -e * e);
    }

    /// One after the other, where four partial sums would give another number.
    #[test]
    fn sums_keep_their_order() {
        let all: Vec<f64> = (0..64).map(|k| black_box(0.1 + f64::from(k)).sin()).collect();
        let mut expected = 0.0;
        for own in &all {
            expected = black_box(expected + own);
        }
        let found: f64 = wide(
            #[inline(always)]
            || all.iter().sum(),
        );
        let fours = (0..4).map(|k| all.iter().skip(k).step_by(4).sum::<f64>()).sum::<f64>();
        assert_eq!(found, expected);
        assert_ne!(found, fours);
    }
}
