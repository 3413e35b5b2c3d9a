//! The dense elimination of one group.

use crate::wide::wide;

/// A pivot that is what rounding left of terms this much larger is no pivot. The compliances that keep
/// redundant constraints apart are 1e-11 of those of a single one, but next to articulated inertias
/// and equations of other units they can be much smaller, and have to stay pivots.
const CANCELLED: f64 = 1e-15;

/// Calls a function with constant sizes where links, nodes of splines and bodies have them, so that the compiler unrolls
/// its loops. A node of a spline that rope flows through meets one or two lengths beside its neighbour.
macro_rules! with_sizes {
    ($size:expr, $border:expr, $fixed:ident, $any:ident $arguments:tt) => {
        with_sizes!(@among $size, $border, $fixed, $any, $arguments,
            [3, 3] [3, 6] [4, 3] [4, 4] [4, 6] [4, 7] [4, 8] [5, 5]
            [6, 6] [8, 6] [8, 7] [8, 8] [8, 9] [8, 10] [9, 6]
            [9, 7] [9, 8] [9, 9] [9, 10] [10, 6] [11, 6] [12, 6]
            [13, 9] [11, 10] [11, 11])
    };
    (@among $size:expr, $border:expr, $fixed:ident, $any:ident, $arguments:tt,
        $([$n:literal, $b:literal])*) => {
        match ($size, $border) {
            $(($n, $b) => with_sizes!(@fixed $fixed, $n, $b, $arguments),)*
            _ => with_sizes!(@any $any, $size, $border, $arguments),
        }
    };
    (@fixed $fixed:ident, $n:literal, $b:literal, ($($argument:expr),*)) => {
        $fixed::<$n, $b, { $n + $b }>($($argument),*)
    };
    (@any $any:ident, $size:expr, $border:expr, ($($argument:expr),*)) => {
        $any($size, $border, $($argument),*)
    };
}

/// Working memory of [`eliminate`].
pub(super) struct Work {
    /// The columns below the diagonal, transposed.
    pub columns: Vec<f64>,
    /// What the border's block loses.
    pub update: Vec<f64>,
    /// The sums of magnitudes of the terms of its diagonal.
    pub magnitudes: Vec<f64>,
}

/// Eliminates a group of `size` unknowns with a border of `border` unknowns.
///
/// `rows` is `size x (size + border)`: on entry `[D | R]`, on return the factors of `D` with
/// inverse pivots on the diagonal, and `L⁻¹ P R`. `columns` is on entry `C` (`border x size`), on
/// return `(C U⁻¹)ᵀ` (`size x border`). `pivots[k]` becomes the row that was chosen for column `k`.
/// `received` are, for each unknown, the sums of magnitudes that earlier eliminations took from
/// its diagonal entry. `work.update` becomes `C D⁻¹ R` (`border x border`).
///
/// # Errors
/// The column without a pivot.
pub(super) fn eliminate(
    size: usize,
    border: usize,
    rows: &mut [f64],
    columns: &mut [f64],
    pivots: &mut [usize],
    received: &[f64],
    work: &mut Work,
) -> Result<(), usize> {
    wide(
        #[inline(always)]
        || {
            with_sizes!(
                size,
                border,
                eliminate_fixed,
                eliminate_any(rows, columns, pivots, received, work)
            )
        },
    )
}

/// Forward substitution: on entry `own` holds the group's right-hand side in the order of its
/// pivots, on return `L⁻¹` of it. `outer` (`border`) becomes what the border's right-hand side loses.
#[inline(always)]
pub(super) fn forward(
    size: usize,
    border: usize,
    rows: &[f64],
    columns: &[f64],
    own: &mut [f64],
    outer: &mut [f64],
) {
    with_sizes!(size, border, forward_fixed, forward_any(rows, columns, own, outer))
}

/// Backward substitution: on entry `own` holds what [`forward`] left and `outer` the solution of the
/// border, on return `own` holds the solution.
#[inline(always)]
pub(super) fn backward(size: usize, border: usize, rows: &[f64], own: &mut [f64], outer: &[f64]) {
    with_sizes!(size, border, backward_fixed, backward_any(rows, own, outer))
}

/// The first `N` of what there is.
#[inline(always)]
fn first<T, const N: usize>(all: &[T]) -> &[T; N] {
    all.first_chunk().expect("as many as the group has")
}

/// The same, to be written.
#[inline(always)]
fn first_mut<T, const N: usize>(all: &mut [T]) -> &mut [T; N] {
    all.first_chunk_mut().expect("as many as the group has")
}

