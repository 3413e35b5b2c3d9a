//! How the numbers of an experiment change with a parameter: differences between whole runs.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use cdl_compiler::typed::Experiment;
use cdl_graph::{Analysis, Graph};
use cdl_runtime::results::Column;
use cdl_runtime::{Outcome, set_param};

use crate::last_row::LastRow;
use crate::numbers::numbers;

/// Of the parameter, or of 1 where it is zero.
const CHANGES: [f64; 3] = [1e-2, 1e-3, 1e-4];

/// A derivative with how well it is known.
#[derive(Clone, Debug, PartialEq)]
pub struct Sensitivity {
    /// Of which number, and by which parameter: `d(NUMBER)/d(PARAMETER)` in its unit.
    pub column: Column,
    pub slope: f64,
    /// How far two differences are apart.
    pub error: f64,
}

/// Of each number that `graph` comes to, with values that were found for it. What cannot be told is left out, and noted.
pub(crate) fn sensitivities(
    (graph, values): (&Graph, &[(String, f64)]),
    experiment: Option<&Experiment>,
    cancel: &AtomicBool,
) -> (Vec<Sensitivity>, Vec<String>) {
    let (mut found, mut notes) = (Vec::new(), Vec::new());
    if experiment.is_none_or(|own| own.sensitivities.is_empty()) {
        return (found, notes);
    }
    let mut graph = graph.clone();
    for (name, value) in values {
        // They have just been run with.
        let _ = set_param(&mut graph, name, *value);
    }
    for by in experiment.iter().flat_map(|own| &own.sensitivities) {
        let own = by_parameter(&graph, (&by.name, &by.unit), cancel);
        if own.is_empty() && !cancel.load(Ordering::Relaxed) {
            notes.push(format!(
                "there is no sensitivity to `{}`: the model cannot be run with a little more and less of it",
                by.name
            ));
        }
        found.extend(own);
    }
    (found, notes)
}

fn by_parameter(
    graph: &Graph,
    (name, unit): (&str, &str),
    cancel: &AtomicBool,
) -> Vec<Sensitivity> {
    let Some(now) = graph.signals.params.iter().find(|own| own.path == name) else {
        return Vec::new();
    };
    let now = now.value;
    let size = if now == 0.0 { 1.0 } else { now.abs() };
    let mut best: Vec<Sensitivity> = Vec::new();
    for change in CHANGES {
        let central = |change: f64| -> Option<Vec<(Column, f64)>> {
            let (more, less) = (now + change, now - change);
            let (ahead, back) =
                (run(graph, (name, more), cancel)?, run(graph, (name, less), cancel)?);
            // Another number of rows or modes is another table.
            let is_same =
                ahead.len() == back.len() && ahead.iter().zip(&back).all(|(a, b)| a.0 == b.0);
            let slope = |((column, a), (_, b)): ((Column, f64), (Column, f64))| {
                (column, (a - b) / (more - less))
            };
            is_same.then(|| ahead.into_iter().zip(back).map(slope).collect())
        };
        let (Some(wide), Some(close)) = (central(change * size), central(0.5 * change * size))
        else {
            continue;
        };
        let own: Vec<Sensitivity> = wide
            .into_iter()
            .zip(close)
            .map(|((_, wide), (column, close))| Sensitivity {
                column: derivative(&column, (name, unit)),
                slope: close + (close - wide) / 3.0,
                error: (close - wide).abs(),
            })
            .collect();
        if best.len() != own.len() {
            best = own;
            continue;
        }
        for (best, own) in best.iter_mut().zip(own) {
            if own.error < best.error || !best.error.is_finite() {
                *best = own;
            }
        }
    }
    best.retain(|own| own.slope.is_finite());
    best
}

/// What it comes to with another value; nothing where it cannot be run.
fn run(
    graph: &Graph,
    (name, value): (&str, f64),
    cancel: &AtomicBool,
) -> Option<Vec<(Column, f64)>> {
    let mut graph = graph.clone();
    set_param(&mut graph, name, value).ok()?;
    // Rows have no influence on the run.
    if let Analysis::Simulate(simulation) = &mut graph.analysis {
        simulation.every = simulation.duration;
    }
    let model = cdl_runtime::assemble_shared(Arc::new(graph)).ok()?;
    let mut last = LastRow::default();
    let report = cdl_runtime::run(&model, &mut last, cancel);
    let is_over = matches!(report.solved().outcome, Outcome::Finished | Outcome::Stopped(_));
    is_over.then(|| numbers(&report, last))
}

fn derivative(of: &Column, (name, unit): (&str, &str)) -> Column {
    let own = of.unit.trim_start_matches('1');
    let below = if unit.contains(['.', '/']) { format!("({unit})") } else { unit.to_owned() };
    let unit = match (own, unit) {
        (own, "") => own.to_owned(),
        ("", _) => format!("1/{below}"),
        (own, _) => format!("{own}/{below}"),
    };
    Column::new(format!("d({})/d({name})", of.name), unit)
}
