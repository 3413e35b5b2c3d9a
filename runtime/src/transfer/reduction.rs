//! `X = R Q'` with triangular `R` and orthogonal `Q`, by reflections, of matrices whose columns differ by many orders in size.
//!
//! The largest entry left is made the pivot, and its column comes first (Powell and Reid 1968; Cox and Higham, Stability of Householder QR
//! factorization for weighted least squares problems, 1998): then no column takes more than its own rounding of itself, however small it is beside the others.

use nalgebra::{SMatrix, SVector};

use crate::spatial::Pivot;

/// `Q`, and which rows of `R` are the triangle's in turn.
#[derive(Clone, Debug)]
pub(super) struct Reduction<const R: usize, const C: usize> {
    /// Of `I - v v'`, in turn.
    vectors: [SVector<f64, C>; R],
    /// With which column each was exchanged before.
    columns: [usize; R],
    /// The rows that are the triangle's.
    pub(super) rows: [usize; R],
    /// How many of them there are.
    pub(super) count: usize,
}

impl<const R: usize, const C: usize> Reduction<R, C> {
    /// Of nothing.
    pub(super) fn none() -> Self {
        Self {
            vectors: [SVector::zeros(); R],
            columns: std::array::from_fn(|k| k),
            rows: std::array::from_fn(|k| k),
            count: 0,
        }
    }

    /// Leaves `R'` in the first `count` columns of `own`, which is `X'`: its entries are compared times the `scales` of these.
    ///
    /// # Errors
    /// Rows of `X` that are not independent, or not finite.
    pub(super) fn reduce(
        &mut self,
        own: &mut SMatrix<f64, C, R>,
        count: usize,
        scales: &SVector<f64, R>,
    ) -> Result<(), Pivot> {
        self.count = count;
        self.rows = std::array::from_fn(|k| k);
        for k in 0..count {
            let (mut most, mut pivot) = (0.0, (k, k));
            for (place, &row) in self.rows[..count].iter().enumerate().skip(k) {
                let (size, column) = largest(own, row, k);
                if size * scales[row] > most {
                    (most, pivot) = (size * scales[row], (place, column));
                }
            }
            if !(most > 0.0 && most < f64::INFINITY) {
                let is_finite = own.iter().all(|own| own.is_finite());
                return Err(if is_finite { Pivot::Singular } else { Pivot::NotFinite });
            }
            self.rows.swap(k, pivot.0);
            self.columns[k] = pivot.1;
            own.swap_rows(k, pivot.1);
            self.reflect(k, own);
        }
        Ok(())
    }

    /// Makes nothing of all beyond the pivot in its row.
    fn reflect(&mut self, k: usize, own: &mut SMatrix<f64, C, R>) {
        let mut row = own.column_mut(self.rows[k]);
        let mut vector = row.clone_owned();
        vector.rows_mut(0, k).fill(0.0);
        let first = vector[k];
        let square = vector.norm_squared();
        let left = -square.sqrt().copysign(first);
        vector[k] = first - left;
        // Half the square of `x - left e_k`.
        vector *= 1.0 / (square - left * first).sqrt();
        row.rows_mut(k, C - k).fill(0.0);
        row[k] = left;
        for &other in &self.rows[k + 1..self.count] {
            let mut row = own.column_mut(other);
            let along = row.dot(&vector);
            row.axpy(-along, &vector, 1.0);
        }
        self.vectors[k] = vector;
    }

    /// `Q x`
    pub(super) fn turned(&self, own: SVector<f64, C>) -> SVector<f64, C> {
        self.turned_by(self.count, own)
    }

    /// Of `Q`, which the reflections after it have no part in.
    pub(super) fn column(&self, k: usize) -> SVector<f64, C> {
        let mut own = SVector::zeros();
        own[k] = 1.0;
        self.turned_by(k + 1, own)
    }

    /// By the first `count` reflections, the last one first.
    fn turned_by(&self, count: usize, mut own: SVector<f64, C>) -> SVector<f64, C> {
        for k in (0..count).rev() {
            own -= self.vectors[k] * self.vectors[k].dot(&own);
            own.swap_rows(k, self.columns[k]);
        }
        own
    }

    /// `Q' x`
    pub(super) fn turned_back(&self, mut own: SVector<f64, C>) -> SVector<f64, C> {
        for k in 0..self.count {
            own.swap_rows(k, self.columns[k]);
            own -= self.vectors[k] * self.vectors[k].dot(&own);
        }
        own
    }
}

