//! Small dense systems of linear equations: the one definition of what a [`Node::Solve`](crate::Node)
//! computes, for the compiler, the reference evaluation and the runtime.
//!
//! By Householder's QR with column pivoting (Golub and Van Loan, Matrix Computations, 5.4), which is
//! backward stable and shows the rank. Everything is on the stack.

use crate::{Node, NodeId};

/// Most rows, columns and right sides of a system.
pub const LARGEST_SYSTEM: usize = 12;

/// A matrix whose condition is worse than that counts as singular: less than four of sixteen digits of a
/// solution would mean something.
pub const WORST_CONDITION: f64 = 1e12;

/// The sizes of `A x = b` with one right side or several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
pub struct SystemShape {
    pub rows: u8,
    pub columns: u8,
    pub rights: u8,
}

impl SystemShape {
    /// Of the matrix, row by row, and then of each right side.
    pub fn entries(self) -> usize {
        self.matrix() + usize::from(self.rows) * usize::from(self.rights)
    }

    /// Of the matrix alone.
    pub fn matrix(self) -> usize {
        usize::from(self.rows) * usize::from(self.columns)
    }

    /// Of the solution for each right side, one after the other.
    pub fn solutions(self) -> usize {
        usize::from(self.columns) * usize::from(self.rights)
    }

    /// Why there is no solution, in words, from the condition number.
    pub fn failure(self, condition: f64) -> String {
        let matrix = format!("{}x{} matrix", self.rows, self.columns);
        if condition <= WORST_CONDITION {
            format!("the solution with a {matrix} overflows")
        } else if condition < 1e15 {
            format!("a nearly singular {matrix}, of condition {condition:.0e}")
        } else {
            format!("a singular {matrix}")
        }
    }

    /// Whether all sizes are from 1 to [`LARGEST_SYSTEM`].
    pub fn is_possible(self) -> bool {
        [self.rows, self.columns, self.rights]
            .into_iter()
            .all(|size| (1..=LARGEST_SYSTEM).contains(&usize::from(size)))
    }
}

/// The values of the list that ends with the entry `last`, in order.
pub fn entries(node: impl Fn(NodeId) -> Node, last: NodeId) -> Vec<NodeId> {
    let mut values = Vec::new();
    let mut next = Some(last);
    while let Some(id) = next {
        next = match node(id) {
            Node::Entry { before, value } => {
                values.push(value);
                before
            }
            _ => None,
        };
    }
    values.reverse();
    values
}

type Matrix = [[f64; LARGEST_SYSTEM]; LARGEST_SYSTEM];

/// Solves `A x = b` for every right side `b`: exactly where `A` is square, with the least squares of
/// `A x - b` where it has more rows, with the least squares of `x` where it has more columns.
/// `entries` and `solution` are as long as `shape` says.
///
/// Returns the condition number of `A` in the Frobenius norm, after scaling of rows and columns that
/// changes no solution. Where it is infinite, not a number or beyond [`WORST_CONDITION`], the solution is
/// not a number.
pub fn solve(shape: SystemShape, entries: &[f64], solution: &mut [f64]) -> f64 {
    let (a, rights) = entries.split_at(shape.matrix());
    let condition = match Factors::of(shape, a) {
        Some(factors) if factors.condition <= WORST_CONDITION => {
            let rows = usize::from(shape.rows);
            let columns = usize::from(shape.columns);
            for (b, x) in rights.chunks_exact(rows).zip(solution.chunks_exact_mut(columns)) {
                factors.solve(b, x);
            }
            return factors.condition;
        }
        Some(factors) => factors.condition,
        None => f64::INFINITY,
    };
    solution.fill(f64::NAN);
    let is_known = entries.iter().all(|entry| entry.is_finite());
    if is_known { condition } else { f64::NAN }
}

/// `D A = M` or, where there are more columns than rows, its transpose; `M C P = Q R`.
struct Factors {
    /// Of `M`, at least as many rows as columns.
    rows: usize,
    columns: usize,
    is_transposed: bool,
    /// By column: above the diagonal `R`, from the diagonal on the vector of the reflection.
    qr: Matrix,
    diagonal: [f64; LARGEST_SYSTEM],
    /// Two over the square of the length of each reflection's vector.
    weight: [f64; LARGEST_SYSTEM],
    /// Which column of `M` is at each place.
    order: [usize; LARGEST_SYSTEM],
    /// `D`; ones unless the matrix is square.
    row_scale: [f64; LARGEST_SYSTEM],
    /// `C`, by column of `M`.
    column_scale: [f64; LARGEST_SYSTEM],
    condition: f64,
}

