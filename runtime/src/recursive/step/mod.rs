//! Integrators over one state abstraction.
//!
//! The state of a [`System`] is one flat vector `[q | v | e]`: positions, velocities, and what is
//! integrated beside the motion (the energy ledger, then the integrals of controllers). All integrators keep the derivative at the
//! present state, which is the first stage of the next step, the ends of what lies between and what
//! a recorded row needs; they allocate when they are built and never afterwards.
//!
//! A derivative that is not finite means that the evaluation failed; the step is then not taken.

mod between;
mod fehlberg;
mod leapfrog;
mod runge_kutta;

pub(crate) use between::Between;

use crate::analyses::Clock;
use crate::mechanism::{Effort, FASTEST, LARGEST_STATE};

/// What is integrated.
pub(crate) trait System {
    /// Of a state.
    fn dimensions(&self) -> Dimensions;
    /// Time derivatives of all states at `time`; not finite where the evaluation failed.
    fn rates(&mut self, time: f64, state: &[f64], rates: &mut [f64]);
    /// Moves positions `q` and velocities `v` in place for `step` seconds as if nothing acted: along
    /// constant velocities, exactly where they are those of a group (rotations by the exponential map), or
    /// as a free body moves by itself. Used by leapfrog only; `drift(-h)` undoes `drift(h)`.
    fn drift(&mut self, q: &mut [f64], v: &mut [f64], step: f64);
    /// Removes from the derivatives of the velocities at `state` what the drift does to them by itself.
    fn tangent(&mut self, _state: &[f64], _rates: &mut [f64]) {}
    /// Removes drift off the manifold: unit quaternions, unit directions, closed loops. False where
    /// that is impossible; the step is then not taken.
    fn project(&mut self, time: f64, state: &mut [f64]) -> bool;
    /// Of a state at the time of the last evaluation, J.
    fn kinetic_energy(&mut self, state: &[f64]) -> f64;
}

/// Sizes of the parts of a state, in order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Dimensions {
    /// Coordinates; four of a quaternion.
    pub positions: usize,
    /// As many as degrees of freedom of the forest.
    pub velocities: usize,
    /// Energies that went in or out so far, J.
    pub ledger: usize,
    /// What is integrated beside the motion: controllers' errors, states of the user's.
    pub extra: usize,
}

impl Dimensions {
    /// Of all parts.
    pub(crate) fn total(self) -> usize {
        self.moving() + self.ledger + self.extra
    }

    /// Positions and velocities.
    fn moving(self) -> usize {
        self.positions + self.velocities
    }

    /// Within a state.
    pub(crate) fn velocity_range(self) -> std::ops::Range<usize> {
        self.positions..self.moving()
    }

    /// Within a state.
    fn ledger_range(self) -> std::ops::Range<usize> {
        self.moving()..self.moving() + self.ledger
    }

    /// What stands beside the motion and its ledger.
    fn extra_range(self) -> std::ops::Range<usize> {
        self.ledger_range().end..self.total()
    }
}

/// Which method, with its numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Method {
    /// Order 4, fixed steps; s.
    Rk4 { step: f64 },
    /// Order 5 with an estimate of the error by order 4; s.
    Rk45 { relative_tolerance: f64, absolute_tolerance: f64, max_step: f64 },
    /// Order 2, symmetric; s.
    Leapfrog { step: f64 },
}

impl Method {
    /// About how long steps are, s.
    pub(crate) fn usual_step(self, duration: f64) -> f64 {
        match self {
            Method::Rk4 { step } | Method::Leapfrog { step } => step,
            Method::Rk45 { max_step, .. } => Clock::usual_adaptive_step(max_step, duration),
        }
    }
}

/// Why a step could not be taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Obstacle {
    /// A derivative was not finite. The state that was evaluated is in [`Integrator::offending`].
    NotFinite { time: f64 },
    /// The error control asked for a step too short for the time to change.
    StepTooShort { time: f64, step: f64 },
    /// The implicit half kick of leapfrog did not converge.
    NoConvergence { time: f64 },
    /// The state cannot be put back on its manifold; it is in [`Integrator::offending`].
    NotProjected { time: f64 },
}

/// A state on its way. States of equal length are kept: where the last step began, the present one,
/// a trial, and one that failed.
pub(crate) struct Integrator {
    /// With its numbers.
    method: Method,
    /// Of the state.
    dimensions: Dimensions,
    /// Which instants steps end at.
    pub(crate) clock: Clock,
    /// Proposed next step of adaptive methods.
    proposal: f64,
    /// About how long steps are that nothing cuts; of adaptive methods by the last one whose error says so, s.
    pace: f64,
    /// The largest kinetic energy or entry of the ledger so far, J; adaptive methods only.
    exchanged: f64,
    /// The kinetic energy where all velocities are the absolute tolerance, J: less is not resolved.
    unresolved: f64,
    /// Of the state, s.
    pub(crate) time: f64,
    /// The present one.
    pub(crate) state: Vec<f64>,
    /// At `time` and `state`.
    pub(crate) rates: Vec<f64>,
    /// Where the last step started, for rows in between.
    pub(crate) previous_time: f64,
    /// See `previous_time`.
    pub(crate) previous_state: Vec<f64>,
    /// See `previous_time`.
    pub(crate) previous_rates: Vec<f64>,
    /// The last state whose derivatives were not finite.
    pub(crate) offending: Vec<f64>,
    /// Rates within a step.
    stages: Vec<Vec<f64>>,
    /// The state of a stage.
    trial: Vec<f64>,
    /// So far.
    pub(crate) effort: Effort,
}

