//! The inertia of a flowing element over a step, by a discrete gradient.

use nalgebra::Vector3;

use super::super::shape::NODAL;
use super::at_points::{add_turns, between, slopes, stretched};
use super::sums::{Nodal, dot, mean, of_ratio, one, pairs, scaled, sum, total};
use super::{AtOnce, Flow, FlowSlopes, Flowing, LENGTHS, Lengths, OnFlow};

impl Flow {
    /// `D f` of a step from what both its ends have; `z` is not in it.
    #[inline(always)]
    fn gradient(
        &self,
        (start, first): (&Flowing, &AtOnce),
        (end, last): (&Flowing, &AtOnce),
    ) -> (Nodal, f64) {
        let (w, u) = (&start.rates, &end.rates);
        let over = 0.5 * (1.0 / start.ratio + 1.0 / end.ratio);
        let mut carries = [[Vector3::zeros(); NODAL]; LENGTHS];
        for (k, own) in carries[..self.lengths].iter_mut().enumerate() {
            *own = self.carries_one(k, &sum([(0.5 * w[k], &end.v), (0.5 * u[k], &start.v)]));
        }
        let squares = first.squares.with(w, u) + last.squares.with(w, u);
        let on_ratio = dot(&start.v, &last.moved) - 0.5 * squares / (start.ratio * end.ratio);
        let directions = between(&first.slopes, &last.slopes).map(|stretch| stretch.direction);
        let both = mean(first.stretched.with(w, u), last.stretched.with(w, u));
        let pulled = self.gradients(directions).times(scaled(over, both));
        let nodal = sum([(1.0, &carries[0]), (1.0, &carries[1]), (1.0, &pulled)]);
        (nodal, 0.5 * on_ratio)
    }

    /// The inertia over a step of `h` seconds: what it takes to move as it does, N for places.
    pub(crate) fn over_step(&self, start: &Flowing, end: &Flowing, h: f64) -> OnFlow {
        let (at_start, at_end) = (self.products(start), self.products(end));
        let (first, last) = (at_start.momenta(start), at_end.momenta(end));
        let (gradient, on_ratio) = self.gradient((start, &at_start), (end, &at_end));
        let each = [(1.0 / h, &last.nodal), (-1.0 / h, &first.nodal), (-1.0, &gradient)];
        let own = |k: usize| (last.lengths[k] - first.lengths[k]) / h - of_ratio(k) * on_ratio;
        OnFlow { nodal: sum(each), lengths: [own(0), own(1)] }
    }

    /// Derivatives of [`Self::over_step`] where velocities are `v₁ = 2 (q₁ - q₀)/h - v₀`.
    pub(crate) fn step_slopes(&self, start: &Flowing, end: &Flowing, h: f64) -> FlowSlopes {
        let twice = 2.0 / h;
        let (w, u) = (&start.rates, &end.rates);
        let over = 0.5 * (1.0 / start.ratio + 1.0 / end.ratio);
        let pair = start.ratio * end.ratio;
        let slopes = [&start.q, &end.q].map(|q| slopes(&self.shapes, q));
        let [before, after] = slopes.each_ref().map(stretched);
        let (first, last) = (self.stretched(&before), self.stretched(&after));
        let (first_square, square) = (first.along(&before), last.along(&after));
        let squares =
            |a: &Lengths, b: &Lengths| 0.5 * (first_square.with(a, b) + square.with(a, b));
        let stretches = between(&slopes[0], &slopes[1]);
        let gradients = self.gradients(stretches.map(|stretch| stretch.direction));
        let at_end = self.gradients(stretches.map(|stretch| stretch.end()));
        let carried = self.carried(&end.q);
        let (first_carries, carries) = (self.carries(&start.v), self.carries(&end.v));
        let (first_moved, moved) = (self.moved(&start.v), self.moved(&end.v));
        // `C λ` in the mean of both ends.
        let both = |a: &Lengths, b: &Lengths| mean(first.with(a, b), last.with(a, b));
        let (mixed_mean, mixed_last) = (both(w, u), last.with(w, u));
        let mut blocks = gradients
            .products(&self.square_of(pairs(w, u).map(|pair| -0.5 * over * pair)), &at_end.along);
        let turns = stretches.map(|stretch| stretch.slope());
        add_turns(&mut blocks, &self.shapes, turns, scaled(-over, mixed_mean));
        let mut slopes = FlowSlopes {
            nodal: self.matrix(twice / h * end.ratio, [u[0] / h, u[1] / h], [-w[0] / h, -w[1] / h]),
            blocks,
            ..FlowSlopes::NONE
        };
        for k in 0..self.lengths {
            let (unit, ratio) = (one(k), of_ratio(k));
            let by = total([
                (0.5 * ratio / (end.ratio * end.ratio), mixed_mean),
                (-twice * over, both(w, &unit)),
            ]);
            slopes.by[k] = sum([
                (ratio / h, &moved),
                (twice / h, &carried[k]),
                (-1.0 / h, &first_carries[k]),
                (1.0, &gradients.times(by)),
            ]);
            let of =
                total([(twice / end.ratio, last.with(&unit, u)), (0.5 * ratio / pair, mixed_last)]);
            slopes.of[k] = sum([
                (twice / h, &carried[k]),
                (1.0 / h, &carries[k]),
                (-ratio / h, &first_moved),
                (1.0, &at_end.times(of)),
            ]);
            for l in 0..self.lengths {
                let by_rate = twice / h / end.ratio * square.with(&unit, &one(l))
                    + ratio / h / pair * squares(w, &one(l));
                let falls = square.with(&unit, u) / (h * end.ratio * end.ratio)
                    + 0.5 * ratio * squares(w, u) / (pair * end.ratio);
                slopes.own[k][l] = by_rate - of_ratio(l) * falls;
            }
        }
        slopes
    }
}
