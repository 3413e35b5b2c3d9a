//! What is read of a course: the state at or within the ends of the last step, and what it accelerates by.

use nalgebra::Vector3;

use super::ConstrainedCourse;
use super::way::Way;
use crate::constrained::energy::kinetic;
use crate::constrained::instant;
use crate::constrained::sense::{Readable, sense, sense_unsettled};
use crate::constrained::sources::Source;
use crate::constrained::step::alternating::Alternation;
use crate::constrained::step::between;
use crate::constrained::velocities::{self, Taken};
use crate::signals::{Stage, Values};

/// Of the kinetic energy: what velocities across the constraints may hold and count as an error.
const LARGEST_MISFIT: f64 = 0.01;
/// Of the largest kinetic energy so far: as little is no sign of a singular position, where everything comes to a stop.
const SMALLEST_MISFIT: f64 = 1e-6;
/// Of what velocities across the constraints would hold if no constraint knew of another: where they hold more, that is because two are nearly one.
const TOGETHER: f64 = 30.0;

impl ConstrainedCourse<'_> {
    /// What `shown` says, with accelerations and multipliers found for it.
    pub(super) fn readable(&self) -> Readable<'_> {
        let (data, shown) = (self.memory.data(), self.memory.shown());
        Readable {
            model: self.model,
            motion: self.model.motion(shown),
            carried: &data.velocities_before,
            fitting: self.memory.fitting(),
            coordinates: &shown.coordinates,
            integrals: &shown.integrals,
            creep: &shown.creep,
            states: &shown.states,
            accelerations: &data.accelerations,
            multipliers: &data.multipliers,
            ledger: [shown.dissipated, shown.work],
            initial_energy: data.initial_energy,
            by_events: data.by_events,
        }
    }

    /// What events read of what is shown, at the time of the state. Velocities are those that go on across an event: what dampers settle
    /// right after it is for forces and rows, and would stop a joint that has just begun to slip.
    pub(super) fn show_events(&mut self) {
        let (model, time) = (self.model, self.memory.data().state.time);
        let mut values = self.memory.take_values();
        model.mechanism.tape.run(Stage::Time, time, &mut values);
        self.evaluate_rates(time, &mut values);
        sense(&self.readable(), &model.event_reads, &mut values);
        for reads in [&model.state_reads, &model.states.reads, &model.event_reads] {
            sense_unsettled(&self.readable(), reads, &mut values);
        }
        model.mechanism.tape.run(Stage::Event, time, &mut values);
        self.memory.put_values(values);
    }

    /// The signals of what is shown, up to those of events.
    pub(super) fn evaluate_shown(&self, time: f64, values: &mut Values) {
        self.evaluate_rates(time, values);
        sense(&self.readable(), &self.model.event_reads, values);
        self.model.mechanism.tape.run(Stage::Event, time, values);
    }

    /// The same, up to rates of states.
    fn evaluate_rates(&self, time: f64, values: &mut Values) {
        let (model, readable) = (self.model, self.readable());
        for (reads, stage) in
            [(&model.state_reads, Stage::State), (&model.states.reads, Stage::Rate)]
        {
            sense(&readable, reads, values);
            model.mechanism.tape.run(stage, time, values);
        }
    }

    /// Takes velocities across the constraints away, and gives what that takes. They are an error of the scheme. Nothing where they do not
    /// alternate and are large, by themselves and beside what each constraint alone would take for them: a projection close to singular positions makes
    /// much of little. Then velocities are as they were.
    ///
    /// With a `step`, dampers count as much as they take over so long.
    pub(super) fn fitted(&mut self, step: f64) -> Option<Taken> {
        let (model, data) = (self.model, self.memory.work());
        let seen = self.alternation.as_ref().is_some_and(Alternation::is_seen);
        let alone = self.alternation.as_ref().map_or(0.0, Alternation::energy);
        let now = kinetic(model, &model.motion(&data.state));
        self.most_kinetic = self.most_kinetic.max(now);
        let largest = (LARGEST_MISFIT * now).max(SMALLEST_MISFIT * self.most_kinetic);
        let largest = largest.max(TOGETHER * alone);
        let damping = match &mut self.overdamped {
            Some(overdamped) if step > 0.0 => overdamped.over(model, data, step),
            Some(_) | None => &[],
        };
        let taken = velocities::fit(model, data, damping)?;
        if seen || taken.dissipated <= largest {
            return Some(taken);
        }
        data.state.velocities.copy_from_slice(&data.velocities_before);
        None
    }

    /// Rates, accelerations and forces are read without velocities across the constraints, on a copy. What moves as it is told has the
    /// velocity that it is told.
    fn fit_velocities(&mut self, step: f64) {
        if self.fitted(step).is_none() {
            velocities::velocities_of_known(self.model, self.memory.work());
        }
    }

    /// Remembers what is read of velocities before an event changes something.
    pub(super) fn expect_event(&mut self) {
        if self.overdamped.is_none() {
            return;
        }
        if !self.model.events_feel_forces {
            self.find_accelerations(self.memory.data().state.time, true);
        }
        let Self { overdamped, memory, .. } = self;
        if let Some(overdamped) = overdamped {
            overdamped.expect_event(memory.fitting(), &memory.shown().velocities);
        }
    }

    /// Takes the state for what is read, with velocities that fit the constraints: as they are once an event has let go of one.
    pub(super) fn show_fitting(&mut self) {
        let step = self.memory.data().state.time - self.before.state.time;
        self.memory.show_state();
        let (data, shown) = self.memory.both();
        std::mem::swap(shown, &mut data.state);
        self.fit_velocities(step);
        self.memory.note_fitting();
        let (data, shown) = self.memory.both();
        std::mem::swap(shown, &mut data.state);
        // What the run goes on with.
        data.velocities_before.copy_from_slice(&data.state.velocities);
    }

    /// Whether the end of the last step has been read, and nothing has happened since that a reading depends on.
    pub(super) fn is_read(&self) -> bool {
        self.memory.is_read(|| {
            let mut reads = self.model.state_reads.iter();
            reads.any(|read| matches!(read.source, Source::Energy(_)))
        })
    }

    /// Puts the state at a time into `shown`, and what it accelerates by into `data`; `here` is the end of the last
    /// step.
    pub(super) fn find_accelerations(&mut self, time: f64, here: bool) {
        if here && self.memory.show_settled(self.model) {
            return;
        }
        let mut ends_a_step = self.memory.data().state.time > self.before.state.time;
        if here {
            let (data, shown) = self.memory.both();
            shown.copy_from(&data.state);
        } else {
            ends_a_step = self.place_between(time);
        }
        let (data, shown) = self.memory.both();
        if let Way::Rest(_) = self.way {
            data.accelerations.fill(Vector3::zeros());
            data.multipliers.copy_from_slice(&shown.multipliers);
            data.velocities_before.copy_from_slice(&shown.velocities);
            self.memory.note_fitting();
            return;
        }
        // Accelerations belong to what is shown; the state of the run waits meanwhile.
        std::mem::swap(shown, &mut data.state);
        data.velocities_before.copy_from_slice(&data.state.velocities);
        if let (true, Some(overdamped)) = (here, &self.overdamped) {
            overdamped.read(&mut data.state.velocities);
        }
        let step = time - self.before.state.time;
        let fits = ends_a_step && self.way.projects();
        if !fits {
            self.fit_velocities(step);
        }
        self.memory.note_fitting();
        let longest = self.pace.as_ref().map_or(0.0, |pace| pace.longest);
        if let Some(overdamped) = &mut self.overdamped {
            overdamped.settle(self.model, self.memory.work(), [step, longest], here);
        }
        let (data, shown) = self.memory.both();
        if here {
            // What the run goes on with is in the place of what is shown.
            data.velocities_before.copy_from_slice(&shown.velocities);
        }
        instant::accelerations(self.model, data);
        std::mem::swap(shown, &mut data.state);
        // What is read of twist that goes along with rope is what accelerations were found with.
        for passed in &self.model.passed {
            shown.coordinates[passed.twist] = data.end_coordinates[passed.twist];
        }
    }

    /// Puts the state at a time within the last step into `shown`. Whether it is the end of a step.
    fn place_between(&mut self, time: f64) -> bool {
        let model = self.model;
        let (data, shown) = self.memory.both();
        let step = time - self.before.state.time;
        let whole = data.state.time - self.before.state.time;
        if whole <= 0.0 {
            shown.copy_from(&data.state);
            return true;
        }
        let mut found = false;
        if step >= between::SHORTEST * whole {
            self.after.keep(data);
            // In equal parts where one step is not found.
            for level in 0..=between::DEEPEST {
                self.before.restore(data);
                found = self.way.side_steps(model, data, step, 1 << level).is_ok()
                    && between::is_between(&self.before.state, &self.after.state, &data.state);
                if found {
                    if let (Some(overdamped), 0) = (&mut self.overdamped, level) {
                        overdamped.follow_aside(model, data, step);
                    }
                    shown.copy_from(&data.state);
                    break;
                }
            }
            self.after.restore(data);
        }
        shown.time = time;
        if !found {
            between::interpolate(model, &self.before.state, &data.state, shown);
        }
        found
    }
}
