//! A run from its model to its results folder, whoever looks on.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use cdl_compiler::Compilation;
use cdl_graph::Graph;
use cdl_runtime::results::folder::ResultFiles;
use cdl_runtime::results::summary::Summary;
use cdl_runtime::{Model, RunReport};

use super::blame::{self, Blame};
use super::observer::{News, RunObserver};
use super::summary;

/// What a run has left.
pub struct Done {
    pub report: RunReport,
    pub summary: Summary,
    /// What is wrong with the energy ledger.
    pub ledger: Option<Blame>,
    /// Nothing where the run has not begun.
    pub files: io::Result<Option<ResultFiles>>,
}

impl Done {
    /// Why there are no results, if there are none.
    pub fn not_written(&self) -> Option<String> {
        match (&self.files, &self.report.outcome) {
            (Err(error), _) => Some(error.to_string()),
            (Ok(None), cdl_runtime::Outcome::NotWritten(error)) => Some(error.to_string()),
            (Ok(_), _) => None,
        }
    }
}

/// Simulates until the end, a fault, or `cancel`, and leaves what was computed in the folder `out`. Where
/// `allow_imbalance`, an energy ledger that does not close is no failure.
pub fn carry_out(
    model: &Model,
    graph: &Graph,
    out: &Path,
    allow_imbalance: bool,
    cancel: &AtomicBool,
    news: impl FnMut(News<'_>),
) -> Done {
    let clock = Instant::now();
    let mut observer = RunObserver::new(out, news);
    let report = cdl_runtime::simulate(model, &mut observer, cancel);
    let ledger = blame::ledger(&report, allow_imbalance);
    let summary =
        summary::summary(&report, graph, observer.latest(), ledger.as_ref(), clock.elapsed());
    let files = observer.finish(&summary);
    Done { report, summary, ledger, files }
}

/// `results/tether-release` for the experiment `release` of `examples/tether.cdl`.
pub fn default_folder(file: &Path, compilation: &Compilation) -> PathBuf {
    let stem = file.file_stem().map_or_else(|| "model".into(), |stem| stem.to_string_lossy());
    let name = match &compilation.model.experiment {
        Some(experiment) => format!("{stem}-{}", experiment.name),
        None => stem.into_owned(),
    };
    Path::new("results").join(name)
}
