//! `L D L'` of small symmetric matrices, of which the lower half is read.

use nalgebra::{SMatrix, SVector};

use crate::spatial::Pivot;

/// What is left of a pivot counts as zero below this part of what it is compared to.
const TOLERANCE: f64 = 2e-15;

/// With the pivots inverted; above the diagonal of `lower` is `D L'`.
pub(super) struct Factor<const N: usize> {
    lower: SMatrix<f64, N, N>,
    /// One over `D`.
    inverse: SVector<f64, N>,
    /// The smallest pivot beside its scale.
    pub(super) weakest: f64,
}

impl<const N: usize> Factor<N> {
    /// Each pivot is compared to its scale, which is what the diagonal was made of: differences may have left less there.
    ///
    /// # Errors
    /// Pivots that are nothing but rounding, or not finite.
    pub(super) fn new(
        matrix: &SMatrix<f64, N, N>,
        scales: &SVector<f64, N>,
    ) -> Result<Self, Pivot> {
        let mut lower = SMatrix::<f64, N, N>::zeros();
        let mut inverse = SVector::<f64, N>::zeros();
        let mut weakest = 1.0_f64;
        for j in 0..N {
            let mut pivot = matrix[(j, j)];
            for k in 0..j {
                pivot -= lower[(j, k)] * lower[(k, j)];
            }
            if !(pivot > TOLERANCE * scales[j] && pivot < f64::INFINITY) {
                let witness = matrix.sum() + scales.sum();
                let is_finite = witness.is_finite() && pivot.is_finite();
                return Err(if is_finite { Pivot::Singular } else { Pivot::NotFinite });
            }
            weakest = weakest.min(pivot / scales[j]);
            inverse[j] = 1.0 / pivot;
            for i in j + 1..N {
                let mut entry = matrix[(i, j)];
                for k in 0..j {
                    entry -= lower[(i, k)] * lower[(k, j)];
                }
                lower[(j, i)] = entry;
                lower[(i, j)] = entry * inverse[j];
            }
        }
        Ok(Self { lower, inverse, weakest })
    }

    /// All columns at once.
    pub(super) fn solve<const M: usize>(&self, right: &SMatrix<f64, N, M>) -> SMatrix<f64, N, M> {
        let mut x = *right;
        for column in 0..M {
            for i in 0..N {
                for k in 0..i {
                    x[(i, column)] -= self.lower[(i, k)] * x[(k, column)];
                }
            }
            for i in (0..N).rev() {
                x[(i, column)] *= self.inverse[i];
                for k in i + 1..N {
                    x[(i, column)] -= self.lower[(k, i)] * x[(k, column)];
                }
            }
        }
        x
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solutions_satisfy_their_equations() {
        let root = SMatrix::<f64, 4, 4>::from_fn(|i, j| {
            ((3 * i + 5 * j) as f64).sin() + (i == j) as u8 as f64
        });
        let matrix = root * root.transpose();
        let right = SMatrix::<f64, 4, 2>::from_fn(|i, j| 1.0 + i as f64 - 3.0 * j as f64);
        let factor = Factor::new(&matrix, &matrix.diagonal()).expect("positive definite");
        let gap = (matrix * factor.solve(&right) - right).norm();
        assert!(gap < 1e-13, "{gap:e}");
    }

    #[test]
    fn what_is_singular_or_infinite_is_told_apart() {
        let ones = SMatrix::<f64, 2, 2>::repeat(1.0);
        let scales = SVector::repeat(1.0);
        assert_eq!(Factor::new(&ones, &scales).err(), Some(Pivot::Singular));
        assert_eq!(Factor::new(&-ones, &scales).err(), Some(Pivot::Singular));
        let bad = SMatrix::<f64, 2, 2>::new(1.0, f64::NAN, f64::NAN, 1.0);
        assert_eq!(Factor::new(&bad, &scales).err(), Some(Pivot::NotFinite));
    }
}
