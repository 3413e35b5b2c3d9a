//! The compliance matrix `Λ` of the closing constraints: block-sparse, symmetric, perhaps singular.
//!
//! Rows are scaled to a diagonal of about one, so that lengths, angles and the user's equations can
//! be compared. Of the rows that say the same thing only as many take part as are independent
//! ([`super::rank`]); `Λ` of those is regular away from singular positions and is solved as it is.
//!
//! Where all rows are wanted (a start that is far from closed, penalty forces), `Λ + εI = L L'` always
//! exists, and the proximal iteration
//!
//! ```text
//! (Λ + εI) f_k+1 = b + ε f_k        from f_0 = 0
//! ```
//!
//! converges to the solution of least norm of `Λ f = b`: by the factor `ε/σ` in the direction of an
//! eigenvalue `σ`, and not at all, staying at zero, where `σ = 0`. The same system with a larger `ε` is
//! the penalty method, and the iteration is the augmented Lagrangian method.
//!
//! A right side is accelerations along the rows (or residuals, or rates), a solution the forces
//! that make them: `Λ` has the unit of one over a mass for lengths, one over an inertia for angles.

use super::pattern::{Column, Pattern};

/// `ε` of solutions that are meant to be exact.
pub(crate) const PROXIMAL: f64 = 1e-11;
/// A row that moves less than this part of what free bodies would is at rest.
const IMMOBILE: f64 = 1e-10;
/// Takes the place of a pivot that rounding has made negative.
const LEAST: f64 = 1e-18;
/// Of solutions that are meant to be exact.
const ITERATIONS: usize = 30;
/// Of the augmented Lagrangian method, whose `ε` the user chooses.
const MANY_ITERATIONS: usize = 10_000;

/// The matrix now, and its factor.
#[derive(Clone, Debug, Default)]
pub(crate) struct Compliance {
    /// Unscaled lower triangle.
    pub(super) values: Vec<f64>,
    /// Of the scaled matrix, lower triangle, in the blocks of the pattern.
    pub(super) factor: Vec<f64>,
    /// Of each row; zero where it takes no part.
    pub(super) scales: Vec<f64>,
    /// Of the scaled system.
    right: Vec<f64>,
    /// The solution so far.
    now: Vec<f64>,
    /// What refinement makes of it.
    next: Vec<f64>,
    /// Below which pivots count as zero.
    epsilon: f64,
    /// Of each row: what the rows eliminated before it have left of its scaled diagonal element.
    pivots: Vec<f64>,
}

impl Compliance {
    /// Zero.
    pub(crate) fn new(pattern: &Pattern) -> Self {
        let zeros = || vec![0.0; pattern.rows];
        Self {
            values: vec![0.0; pattern.values],
            factor: vec![0.0; pattern.values],
            scales: zeros(),
            right: zeros(),
            now: zeros(),
            next: zeros(),
            epsilon: 0.0,
            pivots: zeros(),
        }
    }

    /// Before elements are set again; what is not set is zero.
    pub(crate) fn clear(&mut self) {
        self.values.fill(0.0);
    }

    /// Sets the element of two rows, given by block and row within; the block `first` is not
    /// eliminated before `second`.
    pub(crate) fn set(
        &mut self,
        pattern: &Pattern,
        (first, i): (usize, usize),
        (second, j): (usize, usize),
        value: f64,
    ) {
        let (row, column) = (pattern.positions[first], pattern.positions[second]);
        if let Some(offset) = pattern.offset_at(row, column) {
            self.values[offset + i * pattern.columns[column].size + j] = value;
        }
    }

    /// The diagonal element of a row that stands in a block.
    fn diagonal(&self, column: &Column, i: usize) -> f64 {
        self.values[column.diagonal + i * column.size + i]
    }

    /// Chooses the scales and factorizes `Λ + epsilon I`, of some rows or of all. `free` is for each
    /// row what it would accelerate if nothing but its own bodies held it. False where the matrix is
    /// not finite.
    pub(crate) fn factorize(
        &mut self,
        pattern: &Pattern,
        free: &[f64],
        epsilon: f64,
        rows: Option<&[bool]>,
    ) -> bool {
        for column in &pattern.columns {
            for i in 0..column.size {
                let row = column.start + i;
                let own = self.diagonal(column, i).max(0.0) + IMMOBILE * free[row];
                let takes_part = rows.is_none_or(|rows| rows[row]);
                self.scales[row] = if takes_part && own > 0.0 { 1.0 / own.sqrt() } else { 0.0 };
            }
        }
        self.factorize_scaled(pattern, epsilon)
    }

