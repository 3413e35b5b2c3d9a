//! A mass that sits on a cable: its weight acts on the blocks as a constant force, as that of all that is heavy.

use nalgebra::{Matrix3, Vector3};

use crate::constrained::elements::Element;
use crate::constrained::matrix::{Coupler, Filling, Wirer, Wires};
use crate::constrained::seen::Step;
use crate::constrained::sources::Motion;
use crate::constrained::vectors::{VectorId, Vectors};

/// What sits there.
#[derive(Clone, Copy, Debug)]
pub(in crate::constrained) struct ClumpOn {
    /// The cable, the piece of it, and the fraction of that.
    pub(in crate::constrained) place: (usize, (usize, f64)),
    pub(in crate::constrained) at: VectorId,
    /// kg
    pub(in crate::constrained) mass: f64,
    /// m/s²
    pub(in crate::constrained) gravity: Vector3<f64>,
    pub(in crate::constrained) wires: Wires,
}

impl ClumpOn {
    /// `place` as in the field of that name; kg, m/s².
    pub(in crate::constrained) fn of(
        place: (usize, (usize, f64)),
        at: VectorId,
        mass: f64,
        gravity: Vector3<f64>,
    ) -> Self {
        Self { place, at, mass, gravity, wires: Wires::default() }
    }

    /// On the cable, N: its weight less what its own acceleration takes.
    pub(in crate::constrained) fn force(
        &self,
        motion: &Motion<'_>,
        accelerations: &[Vector3<f64>],
    ) -> Vector3<f64> {
        (self.gravity - motion.vectors.value(self.at, accelerations)) * self.mass
    }
}

impl Element for ClumpOn {
    fn couple(&self, coupler: &mut Coupler<'_>) {
        coupler.stiffness(&[self.at]);
    }

    fn wire(&mut self, wirer: &mut Wirer<'_>) {
        self.wires = wirer.stiffness(&[self.at]);
    }

    fn add_inertia(
        &self,
        vectors: &Vectors,
        accelerations: &[Vector3<f64>],
        blocks: &mut [Vector3<f64>],
    ) {
        let force = vectors.value(self.at, accelerations) * self.mass;
        vectors.add_force(self.at, &force, blocks);
    }

    fn fill_inertia(&self, step: &Step<'_>, filling: &mut Filling<'_>) {
        let own = Matrix3::identity() * (step.scheme.inertia * self.mass);
        filling.stiffness(&[self.at], self.wires, &[[own]]);
    }

    fn weigh(&self, each: &mut dyn FnMut(VectorId, f64)) {
        each(self.at, self.mass);
    }

    fn mass(&self) -> f64 {
        self.mass
    }

    fn add_kinetic(&self, motion: &Motion<'_>, sum: &mut f64) {
        *sum += 0.5 * self.mass * motion.velocity(self.at).norm_squared();
    }

    fn add_momentum(
        &self,
        motion: &Motion<'_>,
        linear: &mut Vector3<f64>,
        angular: &mut Vector3<f64>,
    ) {
        let momentum = motion.velocity(self.at) * self.mass;
        *linear += momentum;
        *angular += motion.position(self.at).cross(&momentum);
    }
}
