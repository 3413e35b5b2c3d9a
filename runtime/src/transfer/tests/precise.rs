//! Numbers of twice as many digits, and the planar chain of rods in them: what sweeps in ordinary numbers are judged by.

use std::ops::{Add, Div, Mul, Neg, Sub};

/// The sum of two numbers that do not overlap (Dekker, Numerische Mathematik 18 (1971)): 32 digits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Precise(f64, f64);

impl Precise {
    pub(super) const ZERO: Precise = Precise(0.0, 0.0);

    fn sum(a: f64, b: f64) -> Precise {
        let high = a + b;
        let part = high - a;
        Precise(high, (a - (high - part)) + (b - part))
    }

    pub(super) fn rounded(self) -> f64 {
        self.0 + self.1
    }

    fn size(self) -> f64 {
        self.0.abs()
    }

    /// Of a positive number: one step of Newton's from the root in 16 digits.
    pub(super) fn sqrt(self) -> Precise {
        let root = Precise::from(self.0.sqrt());
        root + (self - root * root) / (root + root)
    }
}

impl From<f64> for Precise {
    fn from(value: f64) -> Self {
        Precise(value, 0.0)
    }
}

impl Add for Precise {
    type Output = Precise;
    fn add(self, other: Precise) -> Precise {
        let (high, low) = (Precise::sum(self.0, other.0), Precise::sum(self.1, other.1));
        let next = Precise::sum(high.0, high.1 + low.0);
        Precise::sum(next.0, next.1 + low.1)
    }
}

impl Neg for Precise {
    type Output = Precise;
    fn neg(self) -> Precise {
        Precise(-self.0, -self.1)
    }
}

impl Sub for Precise {
    type Output = Precise;
    fn sub(self, other: Precise) -> Precise {
        self + -other
    }
}

impl Mul for Precise {
    type Output = Precise;
    fn mul(self, other: Precise) -> Precise {
        let high = self.0 * other.0;
        let low = self.0.mul_add(other.0, -high) + (self.0 * other.1 + self.1 * other.0);
        Precise::sum(high, low)
    }
}

impl Div for Precise {
    type Output = Precise;
    fn div(self, other: Precise) -> Precise {
        let first = Precise::from(self.0 / other.0);
        let rest = self - first * other;
        let second = Precise::from(rest.0 / other.0);
        let rest = rest - second * other;
        first + second + Precise::from(rest.0 / other.0)
    }
}

/// Uniform rods on hinges in a plane, hung at the origin: absolute angles from straight down, their rates, masses.
pub(super) struct Rods {
    pub(super) length: f64,
    pub(super) gravity: f64,
    pub(super) angles: Vec<f64>,
    pub(super) rates: Vec<f64>,
    pub(super) masses: Vec<f64>,
}

/// What a chain does in 32 digits, rounded.
pub(super) struct Moves {
    /// Angular, of each rod, rad/s².
    pub(super) accelerations: Vec<f64>,
    /// On each rod by the joint that it hangs on: to where its angle turns a rod that hangs down, and upwards; N.
    pub(super) joints: Vec<[f64; 2]>,
    /// On the last rod's end by what holds it, where anything does.
    pub(super) held: [f64; 2],
}

impl Rods {
    /// Angular accelerations of a chain that hangs freely.
    pub(super) fn accelerations(&self) -> Vec<f64> {
        self.moves(false).accelerations
    }

    /// The same of rods that hang on the ends of any before them, `None` at the origin; `efforts` turn each against what carries it, N m.
    pub(super) fn branched(&self, parents: &[Option<usize>], efforts: &[f64]) -> Vec<f64> {
        let n = self.angles.len();
        let of = Precise::from;
        let (length, half) = (of(self.length), of(0.5));
        let mut beyond = vec![Precise::ZERO; n];
        let mut matrix = vec![vec![Precise::ZERO; n + 1]; n];
        for k in (0..n).rev() {
            let mass = of(self.masses[k]);
            let carried = beyond[k] + mass;
            matrix[k][n] = matrix[k][n] + of(efforts[k]);
            if let Some(parent) = parents[k] {
                beyond[parent] = beyond[parent] + carried;
                matrix[parent][n] = matrix[parent][n] - of(efforts[k]);
            }
            let weight = of(self.gravity) * length * (beyond[k] + mass * half);
            matrix[k][n] = matrix[k][n] - weight * of(self.angles[k].sin());
            // As exact as what they are rounded to: a heavy body has no patience with a sum that is one but for its last digit.
            let [sin, cos] = [of(self.angles[k].sin()), of(self.angles[k].cos())];
            let one = cos * cos + sin * sin;
            matrix[k][k] = length * length * (beyond[k] + mass / of(3.0)) * one;
            let coupled = length * length * (beyond[k] + mass * half);
            let mut before = parents[k];
            while let Some(j) = before {
                let [sin, cos] = [of(self.angles[j].sin()), of(self.angles[j].cos())];
                let [own_sin, own_cos] = [of(self.angles[k].sin()), of(self.angles[k].cos())];
                matrix[j][k] = coupled * (cos * own_cos + sin * own_sin);
                matrix[k][j] = matrix[j][k];
                let across = coupled * (sin * own_cos - cos * own_sin);
                let [rate, own] = [of(self.rates[j]), of(self.rates[k])];
                matrix[j][n] = matrix[j][n] - across * own * own;
                matrix[k][n] = matrix[k][n] + across * rate * rate;
                before = parents[j];
            }
        }
        solved(matrix).into_iter().map(Precise::rounded).collect()
    }

