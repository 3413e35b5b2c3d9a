//! The lowest modes with damping and rotors: `(λ² M + λ C + K) x = 0` on the constraints.
//!
//! For `(x, λx)` that is a problem of twice the size, and its inverse with a shift has the slowest motions for its largest. In a small model
//! that is a dense matrix in independent coordinates, with all motions there are; in a larger one vectors are looked for in a Krylov
//! space (Arnoldi), as without damping. What moves freely and without resistance is known before and stays out of it, exactly.

use std::sync::atomic::{AtomicBool, Ordering};

use nalgebra::{Complex, DMatrix, Schur};

use super::Trouble;
use super::left_over::{Halves, left_over, of_strains};
use super::operator::{Operator, add, dot, scale};
use super::reduced::{Coordinates, coordinates};

/// More freedoms than that are too many for a dense matrix, whose work is the cube of their number.
const SMALL: usize = 150;
/// Of the inverse to a vector that is known already.
const MOST_APPLICATIONS: usize = 3;
/// Shifts by the size of a mode; not one itself where it grows.
const BESIDE: [f64; 2] = [1.2, 1.7];
const BLOCK: usize = 6;
const DEPENDENT: f64 = 1e-10;
const FOUND: f64 = 1e-10;
/// Of the shift: a smaller eigenvalue is none.
const ZERO: f64 = 1e-6;
/// Of an eigenvalue: a smaller imaginary part is none, or a smaller real one.
const REAL: f64 = 1e-9;
const IMAGINARY: f64 = 1e-12;
/// Of how much values of one mode differ that are found one after the other: what it may be off by.
const SPREAD: f64 = 4.0;
/// What rounding makes of a double one.
const CRITICAL: f64 = 1e-6;
/// More than are wanted, as some may turn out to be none.
const SPURIOUS: usize = 4;

/// An eigenvector, with its multipliers, as real and imaginary part.
#[derive(Clone, Debug)]
pub(super) struct Damped {
    /// 1/s
    pub(super) value: Complex<f64>,
    pub(super) vector: Halves,
    /// See [`left_over`].
    pub(super) residual: f64,
    /// The share of its value that it may be off by.
    pub(super) unsure: f64,
}

pub(super) struct Lowest {
    /// Of pairs the one that turns forward; what does not oscillate stands alone.
    pub(super) modes: Vec<Damped>,
    /// Whether they are the lowest of all there are.
    pub(super) is_whole: bool,
}

/// Where to look, 1/s.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shifts {
    /// Just above the fastest mode that is wanted, as it would be without damping.
    pub(super) above: f64,
    /// The slowest one that is not free, without damping as well.
    pub(super) slowest: f64,
}

/// What moves freely.
#[derive(Clone, Copy, Debug)]
pub(super) struct Free<'f> {
    /// Vectors with `K x = 0` and `C x = 0`, and what inertia makes of them.
    pub(super) unresisted: &'f [[Vec<f64>; 2]],
    /// How many motions have `K x = 0`, but are resisted: each has one rate of zero. Absent where that is not known.
    pub(super) resisted: Option<usize>,
}

