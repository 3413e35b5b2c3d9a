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
use crate::mechanism::{Energies, Settings, State, Stepping, Visible};
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
    /// The state at `reached`.
    pub last_state: State,
    /// Recorded quantities that were not finite numbers at some row, with the reason, and what else a
    /// reader should know.
    pub warnings: Vec<String>,
    /// Of an equilibrium: the largest force that is left over, relative to the largest force.
    pub residual: Option<f64>,
}

/// A motion on its way. Both formulations are made from the mechanism alone, and either goes on from a state of
/// the other.
pub(crate) trait Formulation {
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
    /// At the end of the last accepted step, in nobody's coordinates.
    fn state(&self) -> State;
    /// Makes a step end at an instant that lies ahead, s.
    fn force(&mut self, instant: f64);
    /// The energy that the balance of the ledger is counted from, J.
    fn initial_energy(&self) -> f64;
    /// Goes on with the ledger of another course: what its balance is counted from, and what the change between
    /// both has done, J.
    fn carry_on(&mut self, initial_energy: f64, work: f64);
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
    let mut running = Running::start(model, cancel);
    if running.has_started {
        let outcome = running.follow(observer, cancel);
        running.ended = Some(outcome.err().unwrap_or(Outcome::Finished));
    }
    running.report()
}

/// A run that is taken one step at a time; between two of them everything recorded can be read, without any
/// influence on the steps. [`simulate`] is made of it.
pub struct Running<'a> {
    model: &'a Model,
    course: Box<dyn Formulation + 'a>,
    recorder: Recorder,
    has_started: bool,
    /// Why it goes no further.
    ended: Option<Outcome>,
    began: Instant,
    solver_time: Duration,
}

/// A model that a run cannot go on with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unfit;

impl std::fmt::Display for Unfit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "the run cannot go on with this model: it records other quantities, asks for an equilibrium, or has \
             other elements than the state"
        )
    }
}

impl std::error::Error for Unfit {}

impl<'a> Running<'a> {
    /// At time zero, in the equilibrium nearest to the start where the experiment begins there; `cancel` ends
    /// the search for it. Where there is no start, it has [ended](Self::ended).
    pub fn start(model: &'a Model, cancel: &AtomicBool) -> Self {
        let began = Instant::now();
        let (course, started) = formulation(model, cancel);
        let mut running = Self {
            model,
            course,
            recorder: Recorder::new(model),
            has_started: started.is_ok(),
            ended: started.err(),
            began,
            solver_time: began.elapsed(),
        };
        if running.has_started {
            let first = running.course.read(0.0, f64::INFINITY);
            running.recorder.start(first, weight_of_cables(model));
            running.look_for_the_end();
        }
        running
    }

    /// Reached, s.
    pub fn time(&self) -> f64 {
        self.course.time()
    }

    /// What there is to see.
    pub fn layout(&self) -> Layout {
        Layout { columns: columns(self.model), scene: scene(self.model), rows: self.recorder.total }
    }

    /// Why it goes no further, once it does not.
    pub fn ended(&self) -> Option<&Outcome> {
        self.ended.as_ref()
    }

    /// Takes a step of the integrator. False where there was none to take: the run has ended.
    pub fn step(&mut self) -> bool {
        if self.ended.is_some() {
            return false;
        }
        let step = self.advance();
        let taken = step.is_ok();
        self.ended = step.err();
        self.look_for_the_end();
        taken
    }

    fn look_for_the_end(&mut self) {
        if self.ended.is_none() && self.course.finished() {
            self.ended = Some(Outcome::Finished);
        }
    }

