//! What a curvature of a rope does at a Gauss point over a step.
//!
//! The curvature stores `½ EI κ²` for each length, and its change loses `η κ̇²`: a rope without twist turns about itself as it
//! likes, so only the size of the curvature is damped. Over a step forces are `½ EI` times the discrete gradient of `κ²`, and `η d/h` times
//! that of the change `d` along the mean bend ([`bend_change`]), which loses `η d²/h²` exactly. Where `κ` changes little in a step that is
//! `κ₁ - κ₀`. In a step through straight the size of the curvature has a tip, and its change may be nothing where the rope goes from
//! one side to the other; `d` is all of that.
//!
//! At one instant a rope that is bent resists by `η κ̇` in the plane of its bend only. A straight one is about to bend in the plane of
//! the rate of its curvature, whichever that is, so there all of `η κ̇` resists: small motions about it are damped in every plane.

use nalgebra::{Matrix3, Vector3};

use crate::constrained::seen::Step;
use crate::laws::spline::{BendChange, Bent, bend_change, bend_change_slopes, square_gradient};

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

/// What a Gauss point is loaded with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Loaded {
    /// Minus the force of a unit of length on `a` and on `b`, N and N m.
    pub(super) by: [Vector3<f64>; 2],
    /// What damping takes there, W/m.
    pub(super) lost: f64,
}

/// Derivatives of what a Gauss point is loaded with by `a` and `b` at the end of the step: a row for each.
pub(super) type Resistance = [[Matrix3<f64>; 2]; 2];

impl Section {
    /// What the change between two configurations loads it with; `rate` gives how the point changes in the balance, 1/s.
    #[inline(always)]
    pub(super) fn loaded(
        &self,
        step: &Step<'_>,
        between: &[Bent; 2],
        rate: impl FnOnce() -> Bent,
    ) -> Loaded {
        let gradient = square_gradient(&between[0], &between[1]).0;
        let half = 0.5 * self.stiffness;
        let mut loaded = Loaded { by: [gradient.by_a * half, gradient.by_b * half], lost: 0.0 };
        if self.damping != 0.0 {
            let damped = self.damped(step, between, rate);
            loaded.by[0] += damped.by[0];
            loaded.by[1] += damped.by[1];
            loaded.lost = damped.lost;
        }
        loaded
    }

    #[inline(never)]
    fn damped(
        &self,
        step: &Step<'_>,
        [start, end]: &[Bent; 2],
        rate: impl FnOnce() -> Bent,
    ) -> Loaded {
        if !step.scheme.discrete {
            return self.damped_at_instant(end, &rate());
        }
        let BendChange { size, by_a, by_b } = bend_change(start, end);
        let resists = self.damping * size / step.duration;
        Loaded { by: [by_a * resists, by_b * resists], lost: resists * size / step.duration }
    }

    /// What a bend that changes at this rate is damped with.
    fn damped_at_instant(&self, bent: &Bent, rate: &Bent) -> Loaded {
        let (gradient, hessian) = square_gradient(bent, bent);
        let IsBent { share, over } = self.bent(bent.curvature());
        let turning = gradient.by_a.dot(&rate.a) + gradient.by_b.dot(&rate.b);
        let in_plane = 0.25 * self.damping * over * turning;
        let straight = along(&hessian(), rate).map(|own| own * (self.damping * (1.0 - share)));
        Loaded {
            by: [gradient.by_a * in_plane + straight[0], gradient.by_b * in_plane + straight[1]],
            lost: in_plane * turning + straight[0].dot(&rate.a) + straight[1].dot(&rate.b),
        }
    }

    /// What second derivatives of `κ²` count by in derivatives of what an elastic rope is loaded with, N m².
    #[inline(always)]
    pub(super) fn elastic(&self, step: &Step<'_>) -> f64 {
        // Everything is symmetric in start and end, so where both are the balance each counts.
        let share = if step.scheme.discrete { 1.0 } else { 2.0 * step.scheme.balance };
        0.5 * self.stiffness * share
    }

    /// Derivatives of what damping loads it with.
    #[inline(always)]
    pub(super) fn damped_resistance(
        &self,
        step: &Step<'_>,
        between: &[Bent; 2],
        rate: impl FnOnce() -> Bent,
    ) -> Option<Resistance> {
        (self.damping != 0.0).then(|| self.damped_slopes(step, between, rate))
    }

    #[inline(never)]
    fn damped_slopes(
        &self,
        step: &Step<'_>,
        [start, end]: &[Bent; 2],
        rate: impl FnOnce() -> Bent,
    ) -> Resistance {
        if step.scheme.discrete {
            let over = self.damping / step.duration;
            return bend_change_slopes(start, end).map(|row| row.map(|entry| entry * over));
        }
        let rate = rate();
        let (gradient, hessian) = square_gradient(end, end);
        let hessian = hessian();
        let IsBent { share, over: over_square } = self.bent(end.curvature());
        let by = [gradient.by_a, gradient.by_b];
        let turning = by[0].dot(&rate.a) + by[1].dot(&rate.b);
        let over = 0.25 * self.damping * over_square;
        let straight = self.damping * (1.0 - share);
        let kept = 2.0 * step.scheme.balance * over * turning + straight * step.scheme.rate;
        let changed = along(&hessian, &rate);
        let fall = turning * over_square * step.scheme.balance;
        let slopes: [_; 2] = std::array::from_fn(|k| {
            let own: Vector3<f64> =
                changed[k] * (2.0 * step.scheme.balance) + by[k] * (step.scheme.rate - fall);
            (own * over).transpose()
        });
        let entry =
            |row: usize, column: usize| hessian[row][column] * kept + by[row] * slopes[column];
        [[entry(0, 0), entry(0, 1)], [entry(1, 0), entry(1, 1)]]
    }

    /// At one instant, N and N m.
    pub(super) fn at_instant(&self, bent: &Bent, rate: &Bent) -> [Vector3<f64>; 2] {
        let gradient = bent.gradient();
        let half = 0.5 * self.stiffness;
        let mut on = [gradient.by_a * half, gradient.by_b * half];
        if self.damping != 0.0 {
            let damped = self.damped_at_instant(bent, rate);
            on = [on[0] + damped.by[0], on[1] + damped.by[1]];
        }
        on
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

/// Second derivatives times a rate: how a gradient changes.
fn along([[aa, ab], [ba, bb]]: &[[Matrix3<f64>; 2]; 2], rate: &Bent) -> [Vector3<f64>; 2] {
    [aa * rate.a + ab * rate.b, ba * rate.a + bb * rate.b]
}
