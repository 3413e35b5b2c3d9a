//! A whole simulation: steps, rows, progress, and the report at the end.

mod recursive;
mod stability;
mod verdict;

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::constrained::ConstrainedCourse;
use crate::fault::{Fault, bad_output};
use crate::integrate::{Effort, Method};
use crate::mechanism::{Energies, Stepping, Visible};
use crate::model::{Model, Size};
use crate::results::Column;
use crate::results::scene::{Scene, SceneBody, SceneCable, SceneFrame};
use crate::signals::Values;
use recursive::RecursiveCourse;
use verdict::{Ledger, Limits};

pub use stability::TooLong;
pub use verdict::{Judgement, Verdict};

/// One recorded instant.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    /// s
    pub time: f64,
    /// One for each [`Column`], in its unit.
    pub values: &'a [f64],
    pub energies: Energies,
    /// How far the energy ledger is from closing, J.
    pub balance: f64,
}

/// What there is to see, said once before the run.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// One scalar each, in the unit in which it is shown.
    pub columns: Vec<Column>,
    pub scene: Scene,
    /// Rows that a whole run has.
    pub rows: u64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Reached, s.
    pub time: f64,
    /// Of the whole run, s.
    pub duration: f64,
    pub effort: Effort,
}

/// Who looks on while a model runs. An error from any of its methods ends the run.
pub trait Observer {
    /// The step is too long for an explicit integrator; before anything else.
    fn caution(&mut self, _caution: &TooLong) {}
    /// Before the first row.
    fn begin(&mut self, _layout: &Layout) -> io::Result<()> {
        Ok(())
    }
    /// Every recorded row, as soon as it is computed.
    fn row(&mut self, _row: &Row<'_>) -> io::Result<()> {
        Ok(())
    }
    /// Whether to make a frame for the row just given; it costs the more the longer the cables are.
    fn wants_frame(&mut self) -> bool {
        false
    }
    /// Where everything is at the row just given.
    fn frame(&mut self, _frame: SceneFrame) -> io::Result<()> {
        Ok(())
    }
    /// Now and then.
    fn progress(&mut self, _progress: &Progress) {}
}

/// Points of one cable in a picture, at most about.
pub(crate) const CABLE_POINTS: usize = 200;
const BETWEEN_PROGRESS: Duration = Duration::from_millis(50);

#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    Finished,
    Cancelled,
    Fault(Fault),
    /// The observer could not take a row.
    NotWritten(String),
}

/// What was solved, how, and what it cost.
#[derive(Clone, Debug, PartialEq)]
pub struct RunReport {
    pub outcome: Outcome,
    pub model: String,
    pub experiment: String,
    pub size: Size,
    /// The integrator in words, with its numbers.
    pub integrator: String,
    /// Why the formulation was chosen, one sentence each.
    pub reasons: Vec<String>,
    pub effort: Effort,
    /// Rows written.
    pub rows: u64,
    /// Simulated, s.
    pub reached: f64,
    /// To be simulated, s.
    pub duration: f64,
    /// Spent in the solver, without recording and writing.
    pub solver_time: Duration,
    pub first: Energies,
    pub last: Energies,
    /// The largest distance of the energy ledger from closing at any accepted step, J; NaN where a part of
    /// it is not finite.
    pub largest_imbalance: f64,
    /// What was exchanged, J: what to compare the imbalance with.
    pub energy_scale: f64,
    /// What the energy ledger says of the run.
    pub judgement: Judgement,
    /// The step is too long for what is fastest at the start.
    pub caution: Option<TooLong>,
    /// The largest residual of a position constraint at the end of any step: m, or without a unit for
    /// directions. Absent where no constraint is solved for.
    pub constraint_error: Option<f64>,
    /// The state at `reached`: positions, velocities, ledger.
    pub last_state: Vec<f64>,
    /// Recorded quantities that were not finite numbers at some row, with the reason, and what else a
    /// reader should know.
    pub warnings: Vec<String>,
    /// Of an equilibrium: the largest force that is left over, relative to the largest force.
    pub residual: Option<f64>,
}

