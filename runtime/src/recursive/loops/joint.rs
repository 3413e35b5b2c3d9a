//! A joint between two frames that the forest holds otherwise.
//!
//! What it locks are equations between the frames: components of the child's origin in the parent's
//! axes, and cosines between axes of both. Its coordinates are functions of the frames, too: angles
//! are followed over whole turns from the last projected state.
//!
//! The laws of the coordinates, the sensors and the drives are the same as for a joint of the tree;
//! only here nothing is eliminated, so everything is reckoned from the two frames.

use std::f64::consts::TAU;

use cdl_graph::{JointQuantity, NodeId};

use super::frames::{
    FrameNow, Measure, cosine, displacement, support_acceleration, support_velocity, turn,
};
use super::model::CutDrive;
use crate::laws::{AxisLaw, BallLaw};
use crate::recursive::frame::FrameOn;
use crate::spatial::{Mat3, Vec3, matrix_quaternion, rotation_vector};
use crate::tree::{Joint, TreeData};

/// Which of the two frames is the parent matters for signs: coordinates are those of the child
/// relative to the parent.
#[derive(Clone, Debug)]
pub(crate) struct CutJoint {
    /// Among the graph's joints.
    pub(crate) index: usize,
    /// Its kind, with its axes.
    pub(crate) shape: JointShape,
    /// The frame that coordinates are measured in.
    pub(crate) parent: FrameOn,
    /// The frame whose place they say.
    pub(crate) child: FrameOn,
    /// Each is a row of its own after the locked ones.
    pub(crate) drives: Vec<CutDrive>,
    /// One for each coordinate.
    pub(crate) laws: Vec<AxisLaw>,
    /// Efforts that are given as signals: coordinate and node.
    pub(crate) efforts: Vec<(usize, NodeId)>,
    /// Of a spherical joint that resists.
    pub(crate) ball: Option<BallLaw>,
    /// Where the followed angles start among [`super::LoopData::windings`], one for each coordinate.
    pub(crate) windings: usize,
    /// Whether any law or effort acts.
    pub(crate) acts: bool,
}

/// How a joint lets two frames move; its axes have length one.
/// In the axes of the two frames, which coincide where all coordinates are zero.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JointShape {
    /// Its kind; axes are those of the parent frame.
    pub(crate) joint: Joint,
    /// Right-handed; the third direction is the joint's axis.
    pub(crate) triad: [Vec3; 3],
}

impl JointShape {
    /// With a triad that goes with the joint's axis.
    pub(crate) fn new(joint: Joint) -> Self {
        Self { joint, triad: triad(&joint) }
    }

    /// A scalar coordinate; an angle within half a turn of `near`.
    /// In m or rad. Its bias contains what the second derivative has of velocities alone.
    pub(crate) fn coordinate(&self, pair: &Pair, coordinate: usize, near: f64) -> Measure {
        let Pair { parent, child } = pair;
        let spinning = |axis: &Vec3| {
            let across = parent.rotation * self.triad[0];
            let third = parent.rotation * axis;
            let marker = child.rotation * self.triad[0];
            let angle = third.cross(&across).dot(&marker).atan2(across.dot(&marker));
            turn(parent, child, unwound(angle, near), &third, &parent.omega.cross(&third))
        };
        match (self.joint, coordinate) {
            (Joint::Revolute { axis }, _) | (Joint::Cylindrical { axis }, 0) => spinning(&axis),
            (Joint::Planar { normal, .. }, 2) => spinning(&normal),
            (Joint::Prismatic { axis }, _) | (Joint::Cylindrical { axis }, _) => {
                displacement(parent, child, &(parent.rotation * axis))
            }
            (Joint::Planar { first, .. }, 0) => {
                displacement(parent, child, &(parent.rotation * first))
            }
            (Joint::Planar { normal, first }, _) => {
                displacement(parent, child, &(parent.rotation * normal.cross(&first)))
            }
            (Joint::Universal { first, second }, k) => {
                universal(parent, child, &first, &second, k, near)
            }
            // No scalar coordinates.
            (Joint::Fixed | Joint::Spherical | Joint::Free, _) => {
                turn(parent, child, f64::NAN, &Vec3::zeros(), &Vec3::zeros())
            }
        }
    }
}

/// Both frames of a joint now.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair {
    /// The frame that coordinates are measured in.
    pub(crate) parent: FrameNow,
    /// The frame whose place they say.
    pub(crate) child: FrameNow,
}

impl CutJoint {
    /// After the tree's kinematic pass.
    pub(crate) fn pair(&self, tree: &TreeData) -> Pair {
        Pair { parent: FrameNow::of(&self.parent, tree), child: FrameNow::of(&self.child, tree) }
    }

    /// How many equations it locks, drives not counted.
    /// Six less the rates that the joint leaves free.
    pub(crate) fn locked(&self) -> usize {
        6 - self.shape.joint.rates()
    }

