//! Andrews' squeezing mechanism: seven bodies in a plane, three loops, one freedom, driven by a
//! constant torque.
//!
//! W. Schiehlen (ed.), Multibody Systems Handbook (1990); E. Hairer and G. Wanner, Solving Ordinary
//! Differential Equations II (2nd ed. 1996), section VII.7; F. Mazzia and C. Magherini, Test Set for
//! Initial Value Problem Solvers, release 2.4 (2008), "Andrews' squeezing mechanism", from where the
//! numbers are.

use super::reference::solve;
use super::rows::{Rows, run};

const MODELS: &str = "tests/models/andrews.cdl";

/// Angles β, Θ, γ, Φ, δ, Ω, ε at the start, where everything is at rest.
const START: [f64; 7] = [
    -0.061_713_890_014_276_45,
    0.0,
    0.455_279_819_163_070_4,
    0.222_668_390_165_885_88,
    0.487_364_979_543_842_55,
    -0.222_668_390_165_885_88,
    1.230_547_444_549_821_2,
];

/// The test set's reference solution at 0.03 s: angles, then their rates in rad/s.
const PUBLISHED: [f64; 7] = [
    15.810_771_196_299_04,
    -15.756_371_059_842_98,
    0.040_822_240_130_731_01,
    -0.534_730_116_322_694_8,
    0.524_409_965_880_530_4,
    0.534_730_116_322_694_8,
    1.048_080_741_042_263,
];
const PUBLISHED_RATES: [f64; 7] = [
    1_139.920_302_151_208,
    -1_424.379_294_994_111,
    11.032_912_219_371_34,
    19.293_374_644_213_85,
    0.573_569_928_479_080_8,
    -19.293_374_644_213_85,
    0.323_179_165_802_695_5,
];

const M: [f64; 7] = [0.04325, 0.00365, 0.02373, 0.00706, 0.07050, 0.00706, 0.05498];
const I: [f64; 7] = [2.194e-6, 4.410e-7, 5.255e-6, 5.667e-7, 1.169e-5, 5.667e-7, 1.912e-5];
const A: [f64; 2] = [-0.06934, -0.00227];
const B: [f64; 2] = [-0.03635, 0.03273];
const C: [f64; 2] = [0.014, 0.072];
const STIFFNESS: f64 = 4530.0;
const UNSTRETCHED: f64 = 0.07785;
const TORQUE: f64 = 0.033;
const D: f64 = 28e-3;
const DA: f64 = 115e-4;
const E: f64 = 2e-2;
const EA: f64 = 1421e-5;
const RR: f64 = 7e-3;
const RA: f64 = 92e-5;
const SS: f64 = 35e-3;
const SA: f64 = 1874e-5;
const SB: f64 = 1043e-5;
const SC: f64 = 18e-3;
const SD: f64 = 2e-2;
const TA: f64 = 2308e-5;
const TB: f64 = 916e-5;
const U: f64 = 4e-2;
const UA: f64 = 1228e-5;
const UB: f64 = 449e-5;
const ZF: f64 = 2e-2;
const ZT: f64 = 4e-2;
const FA: f64 = 1421e-5;

/// One part of a loop's equation: an amplitude times the cosine or sine of one angle or the sum of two.
struct Term {
    row: usize,
    amplitude: f64,
    wave: Wave,
    angles: &'static [usize],
}

#[derive(Clone, Copy)]
enum Wave {
    Cos,
    Sin,
}

const fn term(row: usize, amplitude: f64, wave: Wave, angles: &'static [usize]) -> Term {
    Term { row, amplitude, wave, angles }
}

/// The point E by the first two bodies, less the same point by the third, the fourth and fifth, the
/// sixth and seventh; x and y of each.
const TERMS: [Term; 22] = [
    term(0, RR, Wave::Cos, &[0]),
    term(0, -D, Wave::Cos, &[0, 1]),
    term(0, -SS, Wave::Sin, &[2]),
    term(1, RR, Wave::Sin, &[0]),
    term(1, -D, Wave::Sin, &[0, 1]),
    term(1, SS, Wave::Cos, &[2]),
    term(2, RR, Wave::Cos, &[0]),
    term(2, -D, Wave::Cos, &[0, 1]),
    term(2, -E, Wave::Sin, &[3, 4]),
    term(2, -ZT, Wave::Cos, &[4]),
    term(3, RR, Wave::Sin, &[0]),
    term(3, -D, Wave::Sin, &[0, 1]),
    term(3, E, Wave::Cos, &[3, 4]),
    term(3, -ZT, Wave::Sin, &[4]),
    term(4, RR, Wave::Cos, &[0]),
    term(4, -D, Wave::Cos, &[0, 1]),
    term(4, -ZF, Wave::Cos, &[5, 6]),
    term(4, -U, Wave::Sin, &[6]),
    term(5, RR, Wave::Sin, &[0]),
    term(5, -D, Wave::Sin, &[0, 1]),
    term(5, -ZF, Wave::Sin, &[5, 6]),
    term(5, U, Wave::Cos, &[6]),
];
const CLOSED: [f64; 6] = [B[0], B[1], A[0], A[1], A[0], A[1]];

