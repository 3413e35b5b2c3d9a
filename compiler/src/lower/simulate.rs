//! `simulate`: what an experiment does with a model.

use cdl_graph::{Analysis, Dynamics, Integrator, Simulation};

use super::Lowering;
use super::fields::Fields;
use crate::diagnostics;
use crate::symbolic::Scalars;
use crate::typed::Experiment;

/// Rows that are recorded where the model does not say how often.
const ROWS: f64 = 500.0;

pub(super) fn simulation(lowering: &mut Lowering, experiment: &Experiment) -> Option<Analysis> {
    let fields = &experiment.fields;
    let Some(duration) = fields.scalar("duration") else {
        lowering.report(diagnostics::no_analysis(experiment.place, &experiment.name));
        return None;
    };
    let every = match fields.scalar("every") {
        Some(every) => every,
        None => {
            let rows = lowering.signals.constant(ROWS);
            lowering.signals.over(duration, rows)
        }
    };
    let method = fields.variant("integrator")?;
    let integrator = match method.name {
        "rk4" => Integrator::Rk4 { step: method.scalar("step")? },
        "leapfrog" => Integrator::Leapfrog { step: method.scalar("step")? },
        "rk45" => Integrator::Rk45 {
            relative_tolerance: method.scalar("relative")?,
            absolute_tolerance: method.scalar("absolute")?,
            max_step: method.scalar("max_step"),
        },
        _ => return None,
    };
    let dynamics = match fields.variant("dynamics").map(|dynamics| dynamics.name) {
        Some("recursive") => Dynamics::Recursive,
        _ => Dynamics::Auto,
    };
    Some(Analysis::Simulate(Simulation {
        name: experiment.name.clone(),
        duration,
        every,
        integrator,
        dynamics,
    }))
}
