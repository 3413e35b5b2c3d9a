//! What resists along one scalar coordinate `q` of a joint, rad or m.
//!
//! ```text
//! Q = -k (q - q₀) - c q̇ - F tanh(q̇ / v)
//! ```
//!
//! `Q` is in N m or N and acts on the child along `q`, the opposite on the parent. The spring stores
//! `k (q - q₀)²/2`; damper and friction only take. `F` is dry friction, smooth below the speed `v`: at rest it
//! does not hold, and at `v` it has reached three quarters.
//!
//! All functions here give what resists, so that the effort is minus their sum.

use super::Sloped;

/// Per rad or per m.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct AxisLaw {
    /// N m/rad or N/m
    pub stiffness: f64,
    /// rad or m
    pub rest: f64,
    /// N m s/rad or N s/m
    pub damping: f64,
    /// N m or N
    pub friction: f64,
    /// rad/s or m/s; positive
    pub friction_speed: f64,
}

impl Default for AxisLaw {
    fn default() -> Self {
        AxisLaw { stiffness: 0.0, rest: 0.0, damping: 0.0, friction: 0.0, friction_speed: 1.0 }
    }
}

impl AxisLaw {
    /// Whether it does anything at all.
    pub(crate) fn acts(&self) -> bool {
        self.stiffness != 0.0 || self.damping != 0.0 || self.friction != 0.0
    }

    /// Of the spring, N m or N; its slope is the stiffness.
    pub(crate) fn elastic(&self, position: f64) -> f64 {
        self.stiffness * (position - self.rest)
    }

    /// Of damper and friction, N m or N, with its slope by the rate. The product of value and rate is what is
    /// lost, W, never negative.
    #[inline(always)]
    pub(crate) fn resistance(&self, rate: f64) -> Sloped {
        let friction = (rate / self.friction_speed).tanh();
        Sloped {
            value: self.damping * rate + self.friction * friction,
            slope: self.damping + self.friction * (1.0 - friction * friction) / self.friction_speed,
        }
    }

    /// In the spring, J.
    pub(crate) fn energy(&self, position: f64) -> f64 {
        let stretch = position - self.rest;
        0.5 * self.stiffness * stretch * stretch
    }
}

#[cfg(test)]
mod tests {
    use super::AxisLaw;

    /// Central differences, to 1e-8 of the law's own numbers.
    #[test]
    fn slopes_are_derivatives_and_friction_only_takes() {
        let law = AxisLaw {
            stiffness: 40.0,
            rest: 0.15,
            damping: 0.6,
            friction: 3.0,
            friction_speed: 0.7,
        };
        let step = 1e-5;
        for at in [-2.0, -0.3, 0.0, 0.15, 0.8, 5.0] {
            let energy_slope = (law.energy(at + step) - law.energy(at - step)) / (2.0 * step);
            assert!((energy_slope - law.elastic(at)).abs() < 1e-8 * law.stiffness);
            let [below, above] = [-step, step].map(|off| law.resistance(at + off).value);
            let here = law.resistance(at);
            assert!((here.slope - (above - below) / (2.0 * step)).abs() < 1e-8 * law.friction);
            assert!(here.value * at >= 0.0);
        }
    }
}
