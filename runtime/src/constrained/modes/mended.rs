//! Modes of very many short pieces, of which a matrix of sums has lost what bends the whole.
//!
//! Each term of the stiffness is off by its last digit, and of `N` pieces terms are `N⁴` times what a slow motion stores: so eigenvectors of the matrix are
//! off by that over what is between them, and their squares are noise. What a motion strains is known to all digits (`strained`), and the matrix as it is
//! still is nearly its inverse, so corrections by it lead to the motions of the strains, as they lead to a solution that a factorization has rounded:
//! `x - (K + σM)⁻¹ (Kₛ x - ρ M x)`, with the best motions in what these span (Knyazev, SIAM Journal on Scientific Computing 23 (2001), without the directions
//! of steps before, as a shift no higher than the highest of them makes each step a small part of the one before).

use nalgebra::DMatrix;

use super::operator::{Operator, add, dot, scale};
use super::undamped::{Undamped, of_nothing};

/// Of a square: what rounding of all terms may be of one that is left as it is.
const NOISE: f64 = 3e-4;
/// Of what rounding may make of a square: a shift.
const FAR: f64 = 128.0;
/// Corrections at the most.
const MOST_CORRECTIONS: usize = 24;
/// Of a motion: a correction that is rounding.
const SETTLED: f64 = 1e-13;
/// A correction is a smaller share than this of the one before, or it is the last.
const GAIN: f64 = 0.9;

/// Mends all of the lowest ones where any has drowned in rounding, at most with the shift (1/s^2) that they were found with.
pub(super) fn mend(operator: &mut Operator<'_>, modes: &mut Vec<Undamped>, shift: f64) {
    let (mut is_drowned, mut highest, mut rounding): (bool, f64, f64) = (false, 0.0, 0.0);
    for mode in &*modes {
        let own = f64::EPSILON * operator.terms(&mode.vector);
        is_drowned |= own > NOISE * mode.square.abs() && !is_free(operator, mode, own);
        highest = highest.max(mode.square.abs());
        rounding = rounding.max(own);
    }
    // The smaller the shift the faster, as long as the matrix with it is far from singular.
    let shift = highest.max(FAR * rounding).min(shift);
    if !is_drowned || operator.factor(0.0, shift).is_err() {
        return;
    }
    let (mut own, mut first, mut before) = (modes.clone(), f64::INFINITY, f64::INFINITY);
    for correction in 0..MOST_CORRECTIONS {
        let Some(best) = best(operator, &own) else { return };
        own = best;
        let moved = correct(operator, &mut own);
        if correction == 0 {
            first = moved;
        }
        if moved <= SETTLED || moved.is_nan() || moved > GAIN * before {
            before = moved;
            break;
        }
        before = moved;
    }
    // The first ones are no better where corrections have grown.
    if before <= first
        && let Some(best) = best(operator, &own)
    {
        *modes = best;
    }
}

/// Whether a motion strains nothing but by `rounding` of where it goes (1/s^2): then it is known as it is.
fn is_free(operator: &mut Operator<'_>, mode: &Undamped, rounding: f64) -> bool {
    let strains = operator.strains(&mode.vector);
    let square = dot(&operator.displacements_of(&mode.vector), &strains.forces);
    square.abs() <= of_nothing(strains.terms, rounding)
}

/// Takes from each motion what the forces that it leaves over displace: how far that goes at the most, as a share of the motion.
fn correct(operator: &mut Operator<'_>, modes: &mut [Undamped]) -> f64 {
    let mut farthest: f64 = 0.0;
    for mode in modes {
        let own = operator.displacements_of(&mode.vector);
        let mut left = operator.strains(&mode.vector).forces;
        add(&mut left, -mode.square, &operator.inertia(&own));
        operator.solve(&mut left);
        let goes = operator.displacements_of(&left);
        let moved = dot(&goes, &operator.inertia(&goes)).max(0.0).sqrt();
        farthest = if moved.is_nan() { f64::NAN } else { farthest.max(moved) };
        add(&mut mode.vector, -1.0, &left);
    }
    farthest
}

/// The best motions by what they strain in the space of these, the lowest first, with `x'Mx = 1`; nothing where they depend on each other.
fn best(operator: &mut Operator<'_>, modes: &[Undamped]) -> Option<Vec<Undamped>> {
    let count = modes.len();
    let own: Vec<Vec<f64>> =
        modes.iter().map(|mode| operator.displacements_of(&mode.vector)).collect();
    let (mut stored, mut goes) = (DMatrix::zeros(count, count), DMatrix::zeros(count, count));
    for (j, mode) in modes.iter().enumerate() {
        let forces = operator.strains(&mode.vector).forces;
        let inertia = operator.inertia(&own[j]);
        for (i, way) in own.iter().enumerate() {
            stored[(i, j)] = dot(way, &forces);
            goes[(i, j)] = dot(way, &inertia);
        }
    }
    let whole = |own: DMatrix<f64>| 0.5 * (&own + own.transpose());
    let inverse = whole(goes).cholesky()?.l().try_inverse()?;
    let eigen = whole(&inverse * whole(stored) * inverse.transpose()).symmetric_eigen();
    let parts = inverse.transpose() * &eigen.eigenvectors;
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|&a, &b| eigen.eigenvalues[a].total_cmp(&eigen.eigenvalues[b]));
    let mode = |&k: &usize| {
        let mut vector = vec![0.0; operator.size()];
        modes.iter().enumerate().for_each(|(i, own)| add(&mut vector, parts[(i, k)], &own.vector));
        let own = operator.displacements_of(&vector);
        let norm = dot(&own, &operator.inertia(&own)).max(f64::MIN_POSITIVE).sqrt();
        scale(&mut vector, 1.0 / norm);
        Undamped { square: eigen.eigenvalues[k], vector, rounding: None, is_mended: true }
    };
    Some(order.iter().map(mode).collect())
}
