//! Cables: one element each, however fine the discretization.

use crate::axial::{relaxing, stretching};
use crate::slot::{fixed, visit};
use crate::text::{Expressions, section};
use crate::{
    Axial, AxialStiffness, Bending, CableSection, FrameId, Graph, Guide, MaxwellBranch, NodeId,
    Origin, Range, Station,
};

/// A slender line of constant section.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Cable {
    pub path: String,
    #[serde(skip)]
    pub origin: Option<Origin>,
    pub discretization: Discretization,
    /// Start and end. Arc length runs from the start.
    pub ends: [CableEnd; 2],
    /// Unstretched, m.
    pub length: NodeId,
    /// m; for drag, buoyancy and added mass.
    pub diameter: NodeId,
    /// Of the whole cable, kg.
    pub mass: NodeId,
    /// What resists its being bent.
    #[serde(flatten)]
    pub bending: Bending,
    /// What resists its twist; without it there is none.
    pub torsion: Option<Torsion>,
    /// By which it may be bent, m; a run tells where it is bent by less.
    pub least_radius: Option<NodeId>,
    /// N m s: a moment `value * rate` in each joint between neighbouring links, as in eq. 48 of
    /// Hembree and Slegers (2010).
    pub joint_damping: NodeId,
    pub drag: Drag,
    /// Added-mass coefficient for acceleration across the cable.
    pub added_mass: NodeId,
    /// Whether displaced fluid carries weight.
    pub buoyancy: bool,
    pub start: CableStart,
    /// What moves rope through its start and through its end.
    pub guides: [Option<Guide>; 2],
    /// Masses on it.
    pub clumps: Vec<Clump>,
    /// From start to end, what it is made of; none where all of it is alike. Together they have its length, its mass
    /// and, as only a spline has them, its elements.
    pub sections: Vec<CableSection>,
}

/// A mass that sits on a cable and has no size.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Clump {
    pub path: String,
    #[serde(skip)]
    pub origin: Option<Origin>,
    pub station: Station,
    /// kg
    pub mass: NodeId,
}

/// Coefficients of what resists flow.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Drag {
    /// For flow across the cable, on the frontal area `diameter * length`.
    pub normal: NodeId,
    /// For flow along the cable, on the wetted area `pi * diameter * length`.
    pub tangent: NodeId,
    /// `true` for eq. 47 of Hembree and Slegers (2010): the force is along the whole relative velocity,
    /// `-1/2 Cd rho diameter length |v| v` at each link's centre, instead of split into normal and tangential parts.
    pub isotropic: bool,
}

impl Cable {
    /// Whether rope goes through an end.
    pub fn flows(&self) -> bool {
        self.guides.iter().any(Option::is_some)
    }

    /// Whether it bends between its nodes as well, and can be more than links are.
    pub fn is_spline(&self) -> bool {
        match self.discretization {
            Discretization::Spline { .. } | Discretization::BSpline { .. } => true,
            Discretization::RigidLinks { .. } | Discretization::Lumped { .. } => false,
        }
    }

    /// Whether its length can change.
    pub fn stretches(&self) -> bool {
        match &self.discretization {
            Discretization::RigidLinks { .. } => false,
            Discretization::Lumped { .. } | Discretization::BSpline { .. } => true,
            Discretization::Spline { elements: _, axial } => axial.is_some(),
        }
    }
}

impl Drag {
    pub(crate) fn text(&self, expressions: &Expressions) -> String {
        let Self { normal, tangent, isotropic } = self;
        let isotropic = if *isotropic { "isotropic " } else { "" };
        let [normal, tangent] = [normal, tangent].map(|own| expressions.scalar(*own));
        format!("drag {isotropic}normal {normal} tangent {tangent}")
    }
}

/// How a cable is cut into pieces.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub enum Discretization {
    /// Inextensible straight links joined by spherical joints, spin neglected.
    RigidLinks { count: u32, form: ChainForm },
    /// Point masses joined by springs and dampers; `points` includes both ends, which carry half.
    Lumped { points: u32, axial: Axial },
    /// Cubic pieces between nodes that have a place and a slope. Without a stiffness it does not stretch.
    Spline { elements: u32, axial: Option<AxialStiffness> },
    /// One curve, a polynomial of this degree in each of its spans, by points that it is pulled towards (Tempel 2019,
    /// section 3.6). EA in N and its damping in N s.
    BSpline { degree: u32, spans: u32, control: ControlPoints, stiffness: NodeId, damping: NodeId },
}

/// Where the points that control a straight, unstretched curve are along it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
pub enum ControlPoints {
    /// Where the curve runs evenly through its spans.
    Greville,
    /// At equal distances, as Tempel has them.
    Uniform,
}

