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

use nalgebra::Vector3;

use super::directed::{AXED, Axed, DirectedPiece, Place, gradients};
use super::payout::{ByLengths, Payout, PayoutWires};
use super::twist_flow::{along, shares as shares_of};
use super::twisted::dot;
use crate::constrained::elements::Acted;
use crate::constrained::matrix::Filling;
use crate::constrained::seen::Step;
use crate::laws::spline::{LENGTHS, Two, mixed, shares_by_angle};

/// What a piece of constant length has nothing of.
#[derive(Clone, Debug)]
pub(in crate::constrained) struct DirectedFlow {
    /// The free length, and by which ends rope comes and goes.
    pub(in crate::constrained) payout: Payout,
    /// At which of the piece's own ends rope goes through: where the twist that it brings is among the coordinates, rad/m.
    pub(in crate::constrained) brings: [Option<usize>; 2],
    /// Where the derivatives by lengths go in the matrix.
    pub(in crate::constrained) wires: PayoutWires,
}

/// Weighted sums of squares and of bends over a piece: of `½ (E - common) z²`, m times N, and what the length itself stores.
struct OnRatio {
    /// The mean of both ends of the step, J.
    squares: f64,
    /// `½ E c²`, J.
    curled: f64,
}

impl DirectedFlow {
    /// Not yet wired.
    pub(in crate::constrained) fn new(payout: Payout, brings: [Option<usize>; 2]) -> Self {
        Self { payout, brings, wires: PayoutWires::default() }
    }

    /// Its ends that rope goes through: which, and how the angle there changes with each of the lengths, rad (rad/m).
    fn turning(&self, step: &Step<'_>) -> impl Iterator<Item = (usize, [f64; LENGTHS])> {
        let ends = self.brings.into_iter().enumerate();
        ends.filter_map(|(end, brings)| {
            let twist = step.end_coordinates[brings?];
            Some((end, self.payout.inflow(end).map(|by| -by * twist)))
        })
    }

    /// Adds what acts on the free length; gives what turns with the rope that goes through, W.
    pub(super) fn act(&self, piece: &DirectedPiece, step: &Step<'_>, acted: &mut Acted<'_>) -> f64 {
        let ends = piece.between(step);
        let OnRatio { squares, curled } = self.on_ratio(piece, step, &ends);
        let force = squares * piece.ratios(step).fall() - curled;
        self.payout.add_force(step.vectors, force, acted.forces);
        if self.brings == [None; 2] {
            return 0.0;
        }
        self.turned(piece, step, &ends)
    }

    /// What acts on the ratio.
    fn on_ratio(&self, piece: &DirectedPiece, step: &Step<'_>, ends: &[Axed; 2]) -> OnRatio {
        let (beyond, stiffness, relaxed) =
            (piece.beyond(), piece.sides.stiffness, piece.sides.relaxed);
        let mut all = OnRatio { squares: 0.0, curled: 0.0 };
        for (_, weight, place) in piece.places() {
            let shares = piece.shares(place.x, step.balance_coordinates);
            let [first, last] = ends.each_ref().map(|u| place.bends(u, &shares));
            for i in 0..2 {
                let squares = first[i] * first[i] + last[i] * last[i];
                all.squares += weight * 0.25 * beyond[i] * squares;
                all.curled += weight * 0.5 * stiffness[i] * relaxed[i] * relaxed[i];
            }
        }
        all
    }

