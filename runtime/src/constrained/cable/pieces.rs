//! Derivatives of the forces on a piece of a spline by its own nodal vectors, on their way into the matrix.

use crate::constrained::matrix::{Filling, Place, Wires, add_matrix, subtract_matrix};
use crate::constrained::vectors::VectorId;
use crate::laws::spline::{Inner, NODAL, spread};

impl Filling<'_> {
    /// Adds multiples of the identity between nodal vectors, as those of a mass matrix.
    #[inline(always)]
    pub(in crate::constrained) fn piece_multiples(
        &mut self,
        nodal: &[VectorId; NODAL],
        wires: Wires,
        factors: &[[f64; NODAL]; NODAL],
    ) {
        if !wires.is_framed() {
            self.multiples(nodal, wires, factors);
            return;
        }
        self.framed_multiples(nodal, wires, factors);
    }

    /// Adds minus the derivatives where places count by their difference, see [`spread`]: nearly all nodes move by
    /// themselves, and what they get is not put together before.
    #[inline(always)]
    pub(in crate::constrained) fn piece(
        &mut self,
        nodal: &[VectorId; NODAL],
        wires: Wires,
        inner: &Inner,
    ) {
        if wires.is_framed() {
            self.gather(nodal, inner);
            return;
        }
        if !wires.is_plain() {
            self.stiffness(nodal, wires, &spread(inner));
            return;
        }
        let [[aa, ac, ab], [ca, cc, cb], [ba, bc, bb]] = inner;
        let wiring = self.wiring;
        let places: &[Place; NODAL * NODAL] =
            wiring.places(wires).first_chunk().expect("a place for each pair");
        let values = &mut *self.values;
        let mut add = |at: usize, matrix| {
            add_matrix(values, places[at].start as usize, places[at].stride as usize, matrix);
        };
        add(0, cc);
        add(5, aa);
        add(6, ac);
        add(7, ab);
        add(9, ca);
        add(10, cc);
        add(11, cb);
        add(13, ba);
        add(14, bc);
        add(15, bb);
        let mut subtract = |at: usize, matrix| {
            subtract_matrix(values, places[at].start as usize, places[at].stride as usize, matrix);
        };
        subtract(1, ca);
        subtract(2, cc);
        subtract(3, cb);
        subtract(4, ac);
        subtract(8, cc);
        subtract(12, bc);
    }
}
