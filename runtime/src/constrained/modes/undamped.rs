//! The lowest modes without damping: `K x = ω² M x` on the constraints.
//!
//! Vectors are looked for in a Krylov space of `(K + σM)⁻¹ M` (Ericsson and Ruhe 1980), which begins from several at once and
//! goes on from fresh ones where it comes to an end, so that modes of one frequency are all found. The space grows until
//! all is found: in a small model it becomes everything there is. Signs of pivots tell how many modes are below a frequency (Sylvester), so
//! none is missed or doubled.

use std::sync::atomic::{AtomicBool, Ordering};

use nalgebra::DMatrix;

use super::Trouble;
use super::mended::mend;
use super::operator::{Operator, add, dot, scale};

/// Vectors that the space begins from.
const BLOCK: usize = 4;
/// What is left of a vector that depends on others, relatively.
const DEPENDENT: f64 = 1e-9;
/// Of an eigenvector's residual in the space, relative to its eigenvalue, where it is found.
const FOUND: f64 = 1e-11;
/// Where no more modes are counted over so many times a square, there are none.
const BEYOND: f64 = 1e16;
/// How much more modes than wanted may be below a shift.
const SPARE: usize = 12;
/// Modes that are softer than this share of the shift are looked for with one of their own.
const SOFT: f64 = 1e-4;
/// How often.
const MOST_PASSES: u32 = 8;
/// Looks for what the count says is missing.
const MOST_LOOKS: u32 = 6;

/// Of a shift: what rounding leaves of a square in a space that was made with it.
const ROUNDED: f64 = 256.0 * f64::EPSILON;

/// Of a square: what one that is found in other ways differs by.
const SAME: f64 = 1e-6;
/// Of what terms are rounded by: what their sum is.
const TERMS: f64 = 16.0;
/// Of what rounding of all terms is: what a free motion may store as it is found, which is the
/// square of what it strays by.
const STRAYED: f64 = 1e-5;

/// An eigenvector, with the multipliers that go with it.
#[derive(Clone, Debug)]
pub(super) struct Undamped {
    /// `ω²`, 1/s^2; zero where it cannot be told from that.
    pub(super) square: f64,
    /// `x'Mx = 1` for its displacements.
    pub(super) vector: Vec<f64>,
    /// What rounding its square is off by at the most, 1/s^2, where that is taken from what it strains.
    pub(super) rounding: Option<f64>,
    /// Whether it is one of what is strained, and not of sums of stiffnesses.
    pub(super) is_mended: bool,
}

pub(super) struct Lowest {
    pub(super) modes: Vec<Undamped>,
    /// The square of the first one beyond them that is another, as far as it is known, 1/s^2.
    pub(super) beyond: Option<f64>,
    /// The shift that all of them were found with, 1/s^2.
    pub(super) shift: f64,
    /// Whether signs say that these are all.
    pub(super) counted: bool,
}

impl Lowest {
    /// What a square may be off by as the shape is, 1/s^2. In that forces are left over that amount to
    /// `off` (1/s^2), so that some square is as near; and which store so much, `energy` (1/s^2), beside
    /// inertia by the shift, in what they displace. Of a shape with shares `c` of others that is the sum
    /// of `c² (λ - ρ)²/(λ + σ)`, and the square is off by that of `c² (λ - λ₀)` (Kato 1949, Temple
    /// 1928): at the most twice as much in the other `λ` that is nearest. Within a cluster it is known
    /// to what that is wide. No more than `off` where no other is known.
    pub(super) fn off_by_shape(&self, square: f64, [off, energy]: [f64; 2]) -> f64 {
        let last = self.modes.last().map(|mode| mode.square);
        if self.beyond.is_none() && last.is_none_or(|last| !apart(square, last)) {
            return off;
        }
        let others = self.modes.iter().map(|mode| mode.square).chain(self.beyond);
        let (mut share, mut width) = (1.0_f64, 0.0_f64);
        for other in others {
            let distance = (other - square).abs();
            if apart(square, other) {
                share = share.max((other + self.shift).abs() / distance);
            } else {
                width = width.max(distance);
            }
        }
        off.min(2.0 * share * energy + width)
    }
}

