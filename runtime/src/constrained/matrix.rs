//! From derivatives with respect to vectors to places in the Newton matrix.
//!
//! A change of a unit moves a part of a vector by `δu = α δr + δθ × a₁`, and a force on the vector
//! enters the unit's equations as `(α f, aₘ × f)`: `a₁` is the arm in the configuration that is looked
//! for, `aₘ` the one where the forces are in balance. Everything here is this pair of maps.
//!
//! Elements do not know the matrix: they name vectors, say once which of them they couple
//! ([`Coupler`]), get their places ([`Wirer`]) and later add blocks of 3x3 there ([`Filling`]),
//! always in the same order. Entries are minus derivatives of forces, so that a stiffness counts as
//! positive.

use nalgebra::{Matrix3, Vector3};

use super::coordinate::Coordinate;
use super::kkt::{Coupling, Structure};
use super::units::{Unit, cross_matrix};
use super::vectors::{Part, VectorId, Vectors};

/// Where a block begins in the matrix's values, and how far apart its rows are.
/// The block is one of three rows and columns, or six where a body takes part.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Place {
    /// Index of its first entry.
    pub(super) start: u32,
    /// From a row to the next.
    pub(super) stride: u32,
}

/// A scalar constraint's force: its group, and its row there.
/// Rows of a group begin with its displacements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Multiplier {
    /// Of unknowns.
    pub(super) group: usize,
    /// In the group, displacements first.
    pub(super) row: usize,
}

/// The places that belong to an element, in the order in which it fills them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Wires {
    /// Index of the first of them among all places.
    first: u32,
    /// All its vectors are blocks of units that move by themselves and are no bodies, as they are along a cable: each has
    /// one part, and nothing is to be multiplied.
    plain: bool,
}

/// Whether these are such vectors.
fn are_plain(vectors: &Vectors, ids: &[VectorId]) -> bool {
    ids.iter().all(|&id| match &vectors.parts[vectors.range(id)] {
        [part] => !part.known && !part.body && part.coefficients[0] == 1.0,
        _ => false,
    })
}

/// All places.
#[derive(Clone, Debug, Default)]
pub(super) struct Wiring {
    /// Of all elements and constraints, one after the other.
    places: Vec<Place>,
}

/// The unknown parts of some vectors, in the order in which elements go through them.
/// Those of known units have no rows and columns.
pub(super) fn unknown_parts<'a>(
    vectors: &'a Vectors,
    ids: &'a [VectorId],
) -> impl Iterator<Item = &'a Part> + Clone {
    ids.iter().flat_map(|&id| &vectors.parts[vectors.range(id)]).filter(|part| !part.known)
}

/// Only of parts that are not known.
pub(super) fn group(units: &[Unit], part: &Part) -> usize {
    units[part.unit as usize].group.expect("parts of known units are left out")
}

/// The group and the row in it where its displacements begin.
pub(super) fn place(units: &[Unit], part: &Part) -> (usize, usize) {
    (group(units, part), units[part.unit as usize].row)
}

/// Adds the groups that an element couples by its stiffness.
pub(super) fn couple_stiffness(
    vectors: &Vectors,
    units: &[Unit],
    ids: &[VectorId],
    couplings: &mut Vec<Coupling>,
) {
    couple_rectangle(vectors, units, ids, ids, couplings);
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
    pub(super) fn places(&self, wires: Wires) -> &[Place] {
        &self.places[wires.first as usize..]
    }

    /// What is added next begins here.
    pub(super) fn here(&self) -> Wires {
        Wires { first: self.places.len() as u32, plain: false }
    }

    /// Adds the place of a 3x3 block: group and first row, group and first column.
    pub(super) fn block(
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
    pub(super) fn stiffness(
        &mut self,
        vectors: &Vectors,
        units: &[Unit],
        structure: &Structure,
        ids: &[VectorId],
    ) -> Wires {
        let wires = self.rectangle(vectors, units, structure, ids, ids);
        Wires { plain: are_plain(vectors, ids), ..wires }
    }

    /// For derivatives of forces on `rows` with respect to `columns`.
    pub(super) fn rectangle(
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
    pub(super) fn constraint(
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
        Wires { plain: are_plain(vectors, ids), ..wires }
    }

    /// The place where two groups' first rows and columns meet.
    pub(super) fn corner(&mut self, structure: &Structure, row: usize, column: usize) -> Wires {
        let wires = self.here();
        self.block(structure, (row, 0), (column, 0));
        wires
    }

    /// The diagonal entry of a multiplier.
    pub(super) fn diagonal(&mut self, structure: &Structure, multiplier: Multiplier) -> Wires {
        let wires = self.here();
        let at = (multiplier.group, multiplier.row);
        self.block(structure, at, at);
        wires
    }
}

/// Collects the groups of unknowns that elements and constraints couple.
/// What is not told here has no place later.
pub(super) struct Coupler<'a> {
    /// Of the model.
    pub(super) vectors: &'a Vectors,
    /// Of the model.
    pub(super) units: &'a [Unit],
    /// Of the model.
    pub(super) coordinates: &'a [Coordinate],
    /// Found so far; some more than once.
    pub(super) couplings: Vec<Coupling>,
}

impl Coupler<'_> {
    /// Each of the vectors with each other.
    pub(super) fn stiffness(&mut self, ids: &[VectorId]) {
        couple_stiffness(self.vectors, self.units, ids, &mut self.couplings);
    }

    /// Where forces on `rows` depend on `columns`.
    pub(super) fn rectangle(&mut self, rows: &[VectorId], columns: &[VectorId]) {
        couple_rectangle(self.vectors, self.units, rows, columns, &mut self.couplings);
    }

    /// The vectors with a multiplier.
    pub(super) fn constraint(&mut self, ids: &[VectorId], multiplier: Multiplier) {
        couple_constraint(self.vectors, self.units, ids, multiplier, &mut self.couplings);
    }
}

