//! A run in the recursive formulation.
//!
//! A [`RecursiveCourse`] joins a model with its working memory, an integrator and what a report wants to know, and is the
//! [`Formulation`] that `analyses` runs. What is computed for a row is not used by steps; what a step has evaluated at its end is used by the
//! rows that lie there, where nothing closes loops.

use super::digits_lost::DigitsLost;
use super::loads;
use super::loops::{self, follow_latches};
use super::step::{Between, Integrator, Method, Obstacle};
use super::trouble::{diagnose, left_open, not_entered, not_met};
use super::{
    Data, Evaluator, Fastest, RecursiveModel, Resting, Whereabouts, acting, energies, evaluate,
    fastest, kinematics, prescribe, record, sample, turned,
};
use crate::analyses::{
    Answer, CABLE_POINTS, Clock, Formulation, Impact, Outcome, TooLong, stability,
};
use crate::assembly::Owner;
use crate::fault::Fault;
use crate::mechanism::{ByEvents, Effort, Energies, Gap, Span, State, Unfit, Visible, surface};
use crate::results::rounded;
use crate::results::scene::{Pose, SceneFrame};
use crate::signals::Values;
use crate::spatial::Vec3;

/// Looks at how fast a model with states has become, in a run.
const LOOKS: u64 = 16;
/// For each of them.
const EVALUATIONS: u64 = 12;

/// `at` has the state of the run, `between` one that is shown between steps.
pub(crate) struct RecursiveCourse<'a> {
    /// Constant.
    model: &'a RecursiveModel,
    /// How long it goes on.
    span: Span,
    /// Of the last evaluation.
    data: Data,
    /// The integrator with the state of the run.
    at: Integrator,
    /// Rows between steps.
    between: Between,
    /// Of a state that is shown.
    rates: Vec<f64>,
    /// Whether the last evaluation of `data` is of the state of the run.
    is_evaluated: bool,
    /// Of that evaluation, where somebody has asked.
    energies: Option<Energies>,
    /// Of the centres of mass of the tree's bodies at the start, m/s.
    start_velocities: Vec<Vec3>,
    /// Whether `fastest` has been looked for: before the first step, but after the first row, which is where `data` is.
    has_foreseen: bool,
    /// What is fastest at the start.
    fastest: Option<Fastest>,
    /// That the step is too long for that.
    caution: Option<TooLong>,
    /// Of models with states, whose errors no ledger shows, and with events: what becomes too fast later, and when, s.
    later: Option<(f64, TooLong)>,
    /// After so many steps there is another look; none where there is nothing to look for.
    look_after: Option<u64>,
    /// When its first step began, s.
    begin: f64,
    /// What is to be said of the start.
    said: Vec<String>,
    /// Where it stands still: the largest force left over, relative to the largest.
    residual: Option<f64>,
    /// What rounding costs.
    digits: DigitsLost,
}

impl<'a> RecursiveCourse<'a> {
    /// A run that goes on from a state in nobody's coordinates, whose geometry has been checked.
    ///
    /// # Errors
    /// The drive or the equation that does not let it be.
    pub(crate) fn resume(
        model: &'a RecursiveModel,
        span: Span,
        method: Method,
        from: &State,
    ) -> Result<(Self, Result<(), Outcome>), Unfit> {
        let mut data = Data::new(model);
        model.check(&mut data, from)?;
        Ok(Self::start_with(data, model, span, method, Ok(Some(from)), Vec::new()))
    }

    /// Evaluates at the start: the written one, or another state, of which there may be something to say. Where
    /// none was found, there is only something to report.
    pub(crate) fn start(
        model: &'a RecursiveModel,
        span: Span,
        method: Method,
        from: Result<Option<&State>, Outcome>,
        said: Vec<String>,
    ) -> (Self, Result<(), Outcome>) {
        Self::start_with(Data::new(model), model, span, method, from, said)
    }

