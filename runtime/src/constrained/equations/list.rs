//! The list of all kinds of constraints, and what is done with all of them.
//!
//! As with elements, the order of the table is that of all sums.

use nalgebra::Vector3;

use super::coincidence::Coincidence;
use super::constraint::{Constraint, Kind, Measure, Tolerances};
use super::distance::Distance;
use super::drive::Drive;
use super::product::Product;
use super::stretch::StretchMoments;
use super::user::UserConstraint;
use super::user_data::UserData;
use crate::constrained::balance::Wanted;
use crate::constrained::coordinate::Coordinate;
use crate::constrained::lists::lists;
use crate::constrained::matrix::{Coupler, Filling, Wirer};
use crate::constrained::seen::{Now, Step};
use crate::constrained::sources::Motion;
use crate::constrained::vectors::{VectorId, Vectors};
use crate::wide::wide;

lists! {
    ($)
    /// All constraints of a model.
    struct Equations, Spans;
    macro each;
    coincidences: Coincidence,
    products: Product,
    distances: Distance [
        /// Those that are not of plain links, which have loops of their own.
        other_distances
    ],
    stretches: StretchMoments,
    /// The third moments, of first pieces.
    even_stretches: StretchMoments,
    drives: Drive,
    user: UserConstraint,
}

/// Whether it belongs to a connection that events have opened.
fn is_open<C: Constraint>(constraint: &C, open: &[bool]) -> bool {
    !open.is_empty() && constraint.unknowns().iter().any(|&unknown| open[unknown])
}

/// Leaves out a constraint that is open: its rows ask for nothing.
fn say_nothing<C: Constraint>(constraint: &C, right_side: &mut [f64]) {
    constraint.unknowns().iter().for_each(|&unknown| right_side[unknown] = 0.0);
}

impl Equations {
    /// Tells which groups of unknowns constraints couple.
    pub(in crate::constrained) fn couple(&self, coupler: &mut Coupler<'_>) {
        each!(self, each => each.couple(coupler));
    }

    /// Finds the places of all in the matrix.
    pub(in crate::constrained) fn wire(&mut self, wirer: &mut Wirer<'_>) {
        each!(mut self, each => each.wire(wirer));
    }

    /// Adds the forces of the multipliers to the blocks, and their power to that of what moves by time, W.
    pub(in crate::constrained) fn add_forces(
        &self,
        step: &Step<'_>,
        blocks: &mut [Vector3<f64>],
        work: &mut f64,
    ) {
        wide(
            #[inline(always)]
            || {
                each!(iterated self, each => if !is_open(each, step.open) {
                    each.add_force(step, blocks, work);
                });
            },
        );
    }

    /// The same only of multipliers that laws give, which do work.
    pub(in crate::constrained) fn add_forces_of_laws(
        &self,
        step: &Step<'_>,
        blocks: &mut [Vector3<f64>],
        work: &mut f64,
    ) {
        each!(iterated self, each => if each.is_law() {
            each.add_force(step, blocks, work);
        });
    }

    /// Puts the residuals into the right side for all unknowns.
    pub(in crate::constrained) fn residuals(&self, step: &Step<'_>, right_side: &mut [f64]) {
        wide(
            #[inline(always)]
            || {
                each!(iterated self, each => if is_open(each, step.open) {
                    say_nothing(each, right_side);
                } else {
                    each.residual(step, right_side);
                });
            },
        );
    }

    /// Adds all rows, all columns and the stiffness of the forces.
    pub(in crate::constrained) fn fill(
        &self,
        step: &Step<'_>,
        wanted: Wanted,
        filling: &mut Filling<'_>,
    ) {
        wide(
            #[inline(always)]
            || {
                each!(iterated self, each => if !is_open(each, step.open) {
                    each.fill(step, wanted, filling);
                });
            },
        );
    }

    /// Puts the rates into the right side.
    pub(in crate::constrained) fn rates(&self, now: &Now<'_>, right_side: &mut [f64]) {
        each!(self, each => if is_open(each, now.open) {
            say_nothing(each, right_side);
        } else {
            each.rate(now, right_side);
        });
    }

    /// Puts the second derivatives into the right side.
    pub(in crate::constrained) fn second_derivatives(&self, now: &Now<'_>, right_side: &mut [f64]) {
        each!(self, each => if is_open(each, now.open) {
            say_nothing(each, right_side);
        } else {
            each.second_derivative(now, right_side);
        });
    }

    /// The derivatives of each equation by its vectors, with the unknown of its multiplier.
    pub(in crate::constrained) fn rows(
        &self,
        motion: &Motion<'_>,
        mut each: impl FnMut(usize, &[(VectorId, Vector3<f64>)]),
    ) {
        each!(self, constraint => constraint.rows(motion, &mut each));
    }

    /// The forces of some by their vectors, at one instant.
    /// Only of what `spans` names, such as one joint.
    pub(in crate::constrained) fn forces(
        &self,
        spans: &Spans,
        motion: &Motion<'_>,
        multipliers: &[f64],
        mut each: impl FnMut(VectorId, Vector3<f64>),
    ) {
        each!(within spans, self, constraint => constraint.forces(motion, multipliers, &mut each));
    }

    /// The unknown of each multiplier, and what it belongs to.
    pub(in crate::constrained) fn kinds(&self, mut each: impl FnMut(usize, Kind)) {
        fn kind<C: Constraint>(_: &C) -> Kind {
            C::KIND
        }
        each!(self, constraint => {
            constraint.unknowns().iter().for_each(|&unknown| each(unknown, kind(constraint)));
        });
    }

    /// The unknown of each multiplier that is a force between two points, N.
    pub(in crate::constrained) fn pulls(&self, mut each: impl FnMut(usize)) {
        fn pulls<C: Constraint>(_: &C) -> bool {
            C::PULLS
        }
        each!(self, constraint => {
            if pulls(constraint) {
                constraint.unknowns().iter().for_each(|&unknown| each(unknown));
            }
        });
    }

    /// The unknown of each multiplier that a law gives, and no condition on the motion.
    pub(in crate::constrained) fn laws(&self, mut each: impl FnMut(usize)) {
        each!(self, constraint => {
            if constraint.is_law() {
                constraint.unknowns().iter().for_each(|&unknown| each(unknown));
            }
        });
    }

    /// What the residual of the equation with this multiplier is measured in, where that is known.
    pub(in crate::constrained) fn measure(
        &self,
        unknown: usize,
        vectors: &Vectors,
    ) -> Option<Measure> {
        each!(self, constraint => {
            if constraint.unknowns().contains(&unknown) {
                return constraint.measure(vectors);
            }
        });
        None
    }

    /// What the residual of each equation may be, with the unknown of its multiplier.
    pub(in crate::constrained) fn tolerances(
        &self,
        vectors: &Vectors,
        coordinates: &[Coordinate],
        user: &UserData,
        tolerances: &Tolerances,
        mut each: impl FnMut(usize, f64),
    ) {
        each!(self, constraint => {
            let tolerance = constraint.tolerance(vectors, coordinates, user, tolerances);
            constraint.unknowns().iter().for_each(|&unknown| each(unknown, tolerance));
        });
    }
}
