//! Velocities right after an event, to read them: what dampers hold moves there as they ask for.
//!
//! What an event stops is at rest beside rope that goes on as before. That makes forces of dampers which are over in far less than a step,
//! and the larger the shorter its pieces are: no number of a row. So all dampers settle there as in [`super::settling`], those of laws
//! with an equation of their own as well, over the longest step `h` that is taken. Nothing is known of accelerations then; at
//! first they are none, and then what is left of those there are where dampers and springs hold things together:
//! `a - b` with `(10 M + h C + h² K) b = (h C + h² K) a`.
//!
//! Where an event stops nothing all goes on with the velocities that were read before it, and forces of dampers with these; and until the next
//! step ends only what is far lighter than what dampers take of it over `h` settles, with `1000 M` in place of `10 M`. A load at rest on
//! a damped rope keeps standing where a force on it jumps, or a brake lets go, and what runs into a damper does so with its speed.
//!
//! Where springs give way within `h` to what dampers have settled long before, as in rope that weighs next to nothing, so much is settled
//! in part only. Shorter times do the rest: an eighth and a sixty-fourth of `h`. They find nothing more where springs are faster
//! than dampers: with a damping ratio `ζ`, `S` is at most `ζ/√10`, whatever the time.

use nalgebra::Vector3;

use super::settling::{HEAVIER, Inertia, of_bodies};
use super::taking::Work;
use crate::constrained::balance::Wanted;
use crate::constrained::damping::{Moving, fill_linear};
use crate::constrained::data::ConstrainedData;
use crate::constrained::instant;
use crate::constrained::model::ConstrainedModel;
use crate::constrained::scheme::Scheme;

/// Of the longest step. The first two settle what that can follow, without accelerations and with those that are left.
const SHARES: [f64; 4] = [1.0, 1.0, 0.125, 0.015625];
/// Of inertia in `S`, where nothing has been stopped.
const FAR_HEAVIER: f64 = 1000.0;
/// Where something has been stopped: bodies are not what it leaves beside it in a rope.
const IN_ROPE: Inertia = Inertia { heavier: HEAVIER, bodies: FAR_HEAVIER };
/// Of its velocity: what changes by less in an event has not been stopped by it.
const STOPS: f64 = 1e-3;

/// What an event changes of velocities.
#[derive(Clone, Debug, Default)]
pub(super) struct Stopped {
    /// Before it, of all blocks, and what dampers had settled of them there.
    before: Vec<Vector3<f64>>,
    settled: Vec<Vector3<f64>>,
    /// Until somebody has looked.
    is_open: bool,
    /// When one has stopped something for the last time, s.
    last: Option<f64>,
}

impl Stopped {
    /// Before an event, with velocities as they fit the constraints and as they are read: those before the first event of an instant.
    pub(super) fn expect(&mut self, before: &[Vector3<f64>], read: &[Vector3<f64>]) {
        if !self.is_open {
            self.before.clear();
            self.before.extend_from_slice(before);
            self.settled.clear();
            self.settled.extend(read.iter().zip(before).map(|(read, before)| read - before));
            self.is_open = true;
        }
    }

    /// Where nothing has been stopped at this instant, brings velocities that fit the constraints to what is read of them. Whether it does.
    pub(super) fn keep(&self, data: &mut ConstrainedData) -> bool {
        let keeps = self.last != Some(data.state.time);
        if keeps {
            data.state.velocities.iter_mut().zip(&self.settled).for_each(|(own, by)| *own += by);
        }
        keeps
    }

    /// After it, with the same, and of blocks what is no displacement of them (m) with the longest step.
    pub(super) fn look(
        &mut self,
        data: &ConstrainedData,
        (blocks, longest): (&[(usize, f64)], f64),
    ) {
        if !std::mem::take(&mut self.is_open) {
            return;
        }
        let is_stopped = |&(block, still): &(usize, f64)| {
            let before = self.before[block];
            let change = (data.state.velocities[block] - before).norm();
            change > still / longest && change > STOPS * before.norm()
        };
        if blocks.iter().any(is_stopped) {
            self.last = Some(data.state.time);
        }
    }

