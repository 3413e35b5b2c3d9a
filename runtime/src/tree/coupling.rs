//! Loads on bodies, and what hangs between trees and cables.

use super::{BodyFrame, Joint, Parent, Tree, TreeData};
use crate::spatial::{PointLoad, Sym3, Vec3};

/// All of these act after the kinematic pass of the body and before its inward pass.
impl TreeData {
    /// A force (N, world axes) on the body at `arm` (m, world axes) from its reference point.
    #[inline]
    pub(crate) fn apply_force(&mut self, body: usize, arm: &Vec3, force: &Vec3) {
        let articulated = &mut self.articulated[body];
        articulated.bias_force -= force;
        articulated.bias_moment -= arm.cross(force);
    }

    /// A moment (N m, world axes) on the body.
    #[inline]
    pub(crate) fn apply_moment(&mut self, body: usize, moment: &Vec3) {
        self.articulated[body].bias_moment -= moment;
    }

    /// Hangs a load on the body at `arm` (m, world axes) from its reference point, by a ball joint:
    /// the force (N) that accelerates the point is `load.mass * a + load.bias`, with the whole
    /// acceleration `a` of the body's point, centripetal part included.
    #[inline]
    pub(crate) fn add_point_load(&mut self, body: usize, arm: &Vec3, load: &PointLoad) {
        let omega = self.motions[body].omega;
        self.articulated[body].add_point_load(arm, &omega, load);
    }

    /// From the body's reference point to the frame's origin, world axes, m.
    #[inline]
    pub fn arm(&self, frame: &BodyFrame) -> Vec3 {
        self.motions[frame.body].rotation * frame.arm
    }
}

impl Tree {
    /// What `body`, which hangs on an anchor, and everything beyond it opposes to the acceleration
    /// of the cable's tip; after its inward pass. With it the cable's own recursion can begin. None
    /// if the body does not hang on an anchor.
    pub fn tip_load(&self, body: usize, data: &TreeData) -> Option<PointLoad> {
        let link = self.links.get(body)?;
        match (link.parent, link.joint) {
            (Parent::Anchor(_), Joint::Spherical) => {
                let articulated = &data.articulated[body];
                let gain = &data.ball_gains[link.gain];
                // A - H' J^-1 H and b + H' J^-1 (effort - bias moment), from the stored quotients.
                let h = &articulated.coupling;
                let mut mass = articulated.mass;
                let taken = Sym3::from_matrix(&(h.transpose() * gain.linear));
                mass.xx -= taken.xx;
                mass.yy -= taken.yy;
                mass.zz -= taken.zz;
                mass.xy -= taken.xy;
                mass.xz -= taken.xz;
                mass.yz -= taken.yz;
                let bias = articulated.bias_force + h.transpose() * gain.offset;
                Some(PointLoad { mass, bias })
            }
            _ => None,
        }
    }
}
