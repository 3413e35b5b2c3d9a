//! The motion that is left when an input swings: amplitude and phase of what is recorded.
//!
//! What the input does follows from its value, its rate and its acceleration (`by_input`). The motion follows from the linear equations exactly ([`Swinging`]). What is recorded of it is a difference between states along
//! it: quantities are functions of positions, velocities and the input, so their swings add up.
//!
//! | file | holds |
//! |---|---|
//! | `matrices` | equations that are assembled, of anything |
//! | `sweeps` | sweeps of transfer matrices, of trees |
//! | `effect` | what the input does at once |
//! | `along` | what is recorded along the motion |
//! | `extremes` | what is rounding where a quantity swings least and most |
//! | `rounding` | what is said where rounding of matrices has a share in it |
//! | `stands` | the state that it is about, and which of both it is |

mod along;
mod effect;
mod extremes;
mod matrices;
mod rounding;
mod stands;
mod sweeps;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use cdl_graph::{Criterion, Graph, Measure, Node, NodeId, Over, Sensor};
use nalgebra::Complex;

use super::by_input::{Read, Unread};
use super::conclusion::SmallMotions;
use super::derivatives::Outputs;
use super::modes::{left_out, stands_still};
use super::observer::{Layout, Observer, Row};
use super::peaks::{Curve, Peak};
use super::recorder::{Recorder, columns};
use super::report::{Outcome, Still, not_written};
use super::state_space::{jumps, without_effect};
use crate::assembly::Owner;
use crate::events;
use crate::fault::{Fault, FaultKind};
use crate::mechanism::{Energies, NoSwing};
use crate::model::{Model, Response, by_complex_matrices};
use crate::results::Column;
use crate::results::scene::Scene;
use crate::signals::reached;
use along::{LESS_FAR, along};
use effect::Effect;
use extremes::Extremes;
use rounding::{Rounding, rounding};
pub(super) use stands::Stands;
use stands::swinging;

/// What is farther from proportion is told.
const TOLD: f64 = 1e-6;

/// By how much more than what moves most a quantity has lost that is named.
const BEYOND: f64 = 10.0;

/// Beside the frequencies of modes, where swings have bounds in any case; and how often a larger swing is looked for, of each quantity.
const BESIDE: f64 = 1.0 + 1e-7;
const MOST_LOOKS: usize = 24;

/// Beside a frequency at which nothing resists: where it is looked how much larger swings are nearer to it.
const ASIDE_OF_RESONANCE: f64 = 1e-5;
const NEARER: f64 = 8.0;

/// In larger models the slowest motions are not looked for, and no more than so many.
const MOST_LOOKED_AT: usize = 300;
const MODES_LOOKED_AT: usize = 40;

/// What the search for a response has come to.
#[derive(Clone, Debug, PartialEq)]
pub struct ResponseReport {
    /// What all analyses of one state have.
    pub still: Still,
    /// The parameter that swings.
    pub input: String,
    /// s or Hz
    pub axis: Column,
    /// Of each recorded quantity the largest of all amplitudes, in the order of the columns.
    pub peaks: Vec<Peak>,
}

impl ResponseReport {
    /// Of a search that has come to its end.
    pub(super) fn of(response: &Response, still: Still, peaks: Vec<Peak>) -> Self {
        let (input, axis) = (response.input.clone(), axis(response.points.over));
        Self { still, input, axis, peaks }
    }
}

/// As rows are labelled.
fn axis(over: Over) -> Column {
    match over {
        Over::Period => Column::new("period", "s"),
        Over::Frequency => Column::new("frequency", "Hz"),
    }
}

