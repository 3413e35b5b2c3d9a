//! What resists the turning of a spherical joint, alike about every axis.
//!
//! With the rotation vector `φ` of the child in the parent and the relative angular velocity `ω`, both in the same
//! axes:
//!
//! ```text
//! M = -k φ - c ω - F tanh(|ω| / v) ω / |ω|
//! ```
//!
//! `M`, N m, acts on the child, the opposite on the parent. The spring stores `k |φ|²/2`. `F` is dry friction,
//! smooth below the speed `v`.
//!
//! Where attitudes are directors the spring is known by the sum `t = Σ a_i · b_i = 1 + 2 cos |φ|` of the products
//! of both frames' axes: a quadratic invariant, of which [`by_trace`] has the derivatives.

use nalgebra::{Matrix3, Vector3};

use super::Sloped;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BallLaw {
    /// N m/rad
    pub stiffness: f64,
    /// N m s/rad
    pub damping: f64,
    /// N m
    pub friction: f64,
    /// rad/s; positive
    pub friction_speed: f64,
}

impl BallLaw {
    /// Whether it does anything at all.
    pub(crate) fn acts(&self) -> bool {
        self.stiffness != 0.0 || self.damping != 0.0 || self.friction != 0.0
    }

    /// In the spring, J, from the square of the angle.
    pub(crate) fn energy(&self, square: f64) -> f64 {
        0.5 * self.stiffness * square
    }

    /// Of spring, damper and friction on the child, N m, and the power lost, W, never negative.
    pub(crate) fn moment(
        &self,
        rotation: &Vector3<f64>,
        spin: &Vector3<f64>,
    ) -> (Vector3<f64>, f64) {
        let resistance = self.resistance(spin);
        (-rotation * self.stiffness - resistance, resistance.dot(spin))
    }

    /// `tanh(x) / x` of the relative speed, which tends to 1.
    fn saturation(&self, spin: &Vector3<f64>) -> f64 {
        let x = spin.norm() / self.friction_speed;
        if x < 1e-8 { 1.0 } else { x.tanh() / x }
    }

    /// Over the angular velocity, N m s.
    fn resistance_per_spin(&self, saturation: f64) -> f64 {
        self.damping + self.friction * saturation / self.friction_speed
    }

    /// Of damper and friction, N m, along the angular velocity: what acts on the child is the opposite.
    pub(crate) fn resistance(&self, spin: &Vector3<f64>) -> Vector3<f64> {
        spin * self.resistance_per_spin(self.saturation(spin))
    }

    /// The derivative of [`BallLaw::resistance`] by the angular velocity, N m s.
    pub(crate) fn resistance_slope(&self, spin: &Vector3<f64>) -> Matrix3<f64> {
        let saturation = self.saturation(spin);
        let (speed, x) = (spin.norm(), spin.norm() / self.friction_speed);
        // (tanh(x) / x)' / x, over the square of the friction speed; it tends to a constant.
        let fall = if x < 1e-6 {
            0.0
        } else {
            let tanh = x.tanh();
            ((1.0 - tanh * tanh) - saturation) / (speed * speed)
        };
        Matrix3::identity() * self.resistance_per_spin(saturation)
            + spin * spin.transpose() * (self.friction / self.friction_speed * fall)
    }
}

/// The derivative of `U = φ²/2` by `t = 1 + 2 cos φ`: `-φ / (2 sin φ)`, with its slope by `t`.
pub(crate) fn by_trace(angle: f64) -> Sloped {
    if angle < 1e-3 {
        let square = angle * angle;
        Sloped { value: -0.5 * (1.0 + square / 6.0), slope: 1.0 / 12.0 * (1.0 + square * 0.4) }
    } else {
        let (sine, cosine) = angle.sin_cos();
        let sine = sine.max(1e-12);
        Sloped {
            value: -0.5 * angle / sine,
            slope: 0.25 * (sine - angle * cosine) / (sine * sine * sine),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn derivatives_of_half_the_square_of_the_angle_are_those_by_the_trace() {
        let energy = |trace: f64| {
            let angle = (0.5 * (trace - 1.0)).acos();
            0.5 * angle * angle
        };
        for angle in [5e-2_f64, 0.4, 2.5] {
            let trace = 1.0 + 2.0 * angle.cos();
            let step = 1e-4 * (1.0 - angle.cos());
            let Sloped { value, slope } = by_trace(angle);
            let (above, below) = (energy(trace + step), energy(trace - step));
            assert!((value - (above - below) / (2.0 * step)).abs() < 1e-6 * value.abs(), "{angle}");
            let second = (above - 2.0 * energy(trace) + below) / (step * step);
            assert!((slope - second).abs() < 1e-3 * slope.abs(), "{angle}");
        }
        let (a, b) = (by_trace(0.999_999e-3), by_trace(1.000_001e-3));
        assert!((a.value - b.value).abs() < 1e-11 && (a.slope - b.slope).abs() < 1e-6);
    }

    /// Central differences, to 1e-8 of the friction per speed.
    #[test]
    fn slopes_of_the_resistance_are_derivatives() {
        let law = BallLaw { stiffness: 4.0, damping: 0.6, friction: 3.0, friction_speed: 0.7 };
        let scale = law.friction / law.friction_speed;
        for speed in [0.0, 1e-9, 1e-4, 0.3, 2.0, 20.0] {
            let spin = Vector3::new(0.6, -0.48, 0.64) * speed;
            let slope = law.resistance_slope(&spin);
            for axis in 0..3 {
                let step = Vector3::ith(axis, 1e-5);
                let [below, above] = [spin - step, spin + step].map(|spin| law.resistance(&spin));
                let error = slope.column(axis) - (above - below) / 2e-5;
                assert!(error.norm() < 1e-8 * scale, "{speed} {axis}: {error}");
            }
        }
    }
}
