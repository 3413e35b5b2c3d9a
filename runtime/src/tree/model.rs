//! The constant part of a tree: topology, joints, inertias.

use super::flight::Flight;
use super::stretches::{Piece, Stretch};
use super::{BodyFrame, Placement};
use crate::spatial::{Mat3, Sym3, Vec3};

/// What a body's joint hangs on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Parent {
    #[default]
    World,
    /// A prescribed body: index into [`super::TreeData::bases`].
    Base(usize),
    /// A body of this tree that stands before.
    Body(usize),
    /// A cable's tip: index into [`super::TreeData::anchors`]. The joint must be spherical; its
    /// coordinates are the attitude in the world and the angular velocity in the child frame's axes.
    Anchor(usize),
}

/// How a child frame may move relative to its parent frame. Axes are given in the parent frame,
/// which at zero coordinates is the child frame too. They need not have length one.
///
/// | kind        | positions                           | rates                                    |
/// |-------------|-------------------------------------|------------------------------------------|
/// | fixed       | none                                | none                                     |
/// | revolute    | angle                               | its rate                                 |
/// | prismatic   | displacement                        | its rate                                 |
/// | universal   | angle about `first` (fixed in the parent), then about `second` (fixed in the child) | their rates |
/// | spherical   | quaternion `[w, x, y, z]`, child to parent | angular velocity of the child relative to the parent, child axes |
/// | cylindrical | angle about `axis`, displacement along it | their rates                        |
/// | planar      | displacements along `first` and `normal x first`, then the angle about `normal` | their rates |
/// | free        | quaternion, then the child's origin in parent axes | angular, then linear velocity of the child relative to the parent, child axes |
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Joint {
    #[default]
    Fixed,
    Revolute {
        axis: Vec3,
    },
    Prismatic {
        axis: Vec3,
    },
    Universal {
        first: Vec3,
        second: Vec3,
    },
    Spherical,
    Cylindrical {
        axis: Vec3,
    },
    Planar {
        normal: Vec3,
        first: Vec3,
    },
    Free,
}

impl Joint {
    /// Numbers in the position state.
    pub fn positions(&self) -> usize {
        match self {
            Joint::Spherical => 4,
            Joint::Free => 7,
            _ => self.coordinates(),
        }
    }

    /// Numbers in the velocity state: the degrees of freedom.
    pub fn rates(&self) -> usize {
        match self {
            Joint::Spherical => 3,
            Joint::Free => 6,
            _ => self.coordinates(),
        }
    }

    /// Scalar coordinates, which can be driven and resisted one by one. Their positions and their
    /// rates stand in the same order in both states.
    pub fn coordinates(&self) -> usize {
        match self {
            Joint::Fixed | Joint::Spherical | Joint::Free => 0,
            Joint::Revolute { .. } | Joint::Prismatic { .. } => 1,
            Joint::Universal { .. } | Joint::Cylindrical { .. } => 2,
            Joint::Planar { .. } => 3,
        }
    }

    /// Whether a scalar coordinate is an angle (or else a displacement).
    pub(crate) fn turns(&self, coordinate: usize) -> bool {
        match self {
            Joint::Revolute { .. } | Joint::Universal { .. } => true,
            Joint::Cylindrical { .. } => coordinate == 0,
            Joint::Planar { .. } => coordinate == 2,
            Joint::Prismatic { .. } | Joint::Fixed | Joint::Spherical | Joint::Free => false,
        }
    }
}

/// A body's place in the tree. "Joint axes" are the axes of the joint's child frame, in which the
/// body is described inside; its origin is the body's reference point.
#[derive(Clone, Debug)]
pub(super) struct Link {
    /// How it may move.
    pub joint: Joint,
    /// What it is joined to.
    pub parent: Parent,
    /// From the parent's reference point to the joint's parent frame, in the parent's joint axes, m.
    pub offset: Vec3,
    /// Turns the joint's parent frame into the parent's joint axes: index into
    /// [`Tree::rotations`], or none for the identity, which is the common case.
    pub rotation: Option<u32>,
    /// Where the joint's numbers start in the position state.
    pub position: usize,
    /// Where they start in the velocity state, and the efforts.
    pub rate: usize,
    /// Where its scalar coordinates start among all scalar coordinates.
    pub coordinate: usize,
    /// Where its gain stands among the spherical joints (or among the free ones).
    pub gain: usize,
    /// Bit k: scalar coordinate k is prescribed.
    pub driven: u8,
    /// The stretch that it is a rod of: index into [`Tree::stretches`].
    pub within: Option<u32>,
}

