//! Constraints of the user: any function of quantities of the motion and time.
//!
//! On position level the force acts along a discrete gradient (Gonzalez 1996) in the space of the
//! arguments, whose own discrete gradients are exact:
//! `∇̄g = Dg(mean) + (g₁ - g₀ - Dg(mean)·Δs) / |Δs|² Δs`, so that it does no work but that of an explicit
//! dependence on time. On velocity level the constraint holds in the balance and the force acts along
//! the derivatives by the velocities.

use cdl_graph::NodeId;
use nalgebra::{Matrix3, Vector3};

use super::coordinate::Coordinate;
use super::data::Configurations;
use super::matrix::{Filling, Multiplier, Wires};
use super::model::ConstrainedModel;
use super::scheme::Scheme;
use super::sources::{Dependence, Motion, Source};
use super::vectors::{VectorId, Vectors};
use crate::signals::Values;

/// Of the squared change of the arguments: below, the midpoint's derivative is as good as any.
const SMALLEST_STEP: f64 = 1e-20;

/// One scalar equation.
#[derive(Clone, Debug)]
pub(super) struct UserConstraint {
    pub(super) holonomic: bool,
    /// Does not depend on time by itself.
    pub(super) steady: bool,
    pub(super) residual: NodeId,
    pub(super) arguments: Vec<Argument>,
    pub(super) hessian: Vec<(u16, u16, NodeId)>,
    pub(super) rate: NodeId,
    pub(super) gradient_rate: Vec<NodeId>,
    pub(super) acceleration: NodeId,
    pub(super) multiplier: Multiplier,
    pub(super) unknown: usize,
    /// For each argument and each of its vectors.
    pub(super) wires: Vec<[Wires; 3]>,
    /// For each pair of arguments, row by row, and each pair of their vectors.
    pub(super) stiffness: Vec<[[Wires; 3]; 3]>,
    /// Among all users' constraints, and where its arguments' numbers are in [`UserData`].
    pub(super) index: usize,
    pub(super) first: usize,
}

#[derive(Clone, Debug)]
pub(super) struct Argument {
    pub(super) node: NodeId,
    pub(super) source: Source,
    pub(super) component: usize,
    pub(super) gradient: NodeId,
}

/// Numbers of all users' constraints, one for each argument, and one residual for each constraint.
#[derive(Clone, Debug, Default)]
pub(super) struct UserData {
    /// Values of the arguments at the start and the end of the step.
    pub(super) start: Vec<f64>,
    pub(super) end: Vec<f64>,
    /// Derivatives at the end and in the balance.
    pub(super) end_gradient: Vec<f64>,
    pub(super) balance_gradient: Vec<f64>,
    /// Gonzalez's gradient.
    pub(super) discrete: Vec<f64>,
    pub(super) start_residuals: Vec<f64>,
    pub(super) residuals: Vec<f64>,
    /// What arguments depend on in the balance and at the end.
    balance: Vec<Option<Dependence>>,
    at_end: Vec<Option<Dependence>>,
}

impl UserData {
    pub(super) fn new(model: &ConstrainedModel) -> Self {
        let arguments: usize = model.user.iter().map(|each| each.arguments.len()).sum();
        let zeros = vec![0.0; arguments];
        let residuals = vec![0.0; model.user.len()];
        Self {
            start: zeros.clone(),
            end: zeros.clone(),
            end_gradient: zeros.clone(),
            balance_gradient: zeros.clone(),
            discrete: zeros,
            start_residuals: residuals.clone(),
            residuals,
            balance: vec![None; arguments],
            at_end: vec![None; arguments],
        }
    }

    /// The derivatives of a constraint by its arguments, at the end.
    pub(super) fn slopes(&self, constraint: &UserConstraint) -> &[f64] {
        &self.end_gradient[constraint.range()]
    }

    /// The largest derivative of a constraint by an argument, at the end.
    pub(super) fn steepest(&self, constraint: &UserConstraint) -> f64 {
        let steepest = self.slopes(constraint).iter().fold(0.0_f64, |most, it| it.abs().max(most));
        if steepest > 0.0 { steepest } else { 1.0 }
    }

    /// Takes over what the next step starts from; allocates nothing.
    pub(super) fn copy_from(&mut self, other: &UserData) {
        self.start.copy_from_slice(&other.start);
        self.start_residuals.copy_from_slice(&other.start_residuals);
    }

