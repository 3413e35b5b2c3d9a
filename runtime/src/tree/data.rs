//! The variable part of a tree: inputs of an evaluation and everything computed on the way.

use super::{Joint, Parent, Reaction, Tree};
use crate::spatial::{
    Articulated, AxisGain, BallGain, Mat3, Sym3, Vec3, quaternion_matrix, vector_without_tiny,
};

/// Where a frame stands in another one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    /// m
    pub position: Vec3,
    /// Turns components in this frame into components in the other one.
    pub rotation: Mat3,
}

impl Default for Placement {
    fn default() -> Self {
        Placement { position: Vec3::zeros(), rotation: Mat3::identity() }
    }
}

impl Placement {
    /// From a position (m) and a quaternion `[w, x, y, z]` of any length but zero.
    pub fn new(position: [f64; 3], attitude: [f64; 4]) -> Placement {
        Placement { position: position.into(), rotation: quaternion_matrix(attitude) }
    }

    /// Not turned; m.
    pub fn at(x: f64, y: f64, z: f64) -> Placement {
        Placement { position: Vec3::new(x, y, z), rotation: Mat3::identity() }
    }
}

/// How a prescribed body moves now; world axes, at the body's origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BaseMotion {
    /// Of its frame.
    pub pose: Placement,
    /// rad/s
    pub omega: Vec3,
    /// m/s
    pub velocity: Vec3,
    /// rad/s^2
    pub alpha: Vec3,
    /// m/s^2
    pub acceleration: Vec3,
}

impl BaseMotion {
    /// It never moves.
    pub fn at_rest(pose: Placement) -> BaseMotion {
        let zero = Vec3::zeros();
        BaseMotion { pose, omega: zero, velocity: zero, alpha: zero, acceleration: zero }
    }
}

/// How a cable's tip moves now; world axes. The acceleration is wanted by the outward pass only.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AnchorMotion {
    /// m
    pub position: Vec3,
    /// m/s
    pub velocity: Vec3,
    /// m/s²
    pub acceleration: Vec3,
}

/// A prescribed coordinate now: rad or m, and its derivatives by time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DriveMotion {
    /// rad or m
    pub value: f64,
    /// Per second.
    pub rate: f64,
    /// Per second squared.
    pub acceleration: f64,
}

/// Of each body, from the kinematic pass.
#[derive(Clone, Debug)]
pub(super) struct BodyMotion {
    /// Turns joint axes into world axes.
    pub rotation: Mat3,
    /// Of the reference point, m.
    pub position: Vec3,
    /// From the parent's reference point, m.
    pub arm: Vec3,
    /// rad/s
    pub omega: Vec3,
    /// Of the reference point, m/s.
    pub velocity: Vec3,
    /// What the accelerations have beyond those of the parent's material point at the reference
    /// point and the joint's unknown ones: velocity products and prescribed coordinates.
    pub bias_alpha: Vec3,
    /// See `bias_alpha`.
    pub bias_acceleration: Vec3,
}

/// Of one body, world axes.
#[derive(Clone, Copy, Debug)]
pub(super) struct BodyAcceleration {
    /// rad/s²
    pub alpha: Vec3,
    /// Of the reference point, m/s^2.
    pub linear: Vec3,
}

impl BodyAcceleration {
    /// As what is carried takes it: see [`crate::spatial::vector_without_tiny`].
    #[inline(always)]
    pub(super) fn without_tiny(&self) -> Self {
        let [alpha, linear] = [&self.alpha, &self.linear].map(vector_without_tiny);
        Self { alpha, linear }
    }
}

/// What is behind a ball joint, for what carries it: by the acceleration that the joint has there without velocity products.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tip {
    /// kg
    pub mass: Sym3,
    /// N
    pub bias: Vec3,
    /// That the joint transmits, N m.
    pub moment: Vec3,
}

/// Working memory and inputs of one tree; nothing in a pass allocates.
#[derive(Clone, Debug)]
pub struct TreeData {
    /// Input: efforts along all rates, N m or N (for spherical and free joints: the moment, then
    /// the force, that the parent exerts on the child, child axes).
    pub effort: Vec<f64>,
    /// Input: one for each scalar coordinate; read only where the coordinate is driven.
    pub drives: Vec<DriveMotion>,
    /// Input: one for each prescribed body.
    pub bases: Vec<BaseMotion>,
    /// Input: one for each cable tip that carries a body.
    pub anchors: Vec<AnchorMotion>,
    /// From the kinematic pass.
    pub(super) motions: Vec<BodyMotion>,
    /// From the inward pass.
    pub(super) articulated: Vec<Articulated>,
    /// From the outward pass.
    pub(super) accelerations: Vec<BodyAcceleration>,
    /// Of each scalar coordinate: its direction in world axes.
    pub(super) axes: Vec<Vec3>,
    /// Of each scalar coordinate.
    pub(super) axis_gains: Vec<AxisGain>,
    /// Of each spherical joint.
    pub(super) ball_gains: Vec<BallGain>,
    /// Of each free joint: angular and linear acceleration.
    pub(super) free_accelerations: Vec<[Vec3; 2]>,
    /// A seed where inertias are to be changed in their last digits, to see what rounding does.
    pub(crate) shaken: Option<u64>,
    /// Of each stretch: what its last rod carries. From the inward pass.
    pub(super) tips: Vec<Tip>,
    /// What each joint transmits, where another sweep than that of articulated inertias has found it; else empty.
    pub(super) connections: Vec<Reaction>,
}