/// Each row goes through whole vectors of a constant length, where [`eliminate_any`] begins behind the pivot: what is
/// taken from before it is zero.
#[inline(always)]
fn eliminate_fixed<const N: usize, const B: usize, const W: usize>(
    rows: &mut [f64],
    columns: &mut [f64],
    pivots: &mut [usize],
    received: &[f64],
    work: &mut Work,
) -> Result<(), usize> {
    let rows: &mut [[f64; W]; N] = first_mut(rows.as_chunks_mut().0);
    let columns: &mut [f64] = &mut columns[..N * B];
    let pivots: &mut [usize; N] = first_mut(pivots);
    let received: &[f64; N] = first(received);
    let update: &mut [[f64; B]; B] = first_mut(work.update.as_chunks_mut().0);
    let magnitudes: &mut [f64; B] = first_mut(&mut work.magnitudes);

    for (k, pivot) in pivots.iter_mut().enumerate() {
        *pivot = k;
    }
    for k in 0..N {
        let mut best = k;
        let mut largest = rows[k][k].abs();
        for (i, row) in (k + 1..N).zip(&rows[k + 1..]) {
            let candidate = row[k].abs();
            if candidate > largest {
                best = i;
                largest = candidate;
            }
        }
        if best != k {
            pivots.swap(k, best);
            rows.swap(k, best);
        }
        let terms: f64 = (0..k).map(|j| (rows[k][j] * rows[j][k]).abs()).sum();
        if is_cancelled(largest, terms.max(received[k].min(received[pivots[k]]))) {
            return Err(k);
        }
        let inverse = 1.0 / rows[k][k];
        rows[k][k] = inverse;
        let mut pivot_row = rows[k];
        for (j, entry) in pivot_row[..N].iter_mut().enumerate() {
            *entry = if j > k { *entry } else { 0.0 };
        }
        for row in &mut rows[k + 1..] {
            let factor = row[k] * inverse;
            row[k] = factor;
            for (entry, pivot) in row.iter_mut().zip(&pivot_row) {
                *entry -= factor * pivot;
            }
        }
    }

    let mut transposed = [[0.0; B]; N];
    for (i, column) in columns.chunks_exact(N).enumerate() {
        for (row, entry) in transposed.iter_mut().zip(column) {
            row[i] = *entry;
        }
    }
    for k in 0..N {
        let inverse = rows[k][k];
        transposed[k].iter_mut().for_each(|entry| *entry *= inverse);
        let column = transposed[k];
        for (later, factor) in transposed[k + 1..].iter_mut().zip(&rows[k][k + 1..N]) {
            for (entry, own) in later.iter_mut().zip(&column) {
                *entry -= factor * own;
            }
        }
    }
    columns.copy_from_slice(transposed.as_flattened());

    for (i, line) in update.iter_mut().enumerate() {
        let mut sum = [0.0; B];
        for (left, row) in transposed.iter().zip(&*rows) {
            let factor = left[i];
            for (sum, right) in sum.iter_mut().zip(&row[N..]) {
                *sum += factor * right;
            }
        }
        *line = sum;
    }
    magnitudes.fill(0.0);
    for (left, row) in transposed.iter().zip(&*rows) {
        for ((sum, left), right) in magnitudes.iter_mut().zip(left).zip(&row[N..]) {
            *sum += (left * right).abs();
        }
    }
    Ok(())
}

/// Whether a pivot is what rounding left of terms of this magnitude; so is what is not a number.
#[inline(always)]
fn is_cancelled(largest: f64, terms: f64) -> bool {
    !(largest > CANCELLED * terms && largest.is_finite())
}

/// Adds `factor` times other numbers, four at a time: a compiler that does not know how few they are takes longer to
/// begin than for all of them.
#[inline(always)]
fn add_multiple(to: &mut [f64], factor: f64, of: &[f64]) {
    let ((fours, rest), (others, last)) = (to.as_chunks_mut::<4>(), of.as_chunks::<4>());
    for (four, other) in fours.iter_mut().zip(others) {
        for (entry, own) in four.iter_mut().zip(other) {
            *entry += factor * own;
        }
    }
    for (entry, own) in rest.iter_mut().zip(last) {
        *entry += factor * own;
    }
}

