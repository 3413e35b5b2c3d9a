//! The lowest modes with damping and rotors: `(λ² M + λ C + K) x = 0` on the constraints.
//!
//! For `(x, λx)` that is a problem of twice the size, whose vectors are looked for in a Krylov space of its inverse with a shift (Arnoldi), as
//! without damping; in a small model the space becomes everything. What moves freely and without resistance is known
//! before and stays out of it, exactly.

use std::sync::atomic::{AtomicBool, Ordering};

use nalgebra::{Complex, DMatrix, Schur};

use super::Trouble;
use super::operator::{Operator, add, dot, scale};

const BLOCK: usize = 6;
const DEPENDENT: f64 = 1e-10;
const FOUND: f64 = 1e-10;
/// Of the shift: a smaller eigenvalue is none.
const ZERO: f64 = 1e-6;
/// Of an eigenvalue: a smaller imaginary part is none, or a smaller real one.
const REAL: f64 = 1e-9;
const IMAGINARY: f64 = 1e-12;
/// More than are wanted, as some may turn out to be none.
const SPURIOUS: usize = 4;

/// An eigenvector, with its multipliers, as real and imaginary part.
#[derive(Clone, Debug)]
pub(super) struct Damped {
    /// 1/s
    pub(super) value: Complex<f64>,
    pub(super) vector: [Vec<f64>; 2],
}

pub(super) struct Lowest {
    /// Of pairs the one that turns forward; what does not oscillate stands alone.
    pub(super) modes: Vec<Damped>,
    /// Whether the space became everything, so that these are all.
    pub(super) is_whole: bool,
}

/// `free` are vectors with `K x = 0` and `C x = 0`, and what inertia makes of them. `shift` is in 1/s.
pub(super) fn lowest(
    operator: &mut Operator<'_>,
    wanted: usize,
    shift: f64,
    free: &[[Vec<f64>; 2]],
    cancel: &AtomicBool,
) -> Result<Lowest, Trouble> {
    operator.factor(shift, shift * shift).map_err(|_| Trouble::Singular)?;
    let metric = operator.masses();
    let mut space =
        Space { shift, free, metric, basis: Vec::new(), columns: Vec::new(), is_whole: false };
    for _ in 0..BLOCK {
        space.begin(operator);
    }
    let found = space.grow(operator, 2 * wanted + 2, cancel)?;
    let mut modes: Vec<Damped> = found
        .into_iter()
        .map(|(value, parts)| (settled(value), parts))
        .filter(|(value, _)| value.im >= 0.0 && value.norm() > ZERO * shift)
        .take(wanted + SPURIOUS)
        .map(|(value, parts)| space.mode(operator, value, &parts))
        .collect();
    modes.sort_by(|a, b| a.value.norm().total_cmp(&b.value.norm()));
    Ok(Lowest { modes, is_whole: space.is_whole })
}

/// What oscillates, or grows, by no more than rounding does not.
fn settled(value: Complex<f64>) -> Complex<f64> {
    let size = value.norm();
    if value.im.abs() <= REAL * size {
        Complex::from(value.re)
    } else if value.re.abs() <= IMAGINARY * size {
        Complex::new(0.0, value.im)
    } else {
        value
    }
}

/// An eigenvalue in a space, and its vector by the basis.
type Ritz = (Complex<f64>, Vec<Complex<f64>>);

/// Displacements, and rates.
type Pair = [Vec<f64>; 2];

struct Space<'a> {
    shift: f64,
    free: &'a [Pair],
    /// What squares of displacements are weighed by.
    metric: &'a [f64],
    basis: Vec<Pair>,
    columns: Vec<Vec<f64>>,
    is_whole: bool,
}

