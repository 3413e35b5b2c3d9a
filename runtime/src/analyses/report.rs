//! What was solved, how, and how it ended.

use std::io;
use std::time::Duration;

use super::conclusion::Conclusion;
use super::formulation::Formulation;
use super::modes::ModesReport;
use super::recorder::{Recorder, columns};
use super::response::ResponseReport;
use super::simulation::SimulationReport;
use super::verdict::Judgement;
use crate::fault::Fault;
use crate::mechanism::{Effort, Energies, State};
use crate::model::{Model, Size};
use crate::results::Column;

/// How it ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// At its end.
    Finished,
    /// An event has ended it, and why.
    Stopped(String),
    /// Somebody asked for it.
    Cancelled,
    /// The solver could not go on.
    Fault(Fault),
    /// The observer could not take a row.
    NotWritten(String),
}

impl Outcome {
    /// Whether the run has come to an end of its own.
    pub fn is_over(&self) -> bool {
        match self {
            Outcome::Finished | Outcome::Stopped(_) => true,
            Outcome::Cancelled | Outcome::Fault(_) | Outcome::NotWritten(_) => false,
        }
    }
}

/// What a run has come to, by what was asked for.
#[derive(Clone, Debug, PartialEq)]
pub enum RunReport {
    /// Of a motion.
    Simulation(SimulationReport),
    /// Of a state of rest.
    Equilibrium(Still),
    /// Of small motions about one.
    Modes(ModesReport),
    /// Of what an input keeps up.
    Response(ResponseReport),
}

impl RunReport {
    /// What all reports say.
    pub fn solved(&self) -> &Solved {
        match self {
            RunReport::Simulation(report) => &report.solved,
            RunReport::Equilibrium(still) => &still.solved,
            RunReport::Modes(report) => &report.still.solved,
            RunReport::Response(report) => &report.still.solved,
        }
    }

    fn solved_mut(&mut self) -> &mut Solved {
        match self {
            RunReport::Simulation(report) => &mut report.solved,
            RunReport::Equilibrium(still) => &mut still.solved,
            RunReport::Modes(report) => &mut report.still.solved,
            RunReport::Response(report) => &mut report.still.solved,
        }
    }

    /// Adds what a reader should know besides.
    pub fn note(&mut self, notes: impl Iterator<Item = String>) {
        self.solved_mut().warnings.extend(notes);
    }

    /// The run is not all that was asked for, and the user did not wait for the rest.
    pub fn interrupted(&mut self, note: String) {
        let solved = self.solved_mut();
        solved.outcome = Outcome::Cancelled;
        solved.warnings.push(note);
    }

    /// What it has come to is not what was asked for.
    pub fn without_findings(&mut self) {
        self.solved_mut().conclusion.findings.clear();
    }

    /// If it is one.
    pub fn simulation(&self) -> Option<&SimulationReport> {
        match self {
            RunReport::Simulation(report) => Some(report),
            RunReport::Equilibrium(_) | RunReport::Modes(_) | RunReport::Response(_) => None,
        }
    }

    /// What it is about, where no time passes.
    pub fn still(&self) -> Option<&Still> {
        match self {
            RunReport::Simulation(_) => None,
            RunReport::Equilibrium(still) => Some(still),
            RunReport::Modes(report) => Some(&report.still),
            RunReport::Response(report) => Some(&report.still),
        }
    }

    /// If these were asked for.
    pub fn modes(&self) -> Option<&ModesReport> {
        match self {
            RunReport::Simulation(_) | RunReport::Equilibrium(_) | RunReport::Response(_) => None,
            RunReport::Modes(report) => Some(report),
        }
    }

    /// If that was asked for.
    pub fn response(&self) -> Option<&ResponseReport> {
        match self {
            RunReport::Simulation(_) | RunReport::Equilibrium(_) | RunReport::Modes(_) => None,
            RunReport::Response(report) => Some(report),
        }
    }
}

/// A state that stays, of all analyses in which no time passes.
#[derive(Clone, Debug, PartialEq)]
pub struct Still {
    /// What all reports have.
    pub solved: Solved,
    /// Zero where no such state was found.
    pub energies: Energies,
    /// Of an equilibrium: the largest force that is left over, relative to the largest force.
    pub residual: Option<f64>,
    /// What is recorded, in that state.
    pub recorded: Vec<(Column, f64)>,
}

impl Still {
    /// What was read last of the state.
    pub(super) fn of(
        model: &Model,
        course: &dyn Formulation,
        recorder: &Recorder,
        solved: Solved,
    ) -> Self {
        let recorded = columns(model).into_iter().zip(recorder.taken().iter().copied()).collect();
        Self { energies: recorder.last, residual: course.residual(), recorded, solved }
    }
}

/// What was solved, how, and what it cost, whatever was asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Solved {
    /// How it ended.
    pub outcome: Outcome,
    /// Its name.
    pub model: String,
    /// Its name.
    pub experiment: String,
    /// Of the model.
    pub size: Size,
    /// The integrator, or how an equilibrium is looked for, in words with numbers.
    pub method: String,
    /// Why the formulation was chosen, one sentence each.
    pub reasons: Vec<String>,
    /// What it took.
    pub effort: Effort,
    /// Rows written.
    pub rows: u64,
    /// How often an event took effect.
    pub events: u64,
    /// Spent in the solver, without recording and writing.
    pub solver_time: Duration,
    /// What the energies say: at rest no more than whether they are finite numbers.
    pub judgement: Judgement,
    /// The largest residual of a position constraint at the end of any step: m, or without a unit for
    /// directions. Absent where no constraint is solved for.
    pub constraint_error: Option<f64>,
    /// What is recorded and judged when it is over.
    pub conclusion: Conclusion,
    /// The state at the end.
    pub last_state: State,
    /// Recorded quantities that were not finite numbers at some row, with the reason, and what else a
    /// reader should know.
    pub warnings: Vec<String>,
}

/// That the observer could not take a row.
pub(super) fn not_written(error: io::Error) -> Outcome {
    Outcome::NotWritten(error.to_string())
}
