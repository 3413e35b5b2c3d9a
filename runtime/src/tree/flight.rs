//! The motion of bodies on which nothing acts: what leapfrog's drift moves them by.
//!
//! A free body's centre of mass goes straight, and its angular momentum stays in the world. Both are kept
//! to rounding, as the drift moves in momenta and kicks add what forces give to them. The same holds for a
//! ball joint on the world (angular momentum about the joint) and for a planar one (momentum in the
//! plane).
//!
//! The turning of a free body is split: with `I_a <= I_b <= I_c` and `L = |π|`,
//!
//! ```text
//! π²/2I = L²/2I_b + π_a²/2 (1/I_a - 1/I_b) + π_c²/2 (1/I_c - 1/I_b)
//! ```
//!
//! The first part is that of a ball; it commutes with every function of `π`. The others turn about an axis
//! of the body each; a half of `a`, `c` and the other half of `a` give a symmetric and symplectic map of
//! order 2, without iteration, and one that is exact where two of the moments are equal. (Splitting of
//! the free rigid body: McLachlan, Phys. Rev. Lett. 71 (1993); Touma and Wisdom, Astron. J. 107 (1994).)

use super::{Joint, Parent, Tree};
use crate::spatial::{
    Mat3, Vec3, axis_rotation, quaternion_exponential, quaternion_matrix, quaternion_product,
    transposed_times,
};

/// A smaller principal moment, relative to the largest, turns the body by itself.
const LEAST: f64 = 1e-12;

/// How a body moves by itself; joint axes.
#[derive(Clone, Debug)]
pub(super) enum Flight {
    /// With the centre of mass from the reference point, m.
    Free { top: Top, centre: Vec3 },
    /// The moments are those about the joint.
    Ball { top: Top },
    /// In a plane.
    Planar { centre: Vec3, normal: Vec3, first: Vec3 },
}

/// Principal axes and moments (kg m^2), smallest first.
#[derive(Clone, Debug)]
pub(super) struct Top {
    /// Of length one.
    axes: [Vec3; 3],
    /// kg m²
    moments: [f64; 3],
}

impl Top {
    /// `None` where a principal moment is too small to turn by.
    fn new(inertia: &Mat3) -> Option<Self> {
        let eigen = inertia.symmetric_eigen();
        let mut order = [0, 1, 2];
        order.sort_by(|&i, &j| eigen.eigenvalues[i].total_cmp(&eigen.eigenvalues[j]));
        let moments = order.map(|k| eigen.eigenvalues[k]);
        let axes = order.map(|k| eigen.eigenvectors.column(k).into_owned());
        (moments[0] > LEAST * moments[2]).then_some(Self { axes, moments })
    }

    /// The angular momentum of an angular velocity, body axes.
    fn momentum(&self, omega: &Vec3) -> Vec3 {
        self.scaled(omega, self.moments)
    }

    /// rad/s, from a moment of momentum in joint axes.
    fn velocity(&self, momentum: &Vec3) -> Vec3 {
        self.scaled(momentum, self.moments.map(|moment| 1.0 / moment))
    }

    /// Along each principal axis times its factor.
    fn scaled(&self, v: &Vec3, factors: [f64; 3]) -> Vec3 {
        self.axes.iter().zip(factors).map(|(axis, factor)| axis * (factor * axis.dot(v))).sum()
    }

    /// After `h` s; a quaternion to the world (or to any axes at rest), rad/s in body axes.
    fn turn(&self, attitude: [f64; 4], omega: &Vec3, h: f64) -> ([f64; 4], Vec3) {
        let [a, b, c] = [0, 1, 2].map(|k| 1.0 / self.moments[k]);
        let mut momentum = self.momentum(omega);
        let as_ball = quaternion_exponential(&(momentum * (b * h)));
        let mut attitude = quaternion_product(attitude, as_ball);
        for (axis, rate) in [(0, 0.5 * (a - b)), (2, c - b), (0, 0.5 * (a - b))] {
            let axis = &self.axes[axis];
            let angle = h * rate * axis.dot(&momentum);
            attitude = quaternion_product(attitude, quaternion_exponential(&(axis * angle)));
            momentum = axis_rotation(axis, -angle) * momentum;
        }
        (attitude, self.velocity(&momentum))
    }

