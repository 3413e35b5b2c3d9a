//! The values of the matrix, being filled: blocks by vectors.
//!
//! Elements name vectors and give 3x3 blocks for each pair of them, multiples of the identity, or the gradients of a constraint. Vectors
//! along a cable are mostly blocks of nodes that move by themselves, so what belongs to them goes straight to its place; what
//! depends on bodies and slopes goes through their parts ([`super::parts`]).

use nalgebra::{Matrix3, Vector3};

use super::wiring::Wiring;
use super::{Kind, Wires};
use crate::constrained::vectors::{VectorId, VectorValues, Vectors};
use crate::laws::spline::InnerRows;

/// Arms of all parts where the forces are in balance and in the configuration that is looked for.
#[derive(Clone, Copy, Debug)]
pub(in crate::constrained) struct Arms<'a> {
    /// Forces act along these.
    pub(in crate::constrained) balance: &'a [Vector3<f64>],
    /// Displacements act along these.
    pub(in crate::constrained) end: &'a [Vector3<f64>],
    /// Slopes are pulled longer along these.
    pub(in crate::constrained) balance_axes: &'a [Vector3<f64>],
    /// Slopes grow along these.
    pub(in crate::constrained) end_axes: &'a [Vector3<f64>],
}

impl<'a> Arms<'a> {
    /// Of these two configurations.
    pub(in crate::constrained) fn of(balance: &'a VectorValues, end: &'a VectorValues) -> Self {
        let (balance_axes, end_axes) = (&balance.axes, &end.axes);
        Self { balance: &balance.arms, end: &end.arms, balance_axes, end_axes }
    }
}

/// The values of the matrix, being filled.
/// Lives as long as one filling; adds and never sets.
pub(in crate::constrained) struct Filling<'a> {
    /// Of the model.
    pub(in crate::constrained) vectors: &'a Vectors,
    /// Of the model.
    pub(in crate::constrained) wiring: &'a Wiring,
    /// How blocks follow from a body's rotation.
    pub(in crate::constrained) arms: Arms<'a>,
    /// Of the matrix.
    pub(in crate::constrained) values: &'a mut [f64],
    /// Of pieces between nodes that have axes: what waits for the rest of the piece, by the axis of the first slope.
    pub(in crate::constrained) gathered: &'a mut [InnerRows],
}

/// Adds a 3x3 block whose rows are `stride` apart.
#[inline(always)]
pub(in crate::constrained) fn add_matrix(
    values: &mut [f64],
    start: usize,
    stride: usize,
    matrix: &Matrix3<f64>,
) {
    for row in 0..3 {
        let line = &mut values[start + row * stride..start + row * stride + 3];
        line[0] += matrix[(row, 0)];
        line[1] += matrix[(row, 1)];
        line[2] += matrix[(row, 2)];
    }
}

/// Takes one off.
#[inline(always)]
pub(in crate::constrained) fn subtract_matrix(
    values: &mut [f64],
    start: usize,
    stride: usize,
    matrix: &Matrix3<f64>,
) {
    for row in 0..3 {
        let line = &mut values[start + row * stride..start + row * stride + 3];
        line[0] -= matrix[(row, 0)];
        line[1] -= matrix[(row, 1)];
        line[2] -= matrix[(row, 2)];
    }
}

