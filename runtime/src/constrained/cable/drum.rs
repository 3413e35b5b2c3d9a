//! The drum of a winch, with the rope on it: a mass along what is paid out, which depends on that.
//!
//! Over a step from `(L₀, w₀)` to `(L₁, w₁)`, with the mass `m` at both ends and `D` what it changes by for each length
//! on the drum, the force `-(m₁w₁ - m₀w₀)/h - ½ D w₀w₁` does exactly what the kinetic energy `½ m w²` loses
//! (see [`crate::laws::Drum`] and the scheme in [`crate::laws::spline`]'s flow).

use nalgebra::Vector3;

use crate::constrained::data::StepPower;
use crate::constrained::elements::{Acted, Element};
use crate::constrained::matrix::{Coupler, Filling, Wirer, Wires};
use crate::constrained::seen::Step;
use crate::constrained::sources::Motion;
use crate::constrained::vectors::{VectorId, VectorValues, Vectors};
use crate::laws;

/// The inertia of a winch's drum and of the rope on it, along what is paid out.
#[derive(Clone, Debug)]
pub(in crate::constrained) struct Drum {
    /// The joint of the winch, by its index.
    pub(in crate::constrained) joint: usize,
    /// Radius and inertia of the drum by the rope that is on it.
    pub(in crate::constrained) law: laws::Drum,
    /// Its first component is what has been paid out, m.
    pub(in crate::constrained) paid_out: VectorId,
    /// That where nothing is left on it, m.
    pub(in crate::constrained) whole: f64,
    /// The most that it holds, m.
    pub(in crate::constrained) capacity: Option<f64>,
    /// Where the derivative by what is paid out goes in the matrix.
    pub(in crate::constrained) wires: Wires,
}

/// What is on the drum (m), and its rate of paying out (m/s), at both ends of a step.
struct Ends {
    /// At the start and the end of the step.
    stored: [f64; 2],
    /// At the start and the end of the step.
    rates: [f64; 2],
}

impl Drum {
    /// m
    pub(in crate::constrained) fn stored(
        &self,
        vectors: &Vectors,
        positions: &[Vector3<f64>],
    ) -> f64 {
        self.whole - vectors.value(self.paid_out, positions).x
    }

    /// What is on the drum, m.
    fn at(&self, values: &VectorValues) -> f64 {
        self.whole - values.of(self.paid_out).x
    }

    /// At which it pays out in the balance, m/s.
    fn rate(&self, step: &Step<'_>) -> f64 {
        step.vectors.value(self.paid_out, step.velocities).x
    }

    /// Of paying out in the balance, m/s².
    fn acceleration(&self, step: &Step<'_>) -> f64 {
        step.vectors.value(self.paid_out, step.accelerations).x
    }

    /// Both ends of the step: the rate in the balance less and plus half of what the acceleration changes.
    fn ends(&self, step: &Step<'_>) -> Ends {
        let (rate, change) = (self.rate(step), 0.5 * step.duration * self.acceleration(step));
        Ends {
            stored: [self.at(&step.at.start), self.at(&step.at.end)],
            rates: [rate - change, rate + change],
        }
    }

    /// Adds a derivative (kg/s² or its like) along the one component that there is.
    fn fill(&self, slope: f64, filling: &mut Filling<'_>) {
        filling.lengths(self.paid_out, self.paid_out, self.wires, slope);
    }
}

impl Element for Drum {
    fn couple(&self, coupler: &mut Coupler<'_>) {
        coupler.lengths(self.paid_out, self.paid_out);
    }

    fn wire(&mut self, wirer: &mut Wirer<'_>) {
        self.wires = wirer.lengths(self.paid_out, self.paid_out);
    }

    fn act(&self, step: &Step<'_>, acted: &mut Acted<'_>) -> StepPower {
        let force = if step.scheme.discrete {
            let Ends { stored, rates } = self.ends(step);
            let [first, last] = stored.map(|stored| self.law.mass(stored));
            let [between, _] = self.law.between(stored[0], stored[1]);
            (first * rates[0] - last * rates[1]) / step.duration
                - 0.5 * between * rates[0] * rates[1]
        } else {
            let (stored, rate) = (self.at(&step.at.balance), self.rate(step));
            0.5 * self.law.slope(stored) * rate * rate
                - self.law.mass(stored) * self.acceleration(step)
        };
        step.vectors.add_force(self.paid_out, &(Vector3::x() * force), acted.forces);
        StepPower::default()
    }

    fn slopes(&self, step: &Step<'_>, filling: &mut Filling<'_>) {
        let slope = if step.scheme.discrete {
            let Ends { stored, rates: [first, last] } = self.ends(step);
            let [between, by_end] = self.law.between(stored[0], stored[1]);
            let over = 1.0 / step.duration;
            let grows = 2.0 * over * self.law.mass(stored[1]) - self.law.slope(stored[1]) * last;
            over * (grows + first * between) - 0.5 * first * last * by_end
        } else {
            let (stored, rate) = (self.at(&step.at.balance), self.rate(step));
            let slope = self.law.slope(stored);
            let by_place =
                slope * self.acceleration(step) - 0.5 * self.law.curvature(stored) * rate * rate;
            -step.scheme.balance * by_place - step.scheme.rate * slope * rate
        };
        self.fill(slope, filling);
    }

    fn add_carried_inertia(&self, step: &Step<'_>, blocks: &mut [Vector3<f64>]) {
        let force = self.law.mass(self.at(&step.at.balance)) * self.acceleration(step);
        step.vectors.add_force(self.paid_out, &(Vector3::x() * force), blocks);
    }

    fn fill_carried_inertia(&self, step: &Step<'_>, filling: &mut Filling<'_>) {
        if !step.scheme.discrete {
            let mass = self.law.mass(self.at(&step.at.balance));
            self.fill(mass * step.scheme.inertia, filling);
        }
    }

    fn add_kinetic(&self, motion: &Motion<'_>, sum: &mut f64) {
        let stored = self.stored(motion.vectors, motion.positions);
        let rate = motion.velocity(self.paid_out).x;
        *sum += 0.5 * self.law.mass(stored) * rate * rate;
    }
}
