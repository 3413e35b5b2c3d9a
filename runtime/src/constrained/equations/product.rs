//! The product of two vectors: directions that keep their angle, points that stay in a plane.
//!
//! A plane through the parent with the normal `n` is `n · (child - parent) = 0`, two axes that stay
//! perpendicular `a · b = 0`.

use nalgebra::Vector3;

use super::constraint::Measure;
use super::equation::Equation;
use super::imposed::Imposed;
use crate::constrained::seen::Step;
use crate::constrained::vectors::{VectorId, Vectors};

/// `first · second = value`.
/// In m where one of the vectors is a line between points.
#[derive(Clone, Copy, Debug)]
pub(in crate::constrained) struct DotProduct {
    /// Of the product; constant.
    pub(in crate::constrained) value: f64,
}

/// Wired, with its multiplier.
pub(in crate::constrained) type Product = Imposed<DotProduct, 1, 2>;

impl Equation<1, 2> for DotProduct {
    const PAIRS: &'static [(usize, usize)] = &[(0, 1), (1, 0)];

    #[inline(always)]
    fn value(&self, _step: &Step<'_>, [u, w]: [Vector3<f64>; 2]) -> [f64; 1] {
        [u.dot(&w) - self.value]
    }

    #[inline(always)]
    fn gradient(&self, [u, w]: [Vector3<f64>; 2]) -> [[Vector3<f64>; 2]; 1] {
        [[w, u]]
    }

    fn curvature(&self, _at: [Vector3<f64>; 2], [du, dw]: [Vector3<f64>; 2]) -> [f64; 1] {
        [2.0 * du.dot(&dw)]
    }

    /// Of two directions, or of a direction and the line between two points.
    fn measure(&self, vectors: &Vectors, ids: &[VectorId; 2]) -> Measure {
        let is_line = |id: VectorId| {
            let parts = &vectors.parts[vectors.range(id)];
            parts.iter().any(|part| !part.slope && part.coefficients[0] != 0.0)
        };
        if ids.iter().any(|&id| is_line(id)) { Measure::Metre } else { Measure::Radian }
    }
}
