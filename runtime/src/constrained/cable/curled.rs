//! What a curved relaxed shape adds to the joints of a cable; the law is in [`crate::laws::bending`].
//!
//! With the axes `d₁`, `d₂` of the plane, which are fixed in a clamp, `(u₁ × u₂)·b` is a polynomial of products of
//! two vectors each,
//!
//! ```text
//! D = (p₁₁ p₂₂ - p₁₂ p₂₁) / (l₁ l₂),   pᵢⱼ = eᵢ·dⱼ
//! ```
//!
//! so its change over a step is by products' rules, exactly, linear in the changes of the four vectors, with means over
//! the step in place of values; and as each product takes and gives along the two vectors of it, the forces keep
//! angular momentum too. Pieces keep their lengths `l` (a clamp counts as 1). The force on a piece has no part along
//! it: that would be a part of the tension.

use nalgebra::{Matrix3, Vector3};

use crate::constrained::cable::bending::Joint;
use crate::constrained::data::{Configurations, StepPower};
use crate::constrained::elements::{Acted, Element, Stored};
use crate::constrained::matrix::{Coupler, Filling, Wirer, Wires};
use crate::constrained::scheme::Scheme;
use crate::constrained::seen::Step;
use crate::constrained::vectors::{VectorId, Vectors};
use crate::laws::bending::JointBending;
use crate::mechanism::Energies;

/// A joint of a cable that is curved where it is relaxed.
/// Lines point from the cable's start to its end.
#[derive(Clone, Copy, Debug)]
pub(in crate::constrained) struct CurledJoint {
    /// Along the pieces, or a clamp.
    pub(in crate::constrained) lines: [VectorId; 2],
    /// `d₁`, `d₂`.
    pub(in crate::constrained) axes: [VectorId; 2],
    /// Of the lines, m; 1 of a clamp.
    pub(in crate::constrained) lengths: [f64; 2],
    /// The factor `K` of the determinant, N m, and the stiffness.
    pub(in crate::constrained) law: JointBending,
    /// Where the derivatives go in the matrix.
    pub(in crate::constrained) wires: Wires,
}

/// `e₁`, `e₂`, `d₁`, `d₂` in one configuration.
#[derive(Clone, Copy)]
struct Four([Vector3<f64>; 4]);

/// The products of lines and axes, in the order of the determinant: `p₁₁`, `p₂₂`, `p₁₂`, `p₂₁`.
const PRODUCTS: [(usize, usize); 4] = [(0, 2), (1, 3), (0, 3), (1, 2)];
/// What each is multiplied by in the determinant, and the sign.
const PARTNERS: [(usize, f64); 4] = [(1, 1.0), (0, 1.0), (3, -1.0), (2, -1.0)];

impl Four {
    /// `p₁₁`, `p₁₂`, `p₂₁`, `p₂₂` in the order of [`PRODUCTS`].
    fn products(&self) -> [f64; 4] {
        PRODUCTS.map(|(line, axis)| self.0[line].dot(&self.0[axis]))
    }
}

impl CurledJoint {
    /// Where the relaxed shape is curved, in the plane of the clamp's direction and side: it turns from the one to the other.
    pub(in crate::constrained) fn of(joint: &Joint<'_>) -> Option<Self> {
        let Joint { lines, lengths, bending, axes } = *joint;
        let law = bending.between(lengths);
        let lengths = lengths.map(|length| if length == 0.0 { 1.0 } else { length });
        Some(Self { lines, axes: axes?, lengths, law, wires: Wires::default() })
    }

    /// `e₁`, `e₂`, `d₁`, `d₂`.
    fn ids(&self) -> [VectorId; 4] {
        let ([a, b], [c, d]) = (self.lines, self.axes);
        [a, b, c, d]
    }

    /// `K / (l₁ l₂)`, J/m^2 for two pieces.
    fn factor(&self) -> f64 {
        self.law.curl / (self.lengths[0] * self.lengths[1])
    }

    /// Both ends of the step where forces are discrete gradients, or the balance twice; and the share of the
    /// vectors at the end in what is taken for the second.
    fn pair(&self, scheme: &Scheme, at: &Configurations) -> ([Four; 2], f64) {
        let ids = self.ids();
        if scheme.discrete {
            ([Four(ids.map(|id| at.start.of(id))), Four(ids.map(|id| at.end.of(id)))], 1.0)
        } else {
            let balance = Four(ids.map(|id| at.balance.of(id)));
            ([balance; 2], 2.0 * scheme.balance)
        }
    }

