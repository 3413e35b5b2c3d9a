//! The motion that is left when an input swings: amplitude and phase of what is recorded.
//!
//! What the input does is a difference between models in which its value, its rate or its acceleration is another; forces mostly follow these in
//! proportion. The motion follows from the matrices exactly. What is recorded of it is a difference between states along
//! it: quantities are functions of positions, velocities and the input, so their swings add up.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use cdl_graph::{Graph, Over};
use nalgebra::Complex;

use super::derivatives::{Here, Outputs};
use super::formulation::Formulation;
use super::modes::{course, left_out};
use super::observer::{Layout, Observer, Row};
use super::recorder::{Recorder, columns};
use super::report::{Outcome, Still, not_written};
use super::state_space::{HERE, Slopes, bends_at_once, jumps, slopes, without_effect};
use crate::assembly::{Owner, assemble_shared, set_param};
use crate::constrained::{Cause, ConstrainedCourse, NoSwing, Shape, Swing};
use crate::events;
use crate::fault::{Fault, FaultKind};
use crate::mechanism::{Energies, State};
use crate::model::{Model, Response, Solver};
use crate::results::Column;
use crate::results::scene::Scene;

/// By how much an input is changed for a difference, relatively; and where it is zero, SI.
const CHANGE: f64 = 0.05;
const CHANGES_OF_ZERO: [f64; 7] = [1e-3, 1e-1, 1e1, 1e3, 1e5, 1e7, 1e-5];
/// Two differences that agree so well are told from each other by rounding only.
const CERTAIN: f64 = 1e-9;
/// What is farther from proportion is told.
const TOLD: f64 = 1e-6;
/// How far along a motion what is recorded is looked at: displacements by the extent, velocities by that and the frequency.
const ASIDE: f64 = 1e-5;
const ASIDE_OF_RATES: f64 = 1e-7;

/// In larger models growth is not looked for, and among so many modes.
const MOST_LOOKED_AT: usize = 300;
const MODES_LOOKED_AT: usize = 40;
/// How fast a motion is that grows, by the slowest swing.
const GROWS_FAST: f64 = 1e-3;

/// What the search for a response has come to.
#[derive(Clone, Debug, PartialEq)]
pub struct ResponseReport {
    pub still: Still,
    /// The parameter that swings.
    pub input: String,
    /// s or Hz
    pub axis: Column,
    /// Of each recorded quantity the largest of all amplitudes, in the order of the columns.
    pub peaks: Vec<Peak>,
}

/// The largest swing of a quantity.
#[derive(Clone, Debug, PartialEq)]
pub struct Peak {
    /// With the unit of amplitudes.
    pub column: Column,
    pub amplitude: f64,
    /// Period or frequency.
    pub at: f64,
    /// Whether it is at the end of what was looked at, so that it may grow on beyond.
    pub is_at_an_end: bool,
}

impl ResponseReport {
    pub(super) fn of(response: &Response, still: Still, peaks: Vec<Peak>) -> Self {
        let (input, axis) = (response.input.clone(), axis(response.points.over));
        Self { still, input, axis, peaks }
    }
}

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
    let (mut course, found) = course(&response.rest, response.about, cancel);
    let mut recorder = Recorder::new(model);
    let (mut notes, mut peaks) = (Vec::new(), Vec::new());
    let outcome = found.and_then(|()| {
        if let Some(fault) = events::beyond(&model.mechanism, &mut course) {
            return Err(Outcome::Fault(fault));
        }
        let energies = course.read(course.time(), f64::INFINITY);
        recorder.start(model, energies);
        recorder.sample(&mut course);
        recorder.take(model, &course);
        let about = (model, response);
        sweep(about, &mut course, energies, (&mut notes, &mut peaks), (observer, cancel))
    });
    recorder.note_rows(peaks.first().map_or(0, |own: &Tracked| own.rows));
    let outcome = outcome.err().unwrap_or(Outcome::Finished);
    let solver_time = began.elapsed();
    let mut solved = recorder.solved(model, &mut course, outcome, (solver_time, 0));
    solved.warnings.extend(notes);
    let still = Still::of(model, &course, &recorder, solved);
    ResponseReport::of(
        response,
        still,
        peaks.into_iter().filter(|own| own.rows > 0).map(Tracked::peak).collect(),
    )
}

