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
use super::matrix::{Filling, Multiplier, Wires};
use super::model::ConstrainedModel;
use super::scheme::Scheme;
use super::sources::{Dependence, Motion, Source};
use super::vectors::{VectorId, Vectors};
use crate::signals::Values;

/// One scalar equation.
#[derive(Clone, Debug)]
pub(super) struct UserConstraint {
    pub(super) holonomic: bool,
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
    /// Where its numbers are in [`UserData`].
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
        index: usize,
        motion: &Motion<'_>,
        coordinates: &[Coordinate],
        values: &Values,
        data: &mut UserData,
    ) {
        data.residuals[index] = values.scalar(self.residual);
        for (slot, argument) in self.range().zip(&self.arguments) {
            data.end[slot] = values.scalar(argument.node);
            data.end_gradient[slot] = values.scalar(argument.gradient);
            data.at_end[slot] = argument.source.dependence(argument.component, motion, coordinates);
        }
    }

    /// After the signals have been evaluated in the balance, and after [`Self::read_end`].
    pub(super) fn read_balance(
        &self,
        index: usize,
        scheme: &Scheme,
        motion: &Motion<'_>,
        coordinates: &[Coordinate],
        values: &Values,
        data: &mut UserData,
    ) {
        let range = self.range();
        for (slot, argument) in range.clone().zip(&self.arguments) {
            data.balance_gradient[slot] = values.scalar(argument.gradient);
            data.balance[slot] =
                argument.source.dependence(argument.component, motion, coordinates);
        }
        data.discrete[range.clone()].copy_from_slice(&data.balance_gradient[range.clone()]);
        if !self.holonomic {
            data.residuals[index] = values.scalar(self.residual);
        } else if scheme.discrete && values.scalar(self.rate) == 0.0 {
            let mut square = 0.0;
            let mut change = data.residuals[index] - data.start_residuals[index];
            for slot in range.clone() {
                let step = data.end[slot] - data.start[slot];
                square += step * step;
                change -= data.balance_gradient[slot] * step;
            }
            // Below, the midpoint's derivative is as good as any.
            if square > 1e-20 {
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
        // Second derivatives of the function; those of the discrete gradient's correction and of the
        // arguments are of the order of the step and left out.
        let count = self.arguments.len();
        for &(i, j, node) in &self.hessian {
            let second = -multiplier * values.scalar(node);
            let (i, j) = (usize::from(i), usize::from(j));
            for (a, b) in [(i, j), (j, i)].into_iter().take(if i == j { 1 } else { 2 }) {
                let (Some(row), Some(column)) =
                    (&data.balance[self.first + a], &data.balance[self.first + b])
                else {
                    continue;
                };
                for k in 0..row.count {
                    for l in 0..column.count {
                        let slope =
                            column.position[l] * scheme.balance + column.velocity[l] * scheme.rate;
                        let stiffness: Matrix3<f64> =
                            self.direction(row, k) * slope.transpose() * second;
                        let wires = self.stiffness[a * count + b][k][l];
                        filling.rectangle(row.vectors[k], column.vectors[l], wires, &stiffness);
                    }
                }
            }
        }
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