impl Discretization {
    /// What a user calls it.
    pub fn name(&self) -> &'static str {
        match self {
            Discretization::RigidLinks { .. } => "rigid_links",
            Discretization::Lumped { .. } => "lumped",
            Discretization::Spline { .. } => "spline",
            Discretization::BSpline { .. } => "bspline",
        }
    }
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

#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub enum CableEnd {
    Free,
    /// Held by a ball joint at the origin of a frame: of the world, a prescribed or a dynamic body.
    Pinned(FrameId),
    /// Held there so that the cable runs along `direction`, in the frame's axes and from start to end. It can turn
    /// about itself.
    Clamped {
        frame: FrameId,
        direction: [NodeId; 3],
    },
}

impl CableEnd {
    /// What holds it.
    pub fn frame(&self) -> Option<FrameId> {
        match *self {
            CableEnd::Free => None,
            CableEnd::Pinned(frame) | CableEnd::Clamped { frame, direction: _ } => Some(frame),
        }
    }

    pub fn is_free(&self) -> bool {
        self.frame().is_none()
    }
}

/// Of the section: GJ in N m^2 and its damping in N m^2 s.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Torsion {
    /// Zero only beside branches.
    pub stiffness: NodeId,
    pub damping: NodeId,
    /// N m^2 each: what of its torque relaxes.
    pub branches: Vec<MaxwellBranch>,
    /// By which the end is turned to the right at the start, rad.
    pub turned: NodeId,
}

/// The shape at the start.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub enum CableStart {
    /// Along `direction` (world axes) from the end that is placed; without it from end to end where both are placed, else down.
    Straight { direction: Option<[NodeId; 3]>, angular_velocity: [NodeId; 3] },
    /// From end to end: straight when the distance equals the length, otherwise hanging at rest
    /// under gravity.
    Hanging,
    /// From end to end in a circular arc that bulges to this side; world axes.
    Arc { towards: [NodeId; 3] },
    /// Straight on from the clamped end that it is laid from, and turning as that does; hanging where the other
    /// end is placed.
    Onward,
}

visit!(Cable, |cable, see| {
    let Cable {
        path: _,
        origin: _,
        discretization,
        ends,
        length,
        diameter,
        mass,
        bending,
        torsion,
        least_radius,
        joint_damping,
        drag,
        added_mass,
        buoyancy: _,
        start,
        guides,
        clumps,
        sections,
    } = cable;
    let positive = |name| fixed(name).within(Range::Positive);
    let not_negative = |name| fixed(name).within(Range::NotNegative);
    positive("length").each([length], see);
    not_negative("diameter").each([diameter], see);
    positive("mass").each([mass], see);
    bending.visit(see);
    not_negative("joint damping").each([joint_damping], see);
    drag.visit(see);
    not_negative("added mass coefficient").each([added_mass], see);
    match discretization {
        Discretization::RigidLinks { count: _, form: _ } => {}
        Discretization::Lumped { points: _, axial } => axial.visit(see),
        Discretization::Spline { elements: _, axial } => {
            if let Some(axial) = axial {
                axial.visit(see);
            }
        }
        Discretization::BSpline { degree: _, spans: _, control: _, stiffness, damping } => {
            positive("axial stiffness").each([stiffness], see);
            not_negative("axial damping").each([damping], see);
        }
    }
    if let Some(radius) = least_radius {
        positive("least radius").each([radius], see);
    }
    if let Some(torsion) = torsion {
        torsion.visit(see);
    }
    for Clump { path: _, origin: _, station, mass } in clumps {
        station.visit(see);
        positive("mass of a clump").each([mass], see);
    }
    for section in sections {
        section.visit(see);
    }
    for end in ends {
        end.visit(see);
    }
    start.visit(see);
    let [at_start, at_end] = guides;
    for guide in [at_start, at_end].into_iter().flatten() {
        guide.visit(see);
    }
});

visit!(Drag, |drag, see| {
    let Drag { normal, tangent, isotropic: _ } = drag;
    let not_negative = |name| fixed(name).within(Range::NotNegative);
    not_negative("normal drag coefficient").each([normal], see);
    not_negative("tangential drag coefficient").each([tangent], see);
});

visit!(CableEnd, |end, see| {
    match end {
        CableEnd::Free | CableEnd::Pinned(_) => {}
        CableEnd::Clamped { frame: _, direction } => {
            fixed("direction of a clamped end").each(direction, see);
        }
    }
});

