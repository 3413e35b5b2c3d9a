//! Parameters whose values an experiment looks for: Newton's method over whole runs.
//!
//! Derivatives are differences at first, and follow from the steps then (Broyden 1965); where a step leads nowhere they are
//! looked at anew. A step that leads out of what can be run, or to where the equations are further from holding, is halved.
//! Where equations ask the same of several parameters the step is the shortest one that does as well as any.

use std::sync::atomic::{AtomicBool, Ordering};

use cdl_graph::Graph;
use cdl_runtime::{Model, Observer};
use nalgebra::{DMatrix, DVector, Dyn, SVD};

use crate::blame::Blame;
use crate::trial;

/// Both sides of an equation that differ by less than this share of them are equal.
const EQUAL: f64 = 1e-10;
/// What a parameter is moved by for a difference, relatively.
const DIFFERENCE: f64 = 1e-6;
const MOST_STEPS: usize = 60;
const MOST_HALVINGS: usize = 14;
/// Of a side of an equation.
const ROUNDING: f64 = 8.0 * f64::EPSILON;
/// Of the largest singular value of slopes by differences, in shares of equations and parameters: what is less is not known from zero.
const DEPENDENT: f64 = 1e-6;
/// Of what is missing: equations that depend on each other and leave more of it contradict each other.
const CONTRADICTION: f64 = 1e-3;
/// A share of a parameter by which it is moved without any effect.
const SHORTEST: f64 = 1e-14;

/// What was found.
pub(crate) struct Found {
    /// Ready to run with these values.
    pub(crate) model: Model,
    /// By name, SI.
    pub(crate) values: Vec<(String, f64)>,
    /// What a reader should know.
    pub(crate) notes: Vec<String>,
    /// Why nothing was found, and these are only values to go by.
    pub(crate) failure: Option<Blame>,
    /// Whether the user did not wait, and nothing was found for that.
    pub(crate) is_interrupted: bool,
}

impl Found {
    /// As the search has not come to its end, its values are none.
    pub(crate) fn interrupted(self) -> Self {
        let names: Vec<String> = self.values.iter().map(|(name, _)| format!("`{name}`")).collect();
        let note = format!(
            "it was interrupted while {} was looked for: nothing is found, and nothing was run with it",
            names.join(", ")
        );
        let (values, notes) = (Vec::new(), vec![note]);
        Self { values, notes, failure: None, is_interrupted: true, ..self }
    }
}

/// What is told of an unknown that is idle.
fn without_influence(name: &str) -> String {
    format!(
        "`{name}` is looked for, and no equation depends on it where the search begins: it keeps its value; if it matters elsewhere, begin there"
    )
}

/// What is told where several parameters do the same.
fn dependent(names: &[&str]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    format!(
        "the equations do not tell {} apart: other values fulfil them as well, and these are near those of the start",
        names.join(", ")
    )
}

/// Where a search has ended.
struct Ended {
    values: Vec<f64>,
    /// Unknowns that do not matter.
    idle: Vec<usize>,
    /// Unknowns that only matter together, and the equations hold.
    together: Vec<usize>,
}

/// The equations, at some values.
#[derive(Clone)]
struct At {
    values: Vec<f64>,
    /// Left minus right, and what that is measured by.
    residuals: Vec<f64>,
    sizes: Vec<f64>,
}

struct Search<'a> {
    graph: &'a Graph,
    /// Of each equation: its criterion, and its parameter.
    unknowns: Vec<(usize, &'a str)>,
    cancel: &'a AtomicBool,
}

