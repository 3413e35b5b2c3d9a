//! What acts across a joint: the forces of its constraints, laws and drives on the child, put together at
//! the origin of the child's frame.
//!
//! Everything is summed as forces on the unit of the child and moments about that unit's origin,
//! then moved to the frame's origin. Signs are those of what the parent does to the child.

use nalgebra::Vector3;

use super::elements::ElementSpans;
use super::equations::Spans;
use super::sense::Readable;
use super::vectors::VectorId;
use crate::signals::Values;

/// A joint's child, and what the joint consists of: ranges of the lists in the model.
#[derive(Clone, Debug)]
pub(super) struct Across {
    /// Index of the unit that has the child frame.
    pub(super) unit: usize,
    /// Of the child frame.
    pub(super) origin: VectorId,
    /// Of the joint.
    pub(super) coordinates: Vec<usize>,
    /// The constraints and laws of the joint.
    pub(super) parts: JointParts,
}

/// What a joint consists of.
#[derive(Clone, Debug, Default)]
pub(super) struct JointParts {
    /// Ranges of its constraints, list by list.
    pub(super) equations: Spans,
    /// Ranges of what acts in it, list by list.
    pub(super) elements: ElementSpans,
}

/// At the origin of the child's frame, world axes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wrench {
    /// N
    pub(super) force: Vector3<f64>,
    /// N m
    pub(super) torque: Vector3<f64>,
}

/// What has been put together so far: a force at the unit's origin and a moment about it.
struct Sum<'a> {
    /// The motion and the multipliers.
    readable: &'a Readable<'a>,
    /// That the force is on.
    unit: u32,
    /// N, in the axes of the world.
    force: Vector3<f64>,
    /// N m
    moment: Vector3<f64>,
}

impl Sum<'_> {
    /// A force along a vector, as far as the vector is the child's.
    /// Vectors that belong to the parent, or to other bodies, are passed over: their forces are the
    /// reactions.
    fn add(&mut self, id: VectorId, force: Vector3<f64>) {
        let motion = &self.readable.motion;
        for part in &motion.vectors.parts[motion.vectors.range(id)] {
            if part.unit == self.unit {
                self.force += force * part.coefficients[0];
                self.moment += part.arm(motion.positions).cross(&force);
            }
        }
    }

    /// An effort along a coordinate.
    fn add_along(&mut self, coordinate: usize, effort: f64) {
        let coordinate = &self.readable.model.coordinates[coordinate];
        let at = coordinate.vectors.map(|id| self.readable.motion.position(id));
        for (id, gradient) in coordinate.vectors.into_iter().zip(coordinate.gradient_at(at)) {
            self.add(id, gradient * effort);
        }
    }
}

impl Across {
    /// After multipliers have been found.
    /// In the instant that `readable` shows; laws are taken with the rates there.
    pub(super) fn wrench(&self, readable: &Readable<'_>, values: &Values) -> Wrench {
        let (model, motion) = (readable.model, &readable.motion);
        let zero = Vector3::zeros();
        let mut sum = Sum { readable, unit: self.unit as u32, force: zero, moment: zero };
        let parts = &self.parts;
        let forces = |id: VectorId, force| sum.add(id, force);
        model.equations.forces(&parts.equations, motion, readable.multipliers, forces);
        for axis in &model.elements.axes[parts.elements.axes.clone()] {
            sum.add_along(axis.coordinate, readable.law_effort(axis, values));
        }
        for &coordinate in &self.coordinates {
            let held = readable.held_effort(coordinate);
            if held != 0.0 {
                sum.add_along(coordinate, held);
            }
        }
        let Sum { force, mut moment, .. } = sum;
        for ball in &model.elements.balls[parts.elements.balls.clone()] {
            moment += ball.moment(
                &ball.axes.map(|axis| motion.position(axis)),
                &ball.axes.map(|axis| motion.velocity(axis)),
            );
        }
        let arm = motion.position(self.origin) - motion.positions[model.units[self.unit].block];
        Wrench { force, torque: moment - arm.cross(&force) }
    }
}
