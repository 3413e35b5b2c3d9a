//! A graph ready to run.

use std::sync::Arc;

use cdl_graph::{Analysis, Over};

use crate::constrained::{ConstrainedModel, ImplicitMethod};
use crate::mechanism::{Mechanism, Span, Stepping};
use crate::recursive::step::Method;
use crate::recursive::{RecursiveModel, Resting};
use crate::results::rounded;

/// A mechanism with what is to be done with it: constant while it runs. Built by [`crate::assemble`].
#[derive(Clone, Debug)]
pub struct Model {
    pub(crate) mechanism: Arc<Mechanism>,
    /// Of everything where a run begins, m.
    pub(crate) extent: f64,
    pub(crate) size: Size,
    /// Why the formulation was chosen and what is special about the mechanism, one sentence each.
    pub(crate) reasons: Vec<String>,
    /// What of the start is not as it may look.
    pub(crate) warnings: Vec<String>,
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
    /// Those that an input keeps up.
    Response(Response),
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

/// About which state small motions are.
#[derive(Clone, Debug)]
pub(crate) enum About {
    /// The equilibrium that is nearest to the start.
    Equilibrium,
    /// The start, which has to stay.
    Start,
    /// The equilibrium that is nearest to where this motion ends.
    After(Box<Model>),
}

/// How small motions are looked for.
#[derive(Clone, Debug)]
pub(crate) struct Modes {
    /// How the state is found that they are about.
    pub(crate) rest: Rest,
    pub(crate) about: About,
    /// How many are wanted.
    pub(crate) count: usize,
    /// Parameters, where the equations themselves are wanted, too.
    pub(crate) inputs: Option<Vec<String>>,
    /// The forest, where sweeps find its small motions.
    pub(crate) swept: Option<Box<RecursiveModel>>,
}

/// Which response is looked for.
#[derive(Clone, Debug)]
pub(crate) struct Response {
    /// How the state is found that it is about.
    pub(crate) base: Base,
    pub(crate) about: About,
    /// A parameter, and its SI unit.
    pub(crate) input: String,
    pub(crate) unit: String,
    pub(crate) points: Points,
}

/// The state that a response is about, and by what it is found.
#[derive(Clone, Debug)]
pub(crate) enum Base {
    /// Searched for, or the start. With the forest, where sweeps find how it swings.
    Searched { rest: Rest, swept: Option<Box<RecursiveModel>> },
    /// A state of rest that sweeps over the forest have found at once, as they will find how it swings.
    Found { rest: Resting, forest: Box<RecursiveModel> },
}

impl Base {
    fn is_swept(&self) -> bool {
        match self {
            Base::Searched { swept, .. } => swept.is_some(),
            Base::Found { .. } => true,
        }
    }
}

/// Periods (s) or frequencies (Hz), in the order of the rows.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Points {
    pub(crate) over: Over,
    pub(crate) at: Vec<f64>,
}

impl Points {
    /// So many from the smaller to the larger, both included.
    pub(crate) fn new(over: Over, (a, b): (f64, f64), count: u32, logarithmic: bool) -> Self {
        let (first, last) = (a.min(b), a.max(b));
        let steps = f64::from(count.saturating_sub(1).max(1));
        let at = |k: u32| {
            let share = f64::from(k) / steps;
            match k {
                0 => first,
                k if k + 1 == count => last,
                _ if logarithmic => first * (last / first).powf(share),
                _ => first + (last - first) * share,
            }
        };
        Self { over, at: (0..count).map(at).collect() }
    }

    /// Those of these frequencies, rad/s, that lie between the ends.
    pub(crate) fn within(&self, turnings: impl Iterator<Item = f64>) -> impl Iterator<Item = f64> {
        let [first, last] =
            [self.at.first(), self.at.last()].map(|own| own.copied().unwrap_or(f64::NAN));
        let places = turnings.map(|own| (own, self.place(own)));
        places.filter(move |(_, at)| *at > first && *at < last).map(|(turning, _)| turning)
    }

    /// Period or frequency, of a frequency in rad/s.
    pub(crate) fn place(&self, turning: f64) -> f64 {
        match self.over {
            Over::Period => std::f64::consts::TAU / turning,
            Over::Frequency => turning / std::f64::consts::TAU,
        }
    }

    /// rad/s
    pub(crate) fn turning(&self, at: f64) -> f64 {
        match self.over {
            Over::Period => std::f64::consts::TAU / at,
            Over::Frequency => std::f64::consts::TAU * at,
        }
    }
}

impl Solver {
    /// The integrator, or how an equilibrium is looked for, with its numbers.
    pub(crate) fn in_words(&self) -> String {
        match self {
            Solver::Simulation(simulation) => simulation.steps.stepping().in_words(),
            Solver::Modes(Modes { about, swept: Some(_), .. }) => {
                let about = in_words(about);
                format!(
                    "transfer matrices of the equations linearized about {about}: signs counted and inverse iterations made by sweeps \
                     from body to body, without a stiffness matrix"
                )
            }
            Solver::Modes(Modes { about, swept: None, .. }) => by_matrices(about),
            Solver::Response(Response { about, points, base, .. }) if base.is_swept() => {
                let about = in_words(about);
                let count = points.at.len();
                format!(
                    "transfer matrices: complex sweeps from body to body for each of {count} points, of the equations linearized about {about}, \
                     without a stiffness matrix"
                )
            }
            Solver::Response(response) => by_complex_matrices(response),
            Solver::Equilibrium(Rest { tolerance, .. }) => format!(
                "damped Newton steps along a motion that comes to rest, relative tolerance {tolerance:e}"
            ),
        }
    }
}

/// How modes are found where sweeps do not come to them.
pub(crate) fn by_matrices(about: &About) -> String {
    let about = in_words(about);
    format!("Krylov spaces of the inverse with a shift, of the equations linearized about {about}")
}

/// How a response is found that is not swept.
pub(crate) fn by_complex_matrices(response: &Response) -> String {
    let (about, count) = (in_words(&response.about), response.points.at.len());
    format!(
        "a sparse complex solution for each of {count} points, of the equations linearized about {about}"
    )
}

fn in_words(about: &About) -> String {
    match about {
        About::Equilibrium => "the equilibrium".to_owned(),
        About::Start => "the start".to_owned(),
        About::After(motion) => match &motion.solver {
            Solver::Simulation(Simulation { span, steps }) => {
                let (duration, stepping) = (rounded(span.duration, 6), steps.stepping().in_words());
                format!("the equilibrium after {duration} s by {stepping}")
            }
            Solver::Equilibrium(_) | Solver::Modes(_) | Solver::Response(_) => {
                "the equilibrium".to_owned()
            }
        },
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
            Analysis::Response(response) => &response.name,
            Analysis::None => "",
        }
    }

    pub fn size(&self) -> Size {
        self.size
    }
}