    /// The derivative of the angular velocity without moments, body axes.
    fn acceleration(&self, omega: &Vec3) -> Vec3 {
        self.velocity(&self.momentum(omega).cross(omega))
    }
}

impl Flight {
    /// Of a body, where it moves by itself as no other thing lets it: not on a body or base that moves, nor
    /// where a coordinate is driven.
    pub(super) fn of(tree: &Tree, body: usize) -> Option<Self> {
        let (link, inertia) = (&tree.links[body], &tree.inertias[body]);
        if link.parent != Parent::World || link.driven != 0 {
            return None;
        }
        let centre = inertia.centre;
        match link.joint {
            Joint::Free => {
                // From the reference point to the centre of mass.
                let arm = Mat3::identity() * centre.norm_squared() - centre * centre.transpose();
                let about_centre = inertia.rotation.to_matrix() - arm * inertia.mass;
                let top = Top::new(&about_centre)?;
                (inertia.mass > 0.0).then_some(Flight::Free { top, centre })
            }
            Joint::Spherical => {
                Top::new(&inertia.rotation.to_matrix()).map(|top| Flight::Ball { top })
            }
            Joint::Planar { normal, first } => Some(Flight::Planar { centre, normal, first }),
            Joint::Fixed
            | Joint::Revolute { .. }
            | Joint::Prismatic { .. }
            | Joint::Universal { .. }
            | Joint::Cylindrical { .. } => None,
        }
    }
}

/// The arm of the centre of mass in the plane, at an angle.
fn planar_arm(centre: &Vec3, normal: &Vec3, first: &Vec3, angle: f64) -> [f64; 2] {
    let arm = axis_rotation(normal, angle) * centre;
    [arm.dot(first), arm.dot(&normal.cross(first))]
}

impl Tree {
    /// Moves everything for `h` s as if nothing acted: bodies on the world that can by themselves, all
    /// other joints with constant rates. Undone by `-h`, to rounding.
    pub(crate) fn coast(&self, q: &mut [f64], v: &mut [f64], h: f64) {
        for (link, flight) in self.links.iter().zip(&self.flights) {
            let (p, r) = (link.position, link.rate);
            match flight.as_deref() {
                None => super::position::drift(link, q, v, h),
                Some(Flight::Free { top, centre }) => {
                    let omega = triple(v, r);
                    let before = quaternion(q, p);
                    let (attitude, turning) = top.turn(before, &omega, h);
                    let (from, to) = (quaternion_matrix(before), quaternion_matrix(attitude));
                    let velocity = from * (triple(v, r + 3) + omega.cross(centre));
                    let step = velocity * h + from * centre - to * centre;
                    q[p..p + 4].copy_from_slice(&attitude);
                    for k in 0..3 {
                        q[p + 4 + k] += step[k];
                    }
                    let linear = transposed_times(&to, &velocity) - turning.cross(centre);
                    v[r..r + 3].copy_from_slice(turning.as_slice());
                    v[r + 3..r + 6].copy_from_slice(linear.as_slice());
                }
                Some(Flight::Ball { top }) => {
                    let (attitude, turning) = top.turn(quaternion(q, p), &triple(v, r), h);
                    q[p..p + 4].copy_from_slice(&attitude);
                    v[r..r + 3].copy_from_slice(turning.as_slice());
                }
                Some(Flight::Planar { centre, normal, first }) => {
                    let spin = v[r + 2];
                    let from = planar_arm(centre, normal, first, q[p + 2]);
                    q[p + 2] += h * spin;
                    let to = planar_arm(centre, normal, first, q[p + 2]);
                    let across = |arm: [f64; 2]| [-spin * arm[1], spin * arm[0]];
                    let (swing_from, swing_to) = (across(from), across(to));
                    for k in 0..2 {
                        let velocity = v[r + k] + swing_from[k];
                        q[p + k] += h * velocity + from[k] - to[k];
                        v[r + k] = velocity - swing_to[k];
                    }
                }
            }
        }
    }

