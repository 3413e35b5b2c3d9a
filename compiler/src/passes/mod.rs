//! From a lowered graph to one that is ready to run, by small steps from graph to graph. None changes
//! what the model computes.

mod acceleration_dependence;
mod alias_removal;
mod at_start;
mod beside_drives;
mod blocks;
mod bounds;
mod choose;
mod common_subexpressions;
mod constant_folding;
mod creep;
mod cuts;
mod dead_signals;
mod derive_constraints;
mod derive_margins;
mod derive_motions;
mod derive_sensitivities;
mod freedoms;
mod heavy;
mod loops;
mod masses;
mod places;
mod quantities;
mod rewrite;
mod sheaves;
mod spanning_forest;
mod splines;
mod starts;
#[cfg(test)]
mod tests;
mod turn;
mod weld;
mod winches;
mod with_axes;

use cdl_graph::Graph;

use crate::diagnostics::{Diagnostic, Severity};
use crate::typed;

use places::Places;
pub(crate) use rewrite::rewrite;

/// One pass.
#[derive(Clone, Copy, Debug)]
pub struct Pass {
    /// As in `cdl graph --stage NAME`.
    pub name: &'static str,
    /// One line for a person.
    pub doc: &'static str,
    /// Earlier passes that must have found nothing wrong: without them this one would say wrong things, or
    /// the same once more.
    relies_on: &'static [&'static str],
    run: fn(Graph, &Places<'_>, &mut Vec<Diagnostic>) -> Graph,
}

/// All passes in the order in which they run.
pub const STAGES: &[Pass] = &[
    Pass {
        name: "derive_motions",
        doc: "velocities and accelerations of prescribed motions and drives",
        relies_on: &[],
        run: derive_motions::run,
    },
    Pass {
        name: "weld",
        doc: "bodies joined by fixed joints become one",
        relies_on: &[],
        run: weld::run,
    },
    Pass {
        name: "spanning_forest",
        doc: "what holds each body and cable, from the ground outward; what closes loops is cut",
        relies_on: &["weld"],
        run: spanning_forest::run,
    },
    Pass {
        name: "derive_constraints",
        doc: "first and second derivatives of constraints; attitudes in them become axes",
        relies_on: &[],
        run: derive_constraints::run,
    },
    Pass {
        name: "derive_sensitivities",
        doc: "how loads depend on the motion, for implicit integrators",
        relies_on: &[],
        run: |graph, _, _| derive_sensitivities::run(graph),
    },
    Pass {
        name: "derive_margins",
        doc: "how far conditions of events are from becoming true",
        relies_on: &[],
        run: |graph, _, _| derive_margins::run(graph),
    },
    Pass {
        name: "constant_folding",
        doc: "operations on constants become constants",
        relies_on: &[],
        run: |graph, _, _| constant_folding::run(graph),
    },
    Pass {
        name: "alias_removal",
        doc: "variables that repeat something else are replaced by it",
        relies_on: &[],
        run: |graph, _, _| alias_removal::run(graph),
    },
    Pass {
        name: "common_subexpressions",
        doc: "equal expressions become one",
        relies_on: &[],
        run: |graph, _, _| common_subexpressions::run(graph),
    },
    Pass {
        name: "dead_signals",
        doc: "what nothing reads is removed",
        relies_on: &[],
        run: |graph, _, _| dead_signals::run(graph),
    },
    Pass {
        name: "masses",
        doc: "every body that moves has mass, and inertia where it can turn",
        relies_on: &["weld"],
        run: masses::run,
    },
    Pass {
        name: "winches",
        doc: "what cannot be beside a winch",
        relies_on: &[],
        run: winches::run,
    },
    Pass {
        name: "sheaves",
        doc: "what a sheave joins is one rope",
        relies_on: &["weld"],
        run: sheaves::run,
    },
    Pass {
        name: "creep",
        doc: "where ropes that relax cannot be",
        relies_on: &[],
        run: creep::run,
    },
    Pass {
        name: "splines",
        doc: "what only splines have: torsion between clamps, torque, curvature",
        relies_on: &[],
        run: splines::run,
    },
    Pass { name: "starts", doc: "cables reach from end to end", relies_on: &[], run: starts::run },
    Pass {
        name: "acceleration_dependence",
        doc: "what acts on the motion must not depend on accelerations",
        relies_on: &[],
        run: acceleration_dependence::run,
    },
    Pass {
        name: "blocks",
        doc: "signal equations in the order they are solved, algebraic loops torn",
        relies_on: &["derive_motions", "derive_constraints"],
        run: blocks::run,
    },
    Pass {
        name: "freedoms",
        doc: "degrees of freedom",
        relies_on: &[],
        run: |graph, _, _| freedoms::run(graph),
    },
    Pass { name: "choose", doc: "the formulation", relies_on: &[], run: choose::run },
];

/// Runs the passes on the graph that was lowered from `model`, and shows `observe` the graph after each.
/// What is wrong keeps none from looking but those that rely on it; the graph can be used if nothing is.
pub fn run_all(
    mut graph: Graph,
    model: &typed::Model,
    mut observe: impl FnMut(&'static str, &Graph),
) -> (Graph, Vec<Diagnostic>) {
    let places = Places::new(model);
    let mut diagnostics = Vec::new();
    let mut failed: Vec<&str> = Vec::new();
    for pass in STAGES {
        if pass.relies_on.iter().any(|name| failed.contains(name)) {
            failed.push(pass.name);
            continue;
        }
        let before = diagnostics.len();
        graph = (pass.run)(graph, &places, &mut diagnostics);
        observe(pass.name, &graph);
        let mut found = diagnostics.iter().skip(before);
        if found.any(|found| found.severity == Severity::Error) {
            failed.push(pass.name);
        }
    }
    (graph, diagnostics)
}