    /// The same of all rows in shares of `sizes`: what [`Self::solve_once`] finds then makes the sum of the
    /// squares of these shares smaller, whatever the rows say of each other.
    pub(crate) fn factorize_in(&mut self, pattern: &Pattern, sizes: &[f64], epsilon: f64) -> bool {
        for (scale, &size) in self.scales.iter_mut().zip(sizes) {
            *scale = if size > 0.0 { 1.0 / size } else { 0.0 };
        }
        self.factorize_scaled(pattern, epsilon)
    }

    /// A pivot that rounding has made negative is replaced; forces in that direction are then as
    /// good as those of a penalty.
    fn factorize_scaled(&mut self, pattern: &Pattern, epsilon: f64) -> bool {
        self.epsilon = epsilon;
        self.scale(pattern);
        for column in &pattern.columns {
            let n = column.size;
            for i in 0..n {
                // A row that takes no part has a diagonal of one, and so no force.
                let own = if self.scales[column.start + i] == 0.0 { 1.0 } else { epsilon };
                self.factor[column.diagonal + i * n + i] += own;
            }
        }
        let mut targets = pattern.targets.iter();
        pattern.columns.iter().all(|column| self.eliminate(pattern, column, &mut targets))
    }

    /// Puts the scaled matrix where its factor will be.
    pub(super) fn scale(&mut self, pattern: &Pattern) {
        for column in &pattern.columns {
            let n = column.size;
            let scale = |i: usize| self.scales[column.start + i];
            for i in 0..n {
                for j in 0..=i {
                    let at = column.diagonal + i * n + j;
                    self.factor[at] = self.values[at] * scale(i) * scale(j);
                }
            }
            for &(place, offset) in &column.below {
                let other = &pattern.columns[place];
                for i in 0..other.size {
                    let left = self.scales[other.start + i];
                    for j in 0..n {
                        let at = offset + i * n + j;
                        self.factor[at] = self.values[at] * left * scale(j);
                    }
                }
            }
        }
    }

    /// Cholesky's step for one block column.
    pub(super) fn eliminate(
        &mut self,
        pattern: &Pattern,
        column: &Column,
        targets: &mut std::slice::Iter<'_, usize>,
    ) -> bool {
        let n = column.size;
        let d = column.diagonal;
        let factor = &mut self.factor;
        for j in 0..n {
            let mut pivot = factor[d + j * n + j];
            for k in 0..j {
                pivot -= factor[d + j * n + k].powi(2);
            }
            if !pivot.is_finite() {
                return false;
            }
            self.pivots[column.start + j] = pivot;
            // Rounding may take what the proximal term has given.
            let root = pivot.max(0.5 * self.epsilon).max(LEAST).sqrt();
            factor[d + j * n + j] = root;
            for i in j + 1..n {
                let mut value = factor[d + i * n + j];
                for k in 0..j {
                    value -= factor[d + i * n + k] * factor[d + j * n + k];
                }
                factor[d + i * n + j] = value / root;
            }
        }
        for &(place, offset) in &column.below {
            for i in 0..pattern.columns[place].size {
                for j in 0..n {
                    let mut value = factor[offset + i * n + j];
                    for k in 0..j {
                        value -= factor[offset + i * n + k] * factor[d + j * n + k];
                    }
                    factor[offset + i * n + j] = value / factor[d + j * n + j];
                }
            }
        }
        for (b, &(second, right)) in column.below.iter().enumerate() {
            let columns = pattern.columns[second].size;
            for &(first, left) in &column.below[b..] {
                let Some(&target) = targets.next() else { return false };
                for i in 0..pattern.columns[first].size {
                    for j in 0..columns {
                        let mut sum = 0.0;
                        for k in 0..n {
                            sum += factor[left + i * n + k] * factor[right + j * n + k];
                        }
                        factor[target + i * columns + j] -= sum;
                    }
                }
            }
        }
        true
    }