    /// Whether its row `index` is a displacement, or else an angle.
    pub(crate) fn is_length(&self, index: usize) -> Option<bool> {
        let slides = match self.shape.joint {
            Joint::Fixed | Joint::Revolute { .. } | Joint::Universal { .. } | Joint::Spherical => 3,
            Joint::Prismatic { .. } | Joint::Cylindrical { .. } => 2,
            Joint::Planar { .. } => 1,
            Joint::Free => 0,
        };
        if index < self.locked() {
            return Some(index < slides);
        }
        let drive = self.drives.get(index - self.locked())?;
        Some(!self.turns(drive.coordinate))
    }

    /// Equation `index` of those that it locks.
    ///
    /// Zero where it is satisfied. Displacements come first, in the parent's axes, m; then cosines,
    /// which near zero are the angle itself to first order.
    pub(crate) fn locked_row(&self, pair: &Pair, index: usize) -> Measure {
        let Pair { parent, child } = pair;
        let on_parent = self.shape.triad.map(|axis| parent.rotation * axis);
        let on_child = self.shape.triad.map(|axis| child.rotation * axis);
        let slide = |k: usize| displacement(parent, child, &on_parent[k]);
        let tilt = |a: usize, b: usize| cosine(parent, child, &on_parent[a], &on_child[b]);
        // Both axes of the triad across stay across the child's axis.
        let aligned = |k: usize| tilt(k, 2);
        let attitude = |k: usize| tilt(k, (k + 1) % 3);
        match (self.shape.joint, index) {
            (Joint::Fixed, 0..3) => slide(index),
            (Joint::Fixed, _) => attitude(index - 3),
            (Joint::Revolute { .. }, 0..3) => slide(index),
            (Joint::Revolute { .. }, _) => aligned(index - 3),
            (Joint::Prismatic { .. }, 0..2) => slide(index),
            (Joint::Prismatic { .. }, _) => attitude(index - 2),
            (Joint::Cylindrical { .. }, 0..2) => slide(index),
            (Joint::Cylindrical { .. }, _) => aligned(index - 2),
            (Joint::Universal { .. }, 0..3) | (Joint::Spherical, _) => slide(index),
            (Joint::Universal { first, second }, _) => {
                let (u, w) = (parent.rotation * first, child.rotation * second);
                let mut row = cosine(parent, child, &u, &w);
                row.value -= first.dot(&second);
                row
            }
            (Joint::Planar { .. }, 0) => slide(2),
            (Joint::Planar { .. }, _) => aligned(index - 1),
            // It locks nothing; no row asks for it.
            (Joint::Free, _) => slide(0),
        }
    }

    /// Whether an axis that has to lie along another lies against it, which the cosines do not tell.
    pub(crate) fn is_flipped(&self, pair: &Pair) -> bool {
        let turned = pair.parent.rotation.transpose() * pair.child.rotation;
        let [first, second, third] = self.shape.triad.map(|axis| axis.dot(&(turned * axis)) < 0.0);
        match self.shape.joint {
            Joint::Fixed | Joint::Prismatic { .. } => first || second || third,
            Joint::Revolute { .. } | Joint::Cylindrical { .. } | Joint::Planar { .. } => third,
            Joint::Universal { .. } | Joint::Spherical | Joint::Free => false,
        }
    }

    /// A scalar coordinate; an angle within half a turn of `near`.
    pub(crate) fn coordinate(&self, pair: &Pair, coordinate: usize, near: f64) -> Measure {
        self.shape.coordinate(pair, coordinate, near)
    }

    /// Whether a coordinate is an angle.
    pub(crate) fn turns(&self, coordinate: usize) -> bool {
        self.shape.joint.turns(coordinate)
    }

    /// m/s or rad/s.
    pub(crate) fn rate(&self, measure: &Measure, tree: &TreeData) -> f64 {
        measure.rate(&support_velocity(&self.parent, tree), &support_velocity(&self.child, tree))
    }

    /// What a sensor reads, but efforts. Accelerations after the outward pass.
    pub(crate) fn quantity(
        &self,
        tree: &TreeData,
        windings: &[f64],
        quantity: JointQuantity,
        coordinate: usize,
    ) -> f64 {
        let pair = self.pair(tree);
        if self.shape.joint.coordinates() == 0 {
            return self.free_quantity(&pair, tree, quantity, coordinate);
        }
        if coordinate >= self.shape.joint.coordinates() {
            return f64::NAN;
        }
        let near = windings.get(self.windings + coordinate).copied().unwrap_or(0.0);
        let measure = self.coordinate(&pair, coordinate, near);
        match quantity {
            JointQuantity::Coordinate => measure.value,
            JointQuantity::Rate => self.rate(&measure, tree),
            JointQuantity::Acceleration => {
                let parent = support_acceleration(&self.parent, tree);
                let child = support_acceleration(&self.child, tree);
                measure.rate(&parent, &child) + measure.bias
            }
            JointQuantity::Effort | JointQuantity::Force | JointQuantity::Torque => f64::NAN,
        }
    }

