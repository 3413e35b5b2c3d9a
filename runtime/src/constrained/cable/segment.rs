//! Segments of lumped cables that pull like springs.
//!
//! The law is a [`LineLaw`], the discrete gradient that of [`crate::constrained::elements::line`].

use crate::constrained::data::StepPower;
use crate::constrained::elements::line::{Line, pull};
use crate::constrained::elements::{Acted, Element, Stored};
use crate::constrained::matrix::{Coupler, Filling, Wirer};
use crate::constrained::seen::Step;
use crate::constrained::vectors::VectorId;
use crate::laws::LineLaw;
use crate::mechanism::Energies;

/// Between two neighbouring nodes.
#[derive(Clone, Debug)]
pub(in crate::constrained) struct Segment {
    /// Between its nodes, with where it goes in the matrix.
    pub(in crate::constrained) line: Line,
    /// Tension over length and its rate, N; positive where it pulls both ends together.
    pub(in crate::constrained) law: LineLaw,
    /// Unstretched, m.
    pub(in crate::constrained) length: f64,
}

impl Element for Segment {
    fn couple(&self, coupler: &mut Coupler<'_>) {
        coupler.stiffness(&[self.line.vector]);
    }

    fn wire(&mut self, wirer: &mut Wirer<'_>) {
        self.line.stiffness = wirer.stiffness(&[self.line.vector]);
    }

    #[inline(always)]
    fn act(&self, step: &Step<'_>, acted: &mut Acted<'_>) -> StepPower {
        let id = self.line.vector;
        let rate = step.vectors.value(id, step.velocities);
        let pull = pull(&self.law, step.scheme, step.at, id, &rate, step.extent);
        let force = step.at.balance.of(id) * -pull.factor;
        step.vectors.add_force(id, &force, acted.forces);
        StepPower { dissipated: pull.dissipated, work: 0.0 }
    }

    #[inline(always)]
    fn slopes(&self, step: &Step<'_>, filling: &mut Filling<'_>) {
        let rate = step.vectors.value(self.line.vector, step.velocities);
        let pull = pull(&self.law, step.scheme, step.at, self.line.vector, &rate, step.extent);
        self.line.fill(step.scheme, step.at, &pull, filling);
    }

    fn add_stored(&self, stored: &Stored<'_>, energies: &mut Energies) {
        energies.elastic += self.law.energy(stored.motion.position(self.line.vector).norm());
    }

    fn strength(&self, step: &Step<'_>, _extent: f64) -> f64 {
        self.law.tension(step.at.balance.of(self.line.vector).norm(), 0.0).sum().abs()
    }

    fn line(&self) -> Option<(VectorId, f64)> {
        Some((self.line.vector, self.length))
    }
}
