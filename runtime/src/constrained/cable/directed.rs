//! What bends a piece of a spline otherwise to one side than to another.
//!
//! A section whose axes are known ([`super::twisted`]) is bent by `z₁` towards its side and by `z₂` towards the axis across
//! that. Axes stand at the nodes, so at a Gauss point at the fraction `x` both are `(1 - x)` times what those at the
//! piece's start see ([`crate::laws::spline`]) and `x` times what those at its end see: of order 2 in the length of a piece.
//! Of the energy for each length
//!
//! ```text
//! ½ E₁ (z₁ - c₁)² + ½ E₂ (z₂ - c₂)²
//! ```
//!
//! what both stiffnesses have in common is left to [`super::spline`], which is of order 4: here is what is beyond it. As
//! the energy is quadratic in `z`, the mean over a step of what bends, times the discrete gradient of `z`, is exact;
//! and damping loses `η ((Δz₁)² + (Δz₂)²)/h²`.
//!
//! Beside these stand branches that relax ([`super::remembered`]), alike towards both axes: at each Gauss point one strain
//! `z` for each.
//!
//! The axes that a clamp has at the end have nothing to do with how the rope lay when it was clamped: the last piece
//! turns them back by the angle that counts as no twist. Where rope goes through an end ([`super::directed_flow`]) that angle
//! grows there by the turns that come along.

use std::sync::Arc;

use nalgebra::{Matrix3, Vector3};

use super::directed_flow::DirectedFlow;
use super::framed::{Pair, Parts};
use super::payout::{PayoutWires, Ratios};
use super::remembered::Remembered;
use super::twisted::dot;
use crate::constrained::data::StepPower;
use crate::constrained::elements::{Acted, Element, Stored};
use crate::constrained::matrix::{Coupler, Filling, Wirer, Wires};
use crate::constrained::seen::Step;
use crate::constrained::sources::Motion;
use crate::constrained::vectors::{VectorId, VectorValues};
use crate::laws::spline::{
    Directing, GaussPoint, NODAL, OnPiece, SECTION_ROWS, SEEN, Seen, Shapes, Two, bend_at, bends,
    mixed, shares, slope_at,
};
use crate::mechanism::{Energies, Sides};

/// From node to node, the slopes at both, the axes at the first, the axes at the second.
pub(in crate::constrained) const AXED: usize = 7;
/// The vectors of [`AXED`] in one configuration.
pub(super) type Axed = [Vector3<f64>; AXED];

/// Between two nodes, from the one nearer to the cable's start.
#[derive(Clone, Debug)]
pub(in crate::constrained) struct DirectedPiece {
    /// In the order of [`AXED`].
    pub(in crate::constrained) axed: [VectorId; AXED],
    /// Place and slope of both nodes.
    pub(in crate::constrained) nodal: [VectorId; NODAL],
    /// The piece's polynomials at its Gauss points.
    pub(in crate::constrained) shapes: Arc<Shapes>,
    /// Both stiffnesses and dampings beyond what they have in common, and the curvatures at rest.
    pub(in crate::constrained) sides: Sides,
    /// Of the angles that count as no twist at its start and its end among the coordinates of the state, where there are such.
    pub(in crate::constrained) untwisted: [Option<usize>; 2],
    /// Where rope goes through an end of the cable.
    pub(in crate::constrained) flow: Option<Box<DirectedFlow>>,
    /// What of its moments relaxes, N m²: by what bends it towards the first and the second axis at each Gauss point.
    pub(in crate::constrained) branches: Remembered,
    /// Where the derivatives go in the matrix: by the nodal vectors where both nodes have axes of their own.
    pub(in crate::constrained) wires: Wires,
}

/// A place on a piece: what `a` and `b` there have of the line from node to node and of both slopes.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// From 0 at the piece's start to 1 at its end.
    pub(super) x: f64,
    /// Of the line, of the slope at the start and of that at the end, in `a`.
    slope: [f64; 3],
    /// The same in `b`, 1/m.
    bend: [f64; 3],
}