    /// Makes the end the start of the next step.
    pub(super) fn accept(&mut self) {
        std::mem::swap(&mut self.start, &mut self.end);
        std::mem::swap(&mut self.start_residuals, &mut self.residuals);
    }
}

impl UserConstraint {
    fn range(&self) -> std::ops::Range<usize> {
        self.first..self.first + self.arguments.len()
    }

    /// After the signals have been evaluated at the end.
    pub(super) fn read_end(
        &self,
        motion: &Motion<'_>,
        coordinates: &[Coordinate],
        values: &Values,
        data: &mut UserData,
    ) {
        data.residuals[self.index] = values.scalar(self.residual);
        for (slot, argument) in self.range().zip(&self.arguments) {
            data.end[slot] = values.scalar(argument.node);
            data.end_gradient[slot] = values.scalar(argument.gradient);
            data.at_end[slot] = argument.source.dependence(argument.component, motion, coordinates);
        }
    }

    /// After the signals have been evaluated in the balance, and after [`Self::read_end`].
    pub(super) fn read_balance(
        &self,
        scheme: &Scheme,
        motion: &Motion<'_>,
        coordinates: &[Coordinate],
        at: &Configurations,
        values: &Values,
        data: &mut UserData,
    ) {
        let range = self.range();
        for (slot, argument) in range.clone().zip(&self.arguments) {
            data.balance_gradient[slot] = values.scalar(argument.gradient);
            let mut dependence =
                argument.source.dependence(argument.component, motion, coordinates);
            if let (Source::Coordinate(index), Some(found), true) =
                (argument.source, &mut dependence, self.discrete(scheme))
            {
                // Exact over the step, which the gradient in the middle is not for angles.
                let (start, end) = (data.start[slot], data.end[slot]);
                let gradient = coordinates[index].gradient(scheme, at, start, end);
                found.position = gradient.balance;
                found.position_slope = gradient
                    .stiffness(1.0, 0.0)
                    .map(|row| row.map(|entry| entry * (-1.0 / scheme.balance)));
            }
            data.balance[slot] = dependence;
        }
        data.discrete[range.clone()].copy_from_slice(&data.balance_gradient[range.clone()]);
        if !self.holonomic {
            data.residuals[self.index] = values.scalar(self.residual);
        } else if self.discrete(scheme) {
            let mut square = 0.0;
            let mut change = data.residuals[self.index] - data.start_residuals[self.index];
            for slot in range.clone() {
                let step = data.end[slot] - data.start[slot];
                square += step * step;
                change -= data.balance_gradient[slot] * step;
            }
            if square > SMALLEST_STEP {
                for slot in range {
                    data.discrete[slot] += change / square * (data.end[slot] - data.start[slot]);
                }
            }
        }
    }

    /// The force on an argument's vector per unit multiplier.
    fn direction(&self, dependence: &Dependence, k: usize) -> Vector3<f64> {
        if self.holonomic { dependence.position[k] } else { dependence.velocity[k] }
    }

    /// Gives the force's work, W: that of an explicit dependence on time.
    pub(super) fn add_force(
        &self,
        vectors: &Vectors,
        multiplier: f64,
        data: &UserData,
        rates: &[Vector3<f64>],
        blocks: &mut [Vector3<f64>],
    ) -> f64 {
        let mut work = 0.0;
        for slot in self.range() {
            let Some(dependence) = &data.balance[slot] else { continue };
            for k in 0..dependence.count {
                let force = self.direction(dependence, k) * (multiplier * data.discrete[slot]);
                vectors.add_force(dependence.vectors[k], &force, blocks);
                work += force.dot(&vectors.value(dependence.vectors[k], rates));
            }
        }
        work
    }

    pub(super) fn fill(
        &self,
        scheme: &Scheme,
        multiplier: f64,
        values: &Values,
        data: &UserData,
        filling: &mut Filling<'_>,
    ) {
        for (index, slot) in self.range().enumerate() {
            let (Some(balance), Some(end)) = (&data.balance[slot], &data.at_end[slot]) else {
                continue;
            };
            for k in 0..balance.count {
                let force = self.direction(balance, k) * data.discrete[slot];
                let slope = if self.holonomic {
                    end.position[k] * data.end_gradient[slot]
                } else {
                    (balance.position[k] * scheme.balance + balance.velocity[k] * scheme.rate)
                        * data.balance_gradient[slot]
                };
                let at = self.wires[index][k].first();
                filling.constraint_on(balance.vectors[k], at, &force, &slope);
            }
        }
        self.fill_stiffness(scheme, multiplier, values, data, filling);
    }

