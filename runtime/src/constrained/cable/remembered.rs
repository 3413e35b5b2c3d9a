//! What a piece of a rope remembers: the strains of the dampers in its visco-elastic branches.
//!
//! Each of its strains (what the moments of its stretch have, its twist, its bend towards a side at a Gauss point) has one
//! number for each branch among those of the state. To a step a branch is a spring whose strain counts from somewhere
//! else (`laws/relaxation.rs`): `Σ E (ε - α) = stiffness ε - offset`.

use std::sync::Arc;

use crate::constrained::seen::Step;
use crate::laws::{Branch, From};

/// Of one piece; all of its strains have the same branches.
#[derive(Clone, Debug)]
pub(in crate::constrained) struct Remembered {
    /// By the unit of what they pull with for each strain.
    branches: Arc<[Branch]>,
    /// Where the strains of its dampers begin among all: those of its first strain, then those of its second.
    first: usize,
}

impl Remembered {
    /// `first` is where its part of the state begins.
    pub(in crate::constrained) fn new(branches: Arc<[Branch]>, first: usize) -> Self {
        Self { branches, first }
    }

    /// What remembers nothing.
    pub(in crate::constrained) fn nothing() -> Self {
        Self::new(Arc::default(), 0)
    }

    /// Whether there is no branch.
    pub(in crate::constrained) fn is_empty(&self) -> bool {
        self.branches.is_empty()
    }

    /// Each branch with the place of its damper for one of the strains.
    fn each(&self, strain: usize) -> impl Iterator<Item = (&Branch, usize)> {
        let first = self.first + strain * self.branches.len();
        self.branches.iter().zip(first..)
    }

    /// Of all branches over a step.
    pub(in crate::constrained) fn stiffness(&self, step: &Step<'_>) -> f64 {
        let gain = |branch: &Branch| branch.gain(step.scheme.relaxation, step.duration);
        self.branches.iter().map(|own| own.stiffness * gain(own)).sum()
    }

    /// What they pull with less than that of a strain which begins the step at `start`.
    pub(in crate::constrained) fn offset(&self, step: &Step<'_>, strain: usize, start: f64) -> f64 {
        let each = self.each(strain).map(|(branch, place)| {
            let from = From { creep: step.start.creep[place], strain: start };
            branch.stiffness * branch.follow(step.scheme.relaxation, step.duration, from).offset
        });
        each.sum()
    }

    /// Of all branches at an instant.
    pub(in crate::constrained) fn whole(&self) -> f64 {
        self.branches.iter().map(|own| own.stiffness).sum()
    }

    /// What they pull with less than that at an instant.
    pub(in crate::constrained) fn crept(&self, strain: usize, creep: &[f64]) -> f64 {
        self.each(strain).map(|(branch, place)| branch.stiffness * creep[place]).sum()
    }

    /// Puts the strains of dampers at the end of a step among all; gives what they lose, by the unit of the stiffness.
    pub(in crate::constrained) fn relax(
        &self,
        step: &Step<'_>,
        strain: usize,
        [start, end]: [f64; 2],
        creep: &mut [f64],
    ) -> f64 {
        let mut lost = 0.0;
        for (branch, place) in self.each(strain) {
            let from = From { creep: step.start.creep[place], strain: start };
            creep[place] = branch.creep(step.scheme.relaxation, step.duration, from, end);
            lost += branch.lost(step.scheme.relaxation, step.duration, from, end);
        }
        lost
    }

    /// Puts the strains of dampers where they are after a long rest.
    pub(in crate::constrained) fn forget(&self, strain: usize, at: f64, creep: &mut [f64]) {
        self.each(strain).for_each(|(_, place)| creep[place] = at);
    }

    /// What the branches store, by the unit of the stiffness.
    pub(in crate::constrained) fn stored(&self, strain: usize, at: f64, creep: &[f64]) -> f64 {
        let each = self.each(strain).map(|(branch, place)| {
            let stretched = at - creep[place];
            0.5 * branch.stiffness * stretched * stretched
        });
        each.sum()
    }
}
