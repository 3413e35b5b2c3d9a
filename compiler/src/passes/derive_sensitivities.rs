//! Loads and rates of states that depend on the motion get their derivatives where an implicit integrator is going to ask
//! for them. What has no derivative, or depends on an algebraic loop, is left out: that slows Newton's
//! iteration and changes no result.

use cdl_graph::{
    Analysis, Graph, JointAxis, LoadKind, Node, NodeId, Sensitivity, Sensor, SimulationStart,
    VarId, Variability,
};
use rustc_hash::{FxHashMap, FxHashSet};

use super::derive_constraints::gives_way;
use crate::symbolic::derivative::{Derivatives, Variable};
use crate::symbolic::{Scalars, Simplified};

/// After the forest is planned, which keeps what this finds.
pub(super) fn run(mut graph: Graph) -> Graph {
    if !asks_for_derivatives(&graph.analysis) || graph.plan.is_none() {
        return graph;
    }
    let equations: FxHashMap<VarId, NodeId> =
        graph.signals.equations.iter().map(|equation| (equation.var, equation.value)).collect();
    let mut signals = std::mem::take(&mut graph.signals);
    let mut simplified = Simplified::new(&mut signals);
    let mut derivatives: FxHashMap<Variable, Derivatives> = FxHashMap::default();
    let mut sensitivities = Vec::new();
    let mut done = FxHashSet::default();
    for node in numbers(&graph) {
        if !done.insert(node) {
            continue;
        }
        for (variable, argument) in arguments(&graph, &simplified, &equations, node) {
            let known = derivatives
                .entry(variable)
                .or_insert_with(|| Derivatives::by(variable).with_middles());
            if let Ok(Some(derivative)) = known.of(&mut simplified, &equations, node) {
                sensitivities.push(Sensitivity { node, argument, derivative });
            }
        }
    }
    graph.signals = signals;
    if let Some(plan) = &mut graph.plan {
        plan.sensitivities = sensitivities;
    }
    graph
}

/// Whether steps or the search for a state of rest ask for them.
fn asks_for_derivatives(analysis: &Analysis) -> bool {
    match analysis {
        Analysis::None => false,
        Analysis::Equilibrium(_) | Analysis::Modes(_) | Analysis::Response(_) => true,
        Analysis::Simulate(simulation) => {
            simulation.is_constrained() || simulation.from == SimulationStart::Equilibrium
        }
    }
}

/// All numbers that loads consist of, and the rates of states.
fn numbers(graph: &Graph) -> Vec<NodeId> {
    let mut numbers = Vec::new();
    for load in &graph.loads {
        match &load.kind {
            LoadKind::Force { value, .. } | LoadKind::Torque { value, .. } => numbers.extend(value),
            LoadKind::Spring { law, .. } => numbers.extend(law.numbers()),
        }
    }
    for joint in &graph.joints {
        for axis in joint.coordinates.iter().chain(joint.isotropic.as_deref()) {
            let JointAxis { stiffness, rest, damping, friction, friction_speed, effort, drive: _ } =
                axis;
            numbers.extend([stiffness, rest, damping, friction, friction_speed, effort]);
        }
    }
    numbers.extend(graph.states.iter().filter_map(|state| state.rate));
    numbers
}

/// The components of sensors that a node reads, directly or through variables, each with one node of
/// it. What follows from accelerations is refused elsewhere; sums over the whole model are taken as
/// they are.
fn arguments(
    graph: &Graph,
    signals: &impl Scalars,
    equations: &FxHashMap<VarId, NodeId>,
    node: NodeId,
) -> Vec<(Variable, NodeId)> {
    let mut found: Vec<(Variable, NodeId)> = Vec::new();
    let mut seen = FxHashSet::default();
    let mut known = FxHashSet::default();
    let mut stack = vec![node];
    while let Some(id) = stack.pop() {
        if !seen.insert(id) {
            continue;
        }
        let node = signals.node(id);
        match node {
            Node::Sensor { sensor, component } => {
                let variable = Variable::Sensor(sensor, component);
                if is_local(sensor) && gives_way(graph, sensor) && known.insert(variable) {
                    found.push((variable, id));
                }
            }
            Node::Var(var) => stack.extend(equations.get(&var)),
            _ => {}
        }
        stack.extend(node.operands());
    }
    found.sort_unstable_by_key(|(_, node)| *node);
    found
}

fn is_local(sensor: Sensor) -> bool {
    match sensor {
        Sensor::Frame { .. } | Sensor::Joint { .. } | Sensor::Cable { .. } => {
            sensor.variability() == Variability::State
        }
        Sensor::State(_) => true,
        Sensor::Multiplier { .. }
        | Sensor::Statistic(_)
        | Sensor::Energy(_)
        | Sensor::Momentum
        | Sensor::AngularMomentum => false,
    }
}