/// Whether two squares are not one to rounding.
fn apart(a: f64, b: f64) -> bool {
    (b - a).abs() > SAME * a.abs().max(b.abs())
}

/// The lowest ones, of so many freedoms. `noise` is the stiffness that forces which are left over amount to, N/m.
pub(super) fn lowest(
    operator: &mut Operator<'_>,
    (wanted, freedoms): (usize, usize),
    (usual, noise): (f64, f64),
    cancel: &AtomicBool,
) -> Result<Lowest, Trouble> {
    let (shift, wanted) = shift(operator, wanted.min(freedoms), usual)?;
    let mut lowest = pass(operator, wanted, shift, cancel)?;
    let mut own = shift;
    for _ in 0..MOST_PASSES {
        let soft = lowest.modes.iter().take_while(|mode| mode.square.abs() < SOFT * own).count();
        if soft == 0 {
            break;
        }
        let (finer, _) = self::shift(operator, soft, SOFT * own)?;
        let summed = lowest.modes[..soft].iter().map(|mode| operator.terms(&mode.vector));
        // Below what sums of stiffnesses are rounded by, a matrix with that shift may be singular.
        if finer > 0.1 * own || finer < f64::EPSILON * summed.fold(0.0, f64::max) {
            break;
        }
        let again = match pass(operator, soft, finer, cancel) {
            Ok(again) => again,
            Err(Trouble::Cancelled) => return Err(Trouble::Cancelled),
            // What is known is not known better then.
            Err(Trouble::Unsteady(_) | Trouble::Singular | Trouble::Crowded | Trouble::Inexact) => {
                break;
            }
        };
        own = finer;
        lowest.counted &= again.counted;
        let all_soft = again.modes.iter().all(|mode| mode.square.abs() < SOFT * SOFT * own);
        let rest = lowest.modes.split_off(soft.min(lowest.modes.len()));
        lowest.modes = again.modes.into_iter().take(soft).chain(rest).collect();
        if all_soft {
            break;
        }
    }
    mend(operator, &mut lowest.modes, lowest.shift);
    for mode in &mut lowest.modes {
        let rounding = known(operator, mode, ROUNDED * own);
        let loose = noise * operator.way(&mode.vector);
        if mode.square.abs() <= rounding.max(loose).max(ROUNDED * own) {
            mode.square = 0.0;
        }
    }
    Ok(lowest)
}

/// Takes the square of a mode from what it strains, where that is one with what was found, of which
/// `unseen` may be rounding; gives what rounding is in it. What strains nothing but by rounding of
/// where it goes stores the square of that.
fn known(operator: &mut Operator<'_>, mode: &mut Undamped, unseen: f64) -> f64 {
    let rounding = f64::EPSILON * operator.terms(&mode.vector);
    let strains = operator.strains(&mode.vector);
    let square = dot(&operator.displacements_of(&mode.vector), &strains.forces);
    let apart = (square - mode.square).abs();
    if apart > SAME * mode.square.abs() + TERMS * rounding + unseen {
        return rounding;
    }
    mode.square = square;
    mode.rounding = Some(TERMS * f64::EPSILON * strains.terms);
    of_nothing(strains.terms, rounding)
}

/// A square that is rounding of what a motion strains, of so large `terms`, and of where it goes, by `rounding` of sums (1/s^2).
pub(super) fn of_nothing(terms: f64, rounding: f64) -> f64 {
    TERMS * f64::EPSILON * terms + STRAYED * rounding
}

