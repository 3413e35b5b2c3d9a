//! Drag, buoyancy and added mass on rope that flows through the straight halves of a spline's pieces.
//!
//! The laws are those of [`super::fluid`], for a half that is longer by the ratio of the free length. What the fluid feels
//! of the rope is its material: `u = v + a χ Λ̇/Λ` at an end that moves with `v`, so a force `F` there acts on the ratio
//! by `F·a χ/Λ`. Added mass, which acts across only, resists how the curve moves: rope that slides along a curve
//! at rest leaves the fluid around it at rest. All that fluids do is work, as it depends on how much rope there is.

use std::sync::Arc;

use nalgebra::{Matrix3, Vector3};

use super::fluid::Steeped;
use super::payout::{Payout, is_unknown};
use crate::chain::Loads;
use crate::constrained::data::StepPower;
use crate::constrained::elements::{Acted, Element};
use crate::constrained::matrix::{Coupler, Filling, Wirer, Wires};
use crate::constrained::seen::Step;
use crate::constrained::sources::Motion;
use crate::constrained::vectors::{VectorId, Vectors};
use crate::laws::medium::Wetting;
use crate::laws::{Layers, Piece, added_mass, buoyancy, drag, mass_shares};

/// How rope flows through a straight half.
#[derive(Clone, Copy, Debug)]
pub(in crate::constrained) struct HalfFlow {
    pub(in crate::constrained) payout: Payout,
    /// `χ` at both ends, m.
    pub(in crate::constrained) reach: [f64; 2],
    /// How far apart both ends are for each `a`, m.
    pub(in crate::constrained) chord: f64,
}

/// Half of a piece of a spline.
#[derive(Clone, Debug)]
pub(in crate::constrained) struct FlowInFluid {
    pub(in crate::constrained) ends: [VectorId; 2],
    pub(in crate::constrained) flow: HalfFlow,
    /// Of rope, where the ratio is one; m.
    pub(in crate::constrained) length: f64,
    pub(in crate::constrained) loads: Arc<Loads>,
    pub(in crate::constrained) wires: Wires,
    /// Whether the free length is unknown, and the places where it meets both ends, and itself.
    pub(in crate::constrained) moves: bool,
    pub(in crate::constrained) columns: [Wires; 2],
    pub(in crate::constrained) rows: [Wires; 2],
    pub(in crate::constrained) own: Wires,
}

impl HalfFlow {
    /// The half as fluids see it, with its material's velocities.
    pub(super) fn piece(
        &self,
        ends: [Vector3<f64>; 2],
        velocities: [Vector3<f64>; 2],
        (ratio, rate): (f64, f64),
        length: f64,
    ) -> Piece {
        let along = self.along(&ends);
        let moved = [0, 1].map(|k: usize| velocities[k] + along * (self.reach[k] * rate / ratio));
        Piece::between(ends, moved, length * ratio)
    }

    /// `a`
    fn along(&self, ends: &[Vector3<f64>; 2]) -> Vector3<f64> {
        (ends[1] - ends[0]) / self.chord
    }
}

/// In the balance.
struct Here {
    piece: Piece,
    wet: Wetting,
    /// How the material at both ends moves with the ratio, m.
    by_ratio: [Vector3<f64>; 2],
    ratio: f64,
    volume: f64,
    /// Accelerations that the added mass of each end takes part in.
    shared: [Vector3<f64>; 2],
}

impl FlowInFluid {
    fn shared(&self, vectors: &Vectors, accelerations: &[Vector3<f64>]) -> [Vector3<f64>; 2] {
        let [own, shared] = mass_shares(false);
        let [a, b] = self.ends.map(|end| vectors.value(end, accelerations));
        [a * own + b * shared, a * shared + b * own]
    }

