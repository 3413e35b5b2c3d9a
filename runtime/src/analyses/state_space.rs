//! `linearize`: `ẋ = A x + B u`, `y = C x + D u` about a state that stays.
//!
//! `A` is what Newton's matrix consists of, exactly. Inputs and outputs are any quantities, so `B`, `C` and `D` are
//! central differences of second order in the coordinates, and of fourth order in the inputs, on which forces mostly depend linearly.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::Outcome;
use super::derivatives::{Here, Outputs, states_moved_by};
use super::formulation::Formulation;
use super::recorder::columns;
use crate::assembly::{assemble_shared, set_param};
use crate::constrained::{ConstrainedCourse, Reduced};
use crate::fault::{Fault, FaultKind};
use crate::mechanism;
use crate::model::{Model, Solver};
use crate::results::Column;

/// By how much an input is changed for a difference, relatively; and where it is zero, SI.
const CHANGE: f64 = 0.05;
const CHANGE_OF_ZERO: f64 = 1e-3;
/// Two differences that agree so well are told from each other by rounding only.
const CERTAIN: f64 = 1e-6;
/// How often a tenth of the distance is tried.
const CLOSER: usize = 2;
/// Of the distance to a state beside: what is closer is here.
pub(super) const HERE: f64 = 0.01;
/// Of a value that is read, generously.
const ROUNDING: f64 = 1e-8;
/// More states than these would make a table that nobody reads.
const MOST: usize = 400;

/// `ẋ = A x + B u`, `y = C x + D u`, of deviations from the state.
#[derive(Clone, Debug, PartialEq)]
pub struct StateSpace {
    /// Coordinates, and then the rate of each.
    pub states: Vec<Column>,
    /// Parameters, in SI units.
    pub inputs: Vec<String>,
    /// In the units of their columns.
    pub outputs: Vec<Column>,
    /// Row by row.
    pub a: Vec<Vec<f64>>,
    pub b: Vec<Vec<f64>>,
    pub c: Vec<Vec<f64>>,
    pub d: Vec<Vec<f64>>,
}

pub(super) struct Found {
    pub(super) space: StateSpace,
    pub(super) notes: Vec<String>,
}

/// About where the course is; `inputs` are names of parameters.
pub(super) fn state_space(
    (model, inputs): (&Model, &[String]),
    course: &mut ConstrainedCourse<'_>,
    cancel: &AtomicBool,
) -> Result<Found, Outcome> {
    let too_many = |count: usize| {
        let why = format!(
            "it has {count} states, and tables of more than {MOST} are not made; a cable of fewer elements has fewer"
        );
        trouble(model, FaultKind::NotLinear, why)
    };
    let freedoms = usize::try_from(model.size.freedoms).unwrap_or(usize::MAX);
    if freedoms > MOST / 2 {
        return Err(too_many(freedoms.saturating_mul(2)));
    }
    let reduced = course.reduced()?;
    let count = reduced.free.len();
    let state = course.exported();
    let places = course.coordinates(&reduced);
    let rates = places.iter().map(|own| {
        let unit = if own.unit.is_empty() { "1/s".to_owned() } else { format!("{}/s", own.unit) };
        Column::new(format!("{}'", own.name), unit)
    });
    let states: Vec<Column> = places.iter().cloned().chain(rates).collect();
    let a: Vec<Vec<f64>> = (0..2 * count).map(|row| of_states(&reduced, row)).collect();
    let outputs = columns(model);
    let mut c = vec![vec![0.0; 2 * count]; outputs.len()];
    let mut kinks = vec![false; outputs.len()];
    let recorded = Outputs::new(model);
    course.looking_aside(|course| {
        let along = (&reduced, 0);
        let here = course.displaced(along, (0.0, 0.0), |own| {
            own.read(own.time(), f64::INFINITY);
            recorded.here(own)
        });
        for column in 0..2 * count {
            if cancel.load(Ordering::Relaxed) {
                return Err(Outcome::Cancelled);
            }
            let coordinate = column % count;
            let far = course.aside(&reduced, coordinate);
            let found = slopes(&here.read, far, |own| {
                let way = if column < count { (own, 0.0) } else { (0.0, own) };
                let along = (&reduced, coordinate);
                course.displaced(along, way, |course| {
                    course.read(course.time(), f64::INFINITY);
                    recorded.read(course)
                })
            });
            let found = recorded.slopes(&here, &found, (None, HERE * far));
            for (row, slope) in c.iter_mut().zip(&found.slopes) {
                row[column] = *slope;
            }
            kinks.iter_mut().zip(&found.kinks).for_each(|(all, own)| *all |= own);
        }
        Ok(())
    })?;
    let mut b = vec![Vec::new(); 2 * count];
    let mut d = vec![Vec::new(); outputs.len()];
    let kinked = outputs.iter().zip(&kinks).filter(|(_, kink)| **kink);
    let mut notes: Vec<String> = kinked
        .map(|(own, _)| {
            format!(
                "`{}` has a kink in this state: its row of `C` is the mean of both sides",
                own.name
            )
        })
        .collect();
    for input in inputs {
        let own = by_input((model, &recorded), input, &reduced, &state)?;
        notes.extend(own.note);
        b[..count].iter_mut().for_each(|row| row.push(0.0));
        b[count..].iter_mut().zip(&own.accelerations).for_each(|(row, own)| row.push(*own));
        d.iter_mut().zip(&own.outputs).for_each(|(row, own)| row.push(*own));
    }
    let jumping = |own: &&(&Column, (&Vec<f64>, &Vec<f64>))| {
        own.1.0.iter().chain(own.1.1).any(|own| own.is_infinite())
    };
    if let Some((own, _)) = outputs.iter().zip(c.iter().zip(&d)).find(|own| jumping(&own)) {
        return Err(trouble(model, FaultKind::NotLinear, jumps(&own.name)));
    }
    let finite = |rows: &[Vec<f64>]| rows.iter().flatten().all(|own| own.is_finite());
    if ![&a, &b, &c, &d].into_iter().all(|rows| finite(rows)) {
        let why = "something that is recorded, or what acts, has no derivative there".to_owned();
        return Err(trouble(model, FaultKind::NotFinite, why));
    }
    let (states, inputs) = (states, inputs.to_vec());
    Ok(Found { space: StateSpace { states, inputs, outputs, a, b, c, d }, notes })
}

