//! The state that small motions are about.

use crate::slot::{fixed, visit};
use crate::text::Expressions;
use crate::{Dynamics, Integrator, LoopMethod, NodeId, Range, Simulation, SimulationStart};

/// About which state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
pub enum ModesAbout {
    /// The equilibrium that is nearest to the start.
    Equilibrium,
    /// What the elements' starts say, which has to stay.
    Start,
    /// The equilibrium that is nearest to what a motion has come to.
    After(After),
}

/// A motion that leads to a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
pub struct After {
    /// s
    pub duration: NodeId,
    /// Of the time, s.
    pub step: NodeId,
    pub from: SimulationStart,
}

impl After {
    /// The motion as an analysis of its own.
    pub fn simulation(self, name: &str) -> Simulation {
        let Self { duration, step, from } = self;
        Simulation {
            name: name.to_owned(),
            duration,
            every: duration,
            discard: None,
            integrator: Integrator::EnergyMomentum {
                step,
                tolerance: None,
                project_velocities: false,
            },
            dynamics: Dynamics::Constrained,
            loops: LoopMethod::Projection,
            from,
        }
    }
}

impl ModesAbout {
    /// Its line in the text of a graph.
    pub(crate) fn text(self, expressions: &Expressions) -> String {
        let scalar = |node| expressions.scalar(node);
        match self {
            ModesAbout::Equilibrium => "about equilibrium".to_owned(),
            ModesAbout::Start => "about start".to_owned(),
            ModesAbout::After(After { duration, step, from }) => {
                let from = match from {
                    SimulationStart::Written => "",
                    SimulationStart::Equilibrium => " from equilibrium",
                };
                format!("about after {} step {}{from}", scalar(duration), scalar(step))
            }
        }
    }
}

visit!(ModesAbout, |about, see| {
    match about {
        ModesAbout::Equilibrium | ModesAbout::Start => {}
        ModesAbout::After(After { duration, step, from: _ }) => {
            fixed("duration").within(Range::Positive).each([duration], see);
            fixed("step").within(Range::Positive).each([step], see);
        }
    }
});
