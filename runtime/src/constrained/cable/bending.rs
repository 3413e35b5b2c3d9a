//! Bending of cables and its damping; the law is [`JointBending`].
//!
//! The energy of the angle between neighbouring links is a function of the cosine `C = c / (r₁ r₂)` with
//! `c = e₁·e₂` of the vectors `e` along the links and their lengths `r`. The change of the energy is `G ΔC`, where
//! [`JointBending::secant`] has `G`; and `ΔC` is by products' rules, exactly, linear in the changes
//! of `e₁` and `e₂`, with means over the step in place of values. So the forces `-G ∇̄C` keep energy
//! and angular momentum, stretching segments included.

use nalgebra::{Matrix3, Vector3};

use crate::constrained::data::Configurations;
use crate::constrained::data::StepPower;
use crate::constrained::elements::{Acted, Element, Stored};
use crate::constrained::matrix::{Coupler, Filling, Wirer, Wires};
use crate::constrained::scheme::Scheme;
use crate::constrained::seen::Step;
use crate::constrained::units::cross_matrix;
use crate::constrained::vectors::{VectorId, Vectors};
use crate::laws::Sloped;
use crate::laws::bending::{Bending, JointBending, angle};
use crate::mechanism::Energies;

/// Where two pieces of a cable meet, or a piece and a clamp: what elements are made from that bend it there.
pub(in crate::constrained) struct Joint<'a> {
    /// Along what stands before and behind, from the cable's start to its end.
    pub(in crate::constrained) lines: [VectorId; 2],
    /// Of these, m; nothing of a clamp.
    pub(in crate::constrained) lengths: [f64; 2],
    /// Of the whole cable.
    pub(in crate::constrained) bending: &'a Bending,
    /// The direction and the side of a clamp that has a side: two axes across each other.
    pub(in crate::constrained) axes: Option<[VectorId; 2]>,
}

/// The joint between two neighbouring pieces.
/// Both lines point from the cable's start to its end.
#[derive(Clone, Copy, Debug)]
pub(in crate::constrained) struct BentJoint {
    /// Along the pieces.
    pub(in crate::constrained) lines: [VectorId; 2],
    /// Stiffness (N m) and damping (N m s).
    pub(in crate::constrained) law: JointBending,
    /// Where the derivatives by both lines go in the matrix.
    pub(in crate::constrained) wires: Wires,
}

/// Two lines in one configuration.
/// Lines in m; the cosine has no unit.
#[derive(Clone, Copy, Debug)]
struct Pair {
    /// From the cable's start to its end, m.
    lines: [Vector3<f64>; 2],
    /// One over their lengths.
    over: [f64; 2],
    /// `e₁·e₂`, m².
    product: f64,
}

impl Pair {
    /// Of two lines that are not zero.
    fn new(lines: [Vector3<f64>; 2]) -> Self {
        Self { lines, over: lines.map(|line| 1.0 / line.norm()), product: lines[0].dot(&lines[1]) }
    }

    /// Between them, rad; from 0 to pi.
    fn angle(&self) -> f64 {
        angle(&self.lines[0], &self.lines[1])
    }

    /// Of the cosine by both lines, 1/m, without a difference of what is nearly parallel.
    fn cosine_gradient(&self) -> [Vector3<f64>; 2] {
        let [first, second] = self.lines;
        let across = first.cross(&second);
        let over = self.over[0] * self.over[1];
        [
            across.cross(&first) * (over * self.over[0] * self.over[0]),
            second.cross(&across) * (over * self.over[1] * self.over[1]),
        ]
    }

    /// Of that angle.
    fn cosine(&self) -> f64 {
        self.product * self.over[0] * self.over[1]
    }
}

/// What the damping needs of the balance.
struct Turning {
    /// `e / r²`
    arms: [Vector3<f64>; 2],
    /// The unit vector about which the first line turns to the second; zero where they are parallel.
    normal: Vector3<f64>,
    /// The second angular velocity less the first, as far as they are across the pieces.
    turning: Vector3<f64>,
    /// The first piece gets this, the second the opposite.
    moment: Vector3<f64>,
    /// W
    lost: f64,
}

impl BentJoint {
    /// There is one wherever pieces meet.
    pub(in crate::constrained) fn of(joint: &Joint<'_>) -> Self {
        let Joint { lines, lengths, bending, axes: _ } = *joint;
        Self { lines, law: bending.between(lengths), wires: Wires::default() }
    }

    /// Of bending, J, where the lines are these (m).
    pub(in crate::constrained) fn energy(&self, lines: [Vector3<f64>; 2]) -> f64 {
        self.law.energy(angle(&lines[0], &lines[1]))
    }

    /// The pairs between which the energy changes; where there is no step, the balance twice.
    /// Of both ends of the step where forces are discrete gradients.
    fn pairs(&self, scheme: &Scheme, at: &Configurations) -> [Pair; 2] {
        let pair = |values: &crate::constrained::vectors::VectorValues| {
            Pair::new(self.lines.map(|line| values.of(line)))
        };
        if scheme.discrete {
            [pair(&at.start), pair(&at.end)]
        } else {
            let balance = pair(&at.balance);
            [balance, balance]
        }
    }

