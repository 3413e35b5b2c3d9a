//! Which rows are independent: elimination with pivoting inside of each block.
//!
//! Blocks stand in the order of the elimination, so how many rows of a block are independent of the
//! blocks before is a property of the matrix, whichever rows are chosen there.

use super::factor::Compliance;
use super::pattern::{Column, Pattern};

/// What is left of a row of size one by rounding.
const ROUNDING: f64 = 1e-17;
/// Only what is smaller than this may count as nothing.
const SMALL: f64 = 1e-7;

/// Independent rows of a matrix.
/// Made at the start by [`super::rank`], and again where rows have become weak.
#[derive(Clone, Debug, Default)]
pub(crate) struct Choice {
    /// Of each row in its own numbering, not that of the elimination: whether it takes part.
    pub(crate) rows: Vec<bool>,
    /// Of each block in the order of the elimination: how many rows are independent.
    pub(crate) counts: Vec<usize>,
    /// Of each block: its smallest chosen pivot, relative to rows of size one; one where none is
    /// chosen.
    pub(crate) measures: Vec<f64>,
}

impl Choice {
    /// How many rows are independent.
    pub(crate) fn rank(&self) -> usize {
        self.counts.iter().sum()
    }
}

impl Compliance {
    /// Chooses as many rows of each block as `counts` says, or else as there are pivots before the
    /// largest gap; in `sizes` what each row is compared to. None where the matrix is not finite.
    /// Leaves no factor that could be used.
    ///
    /// The matrix is that of gradients without inertia ([`super::metric`]), which division by the
    /// sizes brings to a diagonal of about one. Rows of a block that are not chosen are replaced by
    /// rows of the identity before the block is eliminated, so that the blocks after it see the
    /// chosen ones only.
    pub(crate) fn choose(
        &mut self,
        pattern: &Pattern,
        sizes: &[f64],
        counts: Option<&[usize]>,
    ) -> Option<Choice> {
        for (scale, &size) in self.scales.iter_mut().zip(sizes) {
            *scale = if size > 0.0 { 1.0 / size } else { 0.0 };
        }
        self.scale(pattern);
        let mut choice = Choice { rows: vec![false; sizes.len()], ..Choice::default() };
        let mut targets = pattern.targets.iter();
        for (place, column) in pattern.columns.iter().enumerate() {
            let (order, pivots) = self.pivoted(column);
            let count = match counts {
                Some(counts) => counts[place],
                None => before_gap(&pivots),
            };
            for &i in &order[..count] {
                choice.rows[column.start + i] = true;
            }
            choice.counts.push(count);
            choice.measures.push(if count == 0 { 1.0 } else { pivots[count - 1].max(0.0) });
            self.leave_out(pattern, column, &choice.rows);
            if !self.eliminate(pattern, column, &mut targets) {
                return None;
            }
        }
        Some(choice)
    }

    /// The rows of a block on the diagonal, each the largest of what is left; and what is left of them.
    /// Pivots descend. Each is the square of the sine between a row and those chosen before, as the
    /// rows have size one.
    fn pivoted(&self, column: &Column) -> (Vec<usize>, Vec<f64>) {
        let (n, d) = (column.size, column.diagonal);
        let mut left: Vec<f64> = vec![0.0; n * n];
        for i in 0..n {
            for j in 0..=i {
                left[i * n + j] = self.factor[d + i * n + j];
                left[j * n + i] = self.factor[d + i * n + j];
            }
        }
        let mut order: Vec<usize> = (0..n).collect();
        let mut pivots = Vec::with_capacity(n);
        for k in 0..n {
            let best = (k..n)
                .max_by(|&a, &b| left[order[a] * (n + 1)].total_cmp(&left[order[b] * (n + 1)]))
                .unwrap_or(k);
            order.swap(k, best);
            let row = order[k];
            let pivot = left[row * (n + 1)];
            pivots.push(pivot);
            if pivot > 0.0 {
                for &i in &order[k + 1..] {
                    let factor = left[i * n + row] / pivot;
                    for &j in &order[k + 1..] {
                        left[i * n + j] -= factor * left[row * n + j];
                    }
                }
            }
        }
        (order, pivots)
    }

    /// Replaces the rows of a block that are not chosen by rows of the identity.
    fn leave_out(&mut self, pattern: &Pattern, column: &Column, chosen: &[bool]) {
        let (n, d) = (column.size, column.diagonal);
        for j in (0..n).filter(|j| !chosen[column.start + j]) {
            for i in 0..n {
                self.factor[d + j * n + i] = 0.0;
                self.factor[d + i * n + j] = 0.0;
            }
            self.factor[d + j * n + j] = 1.0;
            for &(place, offset) in &column.below {
                for i in 0..pattern.columns[place].size {
                    self.factor[offset + i * n + j] = 0.0;
                }
            }
        }
    }
}

/// How many of the descending pivots stand before the largest gap to one that is small.
fn before_gap(pivots: &[f64]) -> usize {
    let at = |index: usize| pivots.get(index).copied().unwrap_or(0.0).max(ROUNDING);
    let mut best = (pivots.len(), 0.0);
    for count in 0..=pivots.len() {
        let (above, below) = (if count == 0 { 1.0 } else { at(count - 1) }, at(count));
        if below < SMALL && above / below > best.1 {
            best = (count, above / below);
        }
    }
    best.0
}

#[cfg(test)]
mod tests {
    use super::before_gap;

    #[test]
    fn a_rank_is_found_by_the_largest_gap() {
        assert_eq!(before_gap(&[0.9, 0.3, 0.1]), 3);
        assert_eq!(before_gap(&[0.9, 0.3, 1e-16, -1e-17]), 2);
        assert_eq!(before_gap(&[0.9, 1e-6, 2e-16]), 2);
        // What a deviation of 1e-6 from the loop leaves of a row that depends on others.
        assert_eq!(before_gap(&[0.9, 0.02, 1e-12, 1e-13]), 2);
        assert_eq!(before_gap(&[3e-16, 0.0]), 0);
        assert_eq!(before_gap(&[]), 0);
    }
}