    /// Adds the forces to the blocks. Nothing is lost.
    pub(in crate::constrained) fn add_force(
        &self,
        vectors: &Vectors,
        scheme: &Scheme,
        at: &Configurations,
        blocks: &mut [Vector3<f64>],
    ) {
        for (id, force) in self.ids().into_iter().zip(self.forces(scheme, at)) {
            vectors.add_force(id, &force, blocks);
        }
    }

    /// On `e₁`, `e₂` (N) and `d₁`, `d₂` (N m): minus the discrete gradient of the energy.
    fn forces(&self, scheme: &Scheme, at: &Configurations) -> [Vector3<f64>; 4] {
        let ([start, end], _) = self.pair(scheme, at);
        let mean = self.ids().map(|id| at.balance.of(id));
        let products = mean_products(&start, &end);
        let factor = self.factor();
        let mut forces = [Vector3::zeros(); 4];
        for ((line, axis), (partner, sign)) in PRODUCTS.into_iter().zip(PARTNERS) {
            let by = factor * sign * products[partner];
            forces[line] += mean[axis] * by;
            forces[axis] += mean[line] * by;
        }
        let along = factor * determinant(&products);
        for line in 0..2 {
            forces[line] -= mean[line] * (along / self.lengths[line].powi(2));
        }
        forces
    }

    /// Into minus the derivatives of the forces on all four vectors by all four at the end.
    pub(in crate::constrained) fn fill(
        &self,
        scheme: &Scheme,
        at: &Configurations,
        filling: &mut Filling<'_>,
    ) {
        let ([start, end], share) = self.pair(scheme, at);
        let mean = self.ids().map(|id| at.balance.of(id));
        let products = mean_products(&start, &end);
        let factor = self.factor();
        let balance = Matrix3::identity() * scheme.balance;
        // Derivatives of the mean products by each vector at the end.
        let mut product_slopes = [[Vector3::zeros(); 4]; 4];
        for (slopes, (line, axis)) in product_slopes.iter_mut().zip(PRODUCTS) {
            slopes[line] = end.0[axis] * (0.5 * share);
            slopes[axis] = end.0[line] * (0.5 * share);
        }
        let mut all = [[Matrix3::zeros(); 4]; 4];
        for ((line, axis), (partner, sign)) in PRODUCTS.into_iter().zip(PARTNERS) {
            let by = factor * sign;
            for (k, slope) in product_slopes[partner].iter().enumerate() {
                all[line][k] -= mean[axis] * slope.transpose() * by;
                all[axis][k] -= mean[line] * slope.transpose() * by;
            }
            all[line][axis] -= balance * (by * products[partner]);
            all[axis][line] -= balance * (by * products[partner]);
        }
        for line in 0..2 {
            let over = factor / self.lengths[line].powi(2);
            for (product, (partner, sign)) in PARTNERS.into_iter().enumerate() {
                for (k, slope) in product_slopes[product].iter().enumerate() {
                    all[line][k] +=
                        mean[line] * slope.transpose() * (over * sign * products[partner]);
                }
            }
            all[line][line] += balance * (over * determinant(&products));
        }
        filling.stiffness(&self.ids(), self.wires, &all);
    }
}

/// Means of the products over the step, not products of means.
fn mean_products(start: &Four, end: &Four) -> [f64; 4] {
    let (start, end) = (start.products(), end.products());
    [0, 1, 2, 3].map(|k| 0.5 * (start[k] + end[k]))
}

/// `p₁₁ p₂₂ - p₁₂ p₂₁`
fn determinant(products: &[f64; 4]) -> f64 {
    products[0] * products[1] - products[2] * products[3]
}

impl Element for CurledJoint {
    fn couple(&self, coupler: &mut Coupler<'_>) {
        coupler.stiffness(&self.ids());
    }

    fn wire(&mut self, wirer: &mut Wirer<'_>) {
        self.wires = wirer.stiffness(&self.ids());
    }

    #[inline(always)]
    fn act(&self, step: &Step<'_>, acted: &mut Acted<'_>) -> StepPower {
        self.add_force(step.vectors, step.scheme, step.at, acted.forces);
        StepPower { dissipated: 0.0, work: 0.0 }
    }

    fn slopes(&self, step: &Step<'_>, filling: &mut Filling<'_>) {
        self.fill(step.scheme, step.at, filling);
    }

    fn add_stored(&self, stored: &Stored<'_>, energies: &mut Energies) {
        let four = Four(self.ids().map(|id| stored.motion.position(id)));
        let over = 1.0 / (self.lengths[0] * self.lengths[1]);
        energies.elastic += self.law.curl_energy(determinant(&four.products()) * over);
    }
}
