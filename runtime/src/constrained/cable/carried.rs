//! What rope that relaxes takes along where it flows: the strains `α` of the dampers in its branches.
//!
//! Elements share the free length, so rope passes their nodes, and what it remembers passes with it. A length `s` that comes
//! into a piece of the length `V` in a step leaves it with
//!
//! `α' = α + s/V (αᵢₙ - α)`,
//!
//! for each branch and moment of the stretch, at the end of a step in which all have relaxed. At the piece's strain a metre of what
//! comes stores more than one of the piece by `g₀ = Σ ½E (ε - αᵢₙ)² - ½E (ε - α)²`. But it comes under the piece's tension, so it
//! has a strain of its own, which is `εᵢₙ = ε - d`, `d = Σ E (α - αᵢₙ)/(K + Σ E)`, and is brought to that of the piece as it is
//! mixed. What flows feels
//!
//! `g = g₀ - (1 - s/V) ½ (K + Σ E) d²`,
//!
//! so that a winch pulls with `T (1 + εᵢₙ)` less what a metre of `εᵢₙ` stores, and what goes over a sheave has one tension on both sides. What
//! is lost as different rope is mixed is `s (1 - s/V) (Σ ½E (αᵢₙ - α)² - ½ (K + Σ E) d²)`, which is never negative
//! (`mixing.rs`), and energies are exact.
//!
//! On a winch rope keeps what it remembers while it lies there, last in, first out ([`crate::laws::haul`]). Rope that never was
//! out has relaxed without any load. It enters in the middle of the step, so it relaxes for half of it, at its own strain.
//!
//! Where rope turns round both directions have a part for a millionth of a piece, as the force of mixing would jump.

use std::ops::Range;
use std::sync::Arc;

use nalgebra::Vector3;

use super::payout::{ByLengths, Payout, PayoutWires};
use super::remembered::Remembered;
use crate::constrained::data::{Configurations, StepPower};
use crate::constrained::elements::{Acted, Element};
use crate::constrained::matrix::{Coupler, Filling, Wirer};
use crate::constrained::seen::Step;
use crate::constrained::vectors::VectorId;
use crate::laws::spline::{
    DEGREES, LENGTHS, NODAL, Shapes, Strains, directions, moment_gradients, strained,
};
use crate::laws::{Branch, Exit, From, Relaxation, coming};
use crate::mechanism::STORED;

/// Of a piece, where rope turns round: less flows both ways.
const TURNS: f64 = 1e-6;

/// The piece on one side of a place that rope passes.
#[derive(Clone, Debug)]
pub(in crate::constrained) struct Side {
    /// Place and slope of both its nodes.
    pub(in crate::constrained) nodal: [VectorId; NODAL],
    /// Polynomials at the Gauss points.
    pub(in crate::constrained) shapes: Arc<Shapes>,
    /// Its free length.
    pub(in crate::constrained) payout: Payout,
    /// Rope that passes towards the side behind, by the lengths, m.
    pub(in crate::constrained) passing: [f64; LENGTHS],
    /// Minus one where that is towards the start of its cable.
    pub(in crate::constrained) along: f64,
    /// What it remembers.
    pub(in crate::constrained) branches: Remembered,
    /// `K + Σ E`, N.
    pub(in crate::constrained) stiffness: f64,
    /// Where derivatives by its lengths go.
    pub(in crate::constrained) wires: PayoutWires,
}

/// A winch beyond the end of a cable.
#[derive(Clone, Copy, Debug)]
pub(in crate::constrained) struct Store {
    /// The first component is what has been paid out, m.
    pub(in crate::constrained) paid_out: VectorId,
    /// Of the first branch's numbers, among strains of dampers.
    pub(in crate::constrained) first: usize,
    /// m
    pub(in crate::constrained) reference: f64,
}

/// A place that rope passes: a node, or an end of a cable at a winch or a sheave.
#[derive(Clone, Debug)]
pub(in crate::constrained) struct Carried {
    /// Before it and behind it: towards the end of the cable, or that of a sheave which becomes longer.
    pub(in crate::constrained) sides: [Option<Side>; 2],
    /// What is beyond where there is one side only.
    pub(in crate::constrained) store: Option<Store>,
}

/// Rope that passes in a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Passing {
    /// Towards the side behind, m; m/s at an instant.
    pub(super) flow: f64,
    /// By which part each side receives it: of the one before, and of the one behind.
    pub(super) parts: [f64; 2],
    /// How these change with the flow, 1/m.
    turns: [f64; 2],
}

