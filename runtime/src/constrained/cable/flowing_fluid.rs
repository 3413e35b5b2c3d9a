//! Drag, buoyancy and added mass on rope that flows through the straight halves of a spline's pieces.
//!
//! The laws are those of [`super::fluid`], for a half that is longer by the ratio of the free length. What the fluid feels
//! of the rope is its material: `u = v + a Σ χᵢwᵢ/Λ` at an end that moves with `v`, so a force `F` there acts on each
//! length by `F·a χᵢ/Λ`. Added mass, which acts across only, resists how the curve moves: rope that slides along a curve
//! at rest leaves the fluid around it at rest. All that fluids do is work, as it depends on how much rope there is.

use std::sync::Arc;

use nalgebra::{Matrix3, Vector3};

use super::fluid::Steeped;
use super::payout::{ByLengths, Payout, PayoutWires};
use crate::chain::Loads;
use crate::constrained::data::StepPower;
use crate::constrained::elements::{Acted, Element};
use crate::constrained::matrix::{Coupler, Filling, Wirer, Wires};
use crate::constrained::seen::Step;
use crate::constrained::sources::Motion;
use crate::constrained::vectors::{VectorId, Vectors};
use crate::laws::medium::Wetting;
use crate::laws::spline::{CARRIES, LENGTHS};
use crate::laws::{Layers, Piece, added_mass, buoyancy, drag, mass_shares};

/// How rope flows through a straight half.
#[derive(Clone, Copy, Debug)]
pub(in crate::constrained) struct HalfFlow {
    /// Of the cable.
    pub(in crate::constrained) payout: Payout,
    /// `χ` at both ends, m.
    pub(in crate::constrained) reach: [f64; 2],
    /// How far apart both ends are for each `a`, m.
    pub(in crate::constrained) chord: f64,
}

/// Half of a piece of a spline.
#[derive(Clone, Debug)]
pub(in crate::constrained) struct FlowInFluid {
    /// Of the straight half, from the cable's start.
    pub(in crate::constrained) ends: [VectorId; 2],
    /// How its material moves with what is paid out.
    pub(in crate::constrained) flow: HalfFlow,
    /// Of rope, where the ratio is one; m.
    pub(in crate::constrained) length: f64,
    /// Coefficients of drag and added mass, and the diameter.
    pub(in crate::constrained) loads: Arc<Loads>,
    /// Where the derivatives by both ends go in the matrix.
    pub(in crate::constrained) wires: Wires,
    /// And those by the lengths.
    pub(in crate::constrained) lengths: PayoutWires,
}

impl HalfFlow {
    /// The half as fluids see it, with its material's velocities.
    pub(super) fn piece(
        &self,
        ends: [Vector3<f64>; 2],
        velocities: [Vector3<f64>; 2],
        (ratio, rates): (f64, &[f64; LENGTHS]),
        length: f64,
    ) -> Piece {
        let along = self.along(&ends) / ratio;
        let flows = |k: usize| self.chi(k).iter().zip(rates).map(|(chi, w)| chi * w).sum::<f64>();
        let moved = [0, 1].map(|k| velocities[k] + along * flows(k));
        Piece::between(ends, moved, length * ratio)
    }

    /// `χ` of both lengths at an end.
    fn chi(&self, end: usize) -> [f64; LENGTHS] {
        [self.reach[end], CARRIES]
    }

    /// `a`
    fn along(&self, ends: &[Vector3<f64>; 2]) -> Vector3<f64> {
        (ends[1] - ends[0]) / self.chord
    }
}

/// In the balance.
struct Here {
    /// Direction, length and the velocities of its material.
    piece: Piece,
    /// How much of it is in which fluid.
    wet: Wetting,
    /// How the material at both ends moves with each length.
    by_length: [[Vector3<f64>; 2]; LENGTHS],
    /// The free length over the length that the piece is made for.
    ratio: f64,
    /// Of the half, m³.
    volume: f64,
    /// Accelerations that the added mass of each end takes part in.
    shared: [Vector3<f64>; 2],
}

