//! Vectors that are linear in the natural coordinates: points, differences of points, axes.
//!
//! Everything in the constrained formulation is written in these. A vector has a part on each unit it
//! depends on, two at most nearly always.
//!
//! A point of a body is `r + x d1 + y d2 + z d3` with its body coordinates for coefficients, a
//! direction has no share of `r`. Values in m for points and lines, without unit for directions;
//! forces on them in N or N m.

use nalgebra::Vector3;
use std::ops::Range;

use super::units::{Unit, UnitKind};

/// Index of a vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct VectorId(u32);

impl VectorId {
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// `Σ coefficients[i] block[first + i]`, of one unit.
/// A coefficient for `r` and each director.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Part {
    pub(super) unit: u32,
    pub(super) first: u32,
    pub(super) coefficients: [f64; 4],
    /// A body's: four blocks. Otherwise only the first coefficient counts.
    pub(super) body: bool,
    pub(super) known: bool,
}

impl Part {
    pub(super) fn blocks(&self) -> usize {
        if self.body { 4 } else { 1 }
    }

    /// What turns with the unit: the sum over the directors.
    /// `u` without its share of the origin, in world axes: a turn `δθ` changes it by `δθ × arm`.
    #[inline(always)]
    pub(super) fn arm(&self, blocks: &[Vector3<f64>]) -> Vector3<f64> {
        if !self.body {
            return Vector3::zeros();
        }
        let directors = &blocks[self.first as usize + 1..self.first as usize + 4];
        directors[0] * self.coefficients[1]
            + directors[1] * self.coefficients[2]
            + directors[2] * self.coefficients[3]
    }
}

/// All vectors of a model.
#[derive(Clone, Debug, Default)]
pub(super) struct Vectors {
    pub(super) parts: Vec<Part>,
    ranges: Vec<Range<u32>>,
    /// Whether an element needs it in every iteration.
    needed: Vec<bool>,
}

/// Values of all vectors, and the arms of all parts, in one configuration.
#[derive(Clone, Debug)]
pub(super) struct VectorValues {
    pub(super) values: Vec<Vector3<f64>>,
    pub(super) arms: Vec<Vector3<f64>>,
}

impl VectorValues {
    pub(super) fn new(vectors: &Vectors) -> Self {
        Self {
            values: vec![Vector3::zeros(); vectors.ranges.len()],
            arms: vec![Vector3::zeros(); vectors.parts.len()],
        }
    }

    #[inline(always)]
    pub(super) fn of(&self, id: VectorId) -> Vector3<f64> {
        self.values[id.index()]
    }
}

/// A linear expression that is being put together: coefficients on the blocks of units.
#[derive(Clone, Debug, Default)]
pub(super) struct Linear {
    terms: Vec<(usize, [f64; 4])>,
}

impl Linear {
    /// Adds `factor (coefficients · blocks of the unit)`; several terms on one unit become one.
    pub(super) fn plus(mut self, unit: usize, coefficients: [f64; 4], factor: f64) -> Self {
        let scaled = coefficients.map(|value| value * factor);
        match self.terms.iter_mut().find(|(known, _)| *known == unit) {
            Some((_, sum)) => {
                for (sum, value) in sum.iter_mut().zip(scaled) {
                    *sum += value;
                }
            }
            None => self.terms.push((unit, scaled)),
        }
        self
    }

    /// The same for equal expressions.
    /// Bit by bit, so that no rounding makes two of one.
    pub(super) fn key(&self) -> Vec<(usize, [u64; 4])> {
        let bits = |&(unit, coefficients): &(usize, [f64; 4])| {
            // Adding zero makes one zero of both.
            (unit, coefficients.map(|value| (value + 0.0).to_bits()))
        };
        self.terms.iter().map(bits).collect()
    }

    pub(super) fn terms(&self) -> &[(usize, [f64; 4])] {
        &self.terms
    }

    /// Terms that cancel stay, with zeros.
    pub(super) fn plus_all(mut self, other: &Linear, factor: f64) -> Self {
        for &(unit, coefficients) in &other.terms {
            self = self.plus(unit, coefficients, factor);
        }
        self
    }
}

impl Vectors {
    /// Takes a vector in, or finds it where it is known already.
    pub(super) fn add(&mut self, units: &[Unit], linear: &Linear) -> VectorId {
        let part = |&(unit, coefficients): &(usize, [f64; 4])| Part {
            unit: unit as u32,
            first: units[unit].block as u32,
            coefficients,
            body: matches!(units[unit].kind, UnitKind::Body { .. }),
            known: units[unit].group.is_none(),
        };
        let start = self.parts.len() as u32;
        self.parts.extend(linear.terms.iter().map(part));
        self.ranges.push(start..self.parts.len() as u32);
        self.needed.push(false);
        VectorId(self.ranges.len() as u32 - 1)
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
            sum += blocks[part.first as usize] * part.coefficients[0] + part.arm(blocks);
        }
        sum
    }

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
                sum += blocks[part.first as usize] * part.coefficients[0] + arm;
            }
            into.values[index] = sum;
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
                sum += blocks[part.first as usize] * part.coefficients[0] + into.arms[index];
            }
            *value = sum;
        }
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