impl Factors {
    /// `None` where the rank is less than the smaller of both sizes, or an entry is no finite number.
    fn of(shape: SystemShape, a: &[f64]) -> Option<Self> {
        let (given_rows, given_columns) = (usize::from(shape.rows), usize::from(shape.columns));
        let is_transposed = given_columns > given_rows;
        let (rows, columns) = match is_transposed {
            true => (given_columns, given_rows),
            false => (given_rows, given_columns),
        };
        let mut own = Self {
            rows,
            columns,
            is_transposed,
            qr: Matrix::default(),
            diagonal: Default::default(),
            weight: Default::default(),
            order: std::array::from_fn(|column| column),
            row_scale: [1.0; LARGEST_SYSTEM],
            column_scale: [1.0; LARGEST_SYSTEM],
            condition: f64::INFINITY,
        };
        for (i, row) in a.chunks_exact(given_columns).enumerate() {
            for (j, &entry) in row.iter().enumerate() {
                if !entry.is_finite() {
                    return None;
                }
                let (i, j) = if is_transposed { (j, i) } else { (i, j) };
                own.qr[j][i] = entry;
            }
        }
        own.scale();
        for step in 0..columns {
            own.reflect(step)?;
        }
        own.condition = own.condition();
        Some(own)
    }

    /// Rows of a square matrix, then columns, by powers of two to sizes about one.
    fn scale(&mut self) {
        if self.rows == self.columns {
            for i in 0..self.rows {
                let size = self.qr[..self.columns].iter().fold(0.0, |most, c| c[i].abs().max(most));
                self.row_scale[i] = towards_one(size);
                for column in &mut self.qr[..self.columns] {
                    column[i] *= self.row_scale[i];
                }
            }
        }
        let (rows, columns) = (self.rows, self.columns);
        for (column, scale) in self.qr[..columns].iter_mut().zip(&mut self.column_scale) {
            let size = column[..rows].iter().fold(0.0, |most, entry| entry.abs().max(most));
            *scale = towards_one(size);
            column[..rows].iter_mut().for_each(|entry| *entry *= *scale);
        }
    }

    /// Takes the largest of the remaining columns next.
    fn reflect(&mut self, step: usize) -> Option<()> {
        let rows = self.rows;
        let square = |column: &[f64; LARGEST_SYSTEM]| -> f64 {
            column[step..rows].iter().map(|entry| entry * entry).sum()
        };
        let (mut best, mut most) = (step, -1.0);
        for (place, column) in self.qr[..self.columns].iter().enumerate().skip(step) {
            let size = square(column);
            if size > most {
                (best, most) = (place, size);
            }
        }
        self.qr.swap(step, best);
        self.order.swap(step, best);
        let size = most.sqrt();
        if size <= 0.0 {
            return None;
        }
        let (done, rest) = self.qr.split_at_mut(step + 1);
        let v = &mut done[step];
        let first = v[step];
        self.diagonal[step] = -size.copysign(first);
        self.weight[step] = 1.0 / (size * (size + first.abs()));
        v[step] = first - self.diagonal[step];
        for column in &mut rest[..self.columns - step - 1] {
            reflected(&v[step..rows], self.weight[step], &mut column[step..rows]);
        }
        Some(())
    }

    fn r(&self, row: usize, column: usize) -> f64 {
        if row == column { self.diagonal[row] } else { self.qr[column][row] }
    }

    /// Frobenius norms of `R` and of its inverse.
    fn condition(&self) -> f64 {
        let (mut size, mut inverse) = (0.0, 0.0);
        let mut z = [0.0; LARGEST_SYSTEM];
        for column in 0..self.columns {
            for row in (0..=column).rev() {
                size += self.r(row, column) * self.r(row, column);
                let above = if row == column { 1.0 } else { 0.0 };
                let known: f64 = (row + 1..=column).map(|k| self.r(row, k) * z[k]).sum();
                z[row] = (above - known) / self.diagonal[row];
                inverse += z[row] * z[row];
            }
        }
        (size * inverse).sqrt()
    }

