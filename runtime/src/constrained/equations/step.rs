//! What equations and elements see of a step, and of one instant.

use nalgebra::Vector3;

use crate::constrained::coordinate::{Coordinate, Gradient};
use crate::constrained::data::{Configurations, State};
use crate::constrained::scheme::Scheme;
use crate::constrained::sources::Motion;
use crate::constrained::vectors::Vectors;
use crate::signals::Values;

use super::user_data::UserData;

/// A step with a guess of its end, after the signals have been evaluated.
#[derive(Clone, Copy)]
pub(in crate::constrained) struct Step<'a> {
    pub(in crate::constrained) scheme: &'a Scheme,
    pub(in crate::constrained) vectors: &'a Vectors,
    pub(in crate::constrained) coordinates: &'a [Coordinate],
    pub(in crate::constrained) at: &'a Configurations,
    /// Where it begins.
    pub(in crate::constrained) start: &'a State,
    /// Of all coordinates of joints.
    pub(in crate::constrained) end_coordinates: &'a [f64],
    /// What driven coordinates have to be at the end.
    pub(in crate::constrained) drive_values: &'a [f64],
    /// Of the blocks, in the balance.
    pub(in crate::constrained) velocities: &'a [Vector3<f64>],
    /// Of all unknowns.
    pub(in crate::constrained) multipliers: &'a [f64],
    pub(in crate::constrained) values: &'a Values,
    pub(in crate::constrained) user: &'a UserData,
}

/// One instant.
#[derive(Clone, Copy)]
pub(in crate::constrained) struct Now<'a> {
    pub(in crate::constrained) motion: Motion<'a>,
    pub(in crate::constrained) coordinates: &'a [Coordinate],
    /// Those of the blocks for which signals have been evaluated, which need not be those of the motion.
    pub(in crate::constrained) velocities_of_signals: &'a [Vector3<f64>],
    /// Of the blocks; empty where they are not looked for.
    pub(in crate::constrained) accelerations: &'a [Vector3<f64>],
    pub(in crate::constrained) values: &'a Values,
}

impl Step<'_> {
    /// Of a coordinate of a joint.
    pub(in crate::constrained) fn gradient(&self, coordinate: usize) -> Gradient {
        let ends = [self.start.coordinates[coordinate], self.end_coordinates[coordinate]];
        self.coordinates[coordinate].gradient(self.scheme, self.at, ends[0], ends[1])
    }
}
