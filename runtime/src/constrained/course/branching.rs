//! Steps close by singular positions, where constraints allow more than one way on.
//!
//! A step that is too long there ends on another branch, or turns the motion so sharply that its velocities, which are twice their mean
//! less those before, do not fit the constraints any more: that much of their energy goes to and fro from then on, and the rest
//! moves too slowly. Neither shows in constraints or ledger.
//!
//! Such a step is divided where that helps, which is tried beforehand. Straight through a singular position itself it does not, and the shorter
//! steps are there, the less is left of what says which way is straight: so then the step is taken as it is.

use super::ConstrainedCourse;
use super::way::{Way, project_velocities};
use crate::constrained::data::ConstrainedData;
use crate::constrained::energy::kinetic;
use crate::constrained::model::ConstrainedModel;
use crate::constrained::newton::Stuck;
use crate::constrained::step::alternating::{mass, rounding};
use crate::constrained::step::branch::{Weakest, weakest};
use crate::constrained::step::checkpoint::Checkpoint;
use crate::constrained::step::midpoint;
use crate::constrained::step::substeps::Substeps;
use crate::constrained::{known, velocities, watch};

/// Of all velocities, by their energies: what a step may have across the constraints, if it did not begin with more.
const MOST_ACROSS: f64 = 0.03;
/// Of those across the constraints that a step begins with.
const AS_BEFORE: f64 = 1.1;
/// Of the largest kinetic energy: what is slower than that is not looked into.
const SMALLEST: f64 = 1e-3;
/// Pivots are about the square of how far a singular position is, in angles: where it is what turns a motion sharply, and nothing else.
const CLOSE: f64 = 1e-3;

/// What is known of steps close by singular positions.
pub(super) struct Branches {
    /// How often a step left its branch or turned too sharply, and no division of it helped.
    pub(super) passed: u64,
    /// Of all velocities: those across the constraints at the end of the last step, where that is not little.
    across: f64,
    /// The sign of a determinant along a branch.
    usual: Option<bool>,
    /// Until when parts are known to help, s.
    helped_until: f64,
    /// Of everything that moves by itself, kg.
    mass: f64,
    /// What rounding may have left of kinetic energies so far, J: velocities are differences over a step, and those of a short one stay.
    noise: f64,
    /// Where a part of a step begins; models without loops of bodies need none.
    begin: Option<Box<Checkpoint>>,
}

impl Branches {
    /// Before the first step.
    pub(super) fn new(model: &ConstrainedModel, data: &ConstrainedData) -> Self {
        Self {
            passed: 0,
            across: 0.0,
            usual: None,
            helped_until: f64::NEG_INFINITY,
            mass: mass(model),
            noise: 0.0,
            begin: (!data.closures.is_empty()).then(|| Box::new(Checkpoint::of(data))),
        }
    }
}

/// Why an end is not taken.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Parted {
    /// The group of what closes a loop.
    group: usize,
    /// Of the weakest pivot.
    share: f64,
    /// Whether it lies on another branch; else velocities do not fit.
    leaves: bool,
}

impl Parted {
    fn of(weakest: Weakest, leaves: bool) -> Self {
        Self { group: weakest.group, share: weakest.share, leaves }
    }
}

