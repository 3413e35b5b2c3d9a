//! What resists the turning of a spherical joint over a step, and its derivatives; the law is [`BallLaw`].
//!
//! The spring's energy `k φ²/2` is a function of the sum `t = Σ a_i · b_i = 1 + 2 cos φ` of products of
//! both frames' axes. A function of one quadratic invariant has the discrete gradient
//! `ΔU/Δt ∇t(mean)`, which keeps energy and angular momentum.

use nalgebra::{Matrix3, Vector3};

use crate::constrained::data::Configurations;
use crate::constrained::data::StepPower;
use crate::constrained::elements::{Acted, Element, Stored};
use crate::constrained::matrix::{Coupler, Filling, Wirer, Wires};
use crate::constrained::scheme::Scheme;
use crate::constrained::seen::Step;
use crate::constrained::units::cross_matrix;
use crate::constrained::vectors::{VectorId, VectorValues};
use crate::laws::{BallLaw, Sloped, by_trace};
use crate::mechanism::Energies;

/// A spherical joint that resists.
#[derive(Clone, Debug)]
pub(in crate::constrained) struct BallOn {
    /// The axes of the parent's frame, then those of the child's.
    pub(in crate::constrained) axes: [VectorId; 6],
    /// Spring, damper and friction by the angle between both frames.
    pub(in crate::constrained) law: BallLaw,
    /// Where derivatives by all axes go in the matrix.
    pub(in crate::constrained) stiffness: Wires,
}

/// Forces on the six axes over a step, and their derivatives.
/// In the order of [`BallOn::axes`]; N m, as axes have no unit.
#[derive(Clone, Debug)]
struct BallAction {
    /// Parent's axes first.
    forces: [Vector3<f64>; 6],
    /// Lost, W.
    dissipated: f64,
    /// The moment of damper and friction on the child, N m.
    moment: Vector3<f64>,
    /// ∂moment/∂(relative angular velocity)
    moment_slope: Matrix3<f64>,
    /// dU/dt, and its derivative by the end's `t`.
    slope: f64,
    /// See `slope`.
    curvature: f64,
}

/// Three where both frames coincide, minus one at half a turn.
fn trace(at: &VectorValues, axes: &[VectorId; 6]) -> f64 {
    (0..3).map(|i| at.of(axes[i]).dot(&at.of(axes[i + 3]))).sum()
}

/// From 0 to π.
fn angle(axes: &[Vector3<f64>; 6]) -> f64 {
    // The sine from the antisymmetric part is accurate where the cosine is flat.
    let sine: Vector3<f64> = (0..3).map(|i| axes[i].cross(&axes[i + 3])).sum();
    let trace: f64 = (0..3).map(|i| axes[i].dot(&axes[i + 3])).sum();
    (0.5 * sine.norm()).atan2(0.5 * (trace - 1.0))
}

impl BallOn {
    /// J, where the axes are these.
    fn stored(&self, axes: &[Vector3<f64>; 6]) -> f64 {
        let angle = angle(axes);
        self.law.energy(angle * angle)
    }

    /// The angular velocity of the child relative to the parent, world axes, from rates of the axes.
    fn spin(&self, at: &VectorValues, rates: &[Vector3<f64>; 6]) -> Vector3<f64> {
        let mut sum = Vector3::zeros();
        for i in 0..3 {
            sum += at.of(self.axes[i + 3]).cross(&rates[i + 3]) * 0.5;
            sum -= at.of(self.axes[i]).cross(&rates[i]) * 0.5;
        }
        sum
    }

    /// Of spring, damper and friction on the child at one instant, N m, world axes.
    pub(in crate::constrained) fn moment(
        &self,
        axes: &[Vector3<f64>; 6],
        rates: &[Vector3<f64>; 6],
    ) -> Vector3<f64> {
        let law = &self.law;
        let slope = by_trace(angle(axes)).value * law.stiffness;
        let (mut spring, mut spin) = (Vector3::zeros(), Vector3::zeros());
        for i in 0..3 {
            spring -= axes[i + 3].cross(&axes[i]) * slope;
            spin += (axes[i + 3].cross(&rates[i + 3]) - axes[i].cross(&rates[i])) * 0.5;
        }
        spring - law.resistance(&spin)
    }

    /// Of the axes, in the balance.
    fn rates(&self, step: &Step<'_>) -> [Vector3<f64>; 6] {
        self.axes.map(|axis| step.vectors.value(axis, step.velocities))
    }

