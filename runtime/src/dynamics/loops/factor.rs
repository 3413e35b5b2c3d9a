//! The compliance matrix `Λ` of the closing constraints: block-sparse, symmetric, perhaps singular.
//!
//! Rows are scaled to a diagonal of about one, so that lengths, angles and the user's equations can
//! be compared. `Λ + εI = L L'` always exists, and the proximal iteration
//!
//! ```text
//! (Λ + εI) f_k+1 = b + ε f_k        from f_0 = 0
//! ```
//!
//! converges to the solution of least norm of `Λ f = b`: by the factor `ε/σ` in the direction of an
//! eigenvalue `σ`, and not at all, staying at zero, where `σ = 0`. So dependent equations share the
//! force, and a singular position needs no case of its own. The same system with a larger `ε` is the
//! penalty method, and the iteration is the augmented Lagrangian method.
//!
//! Blocks are eliminated in the order of least degree, found once; fill is known beforehand.

use std::collections::BTreeSet;

/// `ε` of solutions that are meant to be exact.
pub(crate) const PROXIMAL: f64 = 1e-11;
/// A pivot below this part of its diagonal element: the row depends on the ones before.
const DEPENDENT: f64 = 1e-9;
/// A row that moves less than this part of what free bodies would is at rest.
const IMMOBILE: f64 = 1e-10;
const ITERATIONS: usize = 30;
/// Of the augmented Lagrangian method, whose `ε` the user chooses.
const MANY_ITERATIONS: usize = 10_000;

/// Where the blocks of the lower triangle are: constant.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pattern {
    /// Of each original block: its place in the elimination.
    positions: Vec<usize>,
    /// In the order of the elimination.
    columns: Vec<Column>,
    rows: usize,
    values: usize,
    /// Where the products of the elimination are subtracted, in the order in which they occur.
    targets: Vec<usize>,
}

#[derive(Clone, Debug, Default)]
struct Column {
    /// First row in the original numbering, and how many.
    start: usize,
    size: usize,
    /// Of the block on the diagonal, row by row.
    diagonal: usize,
    /// Place and offset of the blocks below; ascending.
    below: Vec<(usize, usize)>,
}

impl Pattern {
    /// `sizes` and first rows of the blocks; which blocks are joined, each with itself.
    pub(crate) fn new(sizes: &[usize], starts: &[usize], neighbours: &[BTreeSet<usize>]) -> Self {
        let count = sizes.len();
        let mut graph: Vec<BTreeSet<usize>> = neighbours.to_vec();
        for (index, set) in graph.iter_mut().enumerate() {
            set.remove(&index);
        }
        let mut queue: BTreeSet<(usize, usize)> =
            graph.iter().enumerate().map(|(index, set)| (set.len(), index)).collect();
        let mut positions = vec![0; count];
        let mut filled = Vec::with_capacity(count);
        let mut order = Vec::with_capacity(count);
        while let Some((_, block)) = queue.pop_first() {
            positions[block] = order.len();
            order.push(block);
            let rest = std::mem::take(&mut graph[block]);
            for &a in &rest {
                queue.remove(&(graph[a].len(), a));
                graph[a].remove(&block);
                graph[a].extend(rest.iter().copied().filter(|&b| b != a));
                queue.insert((graph[a].len(), a));
            }
            filled.push(rest);
        }
        let mut values = 0;
        let mut columns: Vec<Column> = Vec::with_capacity(count);
        for (&block, rest) in order.iter().zip(&filled) {
            let size = sizes[block];
            let mut column =
                Column { start: starts[block], size, diagonal: values, below: Vec::new() };
            values += size * size;
            let mut places: Vec<usize> = rest.iter().map(|&other| positions[other]).collect();
            places.sort_unstable();
            for place in places {
                column.below.push((place, values));
                values += sizes[order[place]] * size;
            }
            columns.push(column);
        }
        let mut pattern =
            Self { positions, rows: sizes.iter().sum(), values, targets: Vec::new(), columns };
        let mut targets = Vec::new();
        for column in &pattern.columns {
            for (b, &(second, _)) in column.below.iter().enumerate() {
                for &(first, _) in &column.below[b..] {
                    targets.push(pattern.offset_at(first, second).unwrap_or(0));
                }
            }
        }
        pattern.targets = targets;
        pattern
    }

    pub(crate) fn position(&self, block: usize) -> usize {
        self.positions[block]
    }

    /// Of the block at places `row >= column`.
    fn offset_at(&self, row: usize, column: usize) -> Option<usize> {
        let found = &self.columns[column];
        if row == column {
            return Some(found.diagonal);
        }
        let at = found.below.binary_search_by_key(&row, |&(place, _)| place).ok()?;
        Some(found.below[at].1)
    }
}

/// The matrix now, and its factor.
#[derive(Clone, Debug, Default)]
pub(crate) struct Compliance {
    /// Unscaled lower triangle.
    values: Vec<f64>,
    factor: Vec<f64>,
    /// Of each row.
    scales: Vec<f64>,
    right: Vec<f64>,
    now: Vec<f64>,
    next: Vec<f64>,
    epsilon: f64,
    /// Rows that depend on others, at the last factorization.
    dependent: Vec<bool>,
}

impl Compliance {
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
            dependent: vec![false; pattern.rows],
        }
    }

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

    /// Chooses the scales and factorizes `Λ + epsilon I`. `free` is for each row what it would
    /// accelerate if nothing but its own bodies held it. False where the matrix is not finite.
    pub(crate) fn factorize(&mut self, pattern: &Pattern, free: &[f64], epsilon: f64) -> bool {
        self.epsilon = epsilon;
        for column in &pattern.columns {
            for i in 0..column.size {
                let row = column.start + i;
                let own = self.diagonal(column, i).max(0.0) + IMMOBILE * free[row];
                self.scales[row] = if own > 0.0 { 1.0 / own.sqrt() } else { 0.0 };
            }
        }
        let mut targets = pattern.targets.iter();
        for column in &pattern.columns {
            let n = column.size;
            let scale = |i: usize| self.scales[column.start + i];
            for i in 0..n {
                for j in 0..=i {
                    let at = column.diagonal + i * n + j;
                    self.factor[at] = self.values[at] * scale(i) * scale(j);
                }
                self.factor[column.diagonal + i * n + i] += epsilon;
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
        for column in &pattern.columns {
            if !self.eliminate(pattern, column, &mut targets) {
                return false;
            }
        }
        true
    }

    /// Cholesky's step for one block column.
    fn eliminate(
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
            self.dependent[column.start + j] = pivot < DEPENDENT;
            // Rounding may take what the proximal term has given.
            let root = pivot.max(0.5 * self.epsilon).sqrt();
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

    /// Which rows depend on others.
    pub(crate) fn dependent(&self) -> &[bool] {
        &self.dependent
    }
}