impl Integrator {
    /// Evaluates where the clock begins; an [`Obstacle`] when that fails already.
    pub(crate) fn start(
        method: Method,
        clock: Clock,
        system: &mut impl System,
        mut state: Vec<f64>,
    ) -> (Self, Result<(), Obstacle>) {
        let dimensions = system.dimensions();
        let stages = match method {
            Method::Rk4 { .. } => 2,
            Method::Rk45 { .. } => 6,
            Method::Leapfrog { .. } => 1,
        };
        let zeros = || vec![0.0; dimensions.total()];
        let time = clock.from();
        let pace = match method {
            Method::Rk4 { step } | Method::Leapfrog { step } => step,
            // Until an error says more.
            Method::Rk45 { max_step, .. } => max_step.min(clock.end() - time),
        };
        let projected = system.project(time, &mut state);
        let mut integrator = Self {
            method,
            dimensions,
            clock,
            proposal: 0.0,
            pace,
            exchanged: 0.0,
            unresolved: 0.0,
            time,
            rates: zeros(),
            previous_time: time,
            previous_state: state.clone(),
            previous_rates: zeros(),
            offending: zeros(),
            stages: (0..stages).map(|_| zeros()).collect(),
            trial: zeros(),
            state,
            effort: Effort::default(),
        };
        if !projected {
            integrator.offending.copy_from_slice(&integrator.state);
            return (integrator, Err(Obstacle::NotProjected { time }));
        }
        let outcome = integrator.evaluate_here(system);
        if let (Ok(()), Method::Rk45 { absolute_tolerance, .. }) = (&outcome, method) {
            integrator.proposal = integrator.first_step();
            integrator.trial.copy_from_slice(&integrator.state);
            integrator.trial[dimensions.velocity_range()].fill(absolute_tolerance);
            let least = system.kinetic_energy(&integrator.trial);
            // What is driven moves whatever the state says.
            integrator.trial[dimensions.velocity_range()].fill(0.0);
            integrator.unresolved = (least - system.kinetic_energy(&integrator.trial)).abs();
            integrator.note_exchange(system);
        }
        integrator.previous_rates.copy_from_slice(&integrator.rates);
        (integrator, outcome)
    }

    /// With its numbers.
    pub(crate) fn method(&self) -> Method {
        self.method
    }

    /// Whether the clock has come to its end.
    pub(crate) fn finished(&self) -> bool {
        self.clock.is_over(self.time)
    }

    /// Takes one step, or leaves time and state where they are.
    pub(crate) fn step(&mut self, system: &mut impl System) -> Result<(), Obstacle> {
        match self.method {
            Method::Rk4 { step } => {
                let end = self.clock.fixed_end(step);
                runge_kutta::attempt(self, system, end)?;
                self.accept(system, end)?;
                self.clock.advance_fixed(end, step);
                Ok(())
            }
            Method::Rk45 { relative_tolerance, absolute_tolerance, max_step } => fehlberg::step(
                self,
                system,
                fehlberg::Control { relative_tolerance, absolute_tolerance, max_step },
            ),
            Method::Leapfrog { step } => {
                let end = self.clock.fixed_end(step);
                leapfrog::attempt(self, system, end)?;
                self.accept(system, end)?;
                self.clock.advance_fixed(end, step);
                Ok(())
            }
        }
    }

    /// The step of the method from where the last one started to `time` within it, projected. It is
    /// thrown away afterwards: nothing that later steps read is changed.
    fn side_step(&mut self, system: &mut impl System, time: f64) -> Option<&[f64]> {
        let evaluations = self.effort.evaluations;
        self.swap_ends();
        let outcome = self.attempt(system, time);
        self.swap_ends();
        self.effort.evaluations = evaluations;
        let fine =
            outcome.is_ok() && system.project(time, &mut self.trial) && all_finite(&self.trial);
        fine.then_some(&self.trial)
    }

    /// Leaves the step of the method to `end` in `trial`.
    fn attempt(&mut self, system: &mut impl System, end: f64) -> Result<(), Obstacle> {
        match self.method {
            Method::Rk4 { .. } => runge_kutta::attempt(self, system, end),
            Method::Rk45 { .. } => fehlberg::attempt(self, system, end),
            Method::Leapfrog { .. } => leapfrog::attempt(self, system, end),
        }
    }