    /// `rates` are those of the six axes in the balance, 1/s.
    fn action(
        &self,
        scheme: &Scheme,
        at: &Configurations,
        rates: &[Vector3<f64>; 6],
    ) -> BallAction {
        let stiffness = self.law.stiffness;
        let (mut slope, mut curvature) = (0.0, 0.0);
        if stiffness != 0.0 {
            let end = angle(&self.axes.map(|axis| at.end.of(axis)));
            Sloped { value: slope, slope: curvature } = by_trace(if scheme.balance == 1.0 {
                end
            } else {
                let traces = [trace(&at.start, &self.axes), trace(&at.end, &self.axes)];
                (0.25 * (traces[0] + traces[1]) - 0.5).clamp(-1.0, 1.0).acos()
            });
            curvature *= scheme.balance;
            if scheme.discrete {
                let start = angle(&self.axes.map(|axis| at.start.of(axis)));
                let change = trace(&at.end, &self.axes) - trace(&at.start, &self.axes);
                // φ₁² - φ₀² without cancellation of the squares.
                let difference = 0.5 * (end - start) * (end + start);
                if change.abs() > 1e-6 {
                    let end_slope = by_trace(end).value;
                    slope = difference / change;
                    curvature = (end_slope - slope) / change;
                }
            }
        }
        let spin = self.spin(&at.balance, rates);
        let moment = -self.law.resistance(&spin);
        let moment_slope = -self.law.resistance_slope(&spin);
        let mut forces = [Vector3::zeros(); 6];
        for i in 0..3 {
            let (a, b) = (at.balance.of(self.axes[i]), at.balance.of(self.axes[i + 3]));
            forces[i] = b * (-stiffness * slope) - moment.cross(&a) * 0.5;
            forces[i + 3] = a * (-stiffness * slope) + moment.cross(&b) * 0.5;
        }
        BallAction {
            forces,
            dissipated: -moment.dot(&spin),
            moment,
            moment_slope,
            slope: stiffness * slope,
            curvature: stiffness * curvature,
        }
    }
}

impl Element for BallOn {
    fn couple(&self, coupler: &mut Coupler<'_>) {
        coupler.stiffness(&self.axes);
    }

    fn wire(&mut self, wirer: &mut Wirer<'_>) {
        self.stiffness = wirer.stiffness(&self.axes);
    }

    fn act(&self, step: &Step<'_>, acted: &mut Acted<'_>) -> StepPower {
        let action = self.action(step.scheme, step.at, &self.rates(step));
        for (&id, force) in self.axes.iter().zip(&action.forces) {
            step.vectors.add_force(id, force, acted.forces);
        }
        StepPower { dissipated: action.dissipated, work: 0.0 }
    }

    fn slopes(&self, step: &Step<'_>, filling: &mut Filling<'_>) {
        let Step { scheme, at, .. } = step;
        let rates = self.rates(step);
        let action = self.action(scheme, at, &rates);
        let mut stiffness = [[Matrix3::zeros(); 6]; 6];
        // The spring: f_a = -U' b, so -∂f_a/∂b = U' share + curvature b (∂t/∂·)'.
        for (i, row) in stiffness.iter_mut().enumerate() {
            let partner = (i + 3) % 6;
            row[partner] += Matrix3::identity() * (action.slope * scheme.balance);
            let other = at.balance.of(self.axes[partner]);
            for (j, entry) in row.iter_mut().enumerate() {
                let end = at.end.of(self.axes[(j + 3) % 6]);
                *entry += other * end.transpose() * action.curvature;
            }
        }
        // Damper and friction: f_i = ±(1/2) τ × e_i with τ = τ(ω), ω = ±Σ (1/2) e_j × ė_j.
        let sign = |i: usize| if i < 3 { -0.5 } else { 0.5 };
        for (i, row) in stiffness.iter_mut().enumerate() {
            let arm = cross_matrix(&at.balance.of(self.axes[i])) * sign(i);
            row[i] -= cross_matrix(&action.moment) * (sign(i) * scheme.balance);
            for (j, entry) in row.iter_mut().enumerate() {
                let spin_slope = (cross_matrix(&at.balance.of(self.axes[j])) * scheme.rate
                    - cross_matrix(&rates[j]) * scheme.balance)
                    * sign(j);
                *entry += arm * action.moment_slope * spin_slope;
            }
        }
        filling.stiffness(&self.axes, self.stiffness, &stiffness);
    }

    fn add_stored(&self, stored: &Stored<'_>, energies: &mut Energies) {
        energies.elastic += self.stored(&self.axes.map(|axis| stored.motion.position(axis)));
    }
}
