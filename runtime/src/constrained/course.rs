//! A run in the constrained formulation.
//!
//! A [`ConstrainedCourse`] is the [`Formulation`] that `analyses` runs: it takes steps of one of
//! the schemes, reads states at and between their ends, and finds equilibria. Whatever a row needs
//! is computed on a copy of the state (`shown`); the steps do not depend on what is read.

mod linearize;
mod modes;
mod picture;
mod response;
mod untwisted;

use std::sync::atomic::AtomicBool;

use cdl_graph::StartWeight;
use nalgebra::Vector3;

use super::data::{ConstrainedData, State};
use super::dependence;
use super::equilibrium::{self, Rest, Unrest};
use super::impacts;
use super::instant;
use super::latches;
use super::model::ConstrainedModel;
use super::newton::Stuck;
use super::sense::{Readable, sense};
use super::sources::{Motion, Source};
use super::step::adaptive::Adaptive;
use super::step::alternating::Alternation;
use super::step::bent::Bends;
use super::step::between;
use super::step::checkpoint::Checkpoint;
use super::step::coarse::Coarse;
use super::step::generalized_alpha::GeneralizedAlpha;
use super::step::holding::Holding;
use super::step::midpoint;
use super::step::pushing::Pushing;
use super::step::ringing::Ringing;
use super::step::substeps::Substeps;
use super::too_fast::too_fast;
use super::trouble::{aside, fault, left_over, not_met};
use super::velocities;
use super::watch;
use crate::analyses::Clock;
use crate::analyses::{Answer, Formulation, Impact, Outcome};
use crate::fault::Fault;
use crate::mechanism::{self, ByEvents, Energies, Gap, Unfit};
use crate::recursive::step::Effort;
use crate::results::scene::SceneFrame;
use crate::signals::{Stage, Values};

/// Which implicit scheme, with its numbers; s.
/// With a tolerance, `step` is the longest step, otherwise the fixed one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum ImplicitMethod {
    /// Discrete gradients; order 2.
    EnergyMomentum { step: f64, tolerance: Option<f64>, project_velocities: bool },
    /// The implicit midpoint rule; order 2.
    Midpoint { step: f64 },
    /// Damps what is fast: by `spectral_radius` for each step of the fastest; order 2.
    GeneralizedAlpha { step: f64, spectral_radius: f64 },
}

impl ImplicitMethod {
    /// s
    pub(crate) fn longest_step(&self) -> f64 {
        match *self {
            ImplicitMethod::EnergyMomentum { step, .. }
            | ImplicitMethod::Midpoint { step }
            | ImplicitMethod::GeneralizedAlpha { step, .. } => step,
        }
    }

    /// For the report.
    pub(crate) fn in_words(&self) -> String {
        match *self {
            ImplicitMethod::EnergyMomentum { step, tolerance, project_velocities } => {
                let mut text = match tolerance {
                    None => format!(
                        "energy-momentum (discrete gradients, order 2), fixed step {step} s"
                    ),
                    Some(tolerance) => format!(
                        "energy-momentum (discrete gradients, order 2), tolerance {tolerance:e}, steps \
                         of at most {step} s"
                    ),
                };
                if project_velocities {
                    text.push_str(", velocities projected");
                }
                text
            }
            ImplicitMethod::Midpoint { step } => {
                format!("implicit midpoint rule (order 2), fixed step {step} s")
            }
            ImplicitMethod::GeneralizedAlpha { step, spectral_radius } => format!(
                "generalized-alpha (order 2), spectral radius {spectral_radius}, fixed step {step} s"
            ),
        }
    }
}

/// From here on a reader is told how far bodies turn in a step, rad. About ten degrees.
const NOTABLE_TURN: f64 = 0.175;

/// Of the kinetic energy: what velocities across the constraints may hold and count as an error.
const LARGEST_MISFIT: f64 = 0.01;

/// Of a step: one that is taken again to end at an event is not shorter, as its velocities would be differences of
/// positions that are nearly the same.
const SHORTEST: f64 = 1e-5;

/// Generalized-alpha on its way.
struct AlphaSteps {
    /// With the auxiliary accelerations at the last step's end.
    scheme: GeneralizedAlpha,
    /// Where the last step began, and for steps that are thrown away.
    before: GeneralizedAlpha,
    /// See `before`.
    side: GeneralizedAlpha,
}

/// How the course goes on.
enum Way {
    /// Fixed steps of one of the midpoint schemes; with discrete gradients or without.
    Midpoint { discrete: bool, project: bool },
    /// Steps as long as a tolerance allows.
    Adaptive { steps: Adaptive, project: bool },
    /// Fixed steps.
    GeneralizedAlpha(Box<AlphaSteps>),
    /// It stays where it is.
    Rest(Option<Rest>),
}

/// When steps end, and how long they are at most, s.
struct Pace {
    /// The grid of steps, the end, and instants in between.
    clock: Clock,
    longest: f64,
    /// About how long they are.
    usual: f64,
}

