//! Two points at a fixed distance: rigid links.

use nalgebra::Vector3;

use super::equation::Equation;
use super::imposed::Imposed;
use crate::constrained::seen::Step;
use crate::constrained::vectors::VectorId;

/// `(vector · vector - length²)/2 / length = 0`, m; minus the multiplier is the tension, N.
/// The vector goes from the link's first node to its second. Quadratic, so that its gradient at the
/// midpoint is exact; divided by the length so that the residual is a length and the multiplier a
/// force.
#[derive(Clone, Copy, Debug)]
pub(in crate::constrained) struct Length {
    /// m
    pub(in crate::constrained) length: f64,
}

/// Wired, with its multiplier: minus the tension, N.
pub(in crate::constrained) type Distance = Imposed<Length, 1, 1>;

impl Distance {
    /// From the first node to the second.
    pub(in crate::constrained) fn vector(&self) -> VectorId {
        self.vectors[0]
    }

    /// m
    pub(in crate::constrained) fn length(&self) -> f64 {
        self.equation.length
    }
}

impl Equation<1, 1> for Length {
    const PULLS: bool = true;
    const PAIRS: &'static [(usize, usize)] = &[(0, 0)];

    #[inline(always)]
    fn over(&self) -> f64 {
        self.length
    }

    #[inline(always)]
    fn value(&self, _step: &Step<'_>, [u]: [Vector3<f64>; 1]) -> [f64; 1] {
        [0.5 * (u.norm_squared() - self.length * self.length)]
    }

    #[inline(always)]
    fn gradient(&self, [u]: [Vector3<f64>; 1]) -> [[Vector3<f64>; 1]; 1] {
        [[u]]
    }

    fn curvature(&self, _at: [Vector3<f64>; 1], [du]: [Vector3<f64>; 1]) -> [f64; 1] {
        [du.norm_squared()]
    }
}