    /// `-∂(force)/∂(end)`: from the change of the gradient, and of the directions along which it acts.
    fn fill_stiffness(
        &self,
        scheme: &Scheme,
        multiplier: f64,
        values: &Values,
        data: &UserData,
        filling: &mut Filling<'_>,
    ) {
        for &(i, j, node) in &self.hessian {
            let second = values.scalar(node);
            let (i, j) = (usize::from(i), usize::from(j));
            self.fill_pair(scheme, i, j, -multiplier * second, data, filling);
            if i != j {
                self.fill_pair(scheme, j, i, -multiplier * second, data, filling);
            }
        }
        let count = self.arguments.len();
        if self.discrete(scheme) {
            self.fill_discrete(multiplier, values, data, filling);
        }
        for index in 0..count {
            let slot = self.first + index;
            let Some(dependence) = &data.balance[slot] else { continue };
            let effort = -multiplier * data.discrete[slot] * scheme.balance;
            for k in 0..dependence.count {
                for l in 0..dependence.count {
                    let bend = if self.holonomic {
                        dependence.position_slope[k][l]
                    } else {
                        dependence.velocity_slope[k][l]
                    };
                    if bend != Matrix3::zeros() {
                        let wires = self.stiffness[index * count + index][k][l];
                        let (row, column) = (dependence.vectors[k], dependence.vectors[l]);
                        filling.rectangle(row, column, wires, &(bend * effort));
                    }
                }
            }
        }
    }

    /// Adds `factor (force direction of argument i) (change of argument j in the balance)'`.
    fn fill_pair(
        &self,
        scheme: &Scheme,
        i: usize,
        j: usize,
        factor: f64,
        data: &UserData,
        filling: &mut Filling<'_>,
    ) {
        let (Some(row), Some(column), Some(end)) = (
            &data.balance[self.first + i],
            &data.balance[self.first + j],
            &data.at_end[self.first + j],
        ) else {
            return;
        };
        for k in 0..row.count {
            for l in 0..column.count {
                // A position argument's balance is the mean of its values at both ends.
                let slope = if self.holonomic {
                    end.position[l] * scheme.balance
                } else {
                    column.position[l] * scheme.balance + column.velocity[l] * scheme.rate
                };
                let wires = self.stiffness[i * self.arguments.len() + j][k][l];
                let stiffness = self.direction(row, k) * slope.transpose() * factor;
                filling.rectangle(row.vectors[k], column.vectors[l], wires, &stiffness);
            }
        }
    }

    /// What the correction of Gonzalez's gradient adds to the derivative of the midpoint's:
    /// `c 1 + Δs [(Dg₁ - Dg(mean) - (1/2) D²g Δs - 2 c Δs) / |Δs|²]'`.
    fn fill_discrete(
        &self,
        multiplier: f64,
        values: &Values,
        data: &UserData,
        filling: &mut Filling<'_>,
    ) {
        let range = self.range();
        let step = |slot: usize| data.end[slot] - data.start[slot];
        let square: f64 = range.clone().map(|slot| step(slot) * step(slot)).sum();
        if square <= SMALLEST_STEP {
            return;
        }
        let correction = range
            .clone()
            .map(|slot| (data.discrete[slot] - data.balance_gradient[slot]) * step(slot))
            .sum::<f64>()
            / square;
        let count = self.arguments.len();
        for j in 0..count {
            let mut bend = 0.0;
            for &(a, b, node) in &self.hessian {
                let (a, b) = (usize::from(a), usize::from(b));
                if a == j {
                    bend += values.scalar(node) * step(self.first + b);
                }
                if b == j && a != b {
                    bend += values.scalar(node) * step(self.first + a);
                }
            }
            let slot = self.first + j;
            let slope = (data.end_gradient[slot]
                - data.balance_gradient[slot]
                - 0.5 * bend
                - 2.0 * correction * step(slot))
                / square;
            for i in 0..count {
                let own = if i == j { correction } else { 0.0 };
                let factor = own + step(self.first + i) * slope;
                let (Some(row), Some(column)) = (&data.balance[self.first + i], &data.at_end[slot])
                else {
                    continue;
                };
                for k in 0..row.count {
                    for l in 0..column.count {
                        let stiffness = self.direction(row, k)
                            * column.position[l].transpose()
                            * (-multiplier * factor);
                        let wires = self.stiffness[i * count + j][k][l];
                        filling.rectangle(row.vectors[k], column.vectors[l], wires, &stiffness);
                    }
                }
            }
        }
    }

