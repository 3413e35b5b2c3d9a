//! What is to be simulated, and with which integrator.

use cdl_graph::{Analysis, Integrator, NodeId, SimulationStart};

use super::{Assembly, Owner, Problem};
use crate::constrained::ImplicitMethod;
use crate::integrate::Method;
use crate::mechanism::{Settings, Stepping};

/// Of an equilibrium that a simulation starts from: that of an `equilibrium` unless told otherwise.
const START_TOLERANCE: f64 = 1e-10;

/// `None` when something is wrong; the errors are in the assembly.
pub(super) fn settings(assembly: &mut Assembly<'_>) -> Option<Settings> {
    let graph = assembly.graph;
    let before = assembly.errors.len();
    let simulation = match &graph.analysis {
        Analysis::Simulate(simulation) => simulation,
        Analysis::Equilibrium(equilibrium) => {
            let tolerance = positive(assembly, "tolerance", equilibrium.tolerance);
            return (assembly.errors.len() == before).then(|| Settings {
                experiment: equilibrium.name.clone(),
                duration: 0.0,
                every: 1.0,
                stepping: Stepping::Rest { tolerance },
                from_rest: None,
            });
        }
        Analysis::None => {
            assembly.fail(Owner::Experiment, Problem::NotPlanned);
            return None;
        }
    };
    let duration = positive(assembly, "duration", simulation.duration);
    let every = positive(assembly, "interval of the rows", simulation.every);
    let stepping = match simulation.integrator {
        Integrator::Rk4 { step } => {
            Stepping::Explicit(Method::Rk4 { step: positive(assembly, "step", step) })
        }
        Integrator::Leapfrog { step } => {
            Stepping::Explicit(Method::Leapfrog { step: positive(assembly, "step", step) })
        }
        Integrator::Rk45 { relative_tolerance, absolute_tolerance, max_step } => {
            Stepping::Explicit(Method::Rk45 {
                relative_tolerance: positive(assembly, "relative tolerance", relative_tolerance),
                absolute_tolerance: positive(assembly, "absolute tolerance", absolute_tolerance),
                max_step: max_step
                    .map_or(f64::INFINITY, |step| positive(assembly, "longest step", step)),
            })
        }
        Integrator::EnergyMomentum { step, tolerance, project_velocities } => {
            Stepping::Implicit(ImplicitMethod::EnergyMomentum {
                step: positive(assembly, "step", step),
                tolerance: tolerance.map(|node| positive(assembly, "tolerance", node)),
                project_velocities,
            })
        }
        Integrator::Midpoint { step } => {
            Stepping::Implicit(ImplicitMethod::Midpoint { step: positive(assembly, "step", step) })
        }
        Integrator::GeneralizedAlpha { step, spectral_radius } => {
            let spectral_radius = assembly.scalar(spectral_radius);
            let fine = (0.0..=1.0).contains(&spectral_radius);
            let expected = "a number from 0 to 1";
            assembly.require(Owner::Experiment, "spectral radius", spectral_radius, fine, expected);
            let step = positive(assembly, "step", step);
            Stepping::Implicit(ImplicitMethod::GeneralizedAlpha { step, spectral_radius })
        }
    };
    let shortest = match stepping {
        Stepping::Explicit(Method::Rk4 { step } | Method::Leapfrog { step }) => step,
        Stepping::Explicit(Method::Rk45 { max_step, .. }) => max_step,
        Stepping::Implicit(method) => method.longest_step(),
        Stepping::Rest { .. } => f64::INFINITY,
    };
    // So many steps would take more than a year, and so many rows would fill any disk.
    let mut limit = |field, count: f64, most: f64, expected| {
        let fine = count <= most || assembly.errors.len() > before;
        assembly.require(Owner::Experiment, field, count, fine, expected);
    };
    limit("number of steps", duration / shortest, 1e13, "at most 1e13: a longer step");
    limit("number of recorded rows", duration / every, 1e9, "at most 1e9: a longer `every`");
    (assembly.errors.len() == before).then(|| Settings {
        experiment: simulation.name.clone(),
        duration,
        every,
        stepping,
        from_rest: match simulation.from {
            SimulationStart::Written => None,
            SimulationStart::Equilibrium => Some(START_TOLERANCE),
        },
    })
}

fn positive(assembly: &mut Assembly<'_>, field: &'static str, node: NodeId) -> f64 {
    let value = assembly.scalar(node);
    assembly.require(Owner::Experiment, field, value, value > 0.0, "a positive number");
    value
}
