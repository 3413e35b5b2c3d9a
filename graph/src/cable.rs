//! Cables: one element each, however fine the discretization.

use crate::slot::{fixed, visit};
use crate::text::{Expressions, section};
use crate::{CableSection, FrameId, Graph, Guide, NodeId, Origin, Range, Station, Table};

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
    /// EI, N m^2: between neighbouring links an elastic moment `EI / spacing * angle`.
    pub bending_stiffness: NodeId,
    /// N m^2 s: between neighbouring links a moment `value / spacing * rate of the angle`.
    pub bending_damping: NodeId,
    /// N m^2 each: what of its moment relaxes, beside the stiffness.
    pub bending_branches: Vec<MaxwellBranch>,
    /// Where it resists otherwise to one side.
    pub second_bending: Option<SecondBending>,
    /// The shape without moments.
    pub relaxed: Relaxed,
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
}

/// Of the section: EA in N and its damping in N s, and what relaxes beside them.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct AxialStiffness {
    /// What is left of it for good.
    pub lasting: Lasting,
    pub damping: NodeId,
    pub branches: Vec<MaxwellBranch>,
}

/// A tension that stays where the strain does.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub enum Lasting {
    /// Times the strain, N; zero only beside branches.
    Stiffness(NodeId),
    /// N, the first column of a table over the strain: linear between rows, beyond them as beside them.
    Measured(Table),
}

/// A spring (N for a strain, N m^2 for a curvature or a twist by length) and a damper in a row, which pulls less and less
/// within its time constant (s) where that stays.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct MaxwellBranch {
    pub stiffness: NodeId,
    pub time_constant: NodeId,
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
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub enum Axial {
    /// Of each segment: stiffness N/m and damping N s/m.
    Spring { stiffness: NodeId, damping: NodeId, compression: bool },
    /// Of the section: EA in N and its damping in N s, divided by the segment's length.
    Elastic { stiffness: NodeId, damping: NodeId, compression: bool },
    /// Of each segment, on its error `e = (d - l) / d` (d its length, l the one it should have): the
    /// tension is `proportional e + derivative de/dt + integral ∫e dt`, in N, N s and N/s (Brateau).
    Pid { proportional: NodeId, derivative: NodeId, integral: NodeId },
    /// Of the section: N, the first column of a table over the strain, linear between rows; below the first the tension
    /// of that, beyond the last the slope before it. And damping in N s, divided by the segment's length.
    Measured { tension: Table, damping: NodeId },
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

/// Of the section: EI in N m^2 against bending to this side and away from it, in the axes of the frame that clamps the start.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct SecondBending {
    pub stiffness: NodeId,
    pub towards: [NodeId; 3],
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

/// A shape without moments.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub enum Relaxed {
    Straight,
    /// A circle that begins in the direction of the first end that is clamped and turns to the side of `towards`, in the
    /// axes of the frame there; m.
    Arc {
        radius: NodeId,
        towards: [NodeId; 3],
    },
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
        bending_stiffness,
        bending_damping,
        bending_branches,
        second_bending,
        relaxed,
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
    not_negative("bending stiffness").each([bending_stiffness], see);
    not_negative("bending damping").each([bending_damping], see);
    for branch in bending_branches {
        branch.visit(see);
    }
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
    }
    if let Some(SecondBending { stiffness, towards }) = second_bending {
        positive("second bending stiffness").each([stiffness], see);
        fixed("side of the second bending stiffness").each(towards, see);
    }
    relaxed.visit(see);
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

visit!(Relaxed, |relaxed, see| {
    match relaxed {
        Relaxed::Straight => {}
        Relaxed::Arc { radius, towards } => {
            fixed("radius of the relaxed arc").within(Range::Positive).each([radius], see);
            fixed("side of the relaxed arc").each(towards, see);
        }
    }
});

visit!(Axial, |axial, see| {
    let positive = |name| fixed(name).within(Range::Positive);
    let not_negative = |name| fixed(name).within(Range::NotNegative);
    match axial {
        Axial::Spring { stiffness, damping, compression: _ }
        | Axial::Elastic { stiffness, damping, compression: _ } => {
            positive("axial stiffness").each([stiffness], see);
            not_negative("axial damping").each([damping], see);
        }
        Axial::Pid { proportional, derivative, integral } => {
            positive("proportional coefficient").each([proportional], see);
            not_negative("derivative coefficient").each([derivative], see);
            not_negative("integral coefficient").each([integral], see);
        }
        Axial::Measured { tension: _, damping } => {
            not_negative("axial damping").each([damping], see);
        }
    }
});

