//! Constraints of the user: any function of quantities of the motion and time.
//!
//! On position level the force acts along a discrete gradient (Gonzalez 1996) in the space of the
//! arguments, whose own discrete gradients are exact:
//! `∇̄g = Dg(mean) + (g₁ - g₀ - Dg(mean)·Δs) / |Δs|² Δs`, so that it does no work but that of an explicit
//! dependence on time. On velocity level the constraint holds in the balance and the force acts along
//! the derivatives by the velocities.

use cdl_graph::NodeId;
use nalgebra::Vector3;
use std::ops::Range;

use super::constraint::{Constraint, Kind, Measure, Tolerances};
use super::user_data::UserData;
use crate::constrained::balance::Wanted;
use crate::constrained::coordinate::Coordinate;
use crate::constrained::matrix::{Coupler, Filling, Multiplier, Wirer, Wires};
use crate::constrained::scheme::Scheme;
use crate::constrained::seen::{Now, Step};
use crate::constrained::sources::{Dependence, Motion, Source};
use crate::constrained::vectors::{VectorId, Vectors};

/// One scalar equation.
/// The nodes are those that the compiler has derived: residual, gradient by each argument, second
/// derivatives, and by time.
#[derive(Clone, Debug)]
pub(in crate::constrained) struct UserConstraint {
    /// Between positions; otherwise on velocities.
    pub(in crate::constrained) holonomic: bool,
    /// Does not depend on time by itself.
    pub(in crate::constrained) steady: bool,
    /// The node that has to be zero.
    pub(in crate::constrained) residual: NodeId,
    /// What it reads of the motion.
    pub(in crate::constrained) arguments: Vec<Argument>,
    /// Second derivatives by two arguments; those that are missing are zero.
    pub(in crate::constrained) hessian: Vec<(u16, u16, NodeId)>,
    /// The derivative of the residual by time alone.
    pub(in crate::constrained) rate: NodeId,
    /// Of each argument: how the gradient changes with time alone.
    pub(in crate::constrained) gradient_rate: Vec<NodeId>,
    /// What the second derivative by time has without accelerations of the arguments.
    pub(in crate::constrained) acceleration: NodeId,
    /// Its force is that times the gradient.
    pub(in crate::constrained) multiplier: Multiplier,
    /// Of the multiplier, among all unknowns.
    pub(in crate::constrained) unknown: usize,
    /// For each argument and each of its vectors.
    pub(in crate::constrained) wires: Vec<[Wires; 3]>,
    /// For each pair of arguments, row by row, and each pair of their vectors.
    pub(in crate::constrained) stiffness: Vec<[[Wires; 3]; 3]>,
    /// Among all users' constraints, and where its arguments' numbers are in [`UserData`].
    pub(in crate::constrained) index: usize,
    /// See `index`.
    pub(in crate::constrained) first: usize,
}

/// A component of a quantity of the motion, and the node of the derivative by it.
#[derive(Clone, Debug)]
pub(in crate::constrained) struct Argument {
    /// That holds the component.
    pub(in crate::constrained) node: NodeId,
    /// The quantity that is read.
    pub(in crate::constrained) source: Source,
    /// Of it.
    pub(in crate::constrained) component: usize,
    /// The node of the residual's derivative by it.
    pub(in crate::constrained) gradient: NodeId,
}

impl UserConstraint {
    /// Places of its arguments in [`UserData`].
    pub(super) fn range(&self) -> Range<usize> {
        self.first..self.first + self.arguments.len()
    }

    /// The force on an argument's vector per unit multiplier.
    pub(super) fn direction(&self, dependence: &Dependence, k: usize) -> Vector3<f64> {
        if self.holonomic { dependence.position[k] } else { dependence.velocity[k] }
    }

    /// Whether the gradient is corrected so that the force does no work.
    pub(super) fn discrete(&self, scheme: &Scheme) -> bool {
        self.holonomic && scheme.discrete && self.steady
    }

    /// On position level the second derivative by time, on velocity level the first, for accelerations of
    /// the blocks; after the signals have been evaluated in the same configuration.
    fn own_second_derivative(&self, now: &Now<'_>) -> f64 {
        let Now { motion, coordinates, values, .. } = now;
        let second = |id| motion.vectors.value(id, now.accelerations);
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

    /// The constraint's rate; on velocity level what it is with the velocities of the motion, to first
    /// order around those for which the signals have been evaluated.
    /// In the equation's unit per second; on velocity level in its unit.
    fn own_rate(&self, now: &Now<'_>) -> f64 {
        let Now { motion, coordinates, values, .. } = now;
        let mut sum = values.scalar(if self.holonomic { self.rate } else { self.residual });
        for argument in &self.arguments {
            let found = argument.source.dependence(argument.component, motion, coordinates);
            let Some(found) = found else { continue };
            for k in 0..found.count {
                let id = found.vectors[k];
                let change = if self.holonomic {
                    found.position[k].dot(&motion.velocity(id))
                } else {
                    let rate =
                        motion.velocity(id) - motion.vectors.value(id, now.velocities_of_signals);
                    found.velocity[k].dot(&rate)
                };
                sum += values.scalar(argument.gradient) * change;
            }
        }
        sum
    }

    /// The vectors that the constraint reads, repeats included.
    fn vectors(&self, coordinates: &[Coordinate]) -> Vec<VectorId> {
        let mut all = Vec::new();
        for argument in &self.arguments {
            if let Some((vectors, count)) = argument.source.depends_on(coordinates) {
                all.extend(&vectors[..count]);
            }
        }
        all
    }
}

impl Constraint for UserConstraint {
    const KIND: Kind = Kind::Equation;
    const PULLS: bool = false;