    /// Adds the forces to the blocks; gives the power that is lost, W.
    pub(in crate::constrained) fn add_force(
        &self,
        vectors: &Vectors,
        scheme: &Scheme,
        at: &Configurations,
        velocities: &[Vector3<f64>],
        blocks: &mut [Vector3<f64>],
    ) -> f64 {
        let mut forces = [Vector3::zeros(); 2];
        if self.law.stiffness != 0.0 {
            let [start, end] = self.pairs(scheme, at);
            let gradient = self.law.secant(start.angle(), end.angle()).value;
            let directions = if scheme.discrete {
                CosineGradient::new(&start, &end).directions(self.means(at))
            } else {
                end.cosine_gradient()
            };
            forces = directions.map(|direction| direction * -gradient);
        }
        let mut lost = 0.0;
        if self.law.damping != 0.0 {
            let rates = self.lines.map(|line| vectors.value(line, velocities));
            let found = self.turning(at, &rates);
            forces[0] += found.moment.cross(&found.arms[0]);
            forces[1] -= found.moment.cross(&found.arms[1]);
            lost = found.lost;
        }
        for (line, force) in self.lines.iter().zip(&forces) {
            vectors.add_force(*line, force, blocks);
        }
        lost
    }

    /// Of both lines in the balance, m.
    fn means(&self, at: &Configurations) -> [Vector3<f64>; 2] {
        self.lines.map(|line| at.balance.of(line))
    }

    /// Across the pieces only: a link does not spin about itself.
    fn turning(&self, at: &Configurations, rates: &[Vector3<f64>; 2]) -> Turning {
        let lines = self.means(at);
        let directions = lines.map(|line| line.normalize());
        let arms = lines.map(|line| line / line.norm_squared());
        let normal = directions[0].cross(&directions[1]);
        let turning = arms[1].cross(&rates[1]) - arms[0].cross(&rates[0]);
        let (moment, lost) = self.law.damped(&normal, &turning);
        Turning { arms, normal, turning, moment, lost }
    }

    /// Adds the derivatives of the forces by both lines at the end of the step to the matrix.
    pub(in crate::constrained) fn fill(
        &self,
        scheme: &Scheme,
        at: &Configurations,
        velocities: &[Vector3<f64>],
        filling: &mut Filling<'_>,
    ) {
        let mut all = [[Matrix3::zeros(); 2]; 2];
        if self.law.stiffness != 0.0 {
            self.add_stiffness(scheme, at, &mut all);
        }
        if self.law.damping != 0.0 {
            let rates = self.lines.map(|line| filling.vectors.value(line, velocities));
            self.add_damping(scheme, at, &rates, &mut all);
        }
        filling.stiffness(&self.lines, self.wires, &all);
    }

    /// Into minus the derivatives of the forces on both lines by both lines at the end, N/m.
    fn add_stiffness(
        &self,
        scheme: &Scheme,
        at: &Configurations,
        all: &mut [[Matrix3<f64>; 2]; 2],
    ) {
        let [start, end] = self.pairs(scheme, at);
        // Everything is symmetric in start and end, so where both are the balance each counts.
        let share = if scheme.discrete { 1.0 } else { 2.0 * scheme.balance };
        let Sloped { value: gradient, slope: curvature } =
            self.law.secant(start.angle(), end.angle());
        let found = CosineGradient::new(&start, &end);
        let means = self.means(at);
        let directions = found.directions(means);
        let units = [0, 1].map(|k| end.lines[k] * end.over[k]);
        let cosine = end.cosine();
        for l in 0..2 {
            let other = 1 - l;
            // ∂C/∂e at the end.
            let by_end = (units[other] - units[l] * cosine) * end.over[l];
            let slopes = found.slopes(l, &start, &end);
            for k in 0..2 {
                // f_k = -G (p̄ e_other - A_k e_k)
                let coefficients =
                    means[1 - k] * slopes.both.transpose() - means[k] * slopes.own[k].transpose();
                all[k][l] += (directions[k] * by_end.transpose() * curvature
                    + coefficients * gradient)
                    * share;
            }
            all[l][l] -= Matrix3::identity() * (gradient * found.own[l] * scheme.balance);
            all[l][other] += Matrix3::identity() * (gradient * found.both * scheme.balance);
        }
    }