    /// Takes the last step again, to an earlier end; where that fails, it stays.
    pub(crate) fn retake(&mut self, system: &mut impl System, end: f64) -> Result<(), Obstacle> {
        self.swap_ends();
        self.clock.go_back();
        let outcome = self.attempt(system, end).and_then(|()| self.accept(system, end));
        if outcome.is_err() {
            self.swap_ends();
            return outcome;
        }
        self.effort.steps -= 1;
        match self.method {
            Method::Rk4 { step } | Method::Leapfrog { step } => self.clock.advance_fixed(end, step),
            Method::Rk45 { .. } => self.clock.advance(end),
        }
        Ok(())
    }

    /// About how long steps are that nothing cuts, s.
    pub(crate) fn pace(&self) -> f64 {
        self.pace
    }

    /// So that a method steps from the beginning of the last step; swapped back afterwards.
    fn swap_ends(&mut self) {
        std::mem::swap(&mut self.time, &mut self.previous_time);
        std::mem::swap(&mut self.state, &mut self.previous_state);
        std::mem::swap(&mut self.rates, &mut self.previous_rates);
    }

    /// Accepts `trial` at `end`: projects it and evaluates it.
    fn accept(&mut self, system: &mut impl System, end: f64) -> Result<(), Obstacle> {
        if !system.project(end, &mut self.trial) {
            self.offending.copy_from_slice(&self.trial);
            return Err(Obstacle::NotProjected { time: end });
        }
        // The derivative is evaluated before anything is overwritten, so that a failure leaves the
        // state just before.
        let last = self.stages.len() - 1;
        let mut rates = std::mem::take(&mut self.stages[last]);
        self.effort.evaluations += 1;
        system.rates(end, &self.trial, &mut rates);
        let velocities = &self.trial[self.dimensions.velocity_range()];
        let beside = &self.trial[self.dimensions.extra_range()];
        let fine = all_finite(&rates)
            && all_finite(&self.trial)
            && velocities.iter().all(|velocity| velocity.abs() <= FASTEST)
            && beside.iter().all(|value| value.abs() <= LARGEST_STATE);
        if fine {
            std::mem::swap(&mut self.previous_rates, &mut self.rates);
            std::mem::swap(&mut self.rates, &mut rates);
            std::mem::swap(&mut self.previous_state, &mut self.state);
            std::mem::swap(&mut self.state, &mut self.trial);
            self.previous_time = self.time;
            self.time = end;
            self.effort.steps += 1;
        } else {
            self.offending.copy_from_slice(&self.trial);
        }
        self.stages[last] = rates;
        if fine { Ok(()) } else { Err(Obstacle::NotFinite { time: end }) }
    }

    /// After an evaluation at `state`.
    fn note_exchange(&mut self, system: &mut impl System) {
        let kinetic = system.kinetic_energy(&self.state);
        let ledger = self.state[self.dimensions.ledger_range()].iter().map(|energy| energy.abs());
        self.exchanged = ledger.fold(self.exchanged.max(kinetic), f64::max);
    }

    /// Rates of the present state, also after something has been changed there; an obstacle where a number is not finite.
    pub(crate) fn evaluate_here(&mut self, system: &mut impl System) -> Result<(), Obstacle> {
        self.effort.evaluations += 1;
        system.rates(self.time, &self.state, &mut self.rates);
        if all_finite(&self.rates) && all_finite(&self.state) {
            Ok(())
        } else {
            self.offending.copy_from_slice(&self.state);
            Err(Obstacle::NotFinite { time: self.time })
        }
    }

    /// Evaluates `trial` into a stage.
    fn evaluate_trial(
        &mut self,
        system: &mut impl System,
        time: f64,
        stage: usize,
    ) -> Result<(), Obstacle> {
        self.effort.evaluations += 1;
        system.rates(time, &self.trial, &mut self.stages[stage]);
        if all_finite(&self.stages[stage]) {
            Ok(())
        } else {
            self.offending.copy_from_slice(&self.trial);
            Err(Obstacle::NotFinite { time })
        }
    }

    /// A careful first step: one hundredth of the time in which the derivative would change the
    /// state by its own size (Hairer, Norsett and Wanner, Solving ODEs I, II.4, first part).
    fn first_step(&self) -> f64 {
        let Method::Rk45 { relative_tolerance, absolute_tolerance, max_step } = self.method else {
            return 0.0;
        };
        let (mut size, mut speed): (f64, f64) = (0.0, 0.0);
        for index in 0..self.dimensions.moving() {
            let scale = absolute_tolerance + relative_tolerance * self.state[index].abs();
            size = size.max(self.state[index].abs() / scale);
            speed = speed.max(self.rates[index].abs() / scale);
        }
        let guess = if size < 1e-5 || speed < 1e-5 { 1e-6 } else { 0.01 * size / speed };
        guess.min(max_step).min(self.clock.limit() - self.time)
    }
}

/// Sums are a cheap test: one non-finite term makes the sum non-finite. A sum of finite terms that
/// overflows is caught too, and is not worth going on with.
pub(crate) fn all_finite(values: &[f64]) -> bool {
    values.iter().map(|value| value * 1e-30).sum::<f64>().is_finite()
}

#[cfg(test)]
mod tests;