/// Just above the highest mode that is wanted; and such that everything is above minus it.
fn shift(
    operator: &mut Operator<'_>,
    mut wanted: usize,
    usual: f64,
) -> Result<(f64, usize), Trouble> {
    let most = 3 * wanted + SPARE;
    let (mut low, mut high): (Option<f64>, Option<f64>) = (None, None);
    let mut shift = usual;
    // The most that have been counted, and from where on.
    let (mut counted, mut from) = (0, usual);
    for _ in 0..60 {
        let Some(count) = operator.below(shift) else { break };
        if count > counted {
            (counted, from) = (count, shift);
        }
        if count < wanted.max(1) && shift > BEYOND * from {
            // What is held by brakes, or has no inertia, is among the freedoms and does not swing.
            (wanted, shift) = (counted, from);
            break;
        } else if count < wanted.max(1) {
            low = Some(shift);
        } else if count > most {
            high = Some(shift);
        } else {
            break;
        }
        shift = match (low, high) {
            (Some(low), Some(high)) if high < 1.5 * low => break,
            (Some(low), Some(high)) => (low * high).sqrt(),
            (Some(low), None) => 16.0 * low,
            (None, Some(high)) => high / 16.0,
            (None, None) => break,
        };
        if !(shift > 0.0 && shift.is_finite()) {
            return Err(Trouble::Singular);
        }
    }
    // With a margin, so that the matrix is far from singular.
    for _ in 0..40 {
        match operator.below(-0.5 * shift) {
            Some(count) if count > 0 => shift *= 16.0,
            Some(_) | None => break,
        }
    }
    Ok((shift, wanted))
}

/// A space that grows.
struct Space {
    shift: f64,
    basis: Vec<Vec<f64>>,
    /// What the operator makes of each vector that it has been applied to, by the basis.
    columns: Vec<Vec<f64>>,
    is_whole: bool,
}

fn pass(
    operator: &mut Operator<'_>,
    wanted: usize,
    shift: f64,
    cancel: &AtomicBool,
) -> Result<Lowest, Trouble> {
    let mut space = Space { shift, basis: Vec::new(), columns: Vec::new(), is_whole: false };
    let mut target = wanted + 2;
    for look in 0..=MOST_LOOKS {
        operator.factor(0.0, shift).map_err(|_| Trouble::Singular)?;
        for _ in 0..BLOCK {
            space.begin(operator);
        }
        if space.basis.is_empty() {
            return Ok(cut(Vec::new(), wanted, (shift, true)));
        }
        let mut found = space.grow(operator, target, cancel)?;
        found.truncate(target.max(wanted));
        let modes = space.modes(operator, &found);
        let Some((above, expected)) = gap(operator, &modes, wanted) else {
            return Ok(cut(modes, wanted, (shift, false)));
        };
        if expected <= above || look == MOST_LOOKS || space.is_whole {
            let counted = expected == above;
            return Ok(cut(modes, wanted, (shift, counted)));
        }
        target += expected - above;
    }
    Err(Trouble::Singular)
}

/// The first so many.
fn cut(mut modes: Vec<Undamped>, wanted: usize, (shift, counted): (f64, bool)) -> Lowest {
    let more = modes.split_off(wanted.min(modes.len()));
    let last = modes.last().map_or(0.0, |mode| mode.square);
    let beyond = more.iter().map(|mode| mode.square).find(|&own| apart(last, own));
    Lowest { modes, beyond, shift, counted }
}

/// How many of the modes are below a frequency that none of them is near, the first one above those that are wanted; and
/// how many there are.
fn gap(operator: &mut Operator<'_>, modes: &[Undamped], wanted: usize) -> Option<(usize, usize)> {
    let squares: Vec<f64> = modes.iter().map(|mode| mode.square).collect();
    let is_next =
        |&k: &usize| k > 0 && squares[k] > squares[k - 1] && apart(squares[k - 1], squares[k]);
    let next = (wanted..squares.len()).find(is_next);
    let (above, at) = match next {
        Some(k) => (k, 0.5 * (squares[k - 1] + squares[k])),
        None => (squares.len(), squares.last().map_or(0.0, |last| last + 1e-4 * last.abs())),
    };
    Some((above, operator.below(at)?))
}

impl Space {
    /// Another vector to go on from; whether there is one.
    fn begin(&mut self, operator: &mut Operator<'_>) -> bool {
        for _ in 0..3 {
            let random = operator.random();
            let mut vector = self.image(operator, &random);
            let (_, left, before) = self.orthogonal(operator, &mut vector);
            if left > DEPENDENT * before && left > 0.0 {
                scale(&mut vector, 1.0 / left);
                self.basis.push(vector);
                return true;
            }
        }
        self.is_whole = true;
        false
    }

    /// `(K + σM)⁻¹ M x`
    fn image(&self, operator: &mut Operator<'_>, x: &[f64]) -> Vec<f64> {
        let mut vector = operator.inertia(x);
        operator.solve(&mut vector);
        operator.displacements_of(&vector)
    }

