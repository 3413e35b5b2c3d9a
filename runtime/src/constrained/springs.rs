//! Springs and dampers along the line between two points.
//!
//! The energy `k (l - L)²/2` is a function of `l² = u·u`, so `ΔU/Δ(l²) 2 u(mean)` is a discrete gradient
//! that keeps energy and angular momentum; with the mean length `l̄ = (l₀ + l₁)/2` it is
//! `k (1 - L/l̄) u(mean)`, exactly and without cancellation.

use nalgebra::{Matrix3, Vector3};

use super::data::Configurations;
use super::matrix::{Filling, Wires};
use super::scheme::Scheme;
use super::vectors::VectorId;

/// From the first point to the second.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    pub(super) vector: VectorId,
    pub(super) stiffness: Wires,
}

/// N/m, N s/m, m.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SpringNumbers {
    pub(super) stiffness: f64,
    pub(super) damping: f64,
    pub(super) length: f64,
    pub(super) tension_only: bool,
}

/// What a spring does over a step.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pull {
    /// The force on the vector is minus `factor` times the vector in the balance, N/m.
    pub(super) factor: f64,
    /// ∂factor/∂(vector at the end)
    pub(super) factor_slope: Vector3<f64>,
    /// Of the damper, W.
    pub(super) dissipated: f64,
}

impl SpringNumbers {
    pub(super) fn energy(&self, vector: &Vector3<f64>) -> f64 {
        let stretch = vector.norm() - self.length;
        if self.tension_only && stretch <= 0.0 {
            0.0
        } else {
            0.5 * self.stiffness * stretch * stretch
        }
    }

    /// The pull at one instant, N.
    pub(super) fn tension(&self, vector: &Vector3<f64>, rate: &Vector3<f64>) -> f64 {
        let length = vector.norm();
        if length == 0.0 || (self.tension_only && length <= self.length) {
            return 0.0;
        }
        let pull =
            self.stiffness * (length - self.length) + self.damping * vector.dot(rate) / length;
        if self.tension_only { pull.max(0.0) } else { pull }
    }

    /// `rate` is that of the vector in the balance, 1/s times m.
    pub(super) fn pull(
        &self,
        scheme: &Scheme,
        at: &Configurations,
        vector: VectorId,
        rate: &Vector3<f64>,
    ) -> Pull {
        let (start, balance, end) = (at.start.of(vector), at.balance.of(vector), at.end.of(vector));
        let (first, last) = (start.norm(), end.norm());
        // The length in the balance and its derivative by the vector at the end.
        let (length, length_slope) = if scheme.discrete {
            (0.5 * (first + last), end * (0.5 / last))
        } else {
            let length = balance.norm();
            (length, balance * (scheme.balance / length))
        };
        if length == 0.0 || (scheme.discrete && last == 0.0) {
            return Pull::default();
        }
        let rest = self.length;
        let slack = |length: f64| self.tension_only && length <= rest;
        let straddles = scheme.discrete && slack(first) != slack(last);
        let (elastic, elastic_slope) = if straddles {
            // ΔU / Δ(l²/2), with the energy on one side zero.
            let difference = 0.5 * (last * last - first * first);
            let change = self.energy(&end) - self.energy(&start);
            let factor = change / difference;
            let end_factor = if slack(last) { 0.0 } else { self.stiffness * (1.0 - rest / last) };
            (factor, end * ((end_factor - factor) / difference))
        } else if slack(length) {
            (0.0, Vector3::zeros())
        } else {
            let slope = length_slope * (self.stiffness * rest / (length * length));
            (self.stiffness * (1.0 - rest / length), slope)
        };
        let (mut damper, mut damper_slope) = (0.0, Vector3::zeros());
        let speed = balance.dot(rate) / length;
        if self.damping != 0.0 && !(self.tension_only && slack(length)) {
            damper = self.damping * speed / length;
            let speed_slope = (rate * scheme.balance + balance * scheme.rate) / length
                - length_slope * (speed / length);
            damper_slope = speed_slope * (self.damping / length) - length_slope * (damper / length);
            if self.tension_only && elastic + damper < 0.0 {
                (damper, damper_slope) = (-elastic, -elastic_slope);
            }
        }
        Pull {
            factor: elastic + damper,
            factor_slope: elastic_slope + damper_slope,
            dissipated: damper * length * speed,
        }
    }
}

impl Line {
    pub(super) fn fill(
        &self,
        scheme: &Scheme,
        at: &Configurations,
        pull: &Pull,
        filling: &mut Filling<'_>,
    ) {
        let stiffness = Matrix3::identity() * (pull.factor * scheme.balance)
            + at.balance.of(self.vector) * pull.factor_slope.transpose();
        filling.stiffness(&[self.vector], self.stiffness, &[[stiffness]]);
    }
}