/// A motion on its way, in either formulation.
pub(crate) trait Course {
    /// Reached, s.
    fn time(&self) -> f64;
    fn finished(&self) -> bool;
    fn step(&mut self) -> Result<(), Fault>;
    /// Evaluates all outputs and energies at a time within the last step, or at its end where the time is that
    /// by `tolerance`.
    fn read(&mut self, time: f64, tolerance: f64) -> Energies;
    /// Of what was read last.
    fn values(&self) -> &Values;
    /// Of what was read last.
    fn picture(&self, time: f64) -> SceneFrame;
    /// Energies at the end of the last accepted step, without what only recorded rows need.
    fn energies(&mut self) -> Energies;
    /// The kinetic energy, at the same instant, of what has not gone straight on since the start, J.
    fn turned(&mut self) -> f64;
    /// The step is too long for what is fastest at the start.
    fn caution(&self) -> Option<&TooLong> {
        None
    }
    fn effort(&self) -> Effort;
    /// As in [`RunReport::constraint_error`].
    fn constraint_error(&self) -> Option<f64>;
    /// Positions, velocities, ledger.
    fn state(&self) -> Vec<f64>;
    /// What happened on the way that a reader of the results should know.
    fn notes(&self) -> Vec<String> {
        Vec::new()
    }
    /// Of an equilibrium: the largest force left over, relative to the largest force.
    fn residual(&self) -> Option<f64> {
        None
    }
}

/// Runs the model's experiment from its start to its end, to the first fault, or until `cancel` is
/// set. Rows go to the observer as they are computed, so whatever happens nothing is lost.
pub fn simulate(model: &Model, observer: &mut dyn Observer, cancel: &AtomicBool) -> RunReport {
    let clock = Instant::now();
    match (&model.settings.stepping, &model.constrained) {
        (Stepping::Rest { tolerance }, Some(constrained)) => {
            let (course, outcome) =
                ConstrainedCourse::at_rest(model, constrained, *tolerance, cancel);
            follow(model, course, outcome, clock, observer, cancel)
        }
        (Stepping::Implicit(method), Some(constrained)) => {
            let from_rest = model.settings.from_rest;
            let (course, outcome) =
                ConstrainedCourse::start(model, constrained, *method, from_rest, cancel);
            follow(model, course, outcome, clock, observer, cancel)
        }
        (Stepping::Explicit(method), constrained) => {
            let start = match (model.settings.from_rest, constrained) {
                (Some(tolerance), Some(constrained)) => {
                    ConstrainedCourse::rest(model, constrained, tolerance, cancel).map(Some)
                }
                (None, _) | (_, None) => Ok(None),
            };
            let (course, outcome) = RecursiveCourse::start(model, *method, start);
            follow(model, course, outcome, clock, observer, cancel)
        }
        // Assembly makes a constrained model for every implicit method.
        (Stepping::Implicit(_) | Stepping::Rest { .. }, None) => {
            unreachable!("implicit steps without a constrained model")
        }
    }
}