    /// To be read in a state of rest, and to go no further.
    pub(crate) fn resting(
        model: &'a RecursiveModel,
        rest: &Resting,
    ) -> (Self, Result<(), Outcome>) {
        // No step is ever taken.
        let (span, method) = (Span { duration: 0.0, every: 1.0 }, Method::Leapfrog { step: 1.0 });
        let mut data = Data::new(model);
        data.stands_still = true;
        data.tree.expect_connections();
        let (mut course, outcome) =
            Self::start_with(data, model, span, method, Ok(Some(&rest.state)), Vec::new());
        course.residual = Some(rest.residual);
        course.at.effort.steps = rest.corrections;
        (course, outcome)
    }

    /// From a given state, or from the model's own start where there is none.
    fn start_with(
        mut data: Data,
        model: &'a RecursiveModel,
        span: Span,
        method: Method,
        from: Result<Option<&State>, Outcome>,
        said: Vec<String>,
    ) -> (Self, Result<(), Outcome>) {
        let time = from.as_ref().ok().and_then(|from| *from).map_or(0.0, |state| state.time);
        let entered = from.and_then(|from| match from {
            None => Ok(model.start.clone()),
            Some(state) => model
                .import(&mut data, state)
                .map_err(|failure| Outcome::Fault(not_entered(model, time, &model.start, failure))),
        });
        let (start, found) = match entered {
            Ok(start) => (start, Ok(())),
            Err(outcome) => (model.start.clone(), Err(outcome)),
        };
        let clock = Clock::new(time, span.duration)
            .ending_at(&model.mechanism.instants, method.usual_step(span.duration));
        let mut evaluator = Evaluator { model, data: &mut data };
        let (at, outcome) = Integrator::start(method, clock, &mut evaluator, start);
        let size = at.state.len();
        let mut course = Self {
            model,
            span,
            data,
            at,
            between: Between::new(),
            rates: vec![0.0; size],
            is_evaluated: false,
            energies: None,
            start_velocities: Vec::new(),
            has_foreseen: false,
            fastest: None,
            caution: None,
            later: None,
            look_after: None,
            begin: time,
            said,
            residual: None,
            digits: DigitsLost::default(),
        };
        let outcome = found.and_then(|()| match outcome {
            Ok(()) => {
                course.accept();
                let energies = energies(model, &mut course.data, &course.at.state);
                course.data.initial_energy = energies.total();
                course.start_velocities = model.tree.centre_velocities(&course.data.tree);
                course.look_ahead();
                course.is_evaluated = model.loops.is_empty();
                course.energies = Some(energies);
                Ok(())
            }
            Err(obstacle) => {
                let found = (obstacle, false);
                let fault = diagnose(model, &mut course.data, found, &course.at.offending);
                Err(Outcome::Fault(fault))
            }
        });
        (course, outcome)
    }

    /// Looks whether the step suits what is fastest at the start.
    /// Only said, never acted upon: the step stays what the user has written.
    fn foresee_once(&mut self) {
        if std::mem::replace(&mut self.has_foreseen, true) {
            return;
        }
        self.is_evaluated = false;
        let method = self.at.method();
        let evaluations = stability::evaluations(method, self.span.duration - self.begin);
        let harmless = stability::harmless(method);
        let Integrator { time, state, rates, .. } = &self.at;
        let here = [&state[..], rates];
        let meeting = loads::springs_that_meet(self.model, &self.data);
        self.fastest = fastest(self.model, &mut self.data, *time, here, evaluations, harmless);
        let (found, paths) = (self.fastest.as_ref(), &self.model.mechanism.paths);
        self.caution = found.and_then(|found| stability::caution(paths, method, found));
        if let Some(caution) = &mut self.caution {
            caution.ends_meet =
                matches!(caution.owner, Owner::Load(index) if meeting.contains(&index));
        }
        let changes = !self.model.mechanism.events.is_empty();
        if self.caution.is_none() && (changes || !self.model.state_rates.is_empty()) {
            self.look_after = stability::steps(method, self.span.duration - self.begin)
                .map(|steps| (steps / LOOKS).max(1));
        }
    }

