//! What is to be simulated, and with which integrator.
//!
//! Times in s. Relative tolerances have no unit; absolute ones are in that of each coordinate.
//!
//! The integrator decides on the formulation: explicit steps are taken on the forest, implicit ones
//! and equilibria in natural coordinates. Whether a run would be endless is looked at here, before
//! anything is built for it.

use cdl_graph::{
    Analysis, Graph, Integrator, Modes, ModesAbout, Motion, Node, NodeId, SimulationStart, Trigger,
};

use super::{Assembly, Owner, Problem};
use crate::constrained::ImplicitMethod;
use crate::mechanism::{Span, Stepping};
use crate::recursive::step::Method;

/// Of an equilibrium that a simulation starts from: that of an `equilibrium` unless told otherwise.
const START_TOLERANCE: f64 = 1e-10;

/// What is to be done, in numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Task {
    /// With the tolerance of the equilibrium that the run starts from, if it does.
    Simulation { span: Span, stepping: Stepping, from_rest: Option<f64> },
    /// Of forces left over, relative to the largest.
    Equilibrium { tolerance: f64 },
    /// With the tolerance of the equilibrium that they are about.
    Modes { count: usize, about: ModesAbout, tolerance: f64 },
    /// With the tolerance of the equilibrium that it is about.
    Response { about: ModesAbout, tolerance: f64 },
}

impl Task {
    /// Of a simulation; the others have none.
    pub(super) fn stepping(&self) -> Option<Stepping> {
        match *self {
            Task::Simulation { stepping, .. } => Some(stepping),
            Task::Equilibrium { .. } | Task::Modes { .. } | Task::Response { .. } => None,
        }
    }

    /// Whether it is a run that starts from an equilibrium.
    pub(super) fn starts_at_rest(&self) -> bool {
        matches!(self, Task::Simulation { from_rest: Some(_), .. })
    }
}

/// `None` when something is wrong; the errors are in the assembly.
pub(super) fn task(assembly: &mut Assembly<'_>) -> Option<Task> {
    let graph = assembly.graph;
    let before = assembly.errors.len();
    let simulation = match &graph.analysis {
        Analysis::Simulate(simulation) => simulation,
        Analysis::Equilibrium(equilibrium) => {
            let tolerance = assembly.scalar(equilibrium.tolerance);
            return (assembly.errors.len() == before).then_some(Task::Equilibrium { tolerance });
        }
        Analysis::Modes(modes) => {
            let tolerance = assembly.scalar(modes.tolerance);
            given_motions(assembly, modes.about, None);
            let Modes { count, about, .. } = *modes;
            let task = Task::Modes { count: count as usize, about, tolerance };
            return (assembly.errors.len() == before).then_some(task);
        }
        Analysis::Response(response) => {
            let tolerance = assembly.scalar(response.tolerance);
            let about = response.about;
            given_motions(assembly, about, Some(response.signal));
            let task = Task::Response { about, tolerance };
            return (assembly.errors.len() == before).then_some(task);
        }
        Analysis::None => {
            assembly.fail(Owner::Experiment, Problem::NotPlanned);
            return None;
        }
    };
    let duration = assembly.scalar(simulation.duration);
    let every = assembly.scalar(simulation.every);
    let stepping = match simulation.integrator {
        Integrator::Rk4 { step } => Stepping::Explicit(Method::Rk4 { step: assembly.scalar(step) }),
        Integrator::Leapfrog { step } => {
            Stepping::Explicit(Method::Leapfrog { step: assembly.scalar(step) })
        }
        Integrator::Rk45 { relative_tolerance, absolute_tolerance, max_step } => {
            Stepping::Explicit(Method::Rk45 {
                relative_tolerance: assembly.scalar(relative_tolerance),
                absolute_tolerance: assembly.scalar(absolute_tolerance),
                max_step: max_step.map_or_else(
                    || longest_step(assembly.graph, duration),
                    |step| assembly.scalar(step),
                ),
            })
        }
        Integrator::EnergyMomentum { step, tolerance, project_velocities } => {
            Stepping::Implicit(ImplicitMethod::EnergyMomentum {
                step: assembly.scalar(step),
                tolerance: tolerance.map(|node| assembly.scalar(node)),
                project_velocities,
            })
        }
        Integrator::Midpoint { step } => {
            Stepping::Implicit(ImplicitMethod::Midpoint { step: assembly.scalar(step) })
        }
        Integrator::GeneralizedAlpha { step, spectral_radius } => {
            let spectral_radius = assembly.scalar(spectral_radius);
            let step = assembly.scalar(step);
            Stepping::Implicit(ImplicitMethod::GeneralizedAlpha { step, spectral_radius })
        }
    };
    let shortest = match stepping {
        Stepping::Explicit(Method::Rk4 { step } | Method::Leapfrog { step }) => step,
        Stepping::Explicit(Method::Rk45 { max_step, .. }) => max_step,
        Stepping::Implicit(method) => method.longest_step(),
    };
    // So many steps would take more than a year, and so many rows would fill any disk.
    let mut limit = |field, count: f64, most: f64, expected| {
        let fine = count <= most || assembly.errors.len() > before;
        assembly.require(Owner::Experiment, field, count, fine, expected);
    };
    limit("number of steps", duration / shortest, 1e13, "at most 1e13: a longer step");
    limit("number of recorded rows", duration / every, 1e9, "at most 1e9: a longer `every`");
    let from_rest = match simulation.from {
        SimulationStart::Written => None,
        SimulationStart::Equilibrium => Some(START_TOLERANCE),
    };
    let span = Span { duration, every };
    (assembly.errors.len() == before).then_some(Task::Simulation { span, stepping, from_rest })
}

