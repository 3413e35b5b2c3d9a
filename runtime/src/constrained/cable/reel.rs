//! Where rope leaves the model, or comes into it: a winch.
//!
//! The rope beyond the end belongs to nobody: it has no weight and no inertia there, but what is hauled in takes its
//! momentum and its energies along, and what is paid out brings them. In Lagrange's equations that is a mass that is
//! gathered at the winch, with the velocity of the end `v` and the rate of the length `L` that is paid out there, and is
//! none in the mean over a step:
//!
//! ```text
//! on the end            ρ L̇ v
//! on that length        ½ ρ (L̇² - v·v) - ρ γ·r
//! ```
//!
//! with the acceleration of gravity `γ`. On a drum the rope turns, with an inertia that it has itself ([`super::drum`]);
//! then there is no `L̇²`. What the winch has to hold then is the tension: of rope that goes round a
//! drum without mass neither the flux of momentum is felt, nor the rope's weight.

use nalgebra::Vector3;

use crate::constrained::data::StepPower;
use crate::constrained::elements::{Acted, Element};
use crate::constrained::matrix::{Coupler, Filling, Wirer, Wires};
use crate::constrained::seen::Step;
use crate::constrained::vectors::VectorId;

/// The winch's end of a spline.
#[derive(Clone, Debug)]
pub(in crate::constrained) struct Reel {
    /// The end of the rope.
    pub(in crate::constrained) end: VectorId,
    /// Its first component grows by what is paid out there, m.
    pub(in crate::constrained) paid_out: VectorId,
    /// Whether what is not paid out is on a drum.
    pub(in crate::constrained) on_drum: bool,
    /// kg/m
    pub(in crate::constrained) density: f64,
    /// m/s²
    pub(in crate::constrained) gravity: Vector3<f64>,
    /// Where the derivatives go.
    pub(in crate::constrained) wires: ReelWires,
}

/// Of the forces on the end and on the rope.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::constrained) struct ReelWires {
    /// Of the end by the end.
    end: Wires,
    /// Of the end by the rope, and of the rope by the end.
    along: Wires,
    /// Of the rope by the rope.
    rope: Wires,
}

/// In a step, or at an instant.
struct Flux {
    /// Of the end, in the balance, m/s; and of the free length.
    velocity: Vector3<f64>,
    /// Of the free length, m/s; positive where rope is paid out.
    rate: f64,
    /// The velocity at the start of the step and the rate at its end.
    first: Vector3<f64>,
    /// See `first`.
    last: f64,
    /// Products of what both ends of the step have, and means of their squares; the same at an instant.
    products: Squares,
    /// See `products`.
    squares: Squares,
}

/// Of the end's velocity and of the rate, m²/s².
#[derive(Clone, Copy)]
struct Squares {
    /// Of the end.
    velocity: f64,
    /// Of the free length.
    rate: f64,
}

impl Reel {
    /// What comes through the end over the step, or at an instant for schemes without discrete gradients.
    fn flux(&self, step: &Step<'_>) -> Flux {
        let velocity = step.vectors.value(self.end, step.velocities);
        let rate = step.vectors.value(self.paid_out, step.velocities).x;
        let mean = Squares { velocity: velocity.norm_squared(), rate: rate * rate };
        if !step.scheme.discrete {
            let (first, last) = (velocity, rate);
            return Flux { velocity, rate, first, last, products: mean, squares: mean };
        }
        // `x₀ x₁ = x̄² - (Δx/2)²`, and the mean of both squares is `x̄² + (Δx/2)²`.
        let half = 0.5 * step.duration;
        let change = step.vectors.value(self.end, step.accelerations) * half;
        let second = step.vectors.value(self.paid_out, step.accelerations).x * half;
        let (first, last) = (velocity - change, rate + second);
        let (change, second) = (change.norm_squared(), second * second);
        Flux {
            velocity,
            rate,
            first,
            last,
            products: Squares { velocity: mean.velocity - change, rate: mean.rate - second },
            squares: Squares { velocity: mean.velocity + change, rate: mean.rate + second },
        }
    }
}

impl Element for Reel {
    fn couple(&self, coupler: &mut Coupler<'_>) {
        coupler.stiffness(&[self.end]);
        coupler.along(&[self.end], self.paid_out);
        coupler.lengths(self.paid_out, self.paid_out);
    }

    fn wire(&mut self, wirer: &mut Wirer<'_>) {
        self.wires = ReelWires {
            end: wirer.rectangle(&[self.end], &[self.end]),
            along: wirer.along(&[self.end], self.paid_out),
            rope: wirer.lengths(self.paid_out, self.paid_out),
        };
    }

    fn act(&self, step: &Step<'_>, acted: &mut Acted<'_>) -> StepPower {
        let Flux { velocity, rate, products, squares, .. } = self.flux(step);
        let place = step.at.balance.of(self.end);
        let on_end = velocity * (self.density * rate);
        step.vectors.add_force(self.end, &on_end, acted.forces);
        // Over a step: the mass that is gathered grows by the change of the length, and is none in the mean.
        let weight = self.gravity.dot(&place);
        let mut on_length = -0.5 * products.velocity - weight;
        let mut brought = 0.5 * squares.velocity - weight;
        if !self.on_drum {
            on_length += rate * rate - 0.5 * products.rate;
            brought += 0.5 * squares.rate;
        }
        let on_length = Vector3::x() * (self.density * on_length);
        step.vectors.add_force(self.paid_out, &on_length, acted.forces);
        StepPower { dissipated: 0.0, work: self.density * rate * brought }
    }

    fn slopes(&self, step: &Step<'_>, filling: &mut Filling<'_>) {
        let Flux { velocity, rate, first, last, .. } = self.flux(step);
        let (by_rate, share) = (self.density * step.scheme.rate, step.scheme.balance);
        let Self { end, paid_out, wires, .. } = *self;
        let of_end = -nalgebra::Matrix3::identity() * (by_rate * rate);
        filling.rectangle(end, end, wires.end, &of_end);
        let of_rope = first * by_rate + self.gravity * (self.density * share);
        filling.along(&[end], paid_out, wires.along, &[-velocity * by_rate], &[of_rope]);
        if !self.on_drum {
            filling.lengths(paid_out, paid_out, wires.rope, -by_rate * last);
        }
    }
}
