//! What only splines have: a torsion between two clamps with the torque in it, a curvature with its moment.

use cdl_graph::{Cable, CableEnd, CableQuantity, Graph, Node, Sensor};

use super::at_start::at_start;
use super::places::Places;
use crate::diagnostics::{self, Diagnostic, NoSection, NoTwist};

pub(super) fn run(graph: Graph, places: &Places<'_>, diagnostics: &mut Vec<Diagnostic>) -> Graph {
    for cable in graph.cables.iter().filter(|cable| !cable.sections.is_empty()) {
        let (place, why) = match about_all_of_it(cable) {
            Some((field, name)) => {
                (places.field(cable.origin, field), NoSection::Beside { field: name })
            }
            None if cable.flows() => (places.of(cable.origin), NoSection::Flows),
            None => continue,
        };
        diagnostics.push(diagnostics::no_section(place, &cable.path, why));
        return graph;
    }
    diagnostics.extend(wrong_lengths(&graph, places));
    for cable in graph.cables.iter().filter(|cable| cable.torsion.is_some()) {
        let place = places.field(cable.origin, "torsion");
        let is_loose = |end: &CableEnd| !matches!(end, CableEnd::Clamped { .. });
        let mut ends = cable.ends.iter().zip(["start", "end"]);
        if let Some((_, end)) = ends.find(|(end, _)| is_loose(end)) {
            diagnostics.push(diagnostics::no_twist(place, &cable.path, NoTwist::Loose { end }));
        }
    }
    for cable in &graph.cables {
        if !cable.bending.branches.is_empty() && !cable.is_spline() {
            let place = places.field(cable.origin, "bending");
            diagnostics.push(diagnostics::links_that_relax(place, &cable.path));
        }
    }
    for cable in graph.cables.iter().filter(|cable| cable.torsion.is_none()) {
        if let Some((field, name)) = about_sides(cable) {
            let place = places.field(cable.origin, field);
            let why = NoTwist::Sideless { field: name };
            diagnostics.push(diagnostics::no_twist(place, &cable.path, why));
        }
    }
    let mut read = vec![Read::default(); graph.cables.len()];
    for node in graph.signals.nodes.iter() {
        if let Node::Sensor { sensor: Sensor::Cable { cable, quantity, .. }, .. } = node {
            read[cable.index()].note(quantity);
        }
    }
    for (cable, read) in graph.cables.iter().zip(read) {
        let place = || places.of(cable.origin);
        if read.torque && cable.torsion.is_none() {
            let why = NoTwist::Unresisted;
            diagnostics.push(diagnostics::no_twist(place(), &cable.path, why));
        }
        if let Some(what) = read.bend.filter(|_| !cable.is_spline()) {
            diagnostics.push(diagnostics::only_of_a_spline(place(), &cable.path, what));
        }
    }
    graph
}

/// Of the cable's length: what sections may miss it by.
const ROUNDING: f64 = 1e-9;

/// Sections are as long together as their cables.
fn wrong_lengths(graph: &Graph, places: &Places<'_>) -> Vec<Diagnostic> {
    let mut at_start = at_start(graph);
    let with_sections = graph.cables.iter().filter(|cable| !cable.sections.is_empty());
    let wrong = with_sections.filter_map(|cable| {
        let all = at_start.value(cable.length);
        let lengths: Vec<f64> =
            cable.sections.iter().map(|own| at_start.value(own.length)).collect();
        let long = || lengths.iter().filter(|length| **length > ROUNDING * all);
        // Those that say nothing share what is left, so all of them are too short then.
        let open = lengths.len() - long().count();
        let taken: f64 = long().sum();
        let fits = open == 0 && (taken - all).abs() <= ROUNDING * all;
        let place = places.field(cable.origin, "length");
        let why = NoSection::Lengths { all, taken, open };
        (!fits).then(|| diagnostics::no_section(place, &cable.path, why))
    });
    wrong.collect()
}

/// The field that needs sections that know how they are turned, and what is in it. Links have one side, that of their
/// relaxed shape.
fn about_sides(cable: &Cable) -> Option<(&'static str, &'static str)> {
    if cable.bending.second.is_some() {
        return Some(("second_bending", "second_bending"));
    }
    if !cable.is_spline() {
        return None;
    }
    if !cable.bending.branches.is_empty() {
        return Some(("bending", "branches"));
    }
    let curled = !cable.bending.relaxed.is_straight();
    curled.then_some(("bending", "relaxed"))
}

/// A field, and what is in it, that knows a cable which is alike from end to end.
fn about_all_of_it(cable: &Cable) -> Option<(&'static str, &'static str)> {
    if cable.torsion.is_some() {
        return Some(("torsion", "torsion"));
    }
    about_sides(cable)
}

/// What is read of a cable.
#[derive(Clone, Copy, Debug, Default)]
struct Read {
    torque: bool,
    /// What belongs to its curvature, by name.
    bend: Option<&'static str>,
}

impl Read {
    fn note(&mut self, quantity: CableQuantity) {
        match quantity {
            CableQuantity::Torque => self.torque = true,
            CableQuantity::Curvature => self.bend = Some("curvature"),
            CableQuantity::Moment => self.bend = Some("moment"),
            CableQuantity::Position
            | CableQuantity::Velocity
            | CableQuantity::Acceleration
            | CableQuantity::Direction
            | CableQuantity::Tension
            | CableQuantity::Force => {}
        }
    }
}