/// The largest entry of a row of `X` from column `k` on, and where it is.
fn largest<const R: usize, const C: usize>(
    own: &SMatrix<f64, C, R>,
    row: usize,
    k: usize,
) -> (f64, usize) {
    let mut most = (0.0, k);
    for column in k..C {
        let size = own[(column, row)].abs();
        if size > most.0 {
            most = (size, column);
        }
    }
    most
}

/// `R^-1 x`, of which the first `count` are filled; `own` is what a reduction has left.
pub(super) fn forward<const R: usize, const C: usize>(
    own: &SMatrix<f64, C, R>,
    (rows, count): (&[usize; R], usize),
    right: &SVector<f64, R>,
) -> SVector<f64, R> {
    let mut found = SVector::zeros();
    for k in 0..count {
        let row = rows[k];
        let known: f64 = (0..k).map(|j| own[(j, row)] * found[j]).sum();
        found[k] = (right[row] - known) / own[(k, row)];
    }
    found
}

/// `R'^-1 x`, in the places of the rows.
pub(super) fn backward<const R: usize, const C: usize>(
    own: &SMatrix<f64, C, R>,
    (rows, count): (&[usize; R], usize),
    right: &SVector<f64, R>,
) -> SVector<f64, R> {
    let mut found = SVector::zeros();
    for k in (0..count).rev() {
        let known: f64 = rows[k + 1..count].iter().map(|&row| own[(k, row)] * found[row]).sum();
        found[rows[k]] = (right[k] - known) / own[(k, rows[k])];
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transfer::Vec6;

    /// Columns of sizes from 1e-9 to 1, with three large ones in a plane of space: each column is what it was to roundings of itself, and
    /// both triangular systems are solved.
    #[test]
    fn small_columns_keep_their_digits_beside_large_ones() {
        let entry = |i: usize, j: usize| ((3 * i + 5 * j * j + 1) as f64).sin();
        let plane = SMatrix::<f64, 6, 3>::from_fn(entry);
        let own = SMatrix::<f64, 6, 9>::from_fn(|i, j| match j % 3 {
            0 => (0..3).map(|k| plane[(i, k)] * entry(k, j)).sum(),
            1 => 1e-6 * entry(i, j + 1),
            _ => 1e-9 * entry(i, j + 2),
        });
        let mut left = own.transpose();
        let mut made = Reduction::none();
        made.reduce(&mut left, 6, &Vec6::repeat(1.0)).expect("independent rows");
        let again =
            SMatrix::<f64, 6, 9>::from_fn(|i, j| made.turned(left.column(i).into_owned())[j]);
        for j in 0..9 {
            let off = (again.column(j) - own.column(j)).norm() / own.column(j).norm();
            assert!(off < 1e-14, "{j}: {off:e}");
        }
        let x = Vec6::from_fn(|i, _| entry(i, 2));
        let back = made.turned_back(made.turned(SVector::from_fn(|i, _| entry(i, 4))));
        assert!((back - SVector::from_fn(|i, _| entry(i, 4))).norm() < 1e-14);
        let found = forward(&left, (&made.rows, 6), &x);
        let left = left.transpose();
        let terms = left.abs().fixed_columns::<6>(0) * found.abs();
        let off = left.fixed_columns::<6>(0) * found - x;
        assert!((0..6).all(|k| off[k].abs() < 1e-15 * (terms[k] + 1.0)), "{off}");
        let found = backward(&left.transpose(), (&made.rows, 6), &x);
        let terms = left.abs().fixed_columns::<6>(0).transpose() * found.abs();
        let off = left.fixed_columns::<6>(0).transpose() * found - x;
        assert!((0..6).all(|k| off[k].abs() < 1e-15 * (terms[k] + 1.0)), "{off}");
    }

    #[test]
    fn what_is_dependent_or_infinite_is_told_apart() {
        let ones = Vec6::repeat(1.0);
        let mut same = SMatrix::<f64, 6, 6>::zeros();
        same[(0, 0)] = 1.0;
        let mut made = Reduction::none();
        assert_eq!(made.reduce(&mut same, 2, &ones), Err(Pivot::Singular));
        let mut bad = SMatrix::<f64, 6, 6>::repeat(f64::NAN);
        assert_eq!(made.reduce(&mut bad, 2, &ones), Err(Pivot::NotFinite));
    }
}