/// A row for each period or frequency; or until `cancel` is set.
pub(super) fn response(
    model: &Model,
    response: &Response,
    observer: &mut dyn Observer,
    cancel: &AtomicBool,
) -> ResponseReport {
    let began = Instant::now();
    let (mut stands, found) = Stands::new(response, cancel);
    let mut recorder = Recorder::new(model);
    let (mut notes, mut curves, mut rows) = (Vec::new(), Vec::new(), 0);
    let outcome = found.and_then(|()| {
        let course = stands.course();
        if let Some(fault) = events::beyond(&model.mechanism, course) {
            return Err(Outcome::Fault(fault));
        }
        let energies = course.read(course.time(), f64::INFINITY);
        recorder.start(model, energies);
        recorder.sample(course);
        recorder.take(model, course);
        let about = (model, response);
        let found = (&mut notes, &mut curves, &mut rows);
        sweep(about, &mut stands, energies, found, (observer, cancel))
    });
    let course = stands.course();
    recorder.note_rows(rows);
    let outcome = outcome.err().unwrap_or(Outcome::Finished);
    let solver_time = began.elapsed();
    let all = &response.points.at;
    let ends = [all.first(), all.last()].map(|own| own.copied().unwrap_or(f64::NAN));
    let peaks: Vec<Option<Peak>> = curves.into_iter().map(|own: Curve| own.peak(ends)).collect();
    let amplitude = |((node, factor), peak): ((NodeId, f64), &Option<Peak>)| {
        Some((node, peak.as_ref()?.amplitude * factor))
    };
    let amplitudes = recorded_nodes(model).zip(&peaks).filter_map(amplitude).collect();
    let small = SmallMotions { amplitudes, ..SmallMotions::default() };
    let mut solved = recorder.solved(model, course, outcome, (solver_time, &small));
    if notes.iter().any(|own| own == BY_MATRICES) {
        solved.method = by_complex_matrices(response);
    }
    solved.warnings.extend(notes);
    let still = Still::of(model, course, &recorder, solved);
    let peaks = peaks.into_iter().flatten().collect();
    ResponseReport::of(response, still, peaks)
}

