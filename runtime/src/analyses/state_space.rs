//! `linearize`: `ẋ = A x + B u`, `y = C x + D u` about a state that stays.
//!
//! `A` is what Newton's matrix consists of, exactly. Outputs are any quantities: what sensors read changes by central differences of second
//! order in the coordinates, and what is computed of that by the rules of calculus, as is what acts by an input (`by_input`).

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use cdl_graph::Graph;

use super::Outcome;
use super::by_input::{ByInput, Read, Unread, by_input};
use super::derivatives::{Outputs, states_moved_by};
use super::formulation::Formulation;
use super::recorder::columns;
use crate::assembly::assemble_shared;
use crate::constrained::{ConstrainedCourse, Reduced};
use crate::fault::{Fault, FaultKind};
use crate::mechanism;
use crate::model::{Model, Solver};
use crate::results::Column;

/// Two differences that agree so well are told from each other by rounding only.
const CERTAIN: f64 = 1e-6;
/// Of changes: slopes over the whole and half of the distance that are so far apart are not the same, and what bends more is not straight.
pub(super) const APART: f64 = 1e-3;
pub(super) const BENT: f64 = 0.01;
/// How often a tenth of the distance is tried.
const CLOSER: usize = 2;
/// Of the distance to a state beside: what is closer is here.
pub(super) const HERE: f64 = 0.01;
/// Of a value that is read, generously.
const ROUNDING: f64 = 1e-8;
/// Changes from which it can be told that slopes have no bounds, and by how much these are larger at half of the distance.
const SMALLEST: f64 = 1e-10;
const STEEPER: f64 = 1.3;
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
    /// States by inputs.
    pub b: Vec<Vec<f64>>,
    /// Outputs by states.
    pub c: Vec<Vec<f64>>,
    /// Outputs by inputs.
    pub d: Vec<Vec<f64>>,
}