/// A body's inertia at its reference point, joint axes.
#[derive(Clone, Debug)]
pub(super) struct Inertia {
    /// kg
    pub mass: f64,
    /// Of mass, from the reference point, m.
    pub centre: Vec3,
    /// Moments of inertia about the reference point, kg m².
    pub rotation: Sym3,
    /// The same about the centre of mass.
    pub about_centre: Sym3,
}

/// A forest of bodies and joints, parents before children; constant during a run.
#[derive(Clone, Debug)]
pub struct Tree {
    /// In the order of the bodies.
    pub(super) links: Vec<Link>,
    /// Of each body.
    pub(super) inertias: Vec<Inertia>,
    /// Of each body: how it moves by itself, where it can. Few can.
    pub(super) flights: Vec<Option<Box<Flight>>>,
    /// Of frames that are turned.
    pub(super) rotations: Vec<Mat3>,
    /// Of each body: its own frame in joint axes.
    pub(super) frames: Vec<Placement>,
    /// Acceleration of free fall, world axes, m/s².
    pub(super) gravity: Vec3,
    /// How many numbers positions have.
    pub(super) positions: usize,
    /// How many numbers velocities have.
    pub(super) rates: usize,
    /// How many scalar coordinates there are.
    pub(super) coordinates: usize,
    /// How many spherical joints.
    pub(super) balls: usize,
    /// How many free joints.
    pub(super) free: usize,
    /// How many prescribed bodies.
    pub(super) bases: usize,
    /// How many tips of cables carry bodies.
    pub(super) anchors: usize,
    /// Rods in a row, where they have been looked for ([`Tree::find_stretches`]).
    pub(super) stretches: Vec<Stretch>,
    /// What the first two passes take at once, in the order of the bodies.
    pub(super) pieces: Vec<Piece>,
}

impl Tree {
    /// How many there are.
    pub fn bodies(&self) -> usize {
        self.links.len()
    }

    /// Length of the position state.
    pub fn positions(&self) -> usize {
        self.positions
    }

    /// Length of the velocity state, of the efforts and of the accelerations.
    pub fn rates(&self) -> usize {
        self.rates
    }

    /// Number of scalar coordinates: length of [`super::TreeData::drives`].
    pub fn coordinates(&self) -> usize {
        self.coordinates
    }

    /// m/s²
    pub fn gravity(&self) -> Vec3 {
        self.gravity
    }

    /// Of a body.
    pub fn joint(&self, body: usize) -> Joint {
        self.links[body].joint
    }

    /// Of a body.
    pub fn parent(&self, body: usize) -> Parent {
        self.links[body].parent
    }

    /// Of a body, kg.
    pub fn mass(&self, body: usize) -> f64 {
        self.inertias[body].mass
    }

    /// Where the joint of `body` has its numbers in the position state.
    pub(crate) fn position_range(&self, body: usize) -> std::ops::Range<usize> {
        let link = &self.links[body];
        link.position..link.position + link.joint.positions()
    }

    /// Where the joint of `body` has its numbers in the velocity state.
    pub(crate) fn rate_range(&self, body: usize) -> std::ops::Range<usize> {
        let link = &self.links[body];
        link.rate..link.rate + link.joint.rates()
    }

    /// Where the joint of `body` has its scalar coordinates among all scalar coordinates.
    pub(crate) fn coordinate_range(&self, body: usize) -> std::ops::Range<usize> {
        let link = &self.links[body];
        link.coordinate..link.coordinate + link.joint.coordinates()
    }

    /// Whether a coordinate of a body's joint is prescribed.
    pub(crate) fn is_driven(&self, body: usize, coordinate: usize) -> bool {
        self.links[body].is_driven(coordinate)
    }

    /// A frame given in body axes, in the form that the sensors and loads take.
    pub fn frame(&self, body: usize, placement: &Placement) -> BodyFrame {
        let own = self.frames[body];
        BodyFrame {
            body,
            arm: own.position + own.rotation * placement.position,
            rotation: own.rotation * placement.rotation,
        }
    }

    /// The centre of mass with the body's own axes, as a frame.
    pub(crate) fn centre_frame(&self, body: usize) -> BodyFrame {
        BodyFrame { body, arm: self.inertias[body].centre, rotation: self.frames[body].rotation }
    }
}

impl Link {
    /// Whether a coordinate is prescribed.
    #[inline(always)]
    pub(super) fn is_driven(&self, coordinate: usize) -> bool {
        self.driven & (1 << coordinate) != 0
    }
}
