//! What follows from an equation, derived once for all.
//!
//! `E` says the function; `N` vectors and `ROWS` multipliers are fixed when compiling, so that
//! loops over them unroll.

use nalgebra::Vector3;

use super::constraint::{Constraint, Kind, Measure, Tolerances};
use super::equation::{Bend, Equation};
use super::user_data::UserData;
use crate::constrained::balance::Wanted;
use crate::constrained::coordinate::Coordinate;
use crate::constrained::matrix::{Coupler, Filling, Multiplier, Wirer, Wires};
use crate::constrained::seen::{Now, Step};
use crate::constrained::sources::Motion;
use crate::constrained::vectors::{VectorId, Vectors};

/// An equation on its vectors.
/// `unknowns` and places are set when the matrix is laid out ([`Constraint::wire`]).
#[derive(Clone, Copy, Debug)]
pub(in crate::constrained) struct Imposed<E, const ROWS: usize, const N: usize> {
    /// With its numbers.
    pub(in crate::constrained) equation: E,
    /// That it is about, in the order in which the equation names them.
    pub(in crate::constrained) vectors: [VectorId; N],
    /// One for each row.
    pub(in crate::constrained) multipliers: [Multiplier; ROWS],
    /// Of the multipliers, among all unknowns.
    pub(in crate::constrained) unknowns: [usize; ROWS],
    /// Of each row: where its gradient goes in the matrix.
    pub(in crate::constrained) wires: [Wires; ROWS],
    /// Of each pair of vectors.
    stiffness: [[Wires; N]; N],
}

impl<E, const ROWS: usize, const N: usize> Imposed<E, ROWS, N> {
    /// Places are still missing.
    pub(in crate::constrained) fn new(
        equation: E,
        vectors: [VectorId; N],
        multipliers: [Multiplier; ROWS],
    ) -> Self {
        Self {
            equation,
            vectors,
            multipliers,
            unknowns: [0; ROWS],
            wires: [Wires::default(); ROWS],
            stiffness: [[Wires::default(); N]; N],
        }
    }
}

impl<E, const N: usize> Imposed<E, 1, N> {
    /// Of the multiplier, among all unknowns.
    pub(in crate::constrained) fn unknown(&self) -> usize {
        self.unknowns[0]
    }
}

impl<E: Equation<ROWS, N>, const ROWS: usize, const N: usize> Imposed<E, ROWS, N> {
    /// The force on each vector where it acts along these gradients.
    /// The multipliers of all unknowns go in.
    #[inline(always)]
    fn along(
        &self,
        gradient: &[[Vector3<f64>; N]; ROWS],
        multipliers: &[f64],
    ) -> [Vector3<f64>; N] {
        let over = self.equation.over();
        let of_row =
            |row: usize, k: usize| gradient[row][k] * (multipliers[self.unknowns[row]] / over);
        std::array::from_fn(|k| (1..ROWS).fold(of_row(0, k), |sum, row| sum + of_row(row, k)))
    }

    /// Puts the sum of gradients times `of` the vectors and what else there is into the right side.
    /// Serves rates (`of` velocities) and second derivatives (`of` accelerations).
    fn differentiated(
        &self,
        motion: &Motion<'_>,
        of: impl Fn(VectorId) -> Vector3<f64>,
        others: [f64; ROWS],
        given: f64,
        right_side: &mut [f64],
    ) {
        let gradient = self.equation.gradient(self.vectors.map(|id| motion.position(id)));
        let of = self.vectors.map(of);
        for row in 0..ROWS {
            let linear: f64 =
                gradient[row].iter().zip(&of).map(|(gradient, of)| gradient.dot(of)).sum();
            right_side[self.unknowns[row]] = (linear + others[row]) / self.equation.over() - given;
        }
    }
}

impl<E: Equation<ROWS, N>, const ROWS: usize, const N: usize> Constraint for Imposed<E, ROWS, N> {
    const KIND: Kind = E::KIND;
    const PULLS: bool = E::PULLS;

    fn unknowns(&self) -> &[usize] {
        &self.unknowns
    }

    fn couple(&self, coupler: &mut Coupler<'_>) {
        for &multiplier in &self.multipliers {
            coupler.constraint(&self.vectors, multiplier);
        }
        if !E::PAIRS.is_empty() {
            coupler.stiffness(&self.vectors);
        }
    }

