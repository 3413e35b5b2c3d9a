//! `simulate`: what an experiment asks for.

use cdl_graph::{Analysis, Dynamics, Integrator, LoopMethod, Simulation, SimulationStart};

use super::Lowering;
use super::fields::Fields;
use crate::symbolic::Scalars;
use crate::typed::Experiment;

/// How many rows are recorded when nobody says how often.
const ROWS: f64 = 500.0;
const RELATIVE_TOLERANCE: f64 = 1e-8;
const ABSOLUTE_TOLERANCE: f64 = 1e-10;

impl Lowering<'_> {
    pub(super) fn simulate(&mut self, experiment: &Experiment) -> Option<Analysis> {
        let fields = Fields::Experiment(experiment);
        let duration = fields.scalar("duration")?;
        let every = match fields.scalar("every") {
            Some(every) => every,
            None => {
                let rows = self.constant(ROWS);
                self.signals.over(duration, rows)
            }
        };
        let (method, arguments) = fields.variant("integrator")?;
        let integrator = match method {
            "rk4" => Integrator::Rk4 { step: arguments.scalar("step")? },
            "leapfrog" => Integrator::Leapfrog { step: arguments.scalar("step")? },
            "rk45" => {
                let relative = self.constant(RELATIVE_TOLERANCE);
                let absolute = self.constant(ABSOLUTE_TOLERANCE);
                Integrator::Rk45 {
                    relative_tolerance: arguments.scalar("relative").unwrap_or(relative),
                    absolute_tolerance: arguments.scalar("absolute").unwrap_or(absolute),
                    max_step: arguments.scalar("max_step"),
                }
            }
            _ => return None,
        };
        let dynamics = match fields.variant("dynamics").map(|(name, _)| name) {
            Some("recursive") => Dynamics::Recursive,
            _ => Dynamics::Auto,
        };
        let name = experiment.name.clone();
        Some(Analysis::Simulate(Simulation {
            name,
            duration,
            every,
            integrator,
            dynamics,
            loops: LoopMethod::Projection,
            from: SimulationStart::Written,
        }))
    }
}
