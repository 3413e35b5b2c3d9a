//! The joint of a cable that bends, in small motions: the second derivative of `k φ²/2` by turns of what stands behind it.
//!
//! With `φ` the angle from the direction before the joint to the direction `u` behind it, `n` the axis of that turn and `b = u × n`, a turn `θ` of what is
//! behind makes of `φ` to the second order
//!
//! ```text
//! k φ θ·n  +  ½ k (θ·n)²  +  ½ k φ cot φ (θ·b)²  -  ½ k φ (θ·u)(θ·b)
//! ```
//!
//! as a direction goes on a sphere by `θ × u + ½ (θ·u) θ` across itself.

use crate::chain::any_perpendicular;
use crate::laws::bending::{JointBending, angle};
use crate::spatial::{Mat3, Vec3};

/// Below this angle the axis of a turn is rounding.
const STRAIGHT: f64 = 1e-8;

/// A joint about a state.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bend {
    /// Unit vectors `n` and `b`, across what is behind the joint.
    pub(super) axes: [Vec3; 2],
    /// About these, N m/rad.
    pub(super) stiffness: [f64; 2],
    /// About these, N m s/rad.
    pub(super) damping: [f64; 2],
    /// `k φ`, N m: how it turns what is behind it back about the first axis.
    moment: f64,
    /// `u`
    behind: Vec3,
}

impl Bend {
    /// Between unit vectors. Nothing where it is folded back, as then it has no axis.
    pub(super) fn between(law: &JointBending, before: &Vec3, behind: &Vec3) -> Option<Self> {
        let phi = angle(before, behind);
        let normal = before.cross(behind);
        if phi < STRAIGHT {
            let across = any_perpendicular(behind);
            let axes = [across, behind.cross(&across)];
            return Some(Self {
                axes,
                stiffness: [law.stiffness; 2],
                damping: law.damping_about(phi),
                moment: 0.0,
                behind: *behind,
            });
        }
        let size = normal.norm();
        if size < STRAIGHT {
            return None;
        }
        let normal = normal / size;
        Some(Self {
            axes: [normal, behind.cross(&normal)],
            stiffness: [law.stiffness, law.stiffness * phi / phi.tan()],
            damping: law.damping_about(size),
            moment: law.stiffness * phi,
            behind: *behind,
        })
    }

    /// A joint that does not resist, behind nothing.
    pub(super) fn loose(behind: &Vec3) -> Self {
        let across = any_perpendicular(behind);
        let axes = [across, behind.cross(&across)];
        let nothing = [0.0; 2];
        Self { axes, stiffness: nothing, damping: nothing, moment: 0.0, behind: *behind }
    }

    /// About which what is behind it turns: its axes, and that direction itself.
    pub(super) fn all_axes(&self) -> [Vec3; 3] {
        let [n, b] = self.axes;
        [n, b, self.behind]
    }

    /// Against any turn of what is behind it, N m s/rad.
    pub(super) fn whole_damping(&self) -> Mat3 {
        let [n, b] = &self.axes;
        let [first, second] = self.damping;
        n * n.transpose() * first + b * b.transpose() * second
    }

    /// On what is behind it, N m.
    pub(super) fn turns_back(&self) -> Vec3 {
        -self.axes[0] * self.moment
    }

    /// Against any turn of what is behind it, N m/rad.
    pub(super) fn whole_stiffness(&self) -> Mat3 {
        let [n, b] = &self.axes;
        let [first, second] = self.stiffness;
        let both = self.behind * b.transpose();
        n * n.transpose() * first + b * b.transpose() * second
            - (both + both.transpose()) * (0.5 * self.moment)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spatial::{quaternion_exponential, quaternion_matrix};

    fn rotation(by: &Vec3) -> Mat3 {
        quaternion_matrix(quaternion_exponential(by))
    }

    /// Differences of the energy itself, to 1e-6 of the stiffness, in any directions of turns and angles up to 170 degrees.
    #[test]
    fn stiffness_is_the_second_derivative_of_the_energy() {
        let law = JointBending { stiffness: 3.0, ..JointBending::default() };
        let before = Vec3::new(0.48, 0.6, 0.64);
        for degrees in [0.0_f64, 3.0, 60.0, 120.0, 170.0] {
            let turn = before.cross(&Vec3::x()).normalize() * degrees.to_radians();
            let behind = rotation(&turn) * before;
            let bend = Bend::between(&law, &before, &behind).expect("not folded");
            let energy = |by: Vec3| law.energy(angle(&before, &(rotation(&by) * behind)));
            let (whole, step) = (bend.whole_stiffness(), 1e-4);
            for way in
                [Vec3::new(1.0, 0.0, 0.0), Vec3::new(0.3, -0.8, 0.5), Vec3::new(0.1, 0.2, 0.9)]
            {
                let [ahead, back] = [way * step, -way * step].map(energy);
                let slope = (ahead - back) / (2.0 * step);
                assert!((slope + bend.turns_back().dot(&way)).abs() < 1e-6, "{degrees}: {slope}");
                let bends = (ahead + back - 2.0 * energy(Vec3::zeros())) / (step * step);
                let expected = way.dot(&(whole * way));
                let gap = (bends - expected).abs() / (1.0 + expected.abs());
                assert!(gap < 2e-6, "{degrees}: {bends} {expected}");
            }
        }
    }
}
