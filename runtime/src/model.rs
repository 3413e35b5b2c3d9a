//! A graph ready to run.

use std::sync::Arc;

use cdl_graph::{Analysis, ModesAbout};

use crate::constrained::{ConstrainedModel, ImplicitMethod};
use crate::mechanism::{Mechanism, Span, State, Stepping};
use crate::recursive::RecursiveModel;
use crate::recursive::step::Method;

/// A mechanism with what is to be done with it: constant while it runs. Built by [`crate::assemble`].
#[derive(Clone, Debug)]
pub struct Model {
    pub(crate) mechanism: Arc<Mechanism>,
    /// Where a run begins, in nobody's coordinates.
    pub(crate) start: State,
    pub(crate) size: Size,
    /// Why the formulation was chosen and what is special about the mechanism, one sentence each.
    pub(crate) reasons: Vec<String>,
    pub(crate) solver: Solver,
}

/// What is done with a mechanism, with what that needs.
#[derive(Clone, Debug)]
pub(crate) enum Solver {
    Simulation(Simulation),
    /// Where it is at rest.
    Equilibrium(Rest),
    /// Small motions about a state that stays.
    Modes(Modes),
}

/// A motion over a span of time.
#[derive(Clone, Debug)]
pub(crate) struct Simulation {
    pub(crate) span: Span,
    pub(crate) steps: Steps,
}

/// In which formulation a mechanism moves.
#[derive(Clone, Debug)]
pub(crate) enum Steps {
    /// From the start, or from the equilibrium nearest to it.
    Explicit { method: Method, model: Box<RecursiveModel>, rest: Option<Rest> },
    /// With the tolerance of the equilibrium that it starts from, if it does.
    Implicit { method: ImplicitMethod, model: Box<ConstrainedModel>, from_rest: Option<f64> },
}

/// How an equilibrium is looked for.
#[derive(Clone, Debug)]
pub(crate) struct Rest {
    pub(crate) model: Box<ConstrainedModel>,
    /// Of forces left over, relative to the largest.
    pub(crate) tolerance: f64,
}

/// How small motions are looked for.
#[derive(Clone, Debug)]
pub(crate) struct Modes {
    /// How the state is found that they are about.
    pub(crate) rest: Rest,
    pub(crate) about: ModesAbout,
    /// How many are wanted.
    pub(crate) count: usize,
    /// Parameters, where the equations themselves are wanted, too.
    pub(crate) inputs: Option<Vec<String>>,
}

impl Solver {
    /// The integrator, or how an equilibrium is looked for, with its numbers.
    pub(crate) fn in_words(&self) -> String {
        match self {
            Solver::Simulation(simulation) => simulation.steps.stepping().in_words(),
            Solver::Modes(Modes { about, .. }) => {
                let about = match about {
                    ModesAbout::Equilibrium => "the equilibrium",
                    ModesAbout::Start => "the start",
                };
                format!(
                    "Krylov spaces of the inverse with a shift, of the equations linearized about {about}"
                )
            }
            Solver::Equilibrium(Rest { tolerance, .. }) => format!(
                "damped Newton steps along a motion that comes to rest, relative tolerance {tolerance:e}"
            ),
        }
    }
}

impl Steps {
    pub(crate) fn stepping(&self) -> Stepping {
        match *self {
            Steps::Explicit { method, .. } => Stepping::Explicit(method),
            Steps::Implicit { method, .. } => Stepping::Implicit(method),
        }
    }
}

/// How large the model is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    /// Bodies that move by the equations of motion.
    pub bodies: usize,
    /// Bodies whose motion is given.
    pub prescribed: usize,
    pub joints: usize,
    pub winches: usize,
    pub sheaves: usize,
    pub cables: usize,
    /// Rigid links, and segments of lumped cables.
    pub links: usize,
    /// Degrees of freedom.
    pub freedoms: u64,
}

impl Model {
    /// The model's name.
    pub fn name(&self) -> &str {
        &self.mechanism.graph.name
    }

    /// The experiment's name.
    pub(crate) fn experiment(&self) -> &str {
        match &self.mechanism.graph.analysis {
            Analysis::Simulate(simulation) => &simulation.name,
            Analysis::Equilibrium(equilibrium) => &equilibrium.name,
            Analysis::Modes(modes) => &modes.name,
            Analysis::None => "",
        }
    }

    pub fn size(&self) -> Size {
        self.size
    }

    /// Where everything is at the start of a run, and how it moves.
    pub fn start(&self) -> &State {
        &self.start
    }
}
