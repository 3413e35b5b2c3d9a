//! Inertia and weight, and motions that are given.
//!
//! A rigid body is its 4x4 matrix of moments times the identity (`units.rs`): four blocks, each of
//! which resists the accelerations of all four. That matrix is constant, so blocks have no
//! gyroscopic terms.

use nalgebra::{Matrix3, Matrix4, Vector3};

use crate::constrained::elements::Element;
use crate::constrained::matrix::{Coupler, Filling, Wirer, Wires};
use crate::constrained::scheme::Scheme;
use crate::constrained::seen::Step;
use crate::constrained::sources::Motion;
use crate::constrained::units::cross_matrix;
use crate::constrained::vectors::{VectorId, Vectors};
use crate::mechanism::Base;

/// The consistent mass matrix of a straight link between two points, `m/6 [[2, 1], [1, 2]]`, or two
/// point masses.
/// Weight is not in it; it acts on the blocks as a constant force.
#[derive(Clone, Copy, Debug)]
pub(in crate::constrained) struct LinkMass {
    /// Both points.
    pub(in crate::constrained) ends: [VectorId; 2],
    /// `[[a, b], [b, a]]`, kg.
    pub(in crate::constrained) own: f64,
    /// See `own`.
    pub(in crate::constrained) shared: f64,
    /// Where the inertia of both goes in the matrix.
    pub(in crate::constrained) wires: Wires,
}

impl LinkMass {
    /// Of a mass, kg, on the nodes (`lumped`) or spread along the link.
    pub(in crate::constrained) fn of(ends: [VectorId; 2], mass: f64, lumped: bool) -> Self {
        let (own, shared) = if lumped { (0.5 * mass, 0.0) } else { (mass / 3.0, mass / 6.0) };
        Self { ends, own, shared, wires: Wires::default() }
    }
}

/// A prescribed body.
/// `unit` is its index among the units; the world is none of these.
#[derive(Clone, Debug)]
pub(in crate::constrained) struct KnownMotion {
    /// Of the body.
    pub(in crate::constrained) unit: usize,
    /// Where it is, by time.
    pub(in crate::constrained) base: Base,
}

impl Element for LinkMass {
    fn couple(&self, coupler: &mut Coupler<'_>) {
        coupler.stiffness(&self.ends);
    }

    fn wire(&mut self, wirer: &mut Wirer<'_>) {
        self.wires = wirer.stiffness(&self.ends);
    }

    #[inline]
    fn add_inertia(
        &self,
        vectors: &Vectors,
        accelerations: &[Vector3<f64>],
        blocks: &mut [Vector3<f64>],
    ) {
        let [a, b] = self.ends.map(|end| vectors.value(end, accelerations));
        vectors.add_force(self.ends[0], &(a * self.own + b * self.shared), blocks);
        vectors.add_force(self.ends[1], &(a * self.shared + b * self.own), blocks);
    }

    fn fill_inertia(&self, step: &Step<'_>, filling: &mut Filling<'_>) {
        let own = Matrix3::identity() * (step.scheme.inertia * self.own);
        let shared = Matrix3::identity() * (step.scheme.inertia * self.shared);
        filling.stiffness(&self.ends, self.wires, &[[own, shared], [shared, own]]);
    }

    fn weigh(&self, each: &mut dyn FnMut(VectorId, f64)) {
        self.ends.iter().for_each(|&end| each(end, self.own));
    }

    fn mass(&self) -> f64 {
        2.0 * (self.own + self.shared)
    }

    fn add_kinetic(&self, motion: &Motion<'_>, sum: &mut f64) {
        let [a, b] = self.ends.map(|end| motion.velocity(end));
        *sum += 0.5 * self.own * (a.norm_squared() + b.norm_squared()) + self.shared * a.dot(&b);
    }

    fn add_momentum(
        &self,
        motion: &Motion<'_>,
        linear: &mut Vector3<f64>,
        angular: &mut Vector3<f64>,
    ) {
        let [a, b] = self.ends.map(|end| motion.velocity(end));
        let [p, q] = self.ends.map(|end| motion.position(end));
        let (first, second) = (a * self.own + b * self.shared, a * self.shared + b * self.own);
        *linear += first + second;
        *angular += p.cross(&first) + q.cross(&second);
    }
}

/// Adds the inertia forces of a body whose blocks begin at `first`.
#[inline]
pub(in crate::constrained) fn add_body_inertia(
    inertia: &Matrix4<f64>,
    first: usize,
    accelerations: &[Vector3<f64>],
    blocks: &mut [Vector3<f64>],
) {
    for i in 0..4 {
        let mut sum = Vector3::zeros();
        for j in 0..4 {
            sum += accelerations[first + j] * inertia[(i, j)];
        }
        blocks[first + i] += sum;
    }
}

/// Adds a body's inertia to its six rows and columns, and what the turning of its directors in the
/// balance makes of the residual forces on them. Their accelerations change by `-inertia [d]×` when the body is
/// turned, or by the slopes where they do not follow the directors by themselves.
///
/// Both lists of blocks have four: origin and directors. Residuals are zero where only the mass
/// matrix is wanted.
pub(in crate::constrained) fn fill_body(
    inertia: &Matrix4<f64>,
    scheme: &Scheme,
    [balance, end]: [&[Vector3<f64>]; 2],
    residuals: &[Vector3<f64>],
    slopes: Option<[Matrix3<f64>; 3]>,
    corner: Wires,
    filling: &mut Filling<'_>,
) {
    let mu = scheme.inertia;
    let mut first_balance = Vector3::zeros();
    let (mut forces, mut moments) = (Matrix3::zeros(), Matrix3::zeros());
    // Sections of ropes have most of their moments zero.
    for i in 0..3 {
        let first_moment = inertia[(0, i + 1)];
        if first_moment != 0.0 {
            first_balance += balance[i + 1] * first_moment;
            match &slopes {
                None => forces -= cross_matrix(&end[i + 1]) * (first_moment * mu),
                Some(slopes) => forces += slopes[i] * first_moment,
            }
        }
        for j in 0..3 {
            let second_moment = inertia[(i + 1, j + 1)];
            if second_moment == 0.0 {
                continue;
            }
            match &slopes {
                None => {
                    let (a, b) = (&balance[i + 1], &end[j + 1]);
                    let about = Matrix3::identity() * a.dot(b) - b * a.transpose();
                    moments += about * (second_moment * mu);
                }
                Some(slopes) => {
                    moments += cross_matrix(&balance[i + 1]) * slopes[j] * second_moment;
                }
            }
        }
    }
    let mut geometric = Matrix3::zeros();
    for i in 1..4 {
        geometric +=
            end[i] * residuals[i].transpose() - Matrix3::identity() * end[i].dot(&residuals[i]);
    }
    filling.corner(corner, 0, 0, &(Matrix3::identity() * (mu * inertia[(0, 0)])));
    filling.corner(corner, 0, 3, &forces);
    filling.corner(corner, 3, 0, &(cross_matrix(&first_balance) * mu));
    filling.corner(corner, 3, 3, &(moments + geometric * scheme.balance));
}

/// J, for the `velocities` of all blocks, m/s and 1/s.
pub(in crate::constrained) fn body_kinetic(
    inertia: &Matrix4<f64>,
    first: usize,
    velocities: &[Vector3<f64>],
) -> f64 {
    let mut sum = 0.0;
    for i in 0..4 {
        for j in 0..4 {
            sum += 0.5 * inertia[(i, j)] * velocities[first + i].dot(&velocities[first + j]);
        }
    }
    sum
}