impl Slopes {
    pub(super) fn without_kinks(slopes: Vec<f64>) -> Self {
        let (kinks, sides) =
            (vec![false; slopes.len()], slopes.iter().map(|own| own.abs()).collect());
        Self { slopes, kinks, sides }
    }
}

pub(super) struct Slopes {
    pub(super) slopes: Vec<f64>,
    /// Where both sides have slopes of their own, however close.
    pub(super) kinks: Vec<bool>,
    /// The mean of what both sides have, whatever their signs.
    pub(super) sides: Vec<f64>,
}

/// Central differences. Where something is stiff and one-sided, such as a rope that would be slack, those of closer states.
pub(super) fn slopes(here: &[f64], far: f64, mut read: impl FnMut(f64) -> Vec<f64>) -> Slopes {
    let mut far = far;
    for closer in 0.. {
        let [forward, back] = [far, -far].map(&mut read);
        let [half_forward, half_back] = [0.5 * far, -0.5 * far].map(&mut read);
        let sides = forward.iter().zip(&back).zip(half_forward.iter().zip(&half_back));
        let kinks: Vec<bool> = here
            .iter()
            .zip(sides)
            .map(|(here, ((f, b), (hf, hb)))| is_kink(*here, [*f, *b], [*hf, *hb]))
            .collect();
        if closer == CLOSER || !kinks.contains(&true) {
            let both = || forward.iter().zip(&back);
            let changes = here.iter().zip(both());
            return Slopes {
                slopes: both().map(|(f, b)| (f - b) / (2.0 * far)).collect(),
                kinks,
                sides: changes
                    .map(|(h, (f, b))| ((f - h).abs() + (b - h).abs()) / (2.0 * far))
                    .collect(),
            };
        }
        far *= 0.1;
    }
    Slopes { slopes: Vec::new(), kinks: Vec::new(), sides: Vec::new() }
}

/// Where the slopes over the whole distance and over half of it are not the same, one side is not what it is close by. Where they are,
/// what bends between the three states bends a quarter as much in half of the distance, and at a kink in the middle half as much.
pub(super) fn is_kink(
    here: f64,
    [forward, back]: [f64; 2],
    [half_forward, half_back]: [f64; 2],
) -> bool {
    let (bends, bends_half) =
        ((forward + back - 2.0 * here).abs(), (half_forward + half_back - 2.0 * here).abs());
    let changes = (forward - here).abs() + (back - here).abs();
    let apart = ((forward - back) - 2.0 * (half_forward - half_back)).abs();
    let is_seen = changes > ROUNDING * here.abs();
    is_seen && (apart > 1e-3 * changes || (bends > 0.01 * changes && bends_half > 0.35 * bends))
}

/// Whether anything that follows an input has a kink in the middle: values there, and on both sides far and near.
pub(super) fn bends_at_once(here: &[f64], far: &[Vec<f64>; 2], near: &[Vec<f64>; 2]) -> bool {
    let change = |k: usize| (far[0][k] - here[k]).abs() + (far[1][k] - here[k]).abs();
    let largest = (0..here.len()).map(change).fold(0.0, f64::max);
    (0..here.len()).any(|k| {
        let [far, near] = [[far[0][k], far[1][k]], [near[0][k], near[1][k]]];
        change(k) > CERTAIN * largest && is_kink(here[k], far, near)
    })
}

