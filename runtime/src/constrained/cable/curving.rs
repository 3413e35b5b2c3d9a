//! What a curvature of a rope does at a Gauss point over a step.
//!
//! The curvature stores `½ EI κ²` for each length, and its change loses `η κ̇²`: a rope without twist turns about itself as it
//! likes, so only the size of the curvature is damped. Over a step both are one factor times the discrete gradient of `κ²`,
//! `½ EI + η (κ₁ - κ₀)/(κ₁ + κ₀)/h`, which loses `η (κ₁ - κ₀)²/h²` exactly. That has a tip where the rope is straight: steps
//! through it take more iterations, and squares in place of sizes, which round it off, do not take fewer.
//!
//! At one instant a rope that is bent resists by `η κ̇` in the plane of its bend only. A straight one is about to bend in the plane of
//! the rate of its curvature, whichever that is, so there all of `η κ̇` resists: small motions about it are damped in every plane.

use nalgebra::Vector3;

use crate::constrained::seen::Step;
use crate::laws::spline::{Bent, SquareGradient, square_gradient};

/// What is bent by less along a piece counts as straight at one instant, rad.
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
    /// What resists beside it in a rope that is straight: on `a` and on `b`, over a length.
    pub(super) straight: [Vector3<f64>; 2],
    /// Of the second derivatives of `κ²`, as far as rates change that.
    pub(super) by_rates: f64,
    /// Of the factor by `a` and by `b`.
    pub(super) slopes: [Vector3<f64>; 2],
    /// What damping takes there, W/m.
    pub(super) lost: f64,
}

impl Factor {
    /// Minus the force of a unit of length on `a` and on `b`, N and N m.
    #[inline(always)]
    pub(super) fn forces(&self, gradient: &SquareGradient) -> [Vector3<f64>; 2] {
        [
            gradient.by_a * self.value + self.straight[0],
            gradient.by_b * self.value + self.straight[1],
        ]
    }
}

impl Section {
    /// Half the stiffness, and what damping adds to it from the change of `κ²` between two configurations over the step;
    /// `rate` gives how the point changes in the balance, 1/s.
    #[inline(always)]
    pub(super) fn factor(
        &self,
        step: &Step<'_>,
        [start, end]: &[Bent; 2],
        rate: impl FnOnce() -> Bent,
    ) -> Factor {
        let nothing = [Vector3::zeros(); 2];
        let elastic = Factor {
            value: 0.5 * self.stiffness,
            straight: nothing,
            by_rates: 0.0,
            slopes: nothing,
            lost: 0.0,
        };
        if self.damping == 0.0 {
            return elastic;
        }
        self.damped(elastic, step, [start, end], rate)
    }

    /// The same where damping adds to what an elastic rope has.
    #[inline(never)]
    fn damped(
        &self,
        mut factor: Factor,
        step: &Step<'_>,
        [start, end]: [&Bent; 2],
        rate: impl FnOnce() -> Bent,
    ) -> Factor {
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
        let rate = rate();
        let IsBent { share, over: over_square } = self.bent(last);
        let over = 0.25 * self.damping * over_square;
        let [[aa, ab], [ba, bb]] = hessian();
        let along = [aa * rate.a + ab * rate.b, ba * rate.a + bb * rate.b];
        let resisting = self.damping * (1.0 - share);
        factor.straight = along.map(|own| own * resisting);
        factor.by_rates = 0.5 * resisting * step.scheme.rate;
        let turning = gradient.by_a.dot(&rate.a) + gradient.by_b.dot(&rate.b);
        factor.value += over * turning;
        factor.lost = over * turning * turning
            + factor.straight[0].dot(&rate.a)
            + factor.straight[1].dot(&rate.b);
        let fall = turning * over_square * step.scheme.balance;
        let by = [gradient.by_a, gradient.by_b];
        factor.slopes = std::array::from_fn(|k| {
            (along[k] * (2.0 * step.scheme.balance) + by[k] * (step.scheme.rate - fall)) * over
        });
        factor
    }

    /// The same at one instant: on `a` and on `b`, without derivatives.
    pub(super) fn at_instant(&self, bent: &Bent, rate: &Bent) -> [Vector3<f64>; 2] {
        let (gradient, hessian) = square_gradient(bent, bent);
        let mut factor = 0.5 * self.stiffness;
        let mut on = [Vector3::zeros(); 2];
        if self.damping != 0.0 {
            let IsBent { share, over } = self.bent(bent.curvature());
            let turning = gradient.by_a.dot(&rate.a) + gradient.by_b.dot(&rate.b);
            factor += 0.25 * self.damping * over * turning;
            let [[aa, ab], [ba, bb]] = hessian();
            let straight = self.damping * (1.0 - share);
            on = [aa * rate.a + ab * rate.b, ba * rate.a + bb * rate.b].map(|own| own * straight);
        }
        [on[0] + gradient.by_a * factor, on[1] + gradient.by_b * factor]
    }

    /// Of a bend and its rate at one instant, N m: positive where it resists being bent more.
    pub(super) fn moment(&self, bent: &Bent, rate: &Bent) -> f64 {
        let curvature = bent.curvature();
        let elastic = self.stiffness * curvature;
        if curvature == 0.0 {
            return elastic;
        }
        let gradient = bent.gradient();
        let turning = gradient.by_a.dot(&rate.a) + gradient.by_b.dot(&rate.b);
        elastic + self.damping * turning / (2.0 * curvature)
    }

    /// How far what has this curvature (1/m) counts as bent.
    fn bent(&self, curvature: f64) -> IsBent {
        let square = curvature * curvature;
        let over = 1.0 / (square + (STRAIGHT / self.length).powi(2));
        IsBent { share: square * over, over }
    }
}

/// How far a rope counts as bent, in place of straight.
struct IsBent {
    /// From 0 to 1.
    share: f64,
    /// That over the square of the curvature, m².
    over: f64,
}
