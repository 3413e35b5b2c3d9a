//! One experiment that is ready to run.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use cdl_compiler::Compilation;
use cdl_graph::Criterion;
use cdl_runtime::results::folder::ResultFiles;
use cdl_runtime::results::summary::Summary;
use cdl_runtime::results::{Besides, Extremes};
use cdl_runtime::{Model, Observer, Outcome, RunReport, Size};

use crate::around::{derived, sought};
use crate::blame::{self, Blame};
use crate::done::Done;
use crate::find::Found;
use crate::folder::{News, ToFolder};
use crate::given::Given;
use crate::matrices;
use crate::recorded::{Recorded, ToMemory};
use crate::report::{FoundValue, Report};
use crate::stepper::Stepper;
use crate::summary::{begun, summary};
use crate::written;

/// It does not change, so it can be run again and again, also on several threads.
pub struct Runnable {
    compilation: Arc<Compilation>,
    model: Model,
    allows_imbalance: bool,
    shows: bool,
    shares_script: bool,
    writes_besides: Option<Besides>,
    given: Given,
}

impl Runnable {
    /// From a compilation, which whoever has its own compiler makes.
    ///
    /// # Errors
    /// Why it cannot be run; never an empty list.
    pub fn new(compilation: Arc<Compilation>) -> Result<Self, Vec<Blame>> {
        let Some(graph) = compilation.graph() else {
            return Err(vec![blame::without_graph(&compilation)]);
        };
        match cdl_runtime::assemble_shared(graph.clone()) {
            Ok(model) => {
                let given = Given::default();
                Ok(Self {
                    compilation,
                    model,
                    allows_imbalance: false,
                    shows: true,
                    shares_script: false,
                    writes_besides: None,
                    given,
                })
            }
            Err(errors) => {
                Err(errors.iter().map(|error| blame::assembly(error, &compilation)).collect())
            }
        }
    }

    /// Whether an energy ledger that does not close is no more than a warning.
    #[must_use]
    pub fn allowing_imbalance(self, allows_imbalance: bool) -> Self {
        Self { allows_imbalance, ..self }
    }

    /// Whether its results have a page and a picture.
    #[must_use]
    pub fn showing(self, shows: bool) -> Self {
        Self { shows, ..self }
    }

    /// Whether what draws scenes stands once in the folder above, for the pages of several runs, and not in its own page.
    #[must_use]
    pub fn sharing_script(self, shares_script: bool) -> Self {
        Self { shares_script, ..self }
    }

    pub(crate) fn shares_script(&self) -> bool {
        self.shares_script
    }

    /// In which format its numbers are written besides `results.csv`.
    #[must_use]
    pub fn writing(self, writes_besides: Option<Besides>) -> Self {
        Self { writes_besides, ..self }
    }

    pub(crate) fn writes_besides(&self) -> Option<Besides> {
        self.writes_besides
    }

    /// Whether a parameter is looked for, so that it is what is written in the model only at first.
    pub(crate) fn is_sought(&self, name: &str) -> bool {
        let criteria = self.compilation.graph().map(|own| own.criteria.as_slice());
        let is_found = |own: &Criterion| own.parameter.as_deref() == Some(name);
        let experiment = self.compilation.model.experiment.as_ref();
        let choices = experiment.map(|own| own.choices.as_slice());
        criteria.unwrap_or_default().iter().any(is_found)
            || choices.unwrap_or_default().iter().any(|own| own.name == name)
    }

    pub(crate) fn shows(&self) -> bool {
        self.shows
    }

    /// Names the parameters that its compilation has been given, for the summary and the folder of results.
    #[must_use]
    pub fn given(self, overrides: &[(&str, &str)]) -> Self {
        let given = Given::new(overrides, &self.compilation.model.parameters);
        Self { given, ..self }
    }

    /// What it was made from.
    pub fn compilation(&self) -> &Compilation {
        &self.compilation
    }

    pub(crate) fn compilation_shared(&self) -> &Arc<Compilation> {
        &self.compilation
    }

    pub(crate) fn allows_imbalance(&self) -> bool {
        self.allows_imbalance
    }

