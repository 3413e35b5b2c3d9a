//! A run, to its end or one step at a time.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use cdl_graph::Measure;

use super::conclusion::SmallMotions;
use super::formulation::{Formulation, formulation, formulation_from};
use super::modes::ModesReport;
use super::observer::{Layout, Observer, Progress, Row};
use super::recorder::{Recorder, Upto, columns, layout};
use super::report::{Outcome, RunReport, Solved, Still, not_written};
use super::response::ResponseReport;
use super::simulation::SimulationReport;
use crate::events::{Agenda, Happened};
use crate::fault::Fault;
use crate::mechanism::{State, Unfit};
use crate::model::{Model, Simulation, Solver};
use crate::results::scene::SceneFrame;

const BETWEEN_PROGRESS: Duration = Duration::from_millis(50);

/// A run that is taken one step at a time; between two of them everything recorded can be read, without any
/// influence on the steps. A simulation is made of it.
pub struct Running<'a> {
    /// Constant.
    model: &'a Model,
    /// In one formulation or the other.
    course: Box<dyn Formulation + 'a>,
    /// Of rows and energies.
    recorder: Recorder,
    /// What is to happen; absent where nothing is.
    agenda: Option<Agenda>,
    /// What events of phases that are over have to say.
    said: Vec<String>,
    /// What an event has ended the run with, which is said after the rows up to it.
    pending: Option<Outcome>,
    /// Whether the first row is there.
    has_started: bool,
    /// Why it goes no further.
    ended: Option<Outcome>,
    began: Instant,
    /// In steps so far.
    solver_time: Duration,
}

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
            agenda: agenda(model, 0.0),
            said: Vec::new(),
            pending: None,
            has_started: started.is_ok(),
            ended: started.err(),
            began,
            solver_time: began.elapsed(),
        };
        if running.has_started {
            let first = running.course.read(0.0, f64::INFINITY);
            running.recorder.start(model, first);
            running.begin_events();
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
        layout(self.model, self.recorder.rows())
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
        if taken {
            self.happen();
        }
        self.look_for_the_end();
        taken
    }

    /// Whether an event or the clock has ended the run.
    fn look_for_the_end(&mut self) {
        if self.ended.is_none() {
            self.ended.clone_from(&self.pending);
        }
        if self.ended.is_none() && self.course.finished() {
            self.ended = Some(Outcome::Finished);
        }
    }

    /// Events at the time reached, where a run or a phase of it begins.
    fn begin_events(&mut self) {
        if let Some(agenda) = &mut self.agenda {
            let began = agenda.start(&self.model.mechanism, &mut *self.course);
            self.pending = ends(began);
        }
        self.recorder.sample(&mut *self.course);
    }

    /// What happened at the end of the last step, or at the start, in order.
    pub fn happened(&self) -> &[Happened] {
        self.agenda.as_ref().map_or(&[], |agenda| &agenda.log)
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
    pub fn state(&mut self) -> State {
        self.course.state()
    }

    /// Goes on with another model from a state at the time reached: a new phase. What records and judges goes on
    /// with it, and the report is one of all phases; by how much the energy changes is booked as work. Velocities
    /// that the model does not allow become ones that it does.
    ///
    /// # Errors
    /// The model records other quantities, or asks for an equilibrium, or the state is not one that its elements
    /// let be; the run is then where it was. What else keeps it from a first step ends it.
    pub fn go_on(&mut self, model: &'a Model, state: &State) -> Result<(), Unfit> {
        if !self.has_started {
            return Err(Unfit::NotStarted);
        }
        if columns(model) != columns(self.model) || measures(model) != measures(self.model) {
            return Err(Unfit::Columns);
        }
        if state.time != self.time() {
            return Err(Unfit::Time { state: state.time, reached: self.time() });
        }
        let began = Instant::now();
        let (course, started) = formulation_from(model, state)?;
        self.solver_time += began.elapsed();
        let before = self.course.energies();
        let initial = self.course.initial_energy();
        self.recorder.go_on(self.model, &*self.course, model);
        self.said = self.notes_of_events();
        (self.model, self.course) = (model, course);
        let count = self.events();
        self.agenda = agenda(model, state.time);
        if let Some(agenda) = &mut self.agenda {
            agenda.count = count;
        }
        self.ended = started.err();
        if self.ended.is_none() {
            let after = self.course.read(state.time, f64::INFINITY);
            let work = after.total() - before.total();
            self.course.carry_on(initial, work, before.by_events);
            self.begin_events();
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
        match &self.model.solver {
            Solver::Equilibrium(_) => RunReport::Equilibrium(self.still()),
            Solver::Modes(_) => {
                let (still, modes, state_space) = (self.still(), Vec::new(), None);
                RunReport::Modes(ModesReport { still, modes, state_space })
            }
            Solver::Response(own) => {
                RunReport::Response(ResponseReport::of(own, self.still(), Vec::new()))
            }
            Solver::Simulation(Simulation { span, .. }) => {
                RunReport::Simulation(self.simulation(span.duration))
            }
        }
    }

    /// The same of a simulation of so many seconds.
    pub(super) fn simulation(mut self, duration: f64) -> SimulationReport {
        let solved = self.solved();
        SimulationReport::of(&*self.course, &self.recorder, duration, solved)
    }

    /// The report of an analysis in which no time passes.
    fn still(mut self) -> Still {
        let solved = self.solved();
        Still::of(self.model, &*self.course, &self.recorder, solved)
    }

    /// What all reports have.
    fn solved(&mut self) -> Solved {
        let outcome = self.ended.clone().unwrap_or(Outcome::Cancelled);
        let events = self.events();
        let (recorder, course) = (&self.recorder, &mut *self.course);
        let mut solved = recorder.solved(
            self.model,
            course,
            outcome,
            (self.solver_time, &SmallMotions::default()),
        );
        solved.events = events;
        solved.warnings.extend(self.notes_of_events());
        solved
    }

    /// To its end, to the first fault, or until `cancel` is set, where there is a start.
    pub(super) fn go_to_the_end(
        &mut self,
        duration: f64,
        observer: &mut dyn Observer,
        cancel: &AtomicBool,
    ) {
        if self.has_started {
            let outcome = self.follow(duration, observer, cancel);
            self.ended = Some(outcome.err().unwrap_or(Outcome::Finished));
        }
    }

    /// To its end, with an observer from the first row on.
    fn follow(
        &mut self,
        duration: f64,
        observer: &mut dyn Observer,
        cancel: &AtomicBool,
    ) -> Result<(), Outcome> {
        observer.begin(&self.layout()).map_err(not_written)?;
        self.tell(observer)?;
        self.rows_due(observer, cancel)?;
        self.course.foresee();
        if let Some(caution) = self.course.caution() {
            observer.caution(caution);
        }
        let mut last_progress = self.began;
        loop {
            if let Some(outcome) = self.pending.take() {
                self.last_row(&outcome, observer)?;
                return Err(outcome);
            }
            if self.course.finished() {
                break;
            }
            if cancel.load(Ordering::Relaxed) {
                return Err(Outcome::Cancelled);
            }
            let now = self.advance()?;
            self.rows_before_events(observer, cancel)?;
            self.happen();
            self.tell(observer)?;
            self.rows_due(observer, cancel)?;
            if now - last_progress >= BETWEEN_PROGRESS {
                last_progress = now;
                observer.progress(&Progress {
                    time: self.course.time(),
                    duration,
                    effort: self.recorder.phases.effort(&*self.course),
                });
            }
        }
        Ok(())
    }

    /// A step to the next event at most, and when it was done.
    fn advance(&mut self) -> Result<Instant, Outcome> {
        let before = Instant::now();
        let from = self.course.time();
        let mut step = self.course.step();
        if let (Ok(()), Some(agenda)) = (&step, &mut self.agenda) {
            step = agenda.land(&self.model.mechanism, &mut *self.course, from);
        }
        let after = Instant::now();
        self.solver_time += after - before;
        step.map_err(Outcome::Fault)?;
        self.recorder.judge(&mut *self.course);
        Ok(after)
    }

    /// What is due at the end of the step takes effect. What that ends the run with is left pending.
    fn happen(&mut self) {
        if let Some(agenda) = &mut self.agenda {
            let before = Instant::now();
            let is_due = agenda.is_due(&*self.course);
            self.pending = ends(agenda.happen(&self.model.mechanism, &mut *self.course));
            self.solver_time += before.elapsed();
            if is_due {
                self.recorder.sample(&mut *self.course);
            }
        }
    }

    /// Tells an observer what happened at the end of the last step.
    fn tell(&self, observer: &mut dyn Observer) -> Result<(), Outcome> {
        self.happened().iter().try_for_each(|event| observer.event(event)).map_err(not_written)
    }

    /// How often something happened so far.
    fn events(&self) -> u64 {
        self.agenda.as_ref().map_or(0, |agenda| agenda.count)
    }

    /// What events have to say, of all phases.
    fn notes_of_events(&self) -> Vec<String> {
        let own = self.agenda.iter().flat_map(|agenda| agenda.notes(&self.model.mechanism));
        self.said.iter().cloned().chain(own).collect()
    }

    /// What is set changes the end of the step, and rows within it are of what was before.
    fn rows_before_events(
        &mut self,
        observer: &mut dyn Observer,
        cancel: &AtomicBool,
    ) -> Result<(), Outcome> {
        let time = self.course.time();
        if self.agenda.as_ref().is_some_and(|agenda| agenda.is_due(&*self.course)) {
            self.recorder.due(self.model, &mut *self.course, observer, (cancel, Upto::Before))?;
            // Events are of the step's end, whatever has been read.
            self.course.read(time, f64::INFINITY);
        }
        Ok(())
    }

    /// What an event ends the run for is to be seen, also where no row falls on its instant.
    fn last_row(&mut self, outcome: &Outcome, observer: &mut dyn Observer) -> Result<(), Outcome> {
        if !matches!(outcome, Outcome::Stopped(_)) {
            return Ok(());
        }
        self.recorder.last_row(self.model, &mut *self.course, observer)
    }

    fn rows_due(
        &mut self,
        observer: &mut dyn Observer,
        cancel: &AtomicBool,
    ) -> Result<(), Outcome> {
        self.recorder.due(self.model, &mut *self.course, observer, (cancel, Upto::There))
    }
}

/// What is asked of the whole run.
fn measures(model: &Model) -> Vec<Measure> {
    model.mechanism.graph.statistics.iter().map(|own| own.measure).collect()
}

/// What events end a run with.
fn ends(happened: Result<Option<String>, Fault>) -> Option<Outcome> {
    match happened {
        Ok(None) => None,
        Ok(Some(why)) => Some(Outcome::Stopped(why)),
        Err(fault) => Some(Outcome::Fault(fault)),
    }
}

/// Of a run over time; what is at rest has no events.
fn agenda(model: &Model, time: f64) -> Option<Agenda> {
    match &model.solver {
        Solver::Simulation(Simulation { span, .. }) => {
            Agenda::new(&model.mechanism, time, span.duration)
        }
        Solver::Equilibrium(_) | Solver::Modes(_) | Solver::Response(_) => None,
    }
}