    /// Whether the step does not follow what is fastest where the last one ended.
    fn step_is_too_long(&mut self) -> bool {
        let Self { model, data, at, .. } = self;
        let (method, here) = (at.method(), [&at.state[..], &at.rates]);
        if stability::harmless(method) == 0.0 {
            return false;
        }
        let found = fastest(model, data, at.time, here, EVALUATIONS, stability::harmless(method));
        found.is_some_and(|own| stability::caution(&model.mechanism.paths, method, &own).is_some())
    }

    /// Whether something has become too fast for the step.
    fn look_again(&mut self) {
        let Some(steps) = self.look_after else { return };
        if !self.at.effort.steps.is_multiple_of(steps) {
            return;
        }
        let (model, method) = (self.model, self.at.method());
        let Integrator { time, state, rates, .. } = &self.at;
        let harmless = stability::harmless(method);
        let found =
            fastest(model, &mut self.data, *time, [&state[..], rates], EVALUATIONS, harmless);
        let paths = &model.mechanism.paths;
        if let Some(found) = found.and_then(|found| stability::caution(paths, method, &found)) {
            self.later = Some((*time, found));
            self.look_after = None;
        }
        // What was evaluated last is to be the end of the step.
        evaluate(model, &mut self.data, *time, state, &mut self.rates);
    }

    /// Steps end where signals jump or have kinks until the next event.
    fn look_ahead(&mut self) {
        let instants = self.model.mechanism.instants_until_event(&self.data.values);
        if let Some(instants) = instants {
            let step = self.at.method().usual_step(self.span.duration);
            self.at.clock.end_at(&instants, step);
        }
    }

    /// What was evaluated last is where the run goes on, or else why it does not.
    fn explained(&mut self, outcome: Result<(), Obstacle>) -> Result<(), Fault> {
        match outcome {
            Ok(()) => {
                self.accept();
                // What closes loops is found anew, as it may be interpolated.
                self.is_evaluated = self.model.loops.is_empty();
                self.energies = None;
                Ok(())
            }
            Err(obstacle) => {
                self.is_evaluated = false;
                let too_long = self.step_is_too_long();
                let Self { model, data, at, .. } = self;
                Err(diagnose(model, data, (obstacle, too_long), &at.offending))
            }
        }
    }

    /// After something has been changed at the end of the last step.
    fn go_on_from_here(&mut self) -> Result<(), Fault> {
        let mut evaluator = Evaluator { model: self.model, data: &mut self.data };
        let evaluated = self.at.evaluate_here(&mut evaluator);
        self.explained(evaluated)?;
        self.look_ahead();
        Ok(())
    }

    /// Algebraic loops of signals start from here in the next step.
    fn accept(&mut self) {
        self.model.mechanism.tape.accept(&mut self.data.values);
    }
}

