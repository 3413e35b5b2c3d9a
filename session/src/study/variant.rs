//! One variant: its graph, which is compiled or made from that of another, and its run.

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use cdl_compiler::Compilation;
use cdl_compiler::diagnostics::Severity;
use cdl_compiler::typed::{Variation, Varied};
use cdl_graph::Graph;
use cdl_runtime::results::Column;
use cdl_runtime::results::study::{VariantEnd, VariantResult};
use cdl_runtime::{Model, Outcome, RunReport, StateSpace};

use super::lock;
use super::plan::Plan;
use crate::around::{derived, sought};
use crate::blame;
use crate::fnv1a::Fnv1a;
use crate::last_row::LastRow;
use crate::matrices;
use crate::numbers::numbers;
use crate::runnable::Runnable;
use crate::session::Session;
use crate::summary::{criteria, warnings};
use crate::trial;
use crate::written;

/// Makes variants, on any thread.
pub(super) struct Maker<'a> {
    base: &'a Runnable,
    /// Whether other numbers are all that tells variants apart.
    is_same_structure: bool,
    /// One compiles at a time.
    session: Mutex<&'a mut Session>,
    compiled: AtomicUsize,
}

/// A variant that can be run.
pub(super) struct Variant {
    compilation: Arc<Compilation>,
    graph: Arc<Graph>,
    model: Model,
    allows_imbalance: bool,
}

impl<'a> Maker<'a> {
    pub(super) fn new(base: &'a Runnable, plan: &Plan, session: &'a mut Session) -> Self {
        let mut maker = Self {
            base,
            is_same_structure: false,
            session: Mutex::new(session),
            compiled: AtomicUsize::new(0),
        };
        maker.is_same_structure = maker.has_same_structure(plan);
        maker
    }

    pub(super) fn compiled(&self) -> usize {
        self.compiled.load(Ordering::Relaxed)
    }

    /// Parameters that are numbers decide on no structure, by the rules of the language, and what they may be stands in the graph. All the
    /// same the last variant is compiled once, and so are the smallest and the largest number of each parameter: that has to be what
    /// the numbers make of the first, or refused by both.
    fn has_same_structure(&self, plan: &Plan) -> bool {
        let Some(last) = plan.count().checked_sub(1) else { return false };
        let last = plan.point(last);
        if last.iter().any(|(_, value)| value.is_structural) {
            return false;
        }
        self.is_told_by_numbers(&last)
            && plan.extremes().into_iter().all(|own| self.is_told_by_numbers(&[own]))
    }

    /// Whether the graph with other numbers is what the compiler makes of them.
    fn is_told_by_numbers(&self, values: &[(&Variation, &Varied)]) -> bool {
        let changed = self.base.compilation().graph().and_then(|base| numbered(base, values));
        let Some(changed) = changed else { return false };
        match self.compile(values, &[]) {
            Ok(compiled) => compiled.graph().is_some_and(|compiled| {
                changed.in_canonical_order() == compiled.in_canonical_order()
            }),
            Err(_) => trial::assembled(changed).is_none(),
        }
    }

    /// Why it cannot be made, otherwise.
    pub(super) fn make(&self, plan: &Plan, index: usize) -> Result<Variant, String> {
        let base = self.base.compilation_shared();
        let graph =
            self.is_same_structure.then(|| numbered(base.graph()?, &plan.point(index))).flatten();
        let (compilation, mut graph) = match graph {
            Some(graph) => (base.clone(), graph),
            None => {
                self.compiled.fetch_add(1, Ordering::Relaxed);
                let compilation = self.compile(&plan.point(index), &[])?;
                let graph = compilation.graph().ok_or("the compiler gave no graph")?;
                let graph = Graph::clone(graph);
                (compilation, graph)
            }
        };
        trial::without_rows(&mut graph);
        let graph = Arc::new(graph);
        let model = cdl_runtime::assemble_shared(graph.clone()).map_err(|errors| {
            let first = errors.first().map(|error| blame::assembly(error, &compilation));
            first.map_or_else(String::new, |own| format!("{}: {}", own.code, own.message))
        })?;
        Ok(Variant { compilation, graph, model, allows_imbalance: self.base.allows_imbalance() })
    }

    /// Why a variant may not have the values that were found for it, where it may not.
    pub(super) fn refuses(
        &self,
        plan: &Plan,
        index: usize,
        found: &[(String, f64)],
    ) -> Option<String> {
        let text = |(name, value): &(String, f64)| (name.clone(), self.base.written(name, *value));
        let found: Vec<(String, String)> = found.iter().map(text).collect();
        let given: Vec<(&str, &str)> =
            found.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        self.compile(&plan.point(index), &given).err()
    }

    /// With values of parameters that are varied, and of others.
    fn compile(
        &self,
        point: &[(&Variation, &Varied)],
        given: &[(&str, &str)],
    ) -> Result<Arc<Compilation>, String> {
        let mut overrides: Vec<(&str, &str)> = self.base.overrides().collect();
        overrides.extend(point.iter().map(|(own, value)| (own.name.as_str(), value.text.as_str())));
        overrides.extend_from_slice(given);
        let experiment = self.base.compilation().model.experiment.as_ref();
        let name = experiment.map(|own| own.name.as_str());
        let compiled = lock(&self.session).compile(name, &overrides);
        compiled.map_err(|found| {
            let error = found.iter().find(|own| own.severity == Severity::Error);
            let error = error.or(found.first());
            error.map_or_else(String::new, |own| format!("{}: {}", own.code, own.message))
        })
    }
}

