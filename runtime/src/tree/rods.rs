//! The passes over a stretch: rods that are symmetric about the line of their ball joints.
//!
//! A Riccati sweep in impedance form, as in [`crate::transfer`], of the least size there is: what a
//! rod hands on is the mass and the force of a point, which is just what the articulated recursion
//! takes from a ball joint, so the two join anywhere. With the line `u` and two axes `e` across it,
//! the joint of what is carried moves by `a + l w`, where `w = α x u` has two components; the
//! turning about the line is apart. Across it
//!
//! ```text
//! K w = c - B a        K = J + l² E'M E   (2x2),   B = E'(m c + l M),   E = [e1 e2]
//! M_handed = m + M - B'K⁻¹B,   p_handed = p_own + p + B'K⁻¹c
//! ```
//!
//! where the recursion inverts a 3x3 inertia in which the same is spread over all axes. Velocity
//! products of both ends of a rod and of its mass centre are multiples of one vector, `ω x (ω x
//! u)`, which is computed once.
//!
//! That is a fifth fewer operations than for a body of any inertia, half of them in the kinematics,
//! and inward each rod waits for one division where a body waits for three. It takes three quarters
//! of the time (66 for 88 ns in `benches/tree.rs`, docs/performance.md).
//!
//! Each pass leaves what the general one would, but for the articulated inertia: after the inward
//! pass it is that behind the joint, from which reactions follow as from the other.

use super::data::{BodyMotion, Tip};
use super::inward::TreeError;
use super::stretches::{Rod, Stretch};
use super::{Tree, TreeData};
use crate::spatial::{
    Articulated, BallGain, Mat3, Pivot, PlaneFactor, Sym3, Vec3, is_cleared, multiply,
    quaternion_matrix, vector_without_tiny,
};

/// Both axes across the line, then the line, right-handed.
#[inline(always)]
fn axes<const LINE: usize>(rotation: &Mat3) -> [Vec3; 3] {
    let r = rotation;
    let x = Vec3::new(r.m11, r.m21, r.m31);
    let y = Vec3::new(r.m12, r.m22, r.m32);
    let z = Vec3::new(r.m13, r.m23, r.m33);
    match LINE {
        0 => [y, z, x],
        1 => [z, x, y],
        _ => [x, y, z],
    }
}

impl Tree {
    /// As [`Tree::kinematics`], of all rods of a stretch.
    pub(super) fn rods_kinematics(
        &self,
        stretch: &Stretch,
        q: &[f64],
        v: &[f64],
        data: &mut TreeData,
    ) {
        match stretch.line {
            0 => self.place_rods::<0>(&stretch.rods, q, v, data),
            1 => self.place_rods::<1>(&stretch.rods, q, v, data),
            _ => self.place_rods::<2>(&stretch.rods, q, v, data),
        }
    }

    /// The same along one axis. What the next rod takes of this one is kept from turn to turn and not
    /// read back.
    fn place_rods<const LINE: usize>(
        &self,
        rods: &[Rod],
        q: &[f64],
        v: &[f64],
        data: &mut TreeData,
    ) {
        let Some(first) = rods.first() else { return };
        let link = &self.links[first.body as usize];
        // Stay in registers from rod to rod.
        let parent = data.parent_motion(link.parent);
        let mut rotation = parent.rotation;
        let mut position = parent.position;
        let mut omega = parent.omega;
        let mut velocity = parent.velocity;
        let mut arm = rotation * link.offset;
        let mut swing = omega.cross(&arm);
        let mut bias_acceleration = omega.cross(&swing);
        for rod in rods {
            let (p, r) = (rod.position as usize, rod.rate as usize);
            let (q, v) = (&q[p..p + 4], &v[r..r + 3]);
            rotation = multiply(&rotation, &quaternion_matrix([q[0], q[1], q[2], q[3]]));
            let relative = rotation * Vec3::new(v[0], v[1], v[2]);
            let bias_alpha = omega.cross(&relative);
            omega += relative;
            position += arm;
            velocity += swing;
            let [_, _, line] = axes::<LINE>(&rotation);
            let turning = omega.cross(&line);
            let centripetal = omega.cross(&turning);
            data.motions[rod.body as usize] = BodyMotion {
                rotation,
                position,
                arm,
                omega,
                velocity,
                bias_alpha,
                bias_acceleration,
            };
            let beyond = line * (rod.along - rod.across);
            let first = line * rod.first;
            data.articulated[rod.body as usize] = Articulated {
                rotation: Sym3 {
                    xx: rod.across + beyond.x * line.x,
                    yy: rod.across + beyond.y * line.y,
                    zz: rod.across + beyond.z * line.z,
                    xy: beyond.x * line.y,
                    xz: beyond.x * line.z,
                    yz: beyond.y * line.z,
                },
                coupling: Mat3::new(
                    0.0, -first.z, first.y, first.z, 0.0, -first.x, -first.y, first.x, 0.0,
                ),
                mass: Sym3::isotropic(rod.mass),
                bias_moment: turning * beyond.dot(&omega) - first.cross(&self.gravity),
                bias_force: centripetal * rod.first - self.gravity * rod.mass,
            };
            arm = line * rod.length;
            swing = turning * rod.length;
            bias_acceleration = centripetal * rod.length;
        }
    }

