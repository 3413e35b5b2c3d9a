//! The dense elimination of one group.

/// A pivot that is what rounding left of terms this much larger is no pivot. The compliances that keep
/// redundant constraints apart are 1e-11 of those of a single one, but next to articulated inertias
/// and equations of other units they can be much smaller, and have to stay pivots.
const CANCELLED: f64 = 1e-15;

/// Calls a function with constant sizes where links, nodes of splines and bodies have them, so that the compiler unrolls
/// its loops.
macro_rules! with_sizes {
    (@constant $function:ident, $n:expr, $b:expr, ($($argument:expr),*)) => {
        $function($n, $b, $($argument),*)
    };
    (@among $size:expr, $border:expr, $function:ident, $arguments:tt,
        $([$n:literal, $b:literal])*) => {
        match ($size, $border) {
            $(($n, $b) => with_sizes!(@constant $function, $n, $b, $arguments),)*
            _ => with_sizes!(@constant $function, $size, $border, $arguments),
        }
    };
    ($size:expr, $border:expr, $function:ident $arguments:tt) => {
        with_sizes!(@among $size, $border, $function, $arguments,
            [3, 3] [3, 6] [4, 3] [4, 4] [4, 6] [4, 7] [4, 8] [5, 5]
            [6, 6] [8, 6] [8, 8] [9, 6] [10, 6] [11, 6] [12, 6] [13, 9] [11, 10] [11, 11])
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
    with_sizes!(size, border, eliminate_inline(rows, columns, pivots, received, work))
}

/// Forward substitution: on entry `own` holds the group's right-hand side in the order of its
/// pivots, on return `L⁻¹` of it. `outer` (`border`) becomes what the border's right-hand side loses.
pub(super) fn forward(
    size: usize,
    border: usize,
    rows: &[f64],
    columns: &[f64],
    own: &mut [f64],
    outer: &mut [f64],
) {
    with_sizes!(size, border, forward_inline(rows, columns, own, outer))
}

/// Backward substitution: on entry `own` holds what [`forward`] left and `outer` the solution of the
/// border, on return `own` holds the solution.
pub(super) fn backward(size: usize, border: usize, rows: &[f64], own: &mut [f64], outer: &[f64]) {
    with_sizes!(size, border, backward_inline(rows, own, outer))
}

#[inline(always)]
fn eliminate_inline(
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
        // Not a number fails the comparison, and is no pivot either.
        if !(largest > CANCELLED * terms && largest.is_finite()) {
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
            for j in k + 1..width {
                row[j] -= factor * pivot_row[j];
            }
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
            for i in 0..border {
                later[i] -= factor * column[i];
            }
        }
    }
    columns.copy_from_slice(transposed);

    for i in 0..border {
        let line = &mut update[i * border..][..border];
        line.fill(0.0);
        for k in 0..size {
            let factor = transposed[k * border + i];
            let right = &rows[k * width + size..][..border];
            for j in 0..border {
                line[j] += factor * right[j];
            }
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
fn forward_inline(
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
        for j in 0..border {
            outer[j] += columns[i * border + j] * entry;
        }
    }
}

#[inline(always)]
fn backward_inline(size: usize, border: usize, rows: &[f64], own: &mut [f64], outer: &[f64]) {
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
