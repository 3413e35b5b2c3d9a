//! The first pass, parents before children: poses, velocities, velocity products, rigid inertias.
//!
//! For each body: attitude, position and velocity of its reference point, angular velocity, all in
//! world axes; the directions of its joint's coordinates; and what its acceleration has that is
//! known already (velocity products, prescribed coordinates).

use std::ops::Range;

use super::data::{BodyMotion, scalar_state};
use super::stretches::Piece;
use super::{Joint, Tree, TreeData};
use crate::spatial::{Articulated, Mat3, Vec3, axis_rotation, multiply, quaternion_matrix};

impl Tree {
    /// Poses and velocities of `bodies` from the position state `q` and the velocity state `v` of
    /// the whole tree, and their inertias and weights as the start of the inward pass. What stands
    /// before the range, the bases, the anchors' positions and velocities, and the drives must be
    /// there. State slots of driven coordinates are not read.
    ///
    /// Afterwards loads can be put on the bodies ([`TreeData::apply_force`] and others).
    pub fn kinematics(&self, bodies: Range<usize>, q: &[f64], v: &[f64], data: &mut TreeData) {
        for piece in self.pieces(bodies) {
            match piece {
                Piece::Others(bodies) => {
                    for body in bodies {
                        let motion = self.body_motion(body, q, v, data);
                        data.articulated[body] = self.rigid(body, &motion);
                        data.motions[body] = motion;
                    }
                }
                Piece::Stretch { index, .. } => {
                    self.rods_kinematics(&self.stretches[index], q, v, data);
                }
            }
        }
    }

    /// Outward: from the parent's motion at its own reference point to that of the body. Also
    /// writes the joint's axes, world axes.
    #[inline(always)]
    fn body_motion(&self, body: usize, q: &[f64], v: &[f64], data: &mut TreeData) -> BodyMotion {
        let link = &self.links[body];
        let parent = data.parent_motion(link.parent);
        let frame = match link.rotation {
            None => parent.rotation,
            Some(index) => multiply(&parent.rotation, &self.rotations[index as usize]),
        };
        let mut arm = parent.rotation * link.offset;
        let mut bias_acceleration = Vec3::zeros();
        let (rotation, relative, sliding, bias_alpha);
        match link.joint {
            Joint::Spherical => {
                let p = link.position;
                rotation =
                    multiply(&frame, &quaternion_matrix([q[p], q[p + 1], q[p + 2], q[p + 3]]));
                relative = rotation * triple(v, link.rate);
                bias_alpha = parent.omega.cross(&relative);
                sliding = Vec3::zeros();
            }
            Joint::Fixed => {
                rotation = frame;
                relative = Vec3::zeros();
                bias_alpha = Vec3::zeros();
                sliding = Vec3::zeros();
            }
            Joint::Revolute { axis } => {
                let (angle, rate) = scalar_state(self, data, body, 0, q, v);
                rotation = multiply(&frame, &axis_rotation(&axis, angle));
                let direction = frame * axis;
                data.axes[link.coordinate] = direction;
                relative = direction * rate;
                bias_alpha = parent.omega.cross(&relative);
                sliding = Vec3::zeros();
            }
            Joint::Prismatic { axis } => {
                let (displacement, rate) = scalar_state(self, data, body, 0, q, v);
                rotation = frame;
                let direction = frame * axis;
                data.axes[link.coordinate] = direction;
                relative = Vec3::zeros();
                bias_alpha = Vec3::zeros();
                arm += direction * displacement;
                sliding = direction * rate;
                bias_acceleration = parent.omega.cross(&sliding) * 2.0;
            }
            Joint::Cylindrical { axis } => {
                let (angle, spin) = scalar_state(self, data, body, 0, q, v);
                let (displacement, rate) = scalar_state(self, data, body, 1, q, v);
                rotation = multiply(&frame, &axis_rotation(&axis, angle));
                let direction = frame * axis;
                data.axes[link.coordinate] = direction;
                data.axes[link.coordinate + 1] = direction;
                relative = direction * spin;
                bias_alpha = parent.omega.cross(&relative);
                arm += direction * displacement;
                sliding = direction * rate;
                bias_acceleration = parent.omega.cross(&sliding) * 2.0;
            }
            Joint::Universal { first, second } => {
                let (angle, rate) = scalar_state(self, data, body, 0, q, v);
                let (angle2, rate2) = scalar_state(self, data, body, 1, q, v);
                let middle = multiply(&frame, &axis_rotation(&first, angle));
                rotation = multiply(&middle, &axis_rotation(&second, angle2));
                let direction = frame * first;
                let direction2 = middle * second;
                data.axes[link.coordinate] = direction;
                data.axes[link.coordinate + 1] = direction2;
                let turn = direction * rate;
                let turn2 = direction2 * rate2;
                relative = turn + turn2;
                bias_alpha = parent.omega.cross(&relative) + turn.cross(&turn2);
                sliding = Vec3::zeros();
            }
            Joint::Planar { normal, first } => {
                let (x, u) = scalar_state(self, data, body, 0, q, v);
                let (y, w) = scalar_state(self, data, body, 1, q, v);
                let (angle, spin) = scalar_state(self, data, body, 2, q, v);
                rotation = multiply(&frame, &axis_rotation(&normal, angle));
                let along = frame * first;
                let direction = frame * normal;
                let across = direction.cross(&along);
                data.axes[link.coordinate] = along;
                data.axes[link.coordinate + 1] = across;
                data.axes[link.coordinate + 2] = direction;
                relative = direction * spin;
                bias_alpha = parent.omega.cross(&relative);
                arm += along * x + across * y;
                sliding = along * u + across * w;
                bias_acceleration = parent.omega.cross(&sliding) * 2.0;
            }
            Joint::Free => {
                let p = link.position;
                rotation =
                    multiply(&frame, &quaternion_matrix([q[p], q[p + 1], q[p + 2], q[p + 3]]));
                relative = rotation * triple(v, link.rate);
                bias_alpha = parent.omega.cross(&relative);
                arm += frame * triple(q, p + 4);
                sliding = rotation * triple(v, link.rate + 3);
                // The rates are components in child axes, which turn too.
                bias_acceleration = (parent.omega * 2.0 + relative).cross(&sliding);
            }
        }
        let swing = parent.omega.cross(&arm);
        let mut motion = BodyMotion {
            rotation,
            position: parent.position + arm,
            arm,
            omega: parent.omega + relative,
            velocity: parent.velocity + swing + sliding,
            bias_alpha,
            bias_acceleration: parent.omega.cross(&swing) + bias_acceleration,
        };
        if link.driven != 0 {
            self.add_drives(body, data, &mut motion);
        }
        motion
    }

