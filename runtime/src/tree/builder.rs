//! From a list of bodies to a [`Tree`].

use super::flight::Flight;
use super::model::{Inertia, Link};
use super::{Joint, Parent, Placement, Tree};
use crate::spatial::{Mat3, Sym3, Vec3, transposed_times};

/// A body and the joint that connects it towards the ground.
#[derive(Clone, Debug, Default)]
pub struct BodySpec {
    /// kg; not negative.
    pub mass: f64,
    /// Body axes, m.
    pub centre_of_mass: Vec3,
    /// About the centre of mass, body axes, kg m^2; positive semidefinite.
    pub inertia: Sym3,
    /// What it is joined to.
    pub parent: Parent,
    /// The joint's frame on the parent: in the axes of the parent body, of the prescribed body or of
    /// the world. Of no meaning where the parent is an anchor.
    pub parent_frame: Placement,
    /// The joint's frame on this body, in body axes.
    pub child_frame: Placement,
    /// How it may move.
    pub joint: Joint,
    /// Which scalar coordinates are prescribed functions of time.
    pub driven: [bool; 3],
    /// Something with mass that is not in the tree hangs on this body (a cable): it may have no
    /// mass of its own.
    pub carries_load: bool,
}

/// Why a body cannot be added, or the tree not be finished.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BuildError {
    /// A mass, a length or an axis is negative, infinite or not a number.
    NotFinite { body: usize },
    /// There is none.
    NegativeMass { body: usize },
    /// The inertia has a negative eigenvalue.
    Inertia { body: usize },
    /// An axis has no direction, or the two axes of the joint are parallel.
    Axis { body: usize },
    /// The parent does not stand before the body, or there is no such base or anchor.
    Parent { body: usize },
    /// Only a spherical joint can hang on an anchor.
    AnchorJoint { body: usize },
    /// A coordinate is driven that the joint does not have.
    Drive { body: usize },
    /// A free motion of this body moves no mass.
    Massless { body: usize },
}

impl BuildError {
    /// The body at fault: its index in the tree.
    pub fn body(&self) -> usize {
        match *self {
            BuildError::NotFinite { body }
            | BuildError::NegativeMass { body }
            | BuildError::Inertia { body }
            | BuildError::Axis { body }
            | BuildError::Parent { body }
            | BuildError::AnchorJoint { body }
            | BuildError::Drive { body }
            | BuildError::Massless { body } => body,
        }
    }
}

impl std::fmt::Display for BuildError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            BuildError::NotFinite { .. } => "a number of the body is infinite or not a number",
            BuildError::NegativeMass { .. } => "the mass is negative",
            BuildError::Inertia { .. } => "the inertia has a negative principal moment",
            BuildError::Axis { .. } => {
                "an axis of the joint is zero, or parallel to another one of it"
            }
            BuildError::Parent { .. } => "the parent does not stand before the body",
            BuildError::AnchorJoint { .. } => "only a ball joint can hang on a cable's tip",
            BuildError::Drive { .. } => "a driven coordinate does not exist",
            BuildError::Massless { .. } => "a free motion of the body moves no mass",
        })
    }
}

impl std::error::Error for BuildError {}

/// Collects bodies, parents before children.
#[derive(Clone, Debug)]
pub struct TreeBuilder {
    /// With the bodies so far.
    tree: Tree,
    /// Of each of them.
    carries_load: Vec<bool>,
}

impl TreeBuilder {
    /// `gravity`: acceleration of free fall, world axes, m/s^2.
    pub fn new(gravity: Vec3) -> TreeBuilder {
        let tree = Tree {
            links: Vec::new(),
            inertias: Vec::new(),
            flights: Vec::new(),
            rotations: Vec::new(),
            frames: Vec::new(),
            gravity,
            positions: 0,
            rates: 0,
            coordinates: 0,
            balls: 0,
            free: 0,
            bases: 0,
            anchors: 0,
            stretches: Vec::new(),
            pieces: Vec::new(),
        };
        TreeBuilder { tree, carries_load: Vec::new() }
    }

    /// Declares a prescribed body; returns its index for [`Parent::Base`].
    pub(crate) fn add_base(&mut self) -> usize {
        self.tree.bases += 1;
        self.tree.bases - 1
    }

    /// Declares a cable tip that bodies can hang on; returns its index for [`Parent::Anchor`].
    pub(crate) fn add_anchor(&mut self) -> usize {
        self.tree.anchors += 1;
        self.tree.anchors - 1
    }

