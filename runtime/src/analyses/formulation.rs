//! What a run asks of a formulation, and which one it gets.

use std::sync::atomic::AtomicBool;

use super::report::Outcome;
use super::response::Stands;
use super::stability::TooLong;
use crate::constrained::ConstrainedCourse;
use crate::fault::Fault;
use crate::mechanism::{ByEvents, Effort, Energies, FITS, Gap, State, Unfit};
use crate::model::{Model, Rest, Simulation, Solver, Steps};
use crate::recursive::RecursiveCourse;
use crate::results::scene::SceneFrame;
use crate::signals::Values;

/// Points of one cable in a picture, at most about.
pub(crate) const CABLE_POINTS: usize = 200;

/// What connections that have been closed at an instant did.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Impact {
    /// The widest that was closed.
    pub(crate) gap: Gap,
    /// Of the kinetic energy, J.
    pub(crate) lost: f64,
}

/// What an impulse along the coordinate of a latch does that changes its rate by one.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Answer {
    /// kg or kg m^2: the impulse.
    pub(crate) inertia: f64,
    /// Of each velocity of the formulation.
    pub(crate) velocities: Vec<f64>,
    /// Of the rates of the coordinates that were asked for.
    pub(crate) rates: Vec<f64>,
}

/// A motion on its way. Both formulations are made from the mechanism alone, and either goes on from a state of
/// the other.
pub(crate) trait Formulation {
    /// Reached, s.
    fn time(&self) -> f64;
    /// Whether the run has come to its end.
    fn finished(&self) -> bool;
    /// To the next end of a step.
    fn step(&mut self) -> Result<(), Fault>;
    /// Evaluates what events read, at the end of the last accepted step.
    fn sample(&mut self);
    /// Takes the last step again, from where it began, so that it ends earlier, s.
    fn retake(&mut self, end: f64) -> Result<(), Fault>;
    /// What may be between two instants that are one, s.
    fn crumb(&self) -> f64;
    /// About how long steps are that nothing cuts, s.
    fn pace(&self) -> f64;
    /// Of a step that is taken again: as short as it may be, as a share of what it was.
    fn shortest_share(&self) -> f64 {
        0.0
    }
    /// Gives states of the user's, by their index, other values at the end of the last accepted step, and goes on from there.
    /// Latches follow theirs: what closing ones bring together may be apart by `gap`. `None` where no latch has changed.
    fn set_states(&mut self, changes: &[(usize, f64)], gap: Gap) -> Result<Option<Impact>, Fault>;
    /// Something is about to be let go: it begins with what held it, so velocities become ones that hold it.
    fn prepare_release(&mut self) {}
    /// How far the one coordinate that each of these latches holds is from where it is held, m or rad, and its rate; at the end of the last
    /// accepted step. Latches go by their states.
    fn offsets(&mut self, latches: &[usize]) -> Vec<[f64; 2]>;
    /// What an impulse along the coordinate of a latch does there, and to those of `others`, while all is held that is closed but for
    /// these. `None` where nothing gives way.
    fn answer(&mut self, latch: usize, others: &[usize]) -> Result<Option<Answer>, Fault>;
    /// Adds to the velocities, with what that takes, J. States have to be set after that.
    fn strike(&mut self, change: &[f64], lost: f64);
    /// Of the user's and of latches, at the end of the last accepted step.
    fn states(&self) -> &[f64];
    /// Evaluates all outputs and energies at a time within the last step, or at its end where the time is that
    /// by `tolerance`.
    fn read(&mut self, time: f64, tolerance: f64) -> Energies;
    /// Of what was read last.
    fn values(&self) -> &Values;
    /// Of what was read last.
    fn picture(&self, time: f64) -> SceneFrame;
    /// Energies at the end of the last accepted step, without what only recorded rows need.
    fn energies(&mut self) -> Energies;
    /// The kinetic energy, at the same instant, of what has not gone straight on since the start, J.
    fn turned(&mut self) -> f64;
    /// The largest force that constraints carry, by the size of everything, J: a share of that is rounding.
    fn carried(&self) -> f64 {
        0.0
    }
    /// Looks for what is fastest at the start; the first step does so where nobody has asked before.
    fn foresee(&mut self) {}
    /// The step is too long for that.
    fn caution(&self) -> Option<&TooLong> {
        None
    }
    /// So far.
    fn effort(&self) -> Effort;
    /// As in [`Solved::constraint_error`](super::Solved).
    fn constraint_error(&self) -> Option<f64>;
    /// At the end of the last accepted step, in nobody's coordinates. It is
    /// evaluated in place, as what is read is, and steps do not depend on it.
    fn state(&mut self) -> State;
    /// Makes a step end at an instant that lies ahead, s.
    fn force(&mut self, instant: f64);
    /// The energy that the balance of the ledger is counted from, J.
    fn initial_energy(&self) -> f64;
    /// Goes on with the ledger of another course: what its balance is counted from, and what the change between
    /// both and events have done, J.
    fn carry_on(&mut self, initial_energy: f64, work: f64, by_events: ByEvents);
    /// What events have done at the end of the last step, J. Of the two, impacts are in the ledger already, and the work is not.
    fn book(&mut self, done: ByEvents);
    /// What happened on the way that a reader of the results should know.
    fn notes(&self) -> Vec<String> {
        Vec::new()
    }
    /// Of an equilibrium: the largest force left over, relative to the largest force.
    fn residual(&self) -> Option<f64> {
        None
    }
}