visit!(AxialStiffness, |axial, see| {
    let AxialStiffness { lasting, damping, branches } = axial;
    let range = if branches.is_empty() { Range::Positive } else { Range::NotNegative };
    match lasting {
        Lasting::Stiffness(stiffness) => {
            fixed("axial stiffness").within(range).each([stiffness], see);
        }
        Lasting::Measured(_) => {}
    }
    fixed("axial damping").within(Range::NotNegative).each([damping], see);
    for branch in branches {
        branch.visit(see);
    }
});

visit!(MaxwellBranch, |branch, see| {
    let MaxwellBranch { stiffness, time_constant } = branch;
    fixed("stiffness of a branch").within(Range::NotNegative).each([stiffness], see);
    fixed("time constant of a branch").within(Range::Positive).each([time_constant], see);
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
            fixed("direction at the start").each(direction, see);
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
            scalar(cable.bending_stiffness),
            scalar(cable.bending_damping),
            relaxing(&cable.bending_branches, expressions),
            scalar(cable.joint_damping)
        ));
        if let Some(SecondBending { stiffness, towards }) = &cable.second_bending {
            lines.push(format!(
                "  bending stiffness {} towards {}",
                scalar(*stiffness),
                expressions.tuple(towards)
            ));
        }
        if let Relaxed::Arc { radius, towards } = &cable.relaxed {
            lines.push(format!(
                "  relaxed arc radius {} towards {}",
                scalar(*radius),
                expressions.tuple(towards)
            ));
        }
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
            CableStart::Straight { direction, angular_velocity } => format!(
                "  start straight along {} turning at {}",
                expressions.tuple(direction),
                expressions.tuple(angular_velocity)
            ),
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
            let pushes = |compression| if compression { " with compression" } else { "" };
            let law = match axial {
                Axial::Spring { stiffness, damping, compression } => format!(
                    "spring stiffness {} damping {}{}",
                    expressions.scalar(*stiffness),
                    expressions.scalar(*damping),
                    pushes(*compression)
                ),
                Axial::Elastic { stiffness, damping, compression } => format!(
                    "elastic stiffness {} damping {}{}",
                    expressions.scalar(*stiffness),
                    expressions.scalar(*damping),
                    pushes(*compression)
                ),
                Axial::Measured { tension, damping } => {
                    format!("tension by {} damping {}", tension.path, expressions.scalar(*damping))
                }
                Axial::Pid { proportional, derivative, integral } => format!(
                    "pid proportional {} derivative {} integral {}",
                    expressions.scalar(*proportional),
                    expressions.scalar(*derivative),
                    expressions.scalar(*integral)
                ),
            };
            format!("{points} lumped points ({law})")
        }
        Discretization::Spline { elements, axial } => {
            format!("{elements} spline elements ({})", stretching(axial.as_ref(), expressions))
        }
    }
}

/// How a spline stretches.
pub(crate) fn stretching(axial: Option<&AxialStiffness>, expressions: &Expressions) -> String {
    let Some(AxialStiffness { lasting, damping, branches }) = axial else {
        return "inextensible".to_owned();
    };
    let lasting = match lasting {
        Lasting::Stiffness(own) => format!("elastic stiffness {}", expressions.scalar(*own)),
        Lasting::Measured(table) => format!("tension by {}", table.path),
    };
    let branches = relaxing(branches, expressions);
    format!("{lasting} damping {}{branches}", expressions.scalar(*damping))
}

/// What fades, with a space before it.
fn relaxing(branches: &[MaxwellBranch], expressions: &Expressions) -> String {
    let branch = |MaxwellBranch { stiffness, time_constant }: &MaxwellBranch| {
        let [stiffness, time] = [stiffness, time_constant].map(|own| expressions.scalar(*own));
        format!(" branch {stiffness} for {time}")
    };
    branches.iter().map(branch).collect()
}
