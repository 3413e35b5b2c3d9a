//! What cannot be beside a winch: another length at the start, and fixed places along its rope.

use cdl_graph::{
    Cable, CableId, Drum, Evaluation, Graph, Guide, Joint, LoadKind, Node, NodeId, Origin, Point,
    Sensor, Side, Station,
};
use rustc_hash::FxHashSet;

use super::places::Places;
use super::starts::rounded;
use crate::diagnostics::{self, BesideWinch, Diagnostic, NoDrum, NoWinch};

/// The drive begins with the length of the cable, to this share of it.
const TOLERANCE: f64 = 1e-9;
/// m
const ROUNDING: f64 = 1e-9;

pub(super) fn run(graph: Graph, places: &Places<'_>, diagnostics: &mut Vec<Diagnostic>) -> Graph {
    let winched: Vec<CableId> = (0..graph.cables.len() as u32)
        .map(CableId)
        .filter(|id| graph.cables[id.index()].flows())
        .collect();
    for &id in &winched {
        let cable = &graph.cables[id.index()];
        begins(&graph, cable, places, diagnostics);
        held(&graph, cable, places, diagnostics);
    }
    if !winched.is_empty() {
        for (cable, origin, what) in fixed_places(&graph) {
            if winched.contains(&cable) {
                let path = &graph.cables[cable.index()].path;
                diagnostics.push(diagnostics::beside_winch(places.of(origin), path, what));
            }
        }
    }
    graph
}

/// What events take hold of and let go is no place to go through.
fn held(graph: &Graph, cable: &Cable, places: &Places<'_>, diagnostics: &mut Vec<Diagnostic>) {
    for (guide, end) in cable.guides.iter().zip(&cable.ends) {
        let Some(guide) = guide.filter(|_| end.is_free()) else { continue };
        let joint = &graph.joints[guide.joint().index()];
        let kind = match guide {
            Guide::Winch { .. } => "winch",
            Guide::Sheave { .. } => "sheave",
        };
        diagnostics.push(diagnostics::no_winch(
            places.of(joint.origin),
            (kind, &joint.path),
            &cable.path,
            NoWinch::LetGo,
        ));
    }
}

/// A drive has to begin where the rope does, and that of a sheave with nothing.
fn begins(graph: &Graph, cable: &Cable, places: &Places<'_>, diagnostics: &mut Vec<Diagnostic>) {
    for guide in cable.guides.iter().flatten() {
        let joint = &graph.joints[guide.joint().index()];
        match guide {
            Guide::Winch { joint: _, drum } => {
                begins_there(graph, cable, joint, places, diagnostics);
                if let Some(drum) = drum {
                    holds(graph, cable, joint, drum, places, diagnostics);
                }
            }
            // Once for both cables.
            Guide::Sheave { joint: _, side: Side::From, edge: _ } => {
                begins_with_nothing(graph, joint, places, diagnostics);
            }
            Guide::Sheave { joint: _, side: Side::To, edge: _ } => {}
        }
    }
}

/// What is stored at the start has room on the drum.
fn holds(
    graph: &Graph,
    cable: &Cable,
    joint: &Joint,
    drum: &Drum,
    places: &Places<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let Some(capacity) = drum.capacity else { return };
    let unknown: fn(Sensor, u8) -> f64 = |_, _| f64::NAN;
    let mut at_start = Evaluation::new(&graph.signals, 0.0, unknown);
    let stored = at_start.value(drum.whole) - at_start.value(cable.length);
    let capacity = at_start.value(capacity);
    let why = if capacity <= 0.0 {
        NoDrum::NoRoom
    } else if stored > capacity * (1.0 + TOLERANCE) {
        let [stored, capacity] = [stored, capacity].map(rounded);
        NoDrum::Full { stored, capacity }
    } else {
        return;
    };
    let place = places.field(joint.origin, "drum");
    diagnostics.push(diagnostics::no_drum(place, &joint.path, &cable.path, why));
}

fn begins_there(
    graph: &Graph,
    cable: &Cable,
    joint: &Joint,
    places: &Places<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let Some(drive) = joint.coordinates.first().and_then(|axis| axis.drive) else { return };
    let unknown: fn(Sensor, u8) -> f64 = |_, _| f64::NAN;
    let mut at_start = Evaluation::new(&graph.signals, 0.0, unknown);
    let (length, driven) = (at_start.value(cable.length), at_start.value(drive.value));
    if (length - driven).abs() > TOLERANCE * length {
        let lengths = [length, driven].map(rounded);
        let place = places.field(joint.origin, "drive");
        diagnostics.push(diagnostics::drive_beside_length(
            place,
            &joint.path,
            &cable.path,
            lengths,
            places.field(cable.origin, "length"),
        ));
    }
}

fn begins_with_nothing(
    graph: &Graph,
    joint: &Joint,
    places: &Places<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let Some(drive) = joint.coordinates.first().and_then(|axis| axis.drive) else { return };
    let unknown: fn(Sensor, u8) -> f64 = |_, _| f64::NAN;
    let driven = Evaluation::new(&graph.signals, 0.0, unknown).value(drive.value);
    if driven.abs() > ROUNDING {
        let place = places.field(joint.origin, "drive");
        let driven = rounded(driven);
        diagnostics.push(diagnostics::drive_beside_nothing(place, &joint.path, driven));
    }
}

/// What acts on or holds a place between both ends of a cable.
fn fixed_places(graph: &Graph) -> Vec<(CableId, Option<Origin>, BesideWinch)> {
    let mut found = Vec::new();
    let between = |point: &Point| match *point {
        Point::Cable { cable, station: Station::ArcLength(_) } => Some(cable),
        Point::Cable { .. } | Point::Frame(_) => None,
    };
    for load in &graph.loads {
        let on: Vec<CableId> = match &load.kind {
            LoadKind::Force { on, .. } => between(on).into_iter().collect(),
            LoadKind::Torque { .. } => Vec::new(),
            LoadKind::Spring { between: ends, .. } => ends.iter().filter_map(between).collect(),
        };
        found.extend(on.into_iter().map(|cable| (cable, load.origin, BesideWinch::Load)));
    }
    for constraint in &graph.constraints {
        let rows = constraint.rows.iter().map(|row| row.residual).collect();
        for cable in read(graph, rows) {
            found.push((cable, constraint.origin, BesideWinch::Constraint));
        }
    }
    found
}

/// Cables of which places between the ends are read.
fn read(graph: &Graph, mut stack: Vec<NodeId>) -> Vec<CableId> {
    let (mut seen, mut found) = (FxHashSet::default(), Vec::new());
    while let Some(id) = stack.pop() {
        if !seen.insert(id) {
            continue;
        }
        let node = graph.signals.node(id);
        match node {
            Node::Sensor { sensor: Sensor::Cable { cable, station, .. }, .. } => {
                if let (Station::ArcLength(_), false) = (station, found.contains(&cable)) {
                    found.push(cable);
                }
            }
            Node::Var(var) => {
                let defined = graph.signals.equations.iter().find(|own| own.var == var);
                stack.extend(defined.map(|own| own.value));
            }
            _ => {}
        }
        stack.extend(node.operands());
    }
    found
}