/// A formulation at its start, and whether that was found.
pub(super) type Started<'a> = (Box<dyn Formulation + 'a>, Result<(), Outcome>);

/// The formulation that a model is solved in.
pub(super) fn formulation<'a>(model: &'a Model, cancel: &AtomicBool) -> Started<'a> {
    let (span, steps) = match &model.solver {
        Solver::Equilibrium(Rest { model, tolerance }) => {
            let (course, outcome) = ConstrainedCourse::at_rest(model, *tolerance, cancel);
            return (Box::new(course), outcome);
        }
        Solver::Modes(modes) => {
            let (course, outcome) = super::about::course(&modes.rest, &modes.about, cancel);
            return (Box::new(course), outcome);
        }
        Solver::Response(own) => {
            let (stands, outcome) = Stands::new(own, cancel);
            return (stands.boxed(), outcome);
        }
        Solver::Simulation(Simulation { span, steps }) => (*span, steps),
    };
    match steps {
        Steps::Implicit { method, model, from_rest } => {
            let (course, outcome) =
                ConstrainedCourse::start(model, span.duration, *method, *from_rest, cancel);
            (Box::new(course), outcome)
        }
        Steps::Explicit { method, model, rest } => {
            let rest = rest.as_ref().map(|Rest { model, tolerance }| {
                ConstrainedCourse::rest(model, *tolerance, cancel)
            });
            let (from, said) = match rest {
                None => (Ok(None), Vec::new()),
                Some(Ok((state, said))) => (Ok(Some(state)), said),
                Some(Err(outcome)) => (Err(outcome), Vec::new()),
            };
            let from = from.as_ref().map(Option::as_ref).map_err(Outcome::clone);
            let (course, outcome) = RecursiveCourse::start(model, span, *method, from, said);
            (Box::new(course), outcome)
        }
    }
}

/// The same where a run goes on from a state.
///
/// # Errors
/// There would be no steps, or the state is not one of the mechanism's.
pub(super) fn formulation_from<'a>(model: &'a Model, state: &State) -> Result<Started<'a>, Unfit> {
    let Solver::Simulation(Simulation { span, steps }) = &model.solver else {
        return Err(Unfit::Equilibrium);
    };
    match steps {
        Steps::Implicit { method, model: constrained, .. } => {
            model.mechanism.check(state, FITS)?;
            let (course, outcome) =
                ConstrainedCourse::resume(constrained, span.duration, *method, state)?;
            Ok((Box::new(course), outcome))
        }
        Steps::Explicit { method, model: recursive, .. } => {
            model.mechanism.check(state, recursive.openness())?;
            let (course, outcome) = RecursiveCourse::resume(recursive, *span, *method, state)?;
            Ok((Box::new(course), outcome))
        }
    }
}
