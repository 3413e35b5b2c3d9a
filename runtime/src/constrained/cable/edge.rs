//! Rope that slides over an edge, from one spline to another, with friction by both tensions.
//!
//! The tensions are the multipliers of the stretch's moments at these ends: unknowns of a step, so that the matrix has
//! derivatives by them. At an instant, too, as they are found with the accelerations.
//!
//! Travel counts unstretched rope, so rope that is stretched by `ε` carries momentum by `ρv² (1 + ε)`, and what acts along the
//! travel is more than a force by the mean stretch `1 + (T₁ + T₂)/2EA`: then the jump of `T + T²/2EA - ½ρv²((1 + ε)² - 1)`,
//! which is what balances it, is one of `T - ρv² (1 + ε)` by Euler's and Eytelwein's ratio.

use nalgebra::Vector3;

use crate::constrained::data::StepPower;
use crate::constrained::elements::{Acted, Element};
use crate::constrained::matrix::{Coupler, Filling, Multiplier, Wirer, Wires};
use crate::constrained::seen::Step;
use crate::constrained::vectors::{VectorId, VectorValues, Vectors};
use crate::laws::{Capstan, Share};

/// Most moments of the stretch that a piece has.
const MOMENTS: usize = 3;

/// The end of a spline on an edge.
#[derive(Clone, Debug)]
pub(in crate::constrained) struct OnEdge {
    /// The slope there, times the sign with which it points along the travel.
    pub(in crate::constrained) slope: VectorId,
    /// 1 or -1.
    pub(in crate::constrained) sign: f64,
    /// Each moment with Legendre's polynomial at the end; the multiplier is minus that part of the tension.
    pub(in crate::constrained) pulls: Vec<Pull>,
}

/// One moment of the tension at the end of a spline that lies on an edge.
#[derive(Clone, Copy, Debug)]
pub(in crate::constrained) struct Pull {
    /// Of the piece's stretch.
    pub(in crate::constrained) multiplier: Multiplier,
    /// Legendre's polynomial of that moment at the end: 1 or -1.
    pub(in crate::constrained) polynomial: f64,
    /// The multiplier's place among all unknowns.
    pub(in crate::constrained) unknown: usize,
    /// Where the friction's derivative by the multiplier goes in the matrix.
    pub(in crate::constrained) wires: Wires,
}

/// Two splines of one rope with an edge between them: what has gone over is a coordinate of its own, which friction resists.
#[derive(Clone, Debug)]
pub(in crate::constrained) struct RopeOnEdge {
    /// Among all such.
    pub(in crate::constrained) index: usize,
    /// Of its sheave, among the graph's joints.
    pub(in crate::constrained) joint: usize,
    /// Its first component is the rope that has gone over, m.
    pub(in crate::constrained) travel: VectorId,
    /// Where it comes from, and where it goes.
    pub(in crate::constrained) sides: [OnEdge; 2],
    /// The coefficient of friction, and the speed (m/s) at which it is nearly whole.
    pub(in crate::constrained) capstan: Capstan,
    /// kg/m
    pub(in crate::constrained) density: f64,
    /// `1/EA`, 1/N; none where it does not stretch.
    pub(in crate::constrained) compliance: f64,
    /// Where the derivative by the travel's rate goes in the matrix.
    pub(in crate::constrained) wires: Wires,
}

impl Pull {
    /// Not yet wired.
    pub(in crate::constrained) fn new(multiplier: Multiplier, polynomial: f64) -> Self {
        Self { multiplier, polynomial, unknown: 0, wires: Wires::default() }
    }
}

/// In the balance.
struct Sliding {
    /// Of the rope over the edge, m/s; positive from the first side to the second.
    speed: f64,
    /// The friction over what presses, and its slope by the speed.
    share: Share,
    /// What presses, `T₁ + T₂ - ρv² (2 + ε₁ + ε₂)`, N.
    pressing: f64,
    /// How much longer the rope is than unstretched.
    stretch: f64,
    /// What `pressing` times `stretch` changes by with a tension.
    by_tension: f64,
    /// Nothing does where the rope has lifted off.
    presses: bool,
}

/// Of the whole friction: by so much it may be another at the end of a step than over it.
const TURNED: f64 = 0.25;

impl RopeOnEdge {
    /// Of the rope on the edge, rad.
    fn angle(&self, balance: &VectorValues) -> f64 {
        let [first, second] = self.sides.each_ref().map(|side| {
            let slope = balance.of(side.slope) * side.sign;
            slope.try_normalize(0.0).unwrap_or_default()
        });
        first.cross(&second).norm().atan2(first.dot(&second))
    }

