//! Segments whose length a controller keeps; the law is [`Controller`].
//!
//! The mean slope of what the proportional part stores is along the mean vector, so that it keeps energy and angular
//! momentum. The derivative part is a damper. The integral grows by the trapezoidal rule; its force is what it is in the
//! balance, and does the work of a load.

use nalgebra::Vector3;

use crate::constrained::data::Configurations;
use crate::constrained::data::StepPower;
use crate::constrained::elements::line::{Line, Pull};
use crate::constrained::elements::{Acted, Element, Stored};
use crate::constrained::matrix::{Coupler, Filling, Wirer};
use crate::constrained::scheme::Scheme;
use crate::constrained::seen::Step;
use crate::constrained::vectors::VectorId;
use crate::laws::Controller;
use crate::mechanism::Energies;

/// Of one segment.
#[derive(Clone, Copy, Debug)]
pub(in crate::constrained) struct ControlledSegment {
    /// Between its nodes, with where it goes in the matrix.
    pub(in crate::constrained) line: Line,
    /// The wanted length and the three gains.
    pub(in crate::constrained) law: Controller,
    /// Of its integral, among all.
    pub(in crate::constrained) place: usize,
}

/// What a segment does over a step.
/// The tension is positive where it pulls both ends together.
#[derive(Clone, Copy, Debug)]
pub(in crate::constrained) struct Control {
    /// Tension over length, with its slopes.
    pub(in crate::constrained) pull: Pull,
    /// Of the integral part, W.
    pub(in crate::constrained) work: f64,
    /// The integral of the error at the end, s.
    pub(in crate::constrained) integral: f64,
}

impl ControlledSegment {
    /// N, at one instant.
    pub(in crate::constrained) fn tension(
        &self,
        vector: &Vector3<f64>,
        rate: &Vector3<f64>,
        integral: f64,
    ) -> f64 {
        let distance = vector.norm();
        self.law.tension(distance, vector.dot(rate) / distance, integral)
    }

    /// `integral` is that at the start of a step of `step` seconds.
    ///
    /// `rate` is that of the line in the balance, m/s.
    pub(in crate::constrained) fn pull(
        &self,
        scheme: &Scheme,
        at: &Configurations,
        rate: &Vector3<f64>,
        integral: f64,
        step: f64,
    ) -> Control {
        let id = self.line.vector;
        let (start, balance, end) = (at.start.of(id), at.balance.of(id), at.end.of(id));
        let (first, last) = (start.norm(), end.norm());
        let of_end = end / last;
        // The length in the balance, and the error that the proportional part pulls with.
        let (distance, distance_slope, error, error_slope) = if scheme.discrete {
            let error = self.law.mean_error(first, last);
            (0.5 * (first + last), of_end * 0.5, error.value, of_end * error.slope)
        } else {
            let distance = balance.norm();
            let slope = balance * (scheme.balance / distance);
            let error = self.law.error(distance);
            (distance, slope, error.value, slope * error.slope)
        };
        let [at_first, at_last] = [first, last].map(|distance| self.law.error(distance));
        let grown = integral + 0.5 * step * (at_first.value + at_last.value);
        let held = integral + scheme.balance * (grown - integral);
        let held_slope = of_end * (scheme.balance * 0.5 * step * at_last.slope);
        let speed = balance.dot(rate) / distance;
        let speed_slope = (rate * scheme.balance + balance * scheme.rate) / distance
            - distance_slope * (speed / distance);
        let damping = self.law.damping(distance);
        let Controller { proportional, integral: gain, .. } = self.law;
        let tension = proportional * error + damping * speed + gain * held;
        let tension_slope = error_slope * proportional + speed_slope * damping
            - distance_slope * (2.0 * damping * speed / distance)
            + held_slope * gain;
        let factor = tension / distance;
        Control {
            pull: Pull {
                factor,
                factor_slope: tension_slope / distance - distance_slope * (factor / distance),
                rate_factor: 0.0,
                dissipated: damping * speed * speed,
            },
            work: -gain * held * speed,
            integral: grown,
        }
    }

    /// Adds the derivatives of the pull by both nodes at the end of the step; `rate` is that of the line (m/s), `integral` the
    /// error's integral at the start (s), `step` its duration (s).
    pub(in crate::constrained) fn fill(
        &self,
        scheme: &Scheme,
        at: &Configurations,
        rate: &Vector3<f64>,
        integral: f64,
        step: f64,
        filling: &mut Filling<'_>,
    ) {
        let control = self.pull(scheme, at, rate, integral, step);
        self.line.fill(scheme, at, &control.pull, filling);
    }
}

impl Element for ControlledSegment {
    fn couple(&self, coupler: &mut Coupler<'_>) {
        coupler.stiffness(&[self.line.vector]);
    }

    fn wire(&mut self, wirer: &mut Wirer<'_>) {
        self.line.stiffness = wirer.stiffness(&[self.line.vector]);
    }

    fn act(&self, step: &Step<'_>, acted: &mut Acted<'_>) -> StepPower {
        let id = self.line.vector;
        let rate = step.vectors.value(id, step.velocities);
        let integral = step.start.integrals[self.place];
        let control = self.pull(step.scheme, step.at, &rate, integral, step.duration);
        let force = step.at.balance.of(id) * -control.pull.factor;
        step.vectors.add_force(id, &force, acted.forces);
        acted.integrals[self.place] = control.integral;
        StepPower { dissipated: control.pull.dissipated, work: control.work }
    }

    fn slopes(&self, step: &Step<'_>, filling: &mut Filling<'_>) {
        let rate = step.vectors.value(self.line.vector, step.velocities);
        let integral = step.start.integrals[self.place];
        self.fill(step.scheme, step.at, &rate, integral, step.duration, filling);
    }

    fn add_stored(&self, stored: &Stored<'_>, energies: &mut Energies) {
        energies.elastic += self.law.energy(stored.motion.position(self.line.vector).norm());
    }

    fn strength(&self, step: &Step<'_>, _extent: f64) -> f64 {
        let line = step.at.balance.of(self.line.vector);
        self.tension(&line, &Vector3::zeros(), step.start.integrals[self.place]).abs()
    }

    fn line(&self) -> Option<(VectorId, f64)> {
        Some((self.line.vector, self.law.length))
    }
}