impl Filling<'_> {
    /// Adds `stiffness[k][l] = -∂f_k/∂u_l` for the forces on some vectors.
    #[inline(always)]
    pub(in crate::constrained) fn stiffness<const N: usize>(
        &mut self,
        ids: &[VectorId; N],
        wires: Wires,
        stiffness: &[[Matrix3<f64>; N]; N],
    ) {
        let at = wires.first as usize;
        if wires.vectors == Kind::Plain {
            for (row, places) in stiffness.iter().zip(self.wiring.places[at..].chunks_exact(N)) {
                for (block, place) in row.iter().zip(places) {
                    add_matrix(self.values, place.start as usize, place.stride as usize, block);
                }
            }
            return;
        }
        self.square(ids, wires, stiffness);
    }

    /// The same for as many vectors as there are, which is no more than there are rows and columns.
    pub(in crate::constrained) fn square<const MOST: usize>(
        &mut self,
        ids: &[VectorId],
        wires: Wires,
        stiffness: &[[Matrix3<f64>; MOST]; MOST],
    ) {
        let mut at = wires.first as usize;
        for (row, stiffness) in ids.iter().zip(stiffness) {
            for part in self.vectors.range(*row) {
                if self.vectors.parts[part].known {
                    continue;
                }
                for (column, stiffness) in ids.iter().zip(stiffness) {
                    at = self.pieces(part, *column, at, stiffness);
                }
            }
        }
    }

    /// The same where each block is a multiple of the identity.
    #[inline(always)]
    pub(in crate::constrained) fn multiples<const N: usize>(
        &mut self,
        ids: &[VectorId; N],
        wires: Wires,
        factors: &[[f64; N]; N],
    ) {
        let mut at = wires.first;
        if wires.vectors == Kind::Plain {
            for (row, places) in
                factors.iter().zip(self.wiring.places[at as usize..].chunks_exact(N))
            {
                for (factor, place) in row.iter().zip(places) {
                    let (start, stride) = (place.start as usize, place.stride as usize);
                    for k in 0..3 {
                        self.values[start + k * (stride + 1)] += factor;
                    }
                }
            }
            return;
        }
        for (&row, factors) in ids.iter().zip(factors) {
            for i in self.vectors.range(row) {
                if self.vectors.parts[i].known {
                    continue;
                }
                for (&column, &factor) in ids.iter().zip(factors) {
                    at = self.multiple_of_part(i, column, at, factor);
                }
            }
        }
    }

    /// Adds `-∂f/∂u` for the force on one vector and another vector.
    #[inline(always)]
    pub(in crate::constrained) fn rectangle(
        &mut self,
        row: VectorId,
        column: VectorId,
        wires: Wires,
        stiffness: &Matrix3<f64>,
    ) {
        let mut at = wires.first as usize;
        for part in self.vectors.range(row) {
            if !self.vectors.parts[part].known {
                at = self.pieces(part, column, at, stiffness);
            }
        }
    }

    /// Adds `-∂f/∂u = factor · 1` for the force on one vector and another vector: products of arms
    /// take the place of products of matrices, and directions have no rows of forces.
    #[inline(always)]
    pub(in crate::constrained) fn multiple_of_identity(
        &mut self,
        row: VectorId,
        column: VectorId,
        wires: Wires,
        factor: f64,
    ) {
        let mut at = wires.first;
        for i in self.vectors.range(row) {
            if !self.vectors.parts[i].known {
                at = self.multiple_of_part(i, column, at, factor);
            }
        }
    }

    /// Adds a constraint: its force per unit multiplier on each vector (`balance`), which enters the
    /// equations with a minus, and the derivative of its residual (`end`), with a minus as well.
    #[inline(always)]
    pub(in crate::constrained) fn constraint<const N: usize>(
        &mut self,
        ids: &[VectorId; N],
        wires: Wires,
        balance: &[Vector3<f64>; N],
        end: &[Vector3<f64>; N],
    ) {
        let mut at = wires.first as usize;
        if wires.vectors == Kind::Plain {
            let pairs = self.wiring.places[at..].chunks_exact(2);
            for ((places, balance), end) in pairs.zip(balance).zip(end) {
                let (column, row) = (places[0], places[1]);
                let (start, stride) = (column.start as usize, column.stride as usize);
                for k in 0..3 {
                    self.values[start + k * stride] -= balance[k];
                }
                let line = &mut self.values[row.start as usize..row.start as usize + 3];
                line.iter_mut().zip(end).for_each(|(slot, own)| *slot -= own);
            }
            return;
        }
        for ((id, balance), end) in ids.iter().zip(balance).zip(end) {
            at = self.constraint_on(*id, at, balance, end);
        }
    }

    /// Adds a 3x3 matrix at an offset from a corner.
    #[inline(always)]
    pub(in crate::constrained) fn corner(
        &mut self,
        wires: Wires,
        row: usize,
        column: usize,
        matrix: &Matrix3<f64>,
    ) {
        let place = self.wiring.places[wires.first as usize];
        let (start, stride) = (place.start as usize, place.stride as usize);
        add_matrix(self.values, start + row * stride + column, stride, matrix);
    }

    /// Adds a row of three at an offset from a corner.
    pub(in crate::constrained) fn line(
        &mut self,
        wires: Wires,
        (row, column): (usize, usize),
        line: &Vector3<f64>,
    ) {
        let place = self.wiring.places[wires.first as usize];
        let at = place.start as usize + row * place.stride as usize + column;
        self.values[at..at + 3].iter_mut().zip(line).for_each(|(slot, own)| *slot += own);
    }

    /// Adds a column of three at an offset from a corner.
    pub(in crate::constrained) fn column(
        &mut self,
        wires: Wires,
        (row, column): (usize, usize),
        own: &Vector3<f64>,
    ) {
        let place = self.wiring.places[wires.first as usize];
        for k in 0..3 {
            self.values[place.start as usize + (row + k) * place.stride as usize + column] +=
                own[k];
        }
    }

    /// Adds to the diagonal entry of a multiplier.
    pub(in crate::constrained) fn diagonal(&mut self, wires: Wires, value: f64) {
        let place = self.wiring.places[wires.first as usize];
        self.values[place.start as usize] += value;
    }
}