impl Place {
    /// At the fraction `x` of a piece of this length (m).
    pub(super) fn at(x: f64, length: f64) -> Self {
        let [_, g, to, h] = slope_at(x, length);
        let [_, g_bend, to_bend, h_bend] = bend_at(x, length);
        Self { x, slope: [to, g, h], bend: [to_bend, g_bend, h_bend] }
    }

    /// At a Gauss point.
    pub(super) fn of(point: &GaussPoint) -> Self {
        // The second polynomial of Legendre is 2x - 1.
        let x = 0.5 * (point.legendre[1] + 1.0);
        let three = |all: &[f64; 4]| [all[2], all[1], all[3]];
        Self { x, slope: three(&point.slope), bend: three(&point.bend) }
    }

    /// What the axes at one of the nodes see there.
    #[inline(always)]
    fn seen(&self, u: &Axed, node: usize) -> Seen {
        let sum = |by: &[f64; 3]| u[0] * by[0] + u[1] * by[1] + u[2] * by[2];
        [sum(&self.slope), sum(&self.bend), u[1 + node], u[3 + 2 * node], u[4 + 2 * node]]
    }

    /// What the axes at both nodes see between two times, which may be one.
    #[inline(always)]
    pub(super) fn directing(&self, start: &Axed, end: &Axed) -> [Directing; 2] {
        let of = |node| Directing::between(&self.seen(start, node), &self.seen(end, node));
        [of(0), of(1)]
    }

    /// What bends the rope towards both axes, 1/m.
    pub(super) fn bends(&self, u: &Axed, shares: &[[Two; 2]; 2]) -> Two {
        mixed(shares, &[0, 1].map(|node| bends(&self.seen(u, node))))
    }

    /// Adds to what belongs to a piece what belongs to what is seen of it.
    #[inline(always)]
    fn spread(&self, seen: &Seen, node: usize, to: &mut Axed) {
        for (to, (slope, bend)) in to.iter_mut().zip(self.slope.iter().zip(self.bend)) {
            *to += seen[0] * *slope + seen[1] * bend;
        }
        to[1 + node] += seen[2];
        to[3 + 2 * node] += seen[3];
        to[4 + 2 * node] += seen[4];
    }

    /// What is seen by one of the nodes, in the order of a piece's slopes.
    fn on_piece(&self, node: usize) -> OnPiece {
        let ordered = |[line, first, second]: [f64; 3]| [first, line, second];
        OnPiece { slope: ordered(self.slope), bend: ordered(self.bend), node: 2 * node }
    }

    /// What is seen, as combinations of the vectors of the piece.
    fn parts(&self, node: usize) -> [([usize; 3], [f64; 3]); SEEN] {
        let one = |k: usize| ([k, k, k], [1.0, 0.0, 0.0]);
        [
            ([0, 1, 2], self.slope),
            ([0, 1, 2], self.bend),
            one(1 + node),
            one(3 + 2 * node),
            one(4 + 2 * node),
        ]
    }
}

/// What bends a place over a step, or twice in the balance.
pub(super) struct Bent {
    /// At the start and the end of the step, 1/m.
    pub(super) ends: [Two; 2],
    /// 1/m/s
    pub(super) rates: Two,
    /// Of both.
    pub(super) gradients: [Axed; 2],
}

/// At a place over a step, or at an instant where there is none.
pub(super) struct Bending {
    /// What bends towards the first and towards the second axis, with its change over the step.
    directing: [Directing; 2],
    /// The gradients of what bends it towards both axes.
    gradients: [Axed; 2],
    /// What it resists with beyond the common stiffness, N m.
    moments: Two,
    /// W/m
    lost: f64,
    /// What bends it towards both axes at the start and at the end, by the length that is out, 1/m; zero where it remembers nothing.
    ends: [Two; 2],
}

impl DirectedPiece {
    /// In one configuration. A loop, as closures over arrays are not always inlined.
    #[inline(always)]
    pub(super) fn at(&self, of: impl Fn(VectorId) -> Vector3<f64>) -> Axed {
        let mut all = [Vector3::zeros(); AXED];
        for (slot, id) in all.iter_mut().zip(&self.axed) {
            *slot = of(*id);
        }
        all
    }

