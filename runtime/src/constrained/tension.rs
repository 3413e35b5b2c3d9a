//! The tension at a place of a rigid link, as [`crate::chain::tension_at`] has it: the quadratic function
//! along the link with the mean that the multiplier says and the ends that the nodal forces say; at a
//! point force it steps.

use nalgebra::Vector3;

use super::loads::LoadOn;
use super::sense::Readable;
use super::springs::tension;
use super::vectors::VectorId;
use crate::chain::{Line, Loads};
use crate::signals::Values;

/// Where on which link.
#[derive(Clone, Debug)]
pub(super) struct LinkPlace {
    /// The multiplier of the link, among all unknowns.
    pub(super) unknown: usize,
    pub(super) ends: [VectorId; 2],
    /// Of the link's length, from the cable's start.
    pub(super) fraction: f64,
    /// m
    pub(super) length: f64,
    /// kg
    pub(super) mass: f64,
    pub(super) loads: Loads,
    pub(super) points: Vec<PointOnLink>,
}

/// A load of the user inside of the link.
#[derive(Clone, Copy, Debug)]
pub(super) struct PointOnLink {
    pub(super) fraction: f64,
    /// Index among the loads.
    pub(super) load: usize,
    /// Of a spring: the first point it pulls at.
    pub(super) first: bool,
}

impl LinkPlace {
    /// N, positive when it pulls; after accelerations and multipliers have been found.
    pub(super) fn tension(&self, readable: &Readable<'_>, values: &Values) -> f64 {
        let motion = &readable.motion;
        let positions = self.ends.map(|end| motion.position(end));
        let velocities = self.ends.map(|end| motion.velocity(end));
        let line = positions[1] - positions[0];
        let u = line / line.norm();
        let relative = velocities[1] - velocities[0];
        let rate = (relative - u * u.dot(&relative)) / line.norm();
        let medium = crate::dynamics::surroundings(&readable.model.fluids, values);
        let nodal = self.loads.on_piece(
            Line {
                positions: &positions,
                velocities: &velocities,
                directions: &[u.into()],
                rates: &[rate.into()],
                lengths: &[self.length],
                masses: &[self.mass],
                lumped: false,
            },
            &medium,
            0,
        );
        let [a, b] = self.ends.map(|end| u.dot(&motion.vectors.value(end, readable.accelerations)));
        let along = || {
            self.points.iter().map(|point| (point.fraction, u.dot(&point.force(readable, values))))
        };
        // The tension that the point forces alone would cause is the sum of those further out.
        let points_mean: f64 = along().map(|(at, force)| at * force).sum();
        let points_here: f64 =
            along().map(|(at, force)| if at >= self.fraction { force } else { 0.0 }).sum();
        let mean = -readable.multipliers[self.unknown] - points_mean;
        let start = mean + u.dot(&nodal[0]) - self.mass / 6.0 * (2.0 * a + b);
        let end = mean - u.dot(&nodal[1]) + self.mass / 6.0 * (a + 2.0 * b);
        let bulge = 6.0 * (mean - 0.5 * (start + end));
        let s = self.fraction;
        start + (end - start) * s + bulge * s * (1.0 - s) + points_here
    }
}

impl PointOnLink {
    fn force(&self, readable: &Readable<'_>, values: &Values) -> Vector3<f64> {
        let motion = &readable.motion;
        match &readable.model.loads[self.load] {
            LoadOn::Force { value, axes, .. } => {
                let value = Vector3::from(values.array(*value));
                match axes {
                    None => value,
                    Some(turned) => motion.axes(&turned.axes) * value,
                }
            }
            load @ (LoadOn::Spring { .. } | LoadOn::Segment { .. }) => {
                let Some((line, spring, _)) = load.spring(values) else {
                    return Vector3::zeros();
                };
                let vector = motion.position(line.vector);
                let pull = tension(&spring, &vector, &motion.velocity(line.vector));
                let length = vector.norm();
                if length == 0.0 {
                    return Vector3::zeros();
                }
                vector * (if self.first { pull } else { -pull } / length)
            }
            LoadOn::Torque { .. } => Vector3::zeros(),
        }
    }
}