impl ConstrainedCourse<'_> {
    /// Makes the end that has been found of a step the state.
    ///
    /// # Errors
    /// A shorter one is to be tried, where constraints allow two ways on; then the state is as it was.
    pub(super) fn accept(&mut self, step: f64) -> Result<(), Stuck> {
        let (model, data) = (self.model, self.memory.work());
        let Way::Midpoint { discrete, project } = self.way else {
            self.way.accept(model, data, step);
            return Ok(());
        };
        let begin = data.state.time;
        if let Err(parted) = self.accept_on_branch(step, discrete) {
            let helps = begin < self.branches.helped_until || self.division_helps(step, discrete);
            if helps && self.substeps.may_divide_at_branches() {
                self.branches.helped_until = self.branches.helped_until.max(begin + step);
                return Err(Stuck::Singular { group: parted.group });
            }
            // As it was, or another one is found.
            let data = self.memory.work();
            midpoint::attempt(model, data, step, discrete)?;
            midpoint::accept(model, data, step);
            self.branches.passed += u64::from(parted.leaves || parted.share < CLOSE);
        }
        if project {
            project_velocities(model, self.memory.work());
        }
        Ok(())
    }

    /// Whether a step from the state on, which is not taken whole, has a division all parts of which are on the branch. What turns too sharply for
    /// the shortest parts turns less sharply in these.
    fn division_helps(&mut self, step: f64, discrete: bool) -> bool {
        let model = self.model;
        let Branches { across, usual, noise, .. } = self.branches;
        let begin = self.memory.data().state.time;
        let mut parts = Substeps::default();
        let mut leaves = true;
        let mut is_over = false;
        while !is_over && parts.may_divide_at_branches() && parts.halve() {
            while !is_over {
                let data = self.memory.work();
                let part = begin + parts.end() * step - data.state.time;
                if midpoint::attempt(model, data, part, discrete).is_err() {
                    break;
                }
                if let Err(parted) = self.accept_on_branch(part, discrete) {
                    leaves = parted.leaves;
                    break;
                }
                is_over = parts.advance();
            }
        }
        self.before.restore_counted(self.memory.work());
        let own = &mut self.branches;
        (own.across, own.usual, own.noise) = (across, usual, noise);
        is_over || !leaves
    }

    /// Makes the end that has been found the state if it goes on where the step began.
    ///
    /// # Errors
    /// It does not; then the state is as it was, and everything evaluated for another purpose.
    fn accept_on_branch(&mut self, step: f64, discrete: bool) -> Result<(), Parted> {
        let (model, data) = (self.model, self.memory.work());
        self.branches.noise = self.branches.noise.max(rounding(self.branches.mass, model, step));
        // What contradicts itself has no branch, and is looked into as it is.
        let is_open = data.may_depend && watch::openness(model, data) > self.open;
        let weakest = if is_open { None } else { weakest(model, data) };
        let Some(weakest) = weakest.filter(|own| own.is_near) else {
            self.branches.across = 0.0;
            midpoint::accept(model, data, step);
            return Ok(());
        };
        midpoint::keep_found(data);
        if weakest.is_within_reach {
            if midpoint::leaves_branch(model, data, step, &mut self.branches.usual) {
                return Err(Parted::of(weakest, true));
            }
            midpoint::found_again(model, data, step, discrete);
        }
        self.accept_turned(step, weakest, discrete)
    }

    /// The same where the end that [`midpoint::keep_found`] has kept is on the branch: whether velocities there do not fit the constraints by
    /// much more than those before.
    fn accept_turned(&mut self, step: f64, weakest: Weakest, discrete: bool) -> Result<(), Parted> {
        let (model, data) = (self.model, self.memory.work());
        let Some(begin) = &mut self.branches.begin else {
            midpoint::accept(model, data, step);
            return Ok(());
        };
        begin.keep(data);
        midpoint::accept(model, data, step);
        let all = kinetic(model, &model.motion(&data.state));
        let noise = self.branches.noise;
        let all = all.max(SMALLEST * self.most_kinetic).max(noise);
        // One that is nearly said by others takes as much more to satisfy than if it were alone.
        let alone = self.alternation.as_mut().map(|own| own.energy_now(model, data));
        let little = noise.max(weakest.share * MOST_ACROSS * MOST_ACROSS * all);
        let is_little = alone.is_some_and(|own| own <= little);
        if is_little && model.equations.user.is_empty() {
            self.branches.across = 0.0;
            known::signals_of_time(model, data, data.state.time - 0.5 * step);
            let both = begin.state.velocities.iter().zip(&data.state.velocities);
            for (mean, (before, now)) in data.balance_velocities.iter_mut().zip(both) {
                *mean = (before + now) * 0.5;
            }
            return Ok(());
        }
        let share_across = |data: &mut ConstrainedData| {
            let taken = velocities::fit(model, data, &[]).map_or(0.0, |taken| taken.dissipated);
            (taken.max(0.0) / all).sqrt()
        };
        let across = if is_little { 0.0 } else { share_across(data) };
        begin.restore_counted(data);
        let mut turns = across > MOST_ACROSS.max(AS_BEFORE * self.branches.across);
        if turns {
            // What was looked at last may lie long behind.
            turns = across > AS_BEFORE * share_across(data);
            begin.restore_counted(data);
        }
        midpoint::found_again(model, data, step, discrete);
        if turns {
            return Err(Parted::of(weakest, false));
        }
        self.branches.across = across;
        midpoint::accept(model, data, step);
        Ok(())
    }
}