    /// In the two configurations between which its energy changes; in the balance twice where forces are no discrete
    /// gradients.
    #[inline(always)]
    pub(super) fn between(&self, step: &Step<'_>) -> [Axed; 2] {
        if step.scheme.discrete {
            return [self.at(|id| step.at.start.of(id)), self.at(|id| step.at.end.of(id))];
        }
        [self.at(|id| step.at.balance.of(id)); 2]
    }

    /// `Σ shares[node][i][j] zⱼ(node)` is what bends it towards axis `i`.
    pub(super) fn shares(&self, x: f64, coordinates: &[f64]) -> [[Two; 2]; 2] {
        shares(x, self.untwisted.map(|own| own.map(|own| coordinates[own])))
    }

    /// How long it is, of the length that it is made for: over a step, or in the balance.
    pub(super) fn ratios(&self, step: &Step<'_>) -> Ratios {
        let same = Ratios { start: 1.0, end: 1.0 };
        self.flow.as_ref().map_or(same, |flow| flow.payout.ratios(step))
    }

    /// The same at an instant.
    pub(super) fn ratio(&self, motion: &Motion<'_>) -> f64 {
        self.flow.as_ref().map_or(1.0, |flow| flow.payout.ratio_in(motion))
    }

    /// The stiffnesses beyond what they have in common, N m².
    pub(super) fn beyond(&self) -> Two {
        self.sides.stiffness.map(|own| own - self.sides.common())
    }

    /// Of what it stores beyond the common stiffness and what relaxes, N m, for `over` one over the ratio.
    pub(super) fn elastic(&self, bends: &Two, over: f64) -> Two {
        let (beyond, Sides { stiffness, relaxed, .. }) = (self.beyond(), self.sides);
        [0, 1].map(|i| beyond[i] * over * bends[i] - stiffness[i] * relaxed[i])
    }

    /// The same with what damps; of bends and rates by the length that it is made for.
    pub(super) fn moments(&self, bends: &Two, rates: &Two, ratios: &Ratios) -> Two {
        let (elastic, damping) = (self.elastic(bends, ratios.over()), self.damping(ratios));
        [0, 1].map(|i| elastic[i] + damping * rates[i])
    }

    /// Of bends by the length that it is made for, N m² s.
    pub(super) fn damping(&self, ratios: &Ratios) -> f64 {
        self.sides.damping / ratios.mean()
    }

    /// What is stored beyond the common stiffness and what relaxes, for each length that it is made for, J/m.
    pub(super) fn energy(&self, bends: &Two, ratio: f64) -> f64 {
        let Sides { stiffness, relaxed, damping: _ } = self.sides;
        let beyond = self.beyond();
        let of = |i: usize| {
            let curled = stiffness[i] * relaxed[i] * (0.5 * relaxed[i] * ratio - bends[i]);
            0.5 * beyond[i] / ratio * bends[i] * bends[i] + curled
        };
        of(0) + of(1)
    }

    /// Moments and losses at a Gauss point of this index: by discrete gradients over the step, or in the balance; between
    /// `ends`.
    #[inline(always)]
    fn bending(
        &self,
        step: &Step<'_>,
        [start, end]: &[Axed; 2],
        (index, place): (usize, &Place),
    ) -> Bending {
        let of = |values: &VectorValues| self.at(|id| values.of(id));
        let shares = self.shares(place.x, step.balance_coordinates);
        let ratios = self.ratios(step);
        let directing = place.directing(start, end);
        let Bent { ends: [first, last], rates, gradients } =
            self.bent(step, place, &directing, &shares);
        let mean = mean(&first, &last);
        let lost = self.damping(&ratios) * (rates[0] * rates[0] + rates[1] * rates[1]);
        let (mut moments, mut ends) = (self.moments(&mean, &rates, &ratios), [[0.0; 2]; 2]);
        if !self.branches.is_empty() {
            ends = [first, last];
            if !step.scheme.discrete {
                let at = |values: &VectorValues| place.bends(&of(values), &shares);
                ends = [at(&step.at.start), at(&step.at.end)];
            }
            ends = self.by_length(step, ends);
            let stiffness = self.branches.stiffness(step);
            let sees = [0, 1].map(|i| 0.5 * (first[i] / ratios.start + last[i] / ratios.end));
            for (i, moment) in moments.iter_mut().enumerate() {
                let offset = self.branches.offset(step, strain(index, i), ends[0][i]);
                *moment += ratios.even() * (stiffness * sees[i] - offset);
            }
        }
        Bending { directing, gradients, moments, lost, ends }
    }

