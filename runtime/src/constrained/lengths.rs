//! Vectors of which only the first component counts, as lengths of rope: where they meet the rest in the matrix.
//!
//! Such a vector is the origin of a body that is nowhere, or a sum of some. Of its six unknowns only the first one takes
//! part, and along a rope every node meets it: an elimination would carry the other five along from node to node.

use nalgebra::Vector3;

use super::kkt::{Coupling, Part};
use super::matrix::{
    Coupler, Filling, Multiplier, Wirer, Wires, Wiring, group, place, unknown_parts,
};
use super::units::Unit;
use super::vectors::{VectorId, Vectors};

/// Group and row of each unknown that a length consists of.
fn coordinates<'a>(
    vectors: &'a Vectors,
    units: &'a [Unit],
    length: &'a [VectorId; 1],
) -> impl Iterator<Item = (usize, usize)> + Clone + 'a {
    unknown_parts(vectors, length).map(|part| place(units, part))
}

/// What of a group takes part where this row is the last one that does.
fn up_to((group, row): (usize, usize)) -> (usize, Part) {
    (group, Part::First(row + 1))
}

impl Coupler<'_> {
    /// Adds the groups of two sides, unless they are one.
    fn meet(&mut self, first: (usize, Part), second: (usize, Part)) {
        if first.0 != second.0 {
            self.couplings.push(Coupling { first, second });
        }
    }

    /// Vectors with a length.
    pub(super) fn along(&mut self, ids: &[VectorId], length: VectorId) {
        let (vectors, units) = (self.vectors, self.units);
        for own in coordinates(vectors, units, &[length]) {
            for part in unknown_parts(vectors, ids) {
                self.meet(up_to(own), (group(units, part), Part::Displacements));
            }
        }
    }

    /// A multiplier with a length.
    pub(super) fn multiplier_along(&mut self, multiplier: Multiplier, length: VectorId) {
        for own in coordinates(self.vectors, self.units, &[length]) {
            self.meet(up_to(own), (multiplier.group, Part::All));
        }
    }

    /// Two lengths.
    pub(super) fn lengths(&mut self, first: VectorId, second: VectorId) {
        let (vectors, units) = (self.vectors, self.units);
        for own in coordinates(vectors, units, &[first]) {
            for other in coordinates(vectors, units, &[second]) {
                self.meet(up_to(own), up_to(other));
            }
        }
    }
}

impl Wirer<'_> {
    /// For each coordinate of the length and each part of the vectors the place of a column and that of a row.
    pub(super) fn along(&mut self, ids: &[VectorId], length: VectorId) -> Wires {
        let wires = self.wiring.here();
        for own in coordinates(self.vectors, self.units, &[length]) {
            for part in unknown_parts(self.vectors, ids) {
                let part = place(self.units, part);
                self.wiring.block(self.structure, part, own);
                self.wiring.block(self.structure, own, part);
            }
        }
        wires
    }

    /// For each coordinate of the length the place in the multiplier's column and that in its row.
    pub(super) fn multiplier_along(&mut self, multiplier: Multiplier, length: VectorId) -> Wires {
        let wires = self.wiring.here();
        let multiplier = (multiplier.group, multiplier.row);
        for own in coordinates(self.vectors, self.units, &[length]) {
            self.wiring.block(self.structure, own, multiplier);
            self.wiring.block(self.structure, multiplier, own);
        }
        wires
    }

    /// For derivatives of forces on the first length by the second.
    pub(super) fn lengths(&mut self, first: VectorId, second: VectorId) -> Wires {
        let wires = self.wiring.here();
        for own in coordinates(self.vectors, self.units, &[first]) {
            for other in coordinates(self.vectors, self.units, &[second]) {
                self.wiring.block(self.structure, own, other);
            }
        }
        wires
    }
}

/// What each unknown of a length is times.
fn shares(vectors: &Vectors, length: VectorId) -> impl Iterator<Item = f64> + Clone + '_ {
    let parts = &vectors.parts[vectors.range(length)];
    parts.iter().filter(|part| !part.known).map(|part| part.coefficients[0])
}

impl Filling<'_> {
    /// Adds minus the derivatives of the forces on vectors by a length, and of the force on the length by the vectors.
    pub(super) fn along<const N: usize>(
        &mut self,
        ids: &[VectorId; N],
        length: VectorId,
        wires: Wires,
        by: &[Vector3<f64>; N],
        of: &[Vector3<f64>; N],
    ) {
        let mut at = wires.first();
        for share in shares(self.vectors, length) {
            for ((&id, by), of) in ids.iter().zip(by).zip(of) {
                at = self.constraint_on(id, at, &(by * -share), &(of * -share));
            }
        }
    }

    /// Adds a constraint with its force on the length per unit multiplier (`balance`), which enters the equations with a
    /// minus, and the derivative of its residual (`end`), with a minus as well.
    pub(super) fn multiplier_along(
        &mut self,
        length: VectorId,
        wires: Wires,
        balance: f64,
        end: f64,
    ) {
        let wiring: &Wiring = self.wiring;
        let pairs = wiring.places(wires).chunks_exact(2);
        for (share, places) in shares(self.vectors, length).zip(pairs) {
            self.values[places[0].start as usize] -= share * balance;
            self.values[places[1].start as usize] -= share * end;
        }
    }

    /// Adds minus the derivative of the force on the first length by the second.
    pub(super) fn lengths(&mut self, first: VectorId, second: VectorId, wires: Wires, slope: f64) {
        let wiring: &Wiring = self.wiring;
        let mut places = wiring.places(wires).iter();
        for own in shares(self.vectors, first) {
            for (other, place) in shares(self.vectors, second).zip(places.by_ref()) {
                self.values[place.start as usize] += own * other * slope;
            }
        }
    }
}