/// Nothing where the graph looks for nothing, or cannot be run with any values.
pub(crate) fn find(graph: &Graph, cancel: &AtomicBool) -> Option<Found> {
    let sought = graph.criteria.iter().enumerate();
    let unknowns: Vec<(usize, &str)> =
        sought.filter_map(|(index, own)| Some((index, own.parameter.as_deref()?))).collect();
    if unknowns.is_empty() {
        return None;
    }
    let search = Search { graph, unknowns, cancel };
    let begin = search.unknowns.iter().map(|(_, name)| graph.signals.param_value(name));
    let begin: Vec<f64> = begin.collect::<Option<_>>()?;
    let Ended { values, mut idle, together } = search.solve(begin.clone());
    // Where one has gone too far nothing depends on it any more, but it did.
    idle.retain(|&own| values[own] == begin[own]);
    let model = search.model(&values, false)?;
    let name = |index: usize| search.unknowns[index].1.to_owned();
    let mut notes: Vec<String> =
        idle.into_iter().map(|own| without_influence(&name(own))).collect();
    if !together.is_empty() {
        let names: Vec<&str> = together.into_iter().map(|own| search.unknowns[own].1).collect();
        notes.push(dependent(&names));
    }
    let values = values.into_iter().enumerate().map(|(index, value)| (name(index), value));
    // Its equations are criteria.
    Some(Found { model, values: values.collect(), notes, failure: None, is_interrupted: false })
}

impl Search<'_> {
    fn model(&self, values: &[f64], is_silent: bool) -> Option<Model> {
        let names = self.unknowns.iter().map(|(_, name)| *name);
        let mut graph = trial::with(self.graph, names.zip(values.iter().copied()))?;
        if is_silent {
            trial::without_rows(&mut graph);
        }
        trial::assembled(graph)
    }

    /// Nothing where it cannot be run.
    fn at(&self, values: &[f64]) -> Option<At> {
        if !values.iter().all(|value| value.is_finite()) || self.cancel.load(Ordering::Relaxed) {
            return None;
        }
        let model = self.model(values, true)?;
        let report = cdl_runtime::run(&model, &mut Nobody, self.cancel);
        let solved = report.solved();
        if !solved.outcome.is_over() {
            return None;
        }
        let (mut residuals, mut sizes) = (Vec::new(), Vec::new());
        for &(index, _) in &self.unknowns {
            let compared = solved.conclusion.criteria.get(index)?.compared.first()?;
            residuals.push(compared.left - compared.right);
            sizes.push(compared.left.abs().max(compared.right.abs()));
        }
        let is_known = residuals.iter().all(|value| value.is_finite());
        is_known.then(|| At { values: values.to_vec(), residuals, sizes })
    }

    /// The best values that there are.
    fn solve(&self, begin: Vec<f64>) -> Ended {
        let (mut idle, mut together) = (Vec::new(), Vec::new());
        let Some(mut now) = self.at(&begin) else { return Ended { values: begin, idle, together } };
        let scales: Vec<f64> =
            begin.iter().map(|value| if *value == 0.0 { 1.0 } else { value.abs() }).collect();
        let mut slopes: Option<Vec<f64>> = None;
        let mut is_fresh = false;
        for _ in 0..MOST_STEPS {
            if now.is_solved() {
                break;
            }
            let own = match slopes.take() {
                Some(own) => own,
                None => {
                    is_fresh = true;
                    match self.differences(&now, &scales) {
                        Some(own) => {
                            idle = columns_of_zeros(&own, now.values.len());
                            own
                        }
                        None => break,
                    }
                }
            };
            let step = newton(&own, &now, (&idle, &scales));
            let next = step.as_ref().and_then(|(step, _)| self.along(&now, step));
            match (next, step) {
                (Some((next, share)), Some((step, alike))) => {
                    if !alike.is_empty() {
                        together = alike;
                    }
                    let moved: Vec<f64> = step.iter().map(|step| step * share).collect();
                    let is_short = moved
                        .iter()
                        .zip(&next.values)
                        .all(|(moved, value)| moved.abs() <= SHORTEST * value.abs());
                    slopes = Some(updated(own, &moved, &now.residuals, &next.residuals));
                    is_fresh = false;
                    now = next;
                    if is_short {
                        break;
                    }
                }
                // With slopes from other values: look again.
                (_, _) if !is_fresh => {}
                (_, _) => break,
            }
        }
        if !now.is_solved() {
            together.clear();
        }
        Ended { values: now.values, idle, together }
    }

    /// Row by row, `∂residual/∂value`.
    fn differences(&self, now: &At, scales: &[f64]) -> Option<Vec<f64>> {
        let count = now.values.len();
        let mut slopes = vec![0.0; count * count];
        for column in 0..count {
            let small = DIFFERENCE * scales[column].max(now.values[column].abs());
            let mut aside = now.values.clone();
            let (beside, change) = [small, -small].into_iter().find_map(|change| {
                aside[column] = now.values[column] + change;
                Some((self.at(&aside)?, aside[column] - now.values[column]))
            })?;
            for row in 0..count {
                let apart = beside.residuals[row] - now.residuals[row];
                let size = beside.sizes[row].max(now.sizes[row]);
                let is_rounding = apart.abs() <= ROUNDING * size;
                slopes[row * count + column] = if is_rounding { 0.0 } else { apart / change };
            }
        }
        Some(slopes)
    }

    /// As far along a step as makes the equations hold better.
    fn along(&self, now: &At, step: &[f64]) -> Option<(At, f64)> {
        let mut share = 1.0;
        for _ in 0..MOST_HALVINGS {
            let values: Vec<f64> =
                now.values.iter().zip(step).map(|(value, step)| value + share * step).collect();
            if let Some(next) = self.at(&values)
                && next.open(&now.sizes) < now.open(&now.sizes)
            {
                return Some((next, share));
            }
            share *= 0.5;
        }
        None
    }
}