    /// Towards axes of which nodes have these shares.
    #[inline(always)]
    pub(super) fn bent(
        &self,
        step: &Step<'_>,
        place: &Place,
        directing: &[Directing; 2],
        shares: &[[Two; 2]; 2],
    ) -> Bent {
        let gradients = gradients(place, directing, shares);
        let [at_first, at_second] = [directing[0].bends(), directing[1].bends()];
        let first = mixed(shares, &[at_first[0], at_second[0]]);
        let last = mixed(shares, &[at_first[1], at_second[1]]);
        let rates = if step.scheme.discrete {
            [0, 1].map(|i| (last[i] - first[i]) / step.duration)
        } else {
            let rates = self.rates(step);
            [0, 1].map(|i| dot(&gradients[i], &rates))
        };
        Bent { ends: [first, last], rates, gradients }
    }

    /// Of its vectors, in the balance.
    fn rates(&self, step: &Step<'_>) -> Axed {
        self.at(|id| step.vectors.value(id, step.velocities))
    }

    /// ∂(moments)/∂(its vectors at the end).
    fn moment_slopes(
        &self,
        step: &Step<'_>,
        place: &Place,
        end: &Axed,
        (bending, shares): (&Bending, &[[Two; 2]; 2]),
    ) -> [Axed; 2] {
        let ratios = self.ratios(step);
        let damping = self.damping(&ratios);
        let relaxing = self.branches.stiffness(step) * ratios.even() / ratios.end;
        let beyond = self.beyond().map(|own| own * ratios.over() + relaxing);
        if step.scheme.discrete {
            let mut slopes = gradients(place, &place.directing(end, end), shares);
            for (slope, beyond) in slopes.iter_mut().zip(beyond) {
                let factor = 0.5 * beyond + damping / step.duration;
                slope.iter_mut().for_each(|own| *own *= factor);
            }
            return slopes;
        }
        let rates = self.rates(step);
        [0, 1].map(|i| {
            let factor = beyond[i] * step.scheme.balance + damping * step.scheme.rate;
            let mut slopes = bending.gradients[i].map(|own| own * factor);
            if damping != 0.0 {
                // Twice the slopes are the second derivatives, as start and end are the same.
                let weights = [0, 1].map(|node| shares[node][i]);
                let second = second(place, &bending.directing, &weights);
                let factor = 2.0 * step.scheme.balance * damping;
                for (slope, row) in slopes.iter_mut().zip(&second) {
                    for (block, rate) in row.iter().zip(&rates) {
                        *slope += block * rate * factor;
                    }
                }
            }
            slopes
        })
    }

    /// Between two nodes that have axes.
    fn fill_pair(&self, step: &Step<'_>, filling: &mut Filling<'_>) {
        let share = if step.scheme.discrete { 1.0 } else { 2.0 * step.scheme.balance };
        let frames = filling.frames(&self.nodal);
        let axes =
            |values: &VectorValues| [3, 5].map(|k| [0, 1].map(|l| values.of(self.axed[k + l])));
        let (levers, arms) = (axes(&step.at.balance), axes(&step.at.end));
        let (mut pair, mut rows) = (Pair::ZERO, [SECTION_ROWS; 2]);
        let ends = self.between(step);
        for (index, weight, place) in self.places() {
            let bending = self.bending(step, &ends, (index, &place));
            let shares = self.shares(place.x, step.balance_coordinates);
            let by = self.moment_slopes(step, &place, &ends[1], (&bending, &shares));
            for (gradient, by) in bending.gradients.iter().zip(&by) {
                let by = by.map(|own| own * weight);
                let rows = frames.rows(&parts(gradient, &levers));
                pair.add_product(&rows, &frames.columns(&parts(&by, &arms)));
            }
            let weights = weights(&shares, &bending.moments.map(|own| own * weight * share));
            for node in 0..2 {
                let (on, own) = (place.on_piece(node), &bending.directing[node]);
                own.add_slopes(weights[node], arms[node], &on, &mut rows[node]);
            }
        }
        pair.add_sections(&frames, &rows);
        filling.pair(self.wires, &pair);
    }

