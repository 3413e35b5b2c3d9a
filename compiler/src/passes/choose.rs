//! How the accelerations are computed, and why.

use cdl_graph::{Analysis, ChainForm, Discretization, Dynamics, Graph};

pub(super) fn run(mut graph: Graph) -> Graph {
    let asked = match &graph.analysis {
        Analysis::None => Dynamics::Auto,
        Analysis::Equilibrium(_) => Dynamics::Constrained,
        Analysis::Simulate(simulation) => simulation.dynamics,
    };
    let mut reasons = Vec::new();
    let dynamics = match asked {
        Dynamics::Auto => {
            reasons.push(
                "no loop is closed, so the coordinates of joints and links are independent and one \
                 recursion over the tree gives all accelerations"
                    .to_owned(),
            );
            Dynamics::Recursive
        }
        Dynamics::Constrained => {
            reasons.push("the experiment asks for constrained dynamics".to_owned());
            Dynamics::Constrained
        }
        Dynamics::Recursive => {
            reasons.push("the experiment asks for recursive dynamics".to_owned());
            Dynamics::Recursive
        }
    };
    let mut chosen: Vec<&str> = Vec::new();
    for cable in &mut graph.cables {
        match &mut cable.discretization {
            Discretization::RigidLinks { form, .. } => {
                if *form == ChainForm::Auto {
                    *form = ChainForm::Natural;
                    chosen.push(&cable.path);
                }
            }
            Discretization::Lumped { .. } => {}
        }
    }
    let which = match chosen.as_slice() {
        [] => None,
        [path] => Some(format!("cable {path}")),
        [first, rest @ ..] => Some(format!("cable {first} and {} more", rest.len())),
    };
    if let Some(which) = which {
        reasons.push(format!(
            "{which} in natural coordinates: the same accelerations as by the recursion in rotations, \
             with fewer operations for each link"
        ));
    }
    if let Some(plan) = &mut graph.plan {
        plan.dynamics = dynamics;
        plan.reasons = reasons;
    }
    graph
}
