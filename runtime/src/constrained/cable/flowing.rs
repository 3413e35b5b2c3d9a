//! What it takes that rope flows through a piece of a spline, and what that does to the winch: inertia, weight and
//! bending where the piece becomes longer and shorter. See [`crate::laws::spline`]'s flow.

use nalgebra::Vector3;

use super::payout::{Payout, PayoutWires, Ratios};
use super::spline::SplinePiece;
use crate::constrained::elements::Acted;
use crate::constrained::matrix::{Coupler, Filling, Wirer};
use crate::constrained::seen::Step;
use crate::constrained::sources::Motion;
use crate::constrained::vectors::{VectorId, VectorValues};
use crate::laws::spline::{
    Bent, Flow, FlowSlopes, Flowing, Inner, LENGTHS, NODAL, OnFlow, Shares, square_gradient,
};

/// What a piece of constant length has nothing of.
#[derive(Clone, Debug)]
pub(in crate::constrained) struct FlowOn {
    /// The free length, and by which ends rope comes and goes.
    pub(in crate::constrained) payout: Payout,
    /// The shapes and the mass of the piece that the inertia of flowing rope is made of.
    pub(in crate::constrained) flow: Flow,
    /// m/s²
    pub(in crate::constrained) gravity: Vector3<f64>,
    /// Where the derivatives by lengths go in the matrix.
    wires: PayoutWires,
}

impl FlowOn {
    /// Not yet wired; gravity in m/s².
    pub(in crate::constrained) fn new(payout: Payout, flow: Flow, gravity: Vector3<f64>) -> Self {
        Self { payout, flow, gravity, wires: PayoutWires::default() }
    }

    /// Says which vectors the flow joins: those of the piece and the lengths.
    pub(super) fn couple(&self, piece: &SplinePiece, coupler: &mut Coupler<'_>) {
        PayoutWires::couple(&self.payout, &piece.nodal, coupler);
    }

    /// Takes the places in the matrix that [`Self::couple`] has asked for.
    pub(super) fn wire(&mut self, nodal: &[VectorId; NODAL], wirer: &mut Wirer<'_>) {
        self.wires = PayoutWires::wire(&self.payout, nodal, wirer);
    }

    /// At one instant.
    pub(in crate::constrained) fn at(&self, piece: &SplinePiece, motion: &Motion<'_>) -> Flowing {
        Flowing {
            q: motion.positions(&piece.nodal),
            v: motion.velocities(&piece.nodal),
            ratio: self.payout.ratio_in(motion),
            rates: self.payout.rates(motion.vectors, motion.velocities),
        }
    }

    /// Places (m), slopes, their rates, and the ratio of lengths with its rates where the forces are in balance.
    fn balance(&self, piece: &SplinePiece, step: &Step<'_>) -> Flowing {
        Flowing {
            q: step.at.balance.all(&piece.nodal),
            v: step.vectors.all(&piece.nodal, step.velocities),
            ratio: self.payout.ratio(&step.at.balance),
            rates: self.payout.rates(step.vectors, step.velocities),
        }
    }

    /// Of the nodal vectors, and of both lengths as shares of the reference length (1/s²).
    fn accelerations(
        &self,
        piece: &SplinePiece,
        step: &Step<'_>,
    ) -> ([Vector3<f64>; NODAL], [f64; LENGTHS]) {
        let nodal = step.vectors.all(&piece.nodal, step.accelerations);
        (nodal, self.payout.rates(step.vectors, step.accelerations))
    }

    /// Both ends of a midpoint step.
    fn ends(&self, piece: &SplinePiece, step: &Step<'_>) -> [Flowing; 2] {
        let (change, seconds) = self.accelerations(piece, step);
        let mean = step.vectors.all(&piece.nodal, step.velocities);
        let rates = self.payout.rates(step.vectors, step.velocities);
        let at = |values: &VectorValues, half: f64| {
            let mut v = mean;
            for (own, change) in v.iter_mut().zip(&change) {
                *own += change * half;
            }
            let rates = [rates[0] + seconds[0] * half, rates[1] + seconds[1] * half];
            Flowing { q: values.all(&piece.nodal), v, ratio: self.payout.ratio(values), rates }
        };
        let half = 0.5 * step.duration;
        [at(&step.at.start, -half), at(&step.at.end, half)]
    }

    /// What resists, on the nodal vectors and on the lengths, with its sign as inertia: a discrete gradient over a step, or what
    /// holds in the balance.
    fn inertia(&self, piece: &SplinePiece, step: &Step<'_>) -> OnFlow {
        if step.scheme.discrete {
            let [start, end] = self.ends(piece, step);
            return self.flow.over_step(&start, &end, step.duration);
        }
        let at = self.balance(piece, step);
        let (nodal, seconds) = self.accelerations(piece, step);
        let mut all = self.flow.inertia(&at, &nodal, &seconds);
        let rest = self.flow.gyroscopic(&at);
        all.nodal.iter_mut().zip(rest.nodal).for_each(|(sum, own)| *sum += own);
        all.lengths.iter_mut().zip(rest.lengths).for_each(|(sum, own)| *sum += own);
        all
    }