impl At {
    fn is_solved(&self) -> bool {
        self.residuals.iter().zip(&self.sizes).all(|(left, size)| left.abs() <= EQUAL * size)
    }

    /// How far the equations are from holding.
    fn open(&self, sizes: &[f64]) -> f64 {
        let share = |(left, size): (&f64, &f64)| left / size.max(f64::MIN_POSITIVE);
        self.residuals.iter().zip(sizes).map(share).map(|share| share * share).sum::<f64>()
    }
}

/// Unknowns that change nothing.
fn columns_of_zeros(slopes: &[f64], count: usize) -> Vec<usize> {
    let is_zero = |column: &usize| (0..count).all(|row| slopes[row * count + column] == 0.0);
    (0..count).filter(is_zero).collect()
}

/// `-J⁻¹ r`, where what is idle stays as it is and the others do as well as they can, in shares of the equations and in units of the scales;
/// nothing where that is singular. Where several steps do all that is missing it is the shortest one, with the unknowns that are not
/// told apart.
fn newton(
    slopes: &[f64],
    now: &At,
    (idle, scales): (&[usize], &[f64]),
) -> Option<(Vec<f64>, Vec<usize>)> {
    let count = now.residuals.len();
    if !slopes.iter().all(|own| own.is_finite()) {
        return None;
    }
    let active: Vec<usize> = (0..count).filter(|column| !idle.contains(column)).collect();
    if active.is_empty() {
        return None;
    }
    let mut matrix = DMatrix::from_fn(count, active.len(), |row, own| {
        slopes[row * count + active[own]] * scales[active[own]]
    });
    let mut right = DVector::from_fn(count, |row, _| -now.residuals[row]);
    // An equation of which both sides are zero is measured by what moves it.
    for row in 0..count {
        let size = matrix.row(row).amax().max(now.sizes[row]);
        if size > 0.0 {
            matrix.row_mut(row).iter_mut().for_each(|own| *own /= size);
            right[row] /= size;
        }
    }
    let parts = matrix.clone().svd(true, true);
    let (least, most) = (parts.singular_values.min(), parts.singular_values.max());
    let (mut moved, mut alike) = (None, Vec::new());
    if active.len() < count {
        moved = Some(parts.solve(&right, f64::EPSILON * count as f64 * most).ok()?);
    } else if least <= DEPENDENT * most {
        let shortest = parts.solve(&right, DEPENDENT * most).ok()?;
        if (&matrix * &shortest - &right).norm() <= CONTRADICTION * right.norm() {
            let own = not_told_apart(&parts, DEPENDENT * most);
            alike = own.into_iter().map(|own| active[own]).collect();
            moved = Some(shortest);
        }
    }
    let moved = match moved {
        Some(moved) => moved,
        None => matrix.lu().solve(&right)?,
    };
    let mut step = vec![0.0; count];
    active.iter().zip(moved.iter()).for_each(|(&column, own)| step[column] = own * scales[column]);
    step.iter().all(|own| own.is_finite()).then_some((step, alike))
}

