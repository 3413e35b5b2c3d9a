//! States between the ends of the last step.
//!
//! The cubic Hermite interpolant through both ends and their derivatives has order 3. One further
//! evaluation on it, at the fraction of the step where a quartic correction has its steepest slope, raises
//! the order to 4 (bootstrapping; Hairer, Norsett and Wanner, Solving ODEs I, II.6). It is made
//! only in steps that hold recorded rows and never changes the steps.

use super::{Integrator, System};

/// `(3 - sqrt(3)) / 6`, where `s^2 (1-s)^2` is steepest.
const PROBE: f64 = 0.211_324_865_405_187_1;

/// The interpolant of one step; reused for all rows in it.
pub(crate) struct Dense {
    /// The step it is made for, by its end.
    made_for: Option<f64>,
    /// Coefficients of `s^2 (1-s)^2`.
    quartic: Vec<f64>,
    pub(crate) state: Vec<f64>,
    rates: Vec<f64>,
}

impl Dense {
    pub(crate) fn new(size: usize) -> Self {
        Self {
            made_for: None,
            quartic: vec![0.0; size],
            state: vec![0.0; size],
            rates: vec![0.0; size],
        }
    }

    /// Puts the projected state at `time`, within the last step, into `self.state`.
    pub(crate) fn interpolate(&mut self, at: &Integrator, system: &mut impl System, time: f64) {
        let h = at.time - at.previous_time;
        if self.made_for != Some(at.time) {
            self.quartic.fill(0.0);
            self.blend(at, PROBE);
            system.project(at.previous_time + PROBE * h, &mut self.state);
            system.rates(at.previous_time + PROBE * h, &self.state, &mut self.rates);
            let s = PROBE;
            let bump_slope = 2.0 * s * (1.0 - s) * (1.0 - 2.0 * s);
            for i in 0..self.quartic.len() {
                let (y0, y1) = (at.previous_state[i], at.state[i]);
                let (d0, d1) = (h * at.previous_rates[i], h * at.rates[i]);
                let slope = 6.0 * s * (1.0 - s) * (y1 - y0)
                    + (1.0 - s) * (1.0 - 3.0 * s) * d0
                    + s * (3.0 * s - 2.0) * d1;
                let correction = (h * self.rates[i] - slope) / bump_slope;
                self.quartic[i] = if correction.is_finite() { correction } else { 0.0 };
            }
            self.made_for = Some(at.time);
        }
        self.blend(at, (time - at.previous_time) / h);
        system.project(time, &mut self.state);
    }

    fn blend(&mut self, at: &Integrator, s: f64) {
        let h = at.time - at.previous_time;
        let r = 1.0 - s;
        let (w0, w1) = (r * r * (1.0 + 2.0 * s), s * s * (3.0 - 2.0 * s));
        let (z0, z1) = (s * r * r * h, -s * s * r * h);
        let bump = s * s * r * r;
        for i in 0..self.state.len() {
            self.state[i] = w0 * at.previous_state[i]
                + w1 * at.state[i]
                + z0 * at.previous_rates[i]
                + z1 * at.rates[i]
                + bump * self.quartic[i];
        }
    }
}