/// The matrices, and what is to be said of them.
pub(super) struct Found {
    /// The matrices.
    pub(super) space: StateSpace,
    /// Such as where a kink is.
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
    let recorded = Outputs::new(&model.mechanism);
    course.looking_aside(|course| {
        let along = (&reduced, 0);
        let here = course.displaced(along, (0.0, 0.0), |own| {
            own.read(own.time(), f64::INFINITY);
            recorded.here(own.values())
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
                    recorded.read(course.values())
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
    let here = beside((model, &recorded), (&reduced, &state)).ok_or_else(|| {
        let why = "the state is none of rest when it is looked at again".to_owned();
        trouble(model, FaultKind::NotLinear, why)
    })?;
    for input in inputs {
        let (own, note) = column((model, &recorded), input, (&reduced, &state), &here)?;
        notes.extend(note);
        b[..count].iter_mut().for_each(|row| row.push(0.0));
        b[count..].iter_mut().zip(&own.caused).for_each(|(row, own)| row.push(*own));
        d.iter_mut().zip(&own.outputs).for_each(|(row, own)| row.push(*own));
    }
    let jumping = |own: &&(&Column, (&Vec<f64>, &Vec<f64>))| {
        own.1.0.iter().chain(own.1.1).any(|own| own.is_infinite())
    };
    if let Some((own, _)) = outputs.iter().zip(c.iter().zip(&d)).find(|own| jumping(&own)) {
        return Err(trouble(model, FaultKind::NotLinear, jumps(&own.name)));
    }
    let is_finite = |row: &Vec<f64>| row.iter().all(|own| own.is_finite());
    if let Some((own, _)) =
        outputs.iter().zip(c.iter().zip(&d)).find(|(_, (c, d))| !(is_finite(c) && is_finite(d)))
    {
        let why = format!("`{}` has no derivative in this state", own.name);
        return Err(trouble(model, FaultKind::NotFinite, why));
    }
    if let Some((own, _)) =
        states.iter().zip(a.iter().zip(&b)).find(|(_, (a, b))| !(is_finite(a) && is_finite(b)))
    {
        let why = format!("what accelerates `{}` has no derivative in this state", own.name);
        return Err(trouble(model, FaultKind::NotFinite, why));
    }
    let (states, inputs) = (states, inputs.to_vec());
    Ok(Found { space: StateSpace { states, inputs, outputs, a, b, c, d }, notes })
}

impl Slopes {
    /// Derivatives of smooth functions.
    pub(super) fn without_kinks(slopes: Vec<f64>) -> Self {
        let none = vec![false; slopes.len()];
        let sides = slopes.iter().map(|own| own.abs()).collect();
        Self { slopes, kinks: none.clone(), boundless: none, sides }
    }
}

/// Derivatives of all that is recorded by one quantity.
pub(super) struct Slopes {
    /// Of each output.
    pub(super) slopes: Vec<f64>,
    /// Where both sides have slopes of their own, however close.
    pub(super) kinks: Vec<bool>,
    /// Where these seem to have no bounds.
    pub(super) boundless: Vec<bool>,
    /// The mean of what both sides have, whatever their signs.
    pub(super) sides: Vec<f64>,
}

/// Central differences, extrapolated from those over half of the distance by Richardson's formula. Where something is stiff and one-sided, such as a rope that would be slack, those of closer states.
pub(super) fn slopes(here: &[f64], far: f64, mut read: impl FnMut(f64) -> Vec<f64>) -> Slopes {
    let mut far = far;
    for closer in 0.. {
        let [forward, back] = [far, -far].map(&mut read);
        let [half_forward, half_back] = [0.5 * far, -0.5 * far].map(&mut read);
        let halves = half_forward.iter().zip(&half_back);
        let both = || forward.iter().zip(&back);
        let sides = both().zip(halves);
        let kinks: Vec<bool> = here
            .iter()
            .zip(sides.clone())
            .map(|(here, ((f, b), (hf, hb)))| is_kink(*here, [*f, *b], [*hf, *hb]))
            .collect();
        if closer == CLOSER || !kinks.contains(&true) {
            let boundless = here.iter().zip(sides).zip(&kinks).map(|((here, sides), kink)| {
                let ((f, b), (hf, hb)) = sides;
                *kink && is_boundless(*here, [*f, *b], [*hf, *hb])
            });
            let boundless = boundless.collect();
            let over = |f: &f64, b: &f64, far: f64| (f - b) / (2.0 * far);
            let slopes = both().zip(half_forward.iter().zip(&half_back)).zip(&kinks);
            let slopes = slopes.map(|(((f, b), (hf, hb)), kink)| {
                let (whole, half) = (over(f, b, far), over(hf, hb, 0.5 * far));
                if *kink { whole } else { half + (half - whole) / 3.0 }
            });
            return Slopes {
                boundless,
                slopes: slopes.collect(),
                kinks,
                sides: here
                    .iter()
                    .zip(both())
                    .map(|(h, (f, b))| ((f - h).abs() + (b - h).abs()) / (2.0 * far))
                    .collect(),
            };
        }
        far *= 0.1;
    }
    Slopes::without_kinks(Vec::new())
}

/// Where half of the distance makes slopes to both sides larger by as much as a root's, or a jump's. Smaller changes are rounding.
fn is_boundless(here: f64, [forward, back]: [f64; 2], [half_forward, half_back]: [f64; 2]) -> bool {
    let changes = (forward - here).abs() + (back - here).abs();
    let halves = (half_forward - here).abs() + (half_back - here).abs();
    changes > SMALLEST * here.abs().max(1.0) && 2.0 * halves > STEEPER * changes
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
    is_seen && (apart > APART * changes || (bends > BENT * changes && bends_half > 0.35 * bends))
}

/// A row of `A`.
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
        [] => format!(
            "nothing that {what} depends on the input `{input}`, in this state and in proportion to it"
        ),
        states => {
            let named: Vec<String> = states.iter().map(|own| format!("`{own}`")).collect();
            format!(
                "the input `{input}` acts through {} alone, which stays as it is: states with a `rate` have no part in small motions",
                named.join(", ")
            )
        }
    }
}

/// Said of an output without a derivative.
pub(super) fn jumps(name: &str) -> String {
    format!("`{name}` jumps in this state, or rises without bound, so it has no derivative")
}

/// The column of an input, and what a reader should know of it.
fn column(
    (model, recorded): (&Model, &Outputs<'_>),
    name: &str,
    (reduced, state): (&Reduced, &mechanism::State),
    here: &Read,
) -> Result<(ByInput, Option<String>), Outcome> {
    let why = || {
        format!(
            "`{name}` says where something is, and not what acts on it: with another value the state cannot be"
        )
    };
    let look = |graph: Arc<Graph>| {
        let other = assemble_shared(graph).map_err(|_| Unread::NotAssembled)?;
        let outputs = Outputs::new(&other.mechanism);
        beside((&other, &outputs), (reduced, state)).ok_or_else(|| Unread::Because(why()))
    };
    let extent = model.mechanism.extent(state).0;
    let own = by_input((&model.mechanism, recorded, extent), name, here, &look)
        .map_err(|why| trouble(model, FaultKind::NotLinear, why))?;
    // Rope that a winch pays out is where it is with any length.
    if own.prescribes {
        return Err(trouble(model, FaultKind::NotLinear, why()));
    }
    let has_effect = own.caused.iter().chain(&own.outputs).any(|own| *own != 0.0);
    let note = if own.has_kink {
        Some(format!(
            "forces have a kink at the value of the input `{name}`: its column is the mean of both sides"
        ))
    } else if !has_effect {
        Some(without_effect(model, name, "moves or is recorded"))
    } else if own.apart > CERTAIN {
        Some(format!(
            "forces do not follow the input `{name}` in proportion: its column is good to about {:.0e} of the largest entry",
            own.apart
        ))
    } else {
        None
    };
    Ok((own, note))
}

/// A state of rest in a model that differs by numbers. Nothing where it is none there.
fn beside(
    (model, recorded): (&Model, &Outputs<'_>),
    (reduced, state): (&Reduced, &mechanism::State),
) -> Option<Read> {
    let Solver::Modes(modes) = &model.solver else { return None };
    let mut course = ConstrainedCourse::beside(&modes.rest.model, state)?;
    course.read(course.time(), f64::INFINITY);
    let caused = course.accelerations(reduced);
    Some(Read { caused, here: recorded.here(course.values()) })
}

/// Why there are no matrices.
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
