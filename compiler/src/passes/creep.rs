//! Where ropes that relax or whose tension was measured cannot be: where they flow, and at rest where nothing of their
//! tension lasts. And that what was measured rises.

use cdl_graph::{
    Analysis, Axial, Cable, Discretization, Graph, Lasting, MaxwellBranch, Modes, ModesAbout,
    Response, Simulation, SimulationStart, Table,
};

use super::at_start::at_start;
use super::places::Places;
use crate::diagnostics::{self, BesideWinch, Diagnostic};
use crate::place::Place;

pub(super) fn run(graph: Graph, places: &Places<'_>, diagnostics: &mut Vec<Diagnostic>) -> Graph {
    let rests = looks_for_rest(&graph.analysis);
    let mut at_start = at_start(&graph);
    for cable in &graph.cables {
        let Cable { discretization, path, origin, .. } = cable;
        let place = places.field(*origin, "axial");
        let axial = match discretization {
            Discretization::Lumped { axial: Axial::Measured { tension, .. }, .. } => {
                diagnostics.extend(falls(place, path, tension));
                continue;
            }
            Discretization::Spline { axial: Some(axial), .. } => axial,
            Discretization::RigidLinks { .. }
            | Discretization::Lumped { .. }
            | Discretization::Spline { axial: None, .. } => continue,
        };
        let lasts = match &axial.lasting {
            Lasting::Stiffness(stiffness) => at_start.value(*stiffness) != 0.0,
            Lasting::Measured(table) => {
                diagnostics.extend(falls(place, path, table));
                if cable.flows() {
                    diagnostics.push(diagnostics::beside_winch(place, path, BesideWinch::Measured));
                    continue;
                }
                true
            }
        };
        let mut pulls = |branch: &MaxwellBranch| at_start.value(branch.stiffness) != 0.0;
        if !lasts && !axial.branches.iter().any(&mut pulls) {
            diagnostics.push(diagnostics::nothing_pulls(place, path));
            continue;
        }
        if axial.branches.is_empty() {
            continue;
        }
        if cable.flows() {
            diagnostics.push(diagnostics::beside_winch(place, path, BesideWinch::Branches));
        } else if rests && !lasts {
            diagnostics.push(diagnostics::nothing_lasts(place, path));
        }
    }
    graph
}

/// A tension has to rise with the strain, as a rope that hangs somewhere has no shape otherwise.
fn falls(place: Place, cable: &str, table: &Table) -> Option<Diagnostic> {
    let tensions = &table.columns.first()?.values;
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
            *about == ModesAbout::Equilibrium
        }
        Analysis::Simulate(Simulation { from, .. }) => *from == SimulationStart::Equilibrium,
    }
}