    fn wire(&mut self, wirer: &mut Wirer<'_>) {
        for (row, &multiplier) in self.multipliers.iter().enumerate() {
            self.unknowns[row] = wirer.unknown(multiplier);
            self.wires[row] = wirer.constraint(&self.vectors, multiplier);
        }
        for &(k, l) in E::PAIRS {
            self.stiffness[k][l] = wirer.rectangle(&[self.vectors[k]], &[self.vectors[l]]);
        }
    }

    #[inline(always)]
    fn residual(&self, step: &Step<'_>, right_side: &mut [f64]) {
        let value = self.equation.value(step, self.vectors.map(|id| step.at.end.of(id)));
        for (unknown, value) in self.unknowns.iter().zip(value) {
            right_side[*unknown] = value / self.equation.over() - self.equation.given(step);
        }
    }

    #[inline(always)]
    fn add_force(&self, step: &Step<'_>, blocks: &mut [Vector3<f64>], work: &mut f64) {
        let balance = self.vectors.map(|id| step.at.balance.of(id));
        let gradient = self.equation.over_step(step, balance);
        for (&id, force) in self.vectors.iter().zip(self.along(&gradient, step.multipliers)) {
            step.vectors.add_force(id, &force, blocks);
            if E::MOVES {
                *work += force.dot(&step.vectors.value(id, step.velocities));
            }
        }
    }

    #[inline(always)]
    fn fill(&self, step: &Step<'_>, wanted: Wanted, filling: &mut Filling<'_>) {
        let over = self.equation.over();
        let balance = self.equation.over_step(step, self.vectors.map(|id| step.at.balance.of(id)));
        let end = self.equation.gradient(self.vectors.map(|id| step.at.end.of(id)));
        for row in 0..ROWS {
            let [balance, end] = [&balance, &end].map(|all| all[row].map(|each| each / over));
            filling.constraint(&self.vectors, self.wires[row], &balance, &end);
        }
        if E::PAIRS.is_empty() {
            return;
        }
        let multiplier = match wanted {
            Wanted::Newton => step.multipliers[self.unknowns[0]],
            Wanted::Accelerations => 0.0,
        };
        self.equation.stiffness(step, multiplier, |(k, l), bend| {
            let (row, column, wires) = (self.vectors[k], self.vectors[l], self.stiffness[k][l]);
            match bend {
                Bend::Multiple(factor) => filling.multiple_of_identity(row, column, wires, factor),
                Bend::Full(matrix) => filling.rectangle(row, column, wires, &matrix),
            }
        });
    }

    fn rate(&self, now: &Now<'_>, right_side: &mut [f64]) {
        let given = self.equation.given_rate(now.values);
        let of = |id| now.motion.velocity(id);
        self.differentiated(&now.motion, of, [0.0; ROWS], given, right_side);
    }

    fn second_derivative(&self, now: &Now<'_>, right_side: &mut [f64]) {
        let motion = &now.motion;
        let given = self.equation.given_acceleration(now.values);
        let curvature = self.equation.curvature(
            self.vectors.map(|id| motion.position(id)),
            self.vectors.map(|id| motion.velocity(id)),
        );
        let of = |id| motion.vectors.value(id, now.accelerations);
        self.differentiated(motion, of, curvature, given, right_side);
    }

    fn rows(&self, motion: &Motion<'_>, mut each: impl FnMut(usize, &[(VectorId, Vector3<f64>)])) {
        let gradient = self.equation.gradient(self.vectors.map(|id| motion.position(id)));
        for (&unknown, gradient) in self.unknowns.iter().zip(&gradient) {
            let over = self.equation.over();
            let terms: [_; N] = std::array::from_fn(|k| (self.vectors[k], gradient[k] / over));
            each(unknown, &terms);
        }
    }

    fn forces(
        &self,
        motion: &Motion<'_>,
        multipliers: &[f64],
        mut each: impl FnMut(VectorId, Vector3<f64>),
    ) {
        let gradient = self.equation.gradient(self.vectors.map(|id| motion.position(id)));
        for (&id, force) in self.vectors.iter().zip(self.along(&gradient, multipliers)) {
            each(id, force);
        }
    }

    fn measure(&self, vectors: &Vectors) -> Option<Measure> {
        Some(self.equation.measure(vectors, &self.vectors))
    }

    fn tolerance(
        &self,
        vectors: &Vectors,
        _coordinates: &[Coordinate],
        _user: &UserData,
        tolerances: &Tolerances,
    ) -> f64 {
        match self.equation.measure(vectors, &self.vectors) {
            Measure::Metre => tolerances.length,
            Measure::Radian => tolerances.angle,
        }
    }
}