    fn here(&self, step: &Step<'_>) -> Here {
        let ends = self.ends.map(|end| step.at.balance.of(end));
        let velocities = self.ends.map(|end| step.vectors.value(end, step.velocities));
        let payout = &self.flow.payout;
        let ratio = payout.ratio(&step.at.balance);
        let rate = payout.rate(step.vectors, step.velocities);
        let piece = self.flow.piece(ends, velocities, (ratio, rate), self.length);
        let wet = step.surroundings.layers.wetting(&piece, self.loads.diameter);
        let along = self.flow.along(&ends);
        Here {
            wet,
            by_ratio: self.flow.reach.map(|reach| along * (reach / ratio)),
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

    fn added(&self, layers: &Layers, here: &Here) -> f64 {
        added_mass::mass(layers, &here.wet, self.loads.added_mass, here.volume)
    }
}

impl Element for FlowInFluid {
    fn couple(&self, coupler: &mut Coupler<'_>) {
        coupler.stiffness(&self.ends);
        let at = [self.flow.payout.at];
        coupler.rectangle(&self.ends, &at);
        coupler.rectangle(&at, &at);
    }

    fn wire(&mut self, wirer: &mut Wirer<'_>) {
        let at = [self.flow.payout.at];
        self.wires = wirer.stiffness(&self.ends);
        self.moves = is_unknown(wirer.vectors, self.flow.payout.at);
        self.columns = self.ends.map(|end| wirer.rectangle(&[end], &at));
        self.rows = self.ends.map(|end| wirer.rectangle(&at, &[end]));
        self.own = wirer.rectangle(&at, &at);
    }

    fn act(&self, step: &Step<'_>, acted: &mut Acted<'_>) -> StepPower {
        let layers = &step.surroundings.layers;
        let here = self.here(step);
        let (drags, lifts, power) = self.forces(layers, &here);
        let mut work = 0.0;
        let mut on_ratio = 0.0;
        let added = self.added(layers, &here);
        for k in 0..2 {
            let mut force = drags[k] + lifts[k];
            on_ratio += force.dot(&here.by_ratio[k]);
            work += lifts[k].dot(&here.piece.velocities[k]);
            if added != 0.0 {
                let resists = -added_mass::inertia(&here.piece, added, &here.shared[k]);
                work += resists.dot(&step.vectors.value(self.ends[k], step.velocities));
                force += resists;
            }
            step.vectors.add_force(self.ends[k], &force, acted.forces);
        }
        self.flow.payout.add_force(step.vectors, on_ratio, acted.forces);
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
        if !self.moves {
            return;
        }
        let payout = &self.flow.payout;
        let unit = payout.gradient(1.0);
        let (drags, lifts, _) = self.forces(layers, &here);
        let mut by_velocity = [[Matrix3::zeros(); 2]; 2];
        if loads.drag != drag::Drag::None {
            let found = drag::slopes(&loads.drag, layers, wet, piece, distance, loads.diameter);
            by_velocity = found.by_velocity;
        }
        let rate = payout.rate(step.vectors, step.velocities);
        let faster = scheme.rate - scheme.balance * rate / here.ratio;
        let mut own = 0.0;
        for k in 0..2 {
            let force = drags[k] + lifts[k];
            let flows = by_velocity[k][0] * here.by_ratio[0] + by_velocity[k][1] * here.by_ratio[1];
            let column = -force * (scheme.balance / here.ratio) - flows * faster;
            let row =
                all[0][k].transpose() * here.by_ratio[0] + all[1][k].transpose() * here.by_ratio[1];
            own += column.dot(&here.by_ratio[k])
                + force.dot(&here.by_ratio[k]) * (scheme.balance / here.ratio);
            let (end, at) = (self.ends[k], payout.at);
            filling.rectangle(end, at, self.columns[k], &(column * unit.transpose()));
            filling.rectangle(at, end, self.rows[k], &(unit * row.transpose()));
        }
        let own = unit * unit.transpose() * own;
        filling.rectangle(payout.at, payout.at, self.own, &own);
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
