//! Dry friction of a rope that slides over something round: Euler and Eytelwein.
//!
//! Along the arc the tension beyond what the rope needs to be turned, `T - ρv²`, grows by `e^(µ Θ)` against the way that
//! it slides, with the angle of wrap `Θ`. So the friction force is
//!
//! ```text
//! F = (T₁ + T₂ - 2ρv²) tanh(½ µ Θ ς),   ς = v / √(v² + v_r²)
//! ```
//!
//! whichever side pulls; the arc's own inertia, divided evenly, is not in it. Below the speed `v_r` it falls off.

/// The friction of a rope on what it lies on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Capstan {
    /// The coefficient.
    pub(crate) friction: f64,
    /// `v_r`, m/s.
    pub(crate) speed: f64,
}

/// The share of both tensions together that friction is, and its derivative by the speed, s/m.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Share {
    /// From -1 to 1.
    pub(crate) value: f64,
    /// By the speed.
    pub(crate) slope: f64,
}

impl Capstan {
    /// At a speed (m/s) over an angle (rad).
    pub(crate) fn share(&self, angle: f64, speed: f64) -> Share {
        let whole = self.speed.hypot(speed);
        let half = 0.5 * self.friction * angle;
        let value = (half * speed / whole).tanh();
        let falls = self.speed * self.speed / (whole * whole * whole);
        Share { value, slope: (1.0 - value * value) * half * falls }
    }

    /// The speed (m/s) at which friction is this share of both tensions, over an angle (rad); `None` where it is at none.
    pub(crate) fn speed_at(&self, angle: f64, share: f64) -> Option<f64> {
        let sliding = share.atanh() / (0.5 * self.friction * angle);
        (sliding.abs() < 1.0).then(|| self.speed * sliding / (1.0 - sliding * sliding).sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Eytelwein (1808): `T₂ = T₁ e^(µ Θ)`, here for half a turn at 0.3.
    #[test]
    fn sliding_multiplies_the_tension() {
        let capstan = Capstan { friction: 0.3, speed: 1e-9 };
        let share = capstan.share(std::f64::consts::PI, 2.0).value;
        let ratio = (1.0 + share) / (1.0 - share);
        assert!((ratio - 2.566_332_395_208_588).abs() < 1e-9, "{ratio}");
        assert_eq!(capstan.share(std::f64::consts::PI, 0.0).value, 0.0);
    }

    /// Reference: differences.
    #[test]
    fn the_slope_is_the_derivative() {
        let capstan = Capstan { friction: 0.3, speed: 0.1 };
        for speed in [-0.3, 0.0, 0.02, 1.0] {
            let [low, high] = [-1e-6, 1e-6].map(|d| capstan.share(2.0, speed + d).value);
            let found = capstan.share(2.0, speed).slope;
            assert!(((high - low) / 2e-6 - found).abs() < 1e-8, "{speed}");
        }
    }

    /// Reference: the share itself.
    #[test]
    fn a_share_has_its_speed() {
        let capstan = Capstan { friction: 0.3, speed: 0.1 };
        for speed in [-0.3, 0.0, 0.02, 1.0] {
            let share = capstan.share(2.0, speed).value;
            let found = capstan.speed_at(2.0, share).expect("it slides by less than all");
            assert!((found - speed).abs() < 1e-12, "{found} {speed}");
        }
        assert_eq!(capstan.speed_at(2.0, 0.3), None);
    }
}
