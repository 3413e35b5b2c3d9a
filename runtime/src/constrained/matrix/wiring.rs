//! Which groups of unknowns elements couple, and where their blocks are in the matrix.
//!
//! Once for a model, in two goes: all tell what they couple, the structure is made of that, and then all are given the places of
//! their blocks in the order in which they will fill them. A step looks nothing up.

use super::{Multiplier, Place, Wires, kind};
use crate::constrained::coordinate::Coordinate;
use crate::constrained::kkt::{Coupling, Structure};
use crate::constrained::units::Unit;
use crate::constrained::vectors::{Moves, Part, VectorId, Vectors};

/// All places.
#[derive(Clone, Debug, Default)]
pub(in crate::constrained) struct Wiring {
    /// Of all elements and constraints, one after the other.
    pub(super) places: Vec<Place>,
}

/// The unknown parts of some vectors, in the order in which elements go through them.
/// Those of known units have no rows and columns.
pub(in crate::constrained) fn unknown_parts<'a>(
    vectors: &'a Vectors,
    ids: &'a [VectorId],
) -> impl Iterator<Item = &'a Part> + Clone {
    ids.iter().flat_map(|&id| &vectors.parts[vectors.range(id)]).filter(|part| !part.known)
}

/// Only of parts that are not known.
pub(in crate::constrained) fn group(units: &[Unit], part: &Part) -> usize {
    units[part.unit as usize].group.expect("parts of known units are left out")
}

/// The group and the row in it where the displacements begin that it follows.
pub(in crate::constrained) fn place(units: &[Unit], part: &Part) -> (usize, usize) {
    let row = units[part.unit as usize].row;
    let before = if matches!(part.moves, Moves::Grown { .. }) { 3 } else { 0 };
    (group(units, part), row - before)
}

/// Adds the groups that are coupled where forces on some vectors depend on others.
fn couple_rectangle(
    vectors: &Vectors,
    units: &[Unit],
    rows: &[VectorId],
    columns: &[VectorId],
    couplings: &mut Vec<Coupling>,
) {
    for row in unknown_parts(vectors, rows) {
        for column in unknown_parts(vectors, columns) {
            let (first, second) = (group(units, row), group(units, column));
            if first != second {
                couplings.push(Coupling::force(first.min(second), first.max(second)));
            }
        }
    }
}

/// Adds the groups that a constraint couples.
fn couple_constraint(
    vectors: &Vectors,
    units: &[Unit],
    ids: &[VectorId],
    multiplier: Multiplier,
    couplings: &mut Vec<Coupling>,
) {
    for part in unknown_parts(vectors, ids) {
        let other = group(units, part);
        if other != multiplier.group {
            couplings.push(Coupling::joint(multiplier.group, other));
        }
    }
}

impl Wiring {
    /// The places from the first of an element on.
    pub(in crate::constrained) fn places(&self, wires: Wires) -> &[Place] {
        &self.places[wires.first as usize..]
    }

    /// What is added next begins here.
    pub(in crate::constrained) fn here(&self) -> Wires {
        Wires { first: self.places.len() as u32, vectors: super::Kind::Any }
    }

    /// Adds the place of a 3x3 block: group and first row, group and first column.
    pub(in crate::constrained) fn block(
        &mut self,
        structure: &Structure,
        row: (usize, usize),
        column: (usize, usize),
    ) {
        // Every pair has been given to the structure as a coupling before.
        let block = structure.block(row.0, column.0).expect("a coupling of the structure");
        self.places
            .push(Place { start: block.at(row.1, column.1) as u32, stride: block.stride as u32 });
    }

    /// Places for derivatives of forces on some vectors by the same vectors.
    pub(in crate::constrained) fn stiffness(
        &mut self,
        vectors: &Vectors,
        units: &[Unit],
        structure: &Structure,
        ids: &[VectorId],
    ) -> Wires {
        let wires = self.rectangle(vectors, units, structure, ids, ids);
        Wires { vectors: kind(vectors, units, ids), ..wires }
    }

    /// For derivatives of forces on `rows` with respect to `columns`.
    pub(in crate::constrained) fn rectangle(
        &mut self,
        vectors: &Vectors,
        units: &[Unit],
        structure: &Structure,
        rows: &[VectorId],
        columns: &[VectorId],
    ) -> Wires {
        let wires = self.here();
        for row in unknown_parts(vectors, rows) {
            for column in unknown_parts(vectors, columns) {
                self.block(structure, place(units, row), place(units, column));
            }
        }
        wires
    }