    /// Known accelerations of coordinates count like velocity products.
    fn add_drives(&self, body: usize, data: &TreeData, motion: &mut BodyMotion) {
        let link = &self.links[body];
        for k in 0..link.joint.coordinates() {
            if link.is_driven(k) {
                let index = link.coordinate + k;
                let acceleration = data.axes[index] * data.drives[index].acceleration;
                if link.joint.turns(k) {
                    motion.bias_alpha += acceleration;
                } else {
                    motion.bias_acceleration += acceleration;
                }
            }
        }
    }

    /// The body alone with its weight: `moment = J alpha + m c x a + omega x (J omega) - c x m g`,
    /// `force = m (a + alpha x c + omega x (omega x c) - g)`, with `J` at the reference point.
    #[inline(always)]
    fn rigid(&self, body: usize, motion: &BodyMotion) -> Articulated {
        let inertia = &self.inertias[body];
        let m = inertia.mass;
        let rotation = inertia.rotation.rotated(&motion.rotation);
        let first = (motion.rotation * inertia.centre) * m;
        let omega = &motion.omega;
        Articulated {
            bias_moment: omega.cross(&rotation.times(omega)) - first.cross(&self.gravity),
            bias_force: omega.cross(&omega.cross(&first)) - self.gravity * m,
            rotation,
            coupling: Mat3::new(
                0.0, -first.z, first.y, first.z, 0.0, -first.x, -first.y, first.x, 0.0,
            ),
            mass: crate::spatial::Sym3::isotropic(m),
        }
    }
}

/// Three numbers of a state, from `start` on.
#[inline(always)]
fn triple(x: &[f64], start: usize) -> Vec3 {
    Vec3::new(x[start], x[start + 1], x[start + 2])
}
