//! Sums of nodal vectors, and of what there is for each length and each pair of lengths.

use nalgebra::Vector3;

use super::super::shape::{NODAL, POINTS};
use super::at_points::AtPoints;
use super::{INNER, Lengths, PAIRS};

/// Of place and slope of both nodes.
pub(super) type Nodal = [Vector3<f64>; NODAL];
/// Of the vectors that a Gauss point sees.
pub(super) type Inner = [Vector3<f64>; INNER];

/// By differences of places, so that they may be far from the origin.
#[inline(always)]
pub(super) fn inner(q: &Nodal) -> Inner {
    [q[1], q[2] - q[0], q[3]]
}

/// What belongs to inner columns, on the nodal vectors.
#[inline(always)]
pub(super) fn nodal([first, way, second]: Inner) -> Nodal {
    [-way, first, way, second]
}

/// A matrix times a column of vectors.
#[inline(always)]
pub(super) fn times<const ROWS: usize, const COLUMNS: usize>(
    matrix: &[[f64; COLUMNS]; ROWS],
    vectors: &[Vector3<f64>; COLUMNS],
) -> [Vector3<f64>; ROWS] {
    let mut all = [Vector3::zeros(); ROWS];
    for (sum, row) in all.iter_mut().zip(matrix) {
        for (entry, vector) in row.iter().zip(vectors) {
            *sum += vector * *entry;
        }
    }
    all
}

/// The sum of the products.
#[inline(always)]
pub(super) fn dot<const N: usize>(a: &[Vector3<f64>; N], b: &[Vector3<f64>; N]) -> f64 {
    let mut sum = 0.0;
    for (a, b) in a.iter().zip(b) {
        sum += a.dot(b);
    }
    sum
}

/// `Σ factor · vectors`.
#[inline(always)]
pub(super) fn sum<const TERMS: usize>(terms: [(f64, &Nodal); TERMS]) -> Nodal {
    let mut all = [Vector3::zeros(); NODAL];
    for (factor, vectors) in terms {
        for (sum, own) in all.iter_mut().zip(vectors) {
            *sum += own * factor;
        }
    }
    all
}

/// One of a length, and none of the other.
#[inline(always)]
pub(super) fn one(length: usize) -> Lengths {
    if length == 0 { [1.0, 0.0] } else { [0.0, 1.0] }
}

/// What there is for the ratio only.
#[inline(always)]
pub(super) fn of_ratio(length: usize) -> f64 {
    if length == 0 { 1.0 } else { 0.0 }
}

/// How often each pair is in the product of two sums over lengths.
#[inline(always)]
pub(super) fn pairs(a: &Lengths, b: &Lengths) -> [f64; PAIRS] {
    [a[0] * b[0], a[0] * b[1] + a[1] * b[0], a[1] * b[1]]
}

/// `C λ` of each pair.
pub(super) struct Stretched(pub(super) [AtPoints; PAIRS]);

impl Stretched {
    /// `C(a, b) λ`.
    #[inline(always)]
    pub(super) fn with(&self, a: &Lengths, b: &Lengths) -> AtPoints {
        let pairs = pairs(a, b);
        let mut all = [0.0; POINTS];
        for (own, factor) in self.0.iter().zip(pairs) {
            for (sum, own) in all.iter_mut().zip(own) {
                *sum += own * factor;
            }
        }
        all
    }

    /// `μ'C λ` of each pair.
    #[inline(always)]
    pub(super) fn along(&self, other: &AtPoints) -> Products {
        Products(self.0.map(|own| own.iter().zip(other).map(|(own, other)| own * other).sum()))
    }
}

/// `μ'C λ` of each pair.
pub(super) struct Products([f64; PAIRS]);

impl Products {
    /// `μ'C(a, b) λ`.
    #[inline(always)]
    pub(super) fn with(&self, a: &Lengths, b: &Lengths) -> f64 {
        pairs(a, b).iter().zip(self.0).map(|(factor, own)| factor * own).sum()
    }
}

/// The mean of both.
#[inline(always)]
pub(super) fn mean(a: AtPoints, b: AtPoints) -> AtPoints {
    std::array::from_fn(|g| 0.5 * (a[g] + b[g]))
}

/// A multiple.
#[inline(always)]
pub(super) fn scaled(factor: f64, own: AtPoints) -> AtPoints {
    own.map(|own| factor * own)
}

/// `Σ factor · own`.
#[inline(always)]
pub(super) fn total<const TERMS: usize>(terms: [(f64, AtPoints); TERMS]) -> AtPoints {
    let mut all = [0.0; POINTS];
    for (factor, own) in terms {
        for (sum, own) in all.iter_mut().zip(own) {
            *sum += factor * own;
        }
    }
    all
}