    /// Places integrated over the piece, m².
    fn places(piece: &SplinePiece, q: &[Vector3<f64>; NODAL]) -> Vector3<f64> {
        q.iter().zip(piece.shapes.integrals()).map(|(q, integral)| q * integral).sum()
    }

    /// Adds forces and inertia; what bending does to the nodal vectors, and the weight of the length that the piece is made
    /// for, acts on them anyway.
    pub(super) fn act(&self, piece: &SplinePiece, step: &Step<'_>, acted: &mut Acted<'_>) {
        let inertia = self.inertia(piece, step);
        let ratios = self.payout.ratios(step);
        let weight = self.gravity * piece.mass;
        let integrals = piece.shapes.integrals();
        for (k, &id) in piece.nodal.iter().enumerate() {
            let force =
                weight * ((ratios.mean() - 1.0) * integrals[k]) - inertia.nodal[k] * piece.mass;
            step.vectors.add_force(id, &force, acted.forces);
        }
        let [start, end] = piece.between_nodal(step);
        let bends = if piece.stiffness == 0.0 {
            0.0
        } else {
            0.5 * (piece.bending_energy(&start) + piece.bending_energy(&end))
        };
        let balance = step.at.balance.all(&piece.nodal);
        let [on_ratio, on_come] = inertia.lengths;
        let on_come = -on_come * piece.mass;
        let on_ratio = -on_ratio * piece.mass
            + weight.dot(&Self::places(piece, &balance))
            + bends * ratios.fall();
        self.payout.add_forces(step.vectors, [on_ratio, on_come], acted.forces);
    }

    /// All derivatives of a step by discrete gradients; otherwise those but by accelerations. What it gives are those of
    /// the nodal vectors that are not yet in the matrix.
    pub(super) fn slopes(
        &self,
        piece: &SplinePiece,
        step: &Step<'_>,
        filling: &mut Filling<'_>,
    ) -> Inner {
        let mut slopes = if step.scheme.discrete {
            let [start, end] = self.ends(piece, step);
            self.flow.step_slopes(&start, &end, step.duration)
        } else {
            let at = self.balance(piece, step);
            let (nodal, seconds) = self.accelerations(piece, step);
            let shares = Shares { balance: step.scheme.balance, rate: step.scheme.rate };
            self.flow.slopes(&at, (&nodal, &seconds), &shares)
        };
        scale(&mut slopes, piece.mass);
        if self.wires.moves() {
            self.add_potential_slopes(piece, step, &mut slopes);
        }
        self.fill(piece, &slopes, filling);
        slopes.blocks
    }

    /// Of weight and bending.
    fn add_potential_slopes(&self, piece: &SplinePiece, step: &Step<'_>, slopes: &mut FlowSlopes) {
        let weight = self.gravity * piece.mass;
        let share = if step.scheme.discrete { 0.5 } else { step.scheme.balance };
        for (k, integral) in piece.shapes.integrals().into_iter().enumerate() {
            slopes.by[0][k] -= weight * (share * integral);
            slopes.of[0][k] -= weight * (share * integral);
        }
        if !piece.bends() {
            return;
        }
        let ratios = self.payout.ratios(step);
        let resisting = piece.resisting(step);
        for (slope, force) in slopes.by[0].iter_mut().zip(resisting) {
            *slope += force * (share / ratios.mean());
        }
        let [start, end] = piece.between_nodal(step);
        let (energies, on_last) = if step.scheme.discrete {
            (0.5 * (piece.bending_energy(&start) + piece.bending_energy(&end)), 1.0)
        } else {
            (piece.bending_energy(&end), 2.0 * share)
        };
        let over_step = piece.bending_gradient([&start, &end]);
        let at_end = piece.bending_gradient([&end, &end]);
        for k in 0..NODAL {
            slopes.by[0][k] -= over_step[k] * (share / (ratios.end * ratios.end));
            slopes.of[0][k] -= at_end[k] * (share * ratios.fall());
        }
        slopes.own[0][0] += on_last * energies * ratios.fall() / ratios.end;
    }

    /// Adds the inertia forces for accelerations alone.
    pub(super) fn add_inertia(
        &self,
        piece: &SplinePiece,
        step: &Step<'_>,
        blocks: &mut [Vector3<f64>],
    ) {
        let (nodal, seconds) = self.accelerations(piece, step);
        let found = self.flow.inertia(&self.balance(piece, step), &nodal, &seconds);
        for (&id, force) in piece.nodal.iter().zip(found.nodal) {
            step.vectors.add_force(id, &(force * piece.mass), blocks);
        }
        self.payout.add_forces(step.vectors, found.lengths.map(|own| own * piece.mass), blocks);
    }

    /// What resists accelerations; of a step by discrete gradients it is among the slopes.
    pub(super) fn fill_inertia(
        &self,
        piece: &SplinePiece,
        step: &Step<'_>,
        filling: &mut Filling<'_>,
    ) {
        if step.scheme.discrete {
            return;
        }
        let mut slopes = self.flow.masses(&self.balance(piece, step));
        scale(&mut slopes, piece.mass * step.scheme.inertia);
        self.fill(piece, &slopes, filling);
    }