/// Columns that have a part in directions along which nothing changes.
fn not_told_apart(parts: &SVD<f64, Dyn, Dyn>, none: f64) -> Vec<usize> {
    let Some(directions) = &parts.v_t else { return Vec::new() };
    let is_free = |row: &usize| parts.singular_values[*row] <= none;
    let free: Vec<usize> = (0..parts.singular_values.len()).filter(is_free).collect();
    let moves = |column: &usize| free.iter().any(|&row| directions[(row, *column)].abs() > 0.1);
    (0..directions.ncols()).filter(moves).collect()
}

/// The slopes that are nearest to these and fit a step.
fn updated(mut slopes: Vec<f64>, moved: &[f64], before: &[f64], after: &[f64]) -> Vec<f64> {
    let count = moved.len();
    let square: f64 = moved.iter().map(|value| value * value).sum();
    if square == 0.0 {
        return slopes;
    }
    for row in 0..count {
        let line = &mut slopes[row * count..(row + 1) * count];
        let expected: f64 = line.iter().zip(moved).map(|(slope, moved)| slope * moved).sum();
        let missing = (after[row] - before[row] - expected) / square;
        line.iter_mut().zip(moved).for_each(|(slope, moved)| *slope += missing * moved);
    }
    slopes
}

/// Does not look on.
struct Nobody;

impl Observer for Nobody {}

#[cfg(test)]
mod tests {
    use super::{At, newton};

    fn at(residuals: &[f64], sizes: &[f64]) -> At {
        At { values: Vec::new(), residuals: residuals.to_vec(), sizes: sizes.to_vec() }
    }

    /// How strongly an unknown acts depends on its unit, and says nothing of whether it does.
    #[test]
    fn beside_an_idle_unknown_small_slopes_count() {
        let scale = 1e9;
        let slopes = [1e-17, 0.0, 0.0, 0.0];
        let here = at(&[2e-8, 0.0], &[1.0, 1.0]);
        let (step, _) = newton(&slopes, &here, (&[1], &[scale, 1.0])).expect("it has a step");
        assert!((step[0] / -2e9 - 1.0).abs() < 1e-12 && step[1] == 0.0, "{step:?}");
        // Two that do the same share the work, by their scales.
        let slopes = [1e-17, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
        let scales = [1e17, 1.0, 1.0];
        let here = at(&[-2.0, 0.0, 0.0], &[1.0; 3]);
        let (step, _) = newton(&slopes, &here, (&[2], &scales)).expect("it has a step");
        assert!((step[0] / 1e17 - 1.0).abs() < 1e-12 && (step[1] - 1.0).abs() < 1e-12, "{step:?}");
        // The decomposition would never end.
        let here = at(&[1.0, 0.0], &[1.0, 1.0]);
        assert_eq!(newton(&[f64::NAN, 0.0, 0.0, 0.0], &here, (&[1], &[1.0; 2])), None);
    }

    /// It has no size to be measured by: here 0 = 0 already, beside one that is open.
    #[test]
    fn an_equation_between_zeros_is_kept_while_another_is_solved() {
        let here = at(&[0.0, -4.0], &[0.0, 4.0]);
        let scales = [1e9, 1e9];
        let (step, _) = newton(&[1.0, 1.0, 0.0, 2.0], &here, (&[], &scales)).expect("a step");
        assert!((step[0] + 2.0).abs() < 1e-12 && (step[1] - 2.0).abs() < 1e-12, "{step:?}");
    }

    /// Two equations in units a million apart that ask for the same sum, and one that asks for something else: the sum is shared.
    #[test]
    fn equations_that_say_the_same_share_the_work() {
        let slopes = [1.0, 1.0, 0.0, 1e6, 1e6, 0.0, 0.0, 0.0, 2.0];
        let here = at(&[-3.0, -3e6, -4.0], &[3.0, 3e6, 4.0]);
        let (step, alike) = newton(&slopes, &here, (&[], &[1.0; 3])).expect("it has a step");
        let apart = step.iter().zip([1.5, 1.5, 2.0]).map(|(own, right)| (own - right).abs());
        assert!(apart.fold(0.0, f64::max) < 1e-12 && alike == [0, 1], "{step:?} {alike:?}");
    }
}
