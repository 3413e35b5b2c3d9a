//! What a run asks of a formulation, and which one it gets.

use std::sync::atomic::AtomicBool;

use super::report::Outcome;
use super::stability::TooLong;
use crate::constrained::ConstrainedCourse;
use crate::fault::Fault;
use crate::mechanism::{Energies, State};
use crate::model::{Model, Rest, Solver};
use crate::recursive::RecursiveCourse;
use crate::recursive::step::Effort;
use crate::results::scene::SceneFrame;
use crate::signals::Values;

/// Points of one cable in a picture, at most about.
pub(crate) const CABLE_POINTS: usize = 200;

/// A motion on its way. Both formulations are made from the mechanism alone, and either goes on from a state of
/// the other.
pub(crate) trait Formulation {
    /// Reached, s.
    fn time(&self) -> f64;
    fn finished(&self) -> bool;
    fn step(&mut self) -> Result<(), Fault>;
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
    /// The step is too long for what is fastest at the start.
    fn caution(&self) -> Option<&TooLong> {
        None
    }
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
    /// both has done, J.
    fn carry_on(&mut self, initial_energy: f64, work: f64);
    /// What happened on the way that a reader of the results should know.
    fn notes(&self) -> Vec<String> {
        Vec::new()
    }
    /// Of an equilibrium: the largest force left over, relative to the largest force.
    fn residual(&self) -> Option<f64> {
        None
    }
}

/// The formulation that a model is solved in, at its start, and whether that was found.
pub(super) fn formulation<'a>(
    model: &'a Model,
    cancel: &AtomicBool,
) -> (Box<dyn Formulation + 'a>, Result<(), Outcome>) {
    let duration = model.settings.duration;
    match &model.solver {
        Solver::Equilibrium(Rest { model, tolerance }) => {
            let (course, outcome) = ConstrainedCourse::at_rest(model, *tolerance, cancel);
            (Box::new(course), outcome)
        }
        Solver::Implicit { method, model, from_rest } => {
            let (course, outcome) =
                ConstrainedCourse::start(model, duration, *method, *from_rest, cancel);
            (Box::new(course), outcome)
        }
        Solver::Explicit { method, model: recursive, rest } => {
            let rest = rest.as_ref().map(|Rest { model, tolerance }| {
                ConstrainedCourse::rest(model, duration, *tolerance, cancel)
            });
            let from = match &rest {
                None => Ok(None),
                Some(Ok(state)) => Ok(Some(state)),
                Some(Err(outcome)) => Err(outcome.clone()),
            };
            let (course, outcome) =
                RecursiveCourse::start(recursive, &model.settings, *method, from);
            (Box::new(course), outcome)
        }
    }
}

/// The same where a run goes on from a state; nothing where it would have no steps.
pub(super) fn formulation_from<'a>(
    model: &'a Model,
    state: &State,
) -> Option<(Box<dyn Formulation + 'a>, Result<(), Outcome>)> {
    match &model.solver {
        Solver::Equilibrium(_) => None,
        Solver::Implicit { method, model: constrained, .. } => {
            let duration = model.settings.duration;
            let (course, outcome) =
                ConstrainedCourse::resume(constrained, duration, *method, state);
            Some((Box::new(course), outcome))
        }
        Solver::Explicit { method, model: recursive, .. } => {
            let (course, outcome) =
                RecursiveCourse::start(recursive, &model.settings, *method, Ok(Some(state)));
            Some((Box::new(course), outcome))
        }
    }
}