struct Loops {
    /// g, m
    gaps: [f64; 6],
    /// dg/dq
    jacobian: [[f64; 7]; 6],
    /// d^2g/dt^2 without the part of the accelerations
    bias: [f64; 6],
}

fn loops(q: &[f64; 7], v: &[f64; 7]) -> Loops {
    let mut found = Loops { gaps: CLOSED.map(|x| -x), jacobian: [[0.0; 7]; 6], bias: [0.0; 6] };
    for &Term { row, amplitude, wave, angles } in &TERMS {
        let sum = |values: &[f64; 7]| angles.iter().map(|&k| values[k]).sum::<f64>();
        let (sin, cos) = sum(q).sin_cos();
        let (value, slope) = match wave {
            Wave::Cos => (cos, -sin),
            Wave::Sin => (sin, cos),
        };
        found.gaps[row] += amplitude * value;
        for &k in angles {
            found.jacobian[row][k] += amplitude * slope;
        }
        found.bias[row] -= amplitude * value * sum(v).powi(2);
    }
    found
}

fn mass_matrix(q: &[f64; 7]) -> [[f64; 7]; 7] {
    let mut m = [[0.0; 7]; 7];
    m[0][0] =
        M[0] * RA * RA + M[1] * (RR * RR - 2.0 * DA * RR * q[1].cos() + DA * DA) + I[0] + I[1];
    m[1][0] = M[1] * (DA * DA - DA * RR * q[1].cos()) + I[1];
    m[1][1] = M[1] * DA * DA + I[1];
    m[2][2] = M[2] * (SA * SA + SB * SB) + I[2];
    let e = E - EA;
    m[3][3] = M[3] * e * e + I[3];
    m[4][3] = M[3] * (e * e + ZT * e * q[3].sin()) + I[3];
    m[4][4] = M[3] * (ZT * ZT + 2.0 * ZT * e * q[3].sin() + e * e)
        + M[4] * (TA * TA + TB * TB)
        + I[3]
        + I[4];
    let z = ZF - FA;
    m[5][5] = M[5] * z * z + I[5];
    m[6][5] = M[5] * (z * z - U * z * q[5].sin()) + I[5];
    m[6][6] = M[5] * (z * z - 2.0 * U * z * q[5].sin() + U * U)
        + M[6] * (UA * UA + UB * UB)
        + I[5]
        + I[6];
    m[0][1] = m[1][0];
    m[3][4] = m[4][3];
    m[5][6] = m[6][5];
    m
}

fn forces(q: &[f64; 7], v: &[f64; 7]) -> [f64; 7] {
    let (s, c) = q[2].sin_cos();
    let x = SD * c + SC * s + B[0] - C[0];
    let y = SD * s - SC * c + B[1] - C[1];
    let length = x.hypot(y);
    let pull = -STIFFNESS * (length - UNSTRETCHED) / length;
    let (e, z) = (E - EA, ZF - FA);
    [
        TORQUE - M[1] * DA * RR * v[1] * (v[1] + 2.0 * v[0]) * q[1].sin(),
        M[1] * DA * RR * v[0] * v[0] * q[1].sin(),
        pull * (x * (SC * c - SD * s) + y * (SD * c + SC * s)),
        M[3] * ZT * e * v[4] * v[4] * q[3].cos(),
        -M[3] * ZT * e * v[3] * (v[3] + 2.0 * v[4]) * q[3].cos(),
        -M[5] * U * z * v[6] * v[6] * q[5].cos(),
        M[5] * U * z * v[5] * (v[5] + 2.0 * v[6]) * q[5].cos(),
    ]
}

/// `M x + G' y = upper, G x = lower`; gives x.
fn saddle(q: &[f64; 7], jacobian: &[[f64; 7]; 6], upper: [f64; 7], lower: [f64; 6]) -> [f64; 7] {
    // Masses are 1e-6 beside lengths of 1e-2; scaling them spares the elimination the difference.
    let scale = 1e4;
    let m = mass_matrix(q);
    let mut matrix = [[0.0; 13]; 13];
    let mut right = [0.0; 13];
    for i in 0..7 {
        for k in 0..7 {
            matrix[i][k] = scale * m[i][k];
        }
        for row in 0..6 {
            matrix[i][7 + row] = jacobian[row][i];
            matrix[7 + row][i] = jacobian[row][i];
        }
        right[i] = scale * upper[i];
    }
    right[7..].copy_from_slice(&lower);
    let solution = solve(matrix, right);
    std::array::from_fn(|i| solution[i])
}

