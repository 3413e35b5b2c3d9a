//! Bodies, frames, joints, loads and the environment.

use crate::{BodyId, CableId, FrameId, NodeId, Station};

/// What acts everywhere.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Environment {
    /// Acceleration of free fall, world axes, m/s^2; parameters.
    pub gravity: [NodeId; 3],
    pub air: Option<Fluid>,
    /// Fills everything below `water_level`.
    pub water: Option<Fluid>,
    /// z of the surface, m; may be a function of time.
    pub water_level: Option<NodeId>,
}

#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Fluid {
    /// kg/m^3
    pub density: NodeId,
    /// Wind or current, world axes, m/s; may vary with time.
    pub velocity: [NodeId; 3],
}

/// A rigid body. Its frame's origin is anywhere; the centre of mass is given in that frame.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Body {
    pub path: String,
    pub motion: Motion,
    /// kg
    pub mass: NodeId,
    /// Body axes, m.
    pub centre_of_mass: [NodeId; 3],
    /// About the centre of mass, body axes, `[xx, yy, zz, xy, xz, yz]`, kg m^2; products of inertia
    /// with the sign of the matrix elements.
    pub inertia: [NodeId; 6],
    /// The frame that coincides with the body's own axes.
    pub frame: FrameId,
    /// For pictures only.
    pub shape: Option<Shape>,
}

/// Who decides how a body moves.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub enum Motion {
    /// The world.
    Fixed,
    /// The equations of motion. `start` is used where the body is free or hangs on a cable.
    Dynamic { start: Start },
    /// Functions of time. Derivatives are empty until the pass that derives them has run.
    Prescribed { position: [NodeId; 3], attitude: [NodeId; 4], rates: Option<PrescribedRates> },
}

#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct PrescribedRates {
    pub velocity: [NodeId; 3],
    pub attitude_rate: [NodeId; 4],
    pub acceleration: [NodeId; 3],
    pub attitude_acceleration: [NodeId; 4],
}

/// Where a body's frame is and how it moves at the start; world axes.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Start {
    /// Absent: it follows from what holds the body.
    pub position: Option<[NodeId; 3]>,
    pub attitude: [NodeId; 4],
    /// Of the frame's origin, m/s.
    pub velocity: [NodeId; 3],
    /// rad/s
    pub angular_velocity: [NodeId; 3],
    /// How strongly `position` and `attitude` are meant.
    pub pose_weight: StartWeight,
    /// How strongly `velocity` and `angular_velocity` are meant.
    pub velocity_weight: StartWeight,
}

/// What becomes of a start that loops and constraints do not allow.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub enum StartWeight {
    /// Nobody wrote it: it follows from the others.
    Free,
    /// It is kept; if it cannot be, that is an error.
    Exact,
    /// It gives way, the less the larger this number is beside the others; 1 is usual.
    Weighted(NodeId),
}

/// For pictures; sizes in m, centred on the body's frame.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub enum Shape {
    Box { size: [NodeId; 3], centre: [NodeId; 3] },
    Sphere { diameter: NodeId, centre: [NodeId; 3] },
    Cylinder { diameter: NodeId, start: [NodeId; 3], end: [NodeId; 3] },
}

/// A frame fixed on a body.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Frame {
    pub path: String,
    pub body: BodyId,
    /// In body axes, m.
    pub position: [NodeId; 3],
    /// From frame axes to body axes.
    pub attitude: [NodeId; 4],
}

/// Two frames that may move relative to each other in some ways only. At zero coordinates they
/// coincide. Axes are given in the parent frame, which at zero coordinates is the child frame too.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Joint {
    pub path: String,
    pub kind: JointKind,
    pub parent: FrameId,
    pub child: FrameId,
    /// One for each scalar coordinate; empty for fixed, spherical and free joints, whose resistance
    /// is in `isotropic`.
    pub coordinates: Vec<JointAxis>,
    /// Spherical joints: the same stiffness and damping about every axis.
    pub isotropic: Option<JointAxis>,
    pub start: JointStart,
}