    /// Rates and accelerations of spherical and free joints, in child axes: angular, then linear.
    fn free_quantity(
        &self,
        pair: &Pair,
        tree: &TreeData,
        quantity: JointQuantity,
        component: usize,
    ) -> f64 {
        let Pair { parent, child } = pair;
        let turning = child.omega - parent.omega;
        let d = child.position - parent.position;
        let moving = child.velocity - parent.velocity - parent.omega.cross(&d);
        let [turning, moving] = match quantity {
            JointQuantity::Rate => [turning, moving],
            JointQuantity::Acceleration => {
                let (from, to) = (self.parent.acceleration(tree), self.child.acceleration(tree));
                let relative = child.velocity - parent.velocity;
                [
                    to.angular - from.angular - child.omega.cross(&turning),
                    to.linear
                        - from.linear
                        - from.angular.cross(&d)
                        - parent.omega.cross(&relative)
                        - child.omega.cross(&moving),
                ]
            }
            JointQuantity::Coordinate
            | JointQuantity::Effort
            | JointQuantity::Force
            | JointQuantity::Torque => return f64::NAN,
        };
        let axes: Mat3 = child.rotation.transpose();
        let (turning, moving) = (axes * turning, axes * moving);
        match (self.shape.joint, component) {
            (Joint::Spherical | Joint::Free, 0..3) => turning[component],
            (Joint::Free, 3..6) => moving[component - 3],
            _ => f64::NAN,
        }
    }

    /// The rotation vector of the child relative to the parent and the relative angular velocity, in
    /// child axes.
    /// rad and rad/s; the vector is at most half a turn long.
    pub(crate) fn ball_motion(&self, pair: &Pair) -> (Vec3, Vec3) {
        let relative = pair.parent.rotation.transpose() * pair.child.rotation;
        let spin = pair.child.rotation.transpose() * (pair.child.omega - pair.parent.omega);
        (rotation_vector(matrix_quaternion(&relative)), spin)
    }
}

/// Two directions across the joint's axis, right-handed with it. A planar joint's coordinates give
/// the first.
fn triad(joint: &Joint) -> [Vec3; 3] {
    let axis = match *joint {
        Joint::Revolute { axis } | Joint::Prismatic { axis } | Joint::Cylindrical { axis } => axis,
        Joint::Planar { normal, first } => return [first, normal.cross(&first), normal],
        Joint::Fixed | Joint::Spherical | Joint::Free | Joint::Universal { .. } => {
            return [Vec3::x(), Vec3::y(), Vec3::z()];
        }
    };
    let across = [Vec3::x(), Vec3::y(), Vec3::z()]
        .into_iter()
        .min_by(|a, b| axis.dot(a).abs().total_cmp(&axis.dot(b).abs()))
        .unwrap_or(Vec3::x());
    let first = (across - axis * axis.dot(&across)).normalize();
    [first, axis.cross(&first), axis]
}

/// Both angles of a universal joint. With the axes `f`, `s` now and `c = f.s`, the relative angular
/// velocity is `f q0' + s q1'`, so `q0' = (f - c s).w / (1 - c^2)`, and the same with `f`, `s`
/// exchanged.
fn universal(
    parent: &FrameNow,
    child: &FrameNow,
    first: &Vec3,
    second: &Vec3,
    coordinate: usize,
    near: f64,
) -> Measure {
    let (f, s) = (parent.rotation * first, child.rotation * second);
    let c = first.dot(second);
    let over = 1.0 / (1.0 - c * c);
    let (df, ds) = (parent.omega.cross(&f), child.omega.cross(&s));
    // An axis as it is now beside where it is at zero angle, seen along the other axis.
    let between = |axis: &Vec3, zero: Vec3, now: Vec3| {
        let sine = axis.dot(&zero.cross(&now));
        let cosine = zero.dot(&now) - axis.dot(&zero) * axis.dot(&now);
        unwound(sine.atan2(cosine), near)
    };
    if coordinate == 0 {
        let angle = between(&f, parent.rotation * second, s);
        turn(parent, child, angle, &((f - s * c) * over), &((df - ds * c) * over))
    } else {
        let angle = between(&s, f, child.rotation * first);
        turn(parent, child, angle, &((s - f * c) * over), &((ds - df * c) * over))
    }
}

/// The angle that differs from `angle` by whole turns and is nearest to `near`.
pub(crate) fn unwound(angle: f64, near: f64) -> f64 {
    angle + TAU * ((near - angle) / TAU).round()
}