fn follow(
    model: &Model,
    mut course: impl Course,
    started: Result<(), Outcome>,
    clock: Instant,
    observer: &mut dyn Observer,
    cancel: &AtomicBool,
) -> RunReport {
    let settings = &model.settings;
    let mut solver_time = clock.elapsed();
    let mut recorder = Recorder::new(model);
    if let Err(outcome) = started {
        return recorder.report(model, &course, outcome, solver_time);
    }
    if let Some(caution) = course.caution() {
        observer.caution(caution);
    }
    recorder.start(course.read(0.0, f64::INFINITY), weight_of_cables(model));
    let mut outcome = recorder.begin(model, observer);
    if outcome.is_ok() {
        outcome = recorder.due(model, &mut course, observer, cancel);
    }
    let mut last_progress = clock;
    while outcome.is_ok() && !course.finished() {
        if cancel.load(Ordering::Relaxed) {
            outcome = Err(Outcome::Cancelled);
            break;
        }
        let before = Instant::now();
        let step = course.step();
        let after = Instant::now();
        solver_time += after - before;
        if let Err(fault) = step {
            outcome = Err(Outcome::Fault(fault));
            break;
        }
        recorder.judge(&mut course);
        outcome = recorder.due(model, &mut course, observer, cancel);
        if after - last_progress >= BETWEEN_PROGRESS {
            last_progress = after;
            observer.progress(&Progress {
                time: course.time(),
                duration: settings.duration,
                effort: course.effort(),
            });
        }
    }
    let outcome = match outcome {
        Ok(()) => Outcome::Finished,
        Err(outcome) => outcome,
    };
    recorder.report(model, &course, outcome, solver_time)
}

/// Writes rows at whole multiples of the interval, without any influence on the steps.
struct Recorder {
    next: u64,
    total: u64,
    values: Vec<f64>,
    first: Energies,
    last: Energies,
    ledger: Ledger,
    /// The largest imbalance at a row, J, and when, s.
    at_rows: (f64, f64),
    warnings: Vec<String>,
}

impl Recorder {
    fn new(model: &Model) -> Self {
        let settings = &model.settings;
        let total = (settings.duration / settings.every * (1.0 + 1e-12) + 1e-9).floor() as u64;
        Self {
            next: 0,
            total: total.saturating_add(1),
            values: vec![
                0.0;
                model.mechanism.outputs.iter().map(|output| output.nodes.len()).sum()
            ],
            first: Energies::default(),
            last: Energies::default(),
            ledger: Ledger::default(),
            at_rows: (0.0, 0.0),
            warnings: Vec::new(),
        }
    }

    fn start(&mut self, first: Energies, hidden: f64) {
        self.first = first;
        self.ledger = Ledger::new(&first, hidden);
    }

    /// At the end of a step. Steps are what an integrator is responsible for, and rows may be rare.
    fn judge(&mut self, course: &mut impl Course) {
        let now = course.energies();
        self.ledger.enter(course.time(), &now, || course.turned());
    }

    fn begin(&self, model: &Model, observer: &mut dyn Observer) -> Result<(), Outcome> {
        let layout = Layout { columns: columns(model), scene: scene(model), rows: self.total };
        observer.begin(&layout).map_err(|error| Outcome::NotWritten(error.to_string()))
    }

    /// Writes all rows up to the course's time. One long step may hold very many.
    fn due(
        &mut self,
        model: &Model,
        course: &mut impl Course,
        observer: &mut dyn Observer,
        cancel: &AtomicBool,
    ) -> Result<(), Outcome> {
        let every = model.settings.every;
        loop {
            let time = self.next as f64 * every;
            let tolerance = 1e-9 * every.min(model.settings.duration);
            if self.next >= self.total || time > course.time() + tolerance {
                return Ok(());
            }
            if cancel.load(Ordering::Relaxed) {
                return Err(Outcome::Cancelled);
            }
            let energies = course.read(time, tolerance);
            self.write(model, course, time, energies, observer)?;
            self.next += 1;
        }
    }

    fn write(
        &mut self,
        model: &Model,
        course: &impl Course,
        time: f64,
        now: Energies,
        observer: &mut dyn Observer,
    ) -> Result<(), Outcome> {
        let balance = self.ledger.balance(&now);
        self.last = now;
        self.ledger.look(time, balance);
        if balance.abs() > self.at_rows.0 {
            self.at_rows = (balance.abs(), time);
        }
        let mut slot = 0;
        let mut finite = true;
        for output in &model.mechanism.outputs {
            for &node in &output.nodes {
                let value = course.values().scalar(node) / output.unit.factor;
                finite &= value.is_finite();
                self.values[slot] = value;
                slot += 1;
            }
        }
        if !finite
            && self.warnings.is_empty()
            && let Some((name, why)) = bad_output(&model.mechanism, course.values())
        {
            self.warnings.push(format!("`{name}` is not a finite number at {time} s: {why}"));
        }
        let row = Row { time, values: &self.values, energies: now, balance };
        observer
            .row(&row)
            .and_then(|()| {
                if observer.wants_frame() { observer.frame(course.picture(time)) } else { Ok(()) }
            })
            .map_err(|error| Outcome::NotWritten(error.to_string()))
    }