    /// The Gauss points, each with its index and its weight (m).
    pub(super) fn places(&self) -> impl Iterator<Item = (usize, f64, Place)> {
        let points = self.shapes.points.iter().enumerate();
        points.map(|(index, point)| (index, point.weight, Place::of(point)))
    }

    /// Puts strains of dampers where they are when it has long been bent so.
    pub(in crate::constrained) fn forget(
        &self,
        motion: &Motion<'_>,
        coordinates: &[f64],
        creep: &mut [f64],
    ) {
        if self.branches.is_empty() {
            return;
        }
        let (u, ratio) = (self.at(|id| motion.position(id)), self.ratio(motion));
        for (index, _, place) in self.places() {
            let bends = place.bends(&u, &self.shares(place.x, coordinates));
            for (i, bend) in bends.into_iter().enumerate() {
                self.branches.forget(strain(index, i), bend / ratio, creep);
            }
        }
    }
}

/// Of the nodal vectors, and of the turns of both nodes, where axes are levers.
fn parts(gradient: &Axed, axes: &[[Vector3<f64>; 2]; 2]) -> Parts {
    let &[line, first, second, ..] = gradient;
    let turn = |node: usize| {
        let [one, other] = &axes[node];
        one.cross(&gradient[3 + 2 * node]) + other.cross(&gradient[4 + 2 * node])
    };
    Parts { nodal: [-line, first, line, second], turns: [turn(0), turn(1)] }
}

/// Among the strains that a piece remembers: at a Gauss point, towards an axis.
pub(super) fn strain(point: usize, axis: usize) -> usize {
    2 * point + axis
}

/// Of both ends of a step.
fn mean(first: &Two, last: &Two) -> Two {
    [0, 1].map(|i| 0.5 * (first[i] + last[i]))
}

/// Of what bends a piece at a place towards both axes.
#[inline(always)]
pub(super) fn gradients(
    place: &Place,
    directing: &[Directing; 2],
    shares: &[[Two; 2]; 2],
) -> [Axed; 2] {
    let mut all = [[Vector3::zeros(); AXED]; 2];
    for (node, (directing, shares)) in directing.iter().zip(shares).enumerate() {
        for (to, seen) in all.iter_mut().zip(&directing.gradients(shares)) {
            place.spread(seen, node, to);
        }
    }
    all
}

/// Of what the axes at both nodes see, for those of what bends the piece towards both axes.
fn weights(shares: &[[Two; 2]; 2], of: &Two) -> [Two; 2] {
    shares.map(|own| [0, 1].map(|j| own[0][j] * of[0] + own[1][j] * of[1]))
}

/// `Σ weights[node][j] ∂(gradient of zⱼ)/∂(vectors of the piece at the end)`.
fn second(
    place: &Place,
    directing: &[Directing; 2],
    weights: &[Two; 2],
) -> [[Matrix3<f64>; AXED]; AXED] {
    let mut all = [[Matrix3::zeros(); AXED]; AXED];
    for (node, (directing, &weights)) in directing.iter().zip(weights).enumerate() {
        let slopes = directing.slopes(weights);
        let parts = place.parts(node);
        for (row, (rows, row_factors)) in slopes.iter().zip(&parts) {
            for (block, (columns, factors)) in row.iter().zip(&parts) {
                for (&k, &row_factor) in rows.iter().zip(row_factors) {
                    for (&l, &factor) in columns.iter().zip(factors) {
                        if row_factor != 0.0 && factor != 0.0 {
                            all[k][l] += block * (row_factor * factor);
                        }
                    }
                }
            }
        }
    }
    all
}

