//! Coordinate partitioning: as many velocities as there are independent constraints depend on the
//! others. Before every evaluation and after every step the dependent coordinates are solved from the
//! constraints, so that only the independent ones carry what the integrator has done.
//!
//! Which are dependent is chosen by elimination with full pivoting, and chosen anew after a step when
//! another choice has a determinant four times as large. The matrix is dense: for mechanisms with
//! some hundred constraints at most.

use super::jacobian::Jacobian;
use super::model::Level;
use super::project::{NotClosed, largest, look};
use crate::dynamics::{Data, Model, recursion};

/// A pivot below this share of the largest: the equation depends on the others.
const DEPENDENT: f64 = 1e-9;
const TOLERANCE: f64 = 1e-13;
const ACCEPTABLE: f64 = 1e-10;
const ITERATIONS: usize = 20;
/// Another choice is made when its determinant is four times as large.
const WORSE: f64 = 1.386_294_361_119_890_6;

#[derive(Clone, Debug, Default)]
pub(crate) struct Partition {
    jacobian: Jacobian,
    /// `rows x velocities`, row by row.
    matrix: Vec<f64>,
    work: Vec<f64>,
    /// Independent equations and dependent velocities, as many as the rank, in order of pivots.
    rows: Vec<usize>,
    velocities: Vec<usize>,
    /// The same of a choice that is only looked at.
    candidate_rows: Vec<usize>,
    candidate_velocities: Vec<usize>,
    /// Factors of the square matrix of both, row by row, and the right side.
    square: Vec<f64>,
    right: Vec<f64>,
    permuted: Vec<usize>,
}

impl Partition {
    pub(crate) fn new(model: &Model) -> Self {
        let rows = model.loops.rows.len();
        let velocities = model.layout.dimensions.velocities;
        Self {
            jacobian: Jacobian::new(model),
            matrix: vec![0.0; rows * velocities],
            work: vec![0.0; rows * velocities],
            rows: Vec::with_capacity(rows),
            velocities: Vec::with_capacity(rows),
            candidate_rows: Vec::with_capacity(rows),
            candidate_velocities: Vec::with_capacity(rows),
            square: vec![0.0; rows * rows],
            right: vec![0.0; rows],
            permuted: vec![0; rows],
        }
    }

    /// The gradients now.
    fn evaluate(&mut self, model: &Model, data: &Data, state: &[f64]) {
        self.jacobian.evaluate(model, data, state);
        let width = model.layout.dimensions.velocities;
        self.matrix.fill(0.0);
        for (index, closing) in model.loops.closings.iter().enumerate() {
            for row in closing.rows.clone() {
                for (range, values) in self.jacobian.row(index, row) {
                    let start = row * width;
                    self.matrix[start + range.start..start + range.end].copy_from_slice(values);
                }
            }
        }
    }

    /// Chooses candidates by full pivoting; gives the logarithm of their determinant.
    fn choose(&mut self, width: usize) -> f64 {
        let height = self.matrix.len() / width.max(1);
        self.work.copy_from_slice(&self.matrix);
        self.candidate_rows.clear();
        self.candidate_velocities.clear();
        let (mut first, mut volume) = (0.0, 0.0);
        while self.candidate_rows.len() < height {
            let (mut at, mut most) = ((0, 0), 0.0);
            for row in (0..height).filter(|row| !self.candidate_rows.contains(row)) {
                for column in 0..width {
                    let size = self.work[row * width + column].abs();
                    if size > most {
                        (at, most) = ((row, column), size);
                    }
                }
            }
            if self.candidate_rows.is_empty() {
                first = most;
            }
            if most <= DEPENDENT * first {
                break;
            }
            volume += most.ln();
            let (pivot_row, pivot_column) = at;
            self.candidate_rows.push(pivot_row);
            self.candidate_velocities.push(pivot_column);
            for row in (0..height).filter(|row| !self.candidate_rows.contains(row)) {
                let factor = self.work[row * width + pivot_column]
                    / self.work[pivot_row * width + pivot_column];
                for column in 0..width {
                    self.work[row * width + column] -=
                        factor * self.work[pivot_row * width + column];
                }
            }
        }
        volume
    }

