//! Steps of the energy-momentum scheme that follow a tolerance.
//!
//! The trapezoidal rule for positions has the local error `h³/12 q⃛`, and the jerk follows from the mean
//! accelerations of this step and the one before. The error is measured in the maximum norm, points
//! relative to the model's extent, directors relative to one, and states of the user's, whose third derivative follows
//! from three mean rates, relative to the largest value they have had, or what they would change by in the longest step. A PI controller (Gustafsson 1991) chooses
//! the steps. The scheme keeps energy and constraints whatever they are.
//!
//! Attempts and results of a step are those of the midpoint schemes; only its length is chosen
//! here.

use nalgebra::Vector3;

use crate::analyses::Clock;
use crate::constrained::data::ConstrainedData;
use crate::constrained::model::ConstrainedModel;
use crate::constrained::newton::Stuck;
use crate::constrained::step::midpoint;
use crate::constrained::units::UnitKind;
use crate::mechanism::{Effort, pace};

/// Of the local error's powers: the error is of order 3 in the step.
const INTEGRAL: f64 = 0.7 / 3.0;
const PROPORTIONAL: f64 = 0.4 / 3.0;
const SAFETY: f64 = 0.9;

/// From one step to the next.
const MOST_GROWTH: f64 = 2.0;

#[derive(Clone, Debug)]
pub(in crate::constrained) struct Adaptive {
    tolerance: f64,
    /// s
    longest: f64,
    proposal: f64,
    /// How long steps could be, by the last one whose error says so, s.
    pace: f64,
    /// Of the last accepted step; zero before the first, s.
    last: f64,
    /// Its error relative to the tolerance.
    last_error: f64,
    states: Vec<Followed>,
    /// Of them, where they are looked at.
    rates: Vec<f64>,
    /// The step before the last one; zero before the second, s.
    before: f64,
}

/// A state of the user's.
#[derive(Clone, Copy, Debug, Default)]
struct Followed {
    /// Mean rates over the last step and the one before it; at first that at the start.
    rates: [f64; 2],
    /// The largest value so far.
    largest: f64,
    /// The first of the states that are one vector with it.
    first: usize,
}

impl Adaptive {
    /// After an evaluation of `data` at the start.
    pub(in crate::constrained) fn new(
        tolerance: f64,
        longest: f64,
        model: &ConstrainedModel,
        data: &ConstrainedData,
    ) -> Self {
        let mut rates = vec![0.0; data.state.states.len()];
        model.states.note_rates(&data.values, &mut rates);
        let graph = &model.mechanism.graph.states;
        let mut states: Vec<Followed> = Vec::with_capacity(rates.len());
        for (index, (&rate, value)) in rates.iter().zip(&data.state.states).enumerate() {
            let origin = graph[index].origin;
            // Those of a vector stand next to each other.
            let before =
                states.last().filter(|_| origin.is_some() && graph[index - 1].origin == origin);
            let first = before.map_or(index, |own| own.first);
            states.push(Followed { rates: [rate; 2], largest: value.abs(), first });
        }
        let (proposal, pace) = (longest, longest);
        let (last, last_error, before) = (0.0, 1.0, 0.0);
        Self { tolerance, longest, proposal, pace, last, last_error, states, rates, before }
    }

    /// About how long steps are that nothing cuts, s.
    pub(in crate::constrained) fn pace(&self) -> f64 {
        self.pace
    }

    /// The last step has been taken again, and is only so long now, s.
    pub(in crate::constrained) fn shorten(&mut self, step: f64) {
        self.last = step;
    }

    /// Nothing is known of earlier steps, as something has been changed where it is.
    pub(in crate::constrained) fn restart(
        &mut self,
        model: &ConstrainedModel,
        data: &ConstrainedData,
    ) {
        (self.last, self.last_error, self.before) = (0.0, 1.0, 0.0);
        model.states.note_rates(&data.values, &mut self.rates);
        let now = self.rates.iter().zip(&data.state.states);
        for (own, (&rate, value)) in self.states.iter_mut().zip(now) {
            own.rates = [rate; 2];
            own.largest = own.largest.max(value.abs());
        }
    }