/// A run on its way: the model, its memory, and what is watched from step to step.
pub(crate) struct ConstrainedCourse<'a> {
    /// Constant.
    model: &'a ConstrainedModel,
    /// Working memory and state.
    data: ConstrainedData,
    /// How steps are made.
    way: Way,
    /// Of the midpoint schemes, where nothing projects their velocities.
    alternation: Option<Alternation>,
    /// What is faster than its steps.
    ringing: Option<Ringing>,
    /// The same where the last step began, in a model with events, whose steps are taken again.
    alternation_before: Option<Alternation>,
    /// Edges that hold faster than its steps.
    holding: Option<Holding>,
    /// Ropes that carry compression.
    pushing: Option<Pushing>,
    /// Ropes that say how far they may be bent.
    bends: Option<Bends>,
    /// Ropes that have sides.
    coarse: Option<Coarse>,
    /// Where there are steps.
    pace: Option<Pace>,
    /// Steps and iterations so far.
    effort: Effort,
    /// For the report.
    notes: Vec<String>,
    /// Steps that leave constraints more open than this, in multiples of rounding, are looked into.
    open: f64,
    /// How the step that is under way is divided.
    substeps: Substeps,
    /// The farthest that a body has turned in any step, rad.
    farthest_turn: f64,
    /// Where the last step began and ended, for rows in between.
    before: Checkpoint,
    /// See `before`.
    after: Checkpoint,
    /// What was read last.
    shown: State,
    /// Of the blocks where the last step began, m/s.
    start_velocities: Vec<Vector3<f64>>,
    /// Where `data` and `shown` are as a reading at the end of the last step has left them: the energy
    /// that it took for the first one, J.
    read_with: Option<f64>,
}

impl<'a> ConstrainedCourse<'a> {
    /// At rest at the model's start; the way is chosen by whoever makes it.
    fn new(model: &'a ConstrainedModel) -> Self {
        let data = ConstrainedData::new(model);
        Self {
            model,
            way: Way::Rest(None),
            alternation: None,
            ringing: None,
            holding: None,
            pushing: Pushing::new(model),
            bends: Bends::new(model),
            coarse: Coarse::new(model),
            alternation_before: None,
            pace: None,
            effort: Effort::default(),
            notes: Vec::new(),
            open: 1.0,
            substeps: Substeps::default(),
            farthest_turn: 0.0,
            before: Checkpoint::of(&data),
            after: Checkpoint::of(&data),
            shown: data.state.clone(),
            start_velocities: Vec::new(),
            read_with: None,
            data,
        }
    }

    /// A run from the start as it is written, or from the equilibrium found with a tolerance.
    ///
    /// Also gives why there is nothing to run, if so; the course can be read even then.
    pub(crate) fn start(
        model: &'a ConstrainedModel,
        duration: f64,
        method: ImplicitMethod,
        from_rest: Option<f64>,
        cancel: &AtomicBool,
    ) -> (Self, Result<(), Outcome>) {
        let mut course = Self::new(model);
        let settled =
            from_rest.map_or(Ok(()), |tolerance| course.settle_to_go_on(tolerance, cancel));
        let span = [0.0, duration];
        let outcome = settled.and_then(|()| course.set_off(method, span).map_err(Outcome::Fault));
        (course, outcome)
    }

    /// A run that goes on from a state in nobody's coordinates.
    ///
    /// What a step before would tell is not known: accelerations and multipliers are found for the
    /// state. Velocities become the nearest ones that the constraints allow.
    ///
    /// # Errors
    /// The constraint that the state leaves open most.
    pub(crate) fn resume(
        model: &'a ConstrainedModel,
        duration: f64,
        method: ImplicitMethod,
        from: &mechanism::State,
    ) -> Result<(Self, Result<(), Outcome>), Unfit> {
        let mut course = Self::new(model);
        model.import(from, &mut course.data.state);
        course.data.open = latches::open(model, &course.data.state.states);
        if let Some(open) = watch::open(model, &mut course.data) {
            return Err(aside(model, &open));
        }
        velocities::project(model, &mut course.data);
        let span = [from.time, duration];
        let outcome = course.set_off(method, span).map_err(Outcome::Fault);
        Ok((course, outcome))
    }

