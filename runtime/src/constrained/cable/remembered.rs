//! What a piece of a rope remembers: the strains of the dampers in its visco-elastic branches.
//!
//! Each of its strains (what the moments of its stretch have, its twist, its bend towards a side at a Gauss point) has one
//! number for each branch among those of the state. To a step a branch is a spring whose strain counts from somewhere
//! else (`laws/relaxation.rs`): `Σ E (ε - α) = stiffness ε - offset`.

use std::sync::Arc;

use crate::constrained::seen::Step;
use crate::laws::{Branch, From, Relaxation, Sprung};

/// Of one piece; all of its strains have the same branches.
#[derive(Clone, Debug)]
pub(in crate::constrained) struct Remembered {
    /// By the unit of what they pull with for each strain.
    branches: Arc<[Branch]>,
    /// Where the strains of its dampers begin among all: those of its first strain, then those of its second.
    first: usize,
    /// How far the same strains of the next piece are behind these.
    stride: usize,
    /// Where rope flows: how much less each of them is at an instant, as rope was mixed at the end of the last step (`cable/mixing.rs`) that
    /// comes all along a step.
    mixed: Option<usize>,
    /// Whether that is [`Branch::sudden`] of what was mixed, in the place of half of it.
    relaxes: bool,
}

/// What branches do over a step by what their springs are stretched by, `y`.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::constrained) struct Pulling {
    /// `Σ E ȳ`
    pub(in crate::constrained) pull: f64,
    /// `Σ E (y₀² + y₁²)`
    pub(in crate::constrained) squares: f64,
    /// `Σ E y₁ ∂y₁/∂ε₁`
    pub(in crate::constrained) by_last: f64,
}

impl Remembered {
    /// `first` is where its part of the state begins.
    pub(in crate::constrained) fn new(branches: Arc<[Branch]>, first: usize) -> Self {
        let stride = branches.len();
        Self { branches, first, stride, mixed: None, relaxes: false }
    }

    /// The same where pieces remember more than this.
    pub(in crate::constrained) fn every(self, stride: usize) -> Self {
        Self { stride, ..self }
    }

    /// The same where rope flows and relaxes as it comes into a piece.
    pub(in crate::constrained) fn relaxing_at(self, mixed: Option<usize>) -> Self {
        Self { mixed, relaxes: true, ..self }
    }

    /// The same where rope flows.
    pub(in crate::constrained) fn mixed_at(self, mixed: Option<usize>) -> Self {
        Self { mixed, ..self }
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
    pub(super) fn each(&self, strain: usize) -> impl Iterator<Item = (&Branch, usize)> {
        let first = self.first + strain * self.branches.len();
        self.branches.iter().zip(first..)
    }

    /// The same damper of the piece before, or behind (1), of one strain; pieces stand one behind the other.
    pub(super) fn beside(&self, place: usize, end: usize) -> usize {
        if end == 0 { place - self.stride } else { place + self.stride }
    }

    /// Before rope is mixed, of the first so many strains.
    pub(super) fn begin_mixing(&self, strains: usize, creep: &mut [f64]) {
        if let Some(mixed) = self.mixed {
            creep[mixed..mixed + strains * self.branches.len()].fill(0.0);
        }
    }

    /// What a damper grows by at the end of a step of so many seconds, as rope is mixed.
    pub(super) fn grow(
        &self,
        (branch, place): (&Branch, usize),
        grown: f64,
        seconds: f64,
        creep: &mut [f64],
    ) {
        creep[place] += grown;
        if let Some(less) = self.lessens(place) {
            creep[less] += grown * if self.relaxes { branch.sudden(seconds) } else { 0.5 };
        }
    }

    /// Where it stands by how much less a damper is at an instant.
    fn lessens(&self, place: usize) -> Option<usize> {
        self.mixed.map(|mixed| mixed + place - self.first)
    }

    /// By how much.
    fn less(&self, place: usize, creep: &[f64]) -> f64 {
        self.lessens(place).map_or(0.0, |less| creep[less])
    }

    /// How much further a damper is where a step looks at its strain than without mixing. That of the last step is taken for that of
    /// this one at its end; over a step both ends cancel.
    fn ahead(&self, step: &Step<'_>, (branch, place): (&Branch, usize), creep: &[f64]) -> f64 {
        match step.scheme.relaxation {
            Relaxation::Mean | Relaxation::Done => 0.0,
            Relaxation::End if self.relaxes => {
                let sudden = branch.sudden(step.duration);
                self.less(place, creep) * (1.0 - sudden) / sudden
            }
            Relaxation::End => self.less(place, creep),
            Relaxation::Held => -self.less(place, creep),
        }
    }

    /// The strain of a damper at an instant.
    pub(super) fn at_instant(&self, place: usize, creep: &[f64]) -> f64 {
        creep[place] - self.less(place, creep)
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
            let how = step.scheme.relaxation;
            let ahead = self.ahead(step, (branch, place), &step.start.creep);
            branch.stiffness * (branch.follow(how, step.duration, from).offset + ahead)
        });
        each.sum()
    }

    /// Of a strain that begins and ends a step, or is twice the one in the balance.
    pub(in crate::constrained) fn over_step(
        &self,
        step: &Step<'_>,
        strain: usize,
        start: f64,
        [from, to]: [f64; 2],
    ) -> Pulling {
        let (how, discrete) = (step.scheme.relaxation, step.scheme.discrete);
        let mut all = Pulling::default();
        for (branch, place) in self.each(strain) {
            let from_creep = From { creep: step.start.creep[place], strain: start };
            let ahead = self.ahead(step, (branch, place), &step.start.creep);
            let own = branch.sprung((how, discrete), step.duration, from_creep, [from, to], ahead);
            let Sprung { stiffness, first, mean, last, by_last, gain: _ } = own;
            all.pull += stiffness * mean;
            all.squares += stiffness * (first * first + last * last);
            all.by_last += stiffness * by_last * last;
        }
        all
    }

    /// Of all branches at an instant.
    pub(in crate::constrained) fn whole(&self) -> f64 {
        self.branches.iter().map(|own| own.stiffness).sum()
    }

    /// What they pull with less than that at an instant.
    pub(in crate::constrained) fn crept(&self, strain: usize, creep: &[f64]) -> f64 {
        let each = self.each(strain);
        each.map(|(branch, place)| branch.stiffness * self.at_instant(place, creep)).sum()
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
        for (_, place) in self.each(strain) {
            creep[place] = at;
            if let Some(less) = self.lessens(place) {
                creep[less] = 0.0;
            }
        }
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
