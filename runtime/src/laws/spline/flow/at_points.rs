//! The stretch of a flowing element at its Gauss points, `λ = |a|`, and derivatives of it by the nodal vectors.

use nalgebra::{Matrix3, Vector3};

use super::super::shape::{INNER as NO_BLOCKS, Inner as Blocks, NODAL, POINTS, Shapes};
use super::super::stretch::Stretch;
use super::sums::{Nodal, nodal};

/// A number of each Gauss point.
pub(super) type AtPoints = [f64; POINTS];

/// A vector of each, as `a`.
pub(super) type Slopes = [Vector3<f64>; POINTS];

/// Of the nodal vectors.
#[inline(always)]
pub(super) fn slopes(shapes: &Shapes, q: &Nodal) -> Slopes {
    shapes.points.each_ref().map(|point| point.slope_of(q))
}

/// `λ`
#[inline(always)]
pub(super) fn stretched(slopes: &Slopes) -> AtPoints {
    slopes.map(|slope| slope.norm())
}

/// What `|a|` does between two slopes.
#[inline(always)]
pub(super) fn between(start: &Slopes, end: &Slopes) -> [Stretch; POINTS] {
    std::array::from_fn(|g| Stretch::between(start[g], end[g]))
}

/// Derivatives of `λ` at each Gauss point by `a` there; or other vectors that something does along `a`.
pub(super) struct Gradients<'s> {
    pub(super) shapes: &'s Shapes,
    pub(super) along: Slopes,
}

impl Gradients<'_> {
    /// `Σ c ∇λ`.
    #[inline(always)]
    pub(super) fn times(&self, factors: AtPoints) -> Nodal {
        let mut all = [Vector3::zeros(); 3];
        for (g, point) in self.shapes.points.iter().enumerate() {
            let by = self.along[g] * factors[g];
            for (sum, slope) in all.iter_mut().zip(&point.slope[1..]) {
                *sum += by * *slope;
            }
        }
        nodal(all)
    }

    /// What `λ` changes by along `v`.
    #[inline(always)]
    pub(super) fn rates(&self, v: &[Vector3<f64>; NODAL]) -> AtPoints {
        std::array::from_fn(|g| self.along[g].dot(&self.shapes.points[g].slope_of(v)))
    }

    /// `Σ K ∇λ (∇λ)'`, with columns from other gradients.
    #[inline(always)]
    pub(super) fn products(&self, factors: &[AtPoints; POINTS], columns: &Slopes) -> Blocks {
        let mut all = NO_BLOCKS;
        for (g, point) in self.shapes.points.iter().enumerate() {
            let mut by = [Vector3::zeros(); 3];
            for (h, other) in self.shapes.points.iter().enumerate() {
                let column = columns[h] * factors[g][h];
                for (sum, slope) in by.iter_mut().zip(&other.slope[1..]) {
                    *sum += column * *slope;
                }
            }
            for (blocks, slope) in all.iter_mut().zip(&point.slope[1..]) {
                let own = self.along[g] * *slope;
                for (block, by) in blocks.iter_mut().zip(&by) {
                    *block += own * by.transpose();
                }
            }
        }
        all
    }
}

/// Adds what `Σ c ∇λ` changes by with the nodal vectors, where directions change by `turns` with the slopes.
#[inline(always)]
pub(super) fn add_turns(
    all: &mut Blocks,
    shapes: &Shapes,
    turns: [Matrix3<f64>; POINTS],
    factors: AtPoints,
) {
    for ((point, turn), factor) in shapes.points.iter().zip(turns).zip(factors) {
        let (turn, slope) = (turn * factor, &point.slope[1..]);
        for (row, by_row) in all.iter_mut().zip(slope) {
            for (block, by_column) in row.iter_mut().zip(slope) {
                *block += turn * (by_row * by_column);
            }
        }
    }
}