    /// Of inertia in `S`, for a reading less than `longest` after an event.
    pub(super) fn heavier(&self, time: f64, longest: f64) -> Inertia {
        match self.last {
            Some(last) if time - last < longest => IN_ROPE,
            Some(_) | None => Inertia::of_all(FAR_HEAVIER),
        }
    }
}

impl Work {
    /// See [`super::Overdamped::settle_after_event`].
    pub(super) fn settle_after_event(
        &mut self,
        model: &ConstrainedModel,
        data: &mut ConstrainedData,
        (step, inertia): (f64, Inertia),
    ) {
        for (k, share) in SHARES.into_iter().enumerate() {
            let (step, is_held) = (step * share, k > 0);
            if self.over(model, data, step).is_empty() {
                return;
            }
            self.of_laws.clear();
            fill_linear(model, data, Moving::AsItDoes, &Scheme::instant(), Wanted::Accelerations);
            self.masses.copy_from_slice(&data.matrix);
            let mut of_laws = self.places.of_laws.iter();
            if !self.outweighs() && of_laws.all(|&place| self.damping[place] == 0.0) {
                return;
            }
            if !self.see_accelerations(model, data)
                || !self.factor_settling(model, data, step, inertia)
            {
                return;
            }
            self.held.fill(0.0);
            if is_held {
                self.hold_together(model, data, step, inertia);
            }
            self.find_open(model);
            self.filter(model, data, step);
            let taken = self.taken_of_drift();
            self.take_settled(model, data);
            let is_less = self.see_accelerations(model, data) && {
                self.find_open(model);
                self.taken_of_drift().abs() <= taken
            };
            if !is_less {
                data.state.velocities.copy_from_slice(&self.across);
                return;
            }
        }
    }

    /// Puts accelerations at the state into `accelerates`; not in a singular position.
    fn see_accelerations(&mut self, model: &ConstrainedModel, data: &mut ConstrainedData) -> bool {
        let found = instant::accelerations(model, data);
        self.moved.copy_from_slice(&data.accelerations);
        self.project(model, data);
        self.accelerates.copy_from_slice(&self.unknowns);
        found
    }

    /// Puts into `held` what is left of accelerations where dampers and springs hold things together, once their matrix has been factored.
    fn hold_together(
        &mut self,
        model: &ConstrainedModel,
        data: &mut ConstrainedData,
        step: f64,
        Inertia { heavier, bodies }: Inertia,
    ) {
        self.unknowns.copy_from_slice(&self.accelerates);
        let product = &mut self.held;
        model.structure.multiply(&data.matrix, &self.unknowns, product, &mut self.magnitudes);
        // What accelerates as it is told goes on doing so: of multipliers only laws have any of it.
        data.right_side.copy_from_slice(product);
        model.multipliers.iter().for_each(|&(_, unknown, _)| data.right_side[unknown] = 0.0);
        for law in &self.places.laws {
            data.right_side[law.unknown] = product[law.unknown];
        }
        let over_square = 1.0 / (step * step);
        self.find_drift(model, heavier * over_square);
        let more = (bodies - heavier) * over_square;
        of_bodies(model, |[row, column], place| {
            self.drift[row] += more * self.masses[place] * self.unknowns[column];
        });
        let inertia = data.right_side.iter_mut().zip(&self.drift);
        inertia.for_each(|(own, inertia)| *own -= inertia);
        self.solve(model, data);
        let both = self.accelerates.iter().zip(&self.unknowns);
        self.held.iter_mut().zip(both).for_each(|(own, (all, lost))| *own = all - lost);
    }

    /// Puts into `drift` what is open beside accelerations that are `held`.
    fn find_open(&mut self, model: &ConstrainedModel) {
        let both = self.held.iter().zip(&self.accelerates);
        self.unknowns.iter_mut().zip(both).for_each(|(own, (held, all))| *own = held - all);
        self.find_drift(model, 1.0);
    }
}