    /// By Lagrange's equations, with two multipliers where the end of the last rod is held, and elimination with pivoting. Forces in joints are what the rods beyond them
    /// take.
    pub(super) fn moves(&self, is_held: bool) -> Moves {
        let n = self.angles.len();
        let of = Precise::from;
        let (sin, cos): (Vec<_>, Vec<_>) =
            self.angles.iter().map(|angle| (of(angle.sin()), of(angle.cos()))).unzip();
        let (length, half) = (of(self.length), of(0.5));
        let square = length * length;
        // Masses beyond each rod, kg.
        let mut beyond = vec![Precise::ZERO; n];
        for k in (0..n - 1).rev() {
            beyond[k] = beyond[k + 1] + of(self.masses[k + 1]);
        }
        let size = if is_held { n + 2 } else { n };
        let mut matrix = vec![vec![Precise::ZERO; size + 1]; size];
        for j in 0..n {
            for k in 0..n {
                let last = j.max(k);
                let mass = of(self.masses[last]);
                let own = if j == k { mass / of(3.0) } else { mass * half };
                let coefficient = square * (beyond[last] + own);
                matrix[j][k] = coefficient * (cos[j] * cos[k] + sin[j] * sin[k]);
                let across = coefficient * (sin[j] * cos[k] - cos[j] * sin[k]);
                if j != k {
                    let rate = of(self.rates[k]);
                    matrix[j][size] = matrix[j][size] - across * rate * rate;
                }
            }
            let weight = of(self.gravity) * length * (beyond[j] + of(self.masses[j]) * half);
            matrix[j][size] = matrix[j][size] - weight * sin[j];
            if is_held {
                // The end is at `Σ l (sin, -cos)`.
                let rate = of(self.rates[j]);
                for (axis, [along, across]) in
                    [[cos[j], sin[j]], [sin[j], -cos[j]]].into_iter().enumerate()
                {
                    matrix[n + axis][j] = length * along;
                    matrix[j][n + axis] = -(length * along);
                    matrix[n + axis][size] = matrix[n + axis][size] + length * across * rate * rate;
                }
            }
        }
        let found = solved(matrix);
        let held = if is_held { [found[n], found[n + 1]] } else { [Precise::ZERO; 2] };
        let mut joints = vec![[Precise::ZERO; 2]; n];
        // How far up to each centre, and what the joint accelerates by.
        let mut at = [Precise::ZERO; 2];
        for k in 0..n {
            let (alpha, rate) = (found[k], of(self.rates[k]));
            let goes = [
                length * (cos[k] * alpha - sin[k] * rate * rate),
                length * (sin[k] * alpha + cos[k] * rate * rate),
            ];
            let mass = of(self.masses[k]);
            joints[k] = [
                mass * (at[0] + half * goes[0]),
                mass * (at[1] + half * goes[1] + of(self.gravity)),
            ];
            at = [at[0] + goes[0], at[1] + goes[1]];
        }
        let mut sum = [-held[0], -held[1]];
        for joint in joints.iter_mut().rev() {
            sum = [sum[0] + joint[0], sum[1] + joint[1]];
            *joint = sum;
        }
        Moves {
            accelerations: found[..n].iter().map(|own| own.rounded()).collect(),
            joints: joints.into_iter().map(|own| own.map(Precise::rounded)).collect(),
            held: held.map(Precise::rounded),
        }
    }
}

/// Of a square matrix with the right side as its last column.
pub(super) fn solved(mut matrix: Vec<Vec<Precise>>) -> Vec<Precise> {
    let n = matrix.len();
    for k in 0..n {
        let best = (k..n).max_by(|&a, &b| matrix[a][k].size().total_cmp(&matrix[b][k].size()));
        matrix.swap(k, best.expect("a row"));
        let (above, below) = matrix.split_at_mut(k + 1);
        let pivot = &above[k];
        for row in below {
            let factor = row[k] / pivot[k];
            for (entry, own) in row.iter_mut().zip(pivot) {
                *entry = *entry - factor * *own;
            }
        }
    }
    let mut x = vec![Precise::ZERO; n];
    for i in (0..n).rev() {
        let mut sum = matrix[i][n];
        for j in i + 1..n {
            sum = sum - matrix[i][j] * x[j];
        }
        x[i] = sum / matrix[i][i];
    }
    x
}

/// A third of one has 32 digits of three behind the point.
#[test]
fn precise_numbers_are_precise() {
    let third = Precise::from(1.0) / Precise::from(3.0);
    let one = third + third + third - Precise::from(1.0);
    assert!(one.rounded().abs() < 1e-31, "{one:?}");
    let square = third * third * Precise::from(9.0) - Precise::from(1.0);
    assert!(square.rounded().abs() < 1e-31, "{square:?}");
    let root = third.sqrt();
    let square = root * root * Precise::from(3.0) - Precise::from(1.0);
    assert!(square.rounded().abs() < 1e-31, "{square:?}");
}

/// Both ways to write a chain down are one.
#[test]
fn a_chain_is_a_tree() {
    let numbers = |seed: f64| -> Vec<f64> { (0..8).map(|k| (seed + k as f64).sin()).collect() };
    let mut masses: Vec<f64> = numbers(3.0).iter().map(|own| 1.0 + own * own).collect();
    masses[5] = 1e9;
    let rods =
        Rods { length: 0.7, gravity: 9.81, angles: numbers(1.0), rates: numbers(2.0), masses };
    let parents: Vec<_> = (0..8_usize).map(|body| body.checked_sub(1)).collect();
    let all = rods.branched(&parents, &[0.0; 8]);
    for (own, chain) in all.iter().zip(rods.accelerations()) {
        assert!((own - chain).abs() < 1e-14 * chain.abs().max(1.0), "{own} {chain}");
    }
}
