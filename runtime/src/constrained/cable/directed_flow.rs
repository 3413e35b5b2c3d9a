//! What it takes that a rope which bends otherwise to one side than to another becomes longer and shorter, and goes through its
//! ends with its sides.
//!
//! Axes at nodes within a rope are those of the material there, as it flows past, so the sides go along by themselves. A clamp
//! holds another section at each instant: what comes through it with the twist `τ` ([`super::brought`]) turns by `τ` for each
//! metre against the clamp, which is the angle that counts as no twist.
//!
//! With the ratio `Λ` of [`crate::laws::spline`]'s flow, what bends a piece for each metre is `z/Λ`, and the energy
//!
//! ```text
//! ∫ (½ (E - common) z²/Λ - E c z + ½ E c² Λ) dσ
//! ```
//!
//! acts on `Λ` too: `1/Λ` changes by `-ΔΛ/(Λ₀ Λ₁)`, and the mean over a step of what multiplies it is that of both ends.
//! Rope that is not out is relaxed: it stores nothing where it is as curved as its relaxed shape.
//!
//! Moments are those with the angles in the middle of the step. What sections store as they turn against a clamp with the rope
//! that comes through it is nobody's force: it is counted as work, as the twist that such rope brings.

use super::directed::{AXED, Axed, Bent, DirectedPiece, Place, gradients};
use super::directed_relaxing::Branches;
use super::payout::{ByLengths, Payout, PayoutWires};
use super::twist_flow::{along, shares as shares_of};
use crate::constrained::elements::Acted;
use crate::constrained::matrix::Filling;
use crate::constrained::seen::Step;
use crate::laws::Relaxation;
use crate::laws::spline::{LENGTHS, shares_by_angle};
use crate::mechanism::Sides;

/// What a piece of constant length has nothing of.
#[derive(Clone, Debug)]
pub(in crate::constrained) struct DirectedFlow {
    /// The free length, and by which ends rope comes and goes.
    pub(in crate::constrained) payout: Payout,
    /// At which of the piece's own ends rope goes through: where the twist that it brings is among the coordinates, rad/m.
    pub(in crate::constrained) brings: [Option<usize>; 2],
    /// Of the first piece of a cable whose moments relax: where what acts on the lengths as rope takes along what it remembers stands
    /// among strains of dampers, see [`super::carried_bends`].
    pub(in crate::constrained) carries: Option<usize>,
    /// Where the derivatives by lengths go in the matrix.
    pub(in crate::constrained) wires: PayoutWires,
}

impl DirectedFlow {
    /// Not yet wired.
    pub(in crate::constrained) fn new(
        payout: Payout,
        brings: [Option<usize>; 2],
        carries: Option<usize>,
    ) -> Self {
        Self { payout, brings, carries, wires: PayoutWires::default() }
    }

    /// Its ends that rope goes through: which, and how the angle there changes with each of the lengths, rad (rad/m).
    fn turning(&self, step: &Step<'_>) -> impl Iterator<Item = (usize, [f64; LENGTHS])> {
        let ends = self.brings.into_iter().enumerate();
        ends.filter_map(|(end, brings)| {
            let twist = step.end_coordinates[brings?];
            Some((end, self.payout.inflow(end).map(|by| -by * twist)))
        })
    }

    /// Adds what acts on the free length; gives what is stored as sections turn with the rope that goes through, W.
    pub(super) fn act(
        &self,
        piece: &DirectedPiece,
        step: &Step<'_>,
        ends: &[Axed; 2],
        acted: &mut Acted<'_>,
    ) -> f64 {
        self.payout.add_force(step.vectors, on_ratio(piece, step, ends), acted.forces);
        if let (Some(carries), true) = (self.carries, step.scheme.relaxation != Relaxation::Done) {
            let forces = [0, 1].map(|length| step.start.creep[carries + length]);
            self.payout.add_forces(step.vectors, forces, acted.forces);
        }
        if self.brings == [None; 2] {
            return 0.0;
        }
        self.turned(piece, step, ends, acted.creep)
    }

    /// What is stored more as sections turn against clamps while rope goes through, W.
    fn turned(
        &self,
        piece: &DirectedPiece,
        step: &Step<'_>,
        ends: &[Axed; 2],
        end_creep: &[f64],
    ) -> f64 {
        if !step.scheme.discrete {
            let rates = self.payout.rates(step.vectors, step.velocities);
            let ratio = piece.ratios(step).end;
            let each = self.turning(step).flat_map(|(end, by)| {
                let rate = along(by, rates);
                piece.places().map(move |(index, weight, place)| {
                    let shares = piece.shares(place.x, step.balance_coordinates);
                    let bends = place.bends(&ends[1], &shares);
                    let turning = place.bends(&ends[1], &shares_by_angle(&shares, end));
                    let moments = piece.elastic(&bends, 1.0 / ratio);
                    let relaxing = piece.relaxed_moments(index, &bends, ratio, end_creep);
                    let moments = [0, 1].map(|i| moments[i] + relaxing[i]);
                    weight * rate * (moments[0] * turning[0] + moments[1] * turning[1])
                })
            });
            return each.sum();
        }
        let ratios = self.payout.ratios(step);
        let (start, end) = (&step.start.coordinates[..], step.end_coordinates);
        let each = piece.places().map(|(index, weight, place)| {
            let energy = |u: &Axed, ratio: f64, coordinates: &[f64], creep: &[f64]| {
                let bends = place.bends(u, &piece.shares(place.x, coordinates));
                piece.energy(&bends, ratio) + piece.relaxing_energy(index, &bends, ratio, creep)
            };
            let more = |u: &Axed, ratio: f64, coordinates: &[f64], creep: &[f64]| {
                let balance = energy(u, ratio, step.balance_coordinates, creep);
                energy(u, ratio, coordinates, creep) - balance
            };
            let last = more(&ends[1], ratios.end, end, end_creep);
            weight * (last - more(&ends[0], ratios.start, start, &step.start.creep))
        });
        each.sum::<f64>() / step.duration
    }