/// Of any size; those that are frequent have a size that the compiler knows.
#[inline(always)]
fn eliminate_any(
    size: usize,
    border: usize,
    rows: &mut [f64],
    columns: &mut [f64],
    pivots: &mut [usize],
    received: &[f64],
    work: &mut Work,
) -> Result<(), usize> {
    let width = size + border;
    let rows = &mut rows[..size * width];
    let columns = &mut columns[..size * border];
    let pivots = &mut pivots[..size];
    let received = &received[..size];
    let transposed = &mut work.columns[..size * border];
    let update = &mut work.update[..border * border];
    let magnitudes = &mut work.magnitudes[..border];

    for (k, pivot) in pivots.iter_mut().enumerate() {
        *pivot = k;
    }
    for k in 0..size {
        let mut best = k;
        let mut largest = rows[k * width + k].abs();
        for i in k + 1..size {
            let candidate = rows[i * width + k].abs();
            if candidate > largest {
                best = i;
                largest = candidate;
            }
        }
        if best != k {
            pivots.swap(k, best);
            let (upper, lower) = rows.split_at_mut(best * width);
            upper[k * width..][..width].swap_with_slice(&mut lower[..width]);
        }
        let terms: f64 = (0..k).map(|j| (rows[k * width + j] * rows[j * width + k]).abs()).sum();
        let terms = terms.max(received[k].min(received[pivots[k]]));
        if is_cancelled(largest, terms) {
            return Err(k);
        }
        let inverse = 1.0 / rows[k * width + k];
        rows[k * width + k] = inverse;
        let (upper, lower) = rows.split_at_mut((k + 1) * width);
        let pivot_row = &upper[k * width..][..width];
        for i in 0..size - k - 1 {
            let row = &mut lower[i * width..][..width];
            let factor = row[k] * inverse;
            row[k] = factor;
            add_multiple(&mut row[k + 1..], -factor, &pivot_row[k + 1..]);
        }
    }

    for k in 0..size {
        for i in 0..border {
            transposed[k * border + i] = columns[i * size + k];
        }
    }
    for k in 0..size {
        let (upper, lower) = transposed.split_at_mut((k + 1) * border);
        let column = &mut upper[k * border..][..border];
        let inverse = rows[k * width + k];
        for entry in column.iter_mut() {
            *entry *= inverse;
        }
        for j in k + 1..size {
            let factor = rows[k * width + j];
            let later = &mut lower[(j - k - 1) * border..][..border];
            add_multiple(later, -factor, column);
        }
    }
    columns.copy_from_slice(transposed);

    for i in 0..border {
        let line = &mut update[i * border..][..border];
        line.fill(0.0);
        for k in 0..size {
            let factor = transposed[k * border + i];
            let right = &rows[k * width + size..][..border];
            add_multiple(line, factor, right);
        }
    }
    magnitudes.fill(0.0);
    for k in 0..size {
        let left = &transposed[k * border..][..border];
        let right = &rows[k * width + size..][..border];
        for i in 0..border {
            magnitudes[i] += (left[i] * right[i]).abs();
        }
    }
    Ok(())
}

#[inline(always)]
fn forward_fixed<const N: usize, const B: usize, const W: usize>(
    rows: &[f64],
    columns: &[f64],
    own: &mut [f64],
    outer: &mut [f64],
) {
    let rows: &[[f64; W]; N] = first(rows.as_chunks().0);
    let columns: &[[f64; B]; N] = first(columns.as_chunks().0);
    let own: &mut [f64; N] = first_mut(own);
    let mut lost = [0.0; B];
    for i in 0..N {
        let mut entry = own[i];
        for (left, known) in rows[i].iter().zip(&own[..i]) {
            entry -= left * known;
        }
        own[i] = entry;
        for (lost, column) in lost.iter_mut().zip(&columns[i]) {
            *lost += column * entry;
        }
    }
    *first_mut(outer) = lost;
}

/// As [`forward_fixed`], of any size.
#[inline(always)]
fn forward_any(
    size: usize,
    border: usize,
    rows: &[f64],
    columns: &[f64],
    own: &mut [f64],
    outer: &mut [f64],
) {
    let width = size + border;
    let rows = &rows[..size * width];
    let columns = &columns[..size * border];
    let own = &mut own[..size];
    let outer = &mut outer[..border];

    outer.fill(0.0);
    for i in 0..size {
        let mut entry = own[i];
        for j in 0..i {
            entry -= rows[i * width + j] * own[j];
        }
        own[i] = entry;
        add_multiple(outer, entry, &columns[i * border..][..border]);
    }
}

#[inline(always)]
fn backward_fixed<const N: usize, const B: usize, const W: usize>(
    rows: &[f64],
    own: &mut [f64],
    outer: &[f64],
) {
    let rows: &[[f64; W]; N] = first(rows.as_chunks().0);
    let own: &mut [f64; N] = first_mut(own);
    let outer: &[f64; B] = first(outer);
    for (entry, row) in own.iter_mut().zip(rows) {
        for (right, outer) in row[N..].iter().zip(outer) {
            *entry -= right * outer;
        }
    }
    for i in (0..N).rev() {
        let entry = own[i] * rows[i][i];
        own[i] = entry;
        for j in 0..i {
            own[j] -= rows[j][i] * entry;
        }
    }
}

/// As [`backward_fixed`], of any size.
#[inline(always)]
fn backward_any(size: usize, border: usize, rows: &[f64], own: &mut [f64], outer: &[f64]) {
    let width = size + border;
    let rows = &rows[..size * width];
    let own = &mut own[..size];
    let outer = &outer[..border];

    for i in 0..size {
        for j in 0..border {
            own[i] -= rows[i * width + size + j] * outer[j];
        }
    }
    for i in (0..size).rev() {
        let entry = own[i] * rows[i * width + i];
        own[i] = entry;
        for j in 0..i {
            own[j] -= rows[j * width + i] * entry;
        }
    }
}
