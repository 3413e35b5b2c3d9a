//! `simulate`: how long, by which method, and what becomes of loops.

use cdl_graph::{
    Dynamics, Event, Integrator, LoopMethod, Part, Simulation, SimulationStart, Trigger,
};

use super::schema::{self as simulate, Formulation, Loops, Method, StartFrom};
use crate::lower::{Fields, Lowered, Lowering};
use crate::symbolic::Scalars;
use crate::typed::Experiment;

/// How many rows are recorded when nobody says how often.
const ROWS: f64 = 500.0;

impl Lowering<'_> {
    pub(crate) fn simulation(&mut self, experiment: &Experiment) -> Lowered<Simulation> {
        let fields = Fields::Experiment(experiment);
        let duration = fields.value(&simulate::DURATION)?;
        let every = match fields.given(&simulate::EVERY) {
            Some(every) => every,
            None => {
                let rows = self.constant(ROWS);
                self.over(duration, rows)
            }
        };
        let dynamics = match fields.value(&simulate::DYNAMICS)?.0 {
            Formulation::Auto => Dynamics::Auto,
            Formulation::Recursive => Dynamics::Recursive,
            Formulation::Constrained => Dynamics::Constrained,
            Formulation::TransferMatrix => Dynamics::TransferMatrix,
        };
        let from = from(fields)?;
        if let Some(condition) = fields.given(&simulate::UNTIL) {
            let condition = self.truth(condition);
            self.events.push(Event {
                path: "until".to_owned(),
                origin: None,
                trigger: Trigger::When { condition, margin: None, initially: false },
                parts: vec![Part {
                    stop: Some("the condition after `until` has become true".to_owned()),
                    ..Part::default()
                }],
                is_quiet: false,
            });
        }
        let integrator = integrator(fields)?;
        let loops = loop_method(fields)?;
        let name = experiment.name.clone();
        let discard = fields.given(&simulate::DISCARD);
        Ok(Simulation { name, duration, every, discard, integrator, dynamics, loops, from })
    }
}

/// From what state a motion starts.
pub(crate) fn from(fields: Fields<'_>) -> Lowered<SimulationStart> {
    Ok(match fields.value(&simulate::START)?.0 {
        StartFrom::Written => SimulationStart::Written,
        StartFrom::Equilibrium => SimulationStart::Equilibrium,
    })
}

fn integrator(fields: Fields<'_>) -> Lowered<Integrator> {
    let (method, given) = fields.value(&simulate::INTEGRATOR)?;
    let step = || given.value(&simulate::STEP);
    Ok(match method {
        Method::Rk4 => Integrator::Rk4 { step: step()? },
        Method::Rk45 => Integrator::Rk45 {
            relative_tolerance: given.value(&simulate::RK45_RELATIVE)?,
            absolute_tolerance: given.value(&simulate::RK45_ABSOLUTE)?,
            max_step: given.given(&simulate::RK45_MAX_STEP),
        },
        Method::Leapfrog => Integrator::Leapfrog { step: step()? },
        Method::EnergyMomentum => Integrator::EnergyMomentum {
            step: step()?,
            tolerance: given.given(&simulate::ENERGY_MOMENTUM_TOLERANCE),
            project_velocities: given.value(&simulate::ENERGY_MOMENTUM_PROJECT_VELOCITIES)?,
        },
        Method::Midpoint => Integrator::Midpoint { step: step()? },
        Method::GeneralizedAlpha => Integrator::GeneralizedAlpha {
            step: step()?,
            spectral_radius: given.value(&simulate::GENERALIZED_ALPHA_SPECTRAL_RADIUS)?,
        },
    })
}

fn loop_method(fields: Fields<'_>) -> Lowered<LoopMethod> {
    let (loops, given) = fields.value(&simulate::LOOPS)?;
    let mass = || given.value(&simulate::MASS);
    let rate = || given.value(&simulate::RATE);
    Ok(match loops {
        Loops::Projection => LoopMethod::Projection,
        Loops::Baumgarte => LoopMethod::Baumgarte { rate: rate()? },
        Loops::Penalty => LoopMethod::Penalty { mass: mass()?, rate: rate()? },
        Loops::AugmentedLagrangian => {
            LoopMethod::AugmentedLagrangian { mass: mass()?, rate: rate()? }
        }
        Loops::GearGuptaLeimkuhler => LoopMethod::GearGuptaLeimkuhler,
        Loops::Partitioning => LoopMethod::Partitioning,
    })
}
