//! Joints: what they leave free, what acts along their coordinates, where these start.

use crate::slot::{acting, fixed, timed, visit};
use crate::text::{Expressions, section};
use crate::{FrameId, Graph, NodeId, Origin, StartWeight};

/// Two frames that may move relative to each other in some ways only. At zero coordinates they
/// coincide. Axes are given in the parent frame, which at zero coordinates is the child frame too.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Joint {
    pub path: String,
    #[serde(skip)]
    pub origin: Option<Origin>,
    pub kind: JointKind,
    pub parent: FrameId,
    pub child: FrameId,
    /// One for each scalar coordinate; empty for fixed, spherical and free joints, whose resistance
    /// is in `isotropic`.
    pub coordinates: Vec<JointAxis>,
    /// Spherical joints: the same stiffness and damping about every axis.
    pub isotropic: Option<Box<JointAxis>>,
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

    /// Whether a coordinate is an angle.
    pub fn turns(&self, coordinate: usize) -> bool {
        match self {
            JointKind::Revolute { .. } | JointKind::Universal { .. } => true,
            JointKind::Cylindrical { .. } => coordinate == 0,
            JointKind::Planar { .. } => coordinate == 2,
            JointKind::Fixed
            | JointKind::Prismatic { .. }
            | JointKind::Spherical
            | JointKind::Free => false,
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

visit!(Joint, |joint, see| {
    let Joint { path: _, origin: _, kind, parent: _, child: _, coordinates, isotropic, start } =
        joint;
    kind.visit(see);
    for axis in coordinates {
        axis.visit(see);
    }
    if let Some(axis) = isotropic {
        axis.visit(see);
    }
    start.visit(see);
});

visit!(JointKind, |kind, see| {
    match kind {
        JointKind::Fixed | JointKind::Spherical | JointKind::Free => {}
        JointKind::Revolute { axis }
        | JointKind::Prismatic { axis }
        | JointKind::Cylindrical { axis } => fixed("axis").each(axis, see),
        JointKind::Universal { first, second } => {
            fixed("first axis").each(first, see);
            fixed("second axis").each(second, see);
        }
        JointKind::Planar { normal, first } => {
            fixed("normal").each(normal, see);
            fixed("first direction").each(first, see);
        }
    }
});

visit!(JointAxis, |axis, see| {
    let JointAxis { stiffness, rest, damping, friction, friction_speed, effort, drive } = axis;
    fixed("stiffness").each([stiffness], see);
    fixed("rest coordinate").each([rest], see);
    fixed("damping").each([damping], see);
    fixed("friction").each([friction], see);
    // Positive where there is friction, which is another number.
    fixed("friction speed").each([friction_speed], see);
    acting("effort").each([effort], see);
    if let Some(Drive { value, rate, acceleration }) = drive {
        timed("drive").each([value], see);
        timed("rate of the drive").each(rate, see);
        timed("acceleration of the drive").each(acceleration, see);
    }
});

visit!(JointStart, |start, see| {
    let JointStart { coordinates, attitude, rates, coordinate_weight, rate_weight } = start;
    fixed("coordinates at the start").each(coordinates, see);
    if let Some(attitude) = attitude {
        fixed("attitude at the start").each(attitude, see);
    }
    fixed("rates at the start").each(rates, see);
    coordinate_weight.visit(see);
    rate_weight.visit(see);
});

pub(crate) fn text(graph: &Graph, expressions: &Expressions) -> String {
    let mut lines = Vec::new();
    for joint in &graph.joints {
        lines.push(format!(
            "{}: {} from {} to {}",
            joint.path,
            kind_text(joint, expressions),
            graph.frame_path(joint.parent),
            graph.frame_path(joint.child)
        ));
        for (index, axis) in joint.coordinates.iter().enumerate() {
            lines.push(format!("  [{index}] {}", axis_text(axis, expressions)));
        }
        if let Some(axis) = &joint.isotropic {
            lines.push(format!("  [all] {}", axis_text(axis, expressions)));
        }
        let start = &joint.start;
        let mut words = Vec::new();
        if !start.coordinates.is_empty() {
            words.push(format!("coordinates {}", expressions.tuple(&start.coordinates)));
        }
        words.extend(
            start
                .attitude
                .iter()
                .map(|attitude| format!("attitude {}", expressions.tuple(attitude))),
        );
        if let Some(last) = words.last_mut() {
            last.push_str(&start.coordinate_weight.text(expressions));
        }
        if !start.rates.is_empty() {
            let weight = start.rate_weight.text(expressions);
            words.push(format!("rates {}{weight}", expressions.tuple(&start.rates)));
        }
        if !words.is_empty() {
            lines.push(format!("  start {}", words.join(" ")));
        }
    }
    section("joints", lines)
}

fn kind_text(joint: &Joint, expressions: &Expressions) -> String {
    match &joint.kind {
        JointKind::Fixed => "fixed".to_owned(),
        JointKind::Revolute { axis } => format!("revolute about {}", expressions.tuple(axis)),
        JointKind::Prismatic { axis } => format!("prismatic along {}", expressions.tuple(axis)),
        JointKind::Universal { first, second } => format!(
            "universal about {} then {}",
            expressions.tuple(first),
            expressions.tuple(second)
        ),
        JointKind::Spherical => "spherical".to_owned(),
        JointKind::Cylindrical { axis } => {
            format!("cylindrical about and along {}", expressions.tuple(axis))
        }
        JointKind::Planar { normal, first } => format!(
            "planar normal to {} with first direction {}",
            expressions.tuple(normal),
            expressions.tuple(first)
        ),
        JointKind::Free => "free".to_owned(),
    }
}

fn axis_text(axis: &JointAxis, expressions: &Expressions) -> String {
    let scalar = |node| expressions.scalar(node);
    let mut words = format!(
        "stiffness {} rest {} damping {} friction {} at {} effort {}",
        scalar(axis.stiffness),
        scalar(axis.rest),
        scalar(axis.damping),
        scalar(axis.friction),
        scalar(axis.friction_speed),
        scalar(axis.effort)
    );
    if let Some(drive) = &axis.drive {
        words.push_str(&format!(" drive {}", scalar(drive.value)));
        for (name, node) in [("rate", drive.rate), ("acceleration", drive.acceleration)] {
            if let Some(node) = node {
                words.push_str(&format!(" {name} {}", scalar(node)));
            }
        }
    }
    words
}
