//! The inertia of a flowing element at one instant.

use nalgebra::Vector3;

use super::super::shape::{NODAL, POINTS, integrals_to, place_at, slope_at};
use super::super::stretch::Stretch;
use super::at_points::{AtPoints, Gradients, add_turns, between, slopes, stretched};
use super::sums::{Nodal, dot, of_ratio, one, pairs, scaled, sum, total};
use super::{CARRIES, Flow, FlowSlopes, Flowing, LENGTHS, Lengths, OnFlow, Shares, parts_at};

/// How an element is stretched at one instant.
struct Drawn<'s> {
    at_points: AtPoints,
    stretches: [Stretch; POINTS],
    gradients: Gradients<'s>,
}

impl Flow {
    fn drawn(&self, q: &Nodal) -> Drawn<'_> {
        let slopes = slopes(&self.shapes, q);
        let stretches = between(&slopes, &slopes);
        let gradients = self.gradients(stretches.map(|stretch| stretch.direction));
        Drawn { at_points: stretched(&slopes), stretches, gradients }
    }

    /// What it takes for these accelerations alone.
    pub(crate) fn inertia(&self, at: &Flowing, acceleration: &Nodal, seconds: &Lengths) -> OnFlow {
        let Flowing { q, ratio, .. } = at;
        let carried = self.carried(q);
        let squares = self.squares(q);
        let moved = self.moved(acceleration);
        let own =
            |k: usize| dot(acceleration, &carried[k]) + squares.with(&one(k), seconds) / ratio;
        OnFlow {
            nodal: sum([(*ratio, &moved), (seconds[0], &carried[0]), (seconds[1], &carried[1])]),
            lengths: [own(0), own(1)],
        }
    }

    /// What it takes beside that, at one instant.
    pub(crate) fn gyroscopic(&self, at: &Flowing) -> OnFlow {
        let Flowing { q, v, ratio, rates } = at;
        let [rate, come] = *rates;
        let (carried, carries) = (self.carried(v), self.carries(v));
        let Drawn { at_points, stretches: _, gradients } = self.drawn(q);
        let stretched = self.stretched(&at_points);
        let along_v = stretched.along(&gradients.rates(v));
        let along_q = stretched.along(&at_points);
        let moved = self.moved(v);
        let on_ratio = 0.5 * (along_q.with(rates, rates) / (ratio * ratio) - dot(v, &moved));
        let own = |k: usize| {
            let flows =
                2.0 * along_v.with(&one(k), rates) - rate / ratio * along_q.with(&one(k), rates);
            dot(v, &carried[k]) + flows / ratio + of_ratio(k) * on_ratio
        };
        OnFlow {
            nodal: sum([
                (rate, &moved),
                (rate, &carried[0]),
                (come, &carried[1]),
                (-rate, &carries[0]),
                (-come, &carries[1]),
                (-1.0 / ratio, &gradients.times(stretched.with(rates, rates))),
            ]),
            lengths: [own(0), own(1)],
        }
    }

    /// How fast the momentum of the material up to a fraction `x` of the element changes, with what flows out through
    /// the section there: `d/dt ∫ u Λ dσ + Σ χᵢwᵢ u`, by products' rules, as `∫ χ a dσ = [χ r] - χ' ∫ r dσ`.
    pub(crate) fn momentum_rate(
        &self,
        at: &Flowing,
        (acceleration, seconds): (&Nodal, &Lengths),
        x: f64,
    ) -> Vector3<f64> {
        let l = self.shapes.length;
        let [first, last] = self.reach;
        let fall = (last - first) / l;
        let flow = |[ratio, come]: &Lengths| ratio * (first + x * fall * l) + come * CARRIES;
        let (place, integrals) = (place_at(x, l), integrals_to(x, l));
        let of = |c: &[f64; NODAL], q: &Nodal| -> Vector3<f64> {
            c.iter().zip(q).map(|(c, q)| q * *c).sum()
        };
        // From the first node, so that places may be far from the origin.
        let integrated = |w: &Lengths, q: &Nodal| {
            let near = q.map(|own| own - q[0]);
            let near = [near[0], q[1], near[2], q[3]];
            of(&place, &near) * flow(w) - of(&integrals, &near) * (w[0] * fall)
        };
        let Flowing { q, v, ratio, rates } = at;
        let slope = slope_at(x, l);
        let a = q[1] * slope[1] + (q[2] - q[0]) * slope[2] + q[3] * slope[3];
        let flows = flow(rates);
        // What no tension holds is no part of what flows, as in the energy.
        let (_, held) = parts_at(&self.shapes, x);
        let at_points = stretched(&slopes(&self.shapes, q));
        let held: f64 = held.iter().zip(at_points).map(|(part, own)| part * own).sum();
        let along = a.try_normalize(0.0).unwrap_or(a);
        let u = of(&place, v) + along * (held * flows / ratio);
        of(&integrals, v) * rates[0]
            + of(&integrals, acceleration) * *ratio
            + integrated(seconds, q)
            + integrated(rates, v)
            + u * flows
    }

    /// Derivatives of [`Self::inertia`] by accelerations.
    pub(crate) fn masses(&self, at: &Flowing) -> FlowSlopes {
        let each = self.carried(&at.q);
        let squares = self.squares(&at.q);
        let none = [0.0; LENGTHS];
        let own = |k, l| squares.with(&one(k), &one(l)) / at.ratio;
        FlowSlopes {
            nodal: self.matrix(at.ratio, none, none),
            by: each,
            of: each,
            own: [[own(0, 0), own(0, 1)], [own(1, 0), own(1, 1)]],
            ..FlowSlopes::NONE
        }
    }

    /// Derivatives of [`Self::inertia`] and [`Self::gyroscopic`] by the end, but that by accelerations.
    pub(crate) fn slopes(
        &self,
        at: &Flowing,
        (acceleration, seconds): (&Nodal, &Lengths),
        shares: &Shares,
    ) -> FlowSlopes {
        let Flowing { q, v, ratio, rates } = at;
        let Shares { balance: b, rate: r } = *shares;
        let over = rates[0] / ratio;
        let (moved, speeds_up) = (self.moved(v), self.moved(acceleration));
        let (carried, carries) = (self.carried(v), self.carries(v));
        let gains = self.carries(acceleration);
        let Drawn { at_points, stretches, gradients } = self.drawn(q);
        let changes = gradients.rates(v);
        let (of_q, of_v) = (self.stretched(&at_points), self.stretched(&changes));
        let (along_q, along_v) = (of_q.along(&at_points), of_q.along(&changes));
        let squares = of_q.with(rates, rates);
        // Of directions by slopes; a stretch has that of the mean by one of two ends.
        let turns = stretches.map(|stretch| stretch.slope() * 2.0);
        // How gradients change along `v`.
        let turning = std::array::from_fn(|g| turns[g] * self.shapes.points[g].slope_of(v));
        let turning = self.gradients(turning);
        let falls = pairs(rates, rates).map(|pair| -b / ratio * pair);
        let mut blocks = gradients.products(&self.square_of(falls), &gradients.along);
        add_turns(&mut blocks, &self.shapes, turns, scaled(-b / ratio, squares));
        let mut slopes = FlowSlopes {
            nodal: self.matrix(
                r * rates[0],
                [b * seconds[0] + r * rates[0], b * seconds[1] + r * rates[1]],
                [-r * rates[0], -r * rates[1]],
            ),
            blocks,
            ..FlowSlopes::NONE
        };
        for k in 0..self.lengths {
            let (unit, is_ratio) = (one(k), of_ratio(k));
            let (flowing, flowed) = (of_q.with(&unit, rates), of_v.with(&unit, rates));
            let by =
                total([(-2.0 * r / ratio, flowing), (b * is_ratio / (ratio * ratio), squares)]);
            slopes.by[k] = sum([
                (b * is_ratio, &speeds_up),
                (r * is_ratio, &moved),
                (r, &carried[k]),
                (-r, &carries[k]),
                (1.0, &gradients.times(by)),
            ]);
            let of = total([
                (2.0 * b / ratio, of_q.with(&unit, seconds)),
                (2.0 * b / ratio, flowed),
                (2.0 * (r - b * over) / ratio, flowing),
                (b * is_ratio / (ratio * ratio), squares),
            ]);
            slopes.of[k] = sum([
                (b, &gains[k]),
                (r, &carried[k]),
                (r, &carries[k]),
                (-r * is_ratio, &moved),
                (1.0, &gradients.times(of)),
                (1.0, &turning.times(scaled(2.0 * b / ratio, flowing))),
            ]);
            let by_ratio = -along_q.with(&unit, seconds) - 2.0 * along_v.with(&unit, rates)
                + 2.0 * over * along_q.with(&unit, rates)
                - is_ratio / ratio * along_q.with(rates, rates);
            for l in 0..self.lengths {
                let other = one(l);
                let by_rate = 2.0 * along_v.with(&unit, &other)
                    - over * along_q.with(&unit, &other)
                    - of_ratio(l) / ratio * along_q.with(&unit, rates)
                    + is_ratio / ratio * along_q.with(rates, &other);
                slopes.own[k][l] =
                    of_ratio(l) * b / (ratio * ratio) * by_ratio + r / ratio * by_rate;
            }
        }
        slopes
    }
}