    /// Everything recorded at the time reached; nothing where there is no start.
    pub fn read(&mut self) -> Option<Row<'_>> {
        if !self.has_started {
            return None;
        }
        let time = self.course.time();
        let energies = self.course.read(time, f64::INFINITY);
        self.recorder.last = energies;
        self.recorder.take(self.model, &*self.course);
        Some(self.recorder.row(time, energies))
    }

    /// Makes a step end at an instant that lies ahead, s; nothing beyond the end of the run.
    pub fn force(&mut self, instant: f64) {
        self.course.force(instant);
    }

    /// Steps until an instant is reached, where a step ends. False where the run ends before.
    pub fn step_to(&mut self, instant: f64) -> bool {
        self.force(instant);
        while self.time() < instant {
            if !self.step() {
                return false;
            }
        }
        true
    }

    /// At the time reached, in coordinates of neither formulation.
    pub fn state(&self) -> State {
        self.course.state()
    }

    /// Goes on with another model from a state at the time reached: a new phase. What records and judges goes on
    /// with it; by how much the energy changes is booked as work.
    ///
    /// # Errors
    /// The model records other quantities, or asks for an equilibrium, or does not fit the state; the run is
    /// then where it was. Loops that cannot be closed from there end it.
    pub fn go_on(&mut self, model: &'a Model, state: &State) -> Result<(), Unfit> {
        let fits = match model.settings.stepping {
            Stepping::Explicit(_) | Stepping::Implicit(_) => model.mechanism.fits(state),
            Stepping::Rest { .. } => false,
        };
        let records = |model: &Model| columns(model);
        if !fits || records(model) != records(self.model) || state.time != self.time() {
            return Err(Unfit);
        }
        let before = self.course.energies();
        let initial = self.course.initial_energy();
        let (course, started) = formulation_from(model, state);
        (self.model, self.course) = (model, course);
        self.ended = started.err();
        if self.ended.is_none() {
            let after = self.course.energies();
            self.course.carry_on(initial, after.total() - before.total());
            self.look_for_the_end();
        }
        Ok(())
    }

    /// Where everything is that was read last.
    pub fn picture(&self) -> SceneFrame {
        self.course.picture(self.course.time())
    }

    /// What was solved so far, and how; a run that could go on counts as cancelled. The last energies are those
    /// that were read last.
    pub fn report(self) -> RunReport {
        let outcome = self.ended.unwrap_or(Outcome::Cancelled);
        self.recorder.report(self.model, &*self.course, outcome, self.solver_time)
    }

    /// To its end, with an observer from the first row on.
    fn follow(&mut self, observer: &mut dyn Observer, cancel: &AtomicBool) -> Result<(), Outcome> {
        if let Some(caution) = self.course.caution() {
            observer.caution(caution);
        }
        observer.begin(&self.layout()).map_err(not_written)?;
        self.rows_due(observer, cancel)?;
        let mut last_progress = self.began;
        while !self.course.finished() {
            if cancel.load(Ordering::Relaxed) {
                return Err(Outcome::Cancelled);
            }
            let now = self.advance()?;
            self.rows_due(observer, cancel)?;
            if now - last_progress >= BETWEEN_PROGRESS {
                last_progress = now;
                observer.progress(&Progress {
                    time: self.course.time(),
                    duration: self.model.settings.duration,
                    effort: self.course.effort(),
                });
            }
        }
        Ok(())
    }

    /// A step, and when it was done.
    fn advance(&mut self) -> Result<Instant, Outcome> {
        let before = Instant::now();
        let step = self.course.step();
        let after = Instant::now();
        self.solver_time += after - before;
        step.map_err(Outcome::Fault)?;
        self.recorder.judge(&mut *self.course);
        Ok(after)
    }

    fn rows_due(
        &mut self,
        observer: &mut dyn Observer,
        cancel: &AtomicBool,
    ) -> Result<(), Outcome> {
        self.recorder.due(self.model, &mut *self.course, observer, cancel)
    }
}

