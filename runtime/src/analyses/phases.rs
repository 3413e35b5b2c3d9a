//! The phases of a run that are over: what a report of the whole run has to say of them.

use super::formulation::Formulation;
use super::stability::TooLong;
use super::verdict::Limits;
use crate::mechanism::Effort;
use crate::model::{Model, Solver};

/// Sums, maxima and words of all phases but the present one; nothing in a run of one phase.
#[derive(Clone, Debug, Default)]
pub(super) struct Phases {
    /// Together.
    effort: Effort,
    /// The largest.
    constraint_error: Option<f64>,
    caution: Option<TooLong>,
    /// Of all.
    notes: Vec<String>,
    /// In their order.
    methods: Vec<String>,
    /// Each once.
    reasons: Vec<String>,
    limits: Option<Limits>,
    /// When the last one of them ended, s.
    until: Option<f64>,
}

impl Phases {
    /// A phase ends at the time that its course has reached.
    pub(super) fn end(&mut self, model: &Model, course: &dyn Formulation) {
        *self = Self {
            effort: self.effort(course),
            constraint_error: self.constraint_error(course),
            caution: self.caution(course).cloned(),
            notes: {
                let span = match self.until {
                    None => format!("until {} s", course.time()),
                    Some(begin) => format!("from {begin} s to {} s", course.time()),
                };
                self.notes_with(course, Some(&span))
            },
            methods: self.methods_with(model),
            reasons: self.reasons(model),
            limits: Some(self.limits(model)),
            until: Some(course.time()),
        };
    }

    /// Of the whole run so far, as everything that follows.
    pub(super) fn effort(&self, course: &dyn Formulation) -> Effort {
        let (before, now) = (self.effort, course.effort());
        Effort {
            steps: before.steps + now.steps,
            rejected: before.rejected + now.rejected,
            evaluations: before.evaluations + now.evaluations,
        }
    }

    /// The largest.
    pub(super) fn constraint_error(&self, course: &dyn Formulation) -> Option<f64> {
        let all = self.constraint_error.into_iter().chain(course.constraint_error());
        // A NaN stays.
        all.reduce(|a, b| if a >= b || a.is_nan() { a } else { b })
    }

    /// The first.
    pub(super) fn caution<'a>(&'a self, course: &'a dyn Formulation) -> Option<&'a TooLong> {
        self.caution.as_ref().or(course.caution())
    }

    /// Each with its time where there are several phases.
    pub(super) fn notes(&self, course: &dyn Formulation) -> Vec<String> {
        let span = self.until.map(|begin| format!("from {begin} s on"));
        self.notes_with(course, span.as_deref())
    }

    /// Those of the present phase too; with its span in front where there is one.
    fn notes_with(&self, course: &dyn Formulation, span: Option<&str>) -> Vec<String> {
        let own = course.notes().into_iter().map(|note| match span {
            None => note,
            Some(span) => format!("{span}: {note}"),
        });
        self.notes.iter().cloned().chain(own).collect()
    }

    /// The integrators in their order.
    pub(super) fn method(&self, model: &Model) -> String {
        self.methods_with(model).join("; then ")
    }

    /// That of the present phase too.
    fn methods_with(&self, model: &Model) -> Vec<String> {
        let mut all = self.methods.clone();
        let own = model.solver.in_words();
        if all.last() != Some(&own) {
            all.push(own);
        }
        all
    }

    /// Those of the present phase too.
    pub(super) fn reasons(&self, model: &Model) -> Vec<String> {
        let mut all = self.reasons.clone();
        let new = model.reasons.iter().filter(|reason| !self.reasons.contains(reason));
        all.extend(new.cloned());
        all
    }

    /// What the energies are held to: what the least exact integrator keeps.
    pub(super) fn limits(&self, model: &Model) -> Limits {
        let own = match &model.solver {
            Solver::Simulation(simulation) => Limits::of(&simulation.steps.stepping()),
            Solver::Equilibrium(_) | Solver::Modes(_) | Solver::Response(_) => Limits::AT_REST,
        };
        self.limits.map_or(own, |limits| limits.looser(own))
    }
}
