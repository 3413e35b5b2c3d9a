//! From a run to the files of [`crate::results`].

use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::dynamics::Energies;
use crate::integrate::Method;
use crate::results::folder::{ResultFiles, ResultsFolder};
use crate::results::scene::SceneFrame;
use crate::results::summary::{
    EnergyLedger, EnergyPart, ParameterValue, RunOutcome, Setting, Summary, WallTime,
};
use crate::results::{Column, ResultsError};
use crate::run::{Layout, Observer, Outcome, Row, RunReport};

/// An observer that keeps everything in a folder: rows as they come, the rest in
/// [`Recording::finish`]. The energy ledger is always kept, as columns `energy.*`.
#[derive(Debug)]
pub struct Recording {
    path: PathBuf,
    folder: Option<ResultsFolder>,
    /// Whether the ledger's columns have to be added to those that the model records.
    adds_ledger: bool,
    values: Vec<f64>,
    started: Instant,
}

/// The ledger's columns; all in J.
const LEDGER: [&str; 6] = ["kinetic", "gravity", "elastic", "dissipated", "work", "balance"];

impl Recording {
    /// Nothing is written before the run begins.
    pub fn new(folder: &Path) -> Self {
        Self {
            path: folder.to_path_buf(),
            folder: None,
            adds_ledger: false,
            values: Vec::new(),
            started: Instant::now(),
        }
    }

    /// Completes the files, also of a run that was cancelled or failed. `None` when it failed before
    /// its first row, so that there is nothing to keep.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn finish(
        self,
        report: &RunReport,
        version: &str,
    ) -> Result<Option<ResultFiles>, ResultsError> {
        let summary = summary(report, version, self.started.elapsed());
        self.folder.map(|folder| folder.finish(&summary)).transpose()
    }
}

impl Observer for Recording {
    fn begin(&mut self, layout: &Layout) -> io::Result<()> {
        let mut columns = layout.columns.clone();
        self.adds_ledger = !columns.iter().any(|column| column.name.starts_with("energy."));
        if self.adds_ledger {
            columns.extend(LEDGER.map(|part| Column::new(format!("energy.{part}"), "J")));
        }
        let folder = ResultsFolder::create(&self.path, columns, layout.scene.clone());
        self.folder = Some(folder.map_err(io::Error::other)?);
        Ok(())
    }

    fn row(&mut self, row: &Row<'_>) -> io::Result<()> {
        let Some(folder) = &mut self.folder else { return Ok(()) };
        self.values.clear();
        self.values.extend_from_slice(row.values);
        if self.adds_ledger {
            let Energies { kinetic, gravity, elastic, dissipated, work } = row.energies;
            self.values.extend([kinetic, gravity, elastic, dissipated, work, row.balance]);
        }
        folder.row(row.time, &self.values).map_err(io::Error::other)
    }

    fn wants_frame(&mut self) -> bool {
        let Some(folder) = &mut self.folder else { return false };
        let wanted = folder.wants_frame();
        if !wanted {
            folder.skip_frame();
        }
        wanted
    }

    fn frame(&mut self, frame: SceneFrame) -> io::Result<()> {
        if let Some(folder) = &mut self.folder {
            folder.frame(frame);
        }
        Ok(())
    }
}

/// The report as it is written down. `total` is the wall time with all writing.
pub fn summary(report: &RunReport, version: &str, total: Duration) -> Summary {
    let (simulated, planned) = (report.reached, report.duration);
    let outcome = match &report.outcome {
        Outcome::Finished => RunOutcome::Completed { simulated },
        Outcome::Cancelled => RunOutcome::Interrupted { simulated, planned },
        Outcome::Fault(fault) => {
            RunOutcome::Failed { simulated, planned, message: fault.to_string() }
        }
        Outcome::NotWritten(message) => {
            RunOutcome::Failed { simulated, planned, message: message.clone() }
        }
    };
    let parameter = |(name, value): &(String, f64)| ParameterValue {
        name: name.clone(),
        value: *value,
        unit: String::new(),
    };
    Summary {
        model: report.model.clone(),
        experiment: report.experiment.clone(),
        version: version.to_owned(),
        outcome,
        parameters: report.parameters.iter().map(parameter).collect(),
        solver: solver(report),
        counts: counts(report),
        energy: Some(ledger(report)),
        wall: WallTime { solver: report.solver_time.as_secs_f64(), total: total.as_secs_f64() },
    }
}

fn solver(report: &RunReport) -> Vec<(String, Setting)> {
    let word = |text: &str| Setting::Word(text.to_owned());
    let quantity = |value: f64, unit: &str| Setting::Quantity { value, unit: unit.to_owned() };
    let mut pairs = vec![("integrator".to_owned(), word(report.method.name()))];
    match report.method {
        Method::Rk4 { step } | Method::Leapfrog { step } => {
            pairs.push(("step".to_owned(), quantity(step, "s")));
        }
        Method::Rk45 { relative_tolerance, absolute_tolerance, max_step } => {
            pairs.push(("relative tolerance".to_owned(), quantity(relative_tolerance, "")));
            pairs.push(("absolute tolerance".to_owned(), quantity(absolute_tolerance, "")));
            if max_step.is_finite() {
                pairs.push(("longest step".to_owned(), quantity(max_step, "s")));
            }
        }
    }
    pairs.push(("dynamics".to_owned(), word("recursive, O(N)")));
    if !report.reasons.is_empty() {
        pairs.push(("because".to_owned(), Setting::Word(report.reasons.join(" "))));
    }
    pairs
}

fn counts(report: &RunReport) -> Vec<(String, u64)> {
    let size = &report.size;
    let all = [
        ("bodies", size.bodies as u64),
        ("prescribed bodies", size.prescribed as u64),
        ("joints", size.joints as u64),
        ("cables", size.cables as u64),
        ("links", size.links as u64),
        ("degrees of freedom", size.freedoms),
        ("states", size.states as u64),
        ("steps", report.effort.steps),
        ("rejected steps", report.effort.rejected),
        ("evaluations", report.effort.evaluations),
        ("rows", report.rows),
    ];
    all.into_iter()
        .filter(|&(name, count)| count > 0 || matches!(name, "steps" | "evaluations" | "rows"))
        .map(|(name, count)| (name.to_owned(), count))
        .collect()
}

fn ledger(report: &RunReport) -> EnergyLedger {
    let (first, last) = (report.first, report.last);
    let part = |name: &str, start, end| EnergyPart { name: name.to_owned(), start, end };
    EnergyLedger {
        parts: vec![
            part("kinetic", first.kinetic, last.kinetic),
            part("gravity", first.gravity, last.gravity),
            part("elastic", first.elastic, last.elastic),
            part("dissipated", first.dissipated, last.dissipated),
            part("work", first.work, last.work),
        ],
        largest_imbalance: report.largest_imbalance,
        scale: report.energy_scale,
    }
}
