//! Steps close by singular positions, where constraints allow more than one way on.
//!
//! A step that is too long there ends on another branch, or turns the motion so sharply that its velocities, which are twice their mean
//! less those before, do not fit the constraints any more: that much of their energy goes to and fro from then on, and the rest
//! moves too slowly. Neither shows in constraints or ledger.

use super::ConstrainedCourse;
use super::way::{Way, project_velocities};
use crate::constrained::energy::kinetic;
use crate::constrained::newton::Stuck;
use crate::constrained::step::branch::{Weakest, weakest};
use crate::constrained::step::midpoint;
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
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Branches {
    /// How often a part of a step that is not divided any more left its branch or turned too sharply.
    pub(super) passed: u64,
    /// Of all velocities: those across the constraints at the end of the last step, where that is not little.
    across: f64,
    /// The sign of a determinant along a branch.
    usual: Option<bool>,
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
        // What contradicts itself has no branch, and is looked into as it is.
        let is_open = data.may_depend && watch::openness(model, data) > self.open;
        let weakest = if is_open { None } else { weakest(model, data) };
        if let Some(weakest) = weakest.filter(|own| own.is_near) {
            self.accept_on_branch(step, weakest, discrete)?;
        } else {
            self.branches.across = 0.0;
            midpoint::accept(model, data, step);
        }
        if project {
            project_velocities(model, self.memory.work());
        }
        Ok(())
    }

    /// The same of a midpoint scheme where something may be singular.
    fn accept_on_branch(
        &mut self,
        step: f64,
        weakest: Weakest,
        discrete: bool,
    ) -> Result<(), Stuck> {
        let (model, data) = (self.model, self.memory.work());
        let divides = self.substeps.may_divide_at_branches();
        let no_end = Err(Stuck::Singular { group: weakest.group });
        midpoint::keep_found(data);
        let mut passes = false;
        if weakest.is_within_reach {
            passes = midpoint::leaves_branch(model, data, step, &mut self.branches.usual);
            if passes && divides {
                return no_end;
            }
            midpoint::found_again(model, data, step, discrete);
        }
        if self.swerves(step, weakest.share, discrete) {
            if divides {
                return no_end;
            }
            passes |= weakest.share < CLOSE;
        }
        self.branches.passed += u64::from(passes);
        Ok(())
    }

    /// Makes the end that [`midpoint::keep_found`] has kept the state, unless velocities there do not fit the constraints by much more than those
    /// before, and a shorter step is to be tried. `share` is that of the weakest pivot of what closes loops.
    fn swerves(&mut self, step: f64, share: f64, discrete: bool) -> bool {
        let (model, data) = (self.model, self.memory.work());
        midpoint::accept(model, data, step);
        let all = kinetic(model, &model.motion(&data.state));
        let all = all.max(SMALLEST * self.most_kinetic).max(f64::MIN_POSITIVE);
        // One that is nearly said by others takes as much more to satisfy than if it were alone.
        let alone = self.alternation.as_mut().map(|own| own.energy_now(model, data));
        let is_little = alone.is_some_and(|own| own <= share * MOST_ACROSS * MOST_ACROSS * all);
        if is_little && model.equations.user.is_empty() {
            self.branches.across = 0.0;
            known::signals_of_time(model, data, data.state.time - 0.5 * step);
            let both = self.before.state.velocities.iter().zip(&data.state.velocities);
            for (mean, (before, now)) in data.balance_velocities.iter_mut().zip(both) {
                *mean = (before + now) * 0.5;
            }
            return false;
        }
        let mut across = 0.0;
        if !is_little {
            let taken = velocities::fit(model, data).map_or(0.0, |taken| taken.dissipated);
            across = (taken.max(0.0) / all).sqrt();
        }
        let counts = data.newton;
        self.before.restore(data);
        data.newton = counts;
        midpoint::found_again(model, data, step, discrete);
        let swerves = across > MOST_ACROSS.max(AS_BEFORE * self.branches.across);
        if !(swerves && self.substeps.may_divide_at_branches()) {
            self.branches.across = across;
            midpoint::accept(model, data, step);
        }
        swerves
    }
}
