//! Motion of frames, forces in joints.

use super::{Joint, Parent, Placement, Tree, TreeData};
use crate::spatial::{Mat3, Vec3};

/// A frame on a body, from [`Tree::frame`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyFrame {
    /// Its index in the tree.
    pub body: usize,
    /// From the body's reference point, in joint axes, m.
    pub(super) arm: Vec3,
    /// Turns frame axes into joint axes.
    pub(super) rotation: Mat3,
}

/// Velocity or acceleration of a frame, world axes: of its axes (rad/s, rad/s^2) and of its origin
/// (m/s, m/s^2).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrameRate {
    /// Of its axes.
    pub angular: Vec3,
    /// Of its origin.
    pub linear: Vec3,
}

/// What the parent exerts on the child in a joint, world axes, at the child frame's origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reaction {
    /// N m
    pub moment: Vec3,
    /// N
    pub force: Vec3,
}

impl Reaction {
    /// Neither moment nor force.
    pub(super) const NOTHING: Reaction =
        Reaction { moment: Vec3::new(0.0, 0.0, 0.0), force: Vec3::new(0.0, 0.0, 0.0) };
}

impl TreeData {
    /// Position (m) and attitude of a frame in the world; after the kinematic pass.
    pub(crate) fn pose(&self, frame: &BodyFrame) -> Placement {
        let motion = &self.motions[frame.body];
        Placement {
            position: motion.position + motion.rotation * frame.arm,
            rotation: motion.rotation * frame.rotation,
        }
    }

    /// After the kinematic pass.
    pub fn velocity(&self, frame: &BodyFrame) -> FrameRate {
        let motion = &self.motions[frame.body];
        let arm = motion.rotation * frame.arm;
        FrameRate { angular: motion.omega, linear: motion.velocity + motion.omega.cross(&arm) }
    }

    /// After the outward pass.
    pub fn acceleration(&self, frame: &BodyFrame) -> FrameRate {
        let motion = &self.motions[frame.body];
        let now = &self.accelerations[frame.body];
        let arm = motion.rotation * frame.arm;
        let centripetal = motion.omega.cross(&motion.omega.cross(&arm));
        FrameRate { angular: now.alpha, linear: now.linear + now.alpha.cross(&arm) + centripetal }
    }

    /// The wrench in the joint of `body`, all of it: constraint forces, efforts and drives. After
    /// the outward pass.
    pub(crate) fn reaction(&self, body: usize) -> Reaction {
        if let Some(found) = self.connections.get(body) {
            return *found;
        }
        let now = &self.accelerations[body];
        let (moment, force) = self.articulated[body].wrench(&now.alpha, &now.linear);
        Reaction { moment, force }
    }
}

impl Tree {
    /// [`TreeData::reaction`], with what the kind of joint cannot transmit left out.
    pub fn across(&self, body: usize, data: &TreeData) -> Reaction {
        let link = &self.links[body];
        let zero = Vec3::zeros();
        match link.joint {
            Joint::Free => Reaction { moment: zero, force: zero },
            Joint::Spherical => {
                let effort = &data.effort[link.rate..link.rate + 3];
                let moment = data.motions[body].rotation * Vec3::from_column_slice(effort);
                Reaction { moment, force: data.reaction(body).force }
            }
            Joint::Fixed
            | Joint::Revolute { .. }
            | Joint::Prismatic { .. }
            | Joint::Universal { .. }
            | Joint::Cylindrical { .. }
            | Joint::Planar { .. } => data.reaction(body),
        }
    }

    /// The whole effort (N m or N) along scalar coordinate `coordinate` of the joint of `body`;
    /// after the outward pass. Where the coordinate is driven, the drive's own part is this less
    /// the effort that was given. None if there is no such coordinate.
    pub(crate) fn coordinate_effort(
        &self,
        body: usize,
        coordinate: usize,
        data: &TreeData,
    ) -> Option<f64> {
        let link = self.links.get(body)?;
        if coordinate >= link.joint.coordinates() {
            return None;
        }
        if !link.is_driven(coordinate) {
            return Some(data.effort[link.rate + coordinate]);
        }
        let reaction = data.reaction(body);
        let axis = &data.axes[link.coordinate + coordinate];
        Some(if link.joint.turns(coordinate) {
            axis.dot(&reaction.moment)
        } else {
            axis.dot(&reaction.force)
        })
    }

    /// Power (W) that the drives of `bodies` put in; after the outward pass.
    pub(crate) fn drive_power(&self, bodies: std::ops::Range<usize>, data: &TreeData) -> f64 {
        let mut power = 0.0;
        for body in bodies {
            let link = &self.links[body];
            if link.driven == 0 {
                continue;
            }
            for k in 0..link.joint.coordinates() {
                if link.is_driven(k)
                    && let Some(effort) = self.coordinate_effort(body, k, data)
                {
                    let own = effort - data.effort[link.rate + k];
                    power += own * data.drives[link.coordinate + k].rate;
                }
            }
        }
        power
    }

    /// Power (W) that the prescribed bodies' motions put into `bodies`; after the outward pass.
    pub(crate) fn base_power(&self, bodies: std::ops::Range<usize>, data: &TreeData) -> f64 {
        let mut power = 0.0;
        for body in bodies {
            if let Parent::Base(base) = self.links[body].parent {
                let base = &data.bases[base];
                let reaction = data.reaction(body);
                let point = base.velocity + base.omega.cross(&data.motions[body].arm);
                power += reaction.force.dot(&point) + reaction.moment.dot(&base.omega);
            }
        }
        power
    }
}
