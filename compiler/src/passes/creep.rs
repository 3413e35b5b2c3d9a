//! Where ropes that relax cannot be: where they flow and their tension was measured, and at rest where nothing of their
//! tension or of their torque lasts. And that what was measured rises.

use cdl_graph::{
    Analysis, Axial, AxialStiffness, Discretization, Graph, Lasting, MaxwellBranch, Modes,
    ModesAbout, Response, Simulation, SimulationStart, Table,
};

use super::at_start::{AtStart, at_start};
use super::places::Places;
use crate::diagnostics::{self, BesideWinch, Diagnostic};
use crate::place::Place;

pub(super) fn run(graph: Graph, places: &Places<'_>, diagnostics: &mut Vec<Diagnostic>) -> Graph {
    let rests = looks_for_rest(&graph.analysis);
    let mut at_start = at_start(&graph);
    for cable in &graph.cables {
        if let Some(torsion) = &cable.torsion {
            let place = places.field(cable.origin, "torsion");
            let lasts = at_start.value(torsion.stiffness) != 0.0;
            let mut pulls = |own: &MaxwellBranch| at_start.value(own.stiffness) != 0.0;
            if !lasts && !torsion.branches.iter().any(&mut pulls) {
                diagnostics.push(diagnostics::nothing_resists_twist(place, &cable.path));
            } else if !lasts && rests {
                diagnostics.push(diagnostics::no_torque_lasts(place, &cable.path));
            }
        }
        let place = places.field(cable.origin, "axial");
        match &cable.discretization {
            Discretization::Lumped { axial: Axial::Measured { tension, .. }, .. } => {
                diagnostics.extend(is_no_tension(place, &cable.path, tension));
            }
            Discretization::Spline { axial, .. } => {
                let of_sections = cable.sections.iter().map(|own| (&own.path, own.axial.as_ref()));
                let whole = cable.sections.is_empty().then_some((&cable.path, axial.as_ref()));
                let mut seen: Vec<&AxialStiffness> = Vec::new();
                for (path, axial) in of_sections.chain(whole) {
                    let Some(axial) = axial.filter(|own| !seen.contains(own)) else { continue };
                    diagnostics.extend(wrong(
                        axial,
                        (place, path),
                        [cable.flows(), rests],
                        &mut at_start,
                    ));
                    seen.push(axial);
                }
            }
            Discretization::RigidLinks { .. }
            | Discretization::Lumped { .. }
            | Discretization::BSpline { .. } => {}
        }
    }
    graph
}

/// What cannot be of the law of a cable or of a section of it; `place` is that of the cable's law.
fn wrong(
    axial: &AxialStiffness,
    (place, path): (Place, &str),
    [flows, rests]: [bool; 2],
    at_start: &mut AtStart<'_>,
) -> Option<Diagnostic> {
    let lasts = match &axial.lasting {
        Lasting::Stiffness(stiffness) => at_start.value(*stiffness) != 0.0,
        Lasting::Measured(table) => {
            if let Some(found) = is_no_tension(place, path, table) {
                return Some(found);
            }
            if flows && !axial.branches.is_empty() {
                return Some(diagnostics::beside_winch(place, path, BesideWinch::Measured));
            }
            true
        }
    };
    let mut pulls = |branch: &MaxwellBranch| at_start.value(branch.stiffness) != 0.0;
    if !lasts && !axial.branches.iter().any(&mut pulls) {
        return Some(diagnostics::nothing_pulls(place, path));
    }
    if axial.branches.is_empty() {
        return None;
    }
    (rests && !lasts).then(|| diagnostics::nothing_lasts(place, path))
}

/// The strain at which nothing is left of a rope; a little less, for rounding.
const SHORTEST: f64 = -1.0 - 1e-9;

/// A tension has to rise with the strain, as a rope that hangs somewhere has no shape otherwise; and strains are those of a rope.
fn is_no_tension(place: Place, cable: &str, table: &Table) -> Option<Diagnostic> {
    let (strain, tensions) = (*table.argument.first()?, &table.columns.first()?.values);
    if strain < SHORTEST {
        return Some(diagnostics::shorter_than_nothing(place, cable, &table.path, strain));
    }
    if tensions.len() < 2 {
        return Some(diagnostics::one_row_of_tension(place, cable, &table.path));
    }
    let row = tensions.windows(2).position(|pair| pair[0] >= pair[1])?;
    let rows = [row, row + 1].map(|row| (table.argument[row], tensions[row]));
    Some(diagnostics::does_not_rise(place, cable, &table.path, rows))
}

fn looks_for_rest(analysis: &Analysis) -> bool {
    match analysis {
        Analysis::None => false,
        Analysis::Equilibrium(_) => true,
        Analysis::Modes(Modes { about, .. }) | Analysis::Response(Response { about, .. }) => {
            match about {
                ModesAbout::Equilibrium | ModesAbout::After(_) => true,
                ModesAbout::Start => false,
            }
        }
        Analysis::Simulate(Simulation { from, .. }) => *from == SimulationStart::Equilibrium,
    }
}
