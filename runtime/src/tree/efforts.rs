//! Springs, dampers and friction in joints.

use super::data::scalar_state;
use super::{Joint, Tree, TreeData};
use crate::laws::{AxisLaw, BallLaw};
use crate::spatial::{Vec3, rotation_vector};

/// A spherical joint that resists.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BallOn {
    /// Whose joint it is.
    pub body: usize,
    pub law: BallLaw,
}

/// Sums over the joints.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct JointPower {
    /// Energy in the springs, J.
    pub potential: f64,
    /// Power lost in dampers and friction, W; not negative.
    pub dissipated: f64,
    /// Power of the users' efforts, W.
    pub supplied: f64,
}

impl Tree {
    /// Writes the efforts of all joints into `data.effort`: `axes` has one law for each scalar
    /// coordinate and `given` the user's effort there (N m or N), `balls` one law for each spherical joint
    /// that resists. Free joints and all others get zero.
    pub(crate) fn joint_efforts(
        &self,
        axes: &[AxisLaw],
        given: &[f64],
        balls: &[BallOn],
        q: &[f64],
        v: &[f64],
        data: &mut TreeData,
    ) -> JointPower {
        let mut sum = JointPower::default();
        data.effort.fill(0.0);
        for body in 0..self.bodies() {
            let link = &self.links[body];
            for k in 0..link.joint.coordinates() {
                let (law, given) = (&axes[link.coordinate + k], given[link.coordinate + k]);
                let (position, rate) = scalar_state(self, data, body, k, q, v);
                let resistance = law.resistance(rate).value;
                data.effort[link.rate + k] = given - law.elastic(position) - resistance;
                sum.potential += law.energy(position);
                sum.dissipated += resistance * rate;
                sum.supplied += given * rate;
            }
        }
        for ball in balls {
            let link = &self.links[ball.body];
            if !matches!(link.joint, Joint::Spherical) {
                continue;
            }
            let (p, r) = (link.position, link.rate);
            let phi = rotation_vector([q[p], q[p + 1], q[p + 2], q[p + 3]]);
            let (moment, lost) = ball.law.moment(&phi, &Vec3::new(v[r], v[r + 1], v[r + 2]));
            data.effort[r..r + 3].copy_from_slice(moment.as_slice());
            sum.potential += ball.law.energy(phi.norm_squared());
            sum.dissipated += lost;
        }
        sum
    }
}
