//! What users' constraints need of the start, the balance and the end of a step.

use super::user::UserConstraint;
use crate::constrained::coordinate::Coordinate;
use crate::constrained::data::Configurations;
use crate::constrained::model::ConstrainedModel;
use crate::constrained::scheme::Scheme;
use crate::constrained::sources::{Dependence, Motion, Source};
use crate::signals::Values;

/// Of the squared change of the arguments: below, the midpoint's derivative is as good as any.
pub(super) const SMALLEST_STEP: f64 = 1e-20;

/// Numbers of all users' constraints, one for each argument, and one residual for each constraint.
/// Arguments are numbered through all constraints ([`UserConstraint::first`]).
#[derive(Clone, Debug, Default)]
pub(in crate::constrained) struct UserData {
    /// Values of the arguments at the start and the end of the step.
    pub(super) start: Vec<f64>,
    /// See `start`.
    pub(super) end: Vec<f64>,
    /// Derivatives at the end and in the balance.
    pub(super) end_gradient: Vec<f64>,
    /// See `end_gradient`.
    pub(super) balance_gradient: Vec<f64>,
    /// Gonzalez's gradient.
    pub(super) discrete: Vec<f64>,
    /// At the start of the step.
    pub(super) start_residuals: Vec<f64>,
    /// At its end, or in the balance of equations on velocities.
    pub(super) residuals: Vec<f64>,
    /// What arguments depend on in the balance and at the end.
    pub(super) balance: Vec<Option<Dependence>>,
    /// See `balance`.
    pub(super) at_end: Vec<Option<Dependence>>,
}

impl UserData {
    /// All zero; a run fills the start by [`Self::accept`] after its first evaluation.
    pub(in crate::constrained) fn new(model: &ConstrainedModel) -> Self {
        let arguments: usize = model.equations.user.iter().map(|each| each.arguments.len()).sum();
        let zeros = vec![0.0; arguments];
        let residuals = vec![0.0; model.equations.user.len()];
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

    /// Takes over what the next step starts from; allocates nothing.
    pub(in crate::constrained) fn copy_from(&mut self, other: &UserData) {
        self.start.copy_from_slice(&other.start);
        self.start_residuals.copy_from_slice(&other.start_residuals);
    }

    /// Makes the end the start of the next step.
    pub(in crate::constrained) fn accept(&mut self) {
        std::mem::swap(&mut self.start, &mut self.end);
        std::mem::swap(&mut self.start_residuals, &mut self.residuals);
    }
}

impl UserConstraint {
    /// After the signals have been evaluated at the end.
    pub(in crate::constrained) fn read_end(
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
    pub(in crate::constrained) fn read_balance(
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
}
