//! What of the moments relaxes in a piece that becomes longer and shorter.
//!
//! A branch sees `ε = z/Λ`, with the ratio `Λ` and what bends for each metre that the piece is made for, `z`. It stores `½ Λ E y²` for each
//! of these, where `y` is what its spring is bent by. Over a step that changes exactly by
//!
//! ```text
//! e E ȳ Δz - (z̄ o E ȳ - ¼ E (y₀² + y₁²)) ΔΛ - Λ̄ D,     e = Λ̄ o,  o = ½ (1/Λ₀ + 1/Λ₁)
//! ```
//!
//! with the mean `ȳ` and what the damper loses, `D` ([`crate::laws::Branch`]): the first is a moment, and what stands before `ΔΛ` acts on
//! the length. That has rope come in with the memory of the rope there; what it has more is in [`super::carried_bends`].

use super::directed::{AXED, Axed, Bent, DirectedPiece, Place, gradients, strain};
use super::directed_flow::{DirectedFlow, Slopes};
use super::payout::Ratios;
use super::remembered::Pulling;
use super::twist_flow::shares as shares_of;
use crate::constrained::seen::Step;
use crate::laws::spline::{Two, shares_by_angle};

/// What bends a Gauss point towards one axis, by the length that the piece is made for, 1/m.
#[derive(Clone, Copy, Debug)]
struct Bends {
    /// At the start of the step.
    begins: f64,
    /// At its start and end, or twice in the balance where forces are no discrete gradients.
    ends: [f64; 2],
}

impl Bends {
    fn mean(&self) -> f64 {
        0.5 * (self.ends[0] + self.ends[1])
    }

    /// The same with so much of others.
    fn plus(&self, other: &Bends, share: f64) -> Self {
        Self {
            begins: self.begins + other.begins * share,
            ends: [0, 1].map(|k| self.ends[k] + other.ends[k] * share),
        }
    }
}

impl DirectedPiece {
    /// By the length that is out at the start and at the end of a step.
    pub(super) fn by_length(&self, step: &Step<'_>, ends: [Two; 2]) -> [Two; 2] {
        let Some(flow) = &self.flow else { return ends };
        let ratios = [&step.at.start, &step.at.end].map(|values| flow.payout.ratio(values));
        [0, 1].map(|k| ends[k].map(|bend| bend / ratios[k]))
    }

    /// What branches do at a Gauss point, towards an axis.
    fn pulling(&self, step: &Step<'_>, (index, axis): (usize, usize), bends: &Bends) -> Pulling {
        let ratios = self.ratios(step);
        let begins = self.flow.as_ref().map_or(1.0, |flow| flow.payout.ratio(&step.at.start));
        let seen = [bends.ends[0] / ratios.start, bends.ends[1] / ratios.end];
        self.branches.over_step(step, strain(index, axis), bends.begins / begins, seen)
    }

    /// What bends a Gauss point, with these shares of what the axes at the nodes see.
    fn bends_at(
        &self,
        step: &Step<'_>,
        ends: &[Axed; 2],
        (place, shares): (&Place, &[[Two; 2]; 2]),
    ) -> [Bends; 2] {
        let [first, last] = ends.each_ref().map(|u| place.bends(u, shares));
        let begins = if step.scheme.discrete {
            first
        } else {
            place.bends(&self.at(|id| step.at.start.of(id)), shares)
        };
        [0, 1].map(|i| Bends { begins: begins[i], ends: [first[i], last[i]] })
    }

    /// What acts on the ratio, N m.
    pub(super) fn relaxing_on_ratio(&self, step: &Step<'_>, ends: &[Axed; 2]) -> f64 {
        if self.branches.is_empty() {
            return 0.0;
        }
        let ratios = self.ratios(step);
        let each = self.places().map(|(index, weight, place)| {
            let shares = self.shares(place.x, step.balance_coordinates);
            let bends = self.bends_at(step, ends, (&place, &shares));
            let of =
                |i: usize| on_ratio(&ratios, &bends[i], &self.pulling(step, (index, i), &bends[i]));
            weight * (of(0) + of(1))
        });
        each.sum()
    }

