//! Small dense systems of linear equations, in memory of the caller's.

/// Gaussian elimination with partial pivoting, in place: `matrix x = right` for each of so many right sides. Both
/// are stored by rows, `right` with a column for each side, which become the solutions. `false` when the
/// matrix is singular; `right` means nothing then.
pub(crate) fn eliminate(matrix: &mut [f64], right: &mut [f64], sides: usize) -> bool {
    if sides == 0 {
        return true;
    }
    let n = right.len() / sides;
    for pivot in 0..n {
        let mut best = pivot;
        for row in pivot + 1..n {
            if matrix[row * n + pivot].abs() > matrix[best * n + pivot].abs() {
                best = row;
            }
        }
        let largest = matrix[best * n + pivot];
        if largest == 0.0 || !largest.is_finite() {
            return false;
        }
        if best != pivot {
            for column in 0..n {
                matrix.swap(best * n + column, pivot * n + column);
            }
            for side in 0..sides {
                right.swap(best * sides + side, pivot * sides + side);
            }
        }
        for row in pivot + 1..n {
            let factor = matrix[row * n + pivot] / largest;
            if factor == 0.0 {
                continue;
            }
            for column in pivot..n {
                matrix[row * n + column] -= factor * matrix[pivot * n + column];
            }
            for side in 0..sides {
                right[row * sides + side] -= factor * right[pivot * sides + side];
            }
        }
    }
    for row in (0..n).rev() {
        for side in 0..sides {
            let mut left = right[row * sides + side];
            for column in row + 1..n {
                left -= matrix[row * n + column] * right[column * sides + side];
            }
            right[row * sides + side] = left / matrix[row * n + row];
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two right sides at once, with a zero on the diagonal: solved by hand.
    #[test]
    fn solves_for_several_sides() {
        let mut matrix = [0.0, 2.0, 1.0, 1.0];
        let mut right = [4.0, 2.0, 5.0, 0.0];
        assert!(eliminate(&mut matrix, &mut right, 2));
        assert_eq!(right, [3.0, -1.0, 2.0, 1.0]);
    }

    #[test]
    fn says_when_a_matrix_is_singular() {
        assert!(!eliminate(&mut [1.0, 2.0, 2.0, 4.0], &mut [1.0, 1.0], 1));
    }
}
