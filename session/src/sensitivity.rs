//! How the numbers of an experiment change with a parameter: differences between whole runs.

use std::sync::atomic::{AtomicBool, Ordering};

use cdl_compiler::typed::Experiment;
use cdl_graph::Graph;
use cdl_runtime::results::Column;

use crate::last_row::LastRow;
use crate::numbers::numbers;
use crate::trial;

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
    let values = values.iter().map(|(name, value)| (name.as_str(), *value));
    let Some(graph) = trial::with(graph, values) else { return (found, notes) };
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
    let Some(now) = graph.signals.param_value(name) else { return Vec::new() };
    let size = if now == 0.0 { 1.0 } else { now.abs() };
    let central = |change: f64| {
        let (more, less) = (now + change, now - change);
        let (ahead, back) = (run(graph, (name, more), cancel)?, run(graph, (name, less), cancel)?);
        let slope = |((column, a), (_, b)): ((Column, f64), (Column, f64))| {
            (column, (a - b) / (more - less))
        };
        are_alike(&ahead, &back).then(|| ahead.into_iter().zip(back).map(slope).collect())
    };
    let mut best: Vec<Sensitivity> = Vec::new();
    for change in CHANGES {
        let (Some(wide), Some(close)) = (central(change * size), central(0.5 * change * size))
        else {
            continue;
        };
        if let Some(own) = extrapolated(wide, close, (name, unit)) {
            best = better(best, own);
        }
    }
    best.retain(|own| own.slope.is_finite());
    best
}

/// Whether they are the same numbers: with another value there may be other rows or modes, which make another table.
fn are_alike(one: &[(Column, f64)], other: &[(Column, f64)]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(a, b)| a.0 == b.0)
}

/// Richardson's extrapolation of two differences, the second over half of the change.
fn extrapolated(
    wide: Vec<(Column, f64)>,
    close: Vec<(Column, f64)>,
    (name, unit): (&str, &str),
) -> Option<Vec<Sensitivity>> {
    let of = |((_, wide), (column, close)): ((Column, f64), (Column, f64))| Sensitivity {
        column: column.per(unit, format!("d({})/d({name})", column.name)),
        slope: close + (close - wide) / 3.0,
        error: (close - wide).abs(),
    };
    are_alike(&wide, &close).then(|| wide.into_iter().zip(close).map(of).collect())
}

/// Of each number what is better known; the later where they are of other numbers.
fn better(best: Vec<Sensitivity>, own: Vec<Sensitivity>) -> Vec<Sensitivity> {
    let is_same =
        best.len() == own.len() && best.iter().zip(&own).all(|(a, b)| a.column == b.column);
    if !is_same {
        return own;
    }
    let of = |(best, own): (Sensitivity, Sensitivity)| match own.error < best.error
        || !best.error.is_finite()
    {
        true => own,
        false => best,
    };
    best.into_iter().zip(own).map(of).collect()
}

/// What it comes to with another value; nothing where it cannot be run.
fn run(
    graph: &Graph,
    (name, value): (&str, f64),
    cancel: &AtomicBool,
) -> Option<Vec<(Column, f64)>> {
    let mut graph = trial::with(graph, [(name, value)])?;
    trial::without_rows(&mut graph);
    let model = trial::assembled(graph)?;
    let mut last = LastRow::default();
    let report = cdl_runtime::run(&model, &mut last, cancel);
    report.solved().outcome.is_over().then(|| numbers(&report, last))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(all: &[(&str, f64)]) -> Vec<(Column, f64)> {
        all.iter().map(|(name, value)| (Column::new(*name, "m"), *value)).collect()
    }

    /// With another change a run may come to other numbers, however many these are.
    #[test]
    fn differences_of_other_numbers_are_not_paired() {
        let by = ("k", "N");
        let (wide, close) = (table(&[("a", 4.0), ("b", 1.0)]), table(&[("a", 1.0), ("b", 1.0)]));
        let found = extrapolated(wide.clone(), close.clone(), by).expect("they are the same");
        assert_eq!((found[0].slope, found[0].error), (0.0, 3.0));
        assert_eq!(found[0].column, Column::new("d(a)/d(k)", "m/N"));
        let other = table(&[("b", 1.0), ("c", 1.0)]);
        assert_eq!(extrapolated(wide, other.clone(), by), None);
        let later = extrapolated(other.clone(), other, by).expect("they are the same");
        assert_eq!(better(found.clone(), later.clone()), later);
        let closer = extrapolated(close.clone(), close, by).expect("they are the same");
        assert_eq!(better(found, closer.clone())[0], closer[0]);
    }
}
