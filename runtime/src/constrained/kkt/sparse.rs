//! The general way: faer's sparse LU, with the columns ordered once.
//!
//! The simplicial variant (one column after the other) is used directly, because it reuses its
//! memory and shows its pivots; faer's supernodal variant does neither.

use faer::dyn_stack::{MemBuffer, MemStack, StackReq};
use faer::mat::MatMut;
use faer::perm::PermRef;
use faer::sparse::linalg::colamd;
use faer::sparse::linalg::lu::simplicial::{self, SimplicialLu};
use faer::sparse::{SparseColMatRef, SymbolicSparseColMatRef};
use faer::{Conj, Par};

use super::factorization::Singular;
use super::structure::Structure;

/// A pivot this much smaller than the largest entry of its column is what rounding left.
const CANCELLED: f64 = 1e-14;

/// Entries by columns, as faer wants them.
pub(super) struct SparseLu {
    /// Of each column: its first entry; and the end.
    column_starts: Vec<usize>,
    /// Of each entry.
    rows: Vec<usize>,
    /// For each entry its place in the values of the structure.
    places: Vec<usize>,
    /// In the order of columns.
    entries: Vec<f64>,
    /// New to old and old to new.
    column_order: (Vec<usize>, Vec<usize>),
    /// See `column_order`.
    row_order: (Vec<usize>, Vec<usize>),
    /// L and U.
    factors: SimplicialLu<usize, f64>,
    /// That faer works in.
    memory: MemBuffer,
    /// First unknown of each group.
    offsets: Vec<usize>,
}

impl SparseLu {
    /// Orders the columns of a structure.
    pub(super) fn new(structure: &Structure) -> Self {
        let size = structure.unknowns();
        let mut entries = entries(structure);
        entries.sort_unstable();
        let mut column_starts = vec![0; size + 1];
        for &(column, ..) in &entries {
            column_starts[column + 1] += 1;
        }
        for column in 0..size {
            column_starts[column + 1] += column_starts[column];
        }
        let rows: Vec<usize> = entries.iter().map(|&(_, row, _)| row).collect();
        let places = entries.iter().map(|&(.., place)| place).collect();

        let mut column_order = (vec![0; size], vec![0; size]);
        let mut memory = MemBuffer::new(StackReq::any_of(&[
            colamd::order_scratch::<usize>(size, size, rows.len()),
            simplicial::factorize_simplicial_numeric_lu_scratch::<usize, f64>(size, size),
            simplicial::solve_in_place_scratch::<usize, f64>(size, 1, Par::Seq),
        ]));
        let pattern = SymbolicSparseColMatRef::new_checked(size, size, &column_starts, None, &rows);
        let ordered = colamd::order(
            &mut column_order.0,
            &mut column_order.1,
            pattern,
            colamd::Control::default(),
            MemStack::new(&mut memory),
        );
        if ordered.is_err() {
            column_order = ((0..size).collect(), (0..size).collect());
        }
        SparseLu {
            entries: vec![0.0; rows.len()],
            column_starts,
            rows,
            places,
            column_order,
            row_order: (vec![0; size], vec![0; size]),
            factors: SimplicialLu::new(),
            memory,
            offsets: (0..structure.groups().len()).map(|group| structure.offset(group)).collect(),
        }
    }

    /// With these values of the structure; the group and unknown where it is singular.
    pub(super) fn factor(&mut self, values: &[f64]) -> Result<(), Singular> {
        let size = self.column_order.0.len();
        for (entry, &place) in self.entries.iter_mut().zip(&self.places) {
            *entry = values[place];
        }
        let column_order = PermRef::new_checked(&self.column_order.0, &self.column_order.1, size);
        let matrix = SparseColMatRef::new(
            SymbolicSparseColMatRef::new_checked(size, size, &self.column_starts, None, &self.rows),
            &self.entries,
        );
        let factored = simplicial::factorize_simplicial_numeric_lu(
            &mut self.row_order.0,
            &mut self.row_order.1,
            &mut self.factors,
            matrix,
            column_order,
            MemStack::new(&mut self.memory),
        );
        match factored {
            Ok(()) => match self.column_without_pivot() {
                None => Ok(()),
                Some(column) => Err(self.singular(column)),
            },
            Err(faer::sparse::linalg::LuError::SymbolicSingular { index }) => {
                Err(self.singular(index))
            }
            // Indices that do not fit, or no memory: there are no factors.
            Err(faer::sparse::linalg::LuError::Generic(_)) => Err(self.singular(0)),
        }
    }

    /// The first column, in the order of elimination, whose pivot is zero up to rounding.
    fn column_without_pivot(&self) -> Option<usize> {
        let upper = self.factors.u_factor_unsorted();
        (0..upper.ncols()).find(|&column| {
            let original = self.column_order.0[column];
            let entries =
                &self.entries[self.column_starts[original]..self.column_starts[original + 1]];
            let scale = upper.val_of_col(column).iter().chain(entries);
            let scale = scale.fold(0.0_f64, |scale, entry| scale.max(entry.abs()));
            // The pivot is the last entry. Not a number fails the comparison.
            let pivot = upper.val_of_col(column).last().map_or(0.0, |pivot| pivot.abs());
            !(pivot > CANCELLED * scale && pivot.is_finite())
        })
    }

    /// The unknown that the column stands for, by its group.
    fn singular(&self, column: usize) -> Singular {
        let unknown = self.column_order.0.get(column).copied().unwrap_or(0);
        // Groups without unknowns have the offset of the next: the last one holds it.
        let group = self.offsets.partition_point(|&offset| offset <= unknown).saturating_sub(1);
        Singular { group, unknown: unknown - self.offsets.get(group).copied().unwrap_or(0) }
    }

    /// In place.
    pub(super) fn solve(&mut self, vector: &mut [f64]) {
        let size = self.column_order.0.len();
        self.factors.solve_in_place_with_conj(
            PermRef::new_checked(&self.row_order.0, &self.row_order.1, size),
            PermRef::new_checked(&self.column_order.0, &self.column_order.1, size),
            Conj::No,
            MatMut::from_column_major_slice_mut(vector, size, 1),
            Par::Seq,
            MemStack::new(&mut self.memory),
        );
    }
}

/// Column, row and place of all entries, in no order.
fn entries(structure: &Structure) -> Vec<(usize, usize, usize)> {
    let mut entries = Vec::new();
    let mut add = |row_group: usize, column_group: usize| {
        let Some(block) = structure.block(row_group, column_group) else { return };
        let (row, column) = (structure.offset(row_group), structure.offset(column_group));
        for i in 0..block.rows {
            for j in 0..block.columns {
                entries.push((column + j, row + i, block.at(i, j)));
            }
        }
    };
    for front in &structure.fronts {
        add(front.group, front.group);
        for border in &structure.borders[front.first_border..front.last_border] {
            add(front.group, border.group);
            add(border.group, front.group);
        }
    }
    entries
}
