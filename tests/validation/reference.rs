//! What the references are computed with; nothing of it is shared with the runtime.

/// Integrates `rates` by classical Runge-Kutta with `substeps` for each of the `times`.
pub fn integrate<const N: usize>(
    start: [f64; N],
    times: &[f64],
    substeps: usize,
    rates: impl Fn([f64; N]) -> [f64; N],
) -> Vec<[f64; N]> {
    let mut state = start;
    let mut states = vec![state];
    for pair in times.windows(2) {
        let step = (pair[1] - pair[0]) / substeps as f64;
        for _ in 0..substeps {
            let plus = |k: [f64; N], by: f64| std::array::from_fn(|i| state[i] + by * k[i]);
            let a = rates(state);
            let b = rates(plus(a, step / 2.0));
            let c = rates(plus(b, step / 2.0));
            let d = rates(plus(c, step));
            state = std::array::from_fn(|i| {
                state[i] + step / 6.0 * (a[i] + 2.0 * b[i] + 2.0 * c[i] + d[i])
            });
        }
        states.push(state);
    }
    states
}

/// Solves a small system by elimination with pivots.
pub fn solve<const N: usize>(mut matrix: [[f64; N]; N], mut right: [f64; N]) -> [f64; N] {
    for column in 0..N {
        let larger =
            |&a: &usize, &b: &usize| matrix[a][column].abs().total_cmp(&matrix[b][column].abs());
        let pivot = (column..N).max_by(larger).expect("a row");
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        for row in column + 1..N {
            let factor = matrix[row][column] / matrix[column][column];
            let above = matrix[column];
            for (entry, above) in matrix[row].iter_mut().zip(above).skip(column) {
                *entry -= factor * above;
            }
            right[row] -= factor * right[column];
        }
    }
    for row in (0..N).rev() {
        let rest: f64 = (row + 1..N).map(|k| matrix[row][k] * right[k]).sum();
        right[row] = (right[row] - rest) / matrix[row][row];
    }
    right
}

pub struct Cosines {
    pub amplitudes: [f64; 2],
    /// rad/s
    pub frequencies: [f64; 2],
}

/// The two strongest cosines in `values`, which start at rest: least squares by
/// Gauss and Newton's method from two guesses. Hann's window keeps what else swings out of it.
pub fn two_cosines(times: &[f64], values: &[f64], guesses: [f64; 2]) -> Cosines {
    let duration = times[times.len() - 1];
    let mut frequencies = guesses;
    let mut amplitudes = [0.0; 2];
    for round in 0..8 {
        let mut matrix = [[0.0; 4]; 4];
        let mut right = [0.0; 4];
        for (&time, value) in times.iter().zip(values) {
            let weight = (std::f64::consts::PI * time / duration).sin().powi(2);
            let [(s0, c0), (s1, c1)] = frequencies.map(|frequency| (frequency * time).sin_cos());
            let slopes = [c0, c1, -amplitudes[0] * time * s0, -amplitudes[1] * time * s1];
            let rest = value - amplitudes[0] * c0 - amplitudes[1] * c1;
            for i in 0..4 {
                right[i] += weight * slopes[i] * rest;
                for k in 0..4 {
                    matrix[i][k] += weight * slopes[i] * slopes[k];
                }
            }
        }
        if round == 0 {
            // Without amplitudes yet the frequencies do not matter.
            matrix[2][2] = 1.0;
            matrix[3][3] = 1.0;
        }
        let change = solve(matrix, right);
        for mode in 0..2 {
            amplitudes[mode] += change[mode];
            frequencies[mode] += change[2 + mode];
        }
    }
    Cosines { amplitudes, frequencies }
}