/// A step, or an instant where nothing relaxes.
#[derive(Clone, Copy)]
pub(super) struct Over<'a> {
    pub(super) at: &'a Configurations,
    /// Strains of dampers at its start.
    pub(super) begun: &'a [f64],
    pub(super) how: Relaxation,
    /// s
    pub(super) duration: f64,
}

/// That, as a place sees it that rope passes.
pub(super) struct Seen<'a> {
    pub(super) own: &'a Carried,
    pub(super) over: Over<'a>,
    /// Of both sides, at the start and at the end of a step, or twice those of an instant; zero where there is no side.
    strains: [[Strains; 2]; 2],
}

impl Store {
    /// Where the numbers of a branch are.
    pub(super) fn place(&self, branch: usize) -> Range<usize> {
        let first = self.first + branch * STORED;
        first..first + STORED
    }

    /// These numbers.
    pub(super) fn kept<'a>(&self, branch: usize, creep: &'a [f64]) -> &'a [f64] {
        &creep[self.place(branch)]
    }

    /// At the start and at the end of a step, m.
    pub(super) fn paid_out(&self, at: &Configurations) -> [f64; 2] {
        [&at.start, &at.end].map(|own| own.of(self.paid_out).x)
    }
}

/// What a metre that comes into a piece brings.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Brings {
    /// `g`, N.
    pub(super) energy: f64,
    /// `½ (K + Σ E) d²`, N.
    pub(super) apart: f64,
    /// How `g` changes with the length that comes in, N/m.
    by_length: f64,
    /// Of that by the strains at the end, N: those of the piece, and those of the one that it comes from.
    by_strains: [Strains; 2],
}

impl Side {
    /// m, or m/s; positive towards the side behind.
    fn flow(&self, rates: [f64; LENGTHS]) -> f64 {
        self.passing[0] * rates[0] + self.passing[1] * rates[1]
    }

    /// Over a step.
    fn flow_over(&self, at: &Configurations) -> f64 {
        let change = |id: VectorId| at.end.of(id).x - at.start.of(id).x;
        let come = self.payout.come().map_or(0.0, change);
        self.flow([self.payout.scaled(change(self.payout.at)), come])
    }

    /// The free length of the piece at the end, m.
    pub(super) fn length(&self, at: &Configurations) -> f64 {
        self.payout.ratio(&at.end) * self.shapes.length
    }

    /// At how many ends of a piece rope may come in.
    fn entrances(&self) -> f64 {
        if self.payout.come().is_some() { 2.0 } else { 1.0 }
    }

    /// So much comes in of what would, m; `flow` in m.
    pub(super) fn takes(&self, at: &Configurations, flow: f64) -> f64 {
        flow.min(self.length(at) / self.entrances())
    }

    /// `1 - s/V` for what comes in, m; where rope may come in at both ends `1 - 2 s/V`, so that nothing negative is lost where it does.
    pub(super) fn stays(&self, at: &Configurations, comes: f64) -> f64 {
        1.0 - self.entrances() * self.takes(at, comes) / self.length(at)
    }

    /// Of a moment that comes from the piece of another cable, which may run the other way.
    fn sign(&self, other: &Side, degree: usize) -> f64 {
        if degree == 1 { self.along * other.along } else { 1.0 }
    }

    /// See [`Seen::strains`].
    fn strains(&self, at: &Configurations) -> [Strains; 2] {
        [&at.start, &at.end]
            .map(|own| strained(&self.shapes, &own.all(&self.nodal), self.payout.ratio(own)))
    }
}

impl Carried {
    /// The side that is there, or the one before.
    pub(super) fn one(&self) -> Option<&Side> {
        self.sides.iter().flatten().next()
    }

    /// Over a step, or at an instant.
    fn passing(&self, step: &Step<'_>) -> Option<Passing> {
        let side = self.one()?;
        if step.scheme.relaxation == Relaxation::Done {
            return None;
        }
        if step.scheme.relaxation == Relaxation::Held {
            let flow = side.flow(side.payout.rates(step.vectors, step.velocities));
            let parts = [flow < 0.0, flow > 0.0].map(|comes| if comes { 1.0 } else { 0.0 });
            return Some(Passing { flow, parts, turns: [0.0; 2] });
        }
        Some(self.passing_over(step.at, side))
    }

    /// Over a step.
    pub(super) fn passing_over(&self, at: &Configurations, side: &Side) -> Passing {
        let flow = side.flow_over(at);
        let little = TURNS * side.length(at);
        let behind = (0.5 * (1.0 + flow / little)).clamp(0.0, 1.0);
        let slope = if flow.abs() < little { 0.5 / little } else { 0.0 };
        Passing { flow, parts: [1.0 - behind, behind], turns: [-slope, slope] }
    }

