//! Segments whose length a controller keeps: `proportional e + derivative ė + integral ∫e dt` with the
//! error `e = (d - l)/d` ([`crate::chain::lumped::AxialLaw::Pid`]).
//!
//! The proportional part has the potential `U = P (d - l - l ln(d/l))`. Over a step its mean slope
//! `ΔU/Δd = P (1 - l atanh(y)/(y d̄))` with `d̄ = (d₀ + d₁)/2`, `y = (d₁ - d₀)/(d₁ + d₀)` is exact and
//! cancels nothing, and along the mean vector it keeps energy and angular momentum. The derivative part
//! is a damper. The integral grows by the trapezoidal rule; its force is what it is in the balance, and
//! does the work of a load.

use nalgebra::Vector3;

use crate::constrained::data::Configurations;
use crate::constrained::data::StepPower;
use crate::constrained::elements::line::{Line, Pull};
use crate::constrained::elements::{Acted, Element, Stored};
use crate::constrained::matrix::{Coupler, Filling, Wirer};
use crate::constrained::scheme::Scheme;
use crate::constrained::seen::Step;
use crate::constrained::vectors::VectorId;
use crate::mechanism::Energies;

/// Of one segment.
/// Its law is that of Brateau's tether, as [`crate::chain::lumped`] has it for explicit steps.
#[derive(Clone, Copy, Debug)]
pub(in crate::constrained) struct ControlledSegment {
    pub(in crate::constrained) line: Line,
    /// Unstretched, m.
    pub(in crate::constrained) length: f64,
    /// N, N s and N/s.
    pub(in crate::constrained) proportional: f64,
    pub(in crate::constrained) derivative: f64,
    pub(in crate::constrained) integral: f64,
    /// Of its integral, among all.
    pub(in crate::constrained) place: usize,
}

/// What a segment does over a step.
/// The tension is positive where it pulls both ends together.
#[derive(Clone, Copy, Debug)]
pub(in crate::constrained) struct Control {
    pub(in crate::constrained) pull: Pull,
    /// Of the integral part, W.
    pub(in crate::constrained) work: f64,
    /// The integral of the error at the end, s.
    pub(in crate::constrained) integral: f64,
}

/// `atanh(y) / y` and its derivative.
fn stretched(y: f64) -> (f64, f64) {
    let square = y * y;
    if square < 1e-4 {
        let value = 1.0 + square * (1.0 / 3.0 + square * (1.0 / 5.0 + square / 7.0));
        return (value, y * (2.0 / 3.0 + square * (4.0 / 5.0 + square * (6.0 / 7.0))));
    }
    let value = y.atanh() / y;
    (value, (1.0 / (1.0 - square) - value) / y)
}

impl ControlledSegment {
    fn error(&self, distance: f64) -> f64 {
        1.0 - self.length / distance
    }

    /// Of the proportional part, J.
    pub(in crate::constrained) fn energy(&self, vector: &Vector3<f64>) -> f64 {
        let strain = vector.norm() / self.length - 1.0;
        self.proportional * self.length * (strain - strain.ln_1p())
    }

    /// N, at one instant.
    pub(in crate::constrained) fn tension(
        &self,
        vector: &Vector3<f64>,
        rate: &Vector3<f64>,
        integral: f64,
    ) -> f64 {
        let distance = vector.norm();
        let lengthening = vector.dot(rate) / distance;
        let damping = self.derivative * self.length / (distance * distance);
        self.proportional * self.error(distance) + damping * lengthening + self.integral * integral
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
        // The length in the balance, and what the proportional part pulls with.
        let (distance, distance_slope, pull, pull_slope) = if scheme.discrete {
            let mean = 0.5 * (first + last);
            let y = (last - first) / (2.0 * mean);
            let (ratio, ratio_slope) = stretched(y);
            let y_slope = first / (2.0 * mean * mean);
            let slope = self.length * (0.5 * ratio / (mean * mean) - ratio_slope * y_slope / mean);
            (mean, of_end * 0.5, 1.0 - self.length * ratio / mean, of_end * slope)
        } else {
            let distance = balance.norm();
            let slope = balance * (scheme.balance / distance);
            let steep = self.length / (distance * distance);
            (distance, slope, self.error(distance), slope * steep)
        };
        let grown = integral + 0.5 * step * (self.error(first) + self.error(last));
        let held = integral + scheme.balance * (grown - integral);
        let held_slope = of_end * (scheme.balance * 0.5 * step * self.length / (last * last));
        let speed = balance.dot(rate) / distance;
        let speed_slope = (rate * scheme.balance + balance * scheme.rate) / distance
            - distance_slope * (speed / distance);
        let damping = self.derivative * self.length / (distance * distance);
        let tension = self.proportional * pull + damping * speed + self.integral * held;
        let tension_slope = pull_slope * self.proportional + speed_slope * damping
            - distance_slope * (2.0 * damping * speed / distance)
            + held_slope * self.integral;
        let factor = tension / distance;
        Control {
            pull: Pull {
                factor,
                factor_slope: tension_slope / distance - distance_slope * (factor / distance),
                dissipated: damping * speed * speed,
            },
            work: -self.integral * held * speed,
            integral: grown,
        }
    }

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
        energies.elastic += self.energy(&stored.motion.position(self.line.vector));
    }

    fn strength(&self, step: &Step<'_>, _extent: f64) -> f64 {
        let line = step.at.balance.of(self.line.vector);
        self.tension(&line, &Vector3::zeros(), step.start.integrals[self.place]).abs()
    }

    fn line(&self) -> Option<(VectorId, f64)> {
        Some((self.line.vector, self.length))
    }
}
