//! What a curvature of a rope does at a Gauss point over a step.
//!
//! The curvature stores `½ EI κ²` for each length, and its change loses `η κ̇²`: a rope without twist turns about itself as it
//! likes, so only the size of the curvature is damped. Over a step both are one factor times the discrete gradient of `κ²`,
//! `½ EI + η (κ₁ - κ₀)/(κ₁ + κ₀)/h`, which loses `η (κ₁ - κ₀)²/h²` exactly. That has a tip where the rope is straight: steps
//! through it take more iterations, and squares in place of sizes, which round it off, do not take fewer.
//!
//! Small motions about a straight rope bend it in planes, in each of which the size changes as the curvature does: there all of
//! `η κ̇` resists, where a rope that is bent is damped in the plane of its bend only.

use nalgebra::Vector3;

use crate::constrained::seen::Step;
use crate::laws::spline::{Bent, square_gradient};

/// What is bent by less along a piece counts as straight for small motions, rad.
const STRAIGHT: f64 = 1e-6;

/// EI (N m²) and its damping (N m² s), by the length that a piece is made for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Section {
    /// N m²
    pub(super) stiffness: f64,
    /// N m² s
    pub(super) damping: f64,
    /// Of the piece, m.
    pub(super) length: f64,
}

/// A factor of the gradient of `κ²`, with its derivatives by `a` and `b` at the end.
pub(super) struct Factor {
    /// N m² where nothing is damped.
    pub(super) value: f64,
    /// Of the second derivatives of `κ²`, as far as rates change what damping does in a straight rope.
    pub(super) by_rates: f64,
    /// Of the factor by `a` and by `b`.
    pub(super) slopes: [Vector3<f64>; 2],
    /// What damping takes there, W/m.
    pub(super) lost: f64,
}

impl Section {
    /// Half the stiffness, and what damping adds to it from the change of `κ²` between two configurations over the step;
    /// `rate` gives how the point changes in the balance, 1/s.
    #[inline]
    pub(super) fn factor(
        &self,
        step: &Step<'_>,
        [start, end]: &[Bent; 2],
        rate: impl FnOnce() -> Bent,
    ) -> Factor {
        let zero = Vector3::zeros();
        let value = 0.5 * self.stiffness;
        let mut factor = Factor { value, by_rates: 0.0, slopes: [zero; 2], lost: 0.0 };
        if self.damping == 0.0 {
            return factor;
        }
        let (gradient, hessian) = square_gradient(end, end);
        let last = end.curvature();
        if step.scheme.discrete {
            let first = start.curvature();
            let sum = first + last;
            if sum > 0.0 {
                let damping = self.damping / step.duration;
                factor.value += damping * (last - first) / sum;
                factor.lost = damping * (last - first) * (last - first) / step.duration;
                if last > 0.0 {
                    let slope = damping * 2.0 * first / (sum * sum) / (2.0 * last);
                    factor.slopes = [gradient.by_a * slope, gradient.by_b * slope];
                }
            }
            return factor;
        }
        let square = last * last;
        let straight = (STRAIGHT / self.length).powi(2);
        let bent = square / (square + straight);
        factor.by_rates = 0.5 * self.damping * step.scheme.rate * (1.0 - bent);
        if last > 0.0 {
            let rate = rate();
            let turning = gradient.by_a.dot(&rate.a) + gradient.by_b.dot(&rate.b);
            let over = self.damping / (4.0 * square);
            factor.value += over * turning;
            factor.lost = over * turning * turning;
            let [[aa, ab], [ba, bb]] = hessian();
            let share = 2.0 * step.scheme.balance;
            let changes = [
                (aa * rate.a + ab * rate.b) * share + gradient.by_a * (bent * step.scheme.rate),
                (ba * rate.a + bb * rate.b) * share + gradient.by_b * (bent * step.scheme.rate),
            ];
            let fall = turning / square * step.scheme.balance;
            factor.slopes = [
                (changes[0] - gradient.by_a * fall) * over,
                (changes[1] - gradient.by_b * fall) * over,
            ];
        }
        factor
    }

    /// The same at one instant, without derivatives.
    pub(super) fn at_instant(&self, bent: &Bent, rate: &Bent) -> f64 {
        let curvature = bent.curvature();
        let mut factor = 0.5 * self.stiffness;
        if curvature > 0.0 {
            let gradient = bent.gradient();
            let turning = gradient.by_a.dot(&rate.a) + gradient.by_b.dot(&rate.b);
            factor += self.damping * turning / (4.0 * curvature * curvature);
        }
        factor
    }
}
