//! What equations and elements see of a step, and of one instant.
//!
//! Everything is borrowed: [`super::data::ConstrainedData::split`] takes the working memory apart
//! into this and what is made of it.

use nalgebra::Vector3;

use super::cable::fluid::{Rates, Surroundings};
use super::coordinate::{Coordinate, Gradient};
use super::data::{Configurations, State};
use super::equations::UserData;
use super::scheme::Scheme;
use super::sources::Motion;
use super::vectors::Vectors;
use crate::signals::Values;

/// A step with a guess of its end, after the signals have been evaluated.
/// Blocks are indexed as in the model's units, coordinates and unknowns as in the model.
#[derive(Clone, Copy)]
pub(super) struct Step<'a> {
    /// What distinguishes the implicit schemes.
    pub(super) scheme: &'a Scheme,
    /// Of displacements, m.
    pub(super) extent: f64,
    /// How vectors follow from blocks.
    pub(super) vectors: &'a Vectors,
    /// Of all joints, as functions of vectors.
    pub(super) coordinates: &'a [Coordinate],
    /// All vectors at the start, in the balance and at the end.
    pub(super) at: &'a Configurations,
    /// Where it begins.
    pub(super) start: &'a State,
    /// Of all coordinates of joints.
    pub(super) end_coordinates: &'a [f64],
    /// m or rad
    pub(super) balance_coordinates: &'a [f64],
    /// What driven coordinates have to be at the end.
    pub(super) drive_values: &'a [f64],
    /// s; zero at an instant.
    pub(super) duration: f64,
    /// Of the blocks, in the balance.
    pub(super) positions: &'a [Vector3<f64>],
    /// m/s
    pub(super) velocities: &'a [Vector3<f64>],
    /// m/s²
    pub(super) accelerations: &'a [Vector3<f64>],
    /// Of all unknowns.
    pub(super) multipliers: &'a [f64],
    /// Of all multipliers.
    pub(super) compliances: &'a [f64],
    /// Of all signals, in the balance.
    pub(super) values: &'a Values,
    /// How states follow the motion, see [`super::states`].
    pub(super) response: &'a [f64],
    /// Residuals and gradients of the user's constraints.
    pub(super) user: &'a UserData,
    /// Of all unknowns: multipliers of connections that are open; empty where none can be.
    pub(super) open: &'a [bool],
    /// At an instant, of all edges that rope slides over: whether it has lifted off. A step sees that itself.
    pub(super) lifted: &'a [bool],
    /// Air and water.
    pub(super) surroundings: Surroundings,
}

/// One instant.
#[derive(Clone, Copy)]
pub(super) struct Now<'a> {
    /// Positions and velocities of the blocks.
    pub(super) motion: Motion<'a>,
    /// Of all joints, as functions of vectors.
    pub(super) coordinates: &'a [Coordinate],
    /// Those of the blocks for which signals have been evaluated, which need not be those of the motion.
    pub(super) velocities_of_signals: &'a [Vector3<f64>],
    /// Of the blocks; empty where they are not looked for.
    pub(super) accelerations: &'a [Vector3<f64>],
    /// Of visco-elastic branches.
    pub(super) creep: &'a [f64],
    /// Of all signals.
    pub(super) values: &'a Values,
    /// As of a [`Step`].
    pub(super) open: &'a [bool],
}

impl Step<'_> {
    /// In the balance.
    pub(super) fn motion(&self) -> Motion<'_> {
        Motion { vectors: self.vectors, positions: self.positions, velocities: self.velocities }
    }

    /// In the balance.
    pub(super) fn rates(&self) -> Rates<'_> {
        Rates { velocities: self.velocities, accelerations: self.accelerations }
    }

    /// Of a coordinate of a joint.
    pub(super) fn gradient(&self, coordinate: usize) -> Gradient {
        let ends = [self.start.coordinates[coordinate], self.end_coordinates[coordinate]];
        self.coordinates[coordinate].gradient(self.scheme, self.at, ends[0], ends[1])
    }
}