/// Gives elements and constraints their places.
/// After the structure has been made of what the coupler has collected.
pub(super) struct Wirer<'a> {
    /// Of the model.
    pub(super) vectors: &'a Vectors,
    /// Of the model.
    pub(super) units: &'a [Unit],
    /// Of the model.
    pub(super) coordinates: &'a [Coordinate],
    /// Of the matrix.
    pub(super) structure: &'a Structure,
    /// Made so far.
    pub(super) wiring: &'a mut Wiring,
}

impl Wirer<'_> {
    /// Where a multiplier is among all unknowns.
    pub(super) fn unknown(&self, multiplier: Multiplier) -> usize {
        self.structure.offset(multiplier.group) + multiplier.row
    }

    /// Places for derivatives of forces on the vectors by the same vectors.
    pub(super) fn stiffness(&mut self, ids: &[VectorId]) -> Wires {
        self.wiring.stiffness(self.vectors, self.units, self.structure, ids)
    }

    /// For derivatives of forces on `rows` with respect to `columns`.
    pub(super) fn rectangle(&mut self, rows: &[VectorId], columns: &[VectorId]) -> Wires {
        self.wiring.rectangle(self.vectors, self.units, self.structure, rows, columns)
    }

    /// Places for the gradient of a constraint on the vectors: a column and a row.
    pub(super) fn constraint(&mut self, ids: &[VectorId], multiplier: Multiplier) -> Wires {
        self.wiring.constraint(self.vectors, self.units, self.structure, ids, multiplier)
    }

    /// The diagonal entry of a multiplier.
    pub(super) fn diagonal(&mut self, multiplier: Multiplier) -> Wires {
        self.wiring.diagonal(self.structure, multiplier)
    }
}

/// Arms of all parts where the forces are in balance and in the configuration that is looked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arms<'a> {
    /// Forces act along these.
    pub(super) balance: &'a [Vector3<f64>],
    /// Displacements act along these.
    pub(super) end: &'a [Vector3<f64>],
}

/// The values of the matrix, being filled.
/// Lives as long as one filling; adds and never sets.
pub(super) struct Filling<'a> {
    /// Of the model.
    pub(super) vectors: &'a Vectors,
    /// Of the model.
    pub(super) wiring: &'a Wiring,
    /// How blocks follow from a body's rotation.
    pub(super) arms: Arms<'a>,
    /// Of the matrix.
    pub(super) values: &'a mut [f64],
}

/// Adds a 3x3 block whose rows are `stride` apart.
#[inline(always)]
pub(super) fn add_matrix(values: &mut [f64], start: usize, stride: usize, matrix: &Matrix3<f64>) {
    for row in 0..3 {
        let line = &mut values[start + row * stride..start + row * stride + 3];
        line[0] += matrix[(row, 0)];
        line[1] += matrix[(row, 1)];
        line[2] += matrix[(row, 2)];
    }
}