    /// What branches resist with at an instant, N m.
    pub(super) fn relaxed_moments(
        &self,
        index: usize,
        bends: &Two,
        ratio: f64,
        creep: &[f64],
    ) -> Two {
        let whole = self.branches.whole() / ratio;
        [0, 1].map(|i| whole * bends[i] - self.branches.crept(strain(index, i), creep))
    }

    /// What they store for each length that the piece is made for, J/m.
    pub(super) fn relaxing_energy(
        &self,
        index: usize,
        bends: &Two,
        ratio: f64,
        creep: &[f64],
    ) -> f64 {
        let of = |i: usize| self.branches.stored(strain(index, i), bends[i] / ratio, creep);
        ratio * (of(0) + of(1))
    }
}

/// On the ratio, of a branch or of all, for each length that the piece is made for, N.
fn on_ratio(ratios: &Ratios, bends: &Bends, pulling: &Pulling) -> f64 {
    ratios.over() * bends.mean() * pulling.pull - 0.25 * pulling.squares
}

impl DirectedFlow {
    /// Adds the derivatives of a Gauss point by the lengths and those of what acts on these.
    pub(super) fn add_relaxing_slopes(
        &self,
        piece: &DirectedPiece,
        (step, [start, end]): (&Step<'_>, &[Axed; 2]),
        (index, weight, place): (usize, f64, &Place),
        slopes: &mut Slopes,
    ) {
        if piece.branches.is_empty() {
            return;
        }
        let (share, _) = shares_of(step);
        let ratios = piece.ratios(step);
        let (over, even) = (ratios.over(), ratios.even());
        let stiffness = piece.branches.stiffness(step);
        let shares = piece.shares(place.x, step.balance_coordinates);
        let directing = place.directing(start, end);
        let Bent { gradients: over_step, .. } = piece.bent(step, place, &directing, &shares);
        let at_end = gradients(place, &place.directing(end, end), &shares);
        let bends = piece.bends_at(step, &[*start, *end], (place, &shares));
        let pulling = [0, 1].map(|i| piece.pulling(step, (index, i), &bends[i]));
        let over_square = 1.0 / (ratios.end * ratios.end);
        for i in 0..2 {
            let Pulling { pull, by_last, .. } = pulling[i];
            let mean = bends[i].mean();
            // By the ratio: of the mean of what branches see.
            let seen = -share * bends[i].ends[1] * over_square;
            let evens = if step.scheme.discrete { ratios.even_slope() } else { 0.0 };
            let moment = evens * pull + even * stiffness * seen;
            let length = -share * over_square * mean * pull + over * mean * stiffness * seen
                - by_last * seen;
            // By what bends it at the end.
            let seen = share / ratios.end;
            let bend = share * over * pull + over * mean * stiffness * seen - by_last * seen;
            for k in 0..AXED {
                slopes.by[0][k] += over_step[i][k] * (weight * moment);
                slopes.of[0][k] -= at_end[i][k] * (weight * bend);
            }
            slopes.own[0][0] -= weight * length;
        }
        for (at, by) in self.turning(step) {
            let by_angle = shares_by_angle(&shares, at);
            let Bent { gradients: turning, .. } = piece.bent(step, place, &directing, &by_angle);
            let turned = piece.bends_at(step, &[*start, *end], (place, &by_angle));
            for i in 0..2 {
                // What branches do is linear, and what they store is of the second degree: differences are exact.
                let aside = [-1.0, 1.0]
                    .map(|side| piece.pulling(step, (index, i), &bends[i].plus(&turned[i], side)));
                let pulls = 0.5 * (aside[1].pull - aside[0].pull);
                let squares = 0.5 * (aside[1].squares - aside[0].squares);
                let length = over * (turned[i].mean() * pulling[i].pull + bends[i].mean() * pulls)
                    - 0.25 * squares;
                for (l, by) in by.into_iter().enumerate() {
                    let angle = weight * share * by;
                    for k in 0..AXED {
                        slopes.by[l][k] += (over_step[i][k] * (even * pulls)
                            + turning[i][k] * (even * pulling[i].pull))
                            * angle;
                    }
                    slopes.own[0][l] -= angle * length;
                }
            }
        }
    }
}
