//! Where the blocks of `Λ` and of its factor are, found once.
//!
//! Blocks are eliminated in the order of least degree; fill is known beforehand.
//!
//! A block is a closing: its rows belong together and are dense among themselves. Two blocks are
//! joined where a force on the one accelerates the other.

use std::collections::BTreeSet;

/// Where the blocks of the lower triangle are: constant.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pattern {
    /// Of each original block: its place in the elimination.
    pub(super) positions: Vec<usize>,
    /// In the order of the elimination.
    /// Block columns of the lower triangle with all fill.
    pub(super) columns: Vec<Column>,
    /// Of the matrix.
    pub(super) rows: usize,
    /// How many numbers the matrix and its factor have.
    pub(super) values: usize,
    /// Where the products of the elimination are subtracted, in the order in which they occur.
    pub(super) targets: Vec<usize>,
}

/// One block column of the lower triangle.
#[derive(Clone, Debug, Default)]
pub(super) struct Column {
    /// First row in the original numbering, and how many.
    pub(super) start: usize,
    /// See `start`.
    pub(super) size: usize,
    /// Of the block on the diagonal, row by row.
    pub(super) diagonal: usize,
    /// Place and offset of the blocks below; ascending.
    pub(super) below: Vec<(usize, usize)>,
}

impl Pattern {
    /// `sizes` and first rows of the blocks; which blocks are joined, each with itself; which come
    /// after all others.
    /// The order is greedy: of the blocks that are left the one with fewest neighbours, and among
    /// equals the first.
    pub(crate) fn new(
        sizes: &[usize],
        starts: &[usize],
        neighbours: &[BTreeSet<usize>],
        last: &[bool],
    ) -> Self {
        let count = sizes.len();
        let mut graph: Vec<BTreeSet<usize>> = neighbours.to_vec();
        for (index, set) in graph.iter_mut().enumerate() {
            set.remove(&index);
        }
        let mut queue: BTreeSet<(bool, usize, usize)> =
            graph.iter().enumerate().map(|(index, set)| (last[index], set.len(), index)).collect();
        let mut positions = vec![0; count];
        let mut filled = Vec::with_capacity(count);
        let mut order = Vec::with_capacity(count);
        while let Some((_, _, block)) = queue.pop_first() {
            positions[block] = order.len();
            order.push(block);
            let rest = std::mem::take(&mut graph[block]);
            for &a in &rest {
                queue.remove(&(last[a], graph[a].len(), a));
                graph[a].remove(&block);
                graph[a].extend(rest.iter().copied().filter(|&b| b != a));
                queue.insert((last[a], graph[a].len(), a));
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

    /// The place in the order of elimination of an original block.
    pub(crate) fn position(&self, block: usize) -> usize {
        self.positions[block]
    }

    /// Of the block at places `row >= column`.
    pub(super) fn offset_at(&self, row: usize, column: usize) -> Option<usize> {
        let found = &self.columns[column];
        if row == column {
            return Some(found.diagonal);
        }
        let at = found.below.binary_search_by_key(&row, |&(place, _)| place).ok()?;
        Some(found.below[at].1)
    }
}
