//! Forces, torques and springs.

use crate::slot::{Slot, Visit, acting, fixed, visit};
use crate::text::{Expressions, section};
use crate::{CableId, FrameId, Graph, NodeId, Origin, Station, Table};

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
    #[serde(skip)]
    pub origin: Option<Origin>,
    pub kind: LoadKind,
}

#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub enum LoadKind {
    /// N, in world axes, or in the axes of `axes`.
    Force { on: Point, value: [NodeId; 3], axes: Option<FrameId> },
    /// N m, on a body, in world axes or in the axes of `axes`.
    Torque { on: FrameId, value: [NodeId; 3], axes: Option<FrameId> },
    /// Equal and opposite along the line between two points; what is positive pulls them together.
    Spring { between: [Point; 2], law: SpringLaw },
}

/// How hard something pulls along a line. Kinds of springs differ in nothing else.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub enum SpringLaw {
    /// `stiffness * (distance - length) + damping * rate`; with `tension_only` it never pushes.
    Linear { stiffness: NodeId, damping: NodeId, length: NodeId, tension_only: bool },
    /// `force(distance) + damping * rate`, N: the first column of the table over m, linear between rows. It
    /// keeps the rows themselves, as no expression reads them.
    Table { force: Table, damping: NodeId },
    /// N, as an expression says. It stores nothing.
    Given { force: NodeId },
}

impl SpringLaw {
    /// All that it consists of.
    pub fn numbers(&self) -> Vec<NodeId> {
        self.named_numbers().into_iter().map(|(_, node)| node).collect()
    }

    /// The same with the names of its fields.
    pub fn named_numbers(&self) -> Vec<(&'static str, NodeId)> {
        let mut numbers = Vec::new();
        self.visit(&mut |slot: Slot<&NodeId>| numbers.push((slot.name, *slot.node)));
        numbers
    }

    /// Force by distance, N/m, where that is one number.
    pub fn stiffness(&self) -> Option<NodeId> {
        match *self {
            SpringLaw::Linear { stiffness, .. } => Some(stiffness),
            SpringLaw::Table { .. } | SpringLaw::Given { .. } => None,
        }
    }

    /// Whether it has an energy, as long as its numbers are fixed. Otherwise all that it does is work.
    pub fn stores_energy(&self) -> bool {
        match self {
            SpringLaw::Linear { .. } | SpringLaw::Table { .. } => true,
            SpringLaw::Given { .. } => false,
        }
    }
}

visit!(Load, |load, see| {
    let Load { path: _, origin: _, kind } = load;
    match kind {
        LoadKind::Force { on, value, axes: _ } => {
            acting("force").each(value, see);
            on.visit(see);
        }
        LoadKind::Torque { on: _, value, axes: _ } => acting("torque").each(value, see),
        LoadKind::Spring { between, law } => {
            law.visit(see);
            for point in between {
                point.visit(see);
            }
        }
    }
});

visit!(SpringLaw, |law, see| {
    match law {
        SpringLaw::Linear { stiffness, damping, length, tension_only: _ } => {
            acting("stiffness").each([stiffness], see);
            acting("damping").each([damping], see);
            acting("length").each([length], see);
        }
        SpringLaw::Table { force: _, damping } => acting("damping").each([damping], see),
        SpringLaw::Given { force } => acting("force").each([force], see),
    }
});

visit!(Point, |point, see| {
    match point {
        Point::Frame(_) => {}
        Point::Cable { cable: _, station } => station.visit(see),
    }
});

visit!(Station, |station, see| {
    match station {
        Station::Start | Station::End => {}
        Station::ArcLength(node) => fixed("arc length").each([node], see),
    }
});

pub(crate) fn text(graph: &Graph, expressions: &Expressions) -> String {
    let axes = |frame: &Option<FrameId>| match frame {
        Some(frame) => format!(" in axes of {}", graph.frame_path(*frame)),
        None => String::new(),
    };
    section(
        "loads",
        graph.loads.iter().map(|load| match &load.kind {
            LoadKind::Force { on, value, axes: frame } => format!(
                "{}: force on {} = {}{}",
                load.path,
                point_text(graph, on, expressions),
                expressions.tuple(value),
                axes(frame)
            ),
            LoadKind::Torque { on, value, axes: frame } => format!(
                "{}: torque on {} = {}{}",
                load.path,
                graph.frame_path(*on),
                expressions.tuple(value),
                axes(frame)
            ),
            LoadKind::Spring { between, law } => {
                let points = format!(
                    "between {} and {}",
                    point_text(graph, &between[0], expressions),
                    point_text(graph, &between[1], expressions)
                );
                format!("{}: {}", load.path, spring_text(law, &points, expressions))
            }
        }),
    )
}

fn spring_text(law: &SpringLaw, points: &str, expressions: &Expressions) -> String {
    match law {
        SpringLaw::Linear { stiffness, damping, length, tension_only } => format!(
            "{}spring {points} stiffness {} damping {} length {}",
            if *tension_only { "tension-only " } else { "" },
            expressions.scalar(*stiffness),
            expressions.scalar(*damping),
            expressions.scalar(*length)
        ),
        SpringLaw::Table { force, damping } => format!(
            "spring {points} force by {} damping {}",
            force.path,
            expressions.scalar(*damping)
        ),
        SpringLaw::Given { force } => format!("force {points} = {}", expressions.scalar(*force)),
    }
}

fn point_text(graph: &Graph, point: &Point, expressions: &Expressions) -> String {
    match point {
        Point::Frame(frame) => graph.frame_path(*frame).to_owned(),
        Point::Cable { cable, station } => {
            format!("{}.{}", graph.cable_path(*cable), expressions.station(station))
        }
    }
}