    /// One accepted step, after as many rejected ones as it takes.
    pub(in crate::constrained) fn advance(
        &mut self,
        model: &ConstrainedModel,
        data: &mut ConstrainedData,
        clock: &mut Clock,
        effort: &mut Effort,
    ) -> Result<(), Stuck> {
        let start = data.state.time;
        let mut grows = true;
        loop {
            let limit = clock.limit();
            let remaining = limit - start;
            let mut step = self.proposal.min(self.longest);
            let mut end = start + step;
            // The last two steps are made equal rather than leaving a crumb.
            if step >= remaining * (1.0 - 1e-12) {
                (step, end) = (remaining, limit);
            } else if 2.0 * step > remaining {
                step = 0.5 * remaining;
                end = start + step;
            }
            let failed = match midpoint::attempt(model, data, step, true) {
                Ok(()) => {
                    let error = self.error(model, data, step);
                    if error <= 1.0 {
                        self.follow(data, step);
                        midpoint::accept(model, data, step);
                        data.state.time = end;
                        clock.advance(end);
                        let most = if grows { MOST_GROWTH } else { 1.0 };
                        let error = error.max(1e-6);
                        let factor =
                            SAFETY * error.powf(-INTEGRAL) * self.last_error.powf(PROPORTIONAL);
                        self.proposal = step * factor.clamp(0.2, most);
                        self.pace = pace(self.pace, step, factor, MOST_GROWTH).min(self.longest);
                        (self.before, self.last, self.last_error) = (self.last, step, error);
                        return Ok(());
                    }
                    self.proposal = step * (SAFETY * error.powf(-1.0 / 3.0)).clamp(0.1, 0.9);
                    None
                }
                // A shorter step only comes to it later.
                Err(stuck @ Stuck::Contradiction(_)) => return Err(stuck),
                Err(stuck) => {
                    self.proposal = 0.25 * step;
                    Some(stuck)
                }
            };
            grows = false;
            effort.rejected += 1;
            let shortest = 16.0 * f64::EPSILON * start.abs().max(1e-3 * clock.end());
            let long_enough = self.proposal > shortest && self.proposal >= 1e-9 * self.longest;
            if !long_enough {
                return Err(failed.unwrap_or(Stuck::TooShort { step: self.proposal }));
            }
        }
    }

    /// The local error of the step that [`midpoint::attempt`] has found, relative to the tolerance.
    fn error(&self, model: &ConstrainedModel, data: &ConstrainedData, step: f64) -> f64 {
        // The first step is compared with the accelerations at the start.
        let apart = 0.5 * (step + self.last);
        let factor = step * step * step / (12.0 * apart);
        let mut largest: f64 = 0.0;
        for unit in &model.units {
            if unit.group.is_none() {
                continue;
            }
            let mut measure = |index: usize, scale: f64| {
                let mean: Vector3<f64> = (data.displacements[index] / step
                    - data.state.velocities[index])
                    * (2.0 / step);
                let change = (mean - data.last_accelerations[index]).norm();
                largest = largest.max(factor * change / (scale * self.tolerance));
            };
            measure(unit.block, unit.scale(0, model.extent));
            if let UnitKind::Body { .. } = unit.kind {
                for director in unit.block + 1..unit.block + 4 {
                    measure(director, 1.0);
                }
            }
        }
        for (index, followed) in self.states.iter().enumerate() {
            let (start, end) = (data.state.states[index], data.states.end[index]);
            let rate = (end - start) / step;
            let slope = (rate - followed.rates[0]) / apart;
            let error = if self.last == 0.0 {
                // Nothing is known of the third derivative yet.
                slope.abs() * step * step / 12.0
            } else {
                let earlier =
                    (followed.rates[0] - followed.rates[1]) / (0.5 * (self.last + self.before));
                let between = 0.5 * (apart + 0.5 * (self.last + self.before));
                (slope - earlier).abs() / between * step * step * step / 12.0
            };
            // What it changes by in the longest step counts, too: it may begin at nothing.
            // So do the other components of a vector.
            let scale = self.scale(followed.first, data, step);
            if error > 0.0 {
                largest = largest.max(error / (scale * self.tolerance));
            }
        }
        largest
    }

    /// Of the states that are one vector.
    fn scale(&self, first: usize, data: &ConstrainedData, step: f64) -> f64 {
        let all = self.states.iter().enumerate().skip(first).take(3);
        let own = all.filter(|(_, followed)| followed.first == first);
        let size = |(index, followed): (usize, &Followed)| {
            let (start, end) = (data.state.states[index], data.states.end[index]);
            let change = (end - start).abs() / step * self.longest;
            followed.largest.max(end.abs()).max(change)
        };
        own.map(size).fold(0.0, f64::max)
    }

    /// Keeps what the next steps need of the one that has been found.
    fn follow(&mut self, data: &ConstrainedData, step: f64) {
        for (index, followed) in self.states.iter_mut().enumerate() {
            let (start, end) = (data.state.states[index], data.states.end[index]);
            followed.rates = [(end - start) / step, followed.rates[0]];
            followed.largest = followed.largest.max(end.abs());
        }
    }
}