    fn unknowns(&self) -> &[usize] {
        std::slice::from_ref(&self.unknown)
    }

    fn couple(&self, coupler: &mut Coupler<'_>) {
        let ids = self.vectors(coupler.coordinates);
        coupler.constraint(&ids, self.multiplier);
        coupler.stiffness(&ids);
    }

    fn wire(&mut self, wirer: &mut Wirer<'_>) {
        self.unknown = wirer.unknown(self.multiplier);
        let coordinates = wirer.coordinates;
        let dependences: Vec<_> = self
            .arguments
            .iter()
            .filter_map(|argument| argument.source.depends_on(coordinates))
            .collect();
        for (ids, count) in &dependences {
            let mut wires = [Wires::default(); 3];
            for k in 0..*count {
                wires[k] = wirer.constraint(&[ids[k]], self.multiplier);
            }
            self.wires.push(wires);
        }
        for (rows, row_count) in &dependences {
            for (columns, column_count) in &dependences {
                let mut wires = [[Wires::default(); 3]; 3];
                for k in 0..*row_count {
                    for l in 0..*column_count {
                        wires[k][l] = wirer.rectangle(&[rows[k]], &[columns[l]]);
                    }
                }
                self.stiffness.push(wires);
            }
        }
    }

    fn residual(&self, step: &Step<'_>, right_side: &mut [f64]) {
        right_side[self.unknown] = step.user.residuals[self.index];
    }

    fn add_force(&self, step: &Step<'_>, blocks: &mut [Vector3<f64>], work: &mut f64) {
        let (data, multiplier) = (step.user, step.multipliers[self.unknown]);
        let mut own = 0.0;
        for slot in self.range() {
            let Some(dependence) = &data.balance[slot] else { continue };
            for k in 0..dependence.count {
                let force = self.direction(dependence, k) * (multiplier * data.discrete[slot]);
                step.vectors.add_force(dependence.vectors[k], &force, blocks);
                own += force.dot(&step.vectors.value(dependence.vectors[k], step.velocities));
            }
        }
        *work += own;
    }

    fn fill(&self, step: &Step<'_>, wanted: Wanted, filling: &mut Filling<'_>) {
        let (data, values) = (step.user, step.values);
        let (scheme, multiplier) = match wanted {
            Wanted::Newton => (*step.scheme, step.multipliers[self.unknown]),
            // Constraints on velocities restrict accelerations by their derivatives by the velocities.
            Wanted::Accelerations => {
                (Scheme { balance: 0.0, rate: 1.0, rolling: 1.0, ..*step.scheme }, 0.0)
            }
        };
        for (index, slot) in self.range().enumerate() {
            let (Some(balance), Some(end)) = (&data.balance[slot], &data.at_end[slot]) else {
                continue;
            };
            for k in 0..balance.count {
                let force = self.direction(balance, k) * data.discrete[slot];
                let slope = if self.holonomic {
                    end.position[k] * data.end_gradient[slot]
                } else {
                    (balance.position[k] * scheme.balance + balance.velocity[k] * scheme.rolling)
                        * data.balance_gradient[slot]
                };
                let at = self.wires[index][k].first();
                filling.constraint_on(balance.vectors[k], at, &force, &slope);
            }
        }
        self.fill_stiffness(&scheme, multiplier, values, data, filling);
    }

    fn rate(&self, now: &Now<'_>, right_side: &mut [f64]) {
        right_side[self.unknown] = self.own_rate(now);
    }

    fn second_derivative(&self, now: &Now<'_>, right_side: &mut [f64]) {
        right_side[self.unknown] = self.own_second_derivative(now);
    }

    /// Signals know the derivatives.
    fn rows(&self, _motion: &Motion<'_>, _each: impl FnMut(usize, &[(VectorId, Vector3<f64>)])) {}

    /// Signals know the derivatives.
    fn forces(
        &self,
        _motion: &Motion<'_>,
        _multipliers: &[f64],
        _each: impl FnMut(VectorId, Vector3<f64>),
    ) {
    }

    fn measure(&self, _vectors: &Vectors) -> Option<Measure> {
        None
    }

    /// Between positions that of lengths and angles times what they mean to it.
    fn tolerance(
        &self,
        _vectors: &Vectors,
        coordinates: &[Coordinate],
        user: &UserData,
        tolerances: &Tolerances,
    ) -> f64 {
        let slopes = user.end_gradient[self.range()].iter();
        if !self.holonomic {
            let steepest = slopes.fold(0.0_f64, |most, it| it.abs().max(most));
            return tolerances.rate * if steepest > 0.0 { steepest } else { 1.0 };
        }
        let of = |source: &Source| match *source {
            Source::Coordinate(index) if coordinates[index].is_angle() => tolerances.angle,
            Source::Axes(_) => tolerances.angle,
            _ => tolerances.length,
        };
        let arguments = self.arguments.iter().zip(slopes);
        arguments.map(|(argument, slope)| slope.abs() * of(&argument.source)).sum()
    }
}
