//! Block elimination: all groups in order, and the solve.
//!
//! Groups are eliminated in the order of the structure; each hands a dense block on to its border,
//! the later groups it is coupled with. Pivots are exchanged within a group only, so all places are
//! known beforehand. The matrix is not symmetric: rows and columns are both kept.

use super::factorization::Singular;
use super::front::{self, Work};
use super::inertia;
use super::structure::{Front, Structure};
use crate::wide::wide;

/// The factors of a matrix in the places of its values, and the memory to make them.
pub(crate) struct Elimination {
    /// Columns below the diagonal are transposed after elimination.
    factors: Vec<f64>,
    /// For each front, the row of the group that each column took as pivot.
    pivots: Vec<usize>,
    /// For each unknown, the sum of magnitudes taken from its diagonal entry.
    received: Vec<f64>,
    work: Work,
    own: Vec<f64>,
    outer: Vec<f64>,
}

impl Elimination {
    pub(super) fn new(structure: &Structure) -> Self {
        let fronts = &structure.fronts;
        let size = fronts.iter().map(|front| front.size).max().unwrap_or(0);
        let border = fronts.iter().map(|front| front.border).max().unwrap_or(0);
        let columns = fronts.iter().map(|front| front.size * front.border).max().unwrap_or(0);
        Elimination {
            factors: vec![0.0; structure.values()],
            pivots: vec![0; structure.unknowns()],
            received: vec![0.0; structure.unknowns()],
            work: Work {
                columns: vec![0.0; columns],
                update: vec![0.0; border * border],
                magnitudes: vec![0.0; border],
            },
            own: vec![0.0; size],
            outer: vec![0.0; border],
        }
    }

    /// `values` are left as they are.
    pub(super) fn factor(&mut self, structure: &Structure, values: &[f64]) -> Result<(), Singular> {
        self.factor_and_see(structure, values, |_, _, _| {})
    }

    /// The same of a symmetric matrix; how many of its eigenvalues are negative, which the blocks tell that groups have
    /// when their turn comes.
    pub(super) fn negatives(
        &mut self,
        structure: &Structure,
        values: &[f64],
    ) -> Result<usize, Singular> {
        let (mut count, mut block) = (0, Vec::new());
        self.factor_and_see(structure, values, |size, width, rows| {
            block.clear();
            rows.chunks(width).for_each(|row| block.extend_from_slice(&row[..size]));
            count += inertia::negatives(&mut block, size);
        })?;
        Ok(count)
    }

    /// `see` gets the size of each group, the length of its rows, and these rows, before it is eliminated.
    #[inline(always)]
    fn factor_and_see(
        &mut self,
        structure: &Structure,
        values: &[f64],
        mut see: impl FnMut(usize, usize, &[f64]),
    ) -> Result<(), Singular> {
        self.factors.copy_from_slice(values);
        self.received.fill(0.0);
        for front in &structure.fronts {
            let unknowns = front.offset..front.offset + front.size;
            let (own, later) = self.factors[front.start..].split_at_mut(front.end() - front.start);
            let (rows, columns) = own.split_at_mut(front.size * front.width());
            see(front.size, front.width(), rows);
            front::eliminate(
                front.size,
                front.border,
                rows,
                columns,
                &mut self.pivots[unknowns.clone()],
                &self.received[unknowns],
                &mut self.work,
            )
            .map_err(|unknown| Singular { group: front.group, unknown })?;

            let borders = &structure.borders[front.first_border..front.last_border];
            let mut targets = structure.targets[front.first_target..].iter();
            for row in borders {
                for (column, target) in borders.iter().zip(targets.by_ref()) {
                    for i in 0..row.size {
                        let update = &self.work.update[(row.place + i) * front.border..];
                        let update = &update[column.place..][..column.size];
                        let line = &mut later[target.start + i * target.stride..][..column.size];
                        for (entry, lost) in line.iter_mut().zip(update) {
                            *entry -= lost;
                        }
                    }
                }
                let received = &mut self.received[row.offset..][..row.size];
                let magnitudes = &self.work.magnitudes[row.place..][..row.size];
                for (received, magnitude) in received.iter_mut().zip(magnitudes) {
                    *received += magnitude;
                }
            }
        }
        Ok(())
    }

