//! What was solved, how, and how it ended.

use std::io;
use std::time::Duration;

use super::conclusion::Conclusion;
use super::equilibrium::EquilibriumReport;
use super::modes::ModesReport;
use super::response::ResponseReport;
use super::simulation::SimulationReport;
use super::verdict::Judgement;
use crate::fault::Fault;
use crate::mechanism::State;
use crate::model::Size;
use crate::recursive::step::Effort;

#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    Finished,
    /// An event has ended it, and why.
    Stopped(String),
    Cancelled,
    Fault(Fault),
    /// The observer could not take a row.
    NotWritten(String),
}

/// What a run has come to, by what was asked for.
#[derive(Clone, Debug, PartialEq)]
pub enum RunReport {
    Simulation(SimulationReport),
    Equilibrium(EquilibriumReport),
    Modes(ModesReport),
    Response(ResponseReport),
}

impl RunReport {
    /// What all reports say.
    pub fn solved(&self) -> &Solved {
        match self {
            RunReport::Simulation(report) => &report.solved,
            RunReport::Equilibrium(report) => &report.solved,
            RunReport::Modes(report) => &report.solved,
            RunReport::Response(report) => &report.solved,
        }
    }

    pub fn simulation(&self) -> Option<&SimulationReport> {
        match self {
            RunReport::Simulation(report) => Some(report),
            RunReport::Equilibrium(_) | RunReport::Modes(_) | RunReport::Response(_) => None,
        }
    }

    pub fn equilibrium(&self) -> Option<&EquilibriumReport> {
        match self {
            RunReport::Simulation(_) | RunReport::Modes(_) | RunReport::Response(_) => None,
            RunReport::Equilibrium(report) => Some(report),
        }
    }

    pub fn modes(&self) -> Option<&ModesReport> {
        match self {
            RunReport::Simulation(_) | RunReport::Equilibrium(_) | RunReport::Response(_) => None,
            RunReport::Modes(report) => Some(report),
        }
    }

    pub fn response(&self) -> Option<&ResponseReport> {
        match self {
            RunReport::Simulation(_) | RunReport::Equilibrium(_) | RunReport::Modes(_) => None,
            RunReport::Response(report) => Some(report),
        }
    }
}

/// What was solved, how, and what it cost, whatever was asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Solved {
    pub outcome: Outcome,
    pub model: String,
    pub experiment: String,
    pub size: Size,
    /// The integrator, or how an equilibrium is looked for, in words with numbers.
    pub method: String,
    /// Why the formulation was chosen, one sentence each.
    pub reasons: Vec<String>,
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

pub(super) fn not_written(error: io::Error) -> Outcome {
    Outcome::NotWritten(error.to_string())
}