    /// Makes the state the first one of steps.
    /// Chooses which multipliers get a compliance, and needs the accelerations at the start.
    fn set_off(&mut self, method: ImplicitMethod, [begin, end]: [f64; 2]) -> Result<(), Fault> {
        let model = self.model;
        let usual = usual_step(method, end);
        let clock = Clock::new(begin, end).ending_at(&model.mechanism.instants, usual);
        self.pace = Some(Pace { clock, longest: method.longest_step(), usual });
        let data = &mut self.data;
        if let Some(trouble) = too_fast(model, &data.state) {
            return Err(trouble);
        }
        dependence::soften(model, data);
        if !model.paid_out.is_empty() {
            self.notes.extend(set_moving(model, data));
        }
        let fine = instant::accelerations(model, data);
        if !fine || !data.right_side.iter().all(|value| value.is_finite()) {
            let time = data.state.time;
            return Err(fault(model, data, time, &Stuck::Start));
        }
        self.way = match method {
            ImplicitMethod::EnergyMomentum { step, tolerance, project_velocities: project } => {
                match tolerance {
                    Some(tolerance) => Way::Adaptive {
                        steps: Adaptive::new(tolerance, step, model, data),
                        project,
                    },
                    None => Way::Midpoint { discrete: true, project },
                }
            }
            ImplicitMethod::Midpoint { .. } => Way::Midpoint { discrete: false, project: false },
            ImplicitMethod::GeneralizedAlpha { spectral_radius, .. } => {
                let scheme = GeneralizedAlpha::start(spectral_radius, model, data);
                let (before, side) = (scheme.clone(), scheme.clone());
                Way::GeneralizedAlpha(Box::new(AlphaSteps { scheme, before, side }))
            }
        };
        data.last_accelerations.copy_from_slice(&data.accelerations);
        data.state.multipliers.copy_from_slice(&data.multipliers);
        if let Way::Midpoint { .. } = self.way {
            self.ringing = Ringing::new(model, data);
            self.holding = Holding::new(model);
        }
        if !self.way.projects() && !model.multipliers.is_empty() {
            self.alternation = Some(Alternation::new(model, data));
            if !model.mechanism.graph.events.is_empty() {
                self.alternation_before.clone_from(&self.alternation);
            }
        }
        self.begin();
        self.look_ahead();
        Ok(())
    }

    /// Steps end where signals jump or have kinks until the next event.
    fn look_ahead(&mut self) {
        let instants = self.model.mechanism.instants_until_event(&self.data.values);
        if let (Some(instants), Some(Pace { clock, usual, .. })) = (instants, &mut self.pace) {
            clock.end_at(&instants, *usual);
        }
    }

    /// One row at the equilibrium that is nearest to the start.
    pub(crate) fn at_rest(
        model: &'a ConstrainedModel,
        tolerance: f64,
        cancel: &AtomicBool,
    ) -> (Self, Result<(), Outcome>) {
        let mut course = Self::new(model);
        let outcome = course.settle(tolerance, cancel);
        if outcome.is_ok() {
            course.begin();
        }
        (course, outcome)
    }

    /// The equilibrium nearest to the start for a run to begin in, in nobody's coordinates, and what is to be
    /// said of it.
    pub(crate) fn rest(
        model: &'a ConstrainedModel,
        tolerance: f64,
        cancel: &AtomicBool,
    ) -> Result<(mechanism::State, Vec<String>), Outcome> {
        let mut course = Self::new(model);
        course.settle_to_go_on(tolerance, cancel)?;
        Ok((model.export(&course.data.state), course.notes))
    }

    /// Takes the state for the first one.
    /// The first energy is that against which the ledger is balanced.
    fn begin(&mut self) {
        self.read_with = None;
        self.model.mechanism.tape.accept(&mut self.data.values);
        self.data.user.accept();
        self.before.keep(&self.data);
        self.start_velocities.clone_from(&self.data.state.velocities);
        let energies = self.read(self.data.state.time, f64::INFINITY);
        self.data.initial_energy = energies.total();
    }

    /// Moves to the nearest equilibrium for a run that goes on from there. What is prescribed may move; the rest
    /// has the smallest velocities that go with it.
    fn settle_to_go_on(&mut self, tolerance: f64, cancel: &AtomicBool) -> Result<(), Outcome> {
        self.settle(tolerance, cancel)?;
        let model = self.model;
        if !(model.known.is_empty() && model.equations.drives.is_empty()) {
            velocities::project(model, &mut self.data);
        }
        Ok(())
    }

    /// Moves to the nearest equilibrium, where all velocities are zero.
    fn settle(&mut self, tolerance: f64, cancel: &AtomicBool) -> Result<(), Outcome> {
        let (model, data) = (self.model, &mut self.data);
        let before = data.newton.iterations;
        dependence::soften(model, data);
        let outcome = equilibrium::settle(model, data, tolerance, cancel);
        self.effort.evaluations += data.newton.iterations - before;
        let rest = outcome.map_err(|unrest| match unrest {
            Unrest::Cancelled => Outcome::Cancelled,
            Unrest::Stuck(stuck) => Outcome::Fault(fault(model, data, 0.0, &stuck)),
        })?;
        self.effort.steps += rest.steps;
        self.effort.rejected += rest.rejected;
        if !rest.is_met(tolerance) {
            self.notes.push(left_over(model, &rest, tolerance));
        }
        if rest.unstable {
            self.notes.push(
                "the equilibrium is unstable: the smallest push makes it move away; a start farther from it \
                 leads to another one"
                    .to_owned(),
            );
        }
        // Rope that ran out until nothing pulled is no rest.
        if let Some(trouble) = too_fast(model, &data.state) {
            return Err(Outcome::Fault(trouble));
        }
        self.way = Way::Rest(Some(rest));
        Ok(())
    }

