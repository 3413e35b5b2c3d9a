//! A graph ready to run.

use std::sync::Arc;

use crate::constrained::{ConstrainedModel, ImplicitMethod};
use crate::mechanism::{Mechanism, Settings, State};
use crate::recursive::RecursiveModel;
use crate::recursive::step::Method;

/// A mechanism with what is to be done with it: constant while it runs. Built by [`crate::assemble`].
#[derive(Clone, Debug)]
pub struct Model {
    pub(crate) mechanism: Arc<Mechanism>,
    pub(crate) settings: Settings,
    /// Where a run begins, in nobody's coordinates.
    pub(crate) start: State,
    pub(crate) size: Size,
    /// Why the formulation was chosen and what is special about the mechanism, one sentence each.
    pub(crate) reasons: Vec<String>,
    pub(crate) solver: Solver,
}

/// In which formulation a mechanism is solved, with what that needs.
#[derive(Clone, Debug)]
pub(crate) enum Solver {
    /// From the start, or from the equilibrium nearest to it.
    Explicit { method: Method, model: Box<RecursiveModel>, rest: Option<Rest> },
    /// With the tolerance of the equilibrium that it starts from, if it does.
    Implicit { method: ImplicitMethod, model: Box<ConstrainedModel>, from_rest: Option<f64> },
    /// Where it is at rest.
    Equilibrium(Rest),
}

/// How an equilibrium is looked for.
#[derive(Clone, Debug)]
pub(crate) struct Rest {
    pub(crate) model: Box<ConstrainedModel>,
    /// Of forces left over, relative to the largest.
    pub(crate) tolerance: f64,
}

/// How large the model is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    /// Bodies that move by the equations of motion.
    pub bodies: usize,
    /// Bodies whose motion is given.
    pub prescribed: usize,
    pub joints: usize,
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

    pub fn size(&self) -> Size {
        self.size
    }

    /// Where everything is at the start of a run, and how it moves.
    pub fn start(&self) -> &State {
        &self.start
    }
}