    /// As [`Tree::inward`], of all rods of a stretch.
    pub(super) fn rods_inward(&self, index: usize, data: &mut TreeData) -> Result<(), TreeError> {
        let stretch = &self.stretches[index];
        let tip = data.tips[index];
        let handed = match stretch.line {
            0 => self.eliminate_rods::<0>(&stretch.rods, tip, data),
            1 => self.eliminate_rods::<1>(&stretch.rods, tip, data),
            _ => self.eliminate_rods::<2>(&stretch.rods, tip, data),
        }?;
        self.hand_on::<false>(stretch.ends()[0], &handed, data);
        Ok(())
    }

    /// The same along one axis, from what the last rod carries (`tip`) to what comes to the carrier of
    /// the first one, which it gives.
    ///
    /// # Errors
    /// The rod across whose line nothing opposes a turn, or whose state or loads are no numbers.
    fn eliminate_rods<const LINE: usize>(
        &self,
        rods: &[Rod],
        tip: Tip,
        data: &mut TreeData,
    ) -> Result<Tip, TreeError> {
        let Tip { mass: mut beyond, bias: mut pull, moment: mut passed } = tip;
        for rod in rods.iter().rev() {
            let (body, r) = (rod.body as usize, rod.rate as usize);
            let motion = &data.motions[body];
            let own = &mut data.articulated[body];
            let [e1, e2, line] = axes::<LINE>(&motion.rotation);
            let effort = &data.effort[r..r + 3];
            let effort = motion.rotation * Vec3::new(effort[0], effort[1], effort[2]);
            // `w = (α·e2, -α·e1)`
            let [h1, h2] = [beyond.times(&e1) * rod.length, beyond.times(&e2) * rod.length];
            let stiff = [
                rod.across + rod.length * h1.dot(&e1),
                rod.length * h1.dot(&e2),
                rod.across + rod.length * h2.dot(&e2),
            ];
            let factor = PlaneFactor::new(stiff).map_err(|pivot| match pivot {
                Pivot::Singular => TreeError::Singular { body },
                Pivot::NotFinite => TreeError::NotFinite { body },
            })?;
            let [b1, b2] = [e1 * rod.first + h1, e2 * rod.first + h2];
            let moment = effort - own.bias_moment - passed;
            let c1 = e2.dot(&moment) - rod.length * e1.dot(&pull);
            let c2 = -e1.dot(&moment) - rod.length * e2.dot(&pull);
            let [d1, d2] = factor.inverse;
            let y2 = b2 - b1 * factor.lower;
            let (g1, g2) = (b1 * d1, y2 * d2);
            beyond = Sym3 {
                xx: rod.mass + beyond.xx - g1.x * b1.x - g2.x * y2.x,
                yy: rod.mass + beyond.yy - g1.y * b1.y - g2.y * y2.y,
                zz: rod.mass + beyond.zz - g1.z * b1.z - g2.z * y2.z,
                xy: beyond.xy - g1.x * b1.y - g2.x * y2.y,
                xz: beyond.xz - g1.x * b1.z - g2.x * y2.z,
                yz: beyond.yz - g1.y * b1.z - g2.y * y2.z,
            };
            let g1 = g1 - g2 * factor.lower;
            let k2 = (c2 - factor.lower * c1) * d2;
            let k1 = c1 * d1 - factor.lower * k2;
            pull += own.bias_force + b1 * k1 + b2 * k2;
            let spin = line.dot(&moment) / rod.along;
            *own = Articulated {
                rotation: Sym3::ZERO,
                coupling: Mat3::zeros(),
                mass: beyond,
                bias_moment: effort,
                bias_force: pull,
            };
            // `α = e2 w1 - e1 w2 + u spin`
            data.ball_gains[rod.gain as usize] = BallGain {
                linear: Mat3::new(
                    e2.x * g1.x - e1.x * g2.x,
                    e2.x * g1.y - e1.x * g2.y,
                    e2.x * g1.z - e1.x * g2.z,
                    e2.y * g1.x - e1.y * g2.x,
                    e2.y * g1.y - e1.y * g2.y,
                    e2.y * g1.z - e1.y * g2.z,
                    e2.z * g1.x - e1.z * g2.x,
                    e2.z * g1.y - e1.z * g2.y,
                    e2.z * g1.z - e1.z * g2.z,
                ),
                offset: e2 * k1 - e1 * k2 + line * spin,
            };
            pull += beyond.times(&motion.bias_acceleration);
            if is_cleared(body) {
                (beyond, pull) = (beyond.without_tiny(), vector_without_tiny(&pull));
            }
            passed = effort;
        }
        Ok(Tip { mass: beyond, bias: pull, moment: passed })
    }
}