    /// For each part the place of its column and the place of its row.
    pub(in crate::constrained) fn constraint(
        &mut self,
        vectors: &Vectors,
        units: &[Unit],
        structure: &Structure,
        ids: &[VectorId],
        multiplier: Multiplier,
    ) -> Wires {
        let wires = self.here();
        for part in unknown_parts(vectors, ids) {
            let of_part = place(units, part);
            self.block(structure, of_part, (multiplier.group, multiplier.row));
            self.block(structure, (multiplier.group, multiplier.row), of_part);
        }
        Wires { vectors: kind(vectors, units, ids), ..wires }
    }

    /// The place of a group's own block from a row, and the column of the same unknown, on.
    pub(in crate::constrained) fn corner(
        &mut self,
        structure: &Structure,
        first: (usize, usize),
    ) -> Wires {
        let wires = self.here();
        self.block(structure, first, first);
        wires
    }

    /// The diagonal entry of a multiplier.
    pub(in crate::constrained) fn diagonal(
        &mut self,
        structure: &Structure,
        multiplier: Multiplier,
    ) -> Wires {
        let wires = self.here();
        let at = (multiplier.group, multiplier.row);
        self.block(structure, at, at);
        wires
    }
}

/// Collects the groups of unknowns that elements and constraints couple.
/// What is not told here has no place later.
pub(in crate::constrained) struct Coupler<'a> {
    /// Of the model.
    pub(in crate::constrained) vectors: &'a Vectors,
    /// Of the model.
    pub(in crate::constrained) units: &'a [Unit],
    /// Of the model.
    pub(in crate::constrained) coordinates: &'a [Coordinate],
    /// Found so far; some more than once.
    pub(in crate::constrained) couplings: Vec<Coupling>,
}

impl Coupler<'_> {
    /// Each of the vectors with each other.
    pub(in crate::constrained) fn stiffness(&mut self, ids: &[VectorId]) {
        self.rectangle(ids, ids);
    }

    /// Where forces on `rows` depend on `columns`.
    pub(in crate::constrained) fn rectangle(&mut self, rows: &[VectorId], columns: &[VectorId]) {
        couple_rectangle(self.vectors, self.units, rows, columns, &mut self.couplings);
    }

    /// The vectors with a multiplier.
    pub(in crate::constrained) fn constraint(&mut self, ids: &[VectorId], multiplier: Multiplier) {
        couple_constraint(self.vectors, self.units, ids, multiplier, &mut self.couplings);
    }
}

/// Gives elements and constraints their places.
/// After the structure has been made of what the coupler has collected.
pub(in crate::constrained) struct Wirer<'a> {
    /// Of the model.
    pub(in crate::constrained) vectors: &'a Vectors,
    /// Of the model.
    pub(in crate::constrained) units: &'a [Unit],
    /// Of the model.
    pub(in crate::constrained) coordinates: &'a [Coordinate],
    /// Of the matrix.
    pub(in crate::constrained) structure: &'a Structure,
    /// Made so far.
    pub(in crate::constrained) wiring: &'a mut Wiring,
}

impl Wirer<'_> {
    /// Where a multiplier is among all unknowns.
    pub(in crate::constrained) fn unknown(&self, multiplier: Multiplier) -> usize {
        self.structure.offset(multiplier.group) + multiplier.row
    }

    /// Places for derivatives of forces on the vectors by the same vectors.
    pub(in crate::constrained) fn stiffness(&mut self, ids: &[VectorId]) -> Wires {
        self.wiring.stiffness(self.vectors, self.units, self.structure, ids)
    }

    /// For derivatives of forces on `rows` with respect to `columns`.
    pub(in crate::constrained) fn rectangle(
        &mut self,
        rows: &[VectorId],
        columns: &[VectorId],
    ) -> Wires {
        self.wiring.rectangle(self.vectors, self.units, self.structure, rows, columns)
    }

    /// Places for the gradient of a constraint on the vectors: a column and a row.
    pub(in crate::constrained) fn constraint(
        &mut self,
        ids: &[VectorId],
        multiplier: Multiplier,
    ) -> Wires {
        self.wiring.constraint(self.vectors, self.units, self.structure, ids, multiplier)
    }

    /// The diagonal entry of a multiplier.
    pub(in crate::constrained) fn diagonal(&mut self, multiplier: Multiplier) -> Wires {
        self.wiring.diagonal(self.structure, multiplier)
    }
}
