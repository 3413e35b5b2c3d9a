//! Blocks by vectors become blocks by what their parts follow: places, turns, and growths of slopes.
//!
//! A force `f` on a vector, of which a part has the coefficient `α` and the arm `a`, and a change of that part:
//!
//! | part | enters the rows | changes by | rows |
//! |---|---|---|---|
//! | shifted | `α f` | `α δr` | place |
//! | turned with a body | `α f`, `aₘ × f` | `α δr + δθ × a₁` | place, turn |
//! | a slope `g` that grows along a director | `aₘ × f`, `α dₘ·f` | `δθ × a₁ + α d₁ δγ` with `a = α g` | turn, growth |
//!
//! The index `m` is the balance, `1` the end. So `-∂f/∂u = K` becomes `JₘᵀKJ₁` with the maps `J` of this table, and products of
//! `K` with a skew matrix are cross products of its rows.

use nalgebra::{Matrix3, Vector3};

use super::Place;
use super::filling::{Filling, add_matrix, subtract_matrix};
use crate::constrained::units::cross_matrix;
use crate::constrained::vectors::{Moves, VectorId};

impl Filling<'_> {
    /// One part's rows of it; gives the next place.
    #[inline(always)]
    pub(super) fn multiple_of_part(
        &mut self,
        i: usize,
        column: VectorId,
        mut at: u32,
        factor: f64,
    ) -> u32 {
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
            let (row_moves, column_moves) = (row_part.moves, column_part.moves);
            let of_places = !matches!(row_moves, Moves::Grown { .. })
                && !matches!(column_moves, Moves::Grown { .. });
            if of_places && alpha * beta != 0.0 {
                for k in 0..3 {
                    self.values[start + k * (stride + 1)] += factor * alpha * beta;
                }
            }
            if row_moves == Moves::Shifted && column_moves == Moves::Shifted {
                continue;
            }
            if !of_places {
                let own = Matrix3::identity() * factor;
                self.part_of_block((i, j), place, &own);
                continue;
            }
            let (lever, arm) = (&self.arms.balance[i], &self.arms.end[j]);
            let (row_turns, column_turns) =
                (row_moves == Moves::Turned, column_moves == Moves::Turned);
            if row_turns && beta != 0.0 {
                let turned = cross_matrix(lever) * (factor * beta);
                add_matrix(self.values, start + 3 * stride, stride, &turned);
            }
            if column_turns && alpha != 0.0 {
                let turned = cross_matrix(arm) * (-factor * alpha);
                add_matrix(self.values, start + 3, stride, &turned);
            }
            if row_turns && column_turns {
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
    pub(super) fn pieces(
        &mut self,
        row: usize,
        column: VectorId,
        mut at: usize,
        stiffness: &Matrix3<f64>,
    ) -> usize {
        for index in self.vectors.range(column) {
            if self.vectors.parts[index].known {
                continue;
            }
            let place = self.wiring.places[at];
            at += 1;
            self.part_of_block((row, index), place, stiffness);
        }
        at
    }

    /// What belongs to one part of a row's vector and one of a column's.
    #[inline(always)]
    fn part_of_block(
        &mut self,
        (row, column): (usize, usize),
        place: Place,
        stiffness: &Matrix3<f64>,
    ) {
        let part = &self.vectors.parts[row];
        let (start, stride) = (place.start as usize, place.stride as usize);
        let alpha = part.coefficients[0];
        match part.moves {
            Moves::Shifted => self.columns(column, start, stride, &(stiffness * alpha)),
            Moves::Turned => {
                self.columns(column, start, stride, &(stiffness * alpha));
                let turned = cross_matrix(&self.arms.balance[row]) * stiffness;
                self.columns(column, start + 3 * stride, stride, &turned);
            }
            Moves::Grown { axis } => {
                let turned = cross_matrix(&self.arms.balance[row]) * stiffness;
                self.columns(column, start, stride, &turned);
                let along = self.arms.balance_axes[axis as usize] * alpha;
                self.column_line(column, start + 3 * stride, &stiffness.tr_mul(&along));
            }
        }
    }

    /// Three rows by what a part of a vector follows, where these are its derivatives by the vector.
    #[inline(always)]
    fn columns(&mut self, part: usize, start: usize, stride: usize, rows: &Matrix3<f64>) {
        let beta = self.vectors.parts[part].coefficients[0];
        match self.vectors.parts[part].moves {
            Moves::Shifted => add_matrix(self.values, start, stride, &(rows * beta)),
            Moves::Turned => {
                add_matrix(self.values, start, stride, &(rows * beta));
                let turned = rows * cross_matrix(&self.arms.end[part]);
                subtract_matrix(self.values, start + 3, stride, &turned);
            }
            Moves::Grown { axis } => {
                let turned = rows * cross_matrix(&self.arms.end[part]);
                subtract_matrix(self.values, start, stride, &turned);
                let grown = rows * self.arms.end_axes[axis as usize];
                for k in 0..3 {
                    self.values[start + k * stride + 3] += grown[k] * beta;
                }
            }
        }
    }

    /// The same for one row.
    #[inline(always)]
    fn column_line(&mut self, part: usize, start: usize, row: &Vector3<f64>) {
        let beta = self.vectors.parts[part].coefficients[0];
        let mut add = |at: usize, by: Vector3<f64>| {
            for k in 0..3 {
                self.values[at + k] += by[k];
            }
        };
        match self.vectors.parts[part].moves {
            Moves::Shifted => add(start, row * beta),
            Moves::Turned => {
                add(start, row * beta);
                add(start + 3, self.arms.end[part].cross(row));
            }
            Moves::Grown { axis } => {
                add(start, self.arms.end[part].cross(row));
                self.values[start + 3] += row.dot(&self.arms.end_axes[axis as usize]) * beta;
            }
        }
    }

    /// The same for one vector of many; gives the next place.
    #[inline(always)]
    pub(in crate::constrained) fn constraint_on(
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
            let line = row.start as usize;
            // Where the turn's rows are.
            let turn = match part.moves {
                Moves::Shifted => None,
                Moves::Turned => Some(3),
                Moves::Grown { .. } => Some(0),
            };
            if let Moves::Grown { axis } = part.moves {
                let axis = axis as usize;
                let along = [self.arms.balance_axes[axis], self.arms.end_axes[axis]];
                self.values[start + 3 * stride] -= alpha * along[0].dot(balance);
                self.values[line + 3] -= alpha * along[1].dot(end);
            } else {
                for k in 0..3 {
                    self.values[start + k * stride] -= alpha * balance[k];
                    self.values[line + k] -= alpha * end[k];
                }
            }
            if let Some(first) = turn {
                let moment = self.arms.balance[index].cross(balance);
                let slope = self.arms.end[index].cross(end);
                for k in 0..3 {
                    self.values[start + (k + first) * stride] -= moment[k];
                    self.values[line + k + first] -= slope[k];
                }
            }
        }
        at
    }
}
