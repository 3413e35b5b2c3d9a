//! Frames, whatever they are fixed on: the world, a prescribed body or a body of the tree.
//!
//! What is asked of a frame does not depend on what carries it. All answers are in world axes:
//! poses in m, rates in m/s and rad/s.

use nalgebra::Vector3;

use crate::tree::{BaseMotion, BodyFrame, FrameRate, Placement, TreeData};

/// Known from assembly on; the world's and a base's frames need no pass but the prescribed motions.
#[derive(Clone, Copy, Debug)]
pub(crate) enum FrameOn {
    /// It never moves.
    World(Placement),
    /// Index among the prescribed bodies, and the placement in body axes.
    Base { base: usize, placement: Placement },
    /// On a body of the tree.
    Body(BodyFrame),
}

/// A material point's motion, world axes; m, m/s.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PointMotion {
    /// m
    pub(crate) position: Vector3<f64>,
    /// m/s
    pub(crate) velocity: Vector3<f64>,
}

impl FrameOn {
    /// After the kinematic pass.
    pub(crate) fn pose(&self, tree: &TreeData) -> Placement {
        match self {
            FrameOn::World(placement) => *placement,
            FrameOn::Base { base, placement } => {
                let pose = &tree.bases[*base].pose;
                Placement {
                    position: pose.position + pose.rotation * placement.position,
                    rotation: pose.rotation * placement.rotation,
                }
            }
            FrameOn::Body(frame) => tree.pose(frame),
        }
    }

    /// After the kinematic pass.
    pub(crate) fn velocity(&self, tree: &TreeData) -> FrameRate {
        match self {
            FrameOn::World(_) => FrameRate { angular: Vector3::zeros(), linear: Vector3::zeros() },
            FrameOn::Base { base, placement } => {
                let motion = &tree.bases[*base];
                let arm = motion.pose.rotation * placement.position;
                FrameRate {
                    angular: motion.omega,
                    linear: motion.velocity + motion.omega.cross(&arm),
                }
            }
            FrameOn::Body(frame) => tree.velocity(frame),
        }
    }

    /// After the outward pass; prescribed frames at any time.
    pub(crate) fn acceleration(&self, tree: &TreeData) -> FrameRate {
        match self {
            FrameOn::World(_) => FrameRate { angular: Vector3::zeros(), linear: Vector3::zeros() },
            FrameOn::Base { base, placement } => {
                base_acceleration(&tree.bases[*base], &placement.position)
            }
            FrameOn::Body(frame) => tree.acceleration(frame),
        }
    }

    /// Of the frame's origin; after the kinematic pass.
    pub(crate) fn motion(&self, tree: &TreeData) -> PointMotion {
        PointMotion { position: self.pose(tree).position, velocity: self.velocity(tree).linear }
    }
}

/// `position` is given in the base's own axes, m.
fn base_acceleration(motion: &BaseMotion, position: &Vector3<f64>) -> FrameRate {
    let arm = motion.pose.rotation * position;
    let centripetal = motion.omega.cross(&motion.omega.cross(&arm));
    FrameRate {
        angular: motion.alpha,
        linear: motion.acceleration + motion.alpha.cross(&arm) + centripetal,
    }
}