    /// Takes from accelerations what [`Tree::coast`] does to the velocities by itself.
    pub(crate) fn remove_coasting(&self, q: &[f64], v: &[f64], accelerations: &mut [f64]) {
        for (link, flight) in self.links.iter().zip(&self.flights) {
            let (p, r) = (link.position, link.rate);
            match flight.as_deref() {
                None => {}
                Some(Flight::Free { top, centre }) => {
                    let omega = triple(v, r);
                    let alpha = top.acceleration(&omega);
                    let moving = triple(v, r + 3) + omega.cross(centre);
                    let linear = -omega.cross(&moving) - alpha.cross(centre);
                    for k in 0..3 {
                        accelerations[r + k] -= alpha[k];
                        accelerations[r + 3 + k] -= linear[k];
                    }
                }
                Some(Flight::Ball { top }) => {
                    let alpha = top.acceleration(&triple(v, r));
                    for k in 0..3 {
                        accelerations[r + k] -= alpha[k];
                    }
                }
                Some(Flight::Planar { centre, normal, first }) => {
                    let arm = planar_arm(centre, normal, first, q[p + 2]);
                    for k in 0..2 {
                        accelerations[r + k] -= v[r + 2] * v[r + 2] * arm[k];
                    }
                }
            }
        }
    }
}

/// Three numbers as a vector.
fn triple(values: &[f64], at: usize) -> Vec3 {
    Vec3::new(values[at], values[at + 1], values[at + 2])
}

/// Four numbers.
fn quaternion(q: &[f64], at: usize) -> [f64; 4] {
    [q[at], q[at + 1], q[at + 2], q[at + 3]]
}

#[cfg(test)]
mod tests {
    use super::*;

    const OMEGA: [f64; 3] = [1.0, 2.0, 3.0];
    const LEVEL: [f64; 4] = [1.0, 0.0, 0.0, 0.0];

    fn turned(inertia: &Mat3, h: f64, steps: usize) -> ([f64; 4], Vec3) {
        let top = Top::new(inertia).unwrap();
        let step = |(attitude, omega): ([f64; 4], Vec3)| top.turn(attitude, &omega, h);
        (0..steps).fold((LEVEL, Vec3::from(OMEGA)), |state, _| step(state))
    }

    /// Angular momentum in the world after 1000 steps of half a radian: rounding only.
    #[test]
    fn the_angular_momentum_stays() {
        let inertia = Mat3::new(2.0, 0.3, -0.1, 0.3, 1.5, 0.2, -0.1, 0.2, 1.1);
        let before = inertia * Vec3::from(OMEGA);
        let (attitude, omega) = turned(&inertia, 0.13, 1000);
        let after = quaternion_matrix(attitude) * (inertia * omega);
        let change = (after - before).norm() / before.norm();
        assert!(change < 1e-11, "{change:e}");
    }

    /// Two equal moments, whichever: the angular velocity turns about the axis of symmetry at the rate
    /// `(I_3/I_1 - 1) ω_3` (Euler), whatever the step; 1e-12.
    #[test]
    fn a_symmetric_top_is_exact() {
        for (one, three) in [(1.0, 0.3), (1.0, 1.8), (1.0, 1.0)] {
            let (h, steps) = (0.7, 9);
            let (_, omega) = turned(&Mat3::from_diagonal(&Vec3::new(one, one, three)), h, steps);
            let angle = (three / one - 1.0) * OMEGA[2] * h * steps as f64;
            let exact = axis_rotation(&Vec3::z(), angle) * Vec3::from(OMEGA);
            assert!((omega - exact).norm() < 1e-12, "{omega} {exact}");
        }
    }

    /// Against steps 64 times shorter: halved steps give a quarter of the error (within 5 %).
    #[test]
    fn an_asymmetric_top_has_order_two() {
        let inertia = Mat3::from_diagonal(&Vec3::new(1.0, 2.0, 2.9));
        let (_, exact) = turned(&inertia, 0.02 / 64.0, 64 * 50);
        let error = |h: f64, steps| (turned(&inertia, h, steps).1 - exact).norm();
        let ratio = error(0.02, 50) / error(0.01, 100);
        assert!((ratio - 4.0).abs() < 0.2, "{ratio}");
    }
}