impl Formulation for RecursiveCourse<'_> {
    fn time(&self) -> f64 {
        self.at.time
    }

    fn finished(&self) -> bool {
        self.at.finished()
    }

    /// A step that cannot be taken is looked into by another evaluation, which names the element.
    fn step(&mut self) -> Result<(), Fault> {
        self.foresee_once();
        let mut evaluator = Evaluator { model: self.model, data: &mut self.data };
        let taken = self.at.step(&mut evaluator);
        self.explained(taken)?;
        self.look_again();
        Ok(())
    }

    fn sample(&mut self) {
        let Self { model, data, at, .. } = self;
        sample(model, data, at.time, &at.state);
    }

    fn crumb(&self) -> f64 {
        self.at.clock.crumb()
    }

    fn pace(&self) -> f64 {
        self.at.pace()
    }

    fn retake(&mut self, end: f64) -> Result<(), Fault> {
        let mut evaluator = Evaluator { model: self.model, data: &mut self.data };
        let taken = self.at.retake(&mut evaluator, end);
        self.explained(taken)
    }

    fn set_states(&mut self, changes: &[(usize, f64)], gap: Gap) -> Result<Option<Impact>, Fault> {
        self.is_evaluated = false;
        let Self { model, data, at, .. } = self;
        let states = model.layout.states.start;
        let is_latch = |state: usize| {
            let mut closings = model.loops.closings.iter();
            closings.any(|closing| closing.latch == Some(state))
        };
        let (mut changed, mut closes) = (false, false);
        for &(state, value) in changes {
            let slot = &mut at.state[states + state];
            if *slot != value && is_latch(state) {
                changed = true;
                closes |= value != 0.0;
            }
            *slot = value;
        }
        let impact = if changed {
            let found = follow_latches(model, data, at.time, &mut at.state, (closes, gap));
            Some(found.map_err(|unmet| not_met(model, at.time, &unmet))?)
        } else {
            None
        };
        self.go_on_from_here()?;
        Ok(impact)
    }

    fn offsets(&mut self, latches: &[usize]) -> Vec<[f64; 2]> {
        self.is_evaluated = false;
        let Self { model, data, at, .. } = self;
        loops::offsets(model, data, at.time, &mut at.state, latches)
    }

    fn answer(&mut self, latch: usize, others: &[usize]) -> Result<Option<Answer>, Fault> {
        self.is_evaluated = false;
        let Self { model, data, at, .. } = self;
        let found = loops::answer(model, data, at.time, &mut at.state, (latch, others));
        found.map_err(|unmet| not_met(model, at.time, &unmet))
    }

    fn strike(&mut self, change: &[f64], lost: f64) {
        self.is_evaluated = false;
        let Self { model, at, .. } = self;
        let velocities = &mut at.state[model.layout.dimensions.velocity_range()];
        velocities.iter_mut().zip(change).for_each(|(slot, change)| *slot += change);
        at.state[model.layout.ledger] += lost;
    }

    fn states(&self) -> &[f64] {
        &self.at.state[self.model.layout.states.clone()]
    }

    /// Leaves signals and sensors in `data` as they are at `time`.
    fn read(&mut self, time: f64, tolerance: f64) -> Energies {
        let Self { span, model, data, at, between, rates, is_evaluated, digits, .. } = self;
        let known = &mut self.energies;
        let here = (time - at.time).abs() <= tolerance;
        let evaluations = at.effort.evaluations;
        // Where signals jump, a row is what holds from there on, as the step's end is.
        let time = if here { at.time } else { time };
        let state = if here {
            &at.state
        } else {
            between.find(at, &mut Evaluator { model, data }, time, span.every);
            // What only events change has not changed within the step.
            for &state in &model.held_states {
                between.state[state] = at.previous_state[state];
            }
            &between.state
        };
        if !(here && *is_evaluated && data.is_evaluated) {
            evaluate(model, data, time, state, rates);
            *is_evaluated = here && model.loops.is_empty();
            *known = None;
        }
        digits.look(model, data, time, (state, rates), evaluations);
        record(model, data, time, state);
        *known.get_or_insert_with(|| energies(model, data, state))
    }

    fn values(&self) -> &Values {
        &self.data.values
    }

    fn picture(&self, time: f64) -> SceneFrame {
        let Whereabouts { cables, .. } = &self.model.whereabouts;
        let pose = |body: &Visible| {
            let frame = self.model.own_frame(body.body);
            let pose = frame.map(|frame| frame.pose(&self.data.tree));
            let pose = pose.unwrap_or_default();
            Pose {
                position: pose.position.into(),
                attitude: crate::spatial::matrix_quaternion(&pose.rotation),
            }
        };
        let polyline = |&cable: &usize| {
            self.model.cables[cable].polyline(&self.data.cables[cable], CABLE_POINTS)
        };
        let tensions = |&cable: &usize| {
            self.model.cables[cable].shown_tensions(&self.data.cables[cable], CABLE_POINTS)
        };
        SceneFrame {
            at: time,
            poses: self.model.mechanism.scene.iter().map(pose).collect(),
            polylines: cables.iter().flatten().map(polyline).collect(),
            tensions: cables.iter().flatten().map(tensions).collect(),
            // Rope goes over something only where everything is a constraint.
            wheels: Vec::new(),
            water: surface(&self.model.mechanism.fluids, &self.data.values),
            loads: acting(self.model, &self.data),
        }
    }

    fn energies(&mut self) -> Energies {
        // The last evaluation of a step is that of its end.
        let Self { model, data, at, is_evaluated, energies: known, .. } = self;
        match known {
            Some(known) if *is_evaluated && data.is_evaluated => *known,
            Some(_) | None => *known.insert(energies(model, data, &at.state)),
        }
    }

    fn turned(&mut self) -> f64 {
        turned(self.model, &self.data, &self.at.state, &self.start_velocities)
    }

    fn foresee(&mut self) {
        self.foresee_once();
    }

    fn caution(&self) -> Option<&TooLong> {
        self.caution.as_ref()
    }

    fn effort(&self) -> Effort {
        self.at.effort
    }

    fn constraint_error(&self) -> Option<f64> {
        None
    }

    fn residual(&self) -> Option<f64> {
        self.residual
    }

    fn state(&mut self) -> State {
        self.is_evaluated = false;
        prescribe(self.model, &mut self.data, self.at.time);
        kinematics(self.model, &mut self.data, &self.at.state);
        self.model.export(&self.data, self.at.time, &self.at.state)
    }

    fn force(&mut self, instant: f64) {
        self.at.clock.force(instant);
    }

    fn carry_on(&mut self, initial_energy: f64, work: f64, by_events: ByEvents) {
        self.is_evaluated = false;
        self.at.state[self.model.layout.ledger + 1] += work;
        (self.data.initial_energy, self.data.by_events) = (initial_energy, by_events);
    }

    fn book(&mut self, done: ByEvents) {
        self.is_evaluated = false;
        self.at.state[self.model.layout.ledger + 1] += done.work;
        self.data.by_events += done;
    }

    fn initial_energy(&self) -> f64 {
        self.data.initial_energy
    }

    fn notes(&self) -> Vec<String> {
        let mut notes = self.said.clone();
        if let Some((time, closing)) = self.data.loops.passed {
            let closing = &self.model.loops.closings[closing];
            let path = self.model.mechanism.paths.of(closing.owner);
            notes.push(format!(
                "at {time:.9} s the mechanism passes a singular position for the first time: equations \
                 that close `{path}` depend on others there, which they do not elsewhere, so that it \
                 could go on in more than one way; it goes on as it came"
            ));
        }
        notes.extend(left_open(self.model, &self.data));
        notes.extend(self.digits.told(self.model));
        if let Some((time, found)) = &self.later {
            let time = rounded(*time, 3);
            notes.push(format!(
                "from about {time} s on {found}; what follows may be no motion at all"
            ));
        }
        notes.extend(self.at.clock.passed_over());
        let inaccurate = self.between.without_step;
        if inaccurate > 0 {
            let rows = if inaccurate == 1 { "1 row" } else { &format!("{inaccurate} rows") };
            notes.push(format!(
                "{rows} between two steps could not be computed by a step and were interpolated: less \
                 accurate, and their energy imbalance says nothing about the run; `every` as a multiple of \
                 the step avoids them"
            ));
        }
        notes.extend(stability::limited(
            &self.model.mechanism.paths,
            self.at.method(),
            self.at.effort,
            self.at.time - self.begin,
            self.fastest.as_ref(),
        ));
        notes
    }
}
