//! Vectors that are linear in the natural coordinates: points, differences of points, axes.
//!
//! Everything in the constrained formulation is written in these. A vector has a part on each unit it
//! depends on, two at most nearly always.
//!
//! A point of a body is `r + x d1 + y d2 + z d3` with its body coordinates for coefficients, a
//! direction has no share of `r`. Values in m for points and lines, without unit for directions;
//! forces on them in N or N m.

use std::collections::hash_map::Entry;
use std::hash::{Hash, Hasher};
use std::ops::Range;

use nalgebra::Vector3;
use rustc_hash::{FxHashMap, FxHasher};

use super::units::{Unit, UnitKind, growing};

/// Index of a vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct VectorId(u32);

impl VectorId {
    /// Among all vectors.
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// How a part follows the unknowns of its unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Moves {
    /// As its block, a multiple of which it is: three rows.
    Shifted,
    /// It lies aside from a body's origin, so it turns with the directors: four blocks, six rows.
    Turned,
    /// A slope along a director, so it turns with that and grows: one block, the three rows of the turn and one of its own.
    Grown {
        /// Among the directions in which slopes grow.
        axis: u32,
    },
}

/// `Σ coefficients[i] block[first + i]`, of one unit.
/// A coefficient for `r` and each director.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Part {
    /// Whose blocks these are.
    pub(super) unit: u32,
    /// Of the blocks.
    pub(super) first: u32,
    /// Of the origin and of each director; m of directors where it is a point.
    pub(super) coefficients: [f64; 4],
    /// How it moves with its unit.
    pub(super) moves: Moves,
    /// Of a spline at a node, which is a direction.
    pub(super) slope: bool,
    /// The unit's motion is prescribed, or it is the world.
    pub(super) known: bool,
}

impl Part {
    /// How many the part reads.
    pub(super) fn blocks(&self) -> usize {
        match self.moves {
            Moves::Turned => 4,
            Moves::Shifted | Moves::Grown { .. } => 1,
        }
    }

    /// What turns with the unit: the sum over the directors.
    /// `u` without its share of the origin, in world axes: a turn `δθ` changes it by `δθ × arm`.
    #[inline(always)]
    pub(super) fn arm(&self, blocks: &[Vector3<f64>]) -> Vector3<f64> {
        match self.moves {
            Moves::Shifted => return Vector3::zeros(),
            Moves::Grown { .. } => return blocks[self.first as usize] * self.coefficients[0],
            Moves::Turned => {}
        }
        let directors = &blocks[self.first as usize + 1..self.first as usize + 4];
        directors[0] * self.coefficients[1]
            + directors[1] * self.coefficients[2]
            + directors[2] * self.coefficients[3]
    }

    /// The whole of it, from its arm.
    #[inline(always)]
    fn with_arm(&self, arm: Vector3<f64>, blocks: &[Vector3<f64>]) -> Vector3<f64> {
        match self.moves {
            Moves::Grown { .. } => arm,
            Moves::Shifted | Moves::Turned => {
                blocks[self.first as usize] * self.coefficients[0] + arm
            }
        }
    }
}

/// All vectors of a model.
#[derive(Clone, Debug, Default)]
pub(super) struct Vectors {
    /// Of all vectors, one after the other.
    pub(super) parts: Vec<Part>,
    /// Of each vector: its parts.
    ranges: Vec<Range<u32>>,
    /// Whether an element needs it in every iteration.
    needed: Vec<bool>,
    /// The first blocks of the bodies whose third directors slopes grow along.
    grown: Vec<u32>,
}

/// Values of all vectors, and the arms of all parts, in one configuration.
#[derive(Clone, Debug)]
pub(super) struct VectorValues {
    /// By [`VectorId`].
    pub(super) values: Vec<Vector3<f64>>,
    /// Of each part: from the unit's origin to the point, m.
    pub(super) arms: Vec<Vector3<f64>>,
    /// The directions in which slopes grow ([`growing`]).
    pub(super) axes: Vec<Vector3<f64>>,
}

impl VectorValues {
    /// All zero.
    pub(super) fn new(vectors: &Vectors) -> Self {
        Self {
            values: vec![Vector3::zeros(); vectors.ranges.len()],
            arms: vec![Vector3::zeros(); vectors.parts.len()],
            axes: vec![Vector3::zeros(); vectors.grown.len()],
        }
    }

    /// One vector.
    #[inline(always)]
    pub(super) fn of(&self, id: VectorId) -> Vector3<f64> {
        self.values[id.index()]
    }