    /// Whether the friction over a step, with these mean velocities of the blocks, is another than that by the velocities at
    /// its end.
    pub(in crate::constrained) fn turned(
        &self,
        (vectors, balance): (&Vectors, &VectorValues),
        [mean, end]: [&[Vector3<f64>]; 2],
    ) -> bool {
        let angle = self.angle(balance);
        let [over, after] = [mean, end].map(|velocities| {
            self.capstan.share(angle, vectors.value(self.travel, velocities).x).value
        });
        (over - after).abs() > TURNED * self.capstan.share(angle, f64::MAX).value
    }

    /// Speed, angle of contact and pressing force where the forces are in balance.
    fn sliding(&self, step: &Step<'_>) -> Sliding {
        let angle = self.angle(&step.at.balance);
        let speed = step.vectors.value(self.travel, step.velocities).x;
        let flux = 2.0 * self.density * speed * speed;
        let half = 0.5 * self.compliance;
        let share = self.capstan.share(angle, speed);
        // At an instant the tensions are yet to be found, and are added by the matrix; the rope is as long as before.
        if step.duration == 0.0 {
            let stretch = 1.0 + half * self.tensions(&step.start.multipliers).max(0.0);
            let pressing = self.tensions(step.multipliers) - flux * stretch;
            let presses = !step.lifted[self.index];
            return Sliding { speed, share, pressing, stretch, by_tension: stretch, presses };
        }
        let tensions = self.tensions(step.multipliers);
        let stretch = 1.0 + half * tensions;
        let pressing = tensions - flux * stretch;
        let by_tension = stretch * (1.0 - flux * half) + pressing * half;
        Sliding { speed, share, pressing, stretch, by_tension, presses: pressing > 0.0 }
    }

    /// Both together, N.
    fn tensions(&self, multipliers: &[f64]) -> f64 {
        let pulls = self.sides.iter().flat_map(|side| &side.pulls);
        pulls.map(|own| -multipliers[own.unknown] * own.polynomial).sum()
    }

    /// Whether it has lifted off with these velocities of the blocks and these multipliers.
    pub(in crate::constrained) fn lifts(
        &self,
        vectors: &Vectors,
        velocities: &[Vector3<f64>],
        multipliers: &[f64],
    ) -> bool {
        let speed = vectors.value(self.travel, velocities).x;
        let tensions = self.tensions(multipliers);
        let stretch = 1.0 + 0.5 * self.compliance * tensions;
        tensions < 2.0 * self.density * speed * speed * stretch
    }
}

impl Element for RopeOnEdge {
    fn couple(&self, coupler: &mut Coupler<'_>) {
        coupler.lengths(self.travel, self.travel);
        for side in &self.sides {
            for own in &side.pulls {
                coupler.multiplier_along(own.multiplier, self.travel);
            }
        }
    }

    fn wire(&mut self, wirer: &mut Wirer<'_>) {
        self.wires = wirer.lengths(self.travel, self.travel);
        for own in self.sides.iter_mut().flat_map(|side| &mut side.pulls) {
            own.unknown = wirer.unknown(own.multiplier);
            own.wires = wirer.multiplier_along(own.multiplier, self.travel);
        }
    }

    fn act(&self, step: &Step<'_>, acted: &mut Acted<'_>) -> StepPower {
        let Sliding { speed, share, pressing, stretch, presses, .. } = self.sliding(step);
        if !presses {
            return StepPower::default();
        }
        let resists = pressing * stretch * share.value;
        step.vectors.add_force(self.travel, &Vector3::new(-resists, 0.0, 0.0), acted.forces);
        StepPower { dissipated: resists * speed, work: 0.0 }
    }

    /// How the angle changes in a step is left out: friction is small against what changes it.
    fn slopes(&self, step: &Step<'_>, filling: &mut Filling<'_>) {
        let Sliding { speed, share, pressing, stretch, presses, .. } = self.sliding(step);
        if !presses {
            return;
        }
        let by_speed =
            stretch * (pressing * share.slope - 4.0 * self.density * speed * stretch * share.value);
        filling.lengths(self.travel, self.travel, self.wires, by_speed * step.scheme.rate);
    }

    fn fill_by_multipliers(&self, step: &Step<'_>, filling: &mut Filling<'_>) {
        let Sliding { share, by_tension, presses, .. } = self.sliding(step);
        if !presses {
            return;
        }
        for own in self.sides.iter().flat_map(|side| &side.pulls) {
            let force = own.polynomial * share.value * by_tension;
            filling.multiplier_along(self.travel, own.wires, force, 0.0);
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
