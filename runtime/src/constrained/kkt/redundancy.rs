//! Which constraints say again what earlier ones say.
//!
//! Rows of the constraint Jacobian are scaled to a largest entry of one and eliminated column by
//! column, those with the fewest rows first: leaves of trees come first and touch nothing else, a
//! closed loop touches its own rows only. A row of which nothing larger than [`TOLERANCE`] is left
//! is a combination of others. A second elimination, over the combinations, from the last
//! constraint to the first, turns them into statements about the latest constraint of each.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

/// Of rows whose largest entry was one.
const TOLERANCE: f64 = 1e-9;
/// A pivot is at least this part of the largest entry of its column.
const OF_COLUMN: f64 = 0.1;
/// Columns of several rows that offer no pivot of this part of the largest entry of its row wait for
/// the others.
const OF_ROW: f64 = 1e-3;

/// A row that depends linearly on earlier, independent rows.
/// Rows by their index in the list given.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RedundantRow {
    /// That depends on others.
    pub row: usize,
    /// Rows and factors that sum up to it, in the order of rows. Empty for a row of zeros.
    pub combination: Vec<(usize, f64)>,
}

impl RedundantRow {
    /// What is left of the right-hand side of this row when the rows it depends on hold, in the unit
    /// of its residual. Zero, up to rounding: the row is consistent. Else no displacement fulfils
    /// this row and those it depends on, to first order.
    pub(crate) fn gap(&self, residuals: &[f64]) -> f64 {
        let implied: f64 =
            self.combination.iter().map(|&(row, factor)| factor * residuals[row]).sum();
        residuals[self.row] - implied
    }

    /// Whether the gap is larger than `tolerance` (in the unit of the row's residual) and than what
    /// rounding makes of its terms.
    pub(crate) fn contradicts(&self, residuals: &[f64], tolerance: f64) -> bool {
        let terms = self.combination.iter().map(|&(row, factor)| (factor * residuals[row]).abs());
        let terms = residuals[self.row].abs() + terms.sum::<f64>();
        self.gap(residuals).abs() > tolerance + TOLERANCE * terms
    }
}

/// The rows that depend linearly on earlier ones, in their order. `rows` are the entries (column,
/// value) of each row of the Jacobian, those that are preferred first; a column may repeat within a
/// row. Columns should be in units that make entries of a row comparable.
pub(crate) fn redundant_rows(rows: &[Vec<(usize, f64)>]) -> Vec<RedundantRow> {
    let scales: Vec<f64> = rows.iter().map(|row| largest(&united(row))).collect();
    let mut dependent = Vec::new();
    let mut elimination = Elimination::new(rows, &scales);
    elimination.run();
    for row in 0..rows.len() {
        if elimination.pivoted[row].is_none() {
            dependent.push(elimination.combination(row));
        }
    }
    latest_rows(dependent)
        .into_iter()
        .map(|(row, combination)| {
            // From scaled rows back to the given ones.
            let combination = combination
                .into_iter()
                .filter(|&(other, factor)| other != row && factor.abs() > TOLERANCE)
                .map(|(other, factor)| (other, -factor * scales[row] / scales[other]))
                .collect();
            RedundantRow { row, combination }
        })
        .collect()
}

/// Entries by column.
type SparseRow = BTreeMap<usize, f64>;

/// Adds up what is given twice for one column.
fn united(entries: &[(usize, f64)]) -> SparseRow {
    let mut row = SparseRow::new();
    for &(column, value) in entries {
        *row.entry(column).or_default() += value;
    }
    row
}

/// Of the absolute values.
fn largest(row: &SparseRow) -> f64 {
    row.values().fold(0.0, |largest, value| value.abs().max(largest))
}

/// Subtracts a multiple of another row; what is small enough to be rounding vanishes.
fn subtract(row: &mut SparseRow, factor: f64, other: &SparseRow) {
    for (&column, &value) in other {
        let entry = row.entry(column).or_default();
        *entry -= factor * value;
        if entry.abs() <= TOLERANCE {
            row.remove(&column);
        }
    }
}

/// Elimination of columns with a record of what was subtracted from each row.
struct Elimination {
    /// What is left of each.
    rows: Vec<SparseRow>,
    /// Active rows of each column.
    columns: BTreeMap<usize, BTreeSet<usize>>,
    /// For rows that became pivots, when.
    pivoted: Vec<Option<usize>>,
    /// For each row the pivot rows that were subtracted, and how often.
    subtracted: Vec<Vec<(usize, f64)>>,
}

impl Elimination {
    /// Of rows that are divided by their scales.
    fn new(rows: &[Vec<(usize, f64)>], scales: &[f64]) -> Self {
        let mut columns: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        let scaled: Vec<SparseRow> = rows
            .iter()
            .zip(scales)
            .map(|(row, scale)| {
                let mut row = united(row);
                row.retain(|_, value| {
                    *value /= scale;
                    value.abs() > TOLERANCE
                });
                row
            })
            .collect();
        for (index, row) in scaled.iter().enumerate() {
            for &column in row.keys() {
                columns.entry(column).or_default().insert(index);
            }
        }
        Elimination {
            columns,
            pivoted: vec![None; rows.len()],
            subtracted: vec![Vec::new(); rows.len()],
            rows: scaled,
        }
    }