    /// Factorizes the square matrix by partial pivoting; gives the logarithm of its determinant.
    fn factorize(&mut self, width: usize) -> f64 {
        let n = self.rows.len();
        for (i, &row) in self.rows.iter().enumerate() {
            self.permuted[i] = i;
            for (j, &column) in self.velocities.iter().enumerate() {
                self.square[i * n + j] = self.matrix[row * width + column];
            }
        }
        let mut volume = 0.0;
        for k in 0..n {
            let best = (k..n).max_by(|&a, &b| {
                self.square[a * n + k].abs().total_cmp(&self.square[b * n + k].abs())
            });
            let best = best.unwrap_or(k);
            if best != k {
                self.permuted.swap(k, best);
                for j in 0..n {
                    self.square.swap(k * n + j, best * n + j);
                }
            }
            let pivot = self.square[k * n + k];
            volume += pivot.abs().ln();
            for i in k + 1..n {
                let factor = self.square[i * n + k] / pivot;
                self.square[i * n + k] = factor;
                for j in k + 1..n {
                    self.square[i * n + j] -= factor * self.square[k * n + j];
                }
            }
        }
        volume
    }

    /// The changes of the dependent velocities that take `residuals` away, in `right`.
    fn solve(&mut self, residuals: &[f64]) {
        let n = self.rows.len();
        for i in 0..n {
            self.right[i] = -residuals[self.rows[self.permuted[i]]];
        }
        for i in 0..n {
            for k in 0..i {
                self.right[i] -= self.square[i * n + k] * self.right[k];
            }
        }
        for i in (0..n).rev() {
            for k in i + 1..n {
                self.right[i] -= self.square[i * n + k] * self.right[k];
            }
            self.right[i] /= self.square[i * n + i];
        }
    }
}

/// After a step: chooses again where that is worth it, then solves.
pub(crate) fn project(
    model: &Model,
    data: &mut Data,
    time: f64,
    state: &mut [f64],
) -> Result<(), NotClosed> {
    look(model, data, time, state);
    let width = model.layout.dimensions.velocities;
    let mut partition = std::mem::take(&mut data.loops.partition);
    partition.evaluate(model, data, state);
    let volume = partition.factorize(width);
    let best = partition.choose(width);
    let same = partition.candidate_rows.len() == partition.rows.len();
    if !same || volume.is_nan() || volume < best - WORSE {
        std::mem::swap(&mut partition.rows, &mut partition.candidate_rows);
        std::mem::swap(&mut partition.velocities, &mut partition.candidate_velocities);
    }
    data.loops.partition = partition;
    solve(model, data, time, state)
}

/// Solves dependent positions and velocities from the independent ones.
pub(crate) fn solve(
    model: &Model,
    data: &mut Data,
    time: f64,
    state: &mut [f64],
) -> Result<(), NotClosed> {
    let mut partition = std::mem::take(&mut data.loops.partition);
    let done = solve_with(model, data, time, state, &mut partition);
    data.loops.partition = partition;
    done
}

fn solve_with(
    model: &Model,
    data: &mut Data,
    time: f64,
    state: &mut [f64],
    partition: &mut Partition,
) -> Result<(), NotClosed> {
    let width = model.layout.dimensions.velocities;
    let split = model.layout.dimensions.positions;
    look(model, data, time, state);
    for level in [Level::Position, Level::Velocity] {
        let mut before = f64::INFINITY;
        for iteration in 0..=ITERATIONS {
            let values = match level {
                Level::Position => &data.loops.residuals,
                Level::Velocity => &data.loops.rates,
            };
            let (row, residual) = largest(values);
            let settled = residual <= ACCEPTABLE && residual > 0.3 * before;
            if residual <= TOLERANCE || settled {
                break;
            }
            if iteration == ITERATIONS || !residual.is_finite() {
                let holds = |closing: &super::model::Closing| closing.rows.contains(&row);
                let closing = model.loops.closings.iter().position(holds).unwrap_or(0);
                return Err(NotClosed { closing, residual, level });
            }
            before = residual;
            partition.evaluate(model, data, state);
            partition.factorize(width);
            match level {
                Level::Position => partition.solve(&data.loops.residuals),
                Level::Velocity => partition.solve(&data.loops.rates),
            }
            let mut change = std::mem::take(&mut data.loops.change);
            change.fill(0.0);
            for (&slot, &value) in partition.velocities.iter().zip(&partition.right) {
                change[slot] = value;
            }
            let (q, v) = state.split_at_mut(split);
            match level {
                Level::Position => super::drift(model, q, &mut change, 1.0),
                Level::Velocity => {
                    v.iter_mut().zip(&change).for_each(|(slot, change)| *slot += change);
                }
            }
            data.loops.change = change;
            recursion::restore(model, data, state);
            look(model, data, time, state);
        }
    }
    Ok(())
}