    /// As it sees a step.
    pub(super) fn see<'a>(&'a self, over: Over<'a>) -> Seen<'a> {
        let strains = |side: &Option<Side>| side.as_ref().map(|side| side.strains(over.at));
        let strains = self.sides.each_ref().map(|side| strains(side).unwrap_or_default());
        Seen { own: self, over, strains }
    }

    /// What comes to both sides in a step; nothing to a side that has no part in it.
    fn both(&self, step: &Step<'_>, passing: &Passing) -> [Brings; 2] {
        let over = Over {
            at: step.at,
            begun: &step.start.creep,
            how: step.scheme.relaxation,
            duration: step.duration,
        };
        let flow = if over.how == Relaxation::Held { 0.0 } else { passing.flow };
        let seen = self.see(over);
        [0, 1].map(|side| match passing.parts[side] {
            0.0 => Brings::default(),
            _ => seen.brings(side, TOWARDS[side] * flow),
        })
    }
}

impl Seen<'_> {
    /// The strain of a damper of a side at the end, before anything is mixed.
    pub(super) fn relaxed(
        &self,
        side: usize,
        degree: usize,
        (law, place): (&Branch, usize),
    ) -> f64 {
        let Over { begun, how, duration, .. } = self.over;
        if let (Relaxation::Held, Some(own)) = (how, &self.own.sides[side]) {
            return own.branches.at_instant(place, begun);
        }
        let [first, last] = self.strains[side].map(|strains| strains[degree]);
        law.creep(how, duration, From { creep: begun[place], strain: first }, last)
    }

    /// `αᵢₙ` of what comes to a side, by moment and branch.
    pub(super) fn incoming(&self, side: usize, mut each: impl FnMut(usize, usize, f64)) {
        let Carried { sides, store } = self.own;
        let Over { at, begun, how, duration } = self.over;
        let Some(own) = &sides[side] else { return };
        if let Some(other) = &sides[1 - side] {
            for degree in 0..DEGREES.len() {
                let sign = own.sign(other, degree);
                for (branch, damper) in other.branches.each(degree).enumerate() {
                    each(degree, branch, sign * self.relaxed(1 - side, degree, damper));
                }
            }
            return;
        }
        let Some(store) = store else { return };
        let [paid_out, by_then] = store.paid_out(at);
        for (degree, &strain) in self.strains[side][0].iter().enumerate() {
            let creep = |branch: usize| {
                let kept = store.kept(branch, begun);
                let exit = Exit { paid_out, angle: kept[0] };
                // Nothing changes along a piece that comes.
                match degree {
                    0 => coming(&kept[1..], exit, by_then.max(paid_out), store.reference).mean,
                    _ => 0.0,
                }
            };
            let crept = own.branches.each(degree).enumerate();
            let less =
                crept.map(|(branch, (law, place))| law.stiffness * (begun[place] - creep(branch)));
            let strain = strain - less.sum::<f64>() / own.stiffness;
            for (branch, (law, _)) in own.branches.each(degree).enumerate() {
                let from = From { creep: creep(branch), strain };
                each(degree, branch, law.creep(how, 0.5 * duration, from, strain));
            }
        }
    }

    /// What a metre brings to a side, where so many come in, m.
    pub(super) fn brings(&self, side: usize, comes: f64) -> Brings {
        let mut all = Brings::default();
        let Over { at, how, duration, .. } = self.over;
        let Some(own) = &self.own.sides[side] else { return all };
        let other = self.own.sides[1 - side].as_ref();
        let last = self.strains[side][1];
        // `(K + Σ E) d`, and how that changes with the strain at the end.
        let (mut less, mut by_last) = (Strains::default(), Strains::default());
        self.incoming(side, |degree, branch, comes| {
            let Some((law, place)) = own.branches.each(degree).nth(branch) else { return };
            let ended = self.relaxed(side, degree, (law, place));
            let (new, old) = (last[degree] - comes, last[degree] - ended);
            let stiffness = law.stiffness / DEGREES[degree];
            all.energy += 0.5 * stiffness * (new - old) * (new + old);
            let last = law.last(how, duration);
            all.by_strains[0][degree] += stiffness * (new - last * old);
            if let Some(other) = other {
                all.by_strains[1][degree] -=
                    stiffness * new * (1.0 - last) * own.sign(other, degree);
            }
            less[degree] += law.stiffness * (new - old);
            by_last[degree] += law.stiffness * (1.0 - last);
        });
        let comes = comes.max(0.0);
        let stays = own.stays(at, comes);
        for (degree, less) in less.into_iter().enumerate() {
            let over_stiffness = 1.0 / (own.stiffness * DEGREES[degree]);
            all.apart += 0.5 * less * less * over_stiffness;
            let by = stays * less * by_last[degree] * over_stiffness;
            all.by_strains[0][degree] -= by;
            if let Some(other) = other {
                all.by_strains[1][degree] += by * own.sign(other, degree);
            }
        }
        all.energy -= stays * all.apart;
        if comes > 0.0 && stays > 0.0 {
            all.by_length = all.apart * own.entrances() / own.length(at);
        }
        all
    }
}

