//! How the accelerations are computed, and why.

use cdl_graph::{
    Analysis, BodyId, ChainForm, Discretization, Dynamics, Graph, Integrator, LoopMethod,
    Simulation,
};

use super::heavy::{Heavy, heavy};
use super::places::Places;
use crate::diagnostics::{self, Diagnostic};

pub(super) fn run(
    mut graph: Graph,
    places: &Places<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Graph {
    let (dynamics, mut reasons) = formulation(&graph);
    let is_explicit = matches!(dynamics, Dynamics::Recursive | Dynamics::TransferMatrix);
    if let (true, Analysis::Simulate(simulation)) = (is_explicit, &graph.analysis) {
        let mut splines = graph.cables.iter().filter(|cable| cable.is_spline());
        if let Some(first) = splines.next() {
            let place = places.of(first.origin);
            let others: Vec<_> = splines.map(|cable| places.of(cable.origin)).collect();
            let integrator = name(&simulation.integrator);
            let (path, flows) = (&first.path, first.flows());
            diagnostics
                .push(diagnostics::spline_by_recursion(place, path, integrator, &others, flows));
        }
    }
    let mut chosen: Vec<&str> = Vec::new();
    for cable in &mut graph.cables {
        match &mut cable.discretization {
            Discretization::RigidLinks { form, .. } => {
                if *form == ChainForm::Auto {
                    *form = ChainForm::Natural;
                    chosen.push(&cable.path);
                }
            }
            Discretization::Lumped { .. }
            | Discretization::Spline { .. }
            | Discretization::BSpline { .. } => {}
        }
    }
    let which = match chosen.as_slice() {
        [] => None,
        [path] => Some(format!("cable {path}")),
        [first, rest @ ..] => Some(format!("cable {first} and {} more", rest.len())),
    };
    // Only recursion has a choice of forms.
    if let (Some(which), true) = (which, is_explicit) {
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

/// What computes the accelerations, and why.
fn formulation(graph: &Graph) -> (Dynamics, Vec<String>) {
    let simulation = match &graph.analysis {
        Analysis::None => return (Dynamics::Recursive, recursion(graph, None)),
        Analysis::Equilibrium(_) => {
            let reason =
                "a state of rest is found in natural coordinates, with every joint a constraint";
            return (Dynamics::Constrained, vec![reason.to_owned()]);
        }
        Analysis::Modes(_) => {
            let reason = "the state that modes are about is found in natural coordinates, with every joint a constraint";
            return (Dynamics::Constrained, vec![reason.to_owned()]);
        }
        Analysis::Response(_) => {
            let reason =
                "responses are found in natural coordinates, with every joint a constraint";
            return (Dynamics::Constrained, vec![reason.to_owned()]);
        }
        Analysis::Simulate(simulation) => simulation,
    };
    match simulation.dynamics {
        Dynamics::Auto if simulation.integrator.is_constrained() => {
            let reason = format!(
                "{} needs constrained dynamics: natural coordinates, with every joint a constraint",
                name(&simulation.integrator)
            );
            (Dynamics::Constrained, vec![reason])
        }
        Dynamics::Constrained => {
            let reason = "the experiment asks for constrained dynamics";
            (Dynamics::Constrained, vec![reason.to_owned()])
        }
        Dynamics::Auto => match swept(graph, simulation) {
            Some(reasons) => (Dynamics::TransferMatrix, reasons),
            None => {
                let mut reasons = recursion(graph, Some(simulation));
                reasons.extend(lost(graph));
                (Dynamics::Recursive, reasons)
            }
        },
        Dynamics::Recursive => {
            let mut reasons = vec!["the experiment asks for recursive dynamics".to_owned()];
            reasons.extend(kept(graph, Some(simulation)));
            reasons.extend(lost(graph));
            (Dynamics::Recursive, reasons)
        }
        Dynamics::TransferMatrix => {
            let mut reasons = vec![
                "the experiment asks for transfer matrices: two sweeps over the tree give what every joint transmits and how \
                 every body accelerates"
                    .to_owned(),
            ];
            reasons.extend(kept(graph, Some(simulation)));
            (Dynamics::TransferMatrix, reasons)
        }
    }
}

/// Why sweeps are better than the recursion, where they are and where they take the whole model.
fn swept(graph: &Graph, simulation: &Simulation) -> Option<Vec<String>> {
    let keeps = matches!(simulation.loops, LoopMethod::Projection | LoopMethod::Baumgarte { .. });
    let is_tree = graph.plan.as_ref().is_some_and(|plan| plan.cuts.is_empty())
        && graph.constraints.is_empty()
        && graph.latches.is_empty();
    let found = heavy(graph).filter(|_| keeps && is_tree)?;
    let kept = digits(&found);
    Some(vec![format!(
        "transfer matrices, as {}: articulated inertias would keep about {kept} of accelerations; sweeps keep all of these, and {kept} of forces along \
         bodies that stand in one line with it, of which `dynamics = recursive` would lose none",
        in_words(graph, &found)
    )])
}

/// What the recursion loses beside a heavy load, where there is one.
fn lost(graph: &Graph) -> Option<String> {
    let found = heavy(graph)?;
    let (why, kept) = (in_words(graph, &found), digits(&found));
    Some(format!("articulated inertias keep about {kept} of accelerations, as {why}"))
}

fn in_words(graph: &Graph, &Heavy { load, carriers, ratio }: &Heavy) -> String {
    let path = |body: BodyId| graph.bodies[body.index()].path.as_str();
    let ([near, far], load) = (carriers.map(path), path(load));
    format!("{load} is {ratio:.0e} times as heavy as {near} and {far}, which carry it")
}

/// That are left of sixteen: a handful of light bodies in a row lose three besides (`validation/transfer`).
fn digits(found: &Heavy) -> String {
    match (13.0 - found.ratio.log10()).floor() {
        digits if digits < 1.0 => "no digit".to_owned(),
        digits if digits < 2.0 => "1 digit".to_owned(),
        digits => format!("{digits} digits"),
    }
}

fn name(integrator: &Integrator) -> &'static str {
    match integrator {
        Integrator::Rk4 { .. } => "rk4",
        Integrator::Rk45 { .. } => "rk45",
        Integrator::Leapfrog { .. } => "leapfrog",
        Integrator::EnergyMomentum { .. } => "energy_momentum",
        Integrator::Midpoint { .. } => "midpoint",
        Integrator::GeneralizedAlpha { .. } => "generalized_alpha",
    }
}

fn recursion(graph: &Graph, simulation: Option<&Simulation>) -> Vec<String> {
    match kept(graph, simulation) {
        None => vec![
            "no loop is closed, so the coordinates of joints and links are independent and one \
             recursion over the tree gives all accelerations"
                .to_owned(),
        ],
        Some(kept) => vec![
            "one recursion over the tree gives all accelerations, with the forces in what closes \
             loops from a small system of their own"
                .to_owned(),
            kept,
        ],
    }
}

/// What the recursion does about loops and constraints; none where there are none.
fn kept(graph: &Graph, simulation: Option<&Simulation>) -> Option<String> {
    let cuts = graph.plan.as_ref().map_or(0, |plan| plan.cuts.len());
    let constraints = graph.constraints.len();
    let plural = |count: usize, one: &str| match count {
        0 => None,
        1 => Some(format!("1 {one}")),
        _ => Some(format!("{count} {one}s")),
    };
    let parts = [plural(cuts, "closed loop"), plural(constraints, "constraint")];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() {
        return None;
    }
    let how = match simulation.map_or(LoopMethod::Projection, |simulation| simulation.loops) {
        LoopMethod::Projection => "projection after each step",
        LoopMethod::Baumgarte { .. } => "Baumgarte's stabilization",
        LoopMethod::Penalty { .. } => "penalty forces, which leave gaps",
        LoopMethod::AugmentedLagrangian { .. } => "the augmented Lagrangian",
        LoopMethod::GearGuptaLeimkuhler => "a second multiplier (Gear, Gupta and Leimkuhler)",
        LoopMethod::Partitioning => "integrating independent coordinates only",
    };
    let are = if cuts + constraints == 1 { "is" } else { "are" };
    Some(format!("{} {are} kept by {how}", parts.join(" and ")))
}