    /// Replaces `x` by the solution of `(Λ + εI) x = right`, scaled.
    /// Acts on `self.next`.
    fn back_substitute(&mut self, pattern: &Pattern) {
        let x = &mut self.next;
        let factor = &self.factor;
        for column in &pattern.columns {
            let (n, d, s) = (column.size, column.diagonal, column.start);
            for i in 0..n {
                let mut value = x[s + i];
                for k in 0..i {
                    value -= factor[d + i * n + k] * x[s + k];
                }
                x[s + i] = value / factor[d + i * n + i];
            }
            for &(place, offset) in &column.below {
                let other = &pattern.columns[place];
                for i in 0..other.size {
                    let sum: f64 = (0..n).map(|k| factor[offset + i * n + k] * x[s + k]).sum();
                    x[other.start + i] -= sum;
                }
            }
        }
        for column in pattern.columns.iter().rev() {
            let (n, d, s) = (column.size, column.diagonal, column.start);
            for &(place, offset) in &column.below {
                let other = &pattern.columns[place];
                for i in 0..other.size {
                    let above = x[other.start + i];
                    for k in 0..n {
                        x[s + k] -= factor[offset + i * n + k] * above;
                    }
                }
            }
            for i in (0..n).rev() {
                let mut value = x[s + i];
                for k in i + 1..n {
                    value -= factor[d + k * n + i] * x[s + k];
                }
                x[s + i] = value / factor[d + i * n + i];
            }
        }
    }

    /// Replaces the right side by the solution of `Λ x = b`, after a factorization with `ε = 0`.
    pub(crate) fn solve_exactly(&mut self, pattern: &Pattern, b: &mut [f64]) {
        for ((next, b), scale) in self.next.iter_mut().zip(b.iter()).zip(&self.scales) {
            *next = b * scale;
        }
        self.back_substitute(pattern);
        for ((b, next), scale) in b.iter_mut().zip(&self.next).zip(&self.scales) {
            *b = next * scale;
        }
    }

    /// Replaces the right side by the solution of least norm (in scaled rows) of `Λ x = b`.
    pub(crate) fn solve(&mut self, pattern: &Pattern, b: &mut [f64]) {
        self.proximal(pattern, b, ITERATIONS, 0.7);
    }

    /// The same with any `ε`, however slowly it converges.
    pub(crate) fn solve_slowly(&mut self, pattern: &Pattern, b: &mut [f64]) {
        self.proximal(pattern, b, MANY_ITERATIONS, 1.0);
    }

    /// Replaces the right side by the solution of `(Λ + εI) x = b` in scaled rows.
    pub(crate) fn solve_once(&mut self, pattern: &Pattern, b: &mut [f64]) {
        self.proximal(pattern, b, 1, 1.0);
    }

    /// Stops where the residual has gone, where it no longer becomes smaller by `stagnation`, or
    /// after `iterations`.
    fn proximal(&mut self, pattern: &Pattern, b: &mut [f64], iterations: usize, stagnation: f64) {
        for ((right, b), scale) in self.right.iter_mut().zip(b.iter()).zip(&self.scales) {
            *right = b * scale;
        }
        let size = self.right.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
        self.now.fill(0.0);
        let mut last = f64::INFINITY;
        for _ in 0..iterations {
            for ((next, right), now) in self.next.iter_mut().zip(&self.right).zip(&self.now) {
                *next = right + self.epsilon * now;
            }
            self.back_substitute(pattern);
            let change = self
                .next
                .iter()
                .zip(&self.now)
                .fold(0.0_f64, |most, (next, now)| most.max((next - now).abs()));
            std::mem::swap(&mut self.now, &mut self.next);
            // `ε change` is what is left of the residual; in dependent directions it cannot vanish.
            if self.epsilon * change <= 1e-15 * size || change > stagnation * last {
                break;
            }
            last = change;
        }
        for ((b, now), scale) in b.iter_mut().zip(&self.now).zip(&self.scales) {
            *b = now * scale;
        }
    }

    /// What the rows eliminated before a row leave of its compliance, in its own unit; after a
    /// factorization in which it took part.
    pub(crate) fn pivot(&self, row: usize) -> f64 {
        let scale = self.scales[row];
        if scale > 0.0 { self.pivots[row] / (scale * scale) } else { 0.0 }
    }
}
