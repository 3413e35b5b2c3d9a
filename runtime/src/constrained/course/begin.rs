//! Where a course begins: at the start that is written, in another state, or at rest.

use std::sync::atomic::AtomicBool;

use nalgebra::Vector3;

use super::ConstrainedCourse;
use super::branching::Branches;
use super::held_at_rest::{HeldAtRest, farthest};
use super::memory::Memory;
use super::method::{ImplicitMethod, usual_step};
use super::way::{AlphaSteps, Pace, Way};
use crate::analyses::{Clock, Formulation, Outcome};
use crate::assembly::Owner;
use crate::constrained::cable::setting_off::set_turning;
use crate::constrained::collapsed::{collapsed, folded_rest};
use crate::constrained::data::{ConstrainedData, State};
use crate::constrained::equilibrium::{self, Unrest};
use crate::constrained::model::ConstrainedModel;
use crate::constrained::newton::Stuck;
use crate::constrained::step::adaptive::Adaptive;
use crate::constrained::step::alternating::Alternation;
use crate::constrained::step::bent::Bends;
use crate::constrained::step::checkpoint::Checkpoint;
use crate::constrained::step::coarse::Coarse;
use crate::constrained::step::doubled::Doubled;
use crate::constrained::step::generalized_alpha::GeneralizedAlpha;
use crate::constrained::step::holding::Holding;
use crate::constrained::step::overdamped::Overdamped;
use crate::constrained::step::pushing::Pushing;
use crate::constrained::step::ringing::Ringing;
use crate::constrained::step::running_out::RunningOut;
use crate::constrained::step::substeps::Substeps;
use crate::constrained::step::uneven::Uneven;
use crate::constrained::too_fast::too_fast;
use crate::constrained::trouble::{aside, fault, left_over};
use crate::constrained::written::{KEPT, Written, fastest};
use crate::constrained::{dependence, instant, latches, velocities, watch};
use crate::fault::{Fault, FaultKind};
use crate::mechanism::{self, Effort, Unfit};
use crate::results::rounded;