    /// Whether the gradient is corrected so that the force does no work.
    fn discrete(&self, scheme: &Scheme) -> bool {
        self.holonomic && scheme.discrete && self.steady
    }

    /// On position level the second derivative by time, on velocity level the first, for accelerations of
    /// the blocks; after the signals have been evaluated in the same configuration.
    pub(super) fn second_derivative(
        &self,
        motion: &Motion<'_>,
        accelerations: &[Vector3<f64>],
        coordinates: &[Coordinate],
        values: &Values,
    ) -> f64 {
        let second = |id| motion.vectors.value(id, accelerations);
        let rate = |argument: &Argument| -> f64 {
            let found = argument.source.dependence(argument.component, motion, coordinates);
            let Some(found) = found else { return 0.0 };
            (0..found.count)
                .map(|k| {
                    found.position[k].dot(&motion.velocity(found.vectors[k]))
                        + found.velocity[k].dot(&second(found.vectors[k]))
                })
                .sum()
        };
        if !self.holonomic {
            let mut sum = values.scalar(self.rate);
            for argument in &self.arguments {
                sum += values.scalar(argument.gradient) * rate(argument);
            }
            return sum;
        }
        let mut sum = values.scalar(self.acceleration);
        for (argument, &gradient_rate) in self.arguments.iter().zip(&self.gradient_rate) {
            let found = argument.source.dependence(argument.component, motion, coordinates);
            let Some(found) = found else { continue };
            let mut bend = match argument.source {
                Source::Coordinate(index) => {
                    let coordinate = &coordinates[index];
                    let at = coordinate.vectors.map(|id| motion.position(id));
                    coordinate.curvature_at(at, coordinate.vectors.map(|id| motion.velocity(id)))
                }
                _ => 0.0,
            };
            for k in 0..found.count {
                bend += found.position[k].dot(&second(found.vectors[k]));
            }
            sum += values.scalar(argument.gradient) * bend
                + 2.0 * values.scalar(gradient_rate) * rate(argument);
        }
        for &(i, j, node) in &self.hessian {
            let product =
                rate(&self.arguments[usize::from(i)]) * rate(&self.arguments[usize::from(j)]);
            let factor = if i == j { 1.0 } else { 2.0 };
            sum += factor * values.scalar(node) * product;
        }
        sum
    }

    /// The constraint's rate with the velocities of `motion`; on velocity level what it is with those, to
    /// first order around `now`, for which the signals have been evaluated.
    pub(super) fn rate_at(
        &self,
        motion: &Motion<'_>,
        now: &[Vector3<f64>],
        coordinates: &[Coordinate],
        values: &Values,
    ) -> f64 {
        let mut sum = values.scalar(if self.holonomic { self.rate } else { self.residual });
        for argument in &self.arguments {
            let found = argument.source.dependence(argument.component, motion, coordinates);
            let Some(found) = found else { continue };
            for k in 0..found.count {
                let id = found.vectors[k];
                let change = if self.holonomic {
                    found.position[k].dot(&motion.velocity(id))
                } else {
                    let rate = motion.velocity(id) - motion.vectors.value(id, now);
                    found.velocity[k].dot(&rate)
                };
                sum += values.scalar(argument.gradient) * change;
            }
        }
        sum
    }

    /// The vectors that the constraint reads, repeats included.
    pub(super) fn vectors(&self, coordinates: &[Coordinate]) -> Vec<VectorId> {
        let mut all = Vec::new();
        for argument in &self.arguments {
            if let Some((vectors, count)) = argument.source.depends_on(coordinates) {
                all.extend(&vectors[..count]);
            }
        }
        all
    }
}