/// A peak while rows come.
struct Tracked {
    peak: Peak,
    rows: u64,
    row_of_peak: u64,
}

impl Tracked {
    fn see(&mut self, at: f64, amplitude: f64) {
        if self.rows == 0 || amplitude > self.peak.amplitude {
            (self.peak.amplitude, self.peak.at, self.row_of_peak) = (amplitude, at, self.rows);
        }
        self.rows += 1;
    }

    fn peak(self) -> Peak {
        let is_at_an_end =
            self.rows > 1 && (self.row_of_peak == 0 || self.row_of_peak + 1 == self.rows);
        Peak { is_at_an_end, ..self.peak }
    }
}

fn sweep(
    (model, response): (&Model, &Response),
    course: &mut ConstrainedCourse<'_>,
    energies: Energies,
    (notes, peaks): (&mut Vec<String>, &mut Vec<Tracked>),
    (observer, cancel): (&mut dyn Observer, &AtomicBool),
) -> Result<(), Outcome> {
    let fault = |kind, why: String| {
        let paths = &model.mechanism.paths;
        Outcome::Fault(Fault::new(paths, kind, 0.0, Owner::Experiment, "response", why))
    };
    let turnings = response.points.at.iter().map(|at| response.points.turning(*at));
    let slowest = turnings.fold(f64::INFINITY, f64::min);
    let growing = growing(model, course, slowest, cancel)?;
    let mut harmonic = course.harmonic()?;
    notes.extend(left_out(model));
    let falling = course.falling(&harmonic, slowest);
    if falling > 0 {
        notes.push(format!(
            "the state is unstable: {falling} of its motions fall away, so nobody sees this response"
        ));
    } else if growing > 0 {
        notes.push(format!(
            "the state is unstable: {growing} of its motions grow by themselves, as `modes` shows, so nobody sees this response"
        ));
    } else if !harmonic.is_damped() {
        notes.push(
            "nothing resists motion: what else swings at the start of a run does not die away, and is not in the response"
                .to_owned(),
        );
    }
    let state = course.exported();
    let recorded = Outputs::new(model);
    let effect = Effect::new((model, response, &recorded), &state, notes)
        .map_err(|why| fault(FaultKind::NotLinear, why))?;
    if !course.caused(&mut harmonic, &effect.cause) {
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
    let rows = response.points.at.len() as u64;
    let axis = axis(response.points.over);
    let layout = Layout { axis: axis.clone(), columns: all, scene: Scene::default(), rows };
    observer.begin(&layout).map_err(not_written)?;
    peaks.extend(amplitudes.into_iter().map(|column| Tracked {
        peak: Peak { column, amplitude: 0.0, at: 0.0, is_at_an_end: false },
        rows: 0,
        row_of_peak: 0,
    }));
    let mut kinked = vec![false; peaks.len()];
    let nothing = course.nothing();
    let unmoved = course.moved_along((&nothing, &nothing), |course| {
        course.read_as_it_is().then(|| recorded.here(course))
    });
    let unmoved = unmoved.ok_or_else(|| {
        let why = "in this state the equations have no solution that could be found";
        fault(FaultKind::SingularPosition, why.to_owned())
    })?;
    for &at in &response.points.at {
        if cancel.load(Ordering::Relaxed) {
            return Err(Outcome::Cancelled);
        }
        let turning = response.points.turning(at);
        let here = || format!("{} = {at} {}", axis.name, axis.unit);
        let swing = harmonic.at(turning).map_err(|why| match why {
            NoSwing::Resonance => fault(
                FaultKind::Resonance,
                format!(
                    "at {} something swings by itself, and so little resists it, if anything, that the motion has no bounds that could be told from rounding",
                    here()
                ),
            ),
            NoSwing::Unsolved => fault(
                FaultKind::SingularPosition,
                format!("at {} the equations have no solution that could be found", here()),
            ),
        })?;
        let (moved, kinks) = along(course, (&recorded, &unmoved), (&swing, turning));
        let swings: Vec<Complex<f64>> = moved
            .into_iter()
            .zip(effect.on_outputs(turning))
            .map(|(moved, direct)| moved + direct)
            .collect();
        if let Some(index) =
            swings.iter().position(|own| own.re.is_infinite() || own.im.is_infinite())
        {
            return Err(fault(FaultKind::NotLinear, jumps(&columns(model)[index].name)));
        }
        if let Some(index) =
            swings.iter().position(|own| !(own.re.is_finite() && own.im.is_finite()))
        {
            let name = &peaks[index].peak.column.name;
            return Err(fault(
                FaultKind::NotFinite,
                format!("`{name}` has no value at {}", here()),
            ));
        }
        for ((all, kink), swing) in kinked.iter_mut().zip(kinks).zip(&swings) {
            *all |= kink > TOLD * swing.norm();
        }
        for (tracked, swing) in peaks.iter_mut().zip(&swings) {
            tracked.see(at, swing.norm());
        }
        let values: Vec<f64> = swings.iter().flat_map(|own| [own.norm(), degrees(*own)]).collect();
        let row = Row { at, values: &values, energies, balance: 0.0 };
        observer.row(&row).map_err(not_written)?;
    }
    if peaks.iter().all(|own| own.peak.amplitude == 0.0) {
        notes.push(without_effect(model, &response.input, "is recorded"));
    }
    let kinked = columns(model).into_iter().zip(kinked).filter(|(_, is)| *is);
    notes.extend(kinked.map(|(own, _)| {
        format!("`{}` has a kink in this state: its swing is the mean of both sides", own.name)
    }));
    Ok(())
}

/// How many of the slowest motions of a small model grow by themselves, and not much slower than this, rad/s: whatever makes them.
fn growing(
    model: &Model,
    course: &mut ConstrainedCourse<'_>,
    slowest: f64,
    cancel: &AtomicBool,
) -> Result<usize, Outcome> {
    let freedoms = usize::try_from(model.size.freedoms).unwrap_or(usize::MAX);
    if freedoms > MOST_LOOKED_AT {
        return Ok(0);
    }
    let grows = |own: &&Shape| own.grows() && own.value.norm() > GROWS_FAST * slowest;
    match course.modes(MODES_LOOKED_AT, freedoms, cancel) {
        Ok(found) => Ok(found.shapes.iter().filter(grows).count()),
        Err(Outcome::Cancelled) => Err(Outcome::Cancelled),
        // What is wrong there is told by what follows, or has nothing to do with it.
        Err(_) => Ok(0),
    }
}

/// How far ahead, in degrees from -180 to 180; of nothing 0.
fn degrees(swing: Complex<f64>) -> f64 {
    let angle = swing.arg().to_degrees();
    // One end of the range, whatever the sign of a rounding is.
    if angle <= -180.0 { 180.0 } else { angle + 0.0 }
}

/// What is recorded along a motion, for each unit of the input, without what the input does to it at once; and how much of it comes
/// from slopes that are not the same on both sides.
fn along(
    course: &mut ConstrainedCourse<'_>,
    (recorded, here): (&Outputs<'_>, &Here),
    ([real, imaginary], turning): (&Swing, f64),
) -> (Vec<Complex<f64>>, Vec<f64>) {
    let nothing = course.nothing();
    let mut part = |way: &[f64], rate: &[f64], factor: f64| {
        let (size, speed) = (course.size_of(way), course.size_of(rate));
        let mut found = Slopes::without_kinks(vec![0.0; here.read.len()]);
        if size > 0.0 {
            found = slopes(&here.read, ASIDE / size, |far| {
                let to = (&*scaled(way, far), &*nothing);
                course.moved_along(to, |course| read(recorded, course))
            });
        }
        if speed > 0.0 {
            let far = ASIDE_OF_RATES * turning.max(1.0) / (speed * turning);
            let [forward, back] = [far, -far].map(|far| {
                let to = (&*nothing, &*scaled(rate, factor * far));
                course.moved_along(to, |course| read(recorded, course))
            });
            let rates = forward.iter().zip(&back).map(|(f, b)| (f - b) / (2.0 * far));
            found.slopes.iter_mut().zip(rates).for_each(|(slope, own)| *slope += own);
        }
        let largest = size.max(speed);
        let reach = if largest > 0.0 { HERE * ASIDE / largest } else { 0.0 };
        recorded.slopes(here, &found, (None, reach))
    };
    // d/dt of x exp(iωt): real part -ω Im x, imaginary part ω Re x.
    let parts = [part(real, imaginary, -turning), part(imaginary, real, turning)];
    let kinks = |own: &Slopes| -> Vec<f64> {
        own.sides
            .iter()
            .zip(&own.kinks)
            .map(|(side, kink)| if *kink { *side } else { 0.0 })
            .collect()
    };
    let kinks = kinks(&parts[0]).into_iter().zip(kinks(&parts[1])).map(|(a, b)| a.max(b)).collect();
    let both = parts[0].slopes.iter().zip(&parts[1].slopes);
    (both.map(|(&re, &im)| Complex::new(re, im)).collect(), kinks)
}

fn scaled(own: &[f64], by: f64) -> Vec<f64> {
    own.iter().map(|own| own * by).collect()
}

fn read(recorded: &Outputs<'_>, course: &mut ConstrainedCourse<'_>) -> Vec<f64> {
    if course.read_as_it_is() { recorded.read(course) } else { recorded.nothing() }
}

/// What an input does at once.
struct Effect {
    cause: Cause,
    /// On what is recorded: by its value, its rate and its acceleration.
    outputs: [Vec<f64>; 3],
}

/// Derivatives by a parameter: of accelerations, and of what is recorded.
struct Derivative {
    accelerations: Vec<f64>,
    outputs: Vec<f64>,
    /// How well two differences agree.
    apart: f64,
    /// Whether both sides have slopes of their own.
    has_kink: bool,
}

impl Effect {
    /// Otherwise why there is none.
    fn new(
        (model, response, recorded): (&Model, &Response, &Outputs<'_>),
        state: &State,
        notes: &mut Vec<String>,
    ) -> Result<Self, String> {
        let input = &response.input;
        let of = |name: &str| derivative((model, recorded), name, state);
        let value = of(input)?;
        let rate = of(&cdl_graph::Response::of_rate(input))?;
        let acceleration = of(&cdl_graph::Response::of_acceleration(input))?;
        let apart = value.apart.max(rate.apart).max(acceleration.apart);
        if apart > TOLD {
            notes.push(format!(
                "forces do not follow the input `{input}` in proportion: what it does is known to about {apart:.0e} of the largest"
            ));
        }
        if value.has_kink || rate.has_kink || acceleration.has_kink {
            notes.push(format!(
                "forces have a kink at the value of the input `{input}`: what it does is the mean of both sides"
            ));
        }
        let outputs = [value.outputs, rate.outputs, acceleration.outputs];
        let cause = Cause {
            by_value: value.accelerations,
            by_rate: rate.accelerations,
            by_acceleration: acceleration.accelerations,
        };
        Ok(Self { cause, outputs })
    }

    fn on_outputs(&self, turning: f64) -> impl Iterator<Item = Complex<f64>> {
        let [value, rate, acceleration] = &self.outputs;
        let square = turning * turning;
        let both = value.iter().zip(rate).zip(acceleration);
        both.map(move |((u, v), a)| Complex::new(u - square * a, turning * v))
    }
}

/// Richardson's extrapolation of central differences, with the change of several that agree best.
fn derivative(
    (model, recorded): (&Model, &Outputs<'_>),
    name: &str,
    state: &State,
) -> Result<Derivative, String> {
    let graph = &model.mechanism.graph;
    let now = graph.signals.param_value(name).unwrap_or(0.0);
    let changes: Vec<f64> = match now {
        0.0 => CHANGES_OF_ZERO.to_vec(),
        now => vec![CHANGE * now.abs()],
    };
    let (mut best, mut last) = (None::<Derivative>, None);
    for change in changes {
        match by_change((graph, recorded), (name, now, change), state) {
            Ok(own) => {
                if best.as_ref().is_none_or(|best| own.apart < best.apart) {
                    best = Some(own);
                }
            }
            Err(why) => last = Some(why),
        }
        if best.as_ref().is_some_and(|own| own.apart <= CERTAIN) {
            break;
        }
    }
    best.ok_or_else(|| last.unwrap_or_default())
}

fn by_change(
    (graph, recorded): (&Graph, &Outputs<'_>),
    (name, now, change): (&str, f64, f64),
    state: &State,
) -> Result<Derivative, String> {
    let mut count = 0;
    let mut at = |value: f64| -> Result<(Vec<f64>, Here), String> {
        let mut graph = Graph::clone(graph);
        set_param(&mut graph, name, value).map_err(|_| format!("`{name}` is no parameter"))?;
        let beyond = || format!("the model cannot be with `{name}` = {value}, close to what it is");
        let other = assemble_shared(Arc::new(graph)).map_err(|_| beyond())?;
        let Solver::Response(own) = &other.solver else { return Err(String::new()) };
        let mut course = ConstrainedCourse::pushed(&own.rest.model, state);
        if !course.read_as_it_is() {
            return Err(beyond());
        }
        let here = recorded.here(&course);
        let accelerations = course.all_accelerations();
        count = accelerations.len();
        Ok((accelerations.into_iter().chain(here.read.iter().copied()).collect(), here))
    };
    let (here, state_here) = at(now)?;
    let mut sides = |change: f64| -> Result<[Vec<f64>; 2], String> {
        Ok([at(now + change)?.0, at(now - change)?.0])
    };
    let (far, near) = (sides(change)?, sides(0.5 * change)?);
    let difference = |[forward, back]: &[Vec<f64>; 2], change: f64| -> Vec<f64> {
        forward.iter().zip(back).map(|(a, b)| (a - b) / (2.0 * change)).collect()
    };
    let (wide, close) = (difference(&far, change), difference(&near, 0.5 * change));
    let both = || close.iter().zip(&wide);
    let mut whole: Vec<f64> = both().map(|(close, wide)| close + (close - wide) / 3.0).collect();
    let sensors = Slopes::without_kinks(whole.split_off(count));
    let outputs = recorded.slopes(&state_here, &sensors, (Some(name), HERE * change));
    let known = count + recorded.sensors();
    let has_kink = bends_at_once(&here[..known], &far, &near) || outputs.kinks.contains(&true);
    let apart = |from: usize, to: usize| {
        let own = || both().skip(from).take(to - from);
        let largest = own().fold(0.0_f64, |largest, (a, _)| largest.max(a.abs()));
        let apart = own().fold(0.0_f64, |apart, (a, b)| apart.max((a - b).abs() / 3.0));
        if largest > 0.0 { apart / largest } else { 0.0 }
    };
    let apart = apart(0, count).max(apart(count, known));
    Ok(Derivative { accelerations: whole, outputs: outputs.slopes, apart, has_kink })
}