/// Coordinates in the order they are counted.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub enum JointKind {
    Fixed,
    /// Turns about `axis`.
    Revolute {
        axis: [NodeId; 3],
    },
    /// Slides along `axis`.
    Prismatic {
        axis: [NodeId; 3],
    },
    /// Turns about `first` (fixed in the parent), then about `second` (fixed in the child).
    Universal {
        first: [NodeId; 3],
        second: [NodeId; 3],
    },
    /// Turns freely; three velocities, one quaternion.
    Spherical,
    /// Turns about `axis` (coordinate 0) and slides along it (coordinate 1).
    Cylindrical {
        axis: [NodeId; 3],
    },
    /// Slides along the two directions that complete `normal` to a right-handed triad (coordinates
    /// 0 and 1; they are `first` and `normal x first`), then turns about `normal` (coordinate 2).
    Planar {
        normal: [NodeId; 3],
        first: [NodeId; 3],
    },
    /// Six velocities: angular, then linear.
    Free,
}

/// What acts along one coordinate of a joint. All but `drive` and `friction_speed` are zero by default.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct JointAxis {
    /// N m/rad or N/m
    pub stiffness: NodeId,
    /// The coordinate at which the spring is relaxed, rad or m.
    pub rest: NodeId,
    /// N m s/rad or N s/m
    pub damping: NodeId,
    /// Dry friction, N m or N: `-friction * tanh(rate / friction_speed)`.
    pub friction: NodeId,
    /// The rate at which dry friction has reached tanh(1) of its value, rad/s or m/s.
    pub friction_speed: NodeId,
    /// An effort given by the user, N m or N; a signal.
    pub effort: NodeId,
    /// A prescribed coordinate, function of time: value, rate and acceleration. The last two are
    /// absent until the pass that derives them has run.
    pub drive: Option<Drive>,
}

#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Drive {
    pub value: NodeId,
    pub rate: Option<NodeId>,
    pub acceleration: Option<NodeId>,
}

/// Coordinates at the start.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct JointStart {
    /// One for each scalar coordinate (empty for fixed and spherical joints; free joints start from
    /// the body's own start).
    pub coordinates: Vec<NodeId>,
    /// Rotation of the child relative to the parent, for spherical joints.
    pub attitude: Option<[NodeId; 4]>,
    /// One for each velocity: as many as scalar coordinates; 3 for spherical joints, in child axes.
    pub rates: Vec<NodeId>,
    /// How strongly `coordinates` or `attitude` are meant.
    pub coordinate_weight: StartWeight,
    /// How strongly `rates` are meant.
    pub rate_weight: StartWeight,
}

impl JointKind {
    /// Degrees of freedom it leaves.
    pub fn freedoms(&self) -> usize {
        match self {
            JointKind::Fixed => 0,
            JointKind::Revolute { .. } | JointKind::Prismatic { .. } => 1,
            JointKind::Universal { .. } | JointKind::Cylindrical { .. } => 2,
            JointKind::Spherical | JointKind::Planar { .. } => 3,
            JointKind::Free => 6,
        }
    }

    /// How many scalar coordinates can be read, driven and resisted one by one.
    pub fn coordinates(&self) -> usize {
        match self {
            JointKind::Fixed | JointKind::Spherical | JointKind::Free => 0,
            JointKind::Revolute { .. } | JointKind::Prismatic { .. } => 1,
            JointKind::Universal { .. } | JointKind::Cylindrical { .. } => 2,
            JointKind::Planar { .. } => 3,
        }
    }
}

/// Where a load acts.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub enum Point {
    Frame(FrameId),
    Cable { cable: CableId, station: Station },
}

/// A force or torque from outside the mechanism, or between two of its points.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Load {
    pub path: String,
    pub kind: LoadKind,
}

#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub enum LoadKind {
    /// N, in world axes, or in the axes of `axes`.
    Force { on: Point, value: [NodeId; 3], axes: Option<FrameId> },
    /// N m, on a body, in world axes or in the axes of `axes`.
    Torque { on: FrameId, value: [NodeId; 3], axes: Option<FrameId> },
    /// Equal and opposite along the line between two points: a positive `stiffness * (distance -
    /// length) + damping * rate` pulls them together. With `tension_only` it never pushes.
    Spring {
        between: [Point; 2],
        stiffness: NodeId,
        damping: NodeId,
        length: NodeId,
        tension_only: bool,
    },
}