impl Element for DirectedPiece {
    fn couple(&self, coupler: &mut Coupler<'_>) {
        coupler.stiffness(&self.axed);
        if let Some(flow) = &self.flow {
            PayoutWires::couple(&flow.payout, &self.axed, coupler);
        }
    }

    fn wire(&mut self, wirer: &mut Wirer<'_>) {
        self.wires = wirer.stiffness(&self.nodal);
        if !self.wires.is_framed() {
            self.wires = wirer.stiffness(&self.axed);
        }
        if let Some(flow) = &mut self.flow {
            flow.wires = PayoutWires::wire(&flow.payout, &self.axed, wirer);
        }
    }

    fn act(&self, step: &Step<'_>, acted: &mut Acted<'_>) -> StepPower {
        let (mut forces, mut dissipated) = ([Vector3::zeros(); AXED], 0.0);
        let ends_of_step = self.between(step);
        let longer = self.ratios(step).mean();
        for (index, weight, place) in self.places() {
            let Bending { gradients, moments, lost, ends, .. } =
                self.bending(step, &ends_of_step, (index, &place));
            for (gradient, moment) in gradients.iter().zip(moments) {
                for (force, own) in forces.iter_mut().zip(gradient) {
                    *force -= own * (weight * moment);
                }
            }
            dissipated += weight * lost;
            for i in 0..2 {
                let ends = [ends[0][i], ends[1][i]];
                let relaxed = self.branches.relax(step, strain(index, i), ends, acted.creep);
                *acted.relaxed += weight * longer * relaxed;
            }
        }
        for (&id, force) in self.axed.iter().zip(&forces) {
            step.vectors.add_force(id, force, acted.forces);
        }
        let work = match &self.flow {
            Some(flow) => flow.act(self, step, &ends_of_step, acted),
            None => 0.0,
        };
        StepPower { dissipated, work }
    }

    fn slopes(&self, step: &Step<'_>, filling: &mut Filling<'_>) {
        if let Some(flow) = &self.flow {
            flow.fill(self, step, filling);
        }
        if self.wires.is_framed() {
            self.fill_pair(step, filling);
            return;
        }
        let share = if step.scheme.discrete { 1.0 } else { 2.0 * step.scheme.balance };
        let mut all = [[Matrix3::zeros(); AXED]; AXED];
        let ends = self.between(step);
        for (index, weight, place) in self.places() {
            let bending = self.bending(step, &ends, (index, &place));
            let shares = self.shares(place.x, step.balance_coordinates);
            let by = self.moment_slopes(step, &place, &ends[1], (&bending, &shares));
            let Bending { directing, gradients, moments, .. } = &bending;
            let weights = weights(&shares, &moments.map(|own| own * weight * share));
            let second = second(&place, directing, &weights);
            for (k, (row, second)) in all.iter_mut().zip(&second).enumerate() {
                for (l, (block, second)) in row.iter_mut().zip(second).enumerate() {
                    *block += second;
                    for (gradient, by) in gradients.iter().zip(&by) {
                        *block += gradient[k] * (by[l] * weight).transpose();
                    }
                }
            }
        }
        filling.stiffness(&self.axed, self.wires, &all);
    }

    fn add_stored(&self, stored: &Stored<'_>, energies: &mut Energies) {
        let u = self.at(|id| stored.motion.position(id));
        let ratio = self.ratio(stored.motion);
        for (index, weight, place) in self.places() {
            let bends = place.bends(&u, &self.shares(place.x, stored.coordinates));
            let relaxing = self.relaxing_energy(index, &bends, ratio, stored.creep);
            energies.elastic += weight * (self.energy(&bends, ratio) + relaxing);
        }
    }

    fn strength(&self, step: &Step<'_>, extent: f64) -> f64 {
        let ends = self.between(step);
        let moment = |(index, _, place): (usize, f64, Place)| {
            let [first, second] = self.bending(step, &ends, (index, &place)).moments;
            first.hypot(second) / extent
        };
        self.places().map(moment).fold(0.0, f64::max)
    }
}