    /// Adds a body and returns its index.
    ///
    /// # Errors
    /// See [`BuildError`]; the tree is as it was before.
    pub fn add_body(&mut self, spec: &BodySpec) -> Result<usize, BuildError> {
        let body = self.tree.links.len();
        check_inertia(spec, body)?;
        let joint = spec.joint.normalized().ok_or(BuildError::Axis { body })?;
        let tree = &mut self.tree;

        let (own, parent_known) = match spec.parent {
            Parent::World => (Placement::default(), true),
            Parent::Base(base) => (Placement::default(), base < tree.bases),
            Parent::Anchor(anchor) => (Placement::default(), anchor < tree.anchors),
            Parent::Body(parent) => match tree.frames.get(parent) {
                Some(frame) => (*frame, true),
                None => (Placement::default(), false),
            },
        };
        if !parent_known {
            return Err(BuildError::Parent { body });
        }
        let hangs = matches!(spec.parent, Parent::Anchor(_));
        if hangs && !matches!(joint, Joint::Spherical) {
            return Err(BuildError::AnchorJoint { body });
        }
        let mut driven = 0;
        for (k, &is_driven) in spec.driven.iter().enumerate() {
            if is_driven {
                if k >= joint.coordinates() {
                    return Err(BuildError::Drive { body });
                }
                driven |= 1 << k;
            }
        }

        let (offset, rotation) = if hangs {
            (Vec3::zeros(), Mat3::identity())
        } else {
            (
                own.position + own.rotation * spec.parent_frame.position,
                own.rotation * spec.parent_frame.rotation,
            )
        };
        let rotation = if rotation == Mat3::identity() {
            None
        } else {
            tree.rotations.push(rotation);
            Some((tree.rotations.len() - 1) as u32)
        };

        // From body axes to joint axes.
        let turn = spec.child_frame.rotation.transpose();
        let centre = turn * (spec.centre_of_mass - spec.child_frame.position);
        let about_centre = spec.inertia.rotated(&turn);
        let mut inertia = about_centre;
        let g = Sym3::isotropic(spec.mass).crossed(&centre);
        inertia.subtract_symmetric_arm(&g, &centre);

        let gain = match joint {
            Joint::Spherical => tree.balls,
            Joint::Free => tree.free,
            _ => 0,
        };
        tree.links.push(Link {
            joint,
            parent: spec.parent,
            offset,
            rotation,
            position: tree.positions,
            rate: tree.rates,
            coordinate: tree.coordinates,
            gain,
            driven,
            within: None,
        });
        tree.inertias.push(Inertia { mass: spec.mass, centre, rotation: inertia, about_centre });
        tree.frames.push(Placement {
            position: -transposed_times(&spec.child_frame.rotation, &spec.child_frame.position),
            rotation: turn,
        });
        tree.positions += joint.positions();
        tree.rates += joint.rates();
        tree.coordinates += joint.coordinates();
        match joint {
            Joint::Spherical => tree.balls += 1,
            Joint::Free => tree.free += 1,
            _ => {}
        }
        self.carries_load.push(spec.carries_load);
        Ok(body)
    }

    /// The tree.
    ///
    /// # Errors
    /// [`BuildError::Massless`] where a joint can move and nothing beyond it has mass or inertia.
    /// Finer cases (a point mass on its own ball joint) show at the first evaluation.
    pub fn finish(self) -> Result<Tree, BuildError> {
        let mut tree = self.tree;
        let mut loaded = self.carries_load;
        for body in (0..tree.links.len()).rev() {
            let link = &tree.links[body];
            let inertia = &tree.inertias[body];
            loaded[body] |= inertia.mass > 0.0 || inertia.rotation.trace() > 0.0;
            let moves = link.driven.count_ones() < link.joint.rates() as u32;
            if moves && !loaded[body] {
                return Err(BuildError::Massless { body });
            }
            if let Parent::Body(parent) = link.parent {
                loaded[parent] |= loaded[body];
            }
        }
        let flight = |body| Flight::of(&tree, body).map(Box::new);
        tree.flights = (0..tree.links.len()).map(flight).collect();
        tree.pieces = vec![super::stretches::Piece::Others(0..tree.links.len())];
        Ok(tree)
    }
}

/// Whether a body can be.
fn check_inertia(spec: &BodySpec, body: usize) -> Result<(), BuildError> {
    let i = &spec.inertia;
    let placements = [&spec.parent_frame, &spec.child_frame];
    let numbers = [spec.mass, i.xx, i.yy, i.zz, i.xy, i.xz, i.yz];
    let finite = numbers.iter().all(|x| x.is_finite())
        && spec.centre_of_mass.iter().all(|x| x.is_finite())
        && placements
            .iter()
            .all(|p| p.position.iter().chain(p.rotation.iter()).all(|x| x.is_finite()));
    if !finite {
        return Err(BuildError::NotFinite { body });
    }
    if spec.mass < 0.0 {
        return Err(BuildError::NegativeMass { body });
    }
    let smallest = i.to_matrix().symmetric_eigenvalues().min();
    if smallest < -1e-12 * i.trace().abs() {
        return Err(BuildError::Inertia { body });
    }
    Ok(())
}

impl Joint {
    /// Axes of length one, the second axis of a planar joint across the first; none where that is
    /// impossible.
    pub(crate) fn normalized(self) -> Option<Joint> {
        let unit = |v: Vec3| v.try_normalize(1e-300).filter(|u| u.iter().all(|x| x.is_finite()));
        Some(match self {
            Joint::Fixed | Joint::Spherical | Joint::Free => self,
            Joint::Revolute { axis } => Joint::Revolute { axis: unit(axis)? },
            Joint::Prismatic { axis } => Joint::Prismatic { axis: unit(axis)? },
            Joint::Cylindrical { axis } => Joint::Cylindrical { axis: unit(axis)? },
            Joint::Universal { first, second } => {
                let (first, second) = (unit(first)?, unit(second)?);
                if first.cross(&second).norm() < 1e-9 {
                    return None;
                }
                Joint::Universal { first, second }
            }
            Joint::Planar { normal, first } => {
                let (normal, first) = (unit(normal)?, unit(first)?);
                let across = first - normal * normal.dot(&first);
                if across.norm() < 1e-9 {
                    return None;
                }
                Joint::Planar { normal, first: unit(across)? }
            }
        })
    }
}