fn rates(state: [f64; 14]) -> [f64; 14] {
    let q = std::array::from_fn(|i| state[i]);
    let v = std::array::from_fn(|i| state[7 + i]);
    let found = loops(&q, &v);
    let a = saddle(&q, &found.jacobian, forces(&q, &v), found.bias.map(|x| -x));
    std::array::from_fn(|i| if i < 7 { v[i] } else { a[i - 7] })
}

/// Back onto the loops, positions and then velocities, in the metric of the masses.
fn project(state: [f64; 14]) -> [f64; 14] {
    let mut q: [f64; 7] = std::array::from_fn(|i| state[i]);
    let v: [f64; 7] = std::array::from_fn(|i| state[7 + i]);
    for _ in 0..3 {
        let found = loops(&q, &v);
        let change = saddle(&q, &found.jacobian, [0.0; 7], found.gaps.map(|x| -x));
        q = std::array::from_fn(|i| q[i] + change[i]);
    }
    let found = loops(&q, &v);
    let off = found.jacobian.map(|row| -(0..7).map(|i| row[i] * v[i]).sum::<f64>());
    let change = saddle(&q, &found.jacobian, [0.0; 7], off);
    std::array::from_fn(|i| if i < 7 { q[i] } else { v[i - 7] + change[i - 7] })
}

/// Angles and rates at 0.03 s by Runge and Kutta's method on accelerations that satisfy the loops.
fn solution(substeps: usize) -> [f64; 14] {
    let mut state = project(std::array::from_fn(|i| START.get(i).copied().unwrap_or(0.0)));
    for piece in 0..30 {
        let times = [1e-3 * f64::from(piece), 1e-3 * f64::from(piece + 1)];
        state = project(super::reference::integrate(state, &times, substeps, rates)[1]);
    }
    state
}

/// The published start closes the loops, and the published end follows from the published
/// parameters by equations and a solver of this file: neither is misremembered.
#[test]
fn the_published_solution_follows_from_the_published_parameters() {
    let closed = loops(&START, &[0.0; 7]);
    assert!(closed.gaps.iter().all(|gap| gap.abs() < 1e-16), "{:?}", closed.gaps);
    let found = solution(1000);
    for (k, (&found, expected)) in
        found.iter().zip(PUBLISHED.into_iter().chain(PUBLISHED_RATES)).enumerate()
    {
        let off = (found - expected).abs() / expected.abs();
        println!("{k}: {found:.12} published {expected:.12}, off by {off:.1e}");
        // Runge and Kutta's error with steps of 1 microsecond, the larger one in the rates.
        assert!(off < if k < 7 { 1e-9 } else { 1e-7 }, "{k}: {off:e}");
    }
}

/// The largest difference of an angle to the published one, rad.
fn off(rows: &Rows) -> f64 {
    ["beta", "theta", "gamma", "phi", "delta", "omega", "epsilon"]
        .iter()
        .zip(PUBLISHED)
        .map(|(joint, published)| (rows.last(&format!("{joint}.angle")) - published).abs())
        .fold(0.0, f64::max)
}

/// The start follows from the crank's angle alone, so it is known to the published start's digits.
#[test]
fn the_model_starts_where_the_published_solution_does() {
    let rows = run(MODELS, "squeeze", &[]);
    let joints = ["beta", "theta", "gamma", "phi", "delta", "omega", "epsilon"];
    for (joint, published) in joints.iter().zip(START) {
        let found = rows.column(&format!("{joint}.angle"))[0];
        assert!((found - published).abs() < 1e-12, "{joint}: {found} {published}");
    }
}

#[test]
fn the_recursive_formulation_ends_at_the_published_angles() {
    let off = off(&run(MODELS, "squeeze", &[]));
    println!("recursive formulation, rk45: off by {off:.1e} rad");
    // Relative tolerance 1e-11 in each of some thousand steps.
    assert!(off < 1e-7, "{off:e}");
}

#[test]
fn the_energy_momentum_step_converges_to_the_published_angles() {
    let [coarse, fine] = ["conserved", "conserved_finer"].map(|name| off(&run(MODELS, name, &[])));
    println!("energy-momentum: off by {coarse:.2e}, {fine:.2e} rad: {:.2}", coarse / fine);
    // Order two, and the steps that are left.
    assert!((coarse / fine - 4.0).abs() < 0.2, "{coarse:e} {fine:e}");
}