    /// What `shown` says, with accelerations and multipliers found for it.
    fn readable(&self) -> Readable<'_> {
        Readable {
            model: self.model,
            motion: Motion {
                vectors: &self.model.vectors,
                positions: &self.shown.positions,
                velocities: &self.shown.velocities,
            },
            carried: &self.data.velocities_before,
            coordinates: &self.shown.coordinates,
            integrals: &self.shown.integrals,
            creep: &self.shown.creep,
            states: &self.shown.states,
            accelerations: &self.data.accelerations,
            multipliers: &self.data.multipliers,
            ledger: [self.shown.dissipated, self.shown.work],
            initial_energy: self.data.initial_energy,
            by_events: self.data.by_events,
        }
    }

    /// After something has been changed at the end of the last step.
    fn go_on_from_here(&mut self) -> Result<(), Fault> {
        let (model, data) = (self.model, &mut self.data);
        let time = data.state.time;
        let fine = instant::accelerations(model, data);
        if !data.right_side.iter().all(|value| value.is_finite()) {
            return Err(fault(model, data, time, &Stuck::Start));
        }
        // In a singular position there are none, and steps go on with those that were.
        if fine {
            data.last_accelerations.copy_from_slice(&data.accelerations);
            data.state.multipliers.copy_from_slice(&data.multipliers);
        }
        match &mut self.way {
            Way::GeneralizedAlpha(steps) if fine => steps.scheme.restart(model, data),
            Way::Adaptive { steps, .. } => steps.restart(model, data),
            Way::GeneralizedAlpha(_) | Way::Midpoint { .. } | Way::Rest(_) => {}
        }
        model.mechanism.tape.accept(&mut data.values);
        self.look_ahead();
        Ok(())
    }

    /// The signals of what is shown, up to those of events.
    fn evaluate_shown(&self, time: f64, values: &mut Values) {
        let (model, readable) = (self.model, self.readable());
        let tape = &model.mechanism.tape;
        for (reads, stage) in [
            (&model.state_reads, Stage::State),
            (&model.states.reads, Stage::Rate),
            (&model.event_reads, Stage::Event),
        ] {
            sense(&readable, reads, values);
            tape.run(stage, time, values);
        }
    }

    /// A fixed step, or the next part of one that has to be divided; and the time it ends at.
    fn part(&mut self) -> (Result<(), Stuck>, f64) {
        let (model, data) = (self.model, &mut self.data);
        let Some(Pace { clock, longest, .. }) = &mut self.pace else {
            return (Ok(()), data.state.time);
        };
        if let Way::GeneralizedAlpha(steps) = &mut self.way {
            steps.before.copy_from(&steps.scheme);
        }
        let (begin, end) = (clock.from(), clock.fixed_end(*longest));
        loop {
            let share = self.substeps.end();
            let until = if share < 1.0 { begin + share * (end - begin) } else { end };
            data.jump = [clock.before(until), until];
            match self.way.take(model, data, until - data.state.time) {
                Ok(()) => {
                    data.state.time = until;
                    if self.substeps.advance() {
                        clock.advance_fixed(until, *longest);
                    }
                    return (Ok(()), until);
                }
                Err(stuck) => {
                    let hopeless = matches!(stuck, Stuck::Contradiction(_));
                    if hopeless || !self.substeps.halve() {
                        return (Err(stuck), until);
                    }
                    self.effort.rejected += 1;
                }
            }
        }
    }

    /// Velocities across the constraints are an error of the scheme: rates, accelerations and forces are read without
    /// them, on a copy. Where they do not alternate and are large, as close to singular positions, they stay.
    fn fit_velocities(&mut self) {
        let Some(taken) = velocities::project(self.model, &mut self.data) else { return };
        let seen = self.alternation.as_ref().is_some_and(Alternation::is_seen);
        let (positions, velocities) = (&self.data.state.positions, &self.data.velocities_before);
        let motion = Motion { vectors: &self.model.vectors, positions, velocities };
        let kinetic = super::energy::kinetic(self.model, &motion);
        if !seen && taken.dissipated > LARGEST_MISFIT * kinetic {
            self.data.state.velocities.copy_from_slice(&self.data.velocities_before);
        }
    }

    /// Whether the end of the last step has been read, and nothing has happened since that a reading depends on.
    fn is_read(&self) -> bool {
        let energy = self.data.initial_energy;
        let feels_energy = || {
            let mut reads = self.model.state_reads.iter();
            reads.any(|read| matches!(read.source, Source::Energy(_)))
        };
        self.read_with.is_some_and(|with| with == energy || !feels_energy())
    }

    /// Puts the state at a time into `shown`, and what it accelerates by into `data`; `here` is the end of the last
    /// step.
    fn find_accelerations(&mut self, time: f64, here: bool) {
        let mut ends_a_step = self.data.state.time > self.before.state.time;
        if here {
            self.shown.copy_from(&self.data.state);
        } else {
            ends_a_step = self.place_between(time);
        }
        if let Way::Rest(_) = self.way {
            self.data.accelerations.fill(Vector3::zeros());
            self.data.multipliers.copy_from_slice(&self.shown.multipliers);
            self.data.velocities_before.copy_from_slice(&self.shown.velocities);
        } else {
            // Accelerations belong to what is shown; the state of the run waits meanwhile.
            std::mem::swap(&mut self.shown, &mut self.data.state);
            self.data.velocities_before.copy_from_slice(&self.data.state.velocities);
            if !(ends_a_step && self.way.projects()) {
                self.fit_velocities();
            }
            instant::accelerations(self.model, &mut self.data);
            std::mem::swap(&mut self.shown, &mut self.data.state);
        }
    }

    /// Puts the state at a time within the last step into `shown`. Whether it is the end of a step.
    fn place_between(&mut self, time: f64) -> bool {
        let (model, data) = (self.model, &mut self.data);
        let step = time - self.before.state.time;
        let whole = data.state.time - self.before.state.time;
        if whole <= 0.0 {
            self.shown.copy_from(&data.state);
            return true;
        }
        let mut found = false;
        if step >= between::SHORTEST * whole {
            self.after.keep(data);
            // In equal parts where one step is not found.
            for level in 0..=between::DEEPEST {
                self.before.restore(data);
                found = self.way.side_steps(model, data, step, 1 << level).is_ok();
                if found {
                    self.shown.copy_from(&data.state);
                    break;
                }
            }
            self.after.restore(data);
        }
        self.shown.time = time;
        if !found {
            between::interpolate(model, &self.before.state, &data.state, &mut self.shown);
        }
        found
    }
}