    /// Takes away from a vector what the basis has of it, in the metric of the inertia: what that is, and the norms
    /// after and before it.
    fn orthogonal(&self, operator: &mut Operator<'_>, vector: &mut [f64]) -> (Vec<f64>, f64, f64) {
        let mut parts = vec![0.0; self.basis.len()];
        let mut weighed = operator.inertia(vector);
        let before = dot(vector, &weighed).max(0.0).sqrt();
        for _ in 0..2 {
            for (part, own) in parts.iter_mut().zip(&self.basis) {
                let share = dot(own, &weighed);
                *part += share;
                add(vector, -share, own);
            }
            weighed = operator.inertia(vector);
        }
        (parts, dot(vector, &weighed).max(0.0).sqrt(), before)
    }

    /// Until so many are found, or the space is everything: values and vectors in the basis, the lowest first.
    fn grow(
        &mut self,
        operator: &mut Operator<'_>,
        target: usize,
        cancel: &AtomicBool,
    ) -> Result<Vec<(f64, Vec<f64>)>, Trouble> {
        let most = 8 * target + 160;
        loop {
            let applied = self.columns.len();
            if applied == self.basis.len() && !self.begin(operator) || applied >= most {
                return Ok(self.ritz().0);
            }
            let mut vector = self.image(operator, &self.basis[applied]);
            let (mut column, left, before) = self.orthogonal(operator, &mut vector);
            if left > DEPENDENT * before && left > 0.0 {
                scale(&mut vector, 1.0 / left);
                self.basis.push(vector);
                column.push(left);
            }
            self.columns.push(column);
            if cancel.load(Ordering::Relaxed) {
                return Err(Trouble::Cancelled);
            }
            if self.columns.len().is_multiple_of(8) {
                let (ritz, found) = self.ritz();
                if found >= target {
                    return Ok(ritz);
                }
            }
        }
    }

    /// All eigenvectors in the space, the lowest first; and how many of the first ones are found.
    fn ritz(&self) -> (Vec<(f64, Vec<f64>)>, usize) {
        let count = self.columns.len();
        let entry = |i: usize, j: usize| self.columns[j].get(i).copied().unwrap_or(0.0);
        let square = DMatrix::from_fn(count, count, |i, j| 0.5 * (entry(i, j) + entry(j, i)));
        let eigen = square.symmetric_eigen();
        let mut order: Vec<usize> = (0..count).filter(|&k| eigen.eigenvalues[k] > 0.0).collect();
        order.sort_by(|&a, &b| eigen.eigenvalues[b].total_cmp(&eigen.eigenvalues[a]));
        let is_found = |&&k: &&usize| {
            let vector = eigen.eigenvectors.column(k);
            let outside = (count..self.basis.len()).map(|i| {
                let sum: f64 = (0..count).map(|j| entry(i, j) * vector[j]).sum();
                sum * sum
            });
            outside.sum::<f64>().sqrt() <= FOUND * eigen.eigenvalues[k]
        };
        let found = order.iter().take_while(is_found).count();
        let pair = |&k: &usize| {
            (
                1.0 / eigen.eigenvalues[k] - self.shift,
                eigen.eigenvectors.column(k).iter().copied().collect(),
            )
        };
        (order.iter().map(pair).collect(), found)
    }

    /// Vectors of all unknowns. One more application of the operator takes away what has no inertia.
    fn modes(&self, operator: &mut Operator<'_>, found: &[(f64, Vec<f64>)]) -> Vec<Undamped> {
        let mode = |(square, parts): &(f64, Vec<f64>)| {
            let mut vector = vec![0.0; operator.size()];
            for (own, part) in self.basis.iter().zip(parts) {
                add(&mut vector, *part, own);
            }
            let mut image = operator.inertia(&vector);
            operator.solve(&mut image);
            let own = operator.displacements_of(&image);
            let weighed = operator.inertia(&own);
            let norm = dot(&own, &weighed).max(f64::MIN_POSITIVE).sqrt();
            scale(&mut image, 1.0 / norm);
            Undamped { square: *square, vector: image, rounding: None, is_mended: false }
        };
        found.iter().map(mode).collect()
    }
}
