//! Coordinate partitioning: as many velocities as there are independent constraints depend on the
//! others. Before every evaluation and after every step the dependent coordinates are solved from the
//! constraints, so that only the independent ones carry what the integrator has done.
//!
//! Which are dependent is chosen by elimination with full pivoting, and chosen anew after a step when
//! another choice has a determinant four times as large. The matrix is dense: for mechanisms with
//! some hundred constraints at most.
//!
//! Everything is in shares: a column is multiplied by its coordinate's unit and a row divided by
//! its size, so that the largest pivot is a matter of geometry ([`super::size`]).

use super::jacobian::Jacobian;
use super::model::Closure;
use super::model::Level;
use super::project::{self, look, not_closed};
use super::rank::Zone;
use super::size::{self, furthest};
use crate::recursive::data::Failure;
use crate::recursive::{Data, RecursiveModel, recursion};

/// In shares of the rows' sizes.
const TOLERANCE: f64 = 1e-13;
/// Relative to their size: coordinates are taken as solved below.
const ACCEPTABLE: f64 = 1e-10;
/// Of Newton's method for dependent positions.
const ITERATIONS: usize = 20;
/// Another choice is made when its determinant is four times as large.
const WORSE: f64 = 1.386_294_361_119_890_6;
/// A determinant that has become smaller than a hundredth of what it was when it was chosen is not
/// solved with: a singular position is near.
const LOST: f64 = 4.605_170_185_988_092;

/// Velocities of the state stand for the coordinates under them: a dependent velocity has a
/// dependent position.
#[derive(Clone, Debug, Default)]
pub(crate) struct Partition {
    /// Of all rows.
    jacobian: Jacobian,
    /// `rows x velocities`, row by row.
    matrix: Vec<f64>,
    /// That the matrix is eliminated in.
    work: Vec<f64>,
    /// Independent equations and dependent velocities, as many as the rank, in order of pivots.
    rows: Vec<usize>,
    /// See `rows`.
    velocities: Vec<usize>,
    /// The same of a choice that is only looked at.
    candidate_rows: Vec<usize>,
    /// See `candidate_rows`.
    candidate_velocities: Vec<usize>,
    /// The logarithm of the determinant of the best choice after the last step.
    best: f64,
    /// Factors of the square matrix of both, row by row, and the right side.
    square: Vec<f64>,
    /// Of the small system.
    right: Vec<f64>,
    /// The order of its rows after pivoting.
    permuted: Vec<usize>,
}