/// The formulation that the model's method wants, at its start, and whether that was found.
fn formulation<'a>(
    model: &'a Model,
    cancel: &AtomicBool,
) -> (Box<dyn Formulation + 'a>, Result<(), Outcome>) {
    let Settings { stepping, from_rest, .. } = &model.settings;
    match (stepping, &model.constrained) {
        (Stepping::Rest { tolerance }, Some(constrained)) => {
            let (course, outcome) =
                ConstrainedCourse::at_rest(model, constrained, *tolerance, cancel);
            (Box::new(course), outcome)
        }
        (Stepping::Implicit(method), Some(constrained)) => {
            let (course, outcome) =
                ConstrainedCourse::start(model, constrained, *method, *from_rest, cancel);
            (Box::new(course), outcome)
        }
        (Stepping::Explicit(method), constrained) => {
            let rest = match (from_rest, constrained) {
                (Some(tolerance), Some(constrained)) => {
                    ConstrainedCourse::rest(model, constrained, *tolerance, cancel).map(Some)
                }
                (None, _) | (_, None) => Ok(None),
            };
            let from = rest.as_ref().map(Option::as_ref).map_err(Outcome::clone);
            let (course, outcome) = RecursiveCourse::start(model, *method, from);
            (Box::new(course), outcome)
        }
        // Assembly makes a constrained model for every implicit method.
        (Stepping::Implicit(_) | Stepping::Rest { .. }, None) => {
            unreachable!("implicit steps without a constrained model")
        }
    }
}

/// The same where a run goes on from a state.
fn formulation_from<'a>(
    model: &'a Model,
    state: &State,
) -> (Box<dyn Formulation + 'a>, Result<(), Outcome>) {
    match (&model.settings.stepping, &model.constrained) {
        (Stepping::Implicit(method), Some(constrained)) => {
            let (course, outcome) = ConstrainedCourse::resume(model, constrained, *method, state);
            (Box::new(course), outcome)
        }
        (Stepping::Explicit(method), _) => {
            let (course, outcome) = RecursiveCourse::start(model, *method, Ok(Some(state)));
            (Box::new(course), outcome)
        }
        (Stepping::Rest { .. }, _) | (Stepping::Implicit(_), None) => {
            unreachable!("a run goes on in steps")
        }
    }
}

fn not_written(error: io::Error) -> Outcome {
    Outcome::NotWritten(error.to_string())
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

    /// Where the energy ledger begins.
    fn start(&mut self, first: Energies, hidden: f64) {
        self.first = first;
        self.last = first;
        self.ledger = Ledger::new(&first, hidden);
    }

    /// At the end of a step. Steps are what an integrator is responsible for, and rows may be rare.
    fn judge(&mut self, course: &mut dyn Formulation) {
        let now = course.energies();
        self.ledger.enter(course.time(), &now, || course.turned());
    }

    /// Writes all rows up to the course's time. One long step may hold very many.
    fn due(
        &mut self,
        model: &Model,
        course: &mut dyn Formulation,
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
        course: &dyn Formulation,
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
        let finite = self.take(model, course);
        if !finite
            && self.warnings.is_empty()
            && let Some((name, why)) = bad_output(&model.mechanism, course.values())
        {
            self.warnings.push(format!("`{name}` is not a finite number at {time} s: {why}"));
        }
        observer.row(&self.row(time, now)).map_err(not_written)?;
        if observer.wants_frame() {
            observer.frame(course.picture(time)).map_err(not_written)?;
        }
        Ok(())
    }

    /// Takes over what the course has read last; whether all of it is finite.
    fn take(&mut self, model: &Model, course: &dyn Formulation) -> bool {
        let outputs = model.mechanism.outputs.iter();
        let all = outputs.flat_map(|output| output.nodes.iter().map(|&node| (node, &output.unit)));
        let mut finite = true;
        for (slot, (node, unit)) in self.values.iter_mut().zip(all) {
            *slot = course.values().scalar(node) / unit.factor;
            finite &= slot.is_finite();
        }
        finite
    }

    /// What was taken over last, with the energies that go with it.
    fn row(&self, time: f64, energies: Energies) -> Row<'_> {
        Row { time, values: &self.values, energies, balance: self.ledger.balance(&energies) }
    }

    fn report(
        self,
        model: &Model,
        course: &dyn Formulation,
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
