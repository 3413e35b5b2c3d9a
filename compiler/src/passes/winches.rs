//! What cannot be beside a winch: another length at the start, and fixed places along its rope.

use cdl_graph::{
    Cable, CableId, Graph, Guide, Joint, LoadKind, Node, NodeId, Origin, Point, Sensor, Side,
    Station,
};
use rustc_hash::FxHashSet;

use super::at_start::{AtStart, at_start, rounded};
use super::places::Places;
use crate::diagnostics::{self, BesideWinch, Diagnostic, NoDrum, NoWinch};

/// The drive begins with the length of the cable, to this share of it.
const TOLERANCE: f64 = 1e-9;
/// m
const ROUNDING: f64 = 1e-9;

pub(super) fn run(graph: Graph, places: &Places<'_>, diagnostics: &mut Vec<Diagnostic>) -> Graph {
    if !graph.cables.iter().any(Cable::flows) {
        return graph;
    }
    let mut at_start = at_start(&graph);
    for cable in &graph.cables {
        for (guide, end) in cable.guides.iter().zip(&cable.ends) {
            let Some(guide) = guide else { continue };
            let joint = &graph.joints[guide.joint().index()];
            let through = Through { cable, guide, joint, is_let_go: end.is_free(), places };
            diagnostics.extend(through.begins_elsewhere(&mut at_start));
            diagnostics.extend(through.has_no_room(&mut at_start));
            diagnostics.extend(through.lets_go());
        }
    }
    for (cable, origin, what) in fixed_places(&graph) {
        let cable = &graph.cables[cable.index()];
        if cable.flows() {
            diagnostics.push(diagnostics::beside_winch(places.of(origin), &cable.path, what));
        }
    }
    graph
}

/// An end that rope goes through.
struct Through<'a> {
    cable: &'a Cable,
    guide: &'a Guide,
    joint: &'a Joint,
    /// Events take hold of it and let it go.
    is_let_go: bool,
    places: &'a Places<'a>,
}

impl Through<'_> {
    /// The drive of a winch has to begin where the rope does, and that of a sheave with nothing.
    fn begins_elsewhere(&self, at_start: &mut AtStart<'_>) -> Option<Diagnostic> {
        let drive = self.joint.coordinates.first()?.drive?;
        let driven = at_start.value(drive.value);
        let (place, path) = (self.places.field(self.joint.origin, "drive"), &self.joint.path);
        match self.guide {
            Guide::Winch { .. } => {
                let length = at_start.value(self.cable.length);
                let given = self.places.field(self.cable.origin, "length");
                let lengths = [length, driven].map(rounded);
                ((length - driven).abs() > TOLERANCE * length).then(|| {
                    diagnostics::drive_beside_length(place, path, &self.cable.path, lengths, given)
                })
            }
            // Once for both cables.
            Guide::Sheave { side: Side::From, .. } => (driven.abs() > ROUNDING)
                .then(|| diagnostics::drive_beside_nothing(place, path, rounded(driven))),
            Guide::Sheave { side: Side::To, .. } => None,
        }
    }

    /// What is stored at the start has room on the drum.
    fn has_no_room(&self, at_start: &mut AtStart<'_>) -> Option<Diagnostic> {
        let Guide::Winch { drum: Some(drum), .. } = self.guide else { return None };
        let capacity = at_start.value(drum.capacity?);
        let stored = at_start.value(drum.whole) - at_start.value(self.cable.length);
        let why = if capacity <= 0.0 {
            NoDrum::NoRoom
        } else if stored > capacity * (1.0 + TOLERANCE) {
            let [stored, capacity] = [stored, capacity].map(rounded);
            NoDrum::Full { stored, capacity }
        } else {
            return None;
        };
        let place = self.places.field(self.joint.origin, "drum");
        Some(diagnostics::no_drum(place, &self.joint.path, &self.cable.path, why))
    }

    /// What is let go is no place to go through.
    fn lets_go(&self) -> Option<Diagnostic> {
        let named = (self.guide.kind(), &*self.joint.path);
        let place = self.places.of(self.joint.origin);
        self.is_let_go
            .then(|| diagnostics::no_winch(place, named, &self.cable.path, NoWinch::LetGo))
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
    for (index, cable) in graph.cables.iter().enumerate() {
        let id = CableId(index as u32);
        found.extend(cable.clumps.iter().map(|own| (id, own.origin, BesideWinch::Clump)));
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
