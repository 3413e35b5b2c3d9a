//! How many eigenvalues of a symmetric matrix are negative, from pivots (Sylvester's law of inertia).

/// Between pivots of one row and of two: what makes the growth of both the least (Bunch and Parlett 1971).
const ONE_OR_TWO: f64 = 0.640_388_203_202_207_6;

/// Of a dense symmetric matrix by rows, which is used up: `LDLᵀ` with pivots from all of the diagonal, of one row or two.
/// What is zero altogether is not negative.
pub(super) fn negatives(matrix: &mut [f64], n: usize) -> usize {
    scale(matrix, n);
    let mut count = 0;
    let mut k = 0;
    while k < n {
        let (mut diagonal, mut at, mut beside, mut pair) = (0.0, k, 0.0, (k, k));
        for i in k..n {
            let own = matrix[i * n + i].abs();
            if own > diagonal {
                (diagonal, at) = (own, i);
            }
            for j in k..i {
                let other = matrix[i * n + j].abs();
                if other > beside {
                    (beside, pair) = (other, (j, i));
                }
            }
        }
        if diagonal == 0.0 && beside == 0.0 {
            break;
        }
        if diagonal >= ONE_OR_TWO * beside {
            exchange(matrix, n, k, at);
            count += usize::from(matrix[k * n + k] < 0.0);
            eliminate_one(matrix, n, k);
            k += 1;
        } else {
            exchange(matrix, n, k, pair.0);
            exchange(matrix, n, k + 1, pair.1);
            // Its determinant is negative: one eigenvalue of either sign.
            count += 1;
            eliminate_two(matrix, n, k);
            k += 2;
        }
    }
    count
}

/// Multipliers and displacements have different units; a congruence does not change signs.
fn scale(matrix: &mut [f64], n: usize) {
    let factor = |row: &[f64]| {
        let largest = row.iter().fold(0.0_f64, |largest, value| largest.max(value.abs()));
        if largest > 0.0 { 1.0 / largest.sqrt() } else { 1.0 }
    };
    let factors: Vec<f64> = matrix.chunks(n.max(1)).map(factor).collect();
    for i in 0..n {
        for j in 0..=i {
            // The two halves differ by rounding.
            let mean = 0.5 * (matrix[i * n + j] + matrix[j * n + i]) * factors[i] * factors[j];
            matrix[i * n + j] = mean;
            matrix[j * n + i] = mean;
        }
    }
}

/// Swaps two unknowns of a symmetric matrix, of which the lower half is kept by rows.
fn exchange(matrix: &mut [f64], n: usize, a: usize, b: usize) {
    if a == b {
        return;
    }
    for k in 0..n {
        matrix.swap(a * n + k, b * n + k);
    }
    for k in 0..n {
        matrix.swap(k * n + a, k * n + b);
    }
}

/// With one number as the pivot.
fn eliminate_one(matrix: &mut [f64], n: usize, k: usize) {
    let pivot = matrix[k * n + k];
    for i in k + 1..n {
        let factor = matrix[i * n + k] / pivot;
        for j in k + 1..n {
            matrix[i * n + j] -= factor * matrix[k * n + j];
        }
    }
}

/// With a block of two as the pivot.
fn eliminate_two(matrix: &mut [f64], n: usize, k: usize) {
    let (a, b, c) = (matrix[k * n + k], matrix[k * n + k + 1], matrix[(k + 1) * n + k + 1]);
    let determinant = a * c - b * b;
    for i in k + 2..n {
        let (first, second) = (matrix[i * n + k], matrix[i * n + k + 1]);
        let left = (first * c - second * b) / determinant;
        let right = (second * a - first * b) / determinant;
        for j in k + 2..n {
            matrix[i * n + j] -= left * matrix[k * n + j] + right * matrix[(k + 1) * n + j];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Random symmetric matrices of every size, with blocks of zeros as constraints have them, against their eigenvalues.
    #[test]
    fn negatives_are_those_of_the_eigenvalues() {
        let mut seed = 7_u64;
        let mut random = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) as f64 / f64::from(1_u32 << 30) - 1.0
        };
        for round in 0..400 {
            let n = 1 + round % 12;
            let zeros = round % 5;
            let mut matrix = vec![0.0; n * n];
            for i in 0..n {
                for j in 0..=i {
                    let value = if j + zeros >= n { 0.0 } else { random() };
                    let scale = 10.0_f64.powi(((i * 7 + 3) % 9) as i32 - 4)
                        * 10.0_f64.powi(((j * 7 + 3) % 9) as i32 - 4);
                    matrix[i * n + j] = value * scale;
                    matrix[j * n + i] = value * scale;
                }
            }
            // Scaled alike, so that their eigenvalues have signs that can be told.
            let plain = nalgebra::DMatrix::from_fn(n, n, |i, j| {
                let scale = |k: usize| 10.0_f64.powi(((k * 7 + 3) % 9) as i32 - 4);
                matrix[i * n + j] / scale(i) / scale(j)
            });
            let eigenvalues = plain.symmetric_eigenvalues();
            if eigenvalues.iter().any(|value| value.abs() < 1e-10) {
                continue;
            }
            let expected = eigenvalues.iter().filter(|value| **value < 0.0).count();
            assert_eq!(negatives(&mut matrix, n), expected, "{n} with {zeros}");
        }
    }
}
