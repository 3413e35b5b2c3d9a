//! The inertia of a flowing element over a step, by a discrete gradient.

use super::sums::{Nodal, dot, of_ratio, one, pairs, sum};
use super::{Flow, FlowSlopes, Flowing, Lengths, OnFlow};

impl Flow {
    /// `D f` of a step; `z` is not in it.
    fn gradient(&self, start: &Flowing, end: &Flowing) -> (Nodal, f64) {
        let (w, u) = (&start.rates, &end.rates);
        let over = 0.5 * (1.0 / start.ratio + 1.0 / end.ratio);
        let mean = sum([(0.5, &start.q), (0.5, &end.q)]);
        let mixed = [0, 1].map(|k| sum([(0.5 * w[k], &end.v), (0.5 * u[k], &start.v)]));
        let [by_ratio, _] = self.carries(&mixed[0]);
        let [_, by_come] = self.carries(&mixed[1]);
        let squares = [&start.q, &end.q].map(|q| self.stretched(q).along(q).with(w, u));
        let on_ratio = dot(&start.v, &self.moved(&end.v))
            - 0.5 * (squares[0] + squares[1]) / (start.ratio * end.ratio);
        let stretched = self.stretched(&mean).with(w, u);
        (sum([(1.0, &by_ratio), (1.0, &by_come), (over, &stretched)]), 0.5 * on_ratio)
    }

    /// The inertia over a step of `h` seconds: what it takes to move as it does, N for places.
    pub(crate) fn over_step(&self, start: &Flowing, end: &Flowing, h: f64) -> OnFlow {
        let (first, last) = (self.momenta(start), self.momenta(end));
        let (gradient, on_ratio) = self.gradient(start, end);
        let each = [(1.0 / h, &last.nodal), (-1.0 / h, &first.nodal), (-1.0, &gradient)];
        let change = |k: usize| (last.lengths[k] - first.lengths[k]) / h;
        OnFlow { nodal: sum(each), lengths: [0, 1].map(|k| change(k) - of_ratio(k) * on_ratio) }
    }

    /// Derivatives of [`Self::over_step`] where velocities are `v₁ = 2 (q₁ - q₀)/h - v₀`.
    pub(crate) fn step_slopes(&self, start: &Flowing, end: &Flowing, h: f64) -> FlowSlopes {
        let twice = 2.0 / h;
        let (w, u) = (&start.rates, &end.rates);
        let over = 0.5 * (1.0 / start.ratio + 1.0 / end.ratio);
        let pair = start.ratio * end.ratio;
        let mean = self.stretched(&sum([(0.5, &start.q), (0.5, &end.q)]));
        let last = self.stretched(&end.q);
        let (first_square, square) = (self.stretched(&start.q).along(&start.q), last.along(&end.q));
        let squares =
            |a: &Lengths, b: &Lengths| 0.5 * (first_square.with(a, b) + square.with(a, b));
        let carried = self.carried(&end.q);
        let (first_carries, carries) = (self.carries(&start.v), self.carries(&end.v));
        let (first_moved, moved) = (self.moved(&start.v), self.moved(&end.v));
        let (mixed_mean, mixed_last) = (mean.with(w, u), last.with(w, u));
        let mut slopes = FlowSlopes {
            nodal: self.matrix(
                twice / h * end.ratio,
                u.map(|rate| rate / h),
                w.map(|rate| -rate / h),
                pairs(w, u).map(|each| -0.5 * over * each),
            ),
            ..FlowSlopes::NONE
        };
        for k in 0..self.lengths {
            let (unit, ratio) = (one(k), of_ratio(k));
            slopes.by[k] = sum([
                (ratio / h, &moved),
                (0.5 * ratio / (end.ratio * end.ratio), &mixed_mean),
                (twice / h, &carried[k]),
                (-1.0 / h, &first_carries[k]),
                (-twice * over, &mean.with(w, &unit)),
            ]);
            slopes.of[k] = sum([
                (twice / h, &carried[k]),
                (1.0 / h, &carries[k]),
                (twice / end.ratio, &last.with(&unit, u)),
                (-ratio / h, &first_moved),
                (0.5 * ratio / pair, &mixed_last),
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