    /// Whether the determinant of the matrix that was factored last is negative.
    pub(crate) fn is_negative(&self, structure: &Structure) -> bool {
        structure.fronts.iter().fold(false, |negative, front| {
            let pivots = &self.pivots[front.offset..][..front.size];
            let below = (0..front.size).filter(|&k| self.inverse_pivot(front, k) < 0.0).count();
            negative ^ (exchanges(pivots) % 2 == 1) ^ (below % 2 == 1)
        })
    }

    /// How weak the weakest pivot is of groups whose first unknown is `wanted`, but for `others` that are weaker, which come first in `shares`
    /// then: as a share of the terms that have made it; and its group. For what closes loops that is about the square of how far a
    /// singular position is, in angles. `None` where there is none. `shares` is memory for one of each.
    pub(crate) fn weakest_pivot(
        &self,
        structure: &Structure,
        wanted: &[bool],
        others: usize,
        shares: &mut Vec<(f64, usize)>,
    ) -> Option<(f64, usize)> {
        shares.clear();
        for front in &structure.fronts {
            if wanted.get(front.offset) != Some(&true) {
                continue;
            }
            shares.extend((0..front.size).map(|k| {
                let received = self.received[front.offset + self.pivots[front.offset + k]];
                (1.0 / (self.inverse_pivot(front, k).abs() * received), front.group)
            }));
        }
        let is_there = others < shares.len();
        is_there.then(|| *shares.select_nth_unstable_by(others, |a, b| a.0.total_cmp(&b.0)).1)
    }

    /// Of a group that has been eliminated.
    fn inverse_pivot(&self, front: &Front, k: usize) -> f64 {
        self.factors[front.start + k * front.width() + k]
    }

    /// `vector` is the right side by unknowns, then the solution.
    pub(super) fn solve(&mut self, structure: &Structure, vector: &mut [f64]) {
        wide(
            #[inline(always)]
            || self.solve_by(structure, vector),
        );
    }

    /// The same, for [`wide`].
    #[inline(always)]
    fn solve_by(&mut self, structure: &Structure, vector: &mut [f64]) {
        for front in &structure.fronts {
            let own = &mut self.own[..front.size];
            let rows = &self.factors[front.start..front.columns()];
            let pivots = &self.pivots[front.offset..][..front.size];
            for (entry, &pivot) in own.iter_mut().zip(pivots) {
                *entry = vector[front.offset + pivot];
            }
            let outer = &mut self.outer[..front.border];
            let columns = &self.factors[front.columns()..front.end()];
            front::forward(front.size, front.border, rows, columns, own, outer);
            vector[front.offset..][..front.size].copy_from_slice(own);
            for border in &structure.borders[front.first_border..front.last_border] {
                let lost = &outer[border.place..][..border.size];
                for (entry, lost) in vector[border.offset..][..border.size].iter_mut().zip(lost) {
                    *entry -= lost;
                }
            }
        }

        for front in structure.fronts.iter().rev() {
            let outer = &mut self.outer[..front.border];
            for border in &structure.borders[front.first_border..front.last_border] {
                outer[border.place..][..border.size]
                    .copy_from_slice(&vector[border.offset..][..border.size]);
            }
            let rows = &self.factors[front.start..front.columns()];
            let own = &mut vector[front.offset..][..front.size];
            front::backward(front.size, front.border, rows, own, outer);
        }
    }
}

/// Of two at a time, that make this order from that of numbers.
fn exchanges(order: &[usize]) -> usize {
    let cycles = (0..order.len()).filter(|&first| {
        // Each cycle is counted at its smallest number.
        let mut next = order[first];
        while next > first {
            next = order[next];
        }
        next == first
    });
    order.len() - cycles.count()
}