impl FlowInFluid {
    /// As many as there are ends, m/s²: an end's own acceleration and its share of the other's.
    fn shared(&self, vectors: &Vectors, accelerations: &[Vector3<f64>]) -> [Vector3<f64>; 2] {
        let [own, shared] = mass_shares(false);
        let [a, b] = self.ends.map(|end| vectors.value(end, accelerations));
        [a * own + b * shared, a * shared + b * own]
    }

    /// The half where the forces are in balance.
    fn here(&self, step: &Step<'_>) -> Here {
        let ends = self.ends.map(|end| step.at.balance.of(end));
        let velocities = self.ends.map(|end| step.vectors.value(end, step.velocities));
        let payout = &self.flow.payout;
        let ratio = payout.ratio(&step.at.balance);
        let rates = payout.rates(step.vectors, step.velocities);
        let piece = self.flow.piece(ends, velocities, (ratio, &rates), self.length);
        let wet = step.surroundings.layers.wetting(&piece, self.loads.diameter);
        let along = self.flow.along(&ends) / ratio;
        Here {
            wet,
            by_length: [0, 1].map(|k| [0, 1].map(|end| along * self.flow.chi(end)[k])),
            ratio,
            volume: self.loads.volume(piece.length),
            shared: self.shared(step.vectors, step.accelerations),
            piece,
        }
    }

    /// Of drag and of buoyancy on both ends, N; and the power of drag, W.
    fn forces(&self, layers: &Layers, here: &Here) -> ([Vector3<f64>; 2], [Vector3<f64>; 2], f64) {
        let loads = &self.loads;
        let (drags, power) =
            drag::forces(&loads.drag, layers, &here.wet, &here.piece, loads.diameter);
        let lifts = if loads.buoyancy {
            buoyancy::forces(layers, here.wet.shares(), here.volume, &loads.gravity)
        } else {
            [Vector3::zeros(); 2]
        };
        (drags, lifts, power)
    }

    /// Added mass of the half, kg.
    fn added(&self, layers: &Layers, here: &Here) -> f64 {
        added_mass::mass(layers, &here.wet, self.loads.added_mass, here.volume)
    }
}

impl Element for FlowInFluid {
    fn couple(&self, coupler: &mut Coupler<'_>) {
        coupler.stiffness(&self.ends);
        PayoutWires::couple(&self.flow.payout, &self.ends, coupler);
    }

    fn wire(&mut self, wirer: &mut Wirer<'_>) {
        self.wires = wirer.stiffness(&self.ends);
        self.lengths = PayoutWires::wire(&self.flow.payout, &self.ends, wirer);
    }

    fn act(&self, step: &Step<'_>, acted: &mut Acted<'_>) -> StepPower {
        let layers = &step.surroundings.layers;
        let here = self.here(step);
        let (drags, lifts, power) = self.forces(layers, &here);
        let mut work = 0.0;
        let mut on_lengths = [0.0; LENGTHS];
        let added = self.added(layers, &here);
        for k in 0..2 {
            let mut force = drags[k] + lifts[k];
            for (sum, by) in on_lengths.iter_mut().zip(&here.by_length) {
                *sum += force.dot(&by[k]);
            }
            work += lifts[k].dot(&here.piece.velocities[k]);
            if added != 0.0 {
                let resists = -added_mass::inertia(&here.piece, added, &here.shared[k]);
                work += resists.dot(&step.vectors.value(self.ends[k], step.velocities));
                force += resists;
            }
            step.vectors.add_force(self.ends[k], &force, acted.forces);
        }
        self.flow.payout.add_forces(step.vectors, on_lengths, acted.forces);
        StepPower { dissipated: -power, work }
    }

