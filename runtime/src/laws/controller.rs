//! A controller that keeps the length of a segment of a cable: Brateau, "Rigid tether modeling for underwater
//! environment simulation", section II.
//!
//! At the distance `d` of its ends the segment of the length `l` has the error `e = (d - l)/d` and pulls with
//! `P e + D ė + I ∫e dt`, where `ė = l ḋ/d²`. The proportional part stores `P (d - l - l ln(d/l))`, the derivative
//! part is a damper, the integral part has no potential. Over a step the mean slope of what is stored,
//!
//! ```text
//! ΔU/Δd = P (1 - l atanh(y)/(y d̄)),   d̄ = (d₀ + d₁)/2,   y = (d₁ - d₀)/(d₁ + d₀)
//! ```
//!
//! is exact and cancels nothing.

use super::Sloped;

/// Of one segment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Controller {
    /// N
    pub(crate) proportional: f64,
    /// N s
    pub(crate) derivative: f64,
    /// N/s
    pub(crate) integral: f64,
    /// That it should have, m.
    pub(crate) length: f64,
}

impl Controller {
    /// Without a unit. Ends in one place have none.
    pub(crate) fn error(&self, distance: f64) -> Sloped {
        if distance <= 0.0 {
            return Sloped { value: 0.0, slope: 0.0 };
        }
        Sloped {
            value: (distance - self.length) / distance,
            slope: self.length / (distance * distance),
        }
    }

    /// The mean error over a step from one distance to another as the discrete gradient has it, with its
    /// slope by the second.
    pub(crate) fn mean_error(&self, first: f64, last: f64) -> Sloped {
        let mean = 0.5 * (first + last);
        let (ratio, ratio_slope) = stretched((last - first) / (2.0 * mean));
        let slope_of_y = first / (2.0 * mean * mean);
        Sloped {
            value: 1.0 - self.length * ratio / mean,
            slope: self.length * (0.5 * ratio / (mean * mean) - ratio_slope * slope_of_y / mean),
        }
    }

    /// What the derivative part is as a damper, N s/m.
    pub(crate) fn damping(&self, distance: f64) -> f64 {
        self.derivative * self.error(distance).slope
    }

    /// J
    pub(crate) fn energy(&self, distance: f64) -> f64 {
        let strain = (distance - self.length) / self.length;
        self.proportional * self.length * (strain - strain.ln_1p())
    }

    /// At a distance (m) that grows by `rate` (m/s), with the integral of the error (s); N.
    pub(crate) fn tension(&self, distance: f64, rate: f64, integrated: f64) -> f64 {
        let error = self.error(distance);
        self.proportional * error.value
            + self.derivative * error.slope * rate
            + self.integral * integrated
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    const LAW: Controller =
        Controller { proportional: 40.0, derivative: 3.0, integral: 7.0, length: 1.2 };

    /// The mean error does the work of what is stored, to rounding.
    #[test]
    fn the_mean_error_gives_the_change_of_the_energy() {
        let distances: [f64; 6] = [0.3, 1.1, 1.2, 1.2 + 1e-9, 1.7, 5.0];
        for first in distances {
            for last in distances {
                let work = LAW.proportional * LAW.mean_error(first, last).value * (last - first);
                let change = LAW.energy(last) - LAW.energy(first);
                assert!((work - change).abs() < 1e-13 * (1.0 + change.abs()), "{first} {last}");
            }
        }
    }

    /// Central differences, to 1e-7.
    #[test]
    fn slopes_are_derivatives() {
        for (first, last) in [(1.0, 1.3), (1.3, 1.0), (1.2, 1.2), (0.5, 3.0)] {
            let by = |of: &dyn Fn(f64) -> f64| (of(last + 1e-6) - of(last - 1e-6)) / 2e-6;
            let mean = by(&|last| LAW.mean_error(first, last).value);
            assert!((LAW.mean_error(first, last).slope - mean).abs() < 1e-7, "{first} {last}");
            let error = by(&|last| LAW.error(last).value);
            assert!((LAW.error(last).slope - error).abs() < 1e-7, "{last}");
        }
    }
}