/// The slowest so many of a model with so many freedoms; `is_reciprocal` where stiffness and damping are the same both ways.
pub(super) fn lowest(
    operator: &mut Operator<'_>,
    (wanted, freedoms): (usize, usize),
    (shifts, is_reciprocal): (Shifts, bool),
    Free { unresisted: free, resisted }: Free<'_>,
    cancel: &AtomicBool,
) -> Result<Lowest, Trouble> {
    let is_small = freedoms <= SMALL;
    let tried = if is_small { [shifts.slowest, shifts.above] } else { [shifts.above; 2] };
    // Beside very light parts one of them may be singular to rounding.
    let mut at = tried.into_iter();
    let shift = at.find(|own| operator.factor(*own, own * own).is_ok()).ok_or(Trouble::Singular)?;
    let metric = operator.masses();
    let (basis, columns) = (Vec::new(), Vec::new());
    let mut space = Space { shift, is_reciprocal, free, metric, basis, columns, is_whole: false };
    let dense = if is_small { space.everything(operator, shifts.above, cancel)? } else { None };
    // A dense matrix tells slow motions from those that do not move at all, by the number of these.
    let (zeros, zero) = match resisted.filter(|_| dense.is_some()) {
        Some(count) => (count, 0.0),
        None => (0, ZERO * space.shift),
    };
    let found = match dense {
        Some(found) => found,
        None => {
            for _ in 0..BLOCK {
                space.begin(operator);
            }
            space.grow(operator, 2 * wanted + 2, cancel)?
        }
    };
    let mut modes: Vec<Damped> = found
        .into_iter()
        .skip(zeros)
        .map(|(value, parts)| (settled(value), parts))
        .filter(|(value, _)| value.im >= 0.0 && value.norm() > zero)
        .take(wanted + SPURIOUS)
        .flat_map(|(value, parts)| {
            let mode = space.mode(operator, value, &parts);
            match critical(operator, &mode) {
                Some(real) => vec![real.clone(), real],
                None => vec![mode],
            }
        })
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

/// Where damping is critical both rates of a motion are one, and rounding parts them by its root: into a pair that seems to swing in
/// months. Nothing where its imaginary part is meant, and the equations do not hold as well without it.
fn critical(operator: &mut Operator<'_>, mode: &Damped) -> Option<Damped> {
    let Damped { value, vector, .. } = mode;
    if value.im == 0.0 || value.im > CRITICAL * value.norm() {
        return None;
    }
    let real = Complex::from(value.re);
    let shift = beside(operator, *value);
    let residual = left_over(operator, real, vector, shift);
    if residual > FOUND.max(2.0 * mode.residual) {
        return None;
    }
    // Both parts have one shape: turned by the phase that they have in common nothing is left of the second.
    let [re, im] = vector;
    let square: Complex<f64> =
        re.iter().zip(im).map(|(re, im)| Complex::new(*re, *im).powi(2)).sum();
    let turn = Complex::from_polar(1.0, -0.5 * square.arg());
    let turned = re.iter().zip(im).map(|(re, im)| (Complex::new(*re, *im) * turn).re).collect();
    let vector = [turned, vec![0.0; re.len()]];
    Some(Damped { value: real, vector, residual, unsure: mode.unsure.max(residual) })
}

/// Factors the operator with a shift of about the size of a value: which, where there is one.
fn beside(operator: &mut Operator<'_>, value: Complex<f64>) -> Option<f64> {
    let shifts = BESIDE.map(|own| own * value.norm());
    shifts.into_iter().find(|own| operator.factor(*own, own * own).is_ok())
}

/// An eigenvalue in a space, and its vector by the basis.
type Ritz = (Complex<f64>, Vec<Complex<f64>>);

/// Displacements, and rates.
type Pair = [Vec<f64>; 2];

struct Space<'a> {
    shift: f64,
    is_reciprocal: bool,
    free: &'a [Pair],
    /// What squares of displacements are weighed by.
    metric: &'a [f64],
    basis: Vec<Pair>,
    columns: Vec<Vec<f64>>,
    is_whole: bool,
}

