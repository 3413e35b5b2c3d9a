//! A run in the constrained formulation.
//!
//! A [`ConstrainedCourse`] is the [`Formulation`] that `analyses` runs: it takes steps of one of
//! the schemes, reads states at and between their ends, and finds equilibria. Whatever a row needs
//! is computed on a copy of the state (`shown`); the steps do not depend on what is read.
//!
//! | file | holds |
//! |---|---|
//! | `begin` | where it begins |
//! | `method`, `way`, `branching` | which scheme makes the steps, and how it goes from one to the next |
//! | `memory`, `reading` | what it works in, and what is read there |
//! | `notes`, `untwisted`, `picture` | what a reader should know, and where everything is |
//! | `modes`, `linearize`, `response` | small motions about where it stands |

mod begin;
mod branching;
mod held_at_rest;
mod linearize;
mod memory;
mod method;
mod modes;
mod notes;
mod picture;
mod reading;
mod response;
mod straight;
mod untwisted;
mod way;

pub(crate) use method::ImplicitMethod;

use branching::Branches;
use memory::Memory;
use nalgebra::Vector3;
use way::{Pace, Way, project_velocities};

use super::impacts;
use super::latches;
use super::model::ConstrainedModel;
use super::newton::Stuck;
use super::sense::sense;
use super::step::alternating::Alternation;
use super::step::bent::Bends;
use super::step::between;
use super::step::checkpoint::Checkpoint;
use super::step::coarse::Coarse;
use super::step::doubled::Doubled;
use super::step::holding::Holding;
use super::step::overdamped::Overdamped;
use super::step::pushing::Pushing;
use super::step::ringing::Ringing;
use super::step::running_out::RunningOut;
use super::step::substeps::Substeps;
use super::step::uneven::Uneven;
use super::too_fast::too_fast;
use super::trouble::{fault, not_met};
use super::watch;
use crate::analyses::{Answer, Formulation, Impact};
use crate::fault::Fault;
use crate::mechanism::{self, ByEvents, Effort, Energies, Gap};
use crate::results::scene::SceneFrame;
use crate::signals::{Stage, Values};

/// Of a step: one that is taken again to end at an event is not shorter, as its velocities would be differences of
/// positions that are nearly the same.
const SHORTEST: f64 = 1e-5;

/// A run on its way: the model, its memory, and what is watched from step to step.
pub(crate) struct ConstrainedCourse<'a> {
    /// Constant.
    model: &'a ConstrainedModel,
    /// What it works in, with the state, and what was read of that last.
    memory: Memory,
    /// How steps are made.
    way: Way,
    /// Of the midpoint schemes, where nothing projects their velocities.
    alternation: Option<Alternation>,
    /// Of the midpoint schemes: what dampers hold too strongly for the steps.
    overdamped: Option<Overdamped>,
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
    doubled: Option<Doubled>,
    /// Ropes that have sides.
    coarse: Option<Coarse>,
    running_out: Option<RunningOut>,
    /// B-splines with few spans.
    uneven: Option<Uneven>,
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
    /// See [`branching`].
    branches: Branches,
    /// The largest kinetic energy that has been read, J.
    most_kinetic: f64,
    /// What velocities across the constraints held where something was let go, J.
    let_go: f64,
    /// The farthest that a body has turned in any step, rad, and which unit that was.
    farthest_turn: (f64, usize),
    /// Where the last step began and ended, for rows in between.
    before: Checkpoint,
    /// See `before`.
    after: Checkpoint,
    /// Of the blocks where the last step began, m/s.
    start_velocities: Vec<Vector3<f64>>,
}

