//! What an equation says of itself.

use nalgebra::{Matrix3, Vector3};

use super::constraint::{Kind, Measure};
use crate::constrained::seen::Step;
use crate::constrained::vectors::{VectorId, Vectors};
use crate::signals::Values;

/// A derivative of a force on one vector by another.
/// 3x3, N/m for lines.
#[derive(Clone, Copy, Debug)]
pub(in crate::constrained) enum Bend {
    /// Times the identity.
    Multiple(f64),
    /// Any.
    Full(Matrix3<f64>),
}

/// `ROWS` scalar equations of `N` vectors and time: `value(u) / over - given(t) = 0`, with multipliers that
/// act along the gradients.
///
/// Most are linear or quadratic in the vectors, so that their gradient at the midpoint is a discrete
/// gradient: its product with the displacement of a step is the change of the value, exactly. Others say
/// what theirs is.
pub(in crate::constrained) trait Equation<const ROWS: usize, const N: usize> {
    const KIND: Kind = Kind::Structure;
    /// Whether it depends on time by itself, so that its force does work.
    const MOVES: bool = false;
    /// Whether its multipliers are forces between two points, N.
    const PULLS: bool = false;
    /// The pairs of vectors, by their places, of which the value has second derivatives.
    const PAIRS: &'static [(usize, usize)];

    /// What the value and all its derivatives are divided by: rounding is that of one division at the end.
    fn over(&self) -> f64 {
        1.0
    }

    /// The value at the end of a step, where the vectors are `at`.
    /// Before the division by [`Self::over`].
    fn value(&self, step: &Step<'_>, at: [Vector3<f64>; N]) -> [f64; ROWS];

    /// ∂value/∂vectors
    fn gradient(&self, at: [Vector3<f64>; N]) -> [[Vector3<f64>; N]; ROWS];

    /// The second derivative along rates of the vectors: what is left of the value's second derivative
    /// when the vectors' second derivatives are zero.
    fn curvature(&self, at: [Vector3<f64>; N], rates: [Vector3<f64>; N]) -> [f64; ROWS];

    /// What the value has to be at the end of a step, what its rate and its second derivative have to be.
    #[inline(always)]
    fn given(&self, _step: &Step<'_>) -> f64 {
        0.0
    }

    /// How fast what is asked for changes by itself; zero unless time is in the equation.
    fn given_rate(&self, _values: &Values) -> f64 {
        0.0
    }

    /// And how fast that rate changes.
    fn given_acceleration(&self, _values: &Values) -> f64 {
        0.0
    }

    /// The discrete gradient of a step, with the vectors in its balance.
    #[inline(always)]
    fn over_step(&self, _step: &Step<'_>, balance: [Vector3<f64>; N]) -> [[Vector3<f64>; N]; ROWS] {
        self.gradient(balance)
    }

    /// `-∂(force)/∂(vectors at the end)` of each of [`Self::PAIRS`], for a single equation with this multiplier.
    #[inline(always)]
    fn stiffness(
        &self,
        step: &Step<'_>,
        multiplier: f64,
        mut each: impl FnMut((usize, usize), Bend),
    ) {
        let factor = -step.scheme.balance * multiplier / self.over();
        for &pair in Self::PAIRS {
            each(pair, Bend::Multiple(factor));
        }
    }

    /// What its residual is measured in.
    fn measure(&self, _vectors: &Vectors, _ids: &[VectorId; N]) -> Measure {
        Measure::Metre
    }
}
