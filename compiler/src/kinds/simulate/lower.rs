//! `simulate`: how long, by which method, and what becomes of loops.

use cdl_graph::{Dynamics, Integrator, LoopMethod, Simulation, SimulationStart};

use crate::lower::{Fields, Lowering};
use crate::symbolic::Scalars;
use crate::typed::Experiment;

/// How many rows are recorded when nobody says how often.
const ROWS: f64 = 500.0;

impl Lowering<'_> {
    pub(crate) fn simulation(&mut self, experiment: &Experiment) -> Option<Simulation> {
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
        let dynamics = match fields.variant("dynamics")?.0 {
            "auto" => Dynamics::Auto,
            "recursive" => Dynamics::Recursive,
            "constrained" => Dynamics::Constrained,
            _ => return None,
        };
        let from = match fields.variant("start")?.0 {
            "written" => SimulationStart::Written,
            "equilibrium" => SimulationStart::Equilibrium,
            _ => return None,
        };
        let integrator = integrator(method, arguments)?;
        let loops = loop_method(fields)?;
        let name = experiment.name.clone();
        Some(Simulation { name, duration, every, integrator, dynamics, loops, from })
    }
}

fn integrator(method: &str, arguments: Fields<'_>) -> Option<Integrator> {
    let step = arguments.scalar("step");
    Some(match method {
        "rk4" => Integrator::Rk4 { step: step? },
        "rk45" => Integrator::Rk45 {
            relative_tolerance: arguments.scalar("relative")?,
            absolute_tolerance: arguments.scalar("absolute")?,
            max_step: arguments.scalar("max_step"),
        },
        "leapfrog" => Integrator::Leapfrog { step: step? },
        "energy_momentum" => Integrator::EnergyMomentum {
            step: step?,
            tolerance: arguments.scalar("tolerance"),
            project_velocities: arguments.boolean("project_velocities")?,
        },
        "midpoint" => Integrator::Midpoint { step: step? },
        "generalized_alpha" => Integrator::GeneralizedAlpha {
            step: step?,
            spectral_radius: arguments.scalar("spectral_radius")?,
        },
        _ => return None,
    })
}

fn loop_method(fields: Fields<'_>) -> Option<LoopMethod> {
    let (method, arguments) = fields.variant("loops")?;
    let (mass, rate) = (arguments.scalar("mass"), arguments.scalar("rate"));
    Some(match method {
        "projection" => LoopMethod::Projection,
        "baumgarte" => LoopMethod::Baumgarte { rate: rate? },
        "penalty" => LoopMethod::Penalty { mass: mass?, rate: rate? },
        "augmented_lagrangian" => LoopMethod::AugmentedLagrangian { mass: mass?, rate: rate? },
        "gear_gupta_leimkuhler" => LoopMethod::GearGuptaLeimkuhler,
        "partitioning" => LoopMethod::Partitioning,
        _ => return None,
    })
}
