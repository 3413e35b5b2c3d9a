//! Nothing that acts on the motion may depend on accelerations, tensions or joint forces: these are
//! its results.

use cdl_graph::{
    Analysis, EnergyPart, Graph, LoadKind, Modes, ModesAbout, Node, NodeId, Origin, Response,
    Sensor, Variability,
};
use rustc_hash::FxHashSet;

use super::{places::Places, quantities};
use crate::diagnostics::{self, Diagnostic};

pub(super) fn run(graph: Graph, places: &Places<'_>, diagnostics: &mut Vec<Diagnostic>) -> Graph {
    rates(&graph, places, diagnostics);
    let reads = |node: &Node| match node {
        Node::Sensor { sensor, .. } => sensor.variability() == Variability::Acceleration,
        _ => false,
    };
    if !graph.signals.nodes.iter().any(|node| reads(&node)) {
        return graph;
    }
    let variabilities = graph.signals.variabilities();
    let mut check = |origin: Option<Origin>, fields: &[&str], what: String, nodes: &[NodeId]| {
        let bad = nodes
            .iter()
            .find(|node| variabilities[node.index()] == Variability::Acceleration)
            .and_then(|node| {
                culprit(&graph, *node, |sensor| sensor.variability() == Variability::Acceleration)
            });
        if let Some(sensor) = bad {
            let name = quantities::name(&graph, sensor);
            let place = fields.iter().map(|field| places.field(origin, field));
            let place =
                place.reduce(|found, next| if found == places.of(origin) { next } else { found });
            let place = place.unwrap_or_else(|| places.of(origin));
            diagnostics.push(diagnostics::depends_on_acceleration(place, &what, &name, None));
        }
    };
    for load in &graph.loads {
        let force = format!("the force `{}`", load.path);
        match &load.kind {
            LoadKind::Force { value, .. } => check(load.origin, &["law"], force, value),
            LoadKind::Torque { value, .. } => {
                check(load.origin, &["law"], format!("the torque `{}`", load.path), value);
            }
            LoadKind::Spring { law, .. } if law.stores_energy() => {
                for (name, node) in law.named_numbers() {
                    check(load.origin, &[name], format!("the spring `{}`", load.path), &[node]);
                }
            }
            LoadKind::Spring { law, .. } => check(load.origin, &["law"], force, &law.numbers()),
        }
    }
    for joint in &graph.joints {
        for axis in joint.coordinates.iter().chain(joint.isotropic.as_deref()) {
            let nodes = [axis.effort, axis.stiffness, axis.damping, axis.friction, axis.rest];
            let what = format!("the effort of the joint `{}`", joint.path);
            check(joint.origin, &["torque", "force"], what, &nodes);
        }
    }
    let environment = &graph.environment;
    for (name, fluid) in [("wind", &environment.air), ("current", &environment.water)] {
        if let Some(fluid) = fluid {
            check(environment.origin, &[], format!("the {name}"), &fluid.velocity);
        }
    }
    if let Some(level) = environment.water_level {
        check(environment.origin, &[], "the water's level".to_owned(), &[level]);
    }
    graph
}

/// Rates of states: under implicit steps they come before accelerations, and the ledger after all of them.
fn rates(graph: &Graph, places: &Places<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let comes_first = come_before_accelerations(&graph.analysis);
    let is_ledger = |sensor: Sensor| match sensor {
        Sensor::Energy(part) => match part {
            EnergyPart::Dissipated
            | EnergyPart::Work
            | EnergyPart::Impacts
            | EnergyPart::Events
            | EnergyPart::Balance => true,
            EnergyPart::Kinetic | EnergyPart::Gravity | EnergyPart::Elastic | EnergyPart::Total => {
                false
            }
        },
        _ => false,
    };
    let is_late = |sensor: Sensor| sensor.variability() == Variability::Acceleration;
    for (state, rate) in graph.states.iter().filter_map(|state| Some((state, state.rate?))) {
        let place = places.field(state.origin, "rate");
        if let Some(sensor) = culprit(graph, rate, is_ledger) {
            let name = quantities::name(graph, sensor);
            diagnostics.push(diagnostics::rate_depends_on_ledger(place, &state.path, &name));
        } else if comes_first && let Some(sensor) = culprit(graph, rate, is_late) {
            let name = quantities::name(graph, sensor);
            diagnostics.push(diagnostics::rate_depends_on_acceleration(place, &state.path, &name));
        }
    }
}

/// Whether rates of states are evaluated before accelerations are known.
fn come_before_accelerations(analysis: &Analysis) -> bool {
    match analysis {
        // States keep their starts there, but in a motion that leads to a state.
        Analysis::None | Analysis::Equilibrium(_) => false,
        Analysis::Modes(Modes { about, .. }) | Analysis::Response(Response { about, .. }) => {
            matches!(about, ModesAbout::After(_))
        }
        Analysis::Simulate(simulation) => simulation.is_constrained(),
    }
}

/// A sensor of some sort that a node depends on.
fn culprit(graph: &Graph, node: NodeId, is_one: impl Fn(Sensor) -> bool) -> Option<Sensor> {
    let equation =
        |var: cdl_graph::VarId| graph.signals.equations.iter().find(|equation| equation.var == var);
    let mut seen = FxHashSet::default();
    let mut stack = vec![node];
    while let Some(id) = stack.pop() {
        if !seen.insert(id) {
            continue;
        }
        let node = graph.signals.node(id);
        match node {
            Node::Sensor { sensor, .. } if is_one(sensor) => return Some(sensor),
            Node::Var(var) => stack.extend(equation(var).map(|equation| equation.value)),
            _ => {}
        }
        stack.extend(node.operands());
    }
    None
}