/// About how long steps are, s.
fn usual_step(method: ImplicitMethod, duration: f64) -> f64 {
    match method {
        ImplicitMethod::EnergyMomentum { step, tolerance: Some(_), .. } => {
            Clock::usual_adaptive_step(step, duration)
        }
        ImplicitMethod::EnergyMomentum { step, tolerance: None, .. }
        | ImplicitMethod::Midpoint { step }
        | ImplicitMethod::GeneralizedAlpha { step, .. } => step,
    }
}

/// What a reader should know of steps that were divided.
fn divided(substeps: &Substeps, of: u64) -> Option<String> {
    (substeps.steps > 0).then(|| {
        format!(
            "{} of {of} steps were divided, into parts of down to 1/{} of one, where something turns or snaps too \
             fast for a whole step",
            substeps.steps,
            1_u64 << substeps.deepest
        )
    })
}

/// And of bodies that turn far in a step of a midpoint rule: `θ = 2 atan(ω h/2)` in place of `ω h`.
/// `None` below [`NOTABLE_TURN`].
fn lag(turn: f64) -> Option<String> {
    let should = 2.0 * (0.5 * turn).tan();
    let share = 1.0 - turn / should;
    (turn > NOTABLE_TURN).then(|| {
        format!(
            "a body turns by up to {:.0} degrees in a step: its angle lags by up to {:.1} % of what it turns; shorter \
             steps follow it better",
            turn.to_degrees(),
            100.0 * share
        )
    })
}

impl Way {
    /// Whether its velocities are on the constraints at the end of every step.
    fn projects(&self) -> bool {
        match self {
            Way::Midpoint { project, .. } | Way::Adaptive { project, .. } => *project,
            Way::GeneralizedAlpha(_) => true,
            Way::Rest(_) => false,
        }
    }

    /// One step of `step` seconds from `data.state`, which becomes its end; where there is none the state stays.
    fn take(
        &mut self,
        model: &ConstrainedModel,
        data: &mut ConstrainedData,
        step: f64,
    ) -> Result<(), Stuck> {
        let (discrete, project) = match self {
            Way::Midpoint { discrete, project } => (*discrete, *project),
            Way::Adaptive { project, .. } => (true, *project),
            Way::GeneralizedAlpha(steps) => return steps.scheme.advance(model, data, step),
            Way::Rest(_) => return Ok(()),
        };
        midpoint::attempt(model, data, step, discrete)?;
        midpoint::accept(model, data, step);
        if project {
            project_velocities(model, data);
        }
        Ok(())
    }

    /// So many of them, which take `whole` seconds from the start of the last step, for a row: what comes after is
    /// not touched.
    fn side_steps(
        &mut self,
        model: &ConstrainedModel,
        data: &mut ConstrainedData,
        whole: f64,
        parts: u32,
    ) -> Result<(), Stuck> {
        let step = whole / f64::from(parts);
        if let Way::GeneralizedAlpha(steps) = self {
            steps.side.copy_from(&steps.before);
        }
        for _ in 0..parts {
            match self {
                Way::Midpoint { .. } | Way::Adaptive { .. } | Way::Rest(_) => {
                    self.take(model, data, step)?;
                }
                Way::GeneralizedAlpha(steps) => steps.side.advance(model, data, step)?,
            }
        }
        Ok(())
    }

