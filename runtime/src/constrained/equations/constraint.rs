//! What the solver asks of every constraint.
//!
//! Right sides have an entry for each unknown. A residual is the value less what is given, in m,
//! rad, or the unit of the user's equation; a positive multiplier acts along the gradient of the
//! value.

use nalgebra::Vector3;

use crate::constrained::balance::Wanted;
use crate::constrained::coordinate::Coordinate;
use crate::constrained::matrix::{Coupler, Filling, Wirer};
use crate::constrained::seen::{Now, Step};
use crate::constrained::sources::Motion;
use crate::constrained::vectors::{VectorId, Vectors};

use super::user_data::UserData;

/// What a multiplier belongs to. The lower, the later a constraint is said to depend on others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::constrained) enum Kind {
    /// Of a joint, a link or a rope.
    Structure,
    /// Of a coordinate that is a function of time.
    Drive,
    /// Of the user's.
    Equation,
}

/// Of a position. Products of directions count as angles: near zero they are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::constrained) enum Measure {
    /// Of lines and points.
    Metre,
    /// Of directions.
    Radian,
}

/// What residuals may be.
/// Chosen by `watch.rs` for the size of what moves.
#[derive(Clone, Copy, Debug)]
pub(in crate::constrained) struct Tolerances {
    /// m
    pub(in crate::constrained) length: f64,
    /// rad
    pub(in crate::constrained) angle: f64,
    /// Of what the user says of velocities, m/s.
    pub(in crate::constrained) rate: f64,
}

/// Equations with their multipliers, and where both are in the matrix.
pub(in crate::constrained) trait Constraint {
    /// What its multipliers are said to belong to.
    const KIND: Kind;
    /// Whether the multipliers are forces between two points, N.
    const PULLS: bool;

    /// Of its multipliers, among all unknowns.
    fn unknowns(&self) -> &[usize];

    /// Whether its equations say what the multipliers are, and bind nothing.
    /// At an instant such multipliers are known.
    fn is_law(&self) -> bool {
        false
    }

    /// Tells which groups of unknowns it couples.
    fn couple(&self, coupler: &mut Coupler<'_>);

    /// Finds its places in the matrix.
    fn wire(&mut self, wirer: &mut Wirer<'_>);

    /// Puts the residuals at a step's end into the right side for all unknowns.
    fn residual(&self, step: &Step<'_>, right_side: &mut [f64]);

    /// Adds the force of the multipliers to the blocks, and its power to that of what moves by time, W.
    fn add_force(&self, step: &Step<'_>, blocks: &mut [Vector3<f64>], work: &mut f64);

    /// Adds its rows, its columns and the stiffness of its force.
    fn fill(&self, step: &Step<'_>, wanted: Wanted, filling: &mut Filling<'_>);

    /// Puts the rates into the right side.
    /// At one instant, m/s or rad/s.
    fn rate(&self, now: &Now<'_>, right_side: &mut [f64]);

    /// Puts the second derivatives into the right side.
    /// m/s^2 or rad/s^2, for the accelerations in `now`.
    fn second_derivative(&self, now: &Now<'_>, right_side: &mut [f64]);

    /// The derivatives of each equation by its vectors, with the unknown of its multiplier; nothing
    /// where signals know them and not positions alone.
    fn rows(&self, motion: &Motion<'_>, each: impl FnMut(usize, &[(VectorId, Vector3<f64>)]));

    /// The forces of the multipliers at one instant, by vectors.
    fn forces(
        &self,
        motion: &Motion<'_>,
        multipliers: &[f64],
        each: impl FnMut(VectorId, Vector3<f64>),
    );

    /// What its residuals are measured in, where that is known.
    fn measure(&self, vectors: &Vectors) -> Option<Measure>;

    /// What its residuals may be.
    fn tolerance(
        &self,
        vectors: &Vectors,
        coordinates: &[Coordinate],
        user: &UserData,
        tolerances: &Tolerances,
    ) -> f64;
}
