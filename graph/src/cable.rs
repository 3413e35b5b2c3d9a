//! Cables: one element each, however fine the discretization.

use crate::{FrameId, NodeId};

/// A slender line of constant section and, for now, constant length.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Cable {
    pub path: String,
    pub discretization: Discretization,
    /// Start and end. Arc length runs from the start.
    pub ends: [CableEnd; 2],
    /// Unstretched, m.
    pub length: NodeId,
    /// m; for drag, buoyancy and added mass.
    pub diameter: NodeId,
    /// Of the whole cable, kg.
    pub mass: NodeId,
    /// EI, N m^2: between neighbouring links an elastic moment `EI / spacing * angle`.
    pub bending_stiffness: NodeId,
    /// N m^2 s: between neighbouring links a moment `value / spacing * rate of the angle`.
    pub bending_damping: NodeId,
    /// N m s: a moment `value * rate` in each joint between neighbouring links, as in eq. 48 of
    /// Hembree and Slegers (2010).
    pub joint_damping: NodeId,
    /// Drag coefficient for flow across the cable, on the frontal area `diameter * length`.
    pub drag_normal: NodeId,
    /// Drag coefficient for flow along the cable, on the wetted area `pi * diameter * length`.
    pub drag_tangent: NodeId,
    /// `true` for eq. 47 of Hembree and Slegers (2010): the force is along the whole relative
    /// velocity, `-1/2 Cd rho diameter length |v| v` at each link's centre, instead of split into
    /// normal and tangential parts.
    pub drag_isotropic: bool,
    /// Added-mass coefficient for acceleration across the cable.
    pub added_mass: NodeId,
    /// Whether displaced fluid carries weight.
    pub buoyancy: bool,
    pub start: CableStart,
}

/// How a cable is cut into pieces.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub enum Discretization {
    /// Inextensible straight links joined by spherical joints, spin neglected.
    RigidLinks { count: u32, form: ChainForm },
    /// Point masses joined by springs and dampers; `points` includes both ends, which carry half.
    Lumped { points: u32, axial: Axial },
}

/// Which recursion computes the accelerations of rigid links. Both give the same numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
pub enum ChainForm {
    /// The compiler chooses, in the planning passes.
    Auto,
    /// Two rotations per link, 2x2 inversions (Hembree and Slegers 2010).
    Recursion,
    /// End points and distance constraints, block elimination.
    Natural,
}

/// The law between two neighbouring points of a lumped cable. Without `compression` a segment that is shorter
/// than it should be is slack.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub enum Axial {
    /// Of each segment: stiffness N/m and damping N s/m.
    Spring { stiffness: NodeId, damping: NodeId, compression: bool },
    /// Of the section: EA in N and its damping in N s, divided by the segment's length.
    Elastic { stiffness: NodeId, damping: NodeId, compression: bool },
    /// Of each segment, on its error `e = (d - l) / d` (d its length, l the one it should have): the
    /// tension is `proportional e + derivative de/dt + integral ∫e dt`, in N, N s and N/s (Brateau).
    Pid { proportional: NodeId, derivative: NodeId, integral: NodeId },
}

#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub enum CableEnd {
    Free,
    /// Held by a ball joint at the origin of a frame: of the world, a prescribed or a dynamic body.
    Pinned(FrameId),
}

/// The shape at the start.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub enum CableStart {
    /// Along `direction` (world axes) from the end that is placed.
    Straight { direction: [NodeId; 3], angular_velocity: [NodeId; 3] },
    /// From end to end: straight when the distance equals the length, otherwise hanging at rest
    /// under gravity.
    Hanging,
    /// From end to end in a circular arc that bulges to this side; world axes.
    Arc { towards: [NodeId; 3] },
}