    /// The same of the damping moment, which depends on positions and rates.
    fn add_damping(
        &self,
        scheme: &Scheme,
        at: &Configurations,
        rates: &[Vector3<f64>; 2],
        all: &mut [[Matrix3<f64>; 2]; 2],
    ) {
        let Turning { arms, normal, turning, moment, lost: _ } = self.turning(at, rates);
        let lines = self.means(at);
        let [by_normal, by_turning] = self.law.damped_slopes(&normal, &turning);
        let identity = Matrix3::identity();
        let units = lines.map(|line| line.normalize());
        let sign = [-1.0, 1.0];
        for l in 0..2 {
            let (arm, unit) = (arms[l], units[l]);
            let over = 1.0 / lines[l].norm();
            let across = (identity - unit * unit.transpose()) * over;
            let arm_slope = (identity - unit * unit.transpose() * 2.0) * (over * over);
            // n = u₁ × u₂, T = a₂ × ė₂ - a₁ × ė₁
            let normal_slope = cross_matrix(&units[1 - l]) * across * -sign[1 - l];
            let turning_slope = (cross_matrix(&arm) * scheme.rate
                - cross_matrix(&rates[l]) * arm_slope * scheme.balance)
                * sign[l];
            let moment_slope =
                by_normal * normal_slope * scheme.balance + by_turning * turning_slope;
            for k in 0..2 {
                // f₁ = m × a₁, f₂ = -m × a₂
                all[k][l] -= cross_matrix(&arms[k]) * moment_slope * sign[k];
            }
            all[l][l] += cross_matrix(&moment) * arm_slope * (scheme.balance * sign[l]);
        }
    }
}

impl Element for BentJoint {
    fn couple(&self, coupler: &mut Coupler<'_>) {
        coupler.stiffness(&self.lines);
    }

    fn wire(&mut self, wirer: &mut Wirer<'_>) {
        self.wires = wirer.stiffness(&self.lines);
    }

    #[inline(always)]
    fn act(&self, step: &Step<'_>, acted: &mut Acted<'_>) -> StepPower {
        let dissipated =
            self.add_force(step.vectors, step.scheme, step.at, step.velocities, acted.forces);
        StepPower { dissipated, work: 0.0 }
    }

    #[inline(always)]
    fn slopes(&self, step: &Step<'_>, filling: &mut Filling<'_>) {
        self.fill(step.scheme, step.at, step.velocities, filling);
    }

    fn add_stored(&self, stored: &Stored<'_>, energies: &mut Energies) {
        energies.elastic += self.energy(self.lines.map(|line| stored.motion.position(line)));
    }
}

/// `ΔC = p̄ Δc - c̄ t̄ κ₁ Δ(r₁²) - c̄ s̄ κ₂ Δ(r₂²)` with `s = 1/r₁`, `t = 1/r₂`, `p = s t` and
/// `κ = 1/(r₀ r (r₀ + r))`: the factors of the other and of the own mean vector.
struct CosineGradient {
    /// `p̄`, of the other line's mean, 1/m².
    both: f64,
    /// Of a line's own mean, 1/m².
    own: [f64; 2],
    /// `κ` of each line, 1/m³.
    kappa: [f64; 2],
    /// `s̄` and `t̄`, 1/m.
    mean_over: [f64; 2],
    /// `c̄`, m².
    mean_product: f64,
}

/// Derivatives of [`CosineGradient`]'s factors by one line at the end.
struct CosineSlopes {
    /// Of `p̄`.
    both: Vector3<f64>,
    /// Of the factor of each line's own mean.
    own: [Vector3<f64>; 2],
}

impl CosineGradient {
    /// Between the lines at the start and at the end of the step.
    fn new(start: &Pair, end: &Pair) -> Self {
        let both = 0.5 * (start.over[0] * start.over[1] + end.over[0] * end.over[1]);
        let mean_product = 0.5 * (start.product + end.product);
        let mean_over = [0, 1].map(|k| 0.5 * (start.over[k] + end.over[k]));
        let kappa = [0, 1].map(|k| {
            let (s, t) = (start.over[k], end.over[k]);
            s * s * t * t / (s + t)
        });
        let own = [0, 1].map(|k| 2.0 * mean_product * mean_over[1 - k] * kappa[k]);
        Self { both, own, kappa, mean_over, mean_product }
    }

    /// The gradient of the cosine by each line, 1/m, from the means of both lines over the step.
    fn directions(&self, means: [Vector3<f64>; 2]) -> [Vector3<f64>; 2] {
        [0, 1].map(|k| means[1 - k] * self.both - means[k] * self.own[k])
    }

    /// Derivatives of the factors by the one line (0 or 1) at the end of the step.
    fn slopes(&self, line: usize, start: &Pair, end: &Pair) -> CosineSlopes {
        let other = 1 - line;
        let t = end.over[line];
        let s = start.over[line];
        // ∂(1/r)/∂e, ∂c/∂e
        let over_slope = end.lines[line] * -(t * t * t);
        let product_slope = end.lines[other];
        let both = over_slope * (0.5 * end.over[other]);
        let kappa_slope = over_slope * (s * s * t * (2.0 * s + t) / ((s + t) * (s + t)));
        let mut own = [0, 1].map(|k| product_slope * (self.mean_over[1 - k] * self.kappa[k]));
        own[line] += kappa_slope * (2.0 * self.mean_product * self.mean_over[other]);
        own[other] += over_slope * (self.mean_product * self.kappa[other]);
        CosineSlopes { both, own }
    }
}