    /// A loop, as closures over arrays are not always inlined.
    #[inline(always)]
    pub(super) fn all<const N: usize>(&self, ids: &[VectorId; N]) -> [Vector3<f64>; N] {
        let mut all = [Vector3::zeros(); N];
        for (slot, id) in all.iter_mut().zip(ids) {
            *slot = self.of(*id);
        }
        all
    }
}

/// On a unit: a coefficient for each of its blocks.
type Term = (usize, [f64; 4]);

/// A linear expression that is being put together: coefficients on the blocks of units.
#[derive(Clone, Debug, Default)]
pub(super) struct Linear {
    /// Nearly always these are all; they need no memory of their own.
    few: [Term; 2],
    /// How many there are of `few`.
    count: usize,
    /// All terms, where there are more.
    many: Vec<Term>,
}

impl Linear {
    /// Adds `factor (coefficients · blocks of the unit)`; several terms on one unit become one.
    pub(super) fn plus(mut self, unit: usize, coefficients: [f64; 4], factor: f64) -> Self {
        let scaled = coefficients.map(|value| value * factor);
        match self.terms_mut().iter_mut().find(|(known, _)| *known == unit) {
            Some((_, sum)) => {
                for (sum, value) in sum.iter_mut().zip(scaled) {
                    *sum += value;
                }
            }
            None => self.push((unit, scaled)),
        }
        self
    }

    /// Adds a term behind those that are there.
    fn push(&mut self, term: Term) {
        if self.count < self.few.len() {
            self.few[self.count] = term;
        } else {
            if self.many.is_empty() {
                self.many.extend(self.few);
            }
            self.many.push(term);
        }
        self.count += 1;
    }

    /// In the order of their units.
    pub(super) fn terms(&self) -> &[Term] {
        if self.many.is_empty() { &self.few[..self.count] } else { &self.many }
    }

    /// The same, to be changed.
    fn terms_mut(&mut self) -> &mut [Term] {
        if self.many.is_empty() { &mut self.few[..self.count] } else { &mut self.many }
    }

    /// Terms that cancel stay, with zeros.
    pub(super) fn plus_all(mut self, other: &Linear, factor: f64) -> Self {
        for &(unit, coefficients) in other.terms() {
            self = self.plus(unit, coefficients, factor);
        }
        self
    }
}

/// Equal for equal coefficients.
/// Bit by bit, so that no rounding makes two vectors of one; adding zero makes one zero of both.
fn bits(coefficients: &[f64; 4]) -> [u64; 4] {
    coefficients.map(|value| (value + 0.0).to_bits())
}

/// Finds vectors that have been made before.
/// By a hash of their terms; the terms themselves are those of the vectors.
#[derive(Clone, Debug, Default)]
pub(super) struct Made {
    /// By hash; vectors of equal hash are compared.
    ids: FxHashMap<u64, VectorId>,
}

impl Made {
    /// The vector that is this expression; made, where there is none.
    pub(super) fn vector(
        &mut self,
        vectors: &mut Vectors,
        units: &[Unit],
        linear: &Linear,
    ) -> VectorId {
        let mut hasher = FxHasher::default();
        for (unit, coefficients) in linear.terms() {
            (unit, bits(coefficients)).hash(&mut hasher);
        }
        let mut hash = hasher.finish();
        loop {
            match self.ids.entry(hash) {
                Entry::Occupied(found) if vectors.is(*found.get(), linear) => return *found.get(),
                // Another one has the same hash.
                Entry::Occupied(_) => hash = hash.wrapping_add(1),
                Entry::Vacant(place) => return *place.insert(vectors.add(units, linear)),
            }
        }
    }
}

impl Vectors {
    /// Takes a vector in, also where there is one like it.
    pub(super) fn add(&mut self, units: &[Unit], linear: &Linear) -> VectorId {
        let part = |&(unit, coefficients): &(usize, [f64; 4])| {
            let moves = match units[unit].kind {
                UnitKind::SlopeAlong { axis, .. } => Moves::Grown { axis },
                UnitKind::Body { .. } if coefficients[1..] != [0.0; 3] => Moves::Turned,
                UnitKind::Body { .. } | UnitKind::Node | UnitKind::Slope => Moves::Shifted,
            };
            Part {
                unit: unit as u32,
                first: units[unit].block as u32,
                coefficients,
                moves,
                slope: matches!(units[unit].kind, UnitKind::Slope | UnitKind::SlopeAlong { .. }),
                known: units[unit].group.is_none(),
            }
        };
        let start = self.parts.len() as u32;
        self.parts.extend(linear.terms().iter().map(part));
        self.ranges.push(start..self.parts.len() as u32);
        self.needed.push(false);
        VectorId(self.ranges.len() as u32 - 1)
    }

