//! Where ropes that relax cannot be: where they flow, and at rest where nothing of their tension lasts.

use cdl_graph::{
    Analysis, Cable, Discretization, Graph, MaxwellBranch, Modes, ModesAbout, Response, Simulation,
    SimulationStart,
};

use super::at_start::at_start;
use super::places::Places;
use crate::diagnostics::{self, BesideWinch, Diagnostic};

pub(super) fn run(graph: Graph, places: &Places<'_>, diagnostics: &mut Vec<Diagnostic>) -> Graph {
    let rests = looks_for_rest(&graph.analysis);
    let mut at_start = at_start(&graph);
    for cable in &graph.cables {
        let Cable { discretization, path, origin, .. } = cable;
        let Discretization::Spline { axial: Some(axial), .. } = discretization else { continue };
        let place = places.field(*origin, "axial");
        let lasts = at_start.value(axial.stiffness) != 0.0;
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
