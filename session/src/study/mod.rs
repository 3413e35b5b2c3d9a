//! A study: an experiment that runs once for each combination of the values that its `vary`, `sample` and `cases` give.
//!
//! A variant that changes numbers only is the graph with other parameters; it is assembled anew, and not compiled.
//! What decides on the structure, such as a number of links, is compiled for each variant.

mod plan;
mod variant;

use std::collections::BTreeMap;
use std::io;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use cdl_runtime::results::study::{
    Cell, StudyAsked, StudyFiles, StudyFolder, StudyRow, StudySummary, StudyTable, VariantEnd,
    VariantResult,
};
use cdl_runtime::results::summary::{CriterionVerdict, WallTime};
use cdl_runtime::results::{Column, ResultsError};

use crate::matrices;
use crate::plots::plots;
use crate::runnable::Runnable;
use crate::session::Session;
use plan::Plan;
use variant::Maker;

/// Of a thread, as the command has for itself or more: models nest.
const STACK: usize = 16 << 20;

/// What came of a study.
pub struct Studied {
    pub table: StudyTable,
    pub summary: StudySummary,
    /// Whether it was interrupted.
    pub is_cancelled: bool,
    /// Variants that were compiled, as they change the structure.
    pub compiled: usize,
    /// Nothing where no folder was asked for.
    pub files: io::Result<Option<StudyFiles>>,
}

/// How a study is to be run.
pub struct StudySettings<'a> {
    /// Where its results go, if anywhere; what was computed there before is not computed again.
    pub folder: Option<&'a Path>,
    /// Variants at a time; at most as many as there are cores where nobody says so.
    pub jobs: Option<NonZeroUsize>,
    pub cancel: &'a AtomicBool,
    /// Called with how many variants are done, of how many.
    pub progress: &'a (dyn Fn(usize, usize) + Sync),
}

impl Runnable {
    /// Whether it varies parameters, so that it is run by [`Self::study`].
    pub fn is_study(&self) -> bool {
        let experiment = self.compilation().model.experiment.as_ref();
        experiment.is_some_and(|own| !own.variations.is_empty())
    }

    /// How many variants its study has.
    pub fn variants(&self) -> usize {
        Plan::new(self.compilation()).count()
    }