impl<'a> ConstrainedCourse<'a> {
    /// At rest at the model's start; the way is chosen by whoever makes it.
    pub(super) fn new(model: &'a ConstrainedModel) -> Self {
        let memory = Memory::new(model);
        Self {
            model,
            way: Way::Rest(None),
            alternation: None,
            overdamped: None,
            ringing: None,
            holding: None,
            pushing: Pushing::new(model),
            bends: Bends::new(model),
            doubled: Doubled::new(model),
            coarse: Coarse::new(model),
            running_out: RunningOut::new(model),
            uneven: Uneven::new(model),
            alternation_before: None,
            pace: None,
            effort: Effort::default(),
            notes: Vec::new(),
            open: 1.0,
            substeps: Substeps::default(),
            branches: Branches::new(model, memory.data()),
            most_kinetic: 0.0,
            let_go: 0.0,
            farthest_turn: (0.0, 0),
            before: Checkpoint::of(memory.data()),
            after: Checkpoint::of(memory.data()),
            start_velocities: Vec::new(),
            memory,
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
        let outcome = settled
            .and_then(|()| course.set_off(method, span, set_turning).map_err(Outcome::Fault));
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
        let data = course.memory.work();
        model.import(from, &mut data.state);
        data.open = latches::open(model, &data.state.states);
        if let Some(open) = watch::open(model, data) {
            return Err(aside(model, &open));
        }
        velocities::project(model, data);
        let span = [from.time, duration];
        let outcome = course.set_off(method, span, |_, _| ()).map_err(Outcome::Fault);
        Ok((course, outcome))
    }

    /// Makes the state the first one of steps; `turn` gives sections of ropes that flow velocities where the state has none for them.
    /// Chooses which multipliers get a compliance, and needs the accelerations at the start.
    fn set_off(
        &mut self,
        method: ImplicitMethod,
        [begin, end]: [f64; 2],
        turn: impl Fn(&ConstrainedModel, &mut State),
    ) -> Result<(), Fault> {
        let model = self.model;
        let usual = usual_step(method, end);
        let clock = Clock::new(begin, end).ending_at(&model.mechanism.instants, usual);
        self.pace = Some(Pace { clock, longest: method.longest_step(), usual });
        let data = self.memory.work();
        if let Some(trouble) = too_fast(model, &data.state) {
            return Err(trouble);
        }
        dependence::soften(model, data);
        if !model.paid_out.is_empty() {
            self.notes.extend(set_moving(model, data));
            turn(model, &mut data.state);
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
        if let Way::Midpoint { .. } | Way::Adaptive { .. } = self.way {
            self.overdamped = Some(Overdamped::new(model, data));
        }
        if !self.way.projects() && !model.multipliers.is_empty() {
            self.alternation = Some(Alternation::new(model, data));
            if !model.mechanism.graph.events.is_empty() {
                self.alternation_before.clone_from(&self.alternation);
            }
        }
        // What is at rest has no velocities to fit: the accelerations are those that are read.
        let rests = self.alternation.as_ref().is_some_and(|own| own.is_at_rest(&data.state));
        self.keep_start();
        if rests {
            self.memory.note_settled();
        }
        self.count_energy();
        self.look_ahead();
        Ok(())
    }

    /// Steps end where signals jump or have kinks until the next event.
    pub(super) fn look_ahead(&mut self) {
        let instants = self.model.mechanism.instants_until_event(&self.memory.data().values);
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
        (course, outcome.map(|_| ()))
    }

    /// The equilibrium that is nearest to a state in nobody's coordinates, where all that depends on time is as it is then.
    /// What there was to say of the way to the state is said of this, too.
    pub(crate) fn near(
        model: &'a ConstrainedModel,
        state: &mechanism::State,
        tolerance: f64,
        said: Vec<String>,
        cancel: &AtomicBool,
    ) -> (Self, Result<(), Outcome>) {
        let mut course = Self::new(model);
        course.notes = said;
        let data = course.memory.work();
        model.import(state, &mut data.state);
        data.open = latches::open(model, &data.state.states);
        let begin = data.state.positions.clone();
        let outcome = course.settle(tolerance, cancel);
        if outcome.is_ok() {
            let now = &course.memory.data().state.positions;
            let farthest = farthest(model, [&begin, now]);
            if farthest > MOVED {
                course.notes.push(format!(
                    "the motion has not come to rest at {} s: the equilibrium is away from there by {} % of the size of everything",
                    rounded(state.time, 6),
                    rounded(100.0 * farthest, 2)
                ));
            }
            course.begin();
        }
        (course, outcome.map(|_| ()))
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
        let unstable = course.unstable();
        course.notes.extend(unstable);
        Ok((model.export(&course.memory.data().state), course.notes))
    }

    /// Takes the state for the first one.
    /// The first energy is that against which the ledger is balanced.
    pub(super) fn begin(&mut self) {
        self.keep_start();
        self.count_energy();
    }

    fn keep_start(&mut self) {
        let data = self.memory.work();
        self.model.mechanism.tape.accept(&mut data.values);
        data.user.accept();
        self.before.keep(data);
        self.start_velocities.clone_from(&data.state.velocities);
    }

    fn count_energy(&mut self) {
        let energies = self.read(self.memory.data().state.time, f64::INFINITY);
        self.memory.count_from(energies.total());
    }

    /// Moves to the nearest equilibrium for a run that goes on from there. What is prescribed may move; the rest
    /// has the smallest velocities that go with it.
    fn settle_to_go_on(&mut self, tolerance: f64, cancel: &AtomicBool) -> Result<(), Outcome> {
        let held = self.settle(tolerance, cancel)?;
        self.let_go_of(&held);
        let model = self.model;
        if !(model.known.is_empty() && model.equations.drives.is_empty()) {
            velocities::project(model, self.memory.work());
        }
        Ok(())
    }

    /// Moves to the nearest equilibrium, where all velocities are zero. Gives what is held there though no event has closed it.
    ///
    /// What holds by too little gives way. Where that makes no difference, as something else holds in its place, everything rests.
    fn settle(&mut self, tolerance: f64, cancel: &AtomicBool) -> Result<HeldAtRest, Outcome> {
        let mut held = self.hold_at_rest();
        self.search(tolerance, cancel)?;
        while let Some(weak) = self.give_way(&mut held) {
            match self.search(tolerance, cancel) {
                Ok(()) if !self.has_moved(&weak) => {}
                Err(Outcome::Cancelled) => return Err(Outcome::Cancelled),
                Ok(()) | Err(_) => return Err(Outcome::Fault(weak.fault)),
            }
        }
        Ok(held)
    }

    /// By what holds as it is.
    fn search(&mut self, tolerance: f64, cancel: &AtomicBool) -> Result<(), Outcome> {
        let (model, data) = (self.model, self.memory.work());
        let before = data.newton.iterations;
        dependence::soften(model, data);
        let outcome = equilibrium::settle(model, data, tolerance, cancel);
        self.effort.evaluations += data.newton.iterations - before;
        let rest = outcome.map_err(|unrest| match unrest {
            Unrest::Cancelled => Outcome::Cancelled,
            Unrest::Stuck(stuck) => Outcome::Fault(fault(model, data, data.state.time, &stuck)),
            Unrest::Lost(share) => Outcome::Fault(lost(model, data.state.time, share)),
        })?;
        self.effort.steps += rest.steps;
        self.effort.rejected += rest.rejected;
        if !rest.is_met(tolerance.max(MATTERS)) {
            self.notes.push(left_over(model, &rest, tolerance));
        }
        // Rope that ran out until nothing pulled is no rest.
        let trouble = too_fast(model, &data.state)
            .or_else(|| collapsed(model, &data.state))
            .or_else(|| folded_rest(model, &data.state));
        if let Some(trouble) = trouble {
            return Err(Outcome::Fault(trouble));
        }
        self.way = Way::Rest(Some(rest));
        Ok(())
    }
}

/// What hangs on winches and sheaves moves as these do from the start: the forest takes their ropes for such of constant length. Velocities that are
/// written stay, and what nobody has written of a winch or a sheave stands still, unless a rope is so nearly taut that it could not follow otherwise.
/// Gives what is to be said where what is written cannot stay.
fn set_moving(model: &ConstrainedModel, data: &mut ConstrainedData) -> Option<String> {
    let written = Written::velocities(model);
    let begin = data.state.velocities.clone();
    let still = written.with_guides(model);
    let is_still = velocities::project_but(model, data, &still.units).is_some() && {
        let both = [&begin[..], &data.state.velocities[..]];
        let places = |velocities: &[Vector3<f64>]| {
            let places = model.units.iter().filter(|unit| unit.is_place());
            fastest(places.map(|unit| &velocities[unit.block]))
        };
        let [before, after] = both.map(places);
        let changed = still.most_changed(model, both).map_or(0.0, |(_, changed)| changed);
        changed <= KEPT * after && after <= SWINGS * before
    };
    if is_still {
        return None;
    }
    data.state.velocities.copy_from_slice(&begin);
    written.join(model, data, "winches and sheaves let be")
}

/// Of the fastest end: a rope that had to swing faster to keep its length is taken for taut.
const SWINGS: f64 = 10.0;

/// Of the extent, and of a radian: an equilibrium that is farther from where a motion has ended is told.
const MOVED: f64 = 0.01;

/// Of the largest force: what rounding leaves over below that is only in the summary, as nobody sees it in a result.
const MATTERS: f64 = 1e-6;

/// Where the matrix does not know how everything gives way.
fn lost(model: &ConstrainedModel, time: f64, share: f64) -> Fault {
    let why = format!(
        "where it comes to rest is not known: of how it gives way {share:.0e} or more is rounding; pieces that are short and stiff beside the whole \
         do that, so fewer pieces, or splines, help"
    );
    let (kind, owner) = (FaultKind::SingularPosition, Owner::Experiment);
    Fault::new(&model.mechanism.paths, kind, time, owner, "equilibrium", why)
}
