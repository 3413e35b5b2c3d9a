//! By what law the tension of a piece of a spline follows its stretch.
//!
//! What the moments `φₘ` of the stretch have of Legendre's polynomials is the strain `εₘ = (2m + 1)/l φₘ`, and the
//! tension `Nₘ` is that of a generalized Maxwell model beside a damper,
//!
//! ```text
//! Nₘ = K εₘ + η dεₘ/dt + Σ E (εₘ - αₘ)
//! ```
//!
//! with the strain `α` of a branch's damper (`laws/relaxation.rs`), of which there is one for each moment and branch. Each
//! stores and loses `l/(2m + 1)` of what a length does. What a step makes of `ε - α` is `gain ε - offset`, and the offset
//! is known before: so to a step such a rope is an elastic one, of the stiffness `K + Σ E gain`, whose strain counts from
//! somewhere else.

use std::sync::Arc;

use crate::constrained::seen::Step;
use crate::constrained::vectors::{VectorId, VectorValues};
use crate::laws::spline::{DEGREES, NODAL, Shapes, Strains, moments, strains};
use crate::laws::{Branch, From};
use crate::mechanism::AxialStiffness;

/// Of one piece.
#[derive(Clone, Debug)]
pub(in crate::constrained) struct Tension {
    /// N
    pub(in crate::constrained) stiffness: f64,
    /// N s
    pub(in crate::constrained) damping: f64,
    branches: Arc<[Branch]>,
    /// Where the strains of its dampers begin among all.
    first: usize,
}

/// As a step has it.
#[derive(Clone, Copy, Debug)]
pub(in crate::constrained) struct Elastic {
    /// N
    pub(in crate::constrained) stiffness: f64,
    /// The strains that it counts from.
    pub(in crate::constrained) origin: Strains,
}

impl Tension {
    pub(in crate::constrained) fn new(
        axial: AxialStiffness,
        branches: Arc<[Branch]>,
        first: usize,
    ) -> Self {
        let AxialStiffness { stiffness, damping } = axial;
        Self { stiffness, damping, branches, first }
    }

    /// Whether it remembers anything.
    pub(in crate::constrained) fn relaxes(&self) -> bool {
        !self.branches.is_empty()
    }

    /// Each branch with a moment's place among the strains of dampers.
    fn each(&self, degree: usize) -> impl Iterator<Item = (&Branch, usize)> {
        let first = self.first + degree * self.branches.len();
        self.branches.iter().zip(first..)
    }

    /// N
    pub(in crate::constrained) fn stiffness(&self, step: &Step<'_>) -> f64 {
        let gain = |branch: &Branch| branch.gain(step.scheme.relaxation, step.duration);
        self.branches.iter().fold(self.stiffness, |sum, own| sum + own.stiffness * gain(own))
    }

    /// What it is over a step, and what it remembers.
    pub(in crate::constrained) fn elastic(
        &self,
        step: &Step<'_>,
        shapes: &Shapes,
        nodal: &[VectorId; NODAL],
    ) -> Elastic {
        let stiffness = self.stiffness(step);
        let mut origin = Strains::default();
        if self.relaxes() {
            let start = strains_at(shapes, nodal, &step.at.start);
            for (degree, origin) in origin.iter_mut().enumerate() {
                for (branch, place) in self.each(degree) {
                    let from = From { creep: step.start.creep[place], strain: start[degree] };
                    let how = step.scheme.relaxation;
                    let offset = branch.follow(how, step.duration, from).offset;
                    *origin += branch.stiffness * offset / stiffness;
                }
            }
        }
        Elastic { stiffness, origin }
    }

    /// At an instant.
    pub(in crate::constrained) fn held(&self, creep: &[f64]) -> Elastic {
        let stiffness = self.branches.iter().fold(self.stiffness, |sum, own| sum + own.stiffness);
        let mut origin = Strains::default();
        for (degree, origin) in origin.iter_mut().enumerate() {
            for (branch, place) in self.each(degree) {
                *origin += branch.stiffness * creep[place] / stiffness;
            }
        }
        Elastic { stiffness, origin }
    }

    /// Puts the strains of dampers at the end of a step among all; gives what they lose, J.
    pub(in crate::constrained) fn relax(
        &self,
        step: &Step<'_>,
        shapes: &Shapes,
        nodal: &[VectorId; NODAL],
        creep: &mut [f64],
    ) -> f64 {
        let [start, end] = [&step.at.start, &step.at.end].map(|at| strains_at(shapes, nodal, at));
        let mut lost = 0.0;
        for (degree, over) in DEGREES.into_iter().enumerate() {
            for (branch, place) in self.each(degree) {
                let from = From { creep: step.start.creep[place], strain: start[degree] };
                let (how, strain) = (step.scheme.relaxation, end[degree]);
                creep[place] = branch.creep(how, step.duration, from, strain);
                lost += shapes.length / over * branch.lost(how, step.duration, from, strain);
            }
        }
        lost
    }

    /// Strains of dampers of a piece that has rested.
    pub(in crate::constrained) fn forget(
        &self,
        shapes: &Shapes,
        moments: [f64; 3],
        creep: &mut [f64],
    ) {
        let strains = strains(shapes, moments);
        for (degree, strain) in strains.into_iter().enumerate() {
            self.each(degree).for_each(|(_, place)| creep[place] = strain);
        }
    }

    /// What the branches store, J.
    pub(in crate::constrained) fn stored_by_branches(
        &self,
        shapes: &Shapes,
        moments: [f64; 3],
        creep: &[f64],
    ) -> f64 {
        let strains = strains(shapes, moments);
        let mut stored = 0.0;
        for (degree, (strain, over)) in strains.into_iter().zip(DEGREES).enumerate() {
            for (branch, place) in self.each(degree) {
                let stretched = strain - creep[place];
                stored += 0.5 * branch.stiffness * shapes.length / over * stretched * stretched;
            }
        }
        stored
    }
}

fn strains_at(shapes: &Shapes, nodal: &[VectorId; NODAL], at: &VectorValues) -> Strains {
    strains(shapes, moments(shapes, &nodal.map(|id| at.of(id))))
}