    fn report(
        self,
        model: &Model,
        course: &impl Course,
        outcome: Outcome,
        solver_time: Duration,
    ) -> RunReport {
        let judgement = self.ledger.judge(&Limits::of(&model.settings.stepping));
        let between = judgement.between_steps(self.at_rows);
        RunReport {
            outcome,
            model: model.name().to_owned(),
            experiment: model.settings.experiment.clone(),
            size: model.size,
            integrator: in_words(&model.settings.stepping),
            reasons: model.reasons.clone(),
            effort: course.effort(),
            rows: self.next,
            reached: course.time(),
            duration: model.settings.duration,
            solver_time,
            first: self.first,
            last: self.last,
            largest_imbalance: judgement.imbalance,
            energy_scale: judgement.exchanged,
            judgement,
            caution: course.caution().cloned(),
            constraint_error: course.constraint_error(),
            last_state: course.state(),
            warnings: self.warnings.into_iter().chain(between).chain(course.notes()).collect(),
            residual: course.residual(),
        }
    }
}

/// Weights of all cables times their lengths, J: their weight and buoyancy may cancel.
fn weight_of_cables(model: &Model) -> f64 {
    let cables = &model.mechanism.cables;
    let moments = cables.iter().map(|cable| cable.links().mass() * cable.links().length());
    model.recursive.tree.gravity().norm() * moments.sum::<f64>()
}

fn scene(model: &Model) -> Scene {
    let graph = &model.mechanism.graph;
    let body = |body: &Visible| SceneBody {
        path: graph.bodies[body.body].path.clone(),
        shape: body.shape,
    };
    let cable = |cable: &cdl_graph::Cable| SceneCable { path: cable.path.clone() };
    Scene {
        bodies: model.mechanism.scene.iter().map(body).collect(),
        cables: graph.cables.iter().map(cable).collect(),
    }
}

fn columns(model: &Model) -> Vec<Column> {
    let mut columns = Vec::new();
    for output in &model.mechanism.outputs {
        let components: &[&str] = match output.nodes.len() {
            3 => &[".x", ".y", ".z"],
            4 => &[".w", ".x", ".y", ".z"],
            _ => &[""],
        };
        for index in 0..output.nodes.len() {
            let component = match components.get(index) {
                Some(component) => (*component).to_owned(),
                None => format!(".{index}"),
            };
            let name = format!("{}{component}", output.name);
            columns.push(Column::new(name, output.unit.symbol.clone()));
        }
    }
    columns
}

fn in_words(stepping: &Stepping) -> String {
    match *stepping {
        Stepping::Explicit(Method::Rk4 { step }) => {
            format!("Runge-Kutta of order 4, fixed step {step} s")
        }
        Stepping::Explicit(Method::Rk45 { relative_tolerance, absolute_tolerance, max_step }) => {
            let mut text = format!(
                "Runge-Kutta-Fehlberg 4(5), relative tolerance {relative_tolerance:e}, absolute \
                 tolerance {absolute_tolerance:e}"
            );
            if max_step.is_finite() {
                text.push_str(&format!(", steps of at most {max_step} s"));
            }
            text
        }
        Stepping::Explicit(Method::Leapfrog { step }) => {
            format!("leapfrog (symmetric, order 2), fixed step {step} s")
        }
        Stepping::Implicit(method) => method.in_words(),
        Stepping::Rest { tolerance } => format!(
            "damped Newton steps along a motion that comes to rest, relative tolerance {tolerance:e}"
        ),
    }
}
