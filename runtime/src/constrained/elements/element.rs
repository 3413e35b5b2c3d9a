//! What the solver asks of every element.
//!
//! An element only sees vectors, so it does not matter whether its ends are on bodies, nodes or the
//! world. All methods but the first two are called during a run, and allocate nothing.

use nalgebra::Vector3;

use crate::constrained::data::StepPower;
use crate::constrained::matrix::{Coupler, Filling, Wirer};
use crate::constrained::seen::Step;
use crate::constrained::sources::Motion;
use crate::constrained::vectors::{VectorId, Vectors};
use crate::laws::Layers;
use crate::mechanism::Energies;
use crate::signals::Values;

/// What elements make of a step.
/// Forces of elements are added to what is there.
pub(in crate::constrained) struct Acted<'a> {
    /// On the blocks, N (N m on directors).
    pub(in crate::constrained) forces: &'a mut [Vector3<f64>],
    /// Of controlled segments, at the end.
    pub(in crate::constrained) integrals: &'a mut [f64],
    /// Of visco-elastic branches, at the end.
    pub(in crate::constrained) creep: &'a mut [f64],
    /// What these lose over the step, J.
    pub(in crate::constrained) relaxed: &'a mut f64,
    /// Of what is dissipated, where rope that remembers different twists is mixed over the step, J.
    pub(in crate::constrained) mixed: &'a mut f64,
}

/// Where energies are asked for.
#[derive(Clone, Copy)]
pub(in crate::constrained) struct Stored<'a> {
    /// Positions and velocities of the blocks.
    pub(in crate::constrained) motion: &'a Motion<'a>,
    /// Of the joints' coordinates.
    pub(in crate::constrained) coordinates: &'a [f64],
    /// Of visco-elastic branches.
    pub(in crate::constrained) creep: &'a [f64],
    /// Of all signals.
    pub(in crate::constrained) values: &'a Values,
    /// Air and water.
    pub(in crate::constrained) layers: Layers,
}

/// What acts on the blocks by vectors. What an element has nothing to do with it leaves out.
pub(in crate::constrained) trait Element {
    /// Tells which groups of unknowns it couples.
    fn couple(&self, coupler: &mut Coupler<'_>);

    /// Finds its places in the matrix.
    fn wire(&mut self, wirer: &mut Wirer<'_>);

    /// Adds its forces over a step to the blocks; gives what is lost, and what it does, W.
    #[inline(always)]
    fn act(&self, _step: &Step<'_>, _acted: &mut Acted<'_>) -> StepPower {
        StepPower::default()
    }

    /// Adds `-∂(forces)/∂(end)`, but that by accelerations.
    #[inline(always)]
    fn slopes(&self, _step: &Step<'_>, _filling: &mut Filling<'_>) {}

    /// Adds the inertia forces for accelerations of the blocks.
    #[inline(always)]
    fn add_inertia(
        &self,
        _vectors: &Vectors,
        _accelerations: &[Vector3<f64>],
        _blocks: &mut [Vector3<f64>],
    ) {
    }

    /// Adds what resists accelerations.
    #[inline(always)]
    fn fill_inertia(&self, _step: &Step<'_>, _filling: &mut Filling<'_>) {}

    /// The same of what moves with it, which has its part in [`Self::act`] too.
    #[inline(always)]
    fn add_carried_inertia(&self, _step: &Step<'_>, _blocks: &mut [Vector3<f64>]) {}

    #[inline(always)]
    fn fill_carried_inertia(&self, _step: &Step<'_>, _filling: &mut Filling<'_>) {}

    /// Adds minus the derivatives of its forces by multipliers, which it reads.
    fn fill_by_multipliers(&self, _step: &Step<'_>, _filling: &mut Filling<'_>) {}

    /// Tells of each vector with which part of its mass it resists when it is accelerated alone, kg.
    fn weigh(&self, _each: &mut dyn FnMut(VectorId, f64)) {}

    /// kg; what flows past and what turns with a rope have none.
    fn mass(&self) -> f64 {
        0.0
    }

    /// Adds its kinetic energy, J.
    fn add_kinetic(&self, _motion: &Motion<'_>, _sum: &mut f64) {}

    /// The same of what moves with it.
    fn add_carried_kinetic(&self, _motion: &Motion<'_>, _layers: &Layers, _sum: &mut f64) {}

    /// Adds its momentum, and the angular one about the world's origin.
    fn add_momentum(
        &self,
        _motion: &Motion<'_>,
        _linear: &mut Vector3<f64>,
        _angular: &mut Vector3<f64>,
    ) {
    }

    /// Adds what it stores: elastic and gravity, J.
    fn add_stored(&self, _stored: &Stored<'_>, _energies: &mut Energies) {}

    /// What it pulls or pushes with where nothing moves, N; moments count by `extent`, m.
    fn strength(&self, _step: &Step<'_>, _extent: f64) -> f64 {
        0.0
    }

    /// A line that it keeps to a length, with that, m.
    fn line(&self) -> Option<(VectorId, f64)> {
        None
    }
}