fn of_states(reduced: &Reduced, row: usize) -> Vec<f64> {
    let count = reduced.free.len();
    let entry = |column: usize| match (row.checked_sub(count), column.checked_sub(count)) {
        (None, None) => 0.0,
        (None, Some(column)) => f64::from(u8::from(column == row)),
        (Some(row), None) => reduced.by_places[(row, column)],
        (Some(row), Some(column)) => reduced.by_rates[(row, column)],
    };
    (0..2 * count).map(entry).collect()
}

/// Why an input has none.
pub(super) fn without_effect(model: &Model, input: &str, what: &str) -> String {
    match states_moved_by(model, input).as_slice() {
        [] => format!("nothing that {what} depends on the input `{input}`"),
        states => {
            let named: Vec<String> = states.iter().map(|own| format!("`{own}`")).collect();
            format!(
                "the input `{input}` acts through {} alone, which stays as it is: states with a `rate` have no part in small motions",
                named.join(", ")
            )
        }
    }
}

pub(super) fn jumps(name: &str) -> String {
    format!("`{name}` jumps in this state, or rises without bound, so it has no derivative")
}

struct ByInput {
    accelerations: Vec<f64>,
    outputs: Vec<f64>,
    note: Option<String>,
}

/// Derivatives by a parameter, in one state: Richardson's extrapolation of central differences.
fn by_input(
    (model, recorded): (&Model, &Outputs<'_>),
    name: &str,
    reduced: &Reduced,
    state: &mechanism::State,
) -> Result<ByInput, Outcome> {
    let graph = &model.mechanism.graph;
    let now = graph.signals.param_value(name).unwrap_or(0.0);
    let change = if now == 0.0 { CHANGE_OF_ZERO } else { CHANGE * now.abs() };
    let at = |value: f64| -> Result<(Vec<f64>, Here), Outcome> {
        let mut graph = cdl_graph::Graph::clone(graph);
        let refused = |why: String| trouble(model, FaultKind::NotLinear, why);
        set_param(&mut graph, name, value)
            .map_err(|_| refused(format!("`{name}` is no parameter")))?;
        let other = assemble_shared(Arc::new(graph)).map_err(|_| {
            refused(format!("the model cannot be with `{name}` = {value}, close to what it is"))
        })?;
        let Solver::Modes(modes) = &other.solver else { return Err(Outcome::Cancelled) };
        let mut course = ConstrainedCourse::beside(&modes.rest.model, state).ok_or_else(|| {
            refused(format!(
                "`{name}` says where something is, and not what acts on it: with another value the state cannot be"
            ))
        })?;
        course.read(course.time(), f64::INFINITY);
        let here = recorded.here(&course);
        let all = course.accelerations(reduced).into_iter().chain(here.read.iter().copied());
        Ok((all.collect(), here))
    };
    let (here, state_here) = at(now)?;
    let sides = |change: f64| -> Result<[Vec<f64>; 2], Outcome> {
        Ok([at(now + change)?.0, at(now - change)?.0])
    };
    let (far, near) = (sides(change)?, sides(0.5 * change)?);
    let difference = |[forward, back]: &[Vec<f64>; 2], change: f64| -> Vec<f64> {
        forward.iter().zip(back).map(|(a, b)| (a - b) / (2.0 * change)).collect()
    };
    let (wide, close) = (difference(&far, change), difference(&near, 0.5 * change));
    // What is recorded is derived from these.
    let known = reduced.free.len() + recorded.sensors();
    let largest = close[..known].iter().fold(0.0_f64, |largest, own| largest.max(own.abs()));
    let both = close[..known].iter().zip(&wide);
    let apart = both.fold(0.0_f64, |largest, (a, b)| largest.max((a - b).abs() / 3.0));
    let mut both: Vec<f64> =
        close.iter().zip(&wide).map(|(close, wide)| close + (close - wide) / 3.0).collect();
    let read = Slopes::without_kinks(both.split_off(reduced.free.len()));
    let outputs = recorded.slopes(&state_here, &read, (Some(name), HERE * change));
    let bends = bends_at_once(&here[..known], &far, &near) || outputs.kinks.contains(&true);
    let largest = outputs.slopes.iter().fold(largest, |largest, own| largest.max(own.abs()));
    let note = if largest == 0.0 {
        Some(without_effect(model, name, "moves or is recorded"))
    } else if bends {
        Some(format!(
            "forces have a kink at the value of the input `{name}`: its column is the mean of both sides"
        ))
    } else if apart > CERTAIN * largest {
        Some(format!(
            "forces do not follow the input `{name}` in proportion: its column is good to about {:.0e} of the largest entry",
            apart / largest
        ))
    } else {
        None
    };
    Ok(ByInput { accelerations: both, outputs: outputs.slopes, note })
}

fn trouble(model: &Model, kind: FaultKind, why: String) -> Outcome {
    let paths = &model.mechanism.paths;
    Outcome::Fault(Fault::new(
        paths,
        kind,
        0.0,
        crate::assembly::Owner::Experiment,
        "linearization",
        why,
    ))
}
