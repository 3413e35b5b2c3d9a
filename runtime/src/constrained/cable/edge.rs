//! Rope that slides over an edge, from one spline to another, with friction by both tensions.
//!
//! The tensions are the multipliers of the stretch's moments at these ends: unknowns of a step, so that the matrix has
//! derivatives by them. At an instant, too, as they are found with the accelerations.
//!
//! Travel counts unstretched rope, so rope that is stretched by `ε` carries momentum by `ρv² (1 + ε)`, and what acts along the
//! travel is more than a force by the mean stretch over the tensions between both, `1 + (ε₁ + ε₂)/2` where these are on a line:
//! then the jump of `T (1 + ε) - W(ε) - ½ρv²((1 + ε)² - 1)`, which is what balances it, is one of `T - ρv² (1 + ε)` by Euler's
//! and Eytelwein's ratio.

use nalgebra::Vector3;

use super::spline::SplinePiece;
use crate::constrained::data::StepPower;
use crate::constrained::elements::{Acted, Element};
use crate::constrained::matrix::{Coupler, Filling, Multiplier, Wirer, Wires};
use crate::constrained::seen::Step;
use crate::constrained::sources::Motion;
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
    /// The outermost one, by which the rope is stretched here.
    piece: SplinePiece,
    /// Legendre's polynomial of the first degree at the end: 1 or -1.
    tilt: f64,
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
    stretched: Stretched,
    /// What `pressing` times the stretch changes by with a tension.
    by_tension: f64,
    /// Nothing does where the rope has lifted off.
    presses: bool,
}

/// How much longer the rope is than unstretched.
#[derive(Clone, Copy)]
struct Stretched {
    /// Half of what it is on both sides.
    ends: f64,
    /// The mean over all tensions between.
    between: f64,
    /// What a side is stretched by a tension, 1/N; about, as only a matrix has it.
    compliance: f64,
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

    /// The speed at which friction holds a pull along the travel (N) where the rope is so and stands still, with these multipliers, m/s; `None`
    /// where that takes more than a share of it.
    pub(in crate::constrained) fn held(
        &self,
        (at, multipliers): (&VectorValues, &[f64]),
        pull: f64,
        most: f64,
    ) -> Option<f64> {
        let Stretched { between, .. } = self.stretched(self.strains(|id| at.of(id)));
        let value = pull / (self.tensions(multipliers) * between);
        self.capstan.speed_at(self.angle(at), value).filter(|_| {
            let whole = self.capstan.share(self.angle(at), f64::MAX).value;
            value.abs() < most * whole
        })
    }

    /// Speed, angle of contact and pressing force where the forces are in balance.
    fn sliding(&self, step: &Step<'_>) -> Sliding {
        let angle = self.angle(&step.at.balance);
        let speed = step.vectors.value(self.travel, step.velocities).x;
        let flux = 2.0 * self.density * speed * speed;
        let share = self.capstan.share(angle, speed);
        let tensions = self.tensions(step.multipliers);
        let at = |values: &VectorValues| self.strains(|id| values.of(id));
        let stretched = self.stretched(if step.scheme.discrete {
            let (first, last) = (at(&step.at.start), at(&step.at.end));
            [0, 1].map(|side| 0.5 * (first[side] + last[side]))
        } else {
            at(&step.at.balance)
        });
        let Stretched { ends, between, compliance } = stretched;
        let pressing = tensions - flux * ends;
        // At an instant the tensions are yet to be found, and are added by the matrix; the rope is as long as it is.
        if step.duration == 0.0 {
            let presses = !step.lifted[self.index];
            return Sliding { speed, share, pressing, stretched, by_tension: between, presses };
        }
        let half = 0.5 * compliance;
        let by_tension = between * (1.0 - flux * half) + pressing * half;
        Sliding { speed, share, pressing, stretched, by_tension, presses: pressing > 0.0 }
    }

    /// Of the rope on both sides.
    fn strains(&self, of: impl Fn(VectorId) -> Vector3<f64>) -> [f64; 2] {
        self.sides.each_ref().map(|own| own.strain(&of))
    }

    /// Where it has these strains.
    fn stretched(&self, strains: [f64; 2]) -> Stretched {
        let ends = 1.0 + 0.5 * (strains[0] + strains[1]);
        let [first, second] = &self.sides;
        let (Some(first), Some(second)) = (&first.piece.axial, &second.piece.axial) else {
            return Stretched { ends, between: ends, compliance: 0.0 };
        };
        let each = [(first, strains[0]), (second, strains[1])];
        let each = each.map(|(own, strain)| 0.5 / own.slope_with_branches(strain));
        let between = ends + first.bows_by(strains);
        Stretched { ends, between, compliance: each.iter().sum() }
    }

    /// Both together, N.
    fn tensions(&self, multipliers: &[f64]) -> f64 {
        let pulls = self.sides.iter().flat_map(|side| &side.pulls);
        pulls.map(|own| -multipliers[own.unknown] * own.polynomial).sum()
    }

    /// Whether it has lifted off where rope moves like this, with these multipliers.
    pub(in crate::constrained) fn lifts(&self, motion: &Motion<'_>, multipliers: &[f64]) -> bool {
        let speed = motion.velocity(self.travel).x;
        let Stretched { ends, .. } = self.stretched(self.strains(|id| motion.position(id)));
        self.tensions(multipliers) < 2.0 * self.density * speed * speed * ends
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
        let Sliding { speed, share, pressing, stretched, presses, .. } = self.sliding(step);
        if !presses {
            return StepPower::default();
        }
        let resists = pressing * stretched.between * share.value;
        step.vectors.add_force(self.travel, &Vector3::new(-resists, 0.0, 0.0), acted.forces);
        StepPower { dissipated: resists * speed, work: 0.0 }
    }

    /// How the angle changes in a step is left out: friction is small against what changes it.
    fn slopes(&self, step: &Step<'_>, filling: &mut Filling<'_>) {
        let Sliding { speed, share, pressing, stretched, presses, .. } = self.sliding(step);
        if !presses {
            return;
        }
        let flux_by_speed = 4.0 * self.density * speed * stretched.ends;
        let by_speed = stretched.between * (pressing * share.slope - flux_by_speed * share.value);
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
        (piece, at_end): (&SplinePiece, bool),
        moments: [Option<Multiplier>; MOMENTS],
    ) -> Self {
        let tilt = if at_end { 1.0 } else { -1.0 };
        let polynomials = [1.0, tilt, 1.0];
        let pulls = moments.into_iter().zip(polynomials);
        let pulls = pulls.filter_map(|(own, polynomial)| Some(Pull::new(own?, polynomial)));
        Self { slope, sign, piece: piece.clone(), tilt, pulls: pulls.collect() }
    }

    /// Of the rope on the edge; none where it does not stretch.
    fn strain(&self, of: impl Fn(VectorId) -> Vector3<f64>) -> f64 {
        if self.piece.axial.is_none() {
            return 0.0;
        }
        let [mean, tilt] = self.piece.strains(of);
        mean + self.tilt * tilt
    }
}