    /// Parameters that its compilation has been given, by name.
    pub(crate) fn overrides(&self) -> impl Iterator<Item = (&str, &str)> {
        self.given.overrides().iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// What there is to say before the first step.
    pub(crate) fn begun(&self) -> Summary {
        begun(&self.compilation, &self.given)
    }

    /// How much there is to solve.
    pub fn size(&self) -> Size {
        self.model.size()
    }

    pub(crate) fn model(&self) -> &Model {
        &self.model
    }

    /// `results/tether-release` for the experiment `release` of `examples/tether.cdl`, and with a parameter that
    /// was [given](Self::given), `results/tether-release-links=8`.
    pub fn default_folder(&self, file: &Path) -> PathBuf {
        let stem = file.file_stem().map_or_else(|| "model".into(), |stem| stem.to_string_lossy());
        let name = match &self.compilation.model.experiment {
            Some(experiment) => format!("{stem}-{}", experiment.name),
            None => stem.into_owned(),
        };
        Path::new("results").join(name + &self.given.suffix())
    }

    /// Runs to the end, to the first fault, or until `cancel` is set. Rows go to the observer as they are
    /// computed.
    pub fn run(&self, observer: &mut dyn Observer, cancel: &AtomicBool) -> Report {
        let experiment = self.compilation.model.experiment.as_ref();
        let graph = self.compilation.graph();
        let found =
            graph.and_then(|graph| sought(graph, experiment, self.allows_imbalance, cancel));
        let model = found.as_ref().map_or(&self.model, |found| &found.model);
        let mut run = cdl_runtime::run(model, observer, cancel);
        if found.as_ref().is_some_and(|found| found.is_interrupted) {
            run.without_findings();
        }
        let (values, notes, failure) = match found {
            Some(Found { values, notes, failure, .. }) => (values, notes, failure),
            None => (Vec::new(), Vec::new(), None),
        };
        run.note(notes.into_iter());
        let slopes = match graph {
            Some(graph) => {
                derived(&mut run, (graph, &values), experiment, self.allows_imbalance, cancel)
            }
            None => Vec::new(),
        };
        let mut report = self.judged(run);
        // What stopped the run itself says more.
        report.fault = report.fault.or(failure);
        let written = |(name, value): (String, f64)| {
            let text = self.told(&name, value);
            FoundValue { name, value, text }
        };
        Report { found: values.into_iter().map(written).collect(), sensitivities: slopes, ..report }
    }

    /// The value of a parameter in the unit in which its user writes it, for people.
    fn told(&self, name: &str, value: f64) -> String {
        let (unit, factor) = written::unit(&self.compilation, name);
        let value = written::in_unit(value, factor);
        if unit.is_empty() { format!("{value:?}") } else { format!("{value:?} {unit}") }
    }

    /// The value of a parameter as it would be written, to the last digit.
    pub(crate) fn written(&self, name: &str, value: f64) -> String {
        let parameters = &self.compilation.model.parameters;
        let unit = parameters.iter().find(|own| own.name == name).map_or("", |own| &own.unit);
        if matches!(unit, "" | "1") { format!("{value:?}") } else { format!("{value:?} {unit}") }
    }

    /// Runs, and keeps every row in memory.
    pub fn record(&self, cancel: &AtomicBool) -> Recorded {
        let mut rows = ToMemory::default();
        let report = self.run(&mut rows, cancel);
        rows.with(report)
    }

    /// Runs, and leaves what was computed in a folder, also where it stops early. `news` is called now and then.
    pub fn leave(&self, folder: &Path, cancel: &AtomicBool, news: impl FnMut(News<'_>)) -> Done {
        let clock = Instant::now();
        let begun = begun(&self.compilation, &self.given);
        let mut observer = ToFolder::new(self, folder, begun.clone(), news);
        let report = self.run(&mut observer, cancel);
        let mut begun = begun;
        for FoundValue { name, value, text } in &report.found {
            begun.overrides.push((name.clone(), text.clone()));
            for own in begun.parameters.iter_mut().filter(|own| own.name == *name) {
                (own.text, own.numbers) = (text.clone(), vec![*value]);
            }
        }
        let kept = observer.rows_kept();
        let mut summary = summary(&report, begun, clock.elapsed());
        let not_chosen = report.fault.as_ref().filter(|_| report.is_complete());
        summary.warnings.extend(not_chosen.map(|own| own.message.clone()));
        if let Some(rows) = kept {
            summary.set_rows(rows);
        }
        summary.extremes = match report.run.simulation() {
            Some(_) => observer.extremes(),
            None => profiles_at_rest(observer.extremes()),
        };
        let mut files: std::io::Result<Option<ResultFiles>> = observer.finish(&summary);
        let space = report.run.modes().and_then(|own| own.state_space.as_ref());
        if let (Ok(Some(_)), Some(space)) = (&files, space) {
            let written = matrices::write(folder, space, &self.compilation);
            files = written.and(files);
        }
        Done { report, summary, files }
    }

    /// At its start, to be taken step by step. `cancel` ends the search for an equilibrium to start from.
    pub fn start(&self, cancel: &AtomicBool) -> Stepper<'_> {
        Stepper::new(self, cdl_runtime::Running::start(&self.model, cancel))
    }

    /// A report with what is to be said about it.
    pub(crate) fn judged(&self, run: RunReport) -> Report {
        let compilation = &self.compilation;
        let solved = run.solved();
        let fault = match &solved.outcome {
            Outcome::Fault(fault) => Some(blame::fault(fault, solved, compilation)),
            Outcome::Finished
            | Outcome::Stopped(_)
            | Outcome::Cancelled
            | Outcome::NotWritten(_) => None,
        };
        let caution = run.simulation().and_then(|own| own.caution.as_ref());
        Report {
            caution: caution.map(|caution| blame::caution(caution, compilation)),
            fault,
            found: Vec::new(),
            sensitivities: Vec::new(),
            criteria: blame::criteria(solved, compilation),
            ledger: blame::ledger(solved, self.allows_imbalance, compilation),
            run,
        }
    }
}

/// Of one state, which has no time: other columns have one value, which is told as such.
fn profiles_at_rest(mut extremes: Vec<Extremes>) -> Vec<Extremes> {
    extremes.retain(|own| own.smallest.along.is_some());
    for own in &mut extremes {
        (own.smallest.time, own.largest.time) = (None, None);
    }
    extremes
}