/// Positive where rope comes to the side behind.
pub(super) const TOWARDS: [f64; 2] = [-1.0, 1.0];

impl Element for Carried {
    fn couple(&self, coupler: &mut Coupler<'_>) {
        for side in self.sides.iter().flatten() {
            PayoutWires::couple(&side.payout, &side.nodal, coupler);
        }
    }

    fn wire(&mut self, wirer: &mut Wirer<'_>) {
        for side in self.sides.iter_mut().flatten() {
            side.wires = PayoutWires::wire(&side.payout, &side.nodal, wirer);
        }
    }

    fn act(&self, step: &Step<'_>, acted: &mut Acted<'_>) -> StepPower {
        let Some(passing) = self.passing(step) else { return StepPower::default() };
        let both = self.both(step, &passing);
        for (k, side) in self.sides.iter().enumerate() {
            let Some(side) = side else { continue };
            let force = -TOWARDS[k] * passing.parts[k] * both[k].energy;
            side.payout.add_forces(step.vectors, side.passing.map(|by| by * force), acted.forces);
        }
        StepPower::default()
    }

    /// Both sides say alike what passes, so what depends on one of them acts on its lengths.
    fn slopes(&self, step: &Step<'_>, filling: &mut Filling<'_>) {
        let Some(passing) = self.passing(step) else { return };
        if !self.sides.iter().flatten().any(|side| side.wires.moves()) {
            return;
        }
        let both = self.both(step, &passing);
        // What is looked at is the end, but at an instant, where displacements may change nothing but velocities.
        let share = match step.scheme.relaxation {
            Relaxation::Held => step.scheme.balance,
            Relaxation::Mean | Relaxation::End | Relaxation::Done => 1.0,
        };
        for (k, side) in self.sides.iter().enumerate() {
            let Some(side) = side.as_ref().filter(|side| side.wires.moves()) else { continue };
            let parts = [0, 1].map(|own| TOWARDS[own] * passing.parts[own]);
            let turns = TOWARDS[k] * passing.turns[k];
            let ratio = side.payout.ratio(&step.at.end);
            let q = step.at.end.all(&side.nodal);
            let last = strained(&side.shapes, &q, ratio);
            let gradients = moment_gradients(&side.shapes, directions(&side.shapes, &q));
            let (mut by_nodal, mut by_ratio) = ([Vector3::zeros(); NODAL], 0.0);
            for degree in 0..DEGREES.len() {
                let by_strain = parts[k] * both[k].by_strains[0][degree]
                    + parts[1 - k] * both[1 - k].by_strains[1][degree];
                let by_strain = share * by_strain;
                let by_moment = by_strain * DEGREES[degree] / (side.shapes.length * ratio);
                for (sum, gradient) in by_nodal.iter_mut().zip(&gradients[degree]) {
                    *sum += gradient * by_moment;
                }
                let longer = if degree == 0 { -side.shapes.length * by_moment } else { 0.0 };
                by_ratio += longer - by_strain * last[degree] / ratio;
            }
            let by_length = passing.parts[k] * both[k].by_length;
            by_ratio -= by_length * passing.flow / ratio;
            let by_flow = turns * both[k].energy + by_length;
            let mut of = [[Vector3::zeros(); NODAL]; LENGTHS];
            let mut own = [[0.0; LENGTHS]; LENGTHS];
            for (length, by) in side.passing.into_iter().enumerate() {
                of[length] = by_nodal.map(|gradient| gradient * by);
                own[length][0] = by * by_ratio;
                for (slot, flow) in own[length].iter_mut().zip(side.passing) {
                    *slot += by * flow * by_flow;
                }
            }
            let by = [[Vector3::zeros(); NODAL]; LENGTHS];
            let slopes = ByLengths { by: &by, of: &of, own: &own };
            side.wires.fill(&side.payout, &side.nodal, &slopes, filling);
        }
    }
}