    /// How the material's velocity turns with the half is left out: it is less than the rest by the speed of the winch.
    fn slopes(&self, step: &Step<'_>, filling: &mut Filling<'_>) {
        let (layers, scheme) = (&step.surroundings.layers, step.scheme);
        let here = self.here(step);
        let (loads, wet, piece) = (&*self.loads, &here.wet, &here.piece);
        let distance = (piece.ends[1] - piece.ends[0]).norm();
        let lifts = wet.slopes(loads.diameter).shares();
        let lifts = lifts.map(|row| row.map(|value| value * scheme.balance));
        let steeped = Steeped { loads, volume: here.volume, piece, distance, wet };
        let all = steeped.slopes(scheme, layers, &lifts, &here.shared);
        filling.stiffness(&self.ends, self.wires, &all);
        if !self.lengths.moves() {
            return;
        }
        let payout = &self.flow.payout;
        let (drags, lifts, _) = self.forces(layers, &here);
        let mut by_velocity = [[Matrix3::zeros(); 2]; 2];
        if loads.drag != drag::Drag::None {
            let found = drag::slopes(&loads.drag, layers, wet, piece, distance, loads.diameter);
            by_velocity = found.by_velocity;
        }
        // The ratio divides how material moves, and all that flows with it.
        let over = scheme.balance / here.ratio;
        let mut flows = [[Vector3::zeros(); 2]; LENGTHS];
        let (mut by, mut of) = (flows, flows);
        let rates = payout.rates(step.vectors, step.velocities);
        for k in 0..2 {
            let force = drags[k] + lifts[k];
            let carried: Vector3<f64> =
                (0..LENGTHS).map(|length| here.by_length[length][k] * rates[length]).sum();
            for (flow, by_length) in flows.iter_mut().zip(&here.by_length) {
                flow[k] = by_length[k] * scheme.rate;
            }
            flows[0][k] -= carried * over;
            by[0][k] -= force * over;
            for (of, on) in of.iter_mut().zip(&here.by_length) {
                of[k] = all[0][k].transpose() * on[0] + all[1][k].transpose() * on[1];
            }
        }
        let mut own = [[0.0; LENGTHS]; LENGTHS];
        for length in 0..LENGTHS {
            for k in 0..2 {
                let [first, second] = flows[length];
                by[length][k] -= by_velocity[k][0] * first + by_velocity[k][1] * second;
                for (row, on) in here.by_length.iter().enumerate() {
                    own[row][length] += by[length][k].dot(&on[k]);
                    if length == 0 {
                        own[row][0] += (drags[k] + lifts[k]).dot(&on[k]) * over;
                    }
                }
            }
        }
        let slopes = ByLengths { by: &by, of: &of, own: &own };
        self.lengths.fill(payout, &self.ends, &slopes, filling);
    }

    fn add_carried_inertia(&self, step: &Step<'_>, blocks: &mut [Vector3<f64>]) {
        if self.loads.added_mass == 0.0 {
            return;
        }
        let here = self.here(step);
        let added = self.added(&step.surroundings.layers, &here);
        for (&end, shared) in self.ends.iter().zip(&here.shared) {
            let inertia = added_mass::inertia(&here.piece, added, shared);
            step.vectors.add_force(end, &inertia, blocks);
        }
    }

    fn fill_carried_inertia(&self, step: &Step<'_>, filling: &mut Filling<'_>) {
        if self.loads.added_mass == 0.0 {
            return;
        }
        let here = self.here(step);
        let u = here.piece.direction;
        let added = self.added(&step.surroundings.layers, &here) * step.scheme.inertia;
        let across = (Matrix3::identity() - u * u.transpose()) * added;
        let [own, shared] = mass_shares(false).map(|share| across * share);
        filling.stiffness(&self.ends, self.wires, &[[own, shared], [shared, own]]);
    }

    fn add_carried_kinetic(&self, motion: &Motion<'_>, layers: &Layers, sum: &mut f64) {
        if self.loads.added_mass == 0.0 {
            return;
        }
        let ends = self.ends.map(|end| motion.position(end));
        let velocities = self.ends.map(|end| motion.velocity(end));
        let length = self.length * self.flow.payout.ratio_in(motion);
        let piece = Piece::between(ends, velocities, length);
        let wet = layers.wetting(&piece, self.loads.diameter);
        let volume = self.loads.volume(length);
        let mass = added_mass::mass(layers, &wet, self.loads.added_mass, volume);
        *sum += added_mass::kinetic(&piece, mass, false);
    }
}
