//! Parameters whose values make something least or largest: a search without derivatives over whole runs.

mod least;

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use cdl_compiler::typed::{Choice, Experiment, Objective};
use cdl_graph::Graph;
use cdl_runtime::results::Column;
use cdl_runtime::{Model, RunReport, assemble_shared};

use crate::blame::{self, is_good};
use crate::find::Found;
use crate::last_row::LastRow;
use crate::numbers::numbers;
use crate::trial;
use crate::written::in_unit;

/// Of a range: whatever is as close to a bound is looked at there, too.
const AT_BOUND: f64 = 1e-6;
/// Of the largest: objectives that differ by less are the same.
const SAME: f64 = 1e-12;

struct Search<'a> {
    graph: &'a Graph,
    choices: &'a [Choice],
    objective: &'a Objective,
    allows_imbalance: bool,
    cancel: &'a AtomicBool,
    seen: RefCell<Seen>,
}

/// What runs have come to.
struct Seen {
    runs: usize,
    /// That have no value, or cannot be made.
    passed_over: usize,
    least: f64,
    most: f64,
}

/// Nothing where nothing is to be chosen, or it cannot be run with any values.
pub(crate) fn choose(
    graph: &Graph,
    experiment: Option<&Experiment>,
    allows_imbalance: bool,
    cancel: &AtomicBool,
) -> Option<Found> {
    let (choices, objective) = experiment.map(|own| (&own.choices, &own.objective))?;
    let objective = objective.as_ref().filter(|_| !choices.is_empty())?;
    let seen = Seen { runs: 0, passed_over: 0, least: f64::INFINITY, most: f64::NEG_INFINITY };
    let seen = RefCell::new(seen);
    let search = Search { graph, choices, objective, allows_imbalance, cancel, seen };
    let found = least::least(choices.len(), &|share| search.value(share));
    let (share, at_bounds) = match &found {
        Some(share) => search.at_bounds(share.clone()),
        // The run in the middle says why, or what it looks like.
        None => (vec![0.5; choices.len()], Vec::new()),
    };
    let mut values = search.values(&share);
    let mut impossible = None;
    let model = match (search.model(&values, false), &found) {
        (Some(model), _) => model,
        (None, Some(_)) => return None,
        // The numbers that the model itself has do for a look.
        (None, None) => {
            impossible = search.refused(&values);
            values.clear();
            trial::assembled(graph.clone())?
        }
    };
    let Seen { runs, passed_over, least, most } = search.seen.into_inner();
    let (record, text) = (&objective.record, &objective.text);
    let failure = found.is_none().then(|| {
        blame::not_chosen(
            &format!("nothing is chosen: none of {runs} runs between the bounds could be made and has a value of `{record}`"),
            objective,
            impossible,
        )
    });
    let word = if objective.is_largest { "largest" } else { "least" };
    let mut notes = Vec::new();
    if found.is_some() {
        let besides = match passed_over {
            0 => String::new(),
            count => format!(
                "; {count} of them are passed over, as they do not come to an end, their energies do not balance, or it has no value"
            ),
        };
        notes.push(format!("the {word} `{text}` was looked for in {runs} runs{besides}"));
        if most - least <= SAME * most.abs().max(least.abs()) {
            notes.push(format!(
                "`{text}` is the same in all of these runs, so what is chosen is as good as anything else"
            ));
        }
    }
    notes.extend(at_bounds.into_iter().map(|(index, end)| {
        let name = &choices[index].name;
        format!("`{name}` is at the {end} end of its range: beyond it, `{text}` may go on")
    }));
    let names = choices.iter().map(|own| own.name.clone());
    let values = names.zip(values).collect();
    Some(Found { values, model, notes, failure, is_interrupted: false })
}

impl Search<'_> {
    /// Where something has come close to a bound, the bound itself, if that is no worse; and which these are.
    fn at_bounds(&self, mut share: Vec<f64>) -> (Vec<f64>, Vec<(usize, &'static str)>) {
        let mut ends = Vec::new();
        for index in 0..share.len() {
            let (bound, end) = match share[index] {
                own if own <= AT_BOUND => (0.0, "lower"),
                own if own >= 1.0 - AT_BOUND => (1.0, "upper"),
                _ => continue,
            };
            let mut there = share.clone();
            there[index] = bound;
            let is_there = there == share;
            let value = |share: &[f64]| self.value(share).unwrap_or(f64::INFINITY);
            if is_there || value(&there) <= value(&share) {
                share = there;
                ends.push((index, end));
            }
        }
        (share, ends)
    }

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

    /// Why it cannot be made with these values.
    fn refused(&self, values: &[f64]) -> Option<String> {
        let names = self.choices.iter().map(|own| own.name.as_str());
        let graph = trial::with(self.graph, names.zip(values.iter().copied()))?;
        let errors = assemble_shared(Arc::new(graph)).err()?;
        let with: Vec<String> =
            self.choices.iter().zip(values).map(|(own, &value)| shown(own, value)).collect();
        errors.first().map(|own| format!("with {} {}", with.join(", "), own.problem))
    }

    /// What is to be least; nothing where it cannot be run, or has no value.
    fn value(&self, share: &[f64]) -> Option<f64> {
        if self.cancel.load(Ordering::Relaxed) {
            return None;
        }
        let value = self.run(share);
        let mut seen = self.seen.borrow_mut();
        seen.runs += 1;
        match value {
            Some(value) => (seen.least, seen.most) = (seen.least.min(value), seen.most.max(value)),
            None => seen.passed_over += 1,
        }
        value
    }

    /// Nothing also where the run itself would be refused.
    fn run(&self, share: &[f64]) -> Option<f64> {
        let model = self.model(&self.values(share), true)?;
        let mut last = LastRow::default();
        let report = cdl_runtime::run(&model, &mut last, self.cancel);
        if !is_good(report.solved(), self.allows_imbalance) {
            return None;
        }
        let value = self.read(&report, numbers(&report, last))?;
        let value = if self.objective.is_largest { -value } else { value };
        value.is_finite().then_some(value)
    }

    /// In the unit in which it is recorded. Of what swings that is the largest amplitude.
    fn read(&self, report: &RunReport, numbers: Vec<(Column, f64)>) -> Option<f64> {
        let record = &self.objective.record;
        let named = |name: &str| numbers.iter().find(|(own, _)| own.name == name);
        let swing = report.response().and_then(|_| named(&format!("{record}.amplitude")));
        swing.or_else(|| named(record)).map(|(_, value)| *value)
    }
}

/// Such as `stiffness = -1.5 kN/m`, in the unit in which the bounds are written.
fn shown(choice: &Choice, value: f64) -> String {
    match &choice.written_in {
        Some((unit, factor)) => format!("{} = {} {unit}", choice.name, in_unit(value, *factor)),
        None => format!("{} = {value}", choice.name),
    }
}