    /// The same in place of the last step: what comes after goes on from there.
    fn steps_again(
        &mut self,
        model: &ConstrainedModel,
        data: &mut ConstrainedData,
        whole: f64,
        parts: u32,
    ) -> Result<(), Stuck> {
        if let Way::GeneralizedAlpha(steps) = self {
            steps.scheme.copy_from(&steps.before);
        }
        (0..parts).try_for_each(|_| self.take(model, data, whole / f64::from(parts)))
    }
}

/// What hangs on winches and sheaves moves as these do from the start: the forest takes their ropes for such of constant length. Velocities that are
/// written stay; gives what is to be said where they cannot.
fn set_moving(model: &ConstrainedModel, data: &mut ConstrainedData) -> Option<String> {
    let graph = &model.mechanism.graph;
    let exact = |weight: &StartWeight| *weight == StartWeight::Exact;
    let of_bodies =
        graph.bodies.iter().enumerate().filter_map(|(index, body)| match &body.motion {
            cdl_graph::Motion::Dynamic { start } => exact(&start.velocity_weight).then_some(index),
            cdl_graph::Motion::Fixed | cdl_graph::Motion::Prescribed { .. } => None,
        });
    let of_joints = graph.joints.iter().filter(|joint| exact(&joint.start.rate_weight));
    let of_joints = of_joints.map(|joint| graph.frames[joint.child.index()].body.index());
    let kept: Vec<usize> =
        of_bodies.chain(of_joints).map(|body| model.unit_of_body(body)).collect();
    velocities::project_but(model, data, &kept)?;
    let changes = kept.iter().map(|&unit| {
        let block = model.units[unit].block;
        (data.state.velocities[block] - data.velocities_before[block]).norm()
    });
    let largest = changes.fold(0.0, f64::max);
    let fastest = data.state.velocities.iter().map(|v| v.norm()).fold(0.0, f64::max);
    (largest > KEPT * fastest).then(|| {
        format!(
            "velocities that are written for the start do not go with what winches and sheaves let be, and were changed by up to \
             {largest:.3e} m/s"
        )
    })
}

/// Of the largest velocity: a change that is less is rounding.
const KEPT: f64 = 1e-6;

/// Takes out of the velocities what the constraints do not allow, and books the energy of it.
fn project_velocities(model: &ConstrainedModel, data: &mut ConstrainedData) {
    if let Some(taken) = velocities::project(model, data) {
        taken.book(&mut data.state);
    }
}

