//! How a course goes from one state to the next.

use super::ConstrainedCourse;
use crate::analyses::Clock;
use crate::constrained::data::ConstrainedData;
use crate::constrained::equilibrium::Rest;
use crate::constrained::model::ConstrainedModel;
use crate::constrained::newton::Stuck;
use crate::constrained::step::adaptive::Adaptive;
use crate::constrained::step::generalized_alpha::GeneralizedAlpha;
use crate::constrained::step::midpoint;
use crate::constrained::trouble::fault;
use crate::constrained::{instant, velocities};
use crate::fault::Fault;

/// Generalized-alpha on its way.
pub(super) struct AlphaSteps {
    /// With the auxiliary accelerations at the last step's end.
    pub(super) scheme: GeneralizedAlpha,
    /// Where the last step began, and for steps that are thrown away.
    pub(super) before: GeneralizedAlpha,
    /// See `before`.
    pub(super) side: GeneralizedAlpha,
}

/// How the course goes on.
pub(super) enum Way {
    /// Fixed steps of one of the midpoint schemes; with discrete gradients or without.
    Midpoint { discrete: bool, project: bool },
    /// Steps as long as a tolerance allows.
    Adaptive { steps: Adaptive, project: bool },
    /// Fixed steps.
    GeneralizedAlpha(Box<AlphaSteps>),
    /// It stays where it is.
    Rest(Option<Rest>),
}

/// When steps end, and how long they are at most, s.
pub(super) struct Pace {
    /// The grid of steps, the end, and instants in between.
    pub(super) clock: Clock,
    pub(super) longest: f64,
    /// About how long they are.
    pub(super) usual: f64,
}

impl Way {
    /// Whether its velocities are on the constraints at the end of every step.
    pub(super) fn projects(&self) -> bool {
        match self {
            Way::Midpoint { project, .. } | Way::Adaptive { project, .. } => *project,
            Way::GeneralizedAlpha(_) => true,
            Way::Rest(_) => false,
        }
    }

    /// Whether its steps end with the accelerations and multipliers of their end.
    pub(super) fn settles(&self) -> bool {
        matches!(self, Way::GeneralizedAlpha(_))
    }

    /// One step of `step` seconds from `data.state`, which becomes its end; where there is none the state stays.
    pub(super) fn take(
        &mut self,
        model: &ConstrainedModel,
        data: &mut ConstrainedData,
        step: f64,
    ) -> Result<(), Stuck> {
        self.find(model, data, step)?;
        self.accept(model, data, step);
        Ok(())
    }

    /// Looks for the end of a step: of the midpoint schemes for [`accept`](Self::accept) to go there, of the others it is the state.
    fn find(
        &mut self,
        model: &ConstrainedModel,
        data: &mut ConstrainedData,
        step: f64,
    ) -> Result<(), Stuck> {
        match self {
            Way::Midpoint { discrete, .. } => midpoint::attempt(model, data, step, *discrete),
            Way::Adaptive { .. } => midpoint::attempt(model, data, step, true),
            Way::GeneralizedAlpha(steps) => steps.scheme.advance(model, data, step),
            Way::Rest(_) => Ok(()),
        }
    }

    /// See [`find`](Self::find).
    pub(super) fn accept(
        &mut self,
        model: &ConstrainedModel,
        data: &mut ConstrainedData,
        step: f64,
    ) {
        match self {
            Way::Midpoint { project, .. } | Way::Adaptive { project, .. } => {
                midpoint::accept(model, data, step);
                if *project {
                    project_velocities(model, data);
                }
            }
            Way::GeneralizedAlpha(_) | Way::Rest(_) => {}
        }
    }

