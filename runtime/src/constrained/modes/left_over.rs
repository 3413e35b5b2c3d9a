//! What small motions leave over in their equations, and what they say of their values themselves.

use nalgebra::{Complex, Matrix2};

use super::operator::{Operator, add, dot, scale};

/// Of what terms are rounded by: what their sum is.
const TERMS: f64 = 16.0 * f64::EPSILON;
/// Of a value: what one that is found in other ways differs by.
const SAME: f64 = 1e-4;
/// Of how far a motion goes: less of `xᵀMx` is a mixture.
const MIXED: f64 = 0.1;
/// Of a value: a change that is none.
const SETTLED: f64 = 1e-15;
/// Of a value: how fast its equation changes with it, at the least. Where damping is critical both roots are one, and
/// corrections are rounding.
const CRITICAL: f64 = 1e-6;
/// Corrections of a value, at the most.
const MOST_CORRECTIONS: usize = 4;

/// Real and imaginary part.
pub(super) type Halves = [Vec<f64>; 2];

/// Of forces, by what they accelerate.
pub(super) fn size(forces: &[f64], masses: &[f64]) -> f64 {
    let square = |(force, mass): (&f64, &f64)| if *mass > 0.0 { force * force / mass } else { 0.0 };
    forces.iter().zip(masses).map(square).sum::<f64>().sqrt()
}

/// What the forces `(λ² M + λ C + K) x` displace, beside how far the motion goes, as a share of its
/// value: where the operator is factored with the rate `shift`, 1/s, so that `K + σ C + σ² M`
/// resists. Forces alone would not tell: rounding of where a stiff part goes makes large ones and
/// displaces nothing. Without a shift that factors it is the forces, by the larger one of the first
/// two terms, both by what they accelerate.
pub(super) fn left_over(
    operator: &mut Operator<'_>,
    value: Complex<f64>,
    vector: &Halves,
    shift: Option<f64>,
) -> f64 {
    let own = vector.each_ref().map(|half| operator.displacements_of(half));
    let inertia = own.each_ref().map(|half| operator.inertia(half));
    let resisted = own.each_ref().map(|half| operator.resisting_strains(half).forces);
    let terms = [times(value * value, &inertia), times(value, &resisted)];
    let mut left = vector.each_ref().map(|half| operator.strains(half).forces);
    for term in &terms {
        left.iter_mut().zip(term).for_each(|(left, own)| add(left, 1.0, own));
    }
    let Some(shift) = shift else {
        let masses = operator.masses();
        let both = |[re, im]: &Halves| size(re, masses).hypot(size(im, masses));
        return both(&left) / terms.iter().map(both).fold(0.0, f64::max);
    };
    let mut beside = 0.0;
    for half in &mut left {
        operator.solve(half);
        let displaced = operator.displacements_of(half);
        beside += dot(&displaced, &operator.inertia(&displaced));
    }
    let goes: f64 = own.iter().zip(&inertia).map(|(own, inertia)| dot(own, inertia)).sum();
    let measure = value.norm_sqr();
    (beside / goes).sqrt() * (measure + shift * shift) / measure
}

/// A complex multiple.
fn times(factor: Complex<f64>, [re, im]: &Halves) -> Halves {
    let mut both = [re.clone(), im.clone()];
    scale(&mut both[0], factor.re);
    add(&mut both[0], -factor.im, im);
    scale(&mut both[1], factor.re);
    add(&mut both[1], factor.im, re);
    both
}

/// The value of a motion from what its two halves strain; and what rounding is in it, 1/s. Where
/// stiffness and damping are the same both ways, `xᵀ(λ² M + λ C + K) x` is zero at a value that is off
/// by the square of what the shape is off (Lancaster, Lambda-matrices and vibrating systems, 1966).
/// Of two motions that are one in different planes a shape may be such a mixture that its `xᵀMx` is
/// nothing; then it is the nearest value of all motions that are made of the halves. Nothing where
/// it is not one with what was found, `value`.
pub(super) fn of_strains(
    operator: &mut Operator<'_>,
    value: Complex<f64>,
    vector: &Halves,
) -> Option<(Complex<f64>, f64)> {
    let own = vector.each_ref().map(|half| operator.displacements_of(half));
    let (mut inertia, mut stiffness, mut damping) =
        (Matrix2::zeros(), Matrix2::zeros(), Matrix2::zeros());
    let (mut summed, mut strained) = (0.0_f64, 0.0_f64);
    let size = value.norm();
    for (j, half) in vector.iter().enumerate() {
        let weighed = operator.inertia(&own[j]);
        let (pulls, brakes) = (operator.strains(half), operator.resisting_strains(&own[j]));
        strained += pulls.terms + size * brakes.terms;
        summed += operator.terms(half) + size * operator.resisting_terms(half);
        for (i, way) in own.iter().enumerate() {
            inertia[(i, j)] = dot(way, &weighed);
            stiffness[(i, j)] = dot(way, &pulls.forces);
            damping[(i, j)] = dot(way, &brakes.forces);
        }
    }
    let goes = inertia.trace();
    let parts = [inertia, damping, stiffness].map(|own| own / goes);
    let off = if squared(&parts[0]).norm() > MIXED { of_one } else { nearest };
    let mut found = value;
    for _ in 0..MOST_CORRECTIONS {
        let off = off(found, &parts)?;
        found -= off;
        if off.norm() <= SETTLED * size {
            break;
        }
    }
    let rounding = TERMS / (goes * size);
    let apart = (found - value).norm();
    // NaN is no value either.
    (apart <= SAME * size + rounding * summed).then_some((found, rounding * strained))
}

/// `xᵀ A x` of `x = a + ib`, from what the halves have with one another.
fn squared(own: &Matrix2<f64>) -> Complex<f64> {
    Complex::new(own[(0, 0)] - own[(1, 1)], own[(0, 1)] + own[(1, 0)])
}

/// What is to be taken from a value so that `xᵀ(λ² M + λ C + K) x` is zero, to first order. Nothing where both roots are one.
fn of_one(value: Complex<f64>, parts: &[Matrix2<f64>; 3]) -> Option<Complex<f64>> {
    let [inertia, damping, stiffness] = parts.each_ref().map(squared);
    let slope = 2.0 * value * inertia + damping;
    let left = value * (value * inertia + damping) + stiffness;
    (slope.norm() > CRITICAL * value.norm()).then(|| left / slope)
}

/// The same so that the nearest value of all motions that are made of the halves is left. Two may be nearly one.
fn nearest(value: Complex<f64>, parts: &[Matrix2<f64>; 3]) -> Option<Complex<f64>> {
    let [inertia, damping, stiffness] = parts.each_ref().map(|own| own.map(Complex::from));
    let slope = inertia * (2.0 * value) + damping;
    if slope.determinant().norm() < (CRITICAL * value.norm()).powi(2) {
        return None;
    }
    let off = slope.try_inverse()? * ((inertia * value + damping) * value + stiffness);
    let (half, product) = (off.trace() / 2.0, off.determinant());
    let apart = (half * half - product).sqrt();
    let (one, other) = (half + apart, half - apart);
    let larger = if one.norm() >= other.norm() { one } else { other };
    Some(if larger.norm() > 0.0 { product / larger } else { larger })
}