visit!(Torsion, |torsion, see| {
    let Torsion { stiffness, damping, branches, turned } = torsion;
    fixed("torsional stiffness").within(Range::NotNegative).each([stiffness], see);
    fixed("torsional damping").within(Range::NotNegative).each([damping], see);
    for branch in branches {
        branch.visit(see);
    }
    fixed("twist at the start").each([turned], see);
});

visit!(CableStart, |start, see| {
    match start {
        CableStart::Straight { direction, angular_velocity } => {
            if let Some(direction) = direction {
                fixed("direction at the start").each(direction, see);
            }
            fixed("angular velocity at the start").each(angular_velocity, see);
        }
        CableStart::Hanging | CableStart::Onward => {}
        CableStart::Arc { towards } => fixed("side of the arc at the start").each(towards, see),
    }
});

pub(crate) fn text(graph: &Graph, expressions: &Expressions) -> String {
    let mut lines = Vec::new();
    for cable in &graph.cables {
        let [start, end] = cable.ends.map(|end| match end {
            CableEnd::Free => "free".to_owned(),
            CableEnd::Pinned(frame) => graph.frame_path(frame).to_owned(),
            CableEnd::Clamped { frame, direction } => {
                let along = expressions.tuple(&direction);
                format!("{} clamped along {along}", graph.frame_path(frame))
            }
        });
        lines.push(format!(
            "{}: {} from {start} to {end}",
            cable.path,
            discretization(cable, expressions)
        ));
        let scalar = |node| expressions.scalar(node);
        lines.push(format!(
            "  length {} diameter {} mass {}",
            scalar(cable.length),
            scalar(cable.diameter),
            scalar(cable.mass)
        ));
        lines.push(format!(
            "  bending stiffness {} damping {}{} joint_damping {}",
            scalar(cable.bending.stiffness),
            scalar(cable.bending.damping),
            relaxing(&cable.bending.branches, expressions),
            scalar(cable.joint_damping)
        ));
        lines.extend(cable.bending.text(expressions));
        if let Some(radius) = cable.least_radius {
            lines.push(format!("  least radius {}", scalar(radius)));
        }
        if let Some(Torsion { stiffness, damping, branches, turned }) = &cable.torsion {
            lines.push(format!(
                "  torsion stiffness {} damping {}{} turned {}",
                scalar(*stiffness),
                scalar(*damping),
                relaxing(branches, expressions),
                scalar(*turned)
            ));
        }
        let (added, buoyancy) = (scalar(cable.added_mass), cable.buoyancy);
        lines.push(format!(
            "  {} added_mass {added} buoyancy {buoyancy}",
            cable.drag.text(expressions)
        ));
        let clump = |own: &Clump| {
            let place = expressions.station(&own.station);
            format!("  clump {} at {place} mass {}", own.path, scalar(own.mass))
        };
        lines.extend(cable.clumps.iter().map(clump));
        lines.extend(cable.sections.iter().flat_map(|section| section.text(expressions)));
        lines.push(match &cable.start {
            CableStart::Straight { direction, angular_velocity } => {
                let along = direction.map_or("from end to end, or down".to_owned(), |direction| {
                    format!("along {}", expressions.tuple(&direction))
                });
                format!(
                    "  start straight {along} turning at {}",
                    expressions.tuple(angular_velocity)
                )
            }
            CableStart::Hanging => "  start hanging".to_owned(),
            CableStart::Onward => "  start onward from the clamped end".to_owned(),
            CableStart::Arc { towards } => {
                format!("  start arc towards {}", expressions.tuple(towards))
            }
        });
        for (guide, end) in cable.guides.iter().zip(["start", "end"]) {
            lines.extend(guide.iter().flat_map(|guide| guide.text(graph, end, scalar)));
        }
    }
    section("cables", lines)
}

fn discretization(cable: &Cable, expressions: &Expressions) -> String {
    match &cable.discretization {
        Discretization::RigidLinks { count, form } => {
            let form = match form {
                ChainForm::Auto => "auto",
                ChainForm::Recursion => "recursion",
                ChainForm::Natural => "natural",
            };
            format!("{count} rigid_links ({form})")
        }
        Discretization::Lumped { points, axial } => {
            format!("{points} lumped points ({})", axial.text(expressions))
        }
        Discretization::Spline { elements, axial } => {
            format!("{elements} spline elements ({})", stretching(axial.as_ref(), expressions))
        }
        Discretization::BSpline { degree, spans, control, stiffness, damping } => {
            let [stiffness, damping] = [stiffness, damping].map(|own| expressions.scalar(*own));
            let control = match control {
                ControlPoints::Greville => "greville",
                ControlPoints::Uniform => "uniform",
            };
            format!(
                "{spans} spans of degree {degree} with {control} control points (elastic stiffness {stiffness} damping \
                 {damping})"
            )
        }
    }
}