impl Space<'_> {
    fn begin(&mut self, operator: &mut Operator<'_>) -> bool {
        for _ in 0..3 {
            let random = [operator.random(), operator.random()];
            let mut pair = self.image(operator, &random);
            let (_, left, before) = self.orthogonal(&mut pair);
            if left > DEPENDENT * before && left > 0.0 {
                pair.iter_mut().for_each(|half| scale(half, 1.0 / left));
                self.basis.push(pair);
                return true;
            }
        }
        self.is_whole = true;
        false
    }

    /// `(A - σB)⁻¹ B (p, q)` for `A = [0 1; -K -C]`, `B = [1 0; 0 M]`: `(K + σC + σ²M) u = -(M q + C p + σ M p)` and
    /// `w = σ u + p`.
    fn image(&self, operator: &mut Operator<'_>, [p, q]: &Pair) -> Pair {
        let mut u = self.right_side(operator, [p, q]);
        operator.solve(&mut u);
        let mut u = operator.displacements_of(&u);
        self.leave_out_free(&mut u);
        let mut w = p.clone();
        add(&mut w, self.shift, &u);
        self.leave_out_free(&mut w);
        [u, w]
    }

    fn right_side(&self, operator: &mut Operator<'_>, [p, q]: [&[f64]; 2]) -> Vec<f64> {
        let mut rates = q.to_vec();
        add(&mut rates, self.shift, p);
        let mut right = operator.inertia(&rates);
        add(&mut right, 1.0, &operator.damping(p));
        scale(&mut right, -1.0);
        right
    }

    fn leave_out_free(&self, x: &mut [f64]) {
        for [free, weighed] in self.free {
            let share = dot(weighed, x);
            add(x, -share, free);
        }
    }

    fn product(&self, a: &Pair, b: &Pair) -> f64 {
        let half = |a: &[f64], b: &[f64]| -> f64 {
            a.iter().zip(b).zip(self.metric).map(|((a, b), weight)| a * b * weight).sum()
        };
        self.shift * self.shift * half(&a[0], &b[0]) + half(&a[1], &b[1])
    }

    fn orthogonal(&self, pair: &mut Pair) -> (Vec<f64>, f64, f64) {
        let mut parts = vec![0.0; self.basis.len()];
        let before = self.product(pair, pair).sqrt();
        for _ in 0..2 {
            for (part, own) in parts.iter_mut().zip(&self.basis) {
                let share = self.product(own, pair);
                *part += share;
                for (half, own) in pair.iter_mut().zip(own) {
                    add(half, -share, own);
                }
            }
        }
        (parts, self.product(pair, pair).sqrt(), before)
    }

    fn grow(
        &mut self,
        operator: &mut Operator<'_>,
        target: usize,
        cancel: &AtomicBool,
    ) -> Result<Vec<Ritz>, Trouble> {
        let most = (4 * target + 60).max(240);
        loop {
            let applied = self.columns.len();
            if applied == self.basis.len() && !self.begin(operator) || applied >= most {
                return Ok(self.ritz()?.0);
            }
            let mut pair = self.image(operator, &self.basis[applied]);
            let (mut column, left, before) = self.orthogonal(&mut pair);
            if left > DEPENDENT * before && left > 0.0 {
                pair.iter_mut().for_each(|half| scale(half, 1.0 / left));
                self.basis.push(pair);
                column.push(left);
            }
            self.columns.push(column);
            if cancel.load(Ordering::Relaxed) {
                return Err(Trouble::Cancelled);
            }
            // A small model's space becomes everything: nothing can be missed then.
            if applied >= 120 && applied.is_multiple_of(24) {
                let (ritz, found) = self.ritz()?;
                if found >= target {
                    return Ok(ritz);
                }
            }
        }
    }

    /// All eigenvalues in the space, the lowest first, with vectors in the basis; and how many of the first are found.
    fn ritz(&self) -> Result<(Vec<Ritz>, usize), Trouble> {
        let count = self.columns.len();
        let entry = |i: usize, j: usize| self.columns[j].get(i).copied().unwrap_or(0.0);
        let square = DMatrix::from_fn(count, count, |i, j| Complex::new(entry(i, j), 0.0));
        let schur = Schur::try_new(square, f64::EPSILON, 100 * count + 1000);
        let (rotation, triangle) = schur.ok_or(Trouble::Singular)?.unpack();
        let largest = (0..count).map(|k| triangle[(k, k)].norm()).fold(0.0, f64::max);
        let mut pairs = Vec::new();
        for k in 0..count {
            let value = triangle[(k, k)];
            // What has no inertia.
            if value.norm() <= 1e-14 * largest {
                continue;
            }
            let parts = &rotation * back_substituted(&triangle, k);
            let outside = (count..self.basis.len()).map(|i| {
                (0..count).map(|j| parts[j] * entry(i, j)).sum::<Complex<f64>>().norm_sqr()
            });
            let is_found = outside.sum::<f64>().sqrt() <= FOUND * value.norm();
            pairs.push((
                Complex::from(self.shift) + value.inv(),
                parts.iter().copied().collect(),
                is_found,
            ));
        }
        pairs.sort_by(|a: &(Complex<f64>, Vec<Complex<f64>>, bool), b| {
            a.0.norm().total_cmp(&b.0.norm())
        });
        let found = pairs.iter().take_while(|pair| pair.2).count();
        Ok((pairs.into_iter().map(|(value, parts, _)| (value, parts)).collect(), found))
    }

    /// One more application of the operator gives the multipliers, too.
    fn mode(
        &self,
        operator: &mut Operator<'_>,
        value: Complex<f64>,
        parts: &[Complex<f64>],
    ) -> Damped {
        let mut x = [vec![0.0; operator.size()], vec![0.0; operator.size()]];
        for ([own, _], part) in self.basis.iter().zip(parts) {
            add(&mut x[0], part.re, own);
            add(&mut x[1], part.im, own);
        }
        let rate = |re: f64, im: f64, factor: Complex<f64>| Complex::new(re, im) * factor;
        let rates = x[0].iter().zip(&x[1]).map(|(re, im)| rate(*re, *im, value));
        let (q_re, q_im): (Vec<f64>, Vec<f64>) = rates.map(|rate| (rate.re, rate.im)).unzip();
        let mut vector =
            [self.right_side(operator, [&x[0], &q_re]), self.right_side(operator, [&x[1], &q_im])];
        vector.iter_mut().for_each(|half| operator.solve(half));
        Damped { value, vector }
    }
}

/// The eigenvector of a triangular matrix that belongs to an entry of its diagonal, of length one. Of equal
/// eigenvalues each gets its own, as far as there are so many.
fn back_substituted(triangle: &DMatrix<Complex<f64>>, k: usize) -> nalgebra::DVector<Complex<f64>> {
    let n = triangle.nrows();
    let mut x = nalgebra::DVector::from_element(n, Complex::new(0.0, 0.0));
    x[k] = Complex::new(1.0, 0.0);
    let small = f64::EPSILON * triangle[(k, k)].norm();
    for i in (0..k).rev() {
        let sum: Complex<f64> = (i + 1..=k).map(|j| triangle[(i, j)] * x[j]).sum();
        let mut gap = triangle[(i, i)] - triangle[(k, k)];
        if gap.norm() < small {
            gap = Complex::new(small, 0.0);
        }
        x[i] = -sum / gap;
    }
    let norm = x.norm();
    x / Complex::new(norm, 0.0)
}
