//! Constraints that joints and links consist of. All are linear or quadratic in natural coordinates,
//! so their gradient at the midpoint is a discrete gradient: its product with the displacement of a
//! step is the change of the residual, exactly.

use nalgebra::Vector3;

use super::data::Configurations;
use super::matrix::{Filling, Multiplier, Wires};
use super::scheme::Scheme;
use super::vectors::{VectorId, Vectors};

/// `vector = 0`, three equations, m; the multipliers are the force on it, N.
#[derive(Clone, Copy, Debug)]
pub(super) struct Coincidence {
    pub(super) vector: VectorId,
    pub(super) multipliers: [Multiplier; 3],
    /// Of the multipliers, among all unknowns.
    pub(super) unknowns: [usize; 3],
    pub(super) wires: [Wires; 3],
}

/// `first · second = value`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Product {
    pub(super) factors: [VectorId; 2],
    pub(super) value: f64,
    pub(super) multiplier: Multiplier,
    pub(super) unknown: usize,
    pub(super) wires: Wires,
    /// Of the first factor's rows and the second's columns, and the other way round.
    pub(super) stiffness: [Wires; 2],
}

/// `(vector · vector - length²) / (2 length) = 0`, m; minus the multiplier is the tension, N.
#[derive(Clone, Copy, Debug)]
pub(super) struct Distance {
    pub(super) vector: VectorId,
    pub(super) length: f64,
    pub(super) multiplier: Multiplier,
    pub(super) unknown: usize,
    pub(super) wires: Wires,
    pub(super) stiffness: Wires,
}

impl Coincidence {
    pub(super) fn residual(&self, end: &Configurations) -> Vector3<f64> {
        end.end.of(self.vector)
    }

    /// Adds the constraint's force to the blocks.
    pub(super) fn add_force(
        &self,
        vectors: &Vectors,
        multipliers: &[f64],
        blocks: &mut [Vector3<f64>],
    ) {
        let force = Vector3::from(self.unknowns.map(|unknown| multipliers[unknown]));
        vectors.add_force(self.vector, &force, blocks);
    }

    pub(super) fn fill(&self, filling: &mut Filling<'_>) {
        for axis in 0..3 {
            let direction = [Vector3::ith(axis, 1.0)];
            filling.constraint(&[self.vector], self.wires[axis], &direction, &direction);
        }
    }
}

impl Product {
    pub(super) fn residual(&self, at: &Configurations) -> f64 {
        at.end.of(self.factors[0]).dot(&at.end.of(self.factors[1])) - self.value
    }

    pub(super) fn add_force(
        &self,
        vectors: &Vectors,
        at: &Configurations,
        multiplier: f64,
        blocks: &mut [Vector3<f64>],
    ) {
        let [u, w] = self.factors.map(|factor| at.balance.of(factor));
        vectors.add_force(self.factors[0], &(w * multiplier), blocks);
        vectors.add_force(self.factors[1], &(u * multiplier), blocks);
    }

    pub(super) fn fill(
        &self,
        scheme: &Scheme,
        at: &Configurations,
        multiplier: f64,
        filling: &mut Filling<'_>,
    ) {
        let [u, w] = self.factors.map(|factor| at.balance.of(factor));
        let [u_end, w_end] = self.factors.map(|factor| at.end.of(factor));
        filling.constraint(&self.factors, self.wires, &[w, u], &[w_end, u_end]);
        let factor = -scheme.balance * multiplier;
        let [first, second] = self.factors;
        filling.multiple_of_identity(first, second, self.stiffness[0], factor);
        filling.multiple_of_identity(second, first, self.stiffness[1], factor);
    }
}

impl Distance {
    pub(super) fn residual(&self, at: &Configurations) -> f64 {
        let u = at.end.of(self.vector);
        (u.norm_squared() - self.length * self.length) / (2.0 * self.length)
    }

    pub(super) fn add_force(
        &self,
        vectors: &Vectors,
        at: &Configurations,
        multiplier: f64,
        blocks: &mut [Vector3<f64>],
    ) {
        let force = at.balance.of(self.vector) * (multiplier / self.length);
        vectors.add_force(self.vector, &force, blocks);
    }

    pub(super) fn fill(
        &self,
        scheme: &Scheme,
        at: &Configurations,
        multiplier: f64,
        filling: &mut Filling<'_>,
    ) {
        let balance = at.balance.of(self.vector) / self.length;
        let end = at.end.of(self.vector) / self.length;
        filling.constraint(&[self.vector], self.wires, &[balance], &[end]);
        let factor = -scheme.balance * multiplier / self.length;
        filling.multiple_of_identity(self.vector, self.vector, self.stiffness, factor);
    }
}
