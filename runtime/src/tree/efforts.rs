//! Springs, dampers and friction in joints.

use super::data::scalar_state;
use super::{Joint, Tree, TreeData};
use crate::spatial::{Vec3, rotation_vector};

/// What acts along one scalar coordinate: `effort - stiffness (q - rest) - damping rate - friction
/// tanh(rate / friction_speed)`, N m or N.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AxisLaw {
    /// N m/rad or N/m
    pub stiffness: f64,
    /// rad or m
    pub rest: f64,
    /// N m s/rad or N s/m
    pub damping: f64,
    /// N m or N
    pub friction: f64,
    /// rad/s or m/s; positive
    pub friction_speed: f64,
    /// Given by the user, N m or N.
    pub effort: f64,
}

impl Default for AxisLaw {
    fn default() -> Self {
        AxisLaw {
            stiffness: 0.0,
            rest: 0.0,
            damping: 0.0,
            friction: 0.0,
            friction_speed: 1.0,
            effort: 0.0,
        }
    }
}

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
    /// coordinate, `balls` one for each spherical joint that resists. Free joints and all others get
    /// zero.
    pub fn joint_efforts(
        &self,
        axes: &[AxisLaw],
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
                let law = &axes[link.coordinate + k];
                let (position, rate) = scalar_state(self, data, body, k, q, v);
                let stretch = position - law.rest;
                let resistance =
                    law.damping * rate + law.friction * (rate / law.friction_speed).tanh();
                data.effort[link.rate + k] = law.effort - law.stiffness * stretch - resistance;
                sum.potential += 0.5 * law.stiffness * stretch * stretch;
                sum.dissipated += resistance * rate;
                sum.supplied += law.effort * rate;
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