    /// Columns with the fewest rows first; those without a good pivot at last.
    fn run(&mut self) {
        let mut queue: BinaryHeap<Reverse<(bool, usize, usize)>> = self
            .columns
            .iter()
            .map(|(&column, rows)| Reverse((false, rows.len(), column)))
            .collect();
        let mut time = 0;
        while let Some(Reverse((late, count, column))) = queue.pop() {
            let Some(active) = self.columns.get(&column) else { continue };
            if active.is_empty() {
                continue;
            }
            if active.len() != count {
                queue.push(Reverse((late, active.len(), column)));
                continue;
            }
            let Some((pivot, quality)) = self.pivot(column, active) else { continue };
            // Of a single row nothing else is eliminated: it can wait for no better pivot, and waiting
            // fills the rows of long chains.
            if quality < OF_ROW && !late && count > 1 {
                queue.push(Reverse((true, count, column)));
                continue;
            }
            self.pivoted[pivot] = Some(time);
            time += 1;
            for touched in self.eliminate(column, pivot) {
                if let Some(active) = self.columns.get(&touched) {
                    queue.push(Reverse((false, active.len(), touched)));
                }
            }
        }
    }

    /// The row whose entry is the largest part of the row, among those with large entries in the
    /// column.
    fn pivot(&self, column: usize, active: &BTreeSet<usize>) -> Option<(usize, f64)> {
        let entry = |row: usize| self.rows[row].get(&column).map_or(0.0, |entry| entry.abs());
        let limit = OF_COLUMN * active.iter().map(|&row| entry(row)).fold(0.0, f64::max);
        let mut best = None;
        for &row in active {
            if entry(row) < limit || entry(row) == 0.0 {
                continue;
            }
            let quality = entry(row) / largest(&self.rows[row]);
            if best.is_none_or(|(_, most)| quality > most) {
                best = Some((row, quality));
            }
        }
        best
    }

    /// Returns the columns of the pivot row, whose counts may have changed.
    fn eliminate(&mut self, column: usize, pivot: usize) -> Vec<usize> {
        let pivot_row = std::mem::take(&mut self.rows[pivot]);
        for column in pivot_row.keys() {
            if let Some(active) = self.columns.get_mut(column) {
                active.remove(&pivot);
            }
        }
        let value = pivot_row.get(&column).copied().unwrap_or(1.0);
        for target in self.columns.remove(&column).unwrap_or_default() {
            let row = &mut self.rows[target];
            let factor = row.get(&column).copied().unwrap_or(0.0) / value;
            subtract(row, factor, &pivot_row);
            row.remove(&column);
            self.subtracted[target].push((pivot, factor));
            for column in pivot_row.keys() {
                let Some(active) = self.columns.get_mut(column) else { continue };
                if row.contains_key(column) {
                    active.insert(target);
                } else {
                    active.remove(&target);
                }
            }
        }
        pivot_row.into_keys().filter(|&other| other != column).collect()
    }

    /// The combination of scaled rows that vanishes, for a row that was eliminated altogether.
    fn combination(&self, row: usize) -> SparseRow {
        let mut combination = SparseRow::from([(row, 1.0)]);
        let mut queue = BinaryHeap::new();
        let mut next = Some(row);
        while let Some(of) = next {
            let weight = combination.get(&of).copied().unwrap_or(0.0);
            for &(pivot, factor) in &self.subtracted[of] {
                let entry = combination.entry(pivot).or_insert_with(|| {
                    queue.push((self.pivoted[pivot], pivot));
                    0.0
                });
                *entry -= weight * factor;
            }
            // Nothing that was a pivot earlier adds to the weight of the latest.
            next = queue.pop().map(|(_, latest)| latest);
        }
        combination
    }
}

/// Vanishing combinations that span the same, each with the latest row that no other one has; its
/// factor is one.
fn latest_rows(mut combinations: Vec<SparseRow>) -> BTreeMap<usize, SparseRow> {
    let mut holders: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for (index, combination) in combinations.iter_mut().enumerate() {
        let scale = largest(combination);
        combination.retain(|_, factor| {
            *factor /= scale;
            factor.abs() > TOLERANCE
        });
        for &row in combination.keys() {
            holders.entry(row).or_default().insert(index);
        }
    }
    let mut latest: BTreeMap<usize, usize> = BTreeMap::new();
    let mut done = vec![false; combinations.len()];
    while let Some((row, holding)) = holders.pop_last() {
        let factor = |index: usize| combinations[index].get(&row).copied().unwrap_or(0.0);
        let best = holding
            .iter()
            .copied()
            .filter(|&index| !done[index])
            .max_by(|&a, &b| factor(a).abs().total_cmp(&factor(b).abs()));
        let Some(best) = best else { continue };
        done[best] = true;
        latest.insert(row, best);
        let own = factor(best);
        let pivot: SparseRow = std::mem::take(&mut combinations[best])
            .into_iter()
            .map(|(other, factor)| (other, factor / own))
            .collect();
        for index in holding.into_iter().filter(|&index| index != best) {
            let target = &mut combinations[index];
            let times = target.get(&row).copied().unwrap_or(0.0);
            subtract(target, times, &pivot);
            target.remove(&row);
            for &other in pivot.keys().filter(|&&other| other != row) {
                let holding = holders.entry(other).or_default();
                if target.contains_key(&other) {
                    holding.insert(index);
                } else {
                    holding.remove(&index);
                }
            }
        }
        combinations[best] = pivot;
    }
    latest.into_iter().map(|(row, index)| (row, std::mem::take(&mut combinations[index]))).collect()
}