/// The graph with other numbers; nothing where one of them is no parameter of it.
fn numbered(base: &Graph, point: &[(&Variation, &Varied)]) -> Option<Graph> {
    let numbers = point.iter().map(|(own, value)| Some((own.name.as_str(), value.number?)));
    trial::with(base, numbers.collect::<Option<Vec<_>>>()?)
}

impl Variant {
    /// Of all that it follows from.
    pub(super) fn key(&self) -> String {
        let mut hash = Fnv1a::new();
        // Writing into a hash cannot fail; a key that nobody else has says so if it ever does.
        if cdl_graph::write_json(&self.graph, &mut hash).is_err() {
            return format!("{:p}", Arc::as_ptr(&self.graph));
        }
        if let Some(experiment) = &self.compilation.model.experiment {
            let bounds = experiment.choices.iter().map(|own| (&own.name, own.low, own.high));
            let objective = experiment.objective.as_ref().map(|own| own.is_largest);
            let by: Vec<&str> = experiment.sensitivities.iter().map(|own| &*own.name).collect();
            let choices = format!("{:?} {objective:?} {by:?}", bounds.collect::<Vec<_>>());
            if std::io::Write::write_all(&mut hash, choices.as_bytes()).is_err() {
                return format!("{:p}", Arc::as_ptr(&self.graph));
            }
        }
        let allowed = if self.allows_imbalance { "-allowed" } else { "" };
        format!("{:016x}-{}{allowed}", hash.finish(), env!("CARGO_PKG_VERSION"))
    }

    /// Whether it leaves matrices beside its numbers.
    pub(super) fn has_matrices(&self) -> bool {
        matrices::are_made_by(&self.graph)
    }

    pub(super) fn compilation(&self) -> &Compilation {
        &self.compilation
    }

    /// Nothing where it was interrupted. `refuses` says why values that were found may not be.
    pub(super) fn run(
        &self,
        refuses: impl FnOnce(&[(String, f64)]) -> Option<String>,
        cancel: &AtomicBool,
    ) -> Option<(VariantResult, Option<StateSpace>)> {
        let mut last = LastRow::default();
        let experiment = self.compilation.model.experiment.as_ref();
        let found = sought(&self.graph, experiment, self.allows_imbalance, cancel);
        if let Some(why) = found.as_ref().and_then(|own| refuses(&own.values)) {
            return Some((super::failed(format!("what was found cannot be: {why}")), None));
        }
        let failure = found.as_ref().and_then(|own| own.failure.as_ref());
        let model = found.as_ref().map_or(&self.model, |own| &own.model);
        let mut run = cdl_runtime::run(model, &mut last, cancel);
        run.note(found.iter().flat_map(|own| own.notes.iter().cloned()));
        let values = found.as_ref().map_or(&[][..], |own| &own.values);
        let about = (&*self.graph, values);
        let slopes = derived(&mut run, about, experiment, self.allows_imbalance, cancel);
        if cancel.load(Ordering::Relaxed) {
            return None;
        }
        let slopes = slopes.into_iter().flat_map(|own| {
            let error = Column::new(format!("{}.error", own.column.name), own.column.unit.clone());
            [(own.column, own.slope), (error, own.error)]
        });
        let solved = run.solved();
        let ledger = blame::ledger(solved, self.allows_imbalance, &self.compilation);
        let unbalanced = ledger.as_ref().filter(|own| own.severity == Severity::Error);
        let told = |own: &crate::blame::Blame| format!("{}: {}", own.code, own.message);
        let (ended, message) = match (&solved.outcome, unbalanced) {
            (Outcome::Cancelled, _) => return None,
            (Outcome::Fault(fault), _) => {
                (VariantEnd::Failed, told(&blame::fault(fault, solved, &self.compilation)))
            }
            (Outcome::NotWritten(error), _) => (VariantEnd::Failed, error.clone()),
            (_, Some(ledger)) => (VariantEnd::Unbalanced, told(ledger)),
            (Outcome::Stopped(_) | Outcome::Finished, None) if failure.is_some() => {
                (VariantEnd::Failed, failure.map_or(String::new(), told))
            }
            (Outcome::Stopped(why), None) => (VariantEnd::Stopped, why.clone()),
            (Outcome::Finished, None) => (VariantEnd::Completed, String::new()),
        };
        // Of a run that did not come to its end the last numbers mean something else.
        let is_over = ended != VariantEnd::Failed;
        let recorded = numbers(&run, last);
        let unknowns = found.into_iter().flat_map(|own| own.values);
        let unknowns = unknowns.map(|(name, value)| self.unknown(name, value));
        let recorded = unknowns.chain(recorded).filter(|_| is_over);
        let criteria = criteria(&solved.conclusion);
        let unjudged = criteria.iter().filter_map(|own| {
            Some(format!("`{}` cannot be judged: {}", own.name, own.why.as_ref()?))
        });
        let notes = warnings(&run, ledger.as_ref(), unbalanced.is_some());
        let notes = notes.into_iter().chain(unjudged).collect();
        let verdicts = criteria.into_iter().map(|own| (own.name, own.verdict));
        let result = VariantResult {
            values: recorded.chain(slopes).collect(),
            verdicts: verdicts.collect(),
            ended,
            message,
            notes,
        };
        let space = match run {
            RunReport::Modes(own) => own.state_space,
            RunReport::Response(_) | RunReport::Equilibrium(_) | RunReport::Simulation(_) => None,
        };
        Some((result, space))
    }
}

impl Variant {
    /// Of a parameter that was looked for, with its value in the unit in which it is written.
    fn unknown(&self, name: String, value: f64) -> (Column, f64) {
        let (unit, factor) = written::unit(&self.compilation, &name);
        (Column::new(name, unit), written::in_unit(value, factor))
    }
}