    /// Adds the derivatives by the lengths and those of what acts on these.
    pub(super) fn fill(&self, piece: &DirectedPiece, step: &Step<'_>, filling: &mut Filling<'_>) {
        if !self.wires.moves() {
            return;
        }
        let ends = piece.between(step);
        let mut slopes = Slopes::default();
        for (index, weight, place) in piece.places() {
            self.add_slopes(piece, (step, &ends), (index, weight, &place), &mut slopes);
        }
        let Slopes { by, of, own } = &slopes;
        self.wires.fill(&self.payout, &piece.axed, &ByLengths { by, of, own }, filling);
    }

    /// Of a Gauss point.
    fn add_slopes(
        &self,
        piece: &DirectedPiece,
        (step, [start, end]): (&Step<'_>, &[Axed; 2]),
        (index, weight, place): (usize, f64, &Place),
        slopes: &mut Slopes,
    ) {
        let (share, _) = shares_of(step);
        let (ratios, beyond) = (piece.ratios(step), piece.beyond());
        let damping = piece.damping(&ratios);
        let shares = piece.shares(place.x, step.balance_coordinates);
        let directing = place.directing(start, end);
        let Bent { ends: between, rates: resisted, gradients: over_step } =
            piece.bent(step, place, &directing, &shares);
        let bends = piece.bends(step, between, (place, &shares));
        let branches = [0, 1].map(|i| piece.branches_at(step, (index, i), bends[i]));
        // By the ratio, and of what acts on it.
        let at_end = gradients(place, &place.directing(end, end), &shares);
        for i in 0..2 {
            let over = share / (ratios.end * ratios.end);
            let relaxing = branches[i].as_ref();
            let by_ratio = relaxing.map(Branches::by_ratio).unwrap_or_default();
            let by_bend = relaxing.map(Branches::by_bend).unwrap_or_default();
            let by = beyond[i] * bends[i].mean() * over
                + damping * resisted[i] * share / ratios.mean()
                - by_ratio.moment;
            let of = beyond[i] * ratios.fall() * share * bends[i].ends[1] + by_bend.on_ratio;
            for k in 0..AXED {
                slopes.by[0][k] -= over_step[i][k] * (weight * by);
                slopes.of[0][k] -= at_end[i][k] * (weight * of);
            }
            let squares = bends[i].times(&bends[i]);
            let own = beyond[i] * squares * share * ratios.fall() / ratios.end - by_ratio.on_ratio;
            slopes.own[0][0] += weight * own;
        }
        // By angles, which change with what comes.
        let mut moments = piece.moments(&bends.map(|own| own.mean()), &resisted, &ratios);
        for (moment, relaxing) in moments.iter_mut().zip(&branches) {
            *moment += relaxing.as_ref().map_or(0.0, |own| own.acts().moment);
        }
        for (at, by) in self.turning(step) {
            let by_angle = shares_by_angle(&shares, at);
            let Bent { ends: between, rates: changes, gradients: turning } =
                piece.bent(step, place, &directing, &by_angle);
            let turned = piece.bends(step, between, (place, &by_angle));
            for i in 0..2 {
                let relaxes = branches[i].as_ref().map(|own| own.by_angle(&turned[i]));
                let relaxes = relaxes.unwrap_or_default();
                let change = beyond[i] * ratios.over() * turned[i].mean()
                    + damping * changes[i]
                    + relaxes.moment;
                let squares = beyond[i] * bends[i].times(&turned[i]);
                for (l, by) in by.into_iter().enumerate() {
                    let angle = weight * share * by;
                    for k in 0..AXED {
                        slopes.by[l][k] +=
                            (over_step[i][k] * change + turning[i][k] * moments[i]) * angle;
                    }
                    slopes.own[0][l] -= angle * (squares * ratios.fall() + relaxes.on_ratio);
                }
            }
        }
    }
}

/// What acts on the ratio, N m: minus what is stored more where it grows alone.
fn on_ratio(piece: &DirectedPiece, step: &Step<'_>, ends: &[Axed; 2]) -> f64 {
    let Sides { stiffness, relaxed, .. } = piece.sides;
    let (beyond, fall) = (piece.beyond(), piece.ratios(step).fall());
    let each = piece.places().map(|(index, weight, place)| {
        let shares = piece.shares(place.x, step.balance_coordinates);
        let between = ends.each_ref().map(|u| place.bends(u, &shares));
        let bends = piece.bends(step, between, (&place, &shares));
        let of = |i: usize| {
            let lasts = beyond[i] * bends[i].times(&bends[i]) * fall
                - stiffness[i] * relaxed[i] * relaxed[i];
            let branches = piece.branches_at(step, (index, i), bends[i]);
            0.5 * lasts + branches.map_or(0.0, |own| own.acts().on_ratio)
        };
        weight * (of(0) + of(1))
    });
    each.sum()
}

/// Derivatives of forces, with their sign as resistance: see [`ByLengths`].
#[derive(Default)]
struct Slopes {
    by: [Axed; LENGTHS],
    of: [Axed; LENGTHS],
    own: [[f64; LENGTHS]; LENGTHS],
}
