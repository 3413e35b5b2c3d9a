//! Graphs by hand, for tests: elements with plain numbers in every field that nobody mentions.

use crate::{
    Analysis, Bending, Body, BodyId, Cable, CableEnd, CableStart, ChainForm, Discretization, Drag,
    Environment, Frame, FrameId, Graph, Joint, JointAxis, JointKind, JointStart, Motion, NodeId,
    Signals, Start, StartWeight,
};

/// The nodes of 0 and 1 in a graph.
#[derive(Clone, Copy, Debug)]
pub struct Plain {
    pub zero: NodeId,
    pub one: NodeId,
}

impl Plain {
    pub fn new(signals: &mut Signals) -> Self {
        Self { zero: signals.constant(0.0), one: signals.constant(1.0) }
    }

    /// As a quaternion.
    pub fn no_turn(self) -> [NodeId; 4] {
        [self.one, self.zero, self.zero, self.zero]
    }
}

impl Graph {
    /// Nothing but the world, without gravity, an analysis or a plan.
    pub fn empty(name: &str) -> Self {
        let mut signals = Signals::default();
        let plain = Plain::new(&mut signals);
        let world = Body::new("world", Motion::Fixed, FrameId::WORLD, plain);
        let zero = plain.zero;
        Self {
            name: name.to_owned(),
            signals,
            environment: Environment {
                origin: None,
                gravity: [zero; 3],
                air: None,
                water: None,
                water_level: None,
            },
            bodies: vec![Body { mass: zero, inertia: [zero; 6], ..world }],
            frames: vec![Frame::new("world", BodyId::WORLD, plain)],
            joints: Vec::new(),
            cables: Vec::new(),
            loads: Vec::new(),
            constraints: Vec::new(),
            states: Vec::new(),
            latches: Vec::new(),
            events: Vec::new(),
            outputs: Vec::new(),
            statistics: Vec::new(),
            findings: Vec::new(),
            criteria: Vec::new(),
            demands: Vec::new(),
            analysis: Analysis::None,
            plan: None,
        }
    }
}

impl Body {
    /// Of 1 kg and 1 kg m^2 about every axis.
    pub fn new(path: &str, motion: Motion, frame: FrameId, Plain { zero, one }: Plain) -> Self {
        Self {
            path: path.to_owned(),
            origin: None,
            motion,
            mass: one,
            centre_of_mass: [zero; 3],
            inertia: [one, one, one, zero, zero, zero],
            frame,
            shape: None,
            in_space: true,
        }
    }
}

impl Start {
    /// Wherever what holds the body puts it, at rest.
    pub fn new(plain: Plain) -> Self {
        Self {
            position: None,
            attitude: plain.no_turn(),
            velocity: [plain.zero; 3],
            angular_velocity: [plain.zero; 3],
            pose_weight: StartWeight::Free,
            velocity_weight: StartWeight::Free,
        }
    }
}

impl Frame {
    /// The body's axes.
    pub fn new(path: &str, body: BodyId, plain: Plain) -> Self {
        let position = [plain.zero; 3];
        Self { path: path.to_owned(), origin: None, body, position, attitude: plain.no_turn() }
    }
}

impl Joint {
    /// Nothing acts in it; all coordinates start at zero, at rest.
    pub fn new(path: &str, kind: JointKind, [parent, child]: [FrameId; 2], plain: Plain) -> Self {
        let count = kind.coordinates();
        let axis = JointAxis::new(plain);
        let (isotropic, attitude, velocities) = match kind {
            JointKind::Spherical => (Some(Box::new(axis)), Some(plain.no_turn()), 3),
            JointKind::Fixed
            | JointKind::Free
            | JointKind::Revolute { .. }
            | JointKind::Prismatic { .. }
            | JointKind::Universal { .. }
            | JointKind::Cylindrical { .. }
            | JointKind::Planar { .. } => (None, None, count),
        };
        Self {
            path: path.to_owned(),
            origin: None,
            kind,
            parent,
            child,
            coordinates: vec![axis; count],
            isotropic,
            start: JointStart {
                coordinates: vec![plain.zero; count],
                attitude,
                rates: vec![plain.zero; velocities],
                coordinate_weight: StartWeight::Free,
                rate_weight: StartWeight::Free,
            },
        }
    }
}

impl JointAxis {
    /// Nothing acts.
    pub fn new(Plain { zero, one }: Plain) -> Self {
        Self {
            stiffness: zero,
            rest: zero,
            damping: zero,
            friction: zero,
            friction_speed: one,
            effort: zero,
            drive: None,
        }
    }
}

impl Cable {
    /// One rigid link of 1 kg without a diameter that hangs at rest.
    pub fn new(
        path: &str,
        ends: [CableEnd; 2],
        length: NodeId,
        Plain { zero, one }: Plain,
    ) -> Self {
        Self {
            path: path.to_owned(),
            origin: None,
            discretization: Discretization::RigidLinks { count: 1, form: ChainForm::Auto },
            ends,
            length,
            diameter: zero,
            mass: one,
            bending: Bending::plain(zero, zero),
            torsion: None,
            least_radius: None,
            joint_damping: zero,
            drag: Drag { normal: zero, tangent: zero, isotropic: false },
            added_mass: zero,
            buoyancy: false,
            start: CableStart::Hanging,
            guides: [None; 2],
            clumps: Vec::new(),
            sections: Vec::new(),
        }
    }
}