impl TreeData {
    /// Memory for a tree.
    pub fn new(tree: &Tree) -> TreeData {
        let zero = Vec3::zeros();
        let motion = BodyMotion {
            rotation: Mat3::identity(),
            position: zero,
            arm: zero,
            omega: zero,
            velocity: zero,
            bias_alpha: zero,
            bias_acceleration: zero,
        };
        let bodies = tree.bodies();
        TreeData {
            effort: vec![0.0; tree.rates()],
            drives: vec![DriveMotion::default(); tree.coordinates()],
            bases: vec![BaseMotion::at_rest(Placement::default()); tree.bases],
            anchors: vec![
                AnchorMotion { position: zero, velocity: zero, acceleration: zero };
                tree.anchors
            ],
            motions: vec![motion; bodies],
            articulated: vec![Articulated::default(); bodies],
            accelerations: vec![BodyAcceleration { alpha: zero, linear: zero }; bodies],
            axes: vec![zero; tree.coordinates()],
            axis_gains: vec![AxisGain::default(); tree.coordinates()],
            ball_gains: vec![BallGain::default(); tree.balls],
            free_accelerations: vec![[zero; 2]; tree.free],
            shaken: None,
            tips: vec![Tip::default(); tree.stretches.len()],
            connections: Vec::new(),
        }
    }

    /// The motion of what a body hangs on, at its reference point.
    #[inline(always)]
    pub(super) fn parent_motion(&self, parent: Parent) -> ParentMotion {
        let zero = Vec3::zeros();
        match parent {
            Parent::Body(body) => {
                let m = &self.motions[body];
                ParentMotion {
                    rotation: m.rotation,
                    position: m.position,
                    omega: m.omega,
                    velocity: m.velocity,
                }
            }
            Parent::World => ParentMotion {
                rotation: Mat3::identity(),
                position: zero,
                omega: zero,
                velocity: zero,
            },
            Parent::Base(base) => {
                let b = &self.bases[base];
                ParentMotion {
                    rotation: b.pose.rotation,
                    position: b.pose.position,
                    omega: b.omega,
                    velocity: b.velocity,
                }
            }
            Parent::Anchor(anchor) => {
                let a = &self.anchors[anchor];
                ParentMotion {
                    rotation: Mat3::identity(),
                    position: a.position,
                    omega: zero,
                    velocity: a.velocity,
                }
            }
        }
    }

    /// The accelerations of what a body hangs on, at its reference point.
    #[inline(always)]
    pub(super) fn parent_acceleration(&self, parent: Parent) -> BodyAcceleration {
        let zero = Vec3::zeros();
        match parent {
            Parent::Body(body) => self.accelerations[body],
            Parent::World => BodyAcceleration { alpha: zero, linear: zero },
            Parent::Base(base) => {
                let b = &self.bases[base];
                BodyAcceleration { alpha: b.alpha, linear: b.acceleration }
            }
            Parent::Anchor(anchor) => {
                BodyAcceleration { alpha: zero, linear: self.anchors[anchor].acceleration }
            }
        }
    }
}

/// rad/s and m/s, world axes; the world and an anchor have axes that do not turn.
pub(super) struct ParentMotion {
    /// Of its axes.
    pub rotation: Mat3,
    /// m
    pub position: Vec3,
    pub omega: Vec3,
    pub velocity: Vec3,
}

/// Positions and rates of a joint's scalar coordinates now: from the drive or from the state.
#[inline(always)]
pub(super) fn scalar_state(
    tree: &Tree,
    data: &TreeData,
    body: usize,
    coordinate: usize,
    q: &[f64],
    v: &[f64],
) -> (f64, f64) {
    let link = &tree.links[body];
    debug_assert!(!matches!(link.joint, Joint::Spherical | Joint::Free));
    if link.is_driven(coordinate) {
        let drive = &data.drives[link.coordinate + coordinate];
        (drive.value, drive.rate)
    } else {
        (q[link.position + coordinate], v[link.rate + coordinate])
    }
}
