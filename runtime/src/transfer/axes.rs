//! The axes in which each body's part of the sweeps stands: own ones, along the line to what it carries and along its joint's axis.
//!
//! A matrix keeps what is small in one direction only if that is an axis: along the line of a rod under a load of 1e12 rods it yields 1e-12 of what it
//! yields across, and about an axis across its hinge a chain of light rods resists the cube of their number of what it resists about the hinge. In the axes of
//! the world what is small would drown in the rounding of what is large, in these it has numbers of its own. What two bodies hand each other is turned by their
//! attitudes, and what these leave where nothing should be, as between rods on one line or across the plane of parallel hinges, is rounding and taken for none.

use std::ops::Range;

use super::model::Transfer;
use super::{Vec6, halves, stacked};
use crate::spatial::{Mat3, Shake, Sym3, Vec3, multiply, transposed_times};
use crate::tree::{Joint, Parent, Tree, TreeData};

/// Below this part of what stands beside it, a number that is made by turning is rounding.
///
/// Attitudes are products of rotations, each known to a rounding or two; an angle that is smaller than what those leave is none. Rods that hang on one line
/// then hand on nothing across it, and a heavy load that moves in the plane across parallel hinges is not pulled out of it, whatever the line and the plane.
const ROUNDED: f64 = 4e-15;
/// Two directions that are nearer than this span no plane.
const ALONG: f64 = 1e-6;

/// How a body stands to what carries it: with it, what is known of the one can be said in the axes of the other.
///
/// A vector `v` of the body is `rotation v` of its carrier; a wrench on the body acts at `arm` on the carrier.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    /// The carrier's axes from the body's.
    pub(super) rotation: Mat3,
    /// From the carrier's reference point to the body's, the carrier's axes, m.
    pub(super) arm: Vec3,
}

/// Where a body stands in an evaluation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stand {
    /// World axes from its own. Balls have none of their own, as an impedance behind a ball joint is next to isotropic.
    pub(super) axes: Mat3,
    /// How it stands to what carries it.
    pub(super) seen: Seen,
}

impl Stand {
    /// Before any evaluation, and of balls that hang on others, whose sweeps do not ask.
    pub(super) fn upright() -> Self {
        let seen = Seen { rotation: Mat3::identity(), arm: Vec3::zeros() };
        Self { axes: Mat3::identity(), seen }
    }
}

/// Joint axes of a body from its own ones, as the columns of a rotation, for the line to what it carries and the axis of its joint; nothing where both are the same. In
/// compliances the line comes first, which has the third axis, in impedances that of the joint, which has the second.
pub(super) fn turn(lever: Option<Vec3>, axis: Option<Vec3>, is_compliance: bool) -> Option<Mat3> {
    let unit = |own: Option<Vec3>| own.and_then(|own| own.try_normalize(0.0));
    let (lever, axis) = (unit(lever), unit(axis));
    let (first, second) = if is_compliance { (lever, axis) } else { (axis, lever) };
    let (first, second) = match (first, second) {
        (Some(first), second) => (first, second),
        (None, Some(only)) => (only, None),
        (None, None) => return None,
    };
    let is_line = Some(first) == lever;
    let across = second.and_then(|own| (own - first * first.dot(&own)).try_normalize(ALONG));
    let across = across.unwrap_or_else(|| super::directions::perpendicular(&first)[0]);
    let (z, y) = if is_line { (first, across) } else { (across, first) };
    let turn = Mat3::from_columns(&[y.cross(&z), y, z].map(clean));
    (turn != Mat3::identity()).then_some(turn)
}

/// The axis that a joint keeps in the axes of its body.
pub(super) fn axis_of(joint: Joint) -> Option<Vec3> {
    match joint {
        Joint::Revolute { axis } | Joint::Prismatic { axis } | Joint::Cylindrical { axis } => {
            Some(axis)
        }
        Joint::Universal { second, .. } => Some(second),
        Joint::Planar { normal, .. } => Some(normal),
        Joint::Fixed | Joint::Spherical | Joint::Free => None,
    }
}

/// Without what is rounding beside the rest of it.
#[inline]
pub(super) fn clean(own: Vec3) -> Vec3 {
    clean_of(own, own.amax())
}

/// The same of a sum of terms of this size.
#[inline]
pub(super) fn clean_of(own: Vec3, size: f64) -> Vec3 {
    let most = ROUNDED * size;
    own.map(|own| if own.abs() < most { 0.0 } else { own })
}

/// The same of a vector that attitudes have turned, for the [`drift`] of these.
#[inline]
pub(super) fn clean_turned(own: Vec3, drift: f64) -> Vec3 {
    clean_of(own, drift * own.amax())
}

/// Without products that are rounding beside all that they are the sum of.
pub(super) fn cleaned(own: Sym3) -> Sym3 {
    let most = ROUNDED * own.trace();
    let [xy, xz, yz] = [own.xy, own.xz, own.yz].map(|own| if own.abs() < most { 0.0 } else { own });
    Sym3 { xy, xz, yz, ..own }
}

