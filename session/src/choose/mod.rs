//! Parameters whose values make something least or largest: a search without derivatives over whole runs.

mod least;

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};

use cdl_compiler::typed::{Choice, Experiment, Objective};
use cdl_graph::Graph;
use cdl_runtime::results::Column;
use cdl_runtime::{Model, RunReport};

use crate::find::Found;
use crate::last_row::LastRow;
use crate::numbers::numbers;
use crate::trial;

/// Of a range: what is closer to a bound is at it.
const AT_BOUND: f64 = 1e-6;

struct Search<'a> {
    graph: &'a Graph,
    choices: &'a [Choice],
    objective: &'a Objective,
    cancel: &'a AtomicBool,
    runs: Cell<usize>,
}

/// Nothing where nothing is to be chosen, or it cannot be run with any values.
pub(crate) fn choose(
    graph: &Graph,
    experiment: Option<&Experiment>,
    cancel: &AtomicBool,
) -> Option<Found> {
    let (choices, objective) = experiment.map(|own| (&own.choices, &own.objective))?;
    let objective = objective.as_ref().filter(|_| !choices.is_empty())?;
    let search = Search { graph, choices, objective, cancel, runs: Cell::new(0) };
    let share = least::least(choices.len(), &|share| search.value(share));
    // Where nothing can be run, the run in the middle says why.
    let share = share.unwrap_or_else(|| vec![0.5; choices.len()]);
    let values = search.values(&share);
    let model = search.model(&values, false)?;
    let word = if objective.is_largest { "largest" } else { "least" };
    let runs = search.runs.get();
    let found = format!("the {word} `{}` was looked for in {runs} runs", objective.text);
    let at_bounds = choices.iter().zip(&share).filter_map(|(own, share)| {
        let end = match *share {
            share if share <= AT_BOUND => "lower",
            share if share >= 1.0 - AT_BOUND => "upper",
            _ => return None,
        };
        let name = &own.name;
        Some(format!(
            "`{name}` is at the {end} end of its range: beyond it, `{}` may go on",
            objective.text
        ))
    });
    let notes = std::iter::once(found).chain(at_bounds).collect();
    let names = choices.iter().map(|own| own.name.clone());
    Some(Found { values: names.zip(values).collect(), model, notes })
}

impl Search<'_> {
    /// Of the way from the lower to the upper bound.
    fn values(&self, share: &[f64]) -> Vec<f64> {
        let at = |(own, share): (&Choice, &f64)| own.low + (own.high - own.low) * share;
        self.choices.iter().zip(share).map(at).collect()
    }

    fn model(&self, values: &[f64], is_silent: bool) -> Option<Model> {
        let names = self.choices.iter().map(|own| own.name.as_str());
        let mut graph = trial::with(self.graph, names.zip(values.iter().copied()))?;
        if is_silent {
            trial::without_rows(&mut graph);
        }
        trial::assembled(graph)
    }

    /// What is to be least; nothing where it cannot be run, or has no value.
    fn value(&self, share: &[f64]) -> Option<f64> {
        if self.cancel.load(Ordering::Relaxed) {
            return None;
        }
        self.runs.set(self.runs.get() + 1);
        let model = self.model(&self.values(share), true)?;
        let mut last = LastRow::default();
        let report = cdl_runtime::run(&model, &mut last, self.cancel);
        if !report.solved().outcome.is_over() {
            return None;
        }
        let value = self.read(&report, numbers(&report, last))?;
        let value = if self.objective.is_largest { -value } else { value };
        value.is_finite().then_some(value)
    }

    /// In the unit in which it is recorded. Of what swings that is the largest amplitude.
    fn read(&self, report: &RunReport, numbers: Vec<(Column, f64)>) -> Option<f64> {
        let record = &self.objective.record;
        let name = match report.response() {
            Some(_) => format!("{record}.amplitude"),
            None => record.clone(),
        };
        numbers.into_iter().find(|(own, _)| own.name == name).map(|(_, value)| value)
    }
}