/// Small motions are about a state that stays, so nothing may be moved as a function of time, but by an input that swings, and
/// on the way to the state.
fn given_motions(assembly: &mut Assembly<'_>, about: ModesAbout, input: Option<NodeId>) {
    if matches!(about, ModesAbout::After(_)) {
        return;
    }
    let graph = assembly.graph;
    let moves = |nodes: &[NodeId]| {
        nodes.iter().any(|&node| !assembly.is_fixed(node) && varies(graph, node, input))
    };
    let bodies = graph.bodies.iter().enumerate().filter_map(|(index, body)| match &body.motion {
        Motion::Prescribed { position, attitude, .. } => {
            (moves(position) || moves(attitude)).then_some(Owner::Body(index))
        }
        Motion::Fixed | Motion::Dynamic { .. } => None,
    });
    let joints = graph.joints.iter().enumerate().filter_map(|(index, joint)| {
        let drives = joint.coordinates.iter().filter_map(|axis| axis.drive.as_ref());
        let mut values = drives.map(|drive| drive.value);
        values.any(|value| moves(&[value])).then_some(Owner::Joint(index))
    });
    let found: Vec<Owner> = bodies.chain(joints).collect();
    for owner in found {
        assembly.fail(owner, Problem::MotionGiven);
    }
}

/// Whether a function of time is one of more than the input.
fn varies(graph: &Graph, node: NodeId, input: Option<NodeId>) -> bool {
    let nodes = &graph.signals.nodes;
    let (mut stack, mut seen) = (vec![node], vec![false; nodes.len()]);
    while let Some(id) = stack.pop() {
        if Some(id) == input || std::mem::replace(&mut seen[id.index()], true) {
            continue;
        }
        match nodes.at(id) {
            Node::Time | Node::Sensor { .. } => return true,
            Node::Var(var) => {
                let equation = graph.signals.equations.iter().find(|own| own.var == var);
                stack.extend(equation.map(|own| own.value));
            }
            node => stack.extend(node.reads()),
        }
    }
    false
}

/// Of steps that follow a tolerance, where nobody says so, s. Steps through a motion that does not change would pass over
/// conditions that only loads or time make true.
fn longest_step(graph: &Graph, duration: f64) -> f64 {
    let waits = graph.events.iter().any(|event| match event.trigger {
        Trigger::When { .. } => true,
        // At a kink nothing is kept that would hide it from the tolerance.
        Trigger::Changes { .. } => !event.parts.is_empty(),
        Trigger::At { .. } | Trigger::Every { .. } | Trigger::AtRest { .. } => false,
    });
    if waits { duration / LEAST_STEPS } else { f64::INFINITY }
}

/// In a run that waits for something.
const LEAST_STEPS: f64 = 1000.0;