impl Formulation for ConstrainedCourse<'_> {
    fn carried(&self) -> f64 {
        let multipliers = &self.memory.data().state.multipliers;
        let forces = self.model.position_multipliers.iter().map(|&own| multipliers[own].abs());
        forces.fold(0.0, f64::max) * self.model.extent
    }

    fn time(&self) -> f64 {
        self.memory.data().state.time
    }

    fn finished(&self) -> bool {
        self.pace.as_ref().is_none_or(|pace| pace.clock.is_over(self.memory.data().state.time))
    }

    /// A step that cannot be found is a fault that names the time it should have ended at.
    fn step(&mut self) -> Result<(), Fault> {
        let (model, data) = (self.model, self.memory.work());
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
        let data = self.memory.work();
        self.effort.evaluations += data.newton.iterations - iterations;
        if let Err(stuck) = outcome {
            return Err(fault(model, data, end, &stuck));
        }
        let looked = data.openness > self.open;
        if looked {
            if let Some(found) = watch::after_step(model, data) {
                let stuck = Stuck::Contradiction(found);
                return Err(fault(model, data, data.state.time, &stuck));
            }
            // What is open so far is no contradiction.
            self.open = 2.0 * data.openness;
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
        if let Some(doubled) = &mut self.doubled {
            doubled.follow(model, &data.state);
        }
        if let Some(coarse) = &mut self.coarse {
            coarse.follow(model, &data.state);
        }
        if let Some(running_out) = &mut self.running_out {
            running_out.follow(model, [&self.before.state, &data.state]);
        }
        if let Some(uneven) = &mut self.uneven {
            uneven.follow(model, &data.state);
        }
        if let Some(overdamped) = &mut self.overdamped {
            overdamped.follow(model, data, data.state.time - self.before.state.time);
        }
        if let Some(ringing) = &mut self.ringing {
            ringing.follow(data, data.state.time - self.before.state.time);
        }
        if let Some(alternation) = &mut self.alternation {
            alternation.follow(model, data, data.state.time - self.before.state.time);
        }
        if data.turn > self.farthest_turn.0 {
            self.farthest_turn = (data.turn, data.turning);
        }
        self.effort.steps += 1;
        model.mechanism.tape.accept(&mut data.values);
        if let Some(trouble) = too_fast(model, &data.state) {
            return Err(trouble);
        }
        if self.way.settles() && !looked {
            self.memory.note_settled();
        }
        Ok(())
    }

    fn sample(&mut self) {
        let time = self.memory.data().state.time;
        if self.model.events_feel_forces {
            self.find_accelerations(time, true);
        } else if self.model.events_feel_velocities && self.alternation.is_some() {
            self.show_fitting();
        } else {
            self.memory.show_state();
        }
        self.show_events();
    }

    fn retake(&mut self, end: f64) -> Result<(), Fault> {
        let (model, data) = (self.model, self.memory.work());
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
        if let Some(overdamped) = &mut self.overdamped {
            overdamped.go_back();
            overdamped.follow(model, data, end - begin);
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
        self.expect_event();
        let (model, data) = (self.model, self.memory.work());
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
        if let Some(overdamped) = &mut self.overdamped {
            overdamped.expect_jump();
        }
        if let (Some(_), Some(alternation)) = (impact, &mut self.alternation) {
            *alternation = Alternation::new(model, data);
        }
        self.go_on_from_here()?;
        Ok(impact)
    }

    /// What steps carry on holds it on the average over a step only: what is let go with the rest of that would come back to its stop at once.
    /// It is taken as it is for what conditions read, which are to find afterwards what they found before.
    fn prepare_release(&mut self) {
        if self.alternation.is_none() {
            return;
        }
        let step = self.memory.data().state.time - self.before.state.time;
        if let Some(taken) = self.fitted(step) {
            self.let_go += taken.dissipated;
            taken.book(&mut self.memory.work().state);
        }
    }

    fn offsets(&mut self, latches: &[usize]) -> Vec<[f64; 2]> {
        impacts::offsets(self.model, self.memory.data(), latches)
    }

    fn answer(&mut self, latch: usize, others: &[usize]) -> Result<Option<Answer>, Fault> {
        let (model, data) = (self.model, self.memory.work());
        let found = impacts::answer(model, data, latch, others);
        found.map_err(|unmet| not_met(model, data.state.time, &unmet))
    }

    fn strike(&mut self, change: &[f64], lost: f64) {
        self.expect_event();
        impacts::strike(self.memory.work(), change, lost);
        if let Some(overdamped) = &mut self.overdamped {
            overdamped.expect_jump();
        }
        if let Some(alternation) = &mut self.alternation {
            *alternation = Alternation::new(self.model, self.memory.work());
        }
    }

    fn states(&self) -> &[f64] {
        &self.memory.data().state.states
    }

    /// Energies are with the velocities that the steps carry on, not with those fitted for the row.
    fn read(&mut self, time: f64, tolerance: f64) -> Energies {
        let here = (time - self.memory.data().state.time).abs() <= tolerance;
        if !(here && self.is_read()) {
            self.find_accelerations(time, here);
        }
        if here {
            self.memory.note_reading();
        }
        let mut values = self.memory.take_values();
        self.evaluate_shown(self.memory.shown().time, &mut values);
        sense(&self.readable(), &self.model.output_reads, &mut values);
        self.model.mechanism.tape.run(Stage::Output, self.memory.shown().time, &mut values);
        let energies = self.readable().energies(&values);
        self.memory.put_values(values);
        energies
    }

    fn values(&self) -> &Values {
        &self.memory.data().values
    }

    fn picture(&self, time: f64) -> SceneFrame {
        self.pictured(time)
    }

    fn energies(&mut self) -> Energies {
        self.memory.show_state();
        let mut values = self.memory.take_values();
        self.model.mechanism.tape.run(Stage::Time, self.memory.shown().time, &mut values);
        sense(&self.readable(), &self.model.state_reads, &mut values);
        self.model.mechanism.tape.run(Stage::State, self.memory.shown().time, &mut values);
        let energies = self.readable().energies(&values);
        self.memory.put_values(values);
        energies
    }

    fn turned(&mut self) -> f64 {
        let (data, shown) = self.memory.both();
        let now = shown.velocities.iter_mut().zip(&data.state.velocities);
        for ((shown, now), start) in now.zip(&self.start_velocities) {
            *shown = now - start;
        }
        let motion = self.model.motion(shown);
        super::energy::kinetic(self.model, &motion)
    }

    fn effort(&self) -> Effort {
        self.effort
    }

    fn notes(&self) -> Vec<String> {
        self.all_notes()
    }

    fn residual(&self) -> Option<f64> {
        match &self.way {
            Way::Rest(rest) => rest.map(|rest| rest.residual),
            Way::Midpoint { .. } | Way::Adaptive { .. } | Way::GeneralizedAlpha(_) => None,
        }
    }

    fn constraint_error(&self) -> Option<f64> {
        (!self.model.multipliers.is_empty()).then_some(self.memory.data().constraint_error)
    }

    fn state(&mut self) -> mechanism::State {
        self.model.export(&self.memory.data().state)
    }

    fn force(&mut self, instant: f64) {
        let time = self.memory.data().state.time;
        let Some(Pace { clock, .. }) = &mut self.pace else { return };
        if time > clock.from() {
            // What is left of a step that is being divided becomes a step of its own.
            self.substeps.restart();
            clock.advance(time);
        }
        clock.force(instant);
    }

    fn carry_on(&mut self, initial_energy: f64, work: f64, by_events: ByEvents) {
        let data = self.memory.work();
        data.state.work += work;
        (data.initial_energy, data.by_events) = (initial_energy, by_events);
    }

    fn book(&mut self, done: ByEvents) {
        let data = self.memory.work();
        data.state.work += done.work;
        data.by_events += done;
    }

    fn initial_energy(&self) -> f64 {
        self.memory.data().initial_energy
    }
}