/// Linear equations about a state, and how that looks beside it. What moves is told by displacements, a number for each unknown.
trait Swinging {
    /// Whether anything resists velocities.
    fn is_damped(&self) -> bool;
    /// How many motions fall away by themselves as stiffness is negative, and not much slower than this, rad/s.
    fn falling(&mut self, turning: f64) -> usize;
    /// Frequencies at which something swings by itself, rad/s, of the slowest motions of a small model; and how many of these grow by
    /// themselves, and are not much slower than `slowest`.
    fn slowest(&mut self, slowest: f64, cancel: &AtomicBool) -> Result<(Vec<f64>, usize), Outcome>;
    /// The state itself.
    fn here(&mut self, recorded: &Outputs<'_>) -> Result<Read, String>;
    /// The same in a model of a graph that differs by numbers, whether its constraints hold there or not.
    fn pushed(&self, graph: Arc<Graph>) -> Result<Read, Unread>;
    /// Tells it what the input causes by its value, its rate and its acceleration; false where that cannot be followed.
    fn cause(&mut self, caused: [Vec<f64>; 3]) -> bool;
    /// The motion that the input keeps up at so many rad/s: real and imaginary part of the displacements.
    fn at(&mut self, turning: f64) -> Result<Swing, NoSwing>;
    /// What of the last motion is rounding, as a share of it.
    fn lost(&self) -> f64;
    /// What is not known of what hardly moves, as a share of it.
    fn remote(&self) -> f64 {
        0.0
    }
    /// The motion as it is with other last digits, where that is to show what of it is rounding.
    fn with_other_digits(&mut self, _turning: f64) -> Option<Swing> {
        None
    }
    /// The largest displacement, by what is large for each.
    fn size(&self, displacements: &[f64]) -> f64;
    /// What is recorded beside the state, displaced by as much, and in a swing at so many rad/s.
    fn displaced(
        &mut self,
        recorded: &Outputs<'_>,
        displacements: &[f64],
        turning: f64,
    ) -> Vec<f64>;
    /// What is recorded in the state where it has these velocities.
    fn moving(&mut self, recorded: &Outputs<'_>, velocities: &[f64]) -> Vec<f64>;
    /// What sensors read of these displacements and velocities, as far as that is known without a difference between two states, by nodes of the
    /// tape.
    fn known(&self, displacements: &[f64], velocities: &[f64], turning: f64) -> Vec<(usize, f64)>;
}

/// Real and imaginary part of the displacements for each unit of the input.
type Swing = [Vec<f64>; 2];

const BY_MATRICES: &str =
    "sweeps from body to body do not take this state; sparse matrices were assembled and solved";

/// Writes a row for each period.
fn sweep<'a>(
    (model, response): (&Model, &'a Response),
    stands: &mut Stands<'a>,
    energies: Energies,
    (notes, curves, rows): (&mut Vec<String>, &mut Vec<Curve>, &mut u64),
    (observer, cancel): (&mut dyn Observer, &AtomicBool),
) -> Result<(), Outcome> {
    let fault = |kind, why: String| {
        let paths = &model.mechanism.paths;
        Outcome::Fault(Fault::new(paths, kind, 0.0, Owner::Experiment, "response", why))
    };
    let turnings = response.points.at.iter().map(|at| response.points.turning(*at));
    let slowest = turnings.fold(f64::INFINITY, f64::min);
    let freedoms = usize::try_from(model.size.freedoms).unwrap_or(usize::MAX);
    let states = stands.course().states();
    let left_out = left_out(model, states).chain(stands_still(model, states));
    let extent = model.mechanism.extent(&stands.course().state()).0;
    let (mut swinging, is_other) = swinging(stands, freedoms)?.ok_or_else(|| {
        let why = "the state is none of rest when it is looked at again".to_owned();
        fault(FaultKind::NotLinear, why)
    })?;
    let (own, growing) = swinging.slowest(slowest, cancel)?;
    notes.extend(is_other.then(|| BY_MATRICES.to_owned()));
    notes.extend(left_out);
    notes.extend(of_the_state(model));
    let falling = swinging.falling(slowest);
    if falling > 0 {
        notes.push(format!(
            "the state is unstable: {falling} of its motions fall away, so nobody sees this response"
        ));
    } else if growing > 0 {
        notes.push(format!(
            "the state is unstable: {growing} of its motions grow by themselves, as `modes` shows, so nobody sees this response"
        ));
    } else if !swinging.is_damped() {
        notes.push(
            "nothing resists motion: what else swings at the start of a run does not die away, and is not in the response"
                .to_owned(),
        );
    }
    let recorded = Outputs::new(&model.mechanism);
    let here = swinging.here(&recorded).map_err(|why| fault(FaultKind::NotLinear, why))?;
    let (effect, caused) =
        Effect::new((model, response, &recorded), (&*swinging, &here, extent), notes)
            .map_err(|why| fault(FaultKind::NotLinear, why))?;
    if !swinging.cause(caused) {
        let why = "the input acts on a constraint on velocities, which `response` does not follow"
            .to_owned();
        return Err(fault(FaultKind::NotLinear, why));
    }
    let amplitudes: Vec<Column> = columns(model)
        .iter()
        .map(|own| own.per(&response.unit, format!("{}.amplitude", own.name)))
        .collect();
    let phases = columns(model).into_iter().map(|own| {
        let name = format!("{}.phase", own.name);
        Column::new(name, "deg")
    });
    let all = amplitudes.iter().cloned().zip(phases).flat_map(|(a, b)| [a, b]).collect();
    let axis = axis(response.points.over);
    let wanted = response.points.at.len() as u64;
    let layout = Layout { axis: axis.clone(), columns: all, scene: Scene::default(), rows: wanted };
    observer.begin(&layout).map_err(not_written)?;
    curves.extend(amplitudes.into_iter().map(Curve::new));
    let mut kinked = vec![false; curves.len()];
    let mut swings = |turning: f64, at: f64| -> Result<(Vec<Complex<f64>>, f64), Stopped> {
        if cancel.load(Ordering::Relaxed) {
            return Err(Stopped::Outcome(Outcome::Cancelled));
        }
        let place = || format!("{} = {at} {}", axis.name, axis.unit);
        let swing = swinging.at(turning).map_err(|why| match why {
            NoSwing::Resonance => Stopped::Resonance(fault(
                FaultKind::Resonance,
                format!(
                    "at {} something swings by itself, and so little resists it, if anything, that the motion has no bounds that could be told from rounding",
                    place()
                ),
            )),
            NoSwing::Unsolved => Stopped::Outcome(fault(
                FaultKind::SingularPosition,
                format!("at {} the equations have no solution that could be found", place()),
            )),
        })?;
        let (moved, kinks) = along(&mut *swinging, (&recorded, &here.here), (&swing, turning), 1.0);
        let swings: Vec<Complex<f64>> = moved
            .into_iter()
            .zip(effect.on_outputs(turning))
            .map(|(moved, direct)| moved + direct)
            .collect();
        let named = |index: usize| columns(model)[index].name.clone();
        if let Some(index) =
            swings.iter().position(|own| own.re.is_infinite() || own.im.is_infinite())
        {
            return Err(Stopped::Outcome(fault(FaultKind::NotLinear, jumps(&named(index)))));
        }
        if let Some(index) =
            swings.iter().position(|own| !(own.re.is_finite() && own.im.is_finite()))
        {
            let why = format!(
                "`{}` has no derivative in this state, or no value at {}",
                named(index),
                place()
            );
            return Err(Stopped::Outcome(fault(FaultKind::NotFinite, why)));
        }
        for ((all, kink), swing) in kinked.iter_mut().zip(kinks).zip(&swings) {
            *all |= kink > TOLD * swing.norm();
        }
        Ok((swings, swinging.lost()))
    };
    let see = |curves: &mut [Curve], place: (f64, f64), swings: &[Complex<f64>]| {
        curves.iter_mut().zip(swings).for_each(|(own, swing)| own.see(place, swing.norm()));
    };
    let (mut unbounded, mut lost) = (None, 0.0_f64);
    let mut extremes = Extremes::new(model);
    for &at in &response.points.at {
        let turning = response.points.turning(at);
        let values: Vec<f64> = match swings(turning, at) {
            Ok((found, share)) => {
                lost = lost.max(share);
                if rounding::is_all(share) {
                    vec![f64::NAN; layout.columns.len()]
                } else {
                    see(curves, (turning, at), &found);
                    extremes.see(at, &found, &effect.doubts(turning));
                    found.iter().flat_map(|own| [own.norm(), degrees(*own)]).collect()
                }
            }
            // The other rows are as good as ever.
            Err(Stopped::Resonance(outcome)) => {
                unbounded.get_or_insert(outcome);
                vec![f64::NAN; layout.columns.len()]
            }
            Err(Stopped::Outcome(outcome)) => return Err(outcome),
        };
        let row = Row { at, values: &values, energies, balance: 0.0 };
        observer.row(&row).map_err(not_written)?;
        *rows += 1;
    }
    // Where nothing resists, rad/s.
    let mut unresisted: Vec<f64> = Vec::new();
    for turning in response.points.within(own.iter().copied()) {
        if unasked(swings(turning, response.points.place(turning)))?.is_none() {
            unresisted.push(turning);
        }
    }
    // Between the rows: where something swings by itself, and where what has been seen leads to.
    for turning in response.points.within(own.into_iter().map(|own| BESIDE * own)) {
        let at = response.points.place(turning);
        match unasked(swings(turning, at))? {
            Some((found, share)) if !rounding::is_all(share) => see(curves, (turning, at), &found),
            Some(_) | None => {}
        }
    }
    for index in 0..curves.len() {
        for _ in 0..MOST_LOOKS {
            let Some(turning) = curves[index].guess() else { break };
            let at = response.points.place(turning);
            match unasked(swings(turning, at))? {
                Some((_, share)) if rounding::is_all(share) => break,
                Some((found, _)) => see(curves, (turning, at), &found),
                None => {
                    unresisted.push(turning);
                    curves[index].has_no_bounds((turning, at));
                }
            }
        }
    }
    for turning in response.points.within(unresisted.into_iter()) {
        let at = response.points.place(turning);
        let [far, near] = [ASIDE_OF_RESONANCE, ASIDE_OF_RESONANCE / NEARER]
            .map(|aside| swings(turning * (1.0 + aside), at).ok());
        let (Some((far, _)), Some((near, _))) = (far, near) else { continue };
        // By one over the distance, of all that the motion has a part in.
        let grows = |(far, near): (&Complex<f64>, &Complex<f64>)| {
            near.norm() > 0.5 * NEARER * far.norm() && near.norm() > 0.0
        };
        for (curve, both) in curves.iter_mut().zip(far.iter().zip(&near)) {
            if grows(both) {
                curve.has_no_bounds((turning, at));
            }
        }
    }
    let mut drowned = extremes.drowned(|at| {
        let turning = response.points.turning(at);
        let swing = swinging.with_other_digits(turning)?;
        let (moved, _) =
            along(&mut *swinging, (&recorded, &here.here), (&swing, turning), LESS_FAR);
        Some(moved.into_iter().zip(effect.on_outputs(turning)).map(|(a, b)| a + b).collect())
    });
    if !effect.has_kink && !rounding::is_all(lost) && curves.iter().all(Curve::is_zero) {
        notes.push(without_effect(model, &response.input, "is recorded"));
    }
    // Rounding is not the same on both sides either.
    let is_drowned = |index: usize| drowned.iter().any(|own| own.columns.contains(&index));
    let kinked = columns(model).into_iter().zip(kinked).enumerate();
    let kinked = kinked.filter(|(index, (_, is))| *is && !is_drowned(*index));
    notes.extend(kinked.map(|(_, (own, _))| {
        format!("`{}` has a kink in this state: its swing is the mean of both sides", own.name)
    }));
    notes.extend(rounding::remote(swinging.remote()));
    // As much is told of all that swings.
    drowned.retain(|own| own.share > BEYOND * lost);
    let drowned = rounding::drowned(&drowned, (&axis.name, &axis.unit));
    match rounding(lost) {
        Rounding::Small => notes.extend(drowned),
        Rounding::Told(note) => notes.extend([note].into_iter().chain(drowned)),
        Rounding::All(why) => return Err(fault(FaultKind::SingularPosition, why)),
    }
    unbounded.map_or(Ok(()), Err)
}

/// What swings at a frequency that nobody asked for: nothing that is known where the motion has no bounds, or no solution beside them.
fn unasked<T>(found: Result<T, Stopped>) -> Result<Option<T>, Outcome> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(Stopped::Outcome(Outcome::Cancelled)) => Err(Outcome::Cancelled),
        Err(Stopped::Resonance(_) | Stopped::Outcome(_)) => Ok(None),
    }
}

