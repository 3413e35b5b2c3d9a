//! Rope that slides over an edge, from one spline to another, with friction by both tensions.
//!
//! The tensions are the multipliers of the stretch's moments at these ends: unknowns of a step, so that the matrix has
//! derivatives by them. At an instant, too, as they are found with the accelerations.

use nalgebra::Vector3;

use crate::constrained::data::StepPower;
use crate::constrained::elements::{Acted, Element};
use crate::constrained::matrix::{Coupler, Filling, Multiplier, Wirer, Wires};
use crate::constrained::seen::Step;
use crate::constrained::vectors::{VectorId, Vectors};
use crate::laws::{Capstan, Share};

/// Most moments of the stretch that a piece has.
const MOMENTS: usize = 3;

/// The end of a spline on an edge.
#[derive(Clone, Debug)]
pub(in crate::constrained) struct OnEdge {
    /// The slope there, times the sign with which it points along the travel.
    pub(in crate::constrained) slope: VectorId,
    pub(in crate::constrained) sign: f64,
    /// Each moment with Legendre's polynomial at the end; the multiplier is minus that part of the tension.
    pub(in crate::constrained) pulls: Vec<Pull>,
}

#[derive(Clone, Copy, Debug)]
pub(in crate::constrained) struct Pull {
    pub(in crate::constrained) multiplier: Multiplier,
    pub(in crate::constrained) polynomial: f64,
    pub(in crate::constrained) unknown: usize,
    pub(in crate::constrained) wires: Wires,
}

#[derive(Clone, Debug)]
pub(in crate::constrained) struct RopeOnEdge {
    /// Among all such.
    pub(in crate::constrained) index: usize,
    /// Its first component is the rope that has gone over, m.
    pub(in crate::constrained) travel: VectorId,
    /// Where it comes from, and where it goes.
    pub(in crate::constrained) sides: [OnEdge; 2],
    pub(in crate::constrained) capstan: Capstan,
    /// kg/m
    pub(in crate::constrained) density: f64,
    pub(in crate::constrained) wires: Wires,
}

impl Pull {
    pub(in crate::constrained) fn new(multiplier: Multiplier, polynomial: f64) -> Self {
        Self { multiplier, polynomial, unknown: 0, wires: Wires::default() }
    }
}

/// In the balance.
struct Sliding {
    speed: f64,
    share: Share,
    /// What presses, `T₁ + T₂ - 2ρv²`, N.
    pressing: f64,
    /// Nothing does where the rope has lifted off.
    presses: bool,
}

impl RopeOnEdge {
    fn sliding(&self, step: &Step<'_>) -> Sliding {
        let [first, second] = self.sides.each_ref().map(|side| {
            let slope = step.at.balance.of(side.slope) * side.sign;
            slope.try_normalize(0.0).unwrap_or_default()
        });
        let angle = first.cross(&second).norm().atan2(first.dot(&second));
        let speed = step.vectors.value(self.travel, step.velocities).x;
        let pressing = self.pressing(speed, step.multipliers);
        // At an instant the tensions are yet to be found, and are added by the matrix.
        let presses = if step.duration == 0.0 { !step.lifted[self.index] } else { pressing > 0.0 };
        Sliding { speed, share: self.capstan.share(angle, speed), pressing, presses }
    }

    fn pressing(&self, speed: f64, multipliers: &[f64]) -> f64 {
        let pulls = self.sides.iter().flat_map(|side| &side.pulls);
        let tensions: f64 = pulls.map(|own| -multipliers[own.unknown] * own.polynomial).sum();
        tensions - 2.0 * self.density * speed * speed
    }

    /// Whether it has lifted off with these velocities of the blocks and these multipliers.
    pub(in crate::constrained) fn lifts(
        &self,
        vectors: &Vectors,
        velocities: &[Vector3<f64>],
        multipliers: &[f64],
    ) -> bool {
        self.pressing(vectors.value(self.travel, velocities).x, multipliers) < 0.0
    }
}

impl Element for RopeOnEdge {
    fn couple(&self, coupler: &mut Coupler<'_>) {
        coupler.stiffness(&[self.travel]);
        for side in &self.sides {
            side.pulls.iter().for_each(|own| coupler.constraint(&[self.travel], own.multiplier));
        }
    }

    fn wire(&mut self, wirer: &mut Wirer<'_>) {
        self.wires = wirer.stiffness(&[self.travel]);
        for own in self.sides.iter_mut().flat_map(|side| &mut side.pulls) {
            own.unknown = wirer.unknown(own.multiplier);
            own.wires = wirer.constraint(&[self.travel], own.multiplier);
        }
    }

    fn act(&self, step: &Step<'_>, acted: &mut Acted<'_>) -> StepPower {
        let Sliding { speed, share, pressing, presses } = self.sliding(step);
        if !presses {
            return StepPower::default();
        }
        let resists = pressing * share.value;
        step.vectors.add_force(self.travel, &Vector3::new(-resists, 0.0, 0.0), acted.forces);
        StepPower { dissipated: resists * speed, work: 0.0 }
    }

    /// How the angle changes in a step is left out: friction is small against what changes it.
    fn slopes(&self, step: &Step<'_>, filling: &mut Filling<'_>) {
        let Sliding { speed, share, pressing, presses } = self.sliding(step);
        if !presses {
            return;
        }
        let by_speed = pressing * share.slope - 4.0 * self.density * speed * share.value;
        let along = Vector3::x();
        let slope = along * along.transpose() * (by_speed * step.scheme.rate);
        filling.stiffness(&[self.travel], self.wires, &[[slope]]);
    }

    fn fill_by_multipliers(&self, step: &Step<'_>, filling: &mut Filling<'_>) {
        let sliding = self.sliding(step);
        if !sliding.presses {
            return;
        }
        for own in self.sides.iter().flat_map(|side| &side.pulls) {
            let force = Vector3::x() * (own.polynomial * sliding.share.value);
            filling.constraint(&[self.travel], own.wires, &[force], &[Vector3::zeros()]);
        }
    }
}

impl OnEdge {
    /// Of a piece with these moments of the stretch, at its end or its start; the third one is that of a first piece.
    pub(in crate::constrained) fn new(
        (slope, sign): (VectorId, f64),
        at_end: bool,
        moments: [Option<Multiplier>; MOMENTS],
    ) -> Self {
        let second = if at_end { 1.0 } else { -1.0 };
        let polynomials = [1.0, second, 1.0];
        let pulls = moments.into_iter().zip(polynomials);
        let pulls = pulls.filter_map(|(own, polynomial)| Some(Pull::new(own?, polynomial)));
        Self { slope, sign, pulls: pulls.collect() }
    }
}