impl Partition {
    /// Nothing has been chosen yet.
    pub(crate) fn new(model: &RecursiveModel) -> Self {
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
            best: f64::NEG_INFINITY,
            square: vec![0.0; rows * rows],
            right: vec![0.0; rows],
            permuted: vec![0; rows],
        }
    }

    /// The gradients now, in units of rows and coordinates.
    fn evaluate(&mut self, model: &RecursiveModel, data: &Data, state: &[f64]) {
        self.jacobian.evaluate(model, data, state);
        let width = model.layout.dimensions.velocities;
        let units = &model.loops.sizes.units;
        self.matrix.fill(0.0);
        for (index, closing) in model.loops.closings.iter().enumerate() {
            for row in closing.rows.clone() {
                let size = data.loops.sizes[row].max(f64::MIN_POSITIVE);
                for (range, values) in self.jacobian.row(index, row) {
                    for (slot, value) in range.zip(values) {
                        self.matrix[row * width + slot] = value * units[slot] / size;
                    }
                }
            }
        }
    }

    /// Chooses `rank` candidates by full pivoting; gives the logarithm of their determinant.
    fn choose(&mut self, width: usize, rank: usize) -> f64 {
        let height = self.matrix.len() / width.max(1);
        self.work.copy_from_slice(&self.matrix);
        self.candidate_rows.clear();
        self.candidate_velocities.clear();
        let mut volume = 0.0;
        while self.candidate_rows.len() < rank {
            let (mut at, mut most) = ((0, 0), 0.0);
            for row in (0..height).filter(|row| !self.candidate_rows.contains(row)) {
                for column in 0..width {
                    let size = self.work[row * width + column].abs();
                    if size > most {
                        (at, most) = ((row, column), size);
                    }
                }
            }
            if most == 0.0 {
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

    /// From now on the other choice counts.
    fn take_candidates(&mut self) {
        std::mem::swap(&mut self.rows, &mut self.candidate_rows);
        std::mem::swap(&mut self.velocities, &mut self.candidate_velocities);
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
    /// After [`Self::factorize`]; in the order of `velocities`, in their own units.
    fn solve(&mut self, residuals: &[f64], sizes: &[f64], units: &[f64]) {
        let n = self.rows.len();
        for i in 0..n {
            let row = self.rows[self.permuted[i]];
            self.right[i] = -residuals[row] / sizes[row].max(f64::MIN_POSITIVE);
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
        for (right, &slot) in self.right.iter_mut().zip(&self.velocities) {
            *right *= units[slot];
        }
    }
}

/// Chooses anew at a state where other connections are closed.
pub(super) fn renew(model: &RecursiveModel, data: &mut Data, time: f64, state: &[f64]) {
    if model.loops.method != Closure::Partitioning {
        return;
    }
    look(model, data, time, state);
    size::measure(model, data);
    let mut partition = std::mem::take(&mut data.loops.partition);
    partition.evaluate(model, data, state);
    let width = model.layout.dimensions.velocities;
    partition.best = partition.choose(width, data.loops.independence.rank());
    partition.take_candidates();
    data.loops.partition = partition;
}

/// After a step: chooses again where that is worth it, then solves. Near a singular position no choice
/// is good enough, and the state is projected.
/// The Jacobian of the last state decides; the determinants are compared as logarithms, which
/// cannot overflow.
pub(crate) fn project(
    model: &RecursiveModel,
    data: &mut Data,
    time: f64,
    state: &mut [f64],
) -> Result<(), Failure> {
    if data.loops.independence.zone != Zone::Regular {
        return project::project(model, data, time, state);
    }
    look(model, data, time, state);
    size::measure(model, data);
    let width = model.layout.dimensions.velocities;
    let mut partition = std::mem::take(&mut data.loops.partition);
    partition.evaluate(model, data, state);
    let volume = partition.factorize(width);
    let best = partition.choose(width, data.loops.independence.rank());
    let same = partition.candidate_rows.len() == partition.rows.len();
    if !same || volume.is_nan() || volume < best - WORSE {
        partition.take_candidates();
    }
    partition.best = best;
    data.loops.partition = partition;
    match solve(model, data, time, state) {
        Err(Failure::Near) => project::project(model, data, time, state),
        done => done,
    }
}

/// Solves dependent positions and velocities from the independent ones.
///
/// # Errors
/// [`Failure::Near`] where a singular position is near.
pub(crate) fn solve(
    model: &RecursiveModel,
    data: &mut Data,
    time: f64,
    state: &mut [f64],
) -> Result<(), Failure> {
    let mut partition = std::mem::take(&mut data.loops.partition);
    let done = solve_with(model, data, time, state, &mut partition);
    data.loops.partition = partition;
    done
}

/// Newton's method on both levels one after the other, with a Jacobian made anew for each
/// iteration.
fn solve_with(
    model: &RecursiveModel,
    data: &mut Data,
    time: f64,
    state: &mut [f64],
    partition: &mut Partition,
) -> Result<(), Failure> {
    let width = model.layout.dimensions.velocities;
    let split = model.layout.dimensions.positions;
    look(model, data, time, state);
    size::measure(model, data);
    for level in [Level::Position, Level::Velocity] {
        let mut before = f64::INFINITY;
        let mut scale = 1.0;
        for iteration in 0..=ITERATIONS {
            let values = match level {
                Level::Position => &data.loops.residuals,
                Level::Velocity => &data.loops.rates,
            };
            let (row, worst) = furthest(values, &data.loops.sizes);
            if level == Level::Velocity && iteration == 0 {
                scale = worst.max(size::speed(model, &state[split..split + width]));
            }
            let settled = worst <= ACCEPTABLE * scale && worst > 0.3 * before;
            if worst <= TOLERANCE * scale || settled {
                break;
            }
            if iteration == ITERATIONS || !worst.is_finite() {
                return Err(Failure::NotClosed(not_closed(model, row, values[row].abs(), level)));
            }
            before = worst;
            partition.evaluate(model, data, state);
            if partition.factorize(width) < partition.best - LOST {
                data.loops.independence.zone = Zone::Near;
                return Err(Failure::Near);
            }
            let (sizes, units) = (&data.loops.sizes, &model.loops.sizes.units);
            match level {
                Level::Position => partition.solve(&data.loops.residuals, sizes, units),
                Level::Velocity => partition.solve(&data.loops.rates, sizes, units),
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