impl Space<'_> {
    /// All motions. Absent where parts of the dense matrix differ by all digits, so that its eigenvalues are not found; then
    /// nothing is in the space, and its shift is `above`.
    fn everything(
        &mut self,
        operator: &mut Operator<'_>,
        above: f64,
        cancel: &AtomicBool,
    ) -> Result<Option<Vec<Ritz>>, Trouble> {
        match self.fill(operator, cancel) {
            Ok(found) => Ok(Some(found)),
            Err(Trouble::Crowded) => {
                operator.factor(above, above * above).map_err(|_| Trouble::Singular)?;
                (self.shift, self.is_whole) = (above, false);
                (self.basis, self.columns) = (Vec::new(), Vec::new());
                Ok(None)
            }
            Err(trouble) => Err(trouble),
        }
    }

    /// The whole of it: a displacement and a rate for each coordinate, with a square of one, and what the inverse makes of them.
    fn fill(
        &mut self,
        operator: &mut Operator<'_>,
        cancel: &AtomicBool,
    ) -> Result<Vec<Ritz>, Trouble> {
        let Coordinates { free, ways } = coordinates(operator);
        let mut all: Vec<(Vec<f64>, f64)> = Vec::with_capacity(free.len());
        for way in ways.column_iter() {
            let mut own: Vec<f64> = way.iter().copied().collect();
            let square = dot(&own, &operator.inertia(&own));
            let size = if square > 0.0 { square.sqrt() } else { 1.0 };
            scale(&mut own, 1.0 / size);
            all.push((own, size));
        }
        let nothing = vec![0.0; operator.size()];
        let displaced = |(own, _): &(Vec<f64>, f64)| {
            let mut own = own.clone();
            scale(&mut own, 1.0 / self.shift);
            [own, nothing.clone()]
        };
        let moved = |(own, _): &(Vec<f64>, f64)| [nothing.clone(), own.clone()];
        self.basis = all.iter().map(displaced).chain(all.iter().map(moved)).collect();
        for pair in &self.basis {
            if cancel.load(Ordering::Relaxed) {
                return Err(Trouble::Cancelled);
            }
            let [u, w] = self.image(operator, pair, self.shift);
            let parts = |half: &[f64], factor: f64| -> Vec<f64> {
                free.iter().zip(&all).map(|(&k, (_, size))| factor * size * half[k]).collect()
            };
            self.columns.push([parts(&u, self.shift), parts(&w, 1.0)].concat());
        }
        self.is_whole = true;
        Ok(self.ritz()?.0)
    }

    /// Adds a random pair to the basis; false where nothing of it is new.
    fn begin(&mut self, operator: &mut Operator<'_>) -> bool {
        for _ in 0..3 {
            let random = [operator.random(), operator.random()];
            let mut pair = self.image(operator, &random, self.shift);
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
    fn image(&self, operator: &mut Operator<'_>, [p, q]: &Pair, shift: f64) -> Pair {
        let mut u = right_side(operator, [p, q], shift);
        operator.solve(&mut u);
        let mut u = operator.displacements_of(&u);
        self.leave_out_free(&mut u);
        let mut w = p.clone();
        add(&mut w, shift, &u);
        self.leave_out_free(&mut w);
        [u, w]
    }

    /// Takes out what moves freely and without resistance.
    fn leave_out_free(&self, x: &mut [f64]) {
        for [free, weighed] in self.free {
            let share = dot(weighed, x);
            add(x, -share, free);
        }
    }

    /// Of pairs, by the metric: `σ² aᵀ M b` of displacements and `aᵀ M b` of rates.
    fn product(&self, a: &Pair, b: &Pair) -> f64 {
        let half = |a: &[f64], b: &[f64]| -> f64 {
            a.iter().zip(b).zip(self.metric).map(|((a, b), weight)| a * b * weight).sum()
        };
        self.shift * self.shift * half(&a[0], &b[0]) + half(&a[1], &b[1])
    }

    /// Makes a pair orthogonal to the basis: with what it had of each vector of that, what is left of its size, and its size before.
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

    /// Until so many vectors are found, the space is whole, or larger than it should need to be.
    fn grow(
        &mut self,
        operator: &mut Operator<'_>,
        target: usize,
        cancel: &AtomicBool,
    ) -> Result<Vec<Ritz>, Trouble> {
        let most = (4 * target + 60).max(240);
        // Eigenvalues take the cube of the size, so they are looked at more and more seldom.
        let mut next = 120;
        loop {
            let applied = self.columns.len();
            if applied == self.basis.len() && !self.begin(operator) || applied >= most {
                return Ok(self.ritz()?.0);
            }
            let mut pair = self.image(operator, &self.basis[applied], self.shift);
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
            if applied >= next {
                next += (applied / 5).max(24);
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
        let (rotation, triangle) = schur.ok_or(Trouble::Crowded)?.unpack();
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

    /// More applications of the operator give the multipliers, too.
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
        let [re, im] = x;
        let mut pairs = [[re, q_re], [im, q_im]];
        // What is much faster has little part in a vector, and a large one in what is left over: the inverse with a shift of the mode's own
        // size takes it away, and leaves what is slower as it is.
        let Some(shift) = beside(operator, value) else {
            let vector = pairs.map(|[p, _]| p);
            let residual = left_over(operator, value, &vector, None);
            return Damped { value, vector, residual, unsure: residual };
        };
        let mut best = self.with_multipliers(operator, value, &pairs, shift);
        let mut spread: f64 = 0.0;
        for _ in 0..MOST_APPLICATIONS {
            pairs = pairs.map(|pair| self.image(operator, &pair, shift));
            let squares = pairs.each_ref().map(|[p, _]| dot(p, &operator.inertia(p)));
            let size = squares.iter().sum::<f64>().sqrt();
            pairs.iter_mut().flatten().for_each(|half| scale(half, 1.0 / size));
            let next = self.with_multipliers(operator, value, &pairs, shift);
            spread = spread.max((next.value - best.value).norm() / value.norm());
            if next.residual < best.residual {
                best = next;
            }
        }
        best.unsure = best.residual.min(best.unsure + SPREAD * spread);
        best
    }

    /// The mode with its multipliers, from displacements and rates; unsure by rounding alone.
    fn with_multipliers(
        &self,
        operator: &mut Operator<'_>,
        found: Complex<f64>,
        pairs: &[Pair; 2],
        shift: f64,
    ) -> Damped {
        let mut vector = pairs.each_ref().map(|[p, q]| right_side(operator, [p, q], shift));
        vector.iter_mut().for_each(|half| operator.solve(half));
        let known = if self.is_reciprocal { of_strains(operator, found, &vector) } else { None };
        let value = settled(known.map_or(found, |(value, _)| value));
        // What does not swing may seem to turn the other way.
        let value = Complex::new(value.re, value.im.abs());
        let residual = left_over(operator, value, &vector, Some(shift));
        let unsure = known.map_or(residual, |(value, rounding)| rounding / value.norm());
        Damped { value, vector, residual, unsure }
    }
}

/// `-(M (q + σ p) + C p)`: what the inverse with a shift is solved for, of displacements `p` and rates `q`.
fn right_side(operator: &mut Operator<'_>, [p, q]: [&[f64]; 2], shift: f64) -> Vec<f64> {
    let mut rates = q.to_vec();
    add(&mut rates, shift, p);
    let mut right = operator.inertia(&rates);
    add(&mut right, 1.0, &operator.damping(p));
    scale(&mut right, -1.0);
    right
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