    fn solve(&self, b: &[f64], x: &mut [f64]) {
        let mut z = [0.0; LARGEST_SYSTEM];
        let (rows, columns) = (self.rows, self.columns);
        if self.is_transposed {
            for k in 0..columns {
                let own = b[self.order[k]] * self.column_scale[self.order[k]];
                let known: f64 = (0..k).map(|i| self.r(i, k) * z[i]).sum();
                z[k] = (own - known) / self.diagonal[k];
            }
            for step in (0..columns).rev() {
                let v = &self.qr[step][step..rows];
                reflected(v, self.weight[step], &mut z[step..rows]);
            }
            x.copy_from_slice(&z[..rows]);
        } else {
            for ((z, b), scale) in z.iter_mut().zip(b).zip(&self.row_scale) {
                *z = b * scale;
            }
            for step in 0..columns {
                let v = &self.qr[step][step..rows];
                reflected(v, self.weight[step], &mut z[step..rows]);
            }
            for row in (0..columns).rev() {
                let known: f64 = (row + 1..columns).map(|k| self.r(row, k) * z[k]).sum();
                z[row] = (z[row] - known) / self.diagonal[row];
                x[self.order[row]] = z[row] * self.column_scale[self.order[row]];
            }
        }
    }
}

/// `x - weight v (v . x)`
fn reflected(v: &[f64], weight: f64, x: &mut [f64]) {
    let along: f64 = v.iter().zip(x.iter()).map(|(v, x)| v * x).sum();
    let along = weight * along;
    for (x, v) in x.iter_mut().zip(v) {
        *x -= along * v;
    }
}

/// The power of two that brings a size to between 1 and 2; 1 for zero.
fn towards_one(size: f64) -> f64 {
    if size == 0.0 {
        return 1.0;
    }
    // Of the exponent, 1023 stands for 2^0 and 2046 is the largest.
    let exponent = (size.to_bits() >> 52) & 0x7ff;
    f64::from_bits((2046 - exponent.clamp(1, 2045)) << 52)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solved(shape: [u8; 3], entries: &[f64]) -> (f64, Vec<f64>) {
        let shape = SystemShape { rows: shape[0], columns: shape[1], rights: shape[2] };
        assert_eq!(entries.len(), shape.entries());
        let mut solution = vec![0.0; shape.solutions()];
        let condition = solve(shape, entries, &mut solution);
        (condition, solution)
    }

    fn assert_near(found: &[f64], expected: &[f64]) {
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-14 * (1.0 + expected.abs()), "{found}");
        }
    }

    #[test]
    fn square_systems_are_solved_for_each_right_side() {
        let (_, x) = solved([2, 2, 2], &[0.0, 2.0, 4.0, 1.0, 6.0, 7.0, 2.0, 9.0]);
        assert_near(&x, &[1.0, 3.0, 2.0, 1.0]);
    }

    /// The mean of what is measured twice; the shortest of all vectors on a line.
    #[test]
    fn more_rows_and_more_columns_mean_least_squares() {
        assert_near(&solved([2, 1, 1], &[1.0, 1.0, 3.0, 5.0]).1, &[4.0]);
        assert_near(&solved([1, 2, 1], &[3.0, 4.0, 25.0]).1, &[3.0, 4.0]);
    }

    #[test]
    fn what_is_singular_has_no_solution() {
        for entries in [
            vec![1.0, 2.0, 2.0, 4.0, 1.0, 2.0],
            vec![0.0, 0.0, 0.0, 0.0, 1.0, 2.0],
            vec![0.1, 0.3, 0.2, 0.6, 1.0, 2.0],
            vec![1.0, 1.0, 1.0, 1.0 + 1e-13, 1.0, 2.0],
        ] {
            let (condition, x) = solved([2, 2, 1], &entries);
            assert!(condition > WORST_CONDITION, "{condition} of {entries:?}");
            assert!(x.iter().all(|x| x.is_nan()));
        }
        let (condition, x) = solved([2, 2, 1], &[1.0, f64::NAN, 1.0, 2.0, 1.0, 1.0]);
        assert!(condition.is_nan() && x[0].is_nan());
        let (condition, _) = solved([2, 1, 1], &[0.0, 0.0, 1.0, 1.0]);
        assert!(condition.is_infinite());
    }

    /// Units of rows and columns of a square matrix do not count, nor does the size of any.
    #[test]
    fn scales_do_not_make_a_matrix_singular() {
        for size in [1e-300, 1e-160, 1e-6, 1.0, 1e6, 1e160, 1e300] {
            let (condition, x) = solved([2, 2, 1], &[size, 0.0, 0.0, 1.0, size, 3.0]);
            assert!(condition < 4.1, "{condition} for {size}");
            assert_near(&x, &[1.0, 3.0]);
            let (_, x) = solved([2, 1, 1], &[size, size, 3.0 * size, 5.0 * size]);
            assert_near(&x, &[4.0]);
            let (_, x) = solved([1, 2, 1], &[3.0 * size, 4.0 * size, 25.0 * size]);
            assert_near(&x, &[3.0, 4.0]);
        }
    }
}