    /// Takes in a body, by its first block, along whose third director a slope grows; its index among these.
    pub(super) fn grows_along(&mut self, body: usize) -> u32 {
        self.grown.push(body as u32);
        self.grown.len() as u32 - 1
    }

    /// How many slopes grow along a director.
    pub(super) fn slopes_along(&self) -> usize {
        self.grown.len()
    }

    /// Whether a vector is this expression.
    fn is(&self, id: VectorId, linear: &Linear) -> bool {
        let (parts, terms) = (&self.parts[self.range(id)], linear.terms());
        let mut both = parts.iter().zip(terms);
        parts.len() == terms.len()
            && both.all(|(part, (unit, coefficients))| {
                part.unit as usize == *unit && bits(&part.coefficients) == bits(coefficients)
            })
    }

    /// The expression that a vector is.
    pub(super) fn linear(&self, id: VectorId) -> Linear {
        let parts = self.parts[self.range(id)].iter();
        parts.fold(Linear::default(), |sum, part| {
            sum.plus(part.unit as usize, part.coefficients, 1.0)
        })
    }

    /// Indices into `parts`.
    #[inline(always)]
    pub(super) fn range(&self, id: VectorId) -> Range<usize> {
        let range = &self.ranges[id.index()];
        range.start as usize..range.end as usize
    }

    /// One vector from the blocks.
    /// Positions, velocities and accelerations alike: all are linear.
    #[inline(always)]
    pub(super) fn value(&self, id: VectorId, blocks: &[Vector3<f64>]) -> Vector3<f64> {
        let mut sum = Vector3::zeros();
        for part in &self.parts[self.range(id)] {
            sum += part.with_arm(part.arm(blocks), blocks);
        }
        sum
    }

    /// Several of them.
    #[inline(always)]
    pub(super) fn all<const N: usize>(
        &self,
        ids: &[VectorId; N],
        blocks: &[Vector3<f64>],
    ) -> [Vector3<f64>; N] {
        let mut all = [Vector3::zeros(); N];
        for (slot, id) in all.iter_mut().zip(ids) {
            *slot = self.value(*id, blocks);
        }
        all
    }

    /// From now on it is computed in every iteration.
    pub(super) fn need(&mut self, id: VectorId) {
        self.needed[id.index()] = true;
    }

    /// Only what elements need in every iteration.
    pub(super) fn evaluate_needed(&self, blocks: &[Vector3<f64>], into: &mut VectorValues) {
        for (index, range) in self.ranges.iter().enumerate() {
            if !self.needed[index] {
                continue;
            }
            let mut sum = Vector3::zeros();
            for index in range.start as usize..range.end as usize {
                let part = &self.parts[index];
                let arm = part.arm(blocks);
                into.arms[index] = arm;
                sum += part.with_arm(arm, blocks);
            }
            into.values[index] = sum;
        }
        self.evaluate_axes(blocks, into);
    }

    /// The directions in which slopes grow.
    fn evaluate_axes(&self, blocks: &[Vector3<f64>], into: &mut VectorValues) {
        for (body, axis) in self.grown.iter().zip(&mut into.axes) {
            let body = *body as usize;
            *axis = growing(&blocks[body + 1], &blocks[body + 2]);
        }
    }

    /// All vectors and arms, also those that only sensors need.
    pub(super) fn evaluate(&self, blocks: &[Vector3<f64>], into: &mut VectorValues) {
        for (part, arm) in self.parts.iter().zip(&mut into.arms) {
            *arm = part.arm(blocks);
        }
        for (range, value) in self.ranges.iter().zip(&mut into.values) {
            let mut sum = Vector3::zeros();
            for index in range.start as usize..range.end as usize {
                let part = &self.parts[index];
                sum += part.with_arm(into.arms[index], blocks);
            }
            *value = sum;
        }
        self.evaluate_axes(blocks, into);
    }

    /// Adds a force (N) along a vector to the blocks it depends on.
    /// That is virtual work: what moves the vector by a coefficient gets that share.
    #[inline(always)]
    pub(super) fn add_force(
        &self,
        id: VectorId,
        force: &Vector3<f64>,
        blocks: &mut [Vector3<f64>],
    ) {
        for part in &self.parts[self.range(id)] {
            let first = part.first as usize;
            for (block, coefficient) in
                blocks[first..first + part.blocks()].iter_mut().zip(part.coefficients)
            {
                *block += force * coefficient;
            }
        }
    }
}
