//! How the numbers of an experiment change with a parameter: by the rules of calculus where they follow from parameters alone, and
//! otherwise by differences between whole runs.

use std::sync::atomic::{AtomicBool, Ordering};

use cdl_compiler::typed::Experiment;
use cdl_graph::Graph;
use cdl_runtime::results::Column;
use cdl_runtime::results::summary::DerivedBy;

use crate::blame::is_good;
use crate::last_row::LastRow;
use crate::numbers::numbers;
use crate::trial;

/// Of the parameter.
const CHANGES: [f64; 3] = [1e-2, 1e-3, 1e-4];
/// In its SI unit where it is zero, and what is large for it is not known.
const CHANGES_OF_ZERO: [f64; 6] = [1e-2, 1e-3, 1e-4, 1e-6, 1e-8, 1e-10];
/// A derivative whose error is a larger share of it is not known, and that is said.
const UNKNOWN: f64 = 0.5;
/// And one whose error is a larger share than this is known badly.
const POOR: f64 = 0.01;
/// Of the largest number of its unit: what changes by less does not change.
const ROUNDING: f64 = 1e-9;

/// A derivative with how well it is known.
#[derive(Clone, Debug, PartialEq)]
pub struct Sensitivity {
    /// Of which number, and by which parameter: `d(NUMBER)/d(PARAMETER)` in its unit.
    pub column: Column,
    /// That parameter.
    pub parameter: String,
    pub slope: f64,
    /// How far two differences are apart, or the slopes to both sides; zero for what is exact.
    pub error: f64,
    /// How it was had.
    pub by: DerivedBy,
}

/// All numbers that a run comes to.
type Numbers = Vec<(Column, f64)>;

/// Of each number that `graph` comes to, with values that were found for it. What cannot be told is left out, and noted.
pub(crate) fn sensitivities(
    (graph, values): (&Graph, &[(String, f64)]),
    experiment: Option<&Experiment>,
    allows_imbalance: bool,
    cancel: &AtomicBool,
) -> (Vec<Sensitivity>, Vec<String>) {
    let (mut found, mut notes) = (Vec::new(), Vec::new());
    if experiment.is_none_or(|own| own.sensitivities.is_empty()) {
        return (found, notes);
    }
    let values = values.iter().map(|(name, value)| (name.as_str(), *value));
    let Some(graph) = trial::with(graph, values) else { return (found, notes) };
    let runs = Runs { graph: &graph, allows_imbalance, cancel };
    let Some(here) = runs.with(None) else { return (found, notes) };
    for by in experiment.iter().flat_map(|own| &own.sensitivities) {
        let (own, told) = by_parameter(&runs, &here, (&by.name, &by.unit));
        if cancel.load(Ordering::Relaxed) {
            break;
        }
        found.extend(own);
        notes.extend(told);
    }
    (found, notes)
}

/// Differences over one distance.
struct Difference {
    slope: f64,
    error: f64,
}

fn by_parameter(
    runs: &Runs<'_>,
    here: &Numbers,
    (name, unit): (&str, &str),
) -> (Vec<Sensitivity>, Vec<String>) {
    let Some(now) = runs.graph.signals.param_value(name) else {
        return (Vec::new(), Vec::new());
    };
    let (size, changes) = match now == 0.0 {
        true => (1.0, CHANGES_OF_ZERO.as_slice()),
        false => (now.abs(), CHANGES.as_slice()),
    };
    let exact = runs.exact(name);
    let all: Vec<Vec<Difference>> = changes
        .iter()
        .filter_map(|change| differences(runs, here, (name, now, change * size)))
        .collect();
    if all.is_empty() && exact.is_empty() {
        let note = format!(
            "there is no sensitivity to `{name}`: the model cannot be run with a little more and less of it, or comes to other numbers then"
        );
        return (Vec::new(), vec![note]);
    }
    let (mut found, mut absent) = (Vec::new(), Vec::new());
    let (mut unknown, mut poor) = (Vec::new(), Vec::new());
    for (index, (own, _)) in here.iter().enumerate() {
        let name_of = format!("d({})/d({name})", own.name);
        if let Some((_, slope)) = exact.iter().find(|(column, _)| column == own) {
            let (column, slope) = (own.per(unit, name_of), *slope);
            let parameter = name.to_owned();
            found.push(Sensitivity { column, parameter, slope, error: 0.0, by: DerivedBy::Exact });
            continue;
        }
        let Some((slope, error)) = best(&all, index) else {
            absent.push(format!("`{}`", own.name));
            continue;
        };
        let alike = here.iter().filter(|other| other.0.unit == own.unit);
        let largest = alike.fold(0.0_f64, |most, own| most.max(own.1.abs()));
        let share = if error * size > ROUNDING * largest { error / slope.abs() } else { 0.0 };
        if share > UNKNOWN {
            unknown.push(format!("`{name_of}`"));
        } else if share > POOR {
            poor.push(format!("`{name_of}` to {} %", (100.0 * share).ceil()));
        }
        let column = own.per(unit, name_of);
        let parameter = name.to_owned();
        found.push(Sensitivity { column, parameter, slope, error, by: DerivedBy::Differences });
    }
    let mut notes = Vec::new();
    if !absent.is_empty() {
        notes.push(format!(
            "there is no sensitivity of {} to `{name}`: with a little more or less of that it has no value",
            absent.join(", ")
        ));
    }
    if !unknown.is_empty() {
        notes.push(format!(
            "{} is hardly known: what is derived jumps or has a kink there, or changes faster than runs that are so far apart show",
            unknown.join(", ")
        ));
    }
    if !poor.is_empty() {
        notes.push(format!(
            "{} is all that differences between runs tell: shorter steps or a smaller tolerance leave less noise in them",
            poor.join(", ")
        ));
    }
    (found, notes)
}

