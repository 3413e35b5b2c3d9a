//! What a joint lets its body do now, and what it holds, in the body's own axes at its reference point.

use nalgebra::SMatrix;

use super::axes::{clean, clean_turned};
use super::model::Transfer;
use super::{Vec6, halves, stacked};
use crate::spatial::{Mat3, Vec3, transposed_times};
use crate::tree::{Joint, Tree, TreeData};

/// The scalar freedoms of a joint, at most three; those of spherical joints are about the body's own axes. A free joint holds nothing
/// and has none of these.
#[derive(Clone, Copy, Debug)]
pub(super) struct Freedoms {
    pub(super) count: usize,
    /// Of length one: how a unit of each rate moves the body.
    pub(super) along: [Vec6; 3],
    /// What a unit of effort along each is, if the joint transmits nothing else: columns of `H (H'H)^-1`.
    pub(super) effort: [Vec6; 3],
    /// Which scalar coordinate each is.
    pub(super) coordinate: [usize; 3],
}

/// Of angles or of displacements alone.
#[derive(Clone, Copy)]
struct Axes {
    /// How many of them count.
    count: usize,
    /// Of length one.
    axes: [Vec3; 3],
}

impl Axes {
    const NONE: Axes = Axes { count: 0, axes: [Vec3::new(0.0, 0.0, 0.0); 3] };

    /// One more.
    fn push(&mut self, axis: Vec3) {
        self.axes[self.count] = axis;
        self.count += 1;
    }

    /// All three.
    fn all() -> Axes {
        Axes { count: 3, axes: [Vec3::x(), Vec3::y(), Vec3::z()] }
    }

    /// Those that count.
    fn as_slice(&self) -> &[Vec3] {
        &self.axes[..self.count]
    }

    /// An orthonormal basis of what is across these.
    fn across(&self) -> Axes {
        let mut across = Axes::NONE;
        match *self.as_slice() {
            [] => return Axes::all(),
            [axis] => perpendicular(&axis).into_iter().for_each(|own| across.push(clean(own))),
            [first, second] => across.push(clean(first.cross(&second).normalize())),
            _ => {}
        }
        across
    }
}

/// Two unit vectors across a unit vector and each other (Duff and others, J. Computer Graphics Techniques 6 (2017)).
pub(super) fn perpendicular(axis: &Vec3) -> [Vec3; 2] {
    let sign = 1.0_f64.copysign(axis.z);
    let a = -1.0 / (sign + axis.z);
    let b = axis.x * axis.y * a;
    [
        Vec3::new(1.0 + sign * axis.x * axis.x * a, sign * b, -sign * axis.x),
        Vec3::new(b, sign + axis.y * axis.y * a, -axis.y),
    ]
}

/// An orthonormal basis of what a joint holds that lets these go: `N`, with drives among what is held.
pub(super) fn held<const N: usize>(freedoms: &Freedoms) -> SMatrix<f64, 6, N> {
    let zero = Vec3::zeros();
    let [mut turning, mut moving] = [Axes::NONE; 2];
    for along in &freedoms.along[..freedoms.count] {
        let [angular, linear] = halves(along);
        if linear == zero { turning.push(angular) } else { moving.push(linear) }
    }
    let (turning, moving) = (turning.across(), moving.across());
    let mut basis = SMatrix::<f64, 6, N>::zeros();
    let turning = turning.as_slice().iter().map(|axis| stacked(axis, &zero));
    let moving = moving.as_slice().iter().map(|axis| stacked(&zero, axis));
    for (k, column) in turning.chain(moving).enumerate() {
        basis.set_column(k, &column);
    }
    basis
}

impl Freedoms {
    /// After the kinematic pass; `axes` are world axes from the body's own, for the `drift` of which see there.
    pub(super) fn of(
        (tree, data): (&Tree, &TreeData),
        body: usize,
        axes: &Mat3,
        drift: f64,
    ) -> Self {
        let zero = Vec3::zeros();
        let mut own = Self {
            count: 0,
            along: [Vec6::zeros(); 3],
            effort: [Vec6::zeros(); 3],
            coordinate: [0; 3],
        };
        let joint = tree.joint(body);
        match joint {
            Joint::Spherical => {
                for axis in [Vec3::x(), Vec3::y(), Vec3::z()] {
                    own.push(stacked(&axis, &zero), own.count);
                }
            }
            Joint::Free => {}
            Joint::Fixed
            | Joint::Revolute { .. }
            | Joint::Prismatic { .. }
            | Joint::Universal { .. }
            | Joint::Cylindrical { .. }
            | Joint::Planar { .. } => {
                for (k, index) in tree.coordinate_range(body).enumerate() {
                    if tree.is_driven(body, k) {
                        continue;
                    }
                    let seen = transposed_times(axes, data.axis(index));
                    // Attitudes have left it a length that is one but for its last digits, of which nothing may be left across it.
                    let axis = &clean_turned(seen, drift).normalize();
                    let turns = joint.turns(k);
                    own.push(if turns { stacked(axis, &zero) } else { stacked(&zero, axis) }, k);
                }
            }
        }
        own.reciprocal();
        own
    }

    /// One more, with its scalar coordinate.
    fn push(&mut self, along: Vec6, coordinate: usize) {
        self.along[self.count] = along;
        self.coordinate[self.count] = coordinate;
        self.count += 1;
    }

    /// Only the two axes of a universal joint may not be at right angles.
    fn reciprocal(&mut self) {
        self.effort = self.along;
        if self.count == 2 {
            let [first, second] = [self.along[0], self.along[1]];
            let cosine = first.dot(&second);
            if cosine != 0.0 {
                let square = 1.0 / (1.0 - cosine * cosine);
                self.effort[0] = (first - second * cosine) * square;
                self.effort[1] = (second - first * cosine) * square;
            }
        }
    }
}

impl Transfer {
    /// Moment and force that the joint transmits along what it lets go: efforts of springs, dampers and motors; own axes.
    pub(super) fn known(
        &self,
        (tree, data): (&Tree, &TreeData),
        body: usize,
        freedoms: &Freedoms,
    ) -> Vec6 {
        let efforts = &data.effort[tree.rate_range(body)];
        let turned = |k: usize| {
            let own = Vec3::new(efforts[k], efforts[k + 1], efforts[k + 2]);
            self.in_own_axes(data, body, &own)
        };
        match tree.joint(body) {
            Joint::Spherical => stacked(&turned(0), &Vec3::zeros()),
            Joint::Free => stacked(&turned(0), &turned(3)),
            Joint::Fixed
            | Joint::Revolute { .. }
            | Joint::Prismatic { .. }
            | Joint::Universal { .. }
            | Joint::Cylindrical { .. }
            | Joint::Planar { .. } => {
                let own = freedoms.effort.iter().zip(freedoms.coordinate).take(freedoms.count);
                own.map(|(effort, k)| effort * efforts[k]).sum()
            }
        }
    }
}
