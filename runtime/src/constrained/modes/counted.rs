//! How many motions there are, where signs of pivots do not tell: eigenvalues of the equations in independent coordinates, all of them.
//!
//! That takes the cube of the number of coordinates, so it is for models of a moderate size.

use nalgebra::{Complex, DMatrix};

use super::Shape;
use super::operator::Operator;
use super::reduced::{Reduced, reduced};

/// More freedoms than that are not counted.
const MOST: usize = 150;
/// Of the fastest: what is slower cannot be told from what moves freely.
const ZERO: f64 = 1e-7;
/// Frequencies that differ by less are the same.
const SAME: f64 = 1e-6;

/// The slowest motions: as many as are wanted, but for those that move freely, and how many of them were not found.
pub(super) struct Counted {
    pub(super) slowest: usize,
    pub(super) missing: usize,
}

/// Nothing where the model is too large, or has no such coordinates.
pub(super) fn counted(
    operator: &mut Operator<'_>,
    shapes: &[Shape],
    (wanted, freedoms): (usize, usize),
) -> Option<Counted> {
    if freedoms > MOST {
        return None;
    }
    let values = eigenvalues(&reduced(operator).ok()?)?;
    let fastest = values.iter().map(|own| own.norm()).fold(0.0, f64::max);
    let moves = |value: &Complex<f64>| value.norm() > ZERO * fastest;
    let found = shapes.iter().filter(|own| moves(&own.value)).count();
    let slow = shapes.len() - found;
    let bound = match shapes.iter().map(|own| own.value.norm()).reduce(f64::max) {
        Some(bound) if shapes.len() >= wanted => (1.0 + SAME) * bound,
        // All the others would have been wanted, too.
        Some(_) | None => f64::INFINITY,
    };
    // Of pairs one.
    let all = values.iter().filter(|own| own.im >= 0.0 && moves(own) && own.norm() <= bound);
    let slowest = all.count().min(wanted.saturating_sub(slow)).max(found);
    Some(Counted { slowest, missing: slowest - found })
}

fn eigenvalues(reduced: &Reduced) -> Option<Vec<Complex<f64>>> {
    let count = reduced.free.len();
    // Rates in units that make them as large as displacements.
    let scale = reduced.by_places.amax().sqrt();
    if scale == 0.0 || !scale.is_finite() {
        return None;
    }
    let matrix = DMatrix::from_fn(2 * count, 2 * count, |row, column| {
        match (row.checked_sub(count), column.checked_sub(count)) {
            (None, None) => 0.0,
            (None, Some(column)) => scale * f64::from(u8::from(column == row)),
            (Some(row), None) => reduced.by_places[(row, column)] / scale,
            (Some(row), Some(column)) => reduced.by_rates[(row, column)],
        }
    });
    let schur = nalgebra::Schur::try_new(matrix, f64::EPSILON, 200 * count + 1000)?;
    Some(schur.complex_eigenvalues().iter().copied().collect())
}