/// Of the distances the one at which differences of a number agree best, with its error; nothing where none has a value.
fn best(all: &[Vec<Difference>], index: usize) -> Option<(f64, f64)> {
    let finite = |own: &&Difference| own.slope.is_finite() && own.error.is_finite();
    let each = || all.iter().filter_map(|own| own.get(index)).filter(finite);
    let best = each().min_by(|a, b| a.error.total_cmp(&b.error))?;
    // Where it is known well, others agree as well as they are known themselves.
    let others = each().filter(|own| !std::ptr::eq(*own, best));
    let apart = others.map(|own| (own.slope - best.slope).abs() - own.error).reduce(f64::min);
    Some((best.slope, best.error.max(apart.unwrap_or(0.0))))
}

/// Central ones over a distance and half of it, extrapolated (Richardson); nothing where runs come to other numbers.
fn differences(
    runs: &Runs<'_>,
    here: &Numbers,
    (name, now, far): (&str, f64, f64),
) -> Option<Vec<Difference>> {
    let [wide_ahead, wide_back, ahead, back] =
        [far, -far, 0.5 * far, -0.5 * far].map(|by| (now + by, runs.with(Some((name, now + by)))));
    let ((more, wide_ahead), (less, wide_back)) = (with(wide_ahead)?, with(wide_back)?);
    let ((near_more, ahead), (near_less, back)) = (with(ahead)?, with(back)?);
    // Another number of rows or modes is another table.
    let is_same =
        |own: &Numbers| own.len() == here.len() && own.iter().zip(here).all(|(a, b)| a.0 == b.0);
    if ![&wide_ahead, &wide_back, &ahead, &back].into_iter().all(is_same) {
        return None;
    }
    let one = |index: usize| {
        let value = here[index].1;
        let sides = |[ahead, back]: [&Numbers; 2], [more, less]: [f64; 2]| {
            let slope = |own: &Numbers, at: f64| (own[index].1 - value) / (at - now);
            let central = (ahead[index].1 - back[index].1) / (more - less);
            (central, slope(ahead, more) - slope(back, less))
        };
        let (wide, bend_of_wide) = sides([&wide_ahead, &wide_back], [more, less]);
        let (close, bend) = sides([&ahead, &back], [near_more, near_less]);
        // Both sides come closer to each other by half in half of the distance, but at a kink.
        let kink = (2.0 * bend - bend_of_wide).abs();
        let slope = close + (close - wide) / 3.0;
        Difference { slope, error: (close - wide).abs().max(kink) }
    };
    Some((0..here.len()).map(one).collect())
}

fn with((at, numbers): (f64, Option<Numbers>)) -> Option<(f64, Numbers)> {
    Some((at, numbers?))
}

/// Of one experiment.
struct Runs<'a> {
    graph: &'a Graph,
    allows_imbalance: bool,
    cancel: &'a AtomicBool,
}

impl Runs<'_> {
    /// Of what follows from parameters alone.
    fn exact(&self, parameter: &str) -> Vec<(Column, f64)> {
        let model = trial::assembled(self.graph.clone());
        model.map_or_else(Vec::new, |own| cdl_runtime::slopes_by_rules(&own, parameter))
    }

    /// What it comes to, also with another value of a parameter; nothing where it cannot be run, or is not worth having.
    fn with(&self, changed: Option<(&str, f64)>) -> Option<Numbers> {
        if self.cancel.load(Ordering::Relaxed) {
            return None;
        }
        let mut graph = trial::with(self.graph, changed)?;
        trial::without_rows(&mut graph);
        let model = trial::assembled(graph)?;
        let mut last = LastRow::default();
        let report = cdl_runtime::run(&model, &mut last, self.cancel);
        is_good(report.solved(), self.allows_imbalance).then(|| numbers(&report, last))
    }
}
