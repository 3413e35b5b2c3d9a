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

use super::directed::{DirectedPiece, Place, strain};
use super::payout::Ratios;
use super::remembered::Pulling;
use super::twist_flow::shares as shares_of;
use crate::constrained::seen::Step;
use crate::laws::spline::Two;

/// What bends a Gauss point towards one axis, by the length that the piece is made for, 1/m.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bends {
    /// At the start of the step.
    begins: f64,
    /// At its start and end, or twice in the balance where forces are no discrete gradients.
    pub(super) ends: [f64; 2],
}

impl Bends {
    /// Of both ends.
    pub(super) fn mean(&self) -> f64 {
        0.5 * (self.ends[0] + self.ends[1])
    }

    /// Half the sum of the products of both ends.
    pub(super) fn times(&self, other: &Bends) -> f64 {
        0.5 * (self.ends[0] * other.ends[0] + self.ends[1] * other.ends[1])
    }

    /// The same with so much of others.
    fn plus(&self, other: &Bends, share: f64) -> Self {
        Self {
            begins: self.begins + other.begins * share,
            ends: [0, 1].map(|k| self.ends[k] + other.ends[k] * share),
        }
    }
}

/// What branches do at a Gauss point towards one axis, or how that changes; nothing where there are none.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Relaxing {
    /// What resists being bent, N m.
    pub(super) moment: f64,
    /// On the ratio, for each length that the piece is made for, N.
    pub(super) on_ratio: f64,
}

/// Branches at a Gauss point towards one axis, over a step.
pub(super) struct Branches<'a> {
    piece: &'a DirectedPiece,
    step: &'a Step<'a>,
    /// Among the strains that the piece remembers.
    strain: usize,
    bends: Bends,
    pulling: Pulling,
    ratios: Ratios,
}

impl Branches<'_> {
    /// What they do.
    pub(super) fn acts(&self) -> Relaxing {
        let Pulling { pull, squares, .. } = self.pulling;
        Relaxing {
            moment: self.ratios.even() * pull,
            on_ratio: self.ratios.over() * self.bends.mean() * pull - 0.25 * squares,
        }
    }

    /// By the ratio at the end.
    pub(super) fn by_ratio(&self) -> Relaxing {
        let (share, _) = shares_of(self.step);
        let over_square = share / (self.ratios.end * self.ratios.end);
        let evens = if self.step.scheme.discrete { self.ratios.even_slope() } else { 0.0 };
        let own = self.by_strain(-self.bends.ends[1] * over_square);
        let pull = self.pulling.pull;
        Relaxing {
            moment: own.moment + evens * pull,
            on_ratio: own.on_ratio - over_square * self.bends.mean() * pull,
        }
    }

    /// By what bends the rope at the end.
    pub(super) fn by_bend(&self) -> Relaxing {
        let (share, _) = shares_of(self.step);
        let own = self.by_strain(share / self.ratios.end);
        Relaxing { on_ratio: own.on_ratio + share * self.ratios.over() * self.pulling.pull, ..own }
    }

    /// By the mean of what they see.
    fn by_strain(&self, strain: f64) -> Relaxing {
        let pulls = self.piece.branches.stiffness(self.step) * strain;
        Relaxing {
            moment: self.ratios.even() * pulls,
            on_ratio: self.ratios.over() * self.bends.mean() * pulls
                - self.pulling.by_last * strain,
        }
    }

    /// By an angle, of which what bends the rope, at the start of the step too, changes so. What branches do is linear, and what they store
    /// is of the second degree: differences are exact.
    pub(super) fn by_angle(&self, turned: &Bends) -> Relaxing {
        let aside = [-1.0, 1.0]
            .map(|side| self.piece.pulling(self.step, self.strain, &self.bends.plus(turned, side)));
        let pulls = 0.5 * (aside[1].pull - aside[0].pull);
        let squares = 0.5 * (aside[1].squares - aside[0].squares);
        let of_ratio = turned.mean() * self.pulling.pull + self.bends.mean() * pulls;
        Relaxing {
            moment: self.ratios.even() * pulls,
            on_ratio: self.ratios.over() * of_ratio - 0.25 * squares,
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

    /// What all branches of one of the strains do.
    fn pulling(&self, step: &Step<'_>, strain: usize, bends: &Bends) -> Pulling {
        let ratios = self.ratios(step);
        let begins = self.flow.as_ref().map_or(1.0, |flow| flow.payout.ratio(&step.at.start));
        let seen = [bends.ends[0] / ratios.start, bends.ends[1] / ratios.end];
        self.branches.over_step(step, strain, bends.begins / begins, seen)
    }

    /// Those at a Gauss point towards an axis, where there are any.
    pub(super) fn branches_at<'a>(
        &'a self,
        step: &'a Step<'a>,
        (index, axis): (usize, usize),
        bends: Bends,
    ) -> Option<Branches<'a>> {
        if self.branches.is_empty() {
            return None;
        }
        let strain = strain(index, axis);
        let (pulling, ratios) = (self.pulling(step, strain, &bends), self.ratios(step));
        Some(Branches { piece: self, step, strain, bends, pulling, ratios })
    }

    /// What bends a place over a step between these ends, with what it began with, by these shares of what the axes at the nodes see.
    pub(super) fn bends(
        &self,
        step: &Step<'_>,
        [first, last]: [Two; 2],
        (place, shares): (&Place, &[[Two; 2]; 2]),
    ) -> [Bends; 2] {
        let begins = if step.scheme.discrete || self.branches.is_empty() {
            first
        } else {
            place.bends(&self.at(|id| step.at.start.of(id)), shares)
        };
        [0, 1].map(|i| Bends { begins: begins[i], ends: [first[i], last[i]] })
    }

    /// What branches resist with at an instant at a Gauss point, N m.
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
