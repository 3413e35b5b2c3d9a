//! Springs, dampers and friction in joints.

use super::data::scalar_state;
use super::{Joint, Tree, TreeData};
use crate::laws::AxisLaw;
use crate::spatial::{Vec3, rotation_vector};

/// The same resistance about every axis of a spherical joint: `-stiffness phi - damping omega -
/// friction tanh(|omega| / friction_speed) omega / |omega|`, with the rotation vector `phi` and the
/// relative angular velocity `omega`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BallLaw {
    pub body: usize,
    /// N m/rad
    pub stiffness: f64,
    /// N m s/rad
    pub damping: f64,
    /// N m
    pub friction: f64,
    /// rad/s; positive
    pub friction_speed: f64,
}

/// Sums over the joints.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct JointPower {
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
    pub fn joint_efforts(
        &self,
        axes: &[AxisLaw],
        given: &[f64],
        balls: &[BallLaw],
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
        for law in balls {
            let link = &self.links[law.body];
            if !matches!(link.joint, Joint::Spherical) {
                continue;
            }
            let (p, r) = (link.position, link.rate);
            let phi = rotation_vector([q[p], q[p + 1], q[p + 2], q[p + 3]]);
            let omega = Vec3::new(v[r], v[r + 1], v[r + 2]);
            let speed = omega.norm();
            // tanh(x) / x tends to 1.
            let x = speed / law.friction_speed;
            let slope = if x < 1e-8 { 1.0 } else { x.tanh() / x };
            let resistance = omega * (law.damping + law.friction * slope / law.friction_speed);
            let moment = -phi * law.stiffness - resistance;
            data.effort[r..r + 3].copy_from_slice(moment.as_slice());
            sum.potential += 0.5 * law.stiffness * phi.norm_squared();
            sum.dissipated += resistance.dot(&omega);
        }
        sum
    }
}