    /// Runs all variants. `session` is that which made it.
    pub fn study(&self, session: &mut Session, settings: &StudySettings<'_>) -> Studied {
        let began = Instant::now();
        let plan = Plan::new(self.compilation());
        let count = plan.count();
        let begun = self.summary_of_study(&plan);
        let open = |folder: &Path| StudyFolder::open(folder, &begun);
        let (folder, refused) = match settings.folder.map(open) {
            None => (None, None),
            Some(Ok(folder)) => (Some(folder), None),
            Some(Err(error)) => (None, Some(error)),
        };
        if let Some(error) = refused {
            let mut studied = self.unfinished(&plan);
            studied.files = Err(io::Error::other(error));
            return studied;
        }
        let maker = Maker::new(self, &plan, session);
        let folder = Mutex::new(folder);
        let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let (reused, failed_to_keep) = (AtomicUsize::new(0), Mutex::new(None::<ResultsError>));
        let results: Vec<Mutex<Option<VariantResult>>> =
            (0..count).map(|_| Mutex::new(None)).collect();
        let work = || {
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                if index >= count || settings.cancel.load(Ordering::Relaxed) {
                    return;
                }
                let to = (&folder, settings.folder);
                let result = self.variant((&maker, &plan), index, to, settings.cancel);
                match result {
                    Err(error) => {
                        lock(&failed_to_keep).get_or_insert(error);
                        return;
                    }
                    Ok(Some((result, is_reused))) => {
                        reused.fetch_add(usize::from(is_reused), Ordering::Relaxed);
                        *lock(&results[index]) = Some(result);
                        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
                        (settings.progress)(done, count);
                    }
                    // Interrupted on its way.
                    Ok(None) => return,
                }
            }
        };
        let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let jobs = settings.jobs.map_or(cores, NonZeroUsize::get).clamp(1, count.max(1));
        std::thread::scope(|scope| {
            for _ in 1..jobs {
                // With one thread less it takes longer, and no more.
                let _ = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
            }
            work();
        });
        let results: Vec<Option<VariantResult>> = results
            .into_iter()
            .map(|own| own.into_inner().unwrap_or_else(PoisonError::into_inner))
            .collect();
        let table = table(&plan, &results);
        let compiled = maker.compiled();
        let summary = StudySummary {
            reused: reused.into_inner(),
            wall: WallTime { solver: 0.0, total: began.elapsed().as_secs_f64() },
            ..begun
        };
        let folder = folder.into_inner().unwrap_or_else(PoisonError::into_inner);
        let unkept = failed_to_keep.into_inner().unwrap_or_else(PoisonError::into_inner);
        let are_made = self.compilation().graph().is_some_and(|own| matrices::are_made_by(own));
        // A row that was not reached keeps what an earlier call made for it.
        let has_matrices = |index: usize| {
            let result = results.get(index).filter(|_| are_made);
            result.is_some_and(|own| own.as_ref().is_none_or(|own| own.ended.is_good()))
        };
        let stale =
            settings.folder.map_or(Ok(()), |own| matrices::remove_others(own, has_matrices));
        let files = match (unkept, folder) {
            (None, Some(_)) if let Err(error) = stale => Err(error),
            (Some(error), folder) => {
                // The folder is not to say that the study goes on; what stopped it says more than what that meets.
                let asked = StudyAsked { page: false, besides: None };
                folder.into_iter().for_each(|own| drop(own.finish(&summary, &table, asked)));
                Err(io::Error::other(error))
            }
            (None, Some(folder)) => {
                let asked = StudyAsked { page: self.shows(), besides: self.writes_besides() };
                folder.finish(&summary, &table, asked).map(Some).map_err(io::Error::other)
            }
            (None, None) => Ok(None),
        };
        let is_cancelled = settings.cancel.load(Ordering::Relaxed);
        Studied { table, summary, is_cancelled, compiled, files }
    }

    /// One variant, from an earlier call or computed; nothing where it was interrupted.
    fn variant(
        &self,
        (maker, plan): (&Maker<'_>, &Plan),
        index: usize,
        (folder, path): (&Mutex<Option<StudyFolder>>, Option<&Path>),
        cancel: &AtomicBool,
    ) -> Result<Option<(VariantResult, bool)>, ResultsError> {
        let variant = match maker.make(plan, index) {
            Ok(variant) => variant,
            // What cannot be made costs no time, so it is not kept.
            Err(message) => return Ok(Some((failed(message), false))),
        };
        let key = variant.key();
        let is_complete = |found: &VariantResult| {
            let has_all = |path| matrices::are_there(path, index, &key);
            !variant.has_matrices() || !found.ended.is_good() || path.is_some_and(has_all)
        };
        let known = lock(folder).as_ref().and_then(|own| own.find(&key)).cloned();
        if let Some(found) = known.filter(is_complete) {
            return Ok(Some((found, true)));
        }
        let refuses = |found: &[(String, f64)]| maker.refuses(plan, index, found);
        let Some((result, space)) = variant.run(refuses, cancel) else { return Ok(None) };
        if let (Some(path), Some(space)) = (path, &space) {
            matrices::write_variant((path, index, &key), space, variant.compilation())
                .map_err(|error| ResultsError::file(path, "write to", error))?;
        }
        if let Some(folder) = lock(folder).as_mut() {
            folder.keep(&key, &result)?;
        }
        Ok(Some((result, false)))
    }

    fn summary_of_study(&self, plan: &Plan) -> StudySummary {
        let begun = self.begun();
        let varied = |name: &str| plan.names().any(|own| own == name) || self.is_sought(name);
        StudySummary {
            model: begun.model,
            experiment: begun.experiment,
            version: begun.version,
            model_hash: begun.model_hash,
            overrides: begun.overrides,
            parameters: begun.parameters.into_iter().filter(|own| !varied(&own.name)).collect(),
            reused: 0,
            wall: WallTime::default(),
            plots: plots(self.compilation()),
        }
    }

    fn unfinished(&self, plan: &Plan) -> Studied {
        let none: Vec<Option<VariantResult>> = (0..plan.count()).map(|_| None).collect();
        Studied {
            table: table(plan, &none),
            summary: self.summary_of_study(plan),
            is_cancelled: false,
            compiled: 0,
            files: Ok(None),
        }
    }
}

fn failed(message: String) -> VariantResult {
    let (values, verdicts, notes) = (Vec::new(), Vec::new(), Vec::new());
    VariantResult { values, verdicts, ended: VariantEnd::Failed, message, notes }
}

/// A thread that has panicked has left nothing half done here.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// All variants in the order of the plan. Columns are those of any of them, in the order in which they come.
fn table(plan: &Plan, results: &[Option<VariantResult>]) -> StudyTable {
    let mut columns: Vec<Column> = Vec::new();
    let mut places: BTreeMap<(String, String), usize> = BTreeMap::new();
    let mut criteria: Vec<String> = Vec::new();
    for result in results.iter().flatten() {
        for (column, _) in &result.values {
            let place = (column.name.clone(), column.unit.clone());
            places.entry(place).or_insert_with(|| {
                columns.push(column.clone());
                columns.len() - 1
            });
        }
        for (name, _) in &result.verdicts {
            if !criteria.contains(name) {
                criteria.push(name.clone());
            }
        }
    }
    let row = |(index, result): (usize, &VariantResult)| {
        let mut values = vec![f64::NAN; columns.len()];
        let mut verdicts = vec![CriterionVerdict::NotJudged; criteria.len()];
        for (column, value) in &result.values {
            if let Some(&place) = places.get(&(column.name.clone(), column.unit.clone())) {
                values[place] = *value;
            }
        }
        for (name, verdict) in &result.verdicts {
            if let Some(place) = criteria.iter().position(|own| own == name) {
                verdicts[place] = *verdict;
            }
        }
        let (message, notes) = (result.message.clone(), result.notes.clone());
        StudyRow {
            varied: plan.cells(index),
            values,
            verdicts,
            ended: result.ended,
            message,
            notes,
        }
    };
    let run = results.iter().enumerate().filter_map(|(index, own)| Some((index, own.as_ref()?)));
    let rows: Vec<StudyRow> = run.map(row).collect();
    let missing = results.len() - rows.len();
    StudyTable { varied: plan.columns(), by: plan.origins(), columns, criteria, rows, missing }
}

/// What a variant is called: the value of each parameter that is varied.
pub(crate) type Cells = Vec<Cell>;