/// Takes one off.
#[inline(always)]
pub(super) fn subtract_matrix(
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
    pub(super) fn stiffness<const N: usize>(
        &mut self,
        ids: &[VectorId; N],
        wires: Wires,
        stiffness: &[[Matrix3<f64>; N]; N],
    ) {
        let at = wires.first as usize;
        if wires.plain {
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
    pub(super) fn square<const MOST: usize>(
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
    pub(super) fn multiples<const N: usize>(
        &mut self,
        ids: &[VectorId; N],
        wires: Wires,
        factors: &[[f64; N]; N],
    ) {
        let mut at = wires.first;
        if wires.plain {
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
    pub(super) fn rectangle(
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
    pub(super) fn multiple_of_identity(
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

    /// One part's rows of it; gives the next place.
    #[inline(always)]
    fn multiple_of_part(&mut self, i: usize, column: VectorId, mut at: u32, factor: f64) -> u32 {
        let row_part = &self.vectors.parts[i];
        for j in self.vectors.range(column) {
            let column_part = &self.vectors.parts[j];
            if column_part.known {
                continue;
            }
            let place = self.wiring.places[at as usize];
            at += 1;
            let (start, stride) = (place.start as usize, place.stride as usize);
            let (alpha, beta) = (row_part.coefficients[0], column_part.coefficients[0]);
            if alpha * beta != 0.0 {
                for k in 0..3 {
                    self.values[start + k * (stride + 1)] += factor * alpha * beta;
                }
            }
            if !(row_part.body || column_part.body) {
                continue;
            }
            let (lever, arm) = (&self.arms.balance[i], &self.arms.end[j]);
            if row_part.body && beta != 0.0 {
                let turned = cross_matrix(lever) * (factor * beta);
                add_matrix(self.values, start + 3 * stride, stride, &turned);
            }
            if column_part.body && alpha != 0.0 {
                let turned = cross_matrix(arm) * (-factor * alpha);
                add_matrix(self.values, start + 3, stride, &turned);
            }
            if row_part.body && column_part.body {
                // -[a]×[b]× = (a·b) 1 - b a'
                let both = Matrix3::identity() * lever.dot(arm) - arm * lever.transpose();
                let corner = start + 3 * stride + 3;
                add_matrix(self.values, corner, stride, &(both * factor));
            }
        }
        at
    }

    /// One part's rows, all columns of a vector; gives the next place.
    #[inline(always)]
    fn pieces(
        &mut self,
        row: usize,
        column: VectorId,
        mut at: usize,
        stiffness: &Matrix3<f64>,
    ) -> usize {
        let row_part = &self.vectors.parts[row];
        for index in self.vectors.range(column) {
            let column_part = &self.vectors.parts[index];
            if column_part.known {
                continue;
            }
            let place = self.wiring.places[at];
            at += 1;
            let (start, stride) = (place.start as usize, place.stride as usize);
            let (alpha, beta) = (row_part.coefficients[0], column_part.coefficients[0]);
            add_matrix(self.values, start, stride, &(stiffness * (alpha * beta)));
            if row_part.body {
                let lever = cross_matrix(&self.arms.balance[row]);
                let turned = lever * stiffness;
                add_matrix(self.values, start + 3 * stride, stride, &(turned * beta));
                if column_part.body {
                    let arm = cross_matrix(&self.arms.end[index]);
                    add_matrix(self.values, start + 3 * stride + 3, stride, &-(turned * arm));
                    add_matrix(self.values, start + 3, stride, &(stiffness * arm * -alpha));
                }
            } else if column_part.body {
                let arm = cross_matrix(&self.arms.end[index]);
                add_matrix(self.values, start + 3, stride, &(stiffness * arm * -alpha));
            }
        }
        at
    }

    /// Adds a constraint: its force per unit multiplier on each vector (`balance`), which enters the
    /// equations with a minus, and the derivative of its residual (`end`), with a minus as well.
    #[inline(always)]
    pub(super) fn constraint<const N: usize>(
        &mut self,
        ids: &[VectorId; N],
        wires: Wires,
        balance: &[Vector3<f64>; N],
        end: &[Vector3<f64>; N],
    ) {
        let mut at = wires.first as usize;
        if wires.plain {
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

    /// The same for one vector of many; gives the next place.
    #[inline(always)]
    pub(super) fn constraint_on(
        &mut self,
        id: VectorId,
        mut at: usize,
        balance: &Vector3<f64>,
        end: &Vector3<f64>,
    ) -> usize {
        for index in self.vectors.range(id) {
            let part = &self.vectors.parts[index];
            if part.known {
                continue;
            }
            let (column, row) = (self.wiring.places[at], self.wiring.places[at + 1]);
            at += 2;
            let alpha = part.coefficients[0];
            let (start, stride) = (column.start as usize, column.stride as usize);
            for k in 0..3 {
                self.values[start + k * stride] -= alpha * balance[k];
                self.values[row.start as usize + k] -= alpha * end[k];
            }
            if part.body {
                let moment = self.arms.balance[index].cross(balance);
                let slope = self.arms.end[index].cross(end);
                for k in 0..3 {
                    self.values[start + (k + 3) * stride] -= moment[k];
                    self.values[row.start as usize + k + 3] -= slope[k];
                }
            }
        }
        at
    }

    /// Adds a 3x3 matrix at an offset from a corner.
    #[inline(always)]
    pub(super) fn corner(
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

    pub(super) fn diagonal(&mut self, wires: Wires, value: f64) {
        let place = self.wiring.places[wires.first as usize];
        self.values[place.start as usize] += value;
    }
}

impl Wires {
    /// Index among all places.
    pub(super) fn first(self) -> usize {
        self.first as usize
    }

    /// Whether each vector is one part that is times one.
    pub(super) fn is_plain(self) -> bool {
        self.plain
    }
}