/// Of each column its node, and the factor of its unit.
fn recorded_nodes(model: &Model) -> impl Iterator<Item = (NodeId, f64)> {
    let outputs = model.mechanism.outputs.iter();
    outputs.flat_map(|own| own.nodes.iter().map(|&node| (node, own.unit.factor)))
}

/// Said where there are criteria of the state.
fn of_the_state(model: &Model) -> Option<String> {
    let graph = &model.mechanism.graph;
    let is_swing = |node: Node| match node {
        Node::Sensor { sensor: Sensor::Statistic(own), .. } => {
            graph.statistics[own.index()].measure == Measure::LargestAmplitude
        }
        _ => false,
    };
    let is_of_state = |own: &&Criterion| {
        let mut read = reached(&model.mechanism.tape, [own.holds]);
        own.parameter.is_none() && !read.any(|(_, node)| is_swing(node))
    };
    let criteria = graph.criteria.iter().filter(is_of_state);
    let names: Vec<String> = criteria.map(|own| format!("`{}`", own.name)).collect();
    (!names.is_empty()).then(|| {
        format!(
            "{} is judged by the state that the response is about; `largest_amplitude` has how far something swings",
            names.join(", ")
        )
    })
}

/// Why there are no swings.
enum Stopped {
    Resonance(Outcome),
    Outcome(Outcome),
}

/// How far ahead, in degrees from -180 to 180; of nothing 0.
fn degrees(swing: Complex<f64>) -> f64 {
    let angle = swing.arg().to_degrees();
    // One end of the range, whatever the sign of a rounding is.
    if angle <= -180.0 { 180.0 } else { angle + 0.0 }
}
