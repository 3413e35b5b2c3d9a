//! The stretch of a flowing element as far as tensions hold it: `λₘ = 1/l ∫ Pₘ |a| dσ` with Legendre's polynomials `Pₘ`
//! of the degrees that a tension has, and derivatives of these by the nodal vectors.

use nalgebra::{Matrix3, Vector3};

use super::super::shape::{INNER as NO_BLOCKS, Inner as Blocks, POINTS, Shapes};
use super::super::stretch::{DEGREES, Stretch};
use super::sums::{Inner, Nodal, inner, nodal};

/// How many there are.
pub(super) const HELD: usize = DEGREES.len();

/// Of each degree.
pub(super) type Held = [f64; HELD];

/// `a` at the Gauss points.
pub(super) type Slopes = [Vector3<f64>; POINTS];

/// Of the nodal vectors.
#[inline(always)]
pub(super) fn slopes(shapes: &Shapes, q: &Nodal) -> Slopes {
    shapes.points.each_ref().map(|point| point.slope_of(q))
}

/// `λₘ` where the curve has these slopes.
#[inline(always)]
pub(super) fn held(shapes: &Shapes, slopes: &Slopes) -> Held {
    let mut all = [0.0; HELD];
    for (point, slope) in shapes.points.iter().zip(slopes) {
        let stretched = point.weight / shapes.length * slope.norm();
        for (sum, polynomial) in all.iter_mut().zip(point.legendre) {
            *sum += stretched * polynomial;
        }
    }
    all
}

/// What `|a|` does between two slopes at each Gauss point.
#[inline(always)]
pub(super) fn between(start: &Slopes, end: &Slopes) -> [Stretch; POINTS] {
    std::array::from_fn(|g| Stretch::between(start[g], end[g]))
}

/// Derivatives of each `λₘ` by the vectors that a Gauss point sees, 1/m for places.
pub(super) struct Gradients([Inner; HELD]);

impl Gradients {
    /// Where the curve has these directions; with other vectors in their place, what these do along the slopes.
    #[inline(always)]
    pub(super) fn of(shapes: &Shapes, directions: [Vector3<f64>; POINTS]) -> Self {
        let mut all = [[Vector3::zeros(); 3]; HELD];
        for (point, direction) in shapes.points.iter().zip(directions) {
            for (row, polynomial) in all.iter_mut().zip(point.legendre) {
                let by = direction * (point.weight / shapes.length * polynomial);
                for (sum, slope) in row.iter_mut().zip(&point.slope[1..]) {
                    *sum += by * *slope;
                }
            }
        }
        Self(all)
    }

    /// `Σ cₘ ∇λₘ`.
    #[inline(always)]
    pub(super) fn times(&self, factors: Held) -> Nodal {
        let mut all = [Vector3::zeros(); 3];
        for (row, factor) in self.0.iter().zip(factors) {
            for (sum, own) in all.iter_mut().zip(row) {
                *sum += own * factor;
            }
        }
        nodal(all)
    }

    /// What each `λₘ` changes by along `v`.
    #[inline(always)]
    pub(super) fn along(&self, v: &Nodal) -> Held {
        let v = inner(v);
        self.0.each_ref().map(|row| row.iter().zip(&v).map(|(own, v)| own.dot(v)).sum())
    }

    /// `Σ Kₘₙ ∇λₘ (∇λₙ)'`, with columns from other gradients.
    #[inline(always)]
    pub(super) fn products(&self, factors: &[Held; HELD], columns: &Self) -> Blocks {
        let mut all = NO_BLOCKS;
        for (row, factors) in self.0.iter().zip(factors) {
            // `Σ Kₘₙ ∇λₙ` of this row.
            let mut by = [Vector3::zeros(); 3];
            for (column, factor) in columns.0.iter().zip(factors) {
                for (sum, own) in by.iter_mut().zip(column) {
                    *sum += own * *factor;
                }
            }
            for (blocks, own) in all.iter_mut().zip(row) {
                for (block, by) in blocks.iter_mut().zip(&by) {
                    *block += own * by.transpose();
                }
            }
        }
        all
    }
}

/// Adds what `Σ cₘ ∇λₘ` changes by with the nodal vectors, where directions change by `turns` with the slopes.
#[inline(always)]
pub(super) fn add_turns(
    all: &mut Blocks,
    shapes: &Shapes,
    turns: [Matrix3<f64>; POINTS],
    factors: Held,
) {
    for (point, turn) in shapes.points.iter().zip(turns) {
        let polynomials = factors.iter().zip(point.legendre);
        let sum: f64 = polynomials.map(|(factor, polynomial)| factor * polynomial).sum();
        let turn = turn * (point.weight / shapes.length * sum);
        let slope = &point.slope[1..];
        for (row, by_row) in all.iter_mut().zip(slope) {
            for (block, by_column) in row.iter_mut().zip(slope) {
                *block += turn * (by_row * by_column);
            }
        }
    }
}
