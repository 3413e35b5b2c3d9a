//! How the forces of users' constraints change with the end of a step.
//!
//! Three parts: second derivatives of the residual, the correction that makes the gradient
//! discrete, and how the directions of the arguments turn.

use nalgebra::Matrix3;

use super::user::UserConstraint;
use super::user_data::{SMALLEST_STEP, UserData};
use crate::constrained::matrix::Filling;
use crate::constrained::scheme::Scheme;
use crate::signals::Values;

impl UserConstraint {
    /// `-∂(force)/∂(end)`: from the change of the gradient, and of the directions along which it acts.
    /// Nothing where the multiplier is zero.
    pub(super) fn fill_stiffness(
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
    /// Both arguments count from 0 within the constraint.
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
}