    /// Adds derivatives of the forces to the matrix, but the blocks.
    fn fill(&self, piece: &SplinePiece, slopes: &FlowSlopes, filling: &mut Filling<'_>) {
        filling.multiples(&piece.nodal, piece.wires, &slopes.nodal);
        self.wires.fill(&self.payout, &piece.nodal, &slopes.by_lengths(), filling);
    }

    /// Forces on the place of the first node that are none of constraints, less its part of the inertia, and how far the
    /// ratio is from one: for the balance at a section.
    pub(super) fn on_first(
        &self,
        piece: &SplinePiece,
        motion: &Motion<'_>,
        accelerations: &[Vector3<f64>],
    ) -> Vector3<f64> {
        let at = self.at(piece, motion);
        let nodal = motion.vectors.all(&piece.nodal, accelerations);
        let seconds = self.payout.rates(motion.vectors, accelerations);
        let (own, rest) = (self.flow.inertia(&at, &nodal, &seconds), self.flow.gyroscopic(&at));
        let weight = self.gravity * (at.ratio * piece.shapes.integrals()[0]);
        (weight - own.nodal[0] - rest.nodal[0]) * piece.mass
    }

    /// What the momentum of the rope up to a fraction of the piece grows by, with that of what flows through the section
    /// there, less its weight, N.
    pub(super) fn up_to(
        &self,
        piece: &SplinePiece,
        motion: &Motion<'_>,
        accelerations: &[Vector3<f64>],
        fraction: f64,
    ) -> Vector3<f64> {
        let at = self.at(piece, motion);
        let nodal = motion.vectors.all(&piece.nodal, accelerations);
        let seconds = self.payout.rates(motion.vectors, accelerations);
        let weight = self.gravity * (at.ratio * fraction * piece.shapes.length);
        (self.flow.momentum_rate(&at, (&nodal, &seconds), fraction) - weight) * piece.mass
    }

    /// J
    pub(super) fn kinetic(&self, piece: &SplinePiece, motion: &Motion<'_>) -> f64 {
        piece.mass * self.flow.kinetic(&self.at(piece, motion))
    }

    /// Of the nodal vectors.
    pub(super) fn momenta(
        &self,
        piece: &SplinePiece,
        motion: &Motion<'_>,
    ) -> [Vector3<f64>; NODAL] {
        self.flow.momenta(&self.at(piece, motion)).nodal.map(|own| own * piece.mass)
    }

    /// Of the weight beyond that of the length that it is made for, J.
    pub(super) fn potential(&self, piece: &SplinePiece, motion: &Motion<'_>) -> f64 {
        let q = motion.positions(&piece.nodal);
        let ratio = self.payout.ratio_in(motion);
        -piece.mass * (ratio - 1.0) * self.gravity.dot(&Self::places(piece, &q))
    }

    /// The free length over the length that the piece is made for, at both ends of the step.
    pub(super) fn ratios(&self, step: &Step<'_>) -> Ratios {
        self.payout.ratios(step)
    }
}

/// Multiplies all derivatives by one factor.
fn scale(slopes: &mut FlowSlopes, factor: f64) {
    slopes.nodal.iter_mut().flatten().for_each(|entry| *entry *= factor);
    slopes.blocks.iter_mut().flatten().for_each(|block| *block *= factor);
    slopes.own.iter_mut().flatten().for_each(|entry| *entry *= factor);
    slopes.by.iter_mut().chain(&mut slopes.of).flatten().for_each(|entry| *entry *= factor);
}

impl SplinePiece {
    /// The nodal vectors at both ends of a step, or twice in the balance where nothing is a discrete gradient.
    fn between_nodal(&self, step: &Step<'_>) -> [[Vector3<f64>; NODAL]; 2] {
        let of = |values: &VectorValues| values.all(&self.nodal);
        if step.scheme.discrete {
            [of(&step.at.start), of(&step.at.end)]
        } else {
            [of(&step.at.balance); 2]
        }
    }

    /// `∫ ½ EI κ² ds` at the length that it is made for, J.
    pub(super) fn bending_energy(&self, q: &[Vector3<f64>; NODAL]) -> f64 {
        let squares =
            self.shapes.points.iter().map(|point| point.weight * Bent::of(point, q).square());
        0.5 * self.stiffness * squares.sum::<f64>()
    }

    /// The discrete gradient of that.
    fn bending_gradient(&self, ends: [&[Vector3<f64>; NODAL]; 2]) -> [Vector3<f64>; NODAL] {
        let mut all = [Vector3::zeros(); NODAL];
        for point in &self.shapes.points {
            let [start, end] = ends.map(|q| Bent::of(point, q));
            let gradient = square_gradient(&start, &end).0;
            let scale = 0.5 * self.stiffness * point.weight;
            for (k, sum) in all.iter_mut().enumerate() {
                *sum += (gradient.by_a * point.slope[k] + gradient.by_b * point.bend[k]) * scale;
            }
        }
        all
    }
}