impl Formulation for ConstrainedCourse<'_> {
    fn carried(&self) -> f64 {
        let multipliers = &self.data.state.multipliers;
        let forces = self.model.position_multipliers.iter().map(|&own| multipliers[own].abs());
        forces.fold(0.0, f64::max) * self.model.extent
    }

    fn time(&self) -> f64 {
        self.data.state.time
    }

    fn finished(&self) -> bool {
        self.pace.as_ref().is_none_or(|pace| pace.clock.is_over(self.data.state.time))
    }

    /// A step that cannot be found is a fault that names the time it should have ended at.
    fn step(&mut self) -> Result<(), Fault> {
        self.read_with = None;
        let (model, data) = (self.model, &mut self.data);
        self.before.keep(data);
        if let (Some(before), Some(now)) = (&mut self.alternation_before, &self.alternation) {
            before.copy_from(now);
        }
        let iterations = data.newton.iterations;
        let (outcome, end) = match (&mut self.way, &mut self.pace) {
            (Way::Adaptive { steps, project }, Some(pace)) => {
                let outcome = steps.advance(model, data, &mut pace.clock, &mut self.effort);
                if outcome.is_ok() && *project {
                    project_velocities(model, data);
                }
                let ends = if outcome.is_ok() { 0.0 } else { data.step };
                (outcome, data.state.time + ends)
            }
            (Way::Adaptive { .. }, None)
            | (Way::Midpoint { .. } | Way::GeneralizedAlpha(_) | Way::Rest(_), _) => self.part(),
        };
        let data = &mut self.data;
        self.effort.evaluations += data.newton.iterations - iterations;
        if let Err(stuck) = outcome {
            return Err(fault(model, data, end, &stuck));
        }
        if data.openness > self.open {
            if let Some(found) = watch::after_step(model, data) {
                let stuck = Stuck::Contradiction(found);
                return Err(fault(model, data, data.state.time, &stuck));
            }
            // What is open so far is no contradiction.
            self.open = 2.0 * data.openness;
        }
        if let Some(ringing) = &mut self.ringing {
            ringing.follow(data, data.state.time - self.before.state.time);
        }
        if let Some(holding) = &mut self.holding {
            holding.follow(model, data);
        }
        if let Some(pushing) = &mut self.pushing {
            pushing.follow(model, data);
        }
        if let Some(bends) = &mut self.bends {
            bends.follow(model, &data.state);
        }
        if let Some(coarse) = &mut self.coarse {
            coarse.follow(model, &data.state);
        }
        if let Some(alternation) = &mut self.alternation {
            alternation.follow(model, data, data.state.time - self.before.state.time);
        }
        self.farthest_turn = self.farthest_turn.max(data.turn);
        self.effort.steps += 1;
        model.mechanism.tape.accept(&mut data.values);
        match too_fast(model, &data.state) {
            Some(trouble) => Err(trouble),
            None => Ok(()),
        }
    }

    fn sample(&mut self) {
        self.read_with = None;
        let time = self.data.state.time;
        if self.model.events_feel_forces {
            self.find_accelerations(time, true);
        } else {
            self.shown.copy_from(&self.data.state);
            self.data.velocities_before.copy_from_slice(&self.shown.velocities);
        }
        let mut values = std::mem::replace(&mut self.data.values, Values::empty());
        self.model.mechanism.tape.run(Stage::Time, time, &mut values);
        self.evaluate_shown(time, &mut values);
        self.data.values = values;
    }

    fn retake(&mut self, end: f64) -> Result<(), Fault> {
        self.read_with = None;
        let (model, data) = (self.model, &mut self.data);
        let Some(Pace { clock, longest, .. }) = &mut self.pace else { return Ok(()) };
        let begin = self.before.state.time;
        if clock.from() > begin {
            clock.go_back();
        }
        // What is left of a step that has been divided is divided anew.
        self.substeps.restart();
        if clock.from() < begin {
            clock.advance(begin);
        }
        data.jump = [clock.before(end), end];
        let mut taken = Ok(());
        for level in 0..=between::DEEPEST {
            self.before.restore(data);
            let iterations = data.newton.iterations;
            taken = self.way.steps_again(model, data, end - begin, 1 << level);
            self.effort.evaluations += data.newton.iterations - iterations;
            if taken.is_ok() {
                break;
            }
        }
        if let Err(stuck) = taken {
            return Err(fault(model, data, end, &stuck));
        }
        data.state.time = end;
        match &mut self.way {
            Way::Adaptive { steps, .. } => {
                steps.shorten(end - begin);
                clock.advance(end);
            }
            Way::Midpoint { .. } | Way::GeneralizedAlpha(_) | Way::Rest(_) => {
                clock.advance_fixed(end, *longest);
            }
        }
        if let (Some(now), Some(before)) = (&mut self.alternation, &self.alternation_before) {
            now.copy_from(before);
            now.follow(model, data, end - begin);
        }
        model.mechanism.tape.accept(&mut data.values);
        Ok(())
    }

    fn crumb(&self) -> f64 {
        self.pace.as_ref().map_or(0.0, |pace| pace.clock.crumb())
    }

    fn pace(&self) -> f64 {
        match &self.way {
            Way::Adaptive { steps, .. } => steps.pace(),
            Way::Midpoint { .. } | Way::GeneralizedAlpha(_) | Way::Rest(_) => {
                self.pace.as_ref().map_or(0.0, |pace| pace.longest)
            }
        }
    }

    fn shortest_share(&self) -> f64 {
        SHORTEST
    }

    fn set_states(&mut self, changes: &[(usize, f64)], gap: Gap) -> Result<Option<Impact>, Fault> {
        self.read_with = None;
        let (model, data) = (self.model, &mut self.data);
        for &(state, value) in changes {
            data.state.states[state] = value;
        }
        let time = data.state.time;
        let impact = match latches::follow(model, data, gap) {
            Ok(impact) => impact,
            Err(unmet) => return Err(not_met(model, time, &unmet)),
        };
        if let (Some(pushing), true) = (&mut self.pushing, impact.is_some_and(|own| own.lost > 0.0))
        {
            // What closed took velocities away, by these impulses.
            let step = self.pace.as_ref().map_or(0.0, |pace| pace.usual);
            pushing.strike(model, &data.right_side, [time, step]);
        }
        if let (Some(_), Some(alternation)) = (impact, &mut self.alternation) {
            *alternation = Alternation::new(model, data);
        }
        self.go_on_from_here()?;
        Ok(impact)
    }

    fn offsets(&mut self, latches: &[usize]) -> Vec<[f64; 2]> {
        impacts::offsets(self.model, &self.data, latches)
    }

    fn answer(&mut self, latch: usize, others: &[usize]) -> Result<Option<Answer>, Fault> {
        self.read_with = None;
        let (model, data) = (self.model, &mut self.data);
        let found = impacts::answer(model, data, latch, others);
        found.map_err(|unmet| not_met(model, data.state.time, &unmet))
    }

    fn strike(&mut self, change: &[f64], lost: f64) {
        self.read_with = None;
        impacts::strike(&mut self.data, change, lost);
        if let Some(alternation) = &mut self.alternation {
            *alternation = Alternation::new(self.model, &mut self.data);
        }
    }

    fn states(&self) -> &[f64] {
        &self.data.state.states
    }

    /// Energies are with the velocities that the steps carry on, not with those fitted for the row.
    fn read(&mut self, time: f64, tolerance: f64) -> Energies {
        let here = (time - self.data.state.time).abs() <= tolerance;
        if !(here && self.is_read()) {
            self.find_accelerations(time, here);
        }
        self.read_with = here.then_some(self.data.initial_energy);
        let mut values = std::mem::replace(&mut self.data.values, Values::empty());
        self.evaluate_shown(self.shown.time, &mut values);
        sense(&self.readable(), &self.model.output_reads, &mut values);
        self.model.mechanism.tape.run(Stage::Output, self.shown.time, &mut values);
        let energies = self.readable().energies(&values);
        self.data.values = values;
        energies
    }

    fn values(&self) -> &Values {
        &self.data.values
    }

    fn picture(&self, time: f64) -> SceneFrame {
        self.pictured(time)
    }

    fn energies(&mut self) -> Energies {
        self.read_with = None;
        self.shown.copy_from(&self.data.state);
        self.data.velocities_before.copy_from_slice(&self.shown.velocities);
        let mut values = std::mem::replace(&mut self.data.values, Values::empty());
        self.model.mechanism.tape.run(Stage::Time, self.shown.time, &mut values);
        sense(&self.readable(), &self.model.state_reads, &mut values);
        self.model.mechanism.tape.run(Stage::State, self.shown.time, &mut values);
        let energies = self.readable().energies(&values);
        self.data.values = values;
        energies
    }

    fn turned(&mut self) -> f64 {
        self.read_with = None;
        let now = self.shown.velocities.iter_mut().zip(&self.data.state.velocities);
        for ((shown, now), start) in now.zip(&self.start_velocities) {
            *shown = now - start;
        }
        let (positions, velocities) = (&self.shown.positions, &self.shown.velocities);
        let motion = Motion { vectors: &self.model.vectors, positions, velocities };
        super::energy::kinetic(self.model, &motion)
    }

    fn effort(&self) -> Effort {
        self.effort
    }

    fn notes(&self) -> Vec<String> {
        let mut notes = self.notes.clone();
        let steps = self.pace.as_ref().map_or(0, |pace| pace.clock.count());
        notes.extend(divided(&self.substeps, steps));
        notes.extend(self.pace.as_ref().and_then(|pace| pace.clock.passed_over()));
        match self.way {
            Way::Midpoint { .. } | Way::Adaptive { .. } => notes.extend(lag(self.farthest_turn)),
            // Turns by the rate itself.
            Way::GeneralizedAlpha(_) | Way::Rest(_) => {}
        }
        notes.extend(self.alternation.as_ref().and_then(Alternation::note));
        notes.extend(self.ringing.as_ref().and_then(Ringing::note));
        notes.extend(self.holding.iter().flat_map(|holding| holding.notes(self.model)));
        notes.extend(self.pushing.iter().flat_map(|pushing| pushing.notes(self.model)));
        if let Way::Rest(_) = &self.way {
            notes.extend(untwisted::notes(self.model, &self.data.state));
        }
        if let Some(mut bends) = self.bends.clone() {
            // A state of rest is no end of a step.
            bends.follow(self.model, &self.data.state);
            notes.extend(bends.notes(self.model));
        }
        if let Some(mut coarse) = self.coarse.clone() {
            coarse.follow(self.model, &self.data.state);
            notes.extend(coarse.notes(self.model));
        }
        notes
    }

    fn residual(&self) -> Option<f64> {
        match &self.way {
            Way::Rest(rest) => rest.map(|rest| rest.residual),
            Way::Midpoint { .. } | Way::Adaptive { .. } | Way::GeneralizedAlpha(_) => None,
        }
    }

    fn constraint_error(&self) -> Option<f64> {
        (!self.model.multipliers.is_empty()).then_some(self.data.constraint_error)
    }

    fn state(&mut self) -> mechanism::State {
        self.model.export(&self.data.state)
    }

    fn force(&mut self, instant: f64) {
        let time = self.data.state.time;
        let Some(Pace { clock, .. }) = &mut self.pace else { return };
        if time > clock.from() {
            // What is left of a step that is being divided becomes a step of its own.
            self.substeps.restart();
            clock.advance(time);
        }
        clock.force(instant);
    }

    fn carry_on(&mut self, initial_energy: f64, work: f64, by_events: ByEvents) {
        self.read_with = None;
        self.data.state.work += work;
        (self.data.initial_energy, self.data.by_events) = (initial_energy, by_events);
    }

    fn book(&mut self, done: ByEvents) {
        self.read_with = None;
        self.data.state.work += done.work;
        self.data.by_events += done;
    }

    fn initial_energy(&self) -> f64 {
        self.data.initial_energy
    }
}