    /// What is stored more, in W, as sections turn against clamps while rope goes through.
    fn turned(&self, piece: &DirectedPiece, step: &Step<'_>, ends: &[Axed; 2]) -> f64 {
        if !step.scheme.discrete {
            let rates = self.payout.rates(step.vectors, step.velocities);
            let ratio = piece.ratios(step).end;
            let each = self.turning(step).flat_map(|(end, by)| {
                let rate = along(by, rates);
                piece.places().map(move |(_, weight, place)| {
                    let shares = piece.shares(place.x, step.balance_coordinates);
                    let bends = place.bends(&ends[1], &shares);
                    let turning = place.bends(&ends[1], &shares_by_angle(&shares, end));
                    let moments = piece.elastic(&bends, 1.0 / ratio);
                    weight * rate * (moments[0] * turning[0] + moments[1] * turning[1])
                })
            });
            return each.sum();
        }
        let ratios = self.payout.ratios(step);
        let (start, end) = (&step.start.coordinates[..], step.end_coordinates);
        let each = piece.places().map(|(_, weight, place)| {
            let energy = |u: &Axed, ratio: f64, coordinates: &[f64]| {
                piece.energy(&place.bends(u, &piece.shares(place.x, coordinates)), ratio)
            };
            let more = |u: &Axed, ratio: f64, coordinates: &[f64]| {
                energy(u, ratio, coordinates) - energy(u, ratio, step.balance_coordinates)
            };
            let last = more(&ends[1], ratios.end, end);
            weight * (last - more(&ends[0], ratios.start, start))
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
        for (_, weight, place) in piece.places() {
            self.add_slopes(piece, (step, &ends), (weight, &place), &mut slopes);
        }
        let Slopes { by, of, own } = &slopes;
        self.wires.fill(&self.payout, &piece.axed, &ByLengths { by, of, own }, filling);
    }

    /// Of a Gauss point.
    fn add_slopes(
        &self,
        piece: &DirectedPiece,
        (step, [start, end]): (&Step<'_>, &[Axed; 2]),
        (weight, place): (f64, &Place),
        slopes: &mut Slopes,
    ) {
        let (share, _) = shares_of(step);
        let (ratios, discrete) = (piece.ratios(step), step.scheme.discrete);
        let (beyond, damping) = (piece.beyond(), piece.sides.damping);
        let shares = piece.shares(place.x, step.balance_coordinates);
        let directing = place.directing(start, end);
        let over_step = gradients(place, &directing, &shares);
        let at_end = gradients(place, &place.directing(end, end), &shares);
        let rates = if discrete { [Vector3::zeros(); AXED] } else { piece.rates(step) };
        let seen = [0, 1].map(|time| directing.map(|own| own.bends()[time]));
        let [first, last] = seen.map(|own| mixed(&shares, &own));
        let rate = |first: &Two, last: &Two, gradients: &[Axed; 2]| {
            [0, 1].map(|i| {
                if discrete {
                    (last[i] - first[i]) / step.duration
                } else {
                    dot(&gradients[i], &rates)
                }
            })
        };
        let resisted = rate(&first, &last, &over_step);
        let (mean, last_share) = (ratios.mean(), 2.0 * share);
        // By the ratio.
        for i in 0..2 {
            let stretched =
                -share / (ratios.end * ratios.end) * beyond[i] * 0.5 * (first[i] + last[i]);
            let damped = -share / (mean * mean) * damping * resisted[i];
            let by = weight * (stretched + damped);
            let of = -weight * 0.5 * beyond[i] * ratios.fall() * last_share * last[i];
            for k in 0..AXED {
                slopes.by[0][k] += over_step[i][k] * by;
                slopes.of[0][k] += at_end[i][k] * of;
            }
            let squares = 0.25 * beyond[i] * (first[i] * first[i] + last[i] * last[i]);
            slopes.own[0][0] += weight * squares * last_share * ratios.fall() / ratios.end;
        }
        // By angles, which change with what comes.
        let damping = piece.damping(&ratios);
        let mean = |first: &Two, last: &Two| [0, 1].map(|i| 0.5 * (first[i] + last[i]));
        let elastic = piece.elastic(&mean(&first, &last), ratios.over());
        for (at, by) in self.turning(step) {
            let turned = shares_by_angle(&shares, at);
            let turning = gradients(place, &directing, &turned);
            let [from, to] = seen.map(|own| mixed(&turned, &own));
            let (bends, changes) = (mean(&from, &to), rate(&from, &to, &turning));
            for i in 0..2 {
                let moment = elastic[i] + damping * resisted[i];
                let change = beyond[i] * ratios.over() * bends[i] + damping * changes[i];
                let squares = 0.5 * beyond[i] * (first[i] * from[i] + last[i] * to[i]);
                for (l, by) in by.into_iter().enumerate() {
                    let angle = weight * share * by;
                    for k in 0..AXED {
                        slopes.by[l][k] +=
                            (over_step[i][k] * change + turning[i][k] * moment) * angle;
                    }
                    slopes.own[0][l] -= angle * squares * ratios.fall();
                }
            }
        }
    }
}

/// Derivatives of forces, with their sign as resistance: see [`ByLengths`].
#[derive(Default)]
struct Slopes {
    by: [Axed; LENGTHS],
    of: [Axed; LENGTHS],
    own: [[f64; LENGTHS]; LENGTHS],
}
