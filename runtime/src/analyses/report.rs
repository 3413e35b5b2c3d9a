//! What was solved, how, and how it ended.

use std::io;
use std::time::Duration;

use super::stability::TooLong;
use super::verdict::Judgement;
use crate::fault::Fault;
use crate::mechanism::{Energies, State};
use crate::model::Size;
use crate::recursive::step::Effort;

#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    Finished,
    Cancelled,
    Fault(Fault),
    /// The observer could not take a row.
    NotWritten(String),
}

/// What was solved, how, and what it cost.
#[derive(Clone, Debug, PartialEq)]
pub struct RunReport {
    pub outcome: Outcome,
    pub model: String,
    pub experiment: String,
    pub size: Size,
    /// The integrator in words, with its numbers.
    pub integrator: String,
    /// Why the formulation was chosen, one sentence each.
    pub reasons: Vec<String>,
    pub effort: Effort,
    /// Rows written.
    pub rows: u64,
    /// Simulated, s.
    pub reached: f64,
    /// To be simulated, s.
    pub duration: f64,
    /// Spent in the solver, without recording and writing.
    pub solver_time: Duration,
    pub first: Energies,
    pub last: Energies,
    /// The largest distance of the energy ledger from closing at any accepted step, J; NaN where a part of
    /// it is not finite.
    pub largest_imbalance: f64,
    /// What was exchanged, J: what to compare the imbalance with.
    pub energy_scale: f64,
    /// What the energy ledger says of the run.
    pub judgement: Judgement,
    /// The step is too long for what is fastest at the start.
    pub caution: Option<TooLong>,
    /// The largest residual of a position constraint at the end of any step: m, or without a unit for
    /// directions. Absent where no constraint is solved for.
    pub constraint_error: Option<f64>,
    /// The state at `reached`.
    pub last_state: State,
    /// Recorded quantities that were not finite numbers at some row, with the reason, and what else a
    /// reader should know.
    pub warnings: Vec<String>,
    /// Of an equilibrium: the largest force that is left over, relative to the largest force.
    pub residual: Option<f64>,
}

pub(super) fn not_written(error: io::Error) -> Outcome {
    Outcome::NotWritten(error.to_string())
}