    /// So many of them, which take `whole` seconds from the start of the last step, for a row: what comes after is
    /// not touched.
    pub(super) fn side_steps(
        &mut self,
        model: &ConstrainedModel,
        data: &mut ConstrainedData,
        whole: f64,
        parts: u32,
    ) -> Result<(), Stuck> {
        let step = whole / f64::from(parts);
        if let Way::GeneralizedAlpha(steps) = self {
            steps.side.copy_from(&steps.before);
        }
        for _ in 0..parts {
            match self {
                Way::Midpoint { .. } | Way::Adaptive { .. } | Way::Rest(_) => {
                    self.take(model, data, step)?;
                }
                Way::GeneralizedAlpha(steps) => steps.side.advance(model, data, step)?,
            }
        }
        Ok(())
    }

    /// The same in place of the last step: what comes after goes on from there.
    pub(super) fn steps_again(
        &mut self,
        model: &ConstrainedModel,
        data: &mut ConstrainedData,
        whole: f64,
        parts: u32,
    ) -> Result<(), Stuck> {
        if let Way::GeneralizedAlpha(steps) = self {
            steps.scheme.copy_from(&steps.before);
        }
        (0..parts).try_for_each(|_| self.take(model, data, whole / f64::from(parts)))
    }
}

impl ConstrainedCourse<'_> {
    /// After something has been changed at the end of the last step.
    pub(super) fn go_on_from_here(&mut self) -> Result<(), Fault> {
        let (model, data) = (self.model, self.memory.work());
        let time = data.state.time;
        let fine = instant::accelerations(model, data);
        if !data.right_side.iter().all(|value| value.is_finite()) {
            return Err(fault(model, data, time, &Stuck::Start));
        }
        // In a singular position there are none, and steps go on with those that were.
        if fine {
            data.last_accelerations.copy_from_slice(&data.accelerations);
            data.state.multipliers.copy_from_slice(&data.multipliers);
        }
        match &mut self.way {
            Way::GeneralizedAlpha(steps) if fine => steps.scheme.restart(model, data),
            Way::Adaptive { steps, .. } => steps.restart(model, data),
            Way::GeneralizedAlpha(_) | Way::Midpoint { .. } | Way::Rest(_) => {}
        }
        model.mechanism.tape.accept(&mut data.values);
        self.look_ahead();
        Ok(())
    }

    /// A fixed step, or the next part of one that has to be divided; and the time it ends at.
    pub(super) fn part(&mut self) -> (Result<(), Stuck>, f64) {
        let data = self.memory.work();
        let Some(Pace { clock, longest, .. }) = &self.pace else {
            return (Ok(()), data.state.time);
        };
        if let Way::GeneralizedAlpha(steps) = &mut self.way {
            steps.before.copy_from(&steps.scheme);
        }
        let (begin, end) = (clock.from(), clock.fixed_end(*longest));
        loop {
            let share = self.substeps.end();
            let until = if share < 1.0 { begin + share * (end - begin) } else { end };
            let failed = match self.part_until(until) {
                Ok(()) => return (Ok(()), until),
                Err(stuck) => stuck,
            };
            let hopeless = matches!(failed, Stuck::Contradiction(_));
            if hopeless || !self.substeps.halve() {
                return (Err(failed), until);
            }
            self.effort.rejected += 1;
        }
    }

    /// A part of a step, which ends at this time.
    ///
    /// # Errors
    /// Why it is not taken; then the state is as it was.
    fn part_until(&mut self, until: f64) -> Result<(), Stuck> {
        let (model, data) = (self.model, self.memory.work());
        let Some(Pace { clock, .. }) = &self.pace else { return Ok(()) };
        data.jump = [clock.before(until), until];
        let step = until - data.state.time;
        self.way.find(model, data, step)?;
        self.accept(step)?;
        self.memory.work().state.time = until;
        if let (true, Some(Pace { clock, longest, .. })) = (self.substeps.advance(), &mut self.pace)
        {
            clock.advance_fixed(until, *longest);
        }
        Ok(())
    }
}

/// Takes out of the velocities what the constraints do not allow, and books the energy of it.
pub(super) fn project_velocities(model: &ConstrainedModel, data: &mut ConstrainedData) {
    if let Some(taken) = velocities::project(model, data) {
        taken.book(&mut data.state);
    }
}