/// How many times as far from a rotation as a product of a few of them is an attitude behind `depth` joints: rounding goes to either side, so it is the root of their number. With
/// [`ROUNDED`] this is six times its standard deviation, which is 1.7e-16 of each product.
pub(super) fn drift(depth: usize) -> f64 {
    (1.0 + depth as f64 / 16.0).sqrt()
}

/// Moments and forces, or angular and linear accelerations, in the axes that `rotation` leads to. Neither changes the point to which it belongs.
pub(super) fn turned(rotation: &Mat3, own: &Vec6) -> Vec6 {
    let [first, second] = halves(own);
    stacked(&(rotation * first), &(rotation * second))
}

/// The other way: by the transposed rotation, as accelerations of a carrier are told to what it carries.
pub(super) fn turned_back(rotation: &Mat3, own: &Vec6) -> Vec6 {
    let [first, second] = halves(own);
    stacked(&transposed_times(rotation, &first), &transposed_times(rotation, &second))
}

impl Transfer {
    /// Where each of `bodies` stands, from attitudes, which are what the kinematic pass has left.
    pub(super) fn stand(
        &self,
        bodies: Range<usize>,
        (tree, motion): (&Tree, &TreeData),
        stands: &mut [Stand],
    ) {
        for body in bodies.clone() {
            let station = &self.stations[body];
            if station.stand == 0 {
                continue;
            }
            let carrier = match tree.parent(body) {
                Parent::Body(carrier) if bodies.contains(&carrier) => {
                    stands[self.standing(carrier)].axes
                }
                // Of a range that comes later.
                Parent::Body(carrier) => self.axes(motion, carrier),
                Parent::World | Parent::Base(_) | Parent::Anchor(_) => Mat3::identity(),
            };
            let axes = self.axes(motion, body);
            stands[station.stand as usize] =
                Stand { axes, seen: seen((&carrier, &axes), station.drift, motion, body) };
        }
    }

    /// See [`Stand::axes`].
    #[inline]
    fn axes(&self, motion: &TreeData, body: usize) -> Mat3 {
        let station = &self.stations[body];
        match (station.ball, station.turn) {
            (Some(_), _) => Mat3::identity(),
            (None, None) => *motion.rotation(body),
            (None, Some(turn)) => multiply(motion.rotation(body), &self.turns[turn as usize]),
        }
    }

    /// A vector in joint axes, as efforts and rates of ball joints are, in own ones.
    #[inline]
    pub(super) fn in_own_axes(&self, motion: &TreeData, body: usize, own: &Vec3) -> Vec3 {
        let station = &self.stations[body];
        match (station.ball, station.turn) {
            (Some(_), _) => motion.rotation(body) * own,
            (None, None) => *own,
            (None, Some(turn)) => transposed_times(&self.turns[turn as usize], own),
        }
    }

    /// The other way.
    #[inline]
    pub(super) fn in_joint_axes(&self, motion: &TreeData, body: usize, own: &Vec3) -> Vec3 {
        let station = &self.stations[body];
        match (station.ball, station.turn) {
            (Some(_), _) => transposed_times(motion.rotation(body), own),
            (None, None) => *own,
            (None, Some(turn)) => self.turns[turn as usize] * own,
        }
    }
}

/// From both bodies' axes.
///
/// Where last digits are changed, so are these, but for numbers that are nothing or one: two attitudes along one axis have no error across it.
#[inline]
fn seen((carrier, own): (&Mat3, &Mat3), drift: f64, motion: &TreeData, body: usize) -> Seen {
    let turned = multiply(&carrier.transpose(), own);
    let mut rotation = turned.map(|own| if own.abs() < drift * ROUNDED { 0.0 } else { own });
    let arm = clean_turned(transposed_times(carrier, motion.arm_to(body)), drift);
    if let Some(seed) = motion.shaken {
        let size = rotation.map(|own| if own == 0.0 || own.abs() == 1.0 { 0.0 } else { 1.0 });
        Shake::new(!seed, body).matrix(&mut rotation, &size);
    }
    Seen { rotation, arm }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Right-handed, of length one, and along what is asked for; nothing where nothing is asked for, or the axes are such already.
    #[test]
    fn axes_are_axes() {
        let [lever, axis] = [Vec3::new(0.3, -0.4, -0.7), Vec3::new(0.8, 0.36, 0.48)];
        for lever in [None, Some(lever), Some(-Vec3::z())] {
            for axis in [None, Some(axis), Some(Vec3::x())] {
                for is_compliance in [false, true] {
                    let Some(own) = turn(lever, axis, is_compliance) else {
                        assert!(lever.is_none() && axis.is_none());
                        continue;
                    };
                    assert!((own.transpose() * own - Mat3::identity()).amax() < 1e-15);
                    assert!((own.determinant() - 1.0).abs() < 1e-15);
                    if let (Some(lever), true) = (lever, is_compliance || axis.is_none()) {
                        let lever = clean(own.transpose() * lever);
                        assert!(lever.x == 0.0 && lever.y == 0.0 && lever.z > 0.0, "{lever}");
                    } else if let Some(axis) = axis {
                        let axis = clean(own.transpose() * axis);
                        assert!((axis.y - 1.0).abs() < 1e-15, "{axis}");
                    }
                }
            }
        }
        assert_eq!(turn(Some(Vec3::z()), Some(Vec3::y()), true), None);
    }
}
