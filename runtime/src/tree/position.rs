//! The position state: its derivative, its drift over a step, its norm.
//!
//! Quaternions are `[w, x, y, z]` and turn child axes into parent axes; rates are in child axes.
//! Other coordinates have their rates in the velocity state as they are.

use super::model::Link;
use super::{Joint, Placement, Tree, TreeData};
use crate::spatial::{
    Vec3, matrix_quaternion, quaternion_exponential, quaternion_matrix, quaternion_product,
    transposed_times, twist_displacement,
};

impl Tree {
    /// Zero coordinates, identity quaternions.
    pub fn rest_position(&self) -> Vec<f64> {
        let mut q = vec![0.0; self.positions];
        for link in &self.links {
            if matches!(link.joint, Joint::Spherical | Joint::Free) {
                q[link.position] = 1.0;
            }
        }
        q
    }

    /// The derivative `dq` of the position state. Quaternions of any length: `dq = q w / 2` turns
    /// `q / |q|` with the right rate and keeps the length. A driven coordinate gets the drive's rate.
    pub(crate) fn position_rates(&self, q: &[f64], v: &[f64], data: &TreeData, dq: &mut [f64]) {
        for link in &self.links {
            let (p, r) = (link.position, link.rate);
            match link.joint {
                Joint::Spherical => quaternion_rate(&q[p..p + 4], &v[r..r + 3], &mut dq[p..p + 4]),
                Joint::Free => {
                    quaternion_rate(&q[p..p + 4], &v[r..r + 3], &mut dq[p..p + 4]);
                    let rotation = quaternion_matrix([q[p], q[p + 1], q[p + 2], q[p + 3]]);
                    let velocity = rotation * Vec3::new(v[r + 3], v[r + 4], v[r + 5]);
                    dq[p + 4..p + 7].copy_from_slice(velocity.as_slice());
                }
                Joint::Fixed
                | Joint::Revolute { .. }
                | Joint::Prismatic { .. }
                | Joint::Universal { .. }
                | Joint::Cylindrical { .. }
                | Joint::Planar { .. } => {
                    for k in 0..link.joint.coordinates() {
                        dq[p + k] = if link.is_driven(k) {
                            data.drives[link.coordinate + k].rate
                        } else {
                            v[r + k]
                        };
                    }
                }
            }
        }
    }

    /// `q` after the time `h` (s) with constant rates: exact for every joint, and undone by `-h`.
    pub fn drift(&self, q: &mut [f64], v: &[f64], h: f64) {
        for link in &self.links {
            drift(link, q, v, h);
        }
    }

    /// Gives all quaternions length one; after a step.
    pub fn normalize(&self, q: &mut [f64]) {
        for link in &self.links {
            if matches!(link.joint, Joint::Spherical | Joint::Free) {
                let quaternion = &mut q[link.position..link.position + 4];
                let length = quaternion.iter().map(|x| x * x).sum::<f64>().sqrt();
                for x in quaternion {
                    *x /= length;
                }
            }
        }
    }

    /// Sets the coordinates of a body on a free joint from the world, or hung on an anchor (then
    /// only its attitude and spin), so that its own frame has this pose and velocity: `omega` (rad/s)
    /// and `velocity` of the frame's origin (m/s), world axes. False, and nothing done, for other
    /// joints.
    pub fn place(
        &self,
        body: usize,
        pose: &Placement,
        omega: &Vec3,
        velocity: &Vec3,
        q: &mut [f64],
        v: &mut [f64],
    ) -> bool {
        let link = &self.links[body];
        // The body's frame in joint axes, turned round: the joint's child frame in body axes.
        let own = &self.frames[body];
        let rotation = pose.rotation * own.rotation.transpose();
        let arm = -(rotation * own.position);
        let (grounded, hung) = (
            matches!(link.parent, super::Parent::World),
            matches!(link.parent, super::Parent::Anchor(_)),
        );
        let frame = match link.rotation {
            None => crate::spatial::Mat3::identity(),
            Some(index) => self.rotations[index as usize],
        };
        let (p, r) = (link.position, link.rate);
        match link.joint {
            Joint::Free if grounded => {
                let position = frame.transpose() * (pose.position + arm - link.offset);
                let linear = transposed_times(&rotation, &(velocity + omega.cross(&arm)));
                q[p + 4..p + 7].copy_from_slice(position.as_slice());
                v[r + 3..r + 6].copy_from_slice(linear.as_slice());
            }
            Joint::Spherical if grounded || hung => {}
            _ => return false,
        }
        q[p..p + 4].copy_from_slice(&matrix_quaternion(&(frame.transpose() * rotation)));
        v[r..r + 3].copy_from_slice(transposed_times(&rotation, omega).as_slice());
        true
    }
}

/// The part of one joint.
pub(super) fn drift(link: &Link, q: &mut [f64], v: &[f64], h: f64) {
    let (p, r) = (link.position, link.rate);
    match link.joint {
        Joint::Spherical | Joint::Free => {
            let phi = Vec3::new(v[r], v[r + 1], v[r + 2]) * h;
            let old = [q[p], q[p + 1], q[p + 2], q[p + 3]];
            if matches!(link.joint, Joint::Free) {
                let u = Vec3::new(v[r + 3], v[r + 4], v[r + 5]) * h;
                let step = quaternion_matrix(old) * twist_displacement(&phi, &u);
                for k in 0..3 {
                    q[p + 4 + k] += step[k];
                }
            }
            let new = quaternion_product(old, quaternion_exponential(&phi));
            q[p..p + 4].copy_from_slice(&new);
        }
        Joint::Fixed
        | Joint::Revolute { .. }
        | Joint::Prismatic { .. }
        | Joint::Universal { .. }
        | Joint::Cylindrical { .. }
        | Joint::Planar { .. } => {
            for k in 0..link.joint.coordinates() {
                q[p + k] += h * v[r + k];
            }
        }
    }
}

/// `dq = q (0, w) / 2`, with `w` in child axes, rad/s.
#[inline]
fn quaternion_rate(q: &[f64], w: &[f64], dq: &mut [f64]) {
    dq[0] = 0.5 * (-q[1] * w[0] - q[2] * w[1] - q[3] * w[2]);
    dq[1] = 0.5 * (q[0] * w[0] + q[2] * w[2] - q[3] * w[1]);
    dq[2] = 0.5 * (q[0] * w[1] + q[3] * w[0] - q[1] * w[2]);
    dq[3] = 0.5 * (q[0] * w[2] + q[1] * w[1] - q[2] * w[0]);
}
