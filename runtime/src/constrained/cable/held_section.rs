//! The inertia of a twisted rope's sections at an end, which turn with what clamps it there.

use nalgebra::Vector3;

use crate::constrained::elements::Element;
use crate::constrained::matrix::{Coupler, Filling, Wirer, Wires};
use crate::constrained::seen::Step;
use crate::constrained::sources::Motion;
use crate::constrained::vectors::{VectorId, Vectors};

/// The inertia of half a piece's sections about an end, which turn with what clamps it.
#[derive(Clone, Debug)]
pub(in crate::constrained) struct HeldSection {
    /// Two axes across the rope.
    pub(in crate::constrained) axes: [VectorId; 2],
    /// About each of them, kg m²; twice that about the rope.
    pub(in crate::constrained) inertia: f64,
    /// Where the derivatives by both axes go in the matrix.
    pub(in crate::constrained) wires: Wires,
}

impl Element for HeldSection {
    fn couple(&self, coupler: &mut Coupler<'_>) {
        coupler.stiffness(&self.axes);
    }

    fn wire(&mut self, wirer: &mut Wirer<'_>) {
        self.wires = wirer.stiffness(&self.axes);
    }

    fn add_inertia(
        &self,
        vectors: &Vectors,
        accelerations: &[Vector3<f64>],
        blocks: &mut [Vector3<f64>],
    ) {
        for axis in self.axes {
            let force = vectors.value(axis, accelerations) * self.inertia;
            vectors.add_force(axis, &force, blocks);
        }
    }

    fn fill_inertia(&self, step: &Step<'_>, filling: &mut Filling<'_>) {
        let own = step.scheme.inertia * self.inertia;
        filling.multiples(&self.axes, self.wires, &[[own, 0.0], [0.0, own]]);
    }

    fn add_kinetic(&self, motion: &Motion<'_>, sum: &mut f64) {
        let squares = self.axes.iter().map(|&axis| motion.velocity(axis).norm_squared());
        *sum += 0.5 * self.inertia * squares.sum::<f64>();
    }

    /// Axes have a part in the angular momentum alone.
    fn add_momentum(
        &self,
        motion: &Motion<'_>,
        _linear: &mut Vector3<f64>,
        angular: &mut Vector3<f64>,
    ) {
        for &axis in &self.axes {
            *angular += motion.position(axis).cross(&motion.velocity(axis)) * self.inertia;
        }
    }
}
