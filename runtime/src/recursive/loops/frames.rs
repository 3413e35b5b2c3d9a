//! Two frames that a closing joins, as they are now.
//!
//! All gradients have one form: a moment and a force at the reference point of what carries a
//! frame, in world axes. Times the carrier's angular velocity and the velocity of its reference
//! point they give the rate of the quantity; the same numbers, times a multiplier, are the load
//! that keeps it. The reference point of a body of the tree is the one that the recursion goes by
//! (see [`crate::tree`]); that of a prescribed body is its origin.

use super::model::Support;
use crate::recursive::frame::FrameOn;
use crate::spatial::{Mat3, Vec3};
use crate::tree::{FrameRate, TreeData};

/// Where a frame is and how it moves, world axes.
/// Position in m, `rotation` from frame axes to world axes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FrameNow {
    /// m
    pub(crate) position: Vec3,
    pub(crate) rotation: Mat3,
    /// Of the origin, m/s.
    pub(crate) velocity: Vec3,
    /// rad/s
    pub(crate) omega: Vec3,
    /// From the support's reference point, m.
    pub(crate) arm: Vec3,
    /// What the origin's acceleration has beyond the support's own: m/s^2.
    pub(crate) centripetal: Vec3,
}

impl FrameNow {
    /// After the kinematic pass.
    pub(crate) fn of(frame: &FrameOn, tree: &TreeData) -> Self {
        let pose = frame.pose(tree);
        let FrameRate { angular, linear } = frame.velocity(tree);
        let arm = match frame {
            FrameOn::World(_) => Vec3::zeros(),
            FrameOn::Base { base, placement } => {
                tree.bases[*base].pose.rotation * placement.position
            }
            FrameOn::Body(frame) => tree.arm(frame),
        };
        Self {
            position: pose.position,
            rotation: pose.rotation,
            velocity: linear,
            omega: angular,
            arm,
            centripetal: angular.cross(&angular.cross(&arm)),
        }
    }

    /// What a force at a point (relative to the frame's origin) does at the support's reference
    /// point: moment and force.
    pub(crate) fn push(&self, offset: &Vec3, force: &Vec3) -> [Vec3; 2] {
        [(self.arm + offset).cross(force), *force]
    }
}

/// What carries a frame; none for the world.
pub(crate) fn support(frame: &FrameOn) -> Option<Support> {
    match frame {
        FrameOn::World(_) => None,
        FrameOn::Base { base, .. } => Some(Support::Base(*base)),
        FrameOn::Body(frame) => Some(Support::Body(frame.body)),
    }
}

/// A function of two frames: its value, its gradient as a moment and a force on each support, and
/// what its second derivative has beyond gradient times acceleration.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Measure {
    /// m, rad or without a unit.
    pub(crate) value: f64,
    /// Moment, then force, at the support's reference point.
    pub(crate) on_parent: [Vec3; 2],
    /// The same.
    pub(crate) on_child: [Vec3; 2],
    /// Of the second derivative by time.
    pub(crate) bias: f64,
}

/// The child frame's origin along `n`, a direction that is fixed in the parent frame.
/// `n` is given in world axes as it is now. m; the rate includes that the direction turns with the
/// parent.
pub(crate) fn displacement(parent: &FrameNow, child: &FrameNow, n: &Vec3) -> Measure {
    let d = child.position - parent.position;
    let turning = parent.omega.cross(n);
    Measure {
        value: n.dot(&d),
        on_parent: parent.push(&d, &-n),
        on_child: child.push(&Vec3::zeros(), n),
        bias: n.dot(&(child.centripetal - parent.centripetal))
            + 2.0 * turning.dot(&(child.velocity - parent.velocity))
            + parent.omega.cross(&turning).dot(&d),
    }
}

/// The cosine of the angle between `u`, fixed in the parent frame, and `w`, fixed in the child frame.
/// World axes, both of length one. Zero where they are perpendicular, which is how most joints lock
/// rotations.
pub(crate) fn cosine(parent: &FrameNow, child: &FrameNow, u: &Vec3, w: &Vec3) -> Measure {
    let direction = w.cross(u);
    let (du, dw) = (parent.omega.cross(u), child.omega.cross(w));
    let spin = child.omega - parent.omega;
    Measure {
        value: u.dot(w),
        on_parent: [-direction, Vec3::zeros()],
        on_child: [direction, Vec3::zeros()],
        bias: spin.dot(&(dw.cross(u) + w.cross(&du))),
    }
}

/// An angle whose rate is `direction` times the relative angular velocity; `direction_rate` is the
/// derivative of `direction` by time.
/// World axes, rad. What makes the angle itself is left to the caller.
pub(crate) fn turn(
    parent: &FrameNow,
    child: &FrameNow,
    angle: f64,
    direction: &Vec3,
    direction_rate: &Vec3,
) -> Measure {
    Measure {
        value: angle,
        on_parent: [-direction, Vec3::zeros()],
        on_child: [*direction, Vec3::zeros()],
        bias: direction_rate.dot(&(child.omega - parent.omega)),
    }
}

impl Measure {
    /// Its derivative by time along the frames' motion.
    pub(crate) fn rate(&self, parent: &FrameRate, child: &FrameRate) -> f64 {
        times(&self.on_parent, parent) + times(&self.on_child, child)
    }
}

/// A moment and a force times a motion: power, or the derivative of what they are the gradient of.
/// W where the gradient is a load in N m and N.
pub(crate) fn times(gradient: &[Vec3; 2], motion: &FrameRate) -> f64 {
    gradient[0].dot(&motion.angular) + gradient[1].dot(&motion.linear)
}

/// The motion of a frame's support at its reference point; after the kinematic pass.
pub(crate) fn support_velocity(frame: &FrameOn, tree: &TreeData) -> FrameRate {
    match frame {
        FrameOn::World(_) => FrameRate { angular: Vec3::zeros(), linear: Vec3::zeros() },
        FrameOn::Base { base, .. } => {
            let motion = &tree.bases[*base];
            FrameRate { angular: motion.omega, linear: motion.velocity }
        }
        FrameOn::Body(frame) => tree.reference_velocity(frame.body),
    }
}

/// The same for the acceleration; after the outward pass.
pub(crate) fn support_acceleration(frame: &FrameOn, tree: &TreeData) -> FrameRate {
    match frame {
        FrameOn::World(_) => FrameRate { angular: Vec3::zeros(), linear: Vec3::zeros() },
        FrameOn::Base { base, .. } => {
            let motion = &tree.bases[*base];
            FrameRate { angular: motion.alpha, linear: motion.acceleration }
        }
        FrameOn::Body(frame) => tree.reference_acceleration(frame.body),
    }
}
