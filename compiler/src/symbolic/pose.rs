//! Where one frame is relative to another.

use cdl_graph::NodeId;

use super::attitude::{self, Quaternion};
use super::scalar::Scalars;
use super::vector::{self, Vector};

/// A frame's origin and attitude in the axes of another frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    pub position: Vector,
    pub attitude: Quaternion,
}

/// Coincides with the frame it is relative to.
pub fn identity(signals: &mut impl Scalars) -> Pose {
    let zero = signals.constant(0.0);
    Pose { position: [zero; 3], attitude: attitude::identity(signals) }
}

/// The pose of C in A from `outer`, the pose of B in A, and `inner`, the pose of C in B.
pub fn composed(signals: &mut impl Scalars, outer: Pose, inner: Pose) -> Pose {
    let position = point(signals, outer, inner.position);
    let attitude = turned(signals, outer.attitude, inner.attitude);
    Pose { position, attitude }
}

/// The pose of A in B from the pose of B in A.
pub fn inverse(signals: &mut impl Scalars, pose: Pose) -> Pose {
    let attitude = if is_level(signals, pose.attitude) {
        pose.attitude
    } else {
        attitude::inverse(signals, pose.attitude)
    };
    if are(signals, &pose.position, &[0.0; 3]) {
        return Pose { position: pose.position, attitude };
    }
    let turned = direction(signals, attitude, pose.position);
    let position = turned.map(|component| super::Scalars::negate(signals, component));
    Pose { position, attitude }
}

/// A point given in the inner frame, in the axes and from the origin of the outer one.
pub fn point(signals: &mut impl Scalars, pose: Pose, inner: Vector) -> Vector {
    if are(signals, &inner, &[0.0; 3]) {
        return pose.position;
    }
    let arm = direction(signals, pose.attitude, inner);
    if are(signals, &pose.position, &[0.0; 3]) {
        return arm;
    }
    vector::sum(signals, pose.position, arm)
}

/// `v` turned by `attitude`; `v` itself where that is constantly level.
pub fn direction(signals: &mut impl Scalars, attitude: Quaternion, v: Vector) -> Vector {
    if is_level(signals, attitude) { v } else { attitude::rotate(signals, attitude, v) }
}

/// First `inner`, then `outer`.
fn turned(signals: &mut impl Scalars, outer: Quaternion, inner: Quaternion) -> Quaternion {
    if is_level(signals, outer) {
        inner
    } else if is_level(signals, inner) {
        outer
    } else {
        attitude::product(signals, outer, inner)
    }
}

/// Whether a quaternion is constantly the identity.
pub fn is_level(signals: &impl Scalars, attitude: Quaternion) -> bool {
    are(signals, &attitude, &[1.0, 0.0, 0.0, 0.0])
}

/// Whether nodes are these constants.
pub fn are(signals: &impl Scalars, nodes: &[NodeId], values: &[f64]) -> bool {
    nodes.iter().zip(values).all(|(node, value)| signals.number(*node) == Some(*value))
}
