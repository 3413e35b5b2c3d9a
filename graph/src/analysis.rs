//! What is to be done with a model.

use std::fmt::Write;

use crate::about::ModesAbout;
use crate::slot::{fixed, timed, visit};
use crate::text::{Expressions, section};
use crate::{Graph, NodeId, Range};

#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub enum Analysis {
    /// Only check and print.
    None,
    Simulate(Simulation),
    /// Where everything is at rest.
    Equilibrium(Equilibrium),
    /// Small motions about a state that stays.
    Modes(Modes),
    /// Small motions that an input keeps up.
    Response(Response),
}

impl Analysis {
    /// The experiment's name.
    pub fn name(&self) -> Option<&str> {
        match self {
            Analysis::None => None,
            Analysis::Simulate(simulation) => Some(&simulation.name),
            Analysis::Equilibrium(equilibrium) => Some(&equilibrium.name),
            Analysis::Modes(modes) => Some(&modes.name),
            Analysis::Response(response) => Some(&response.name),
        }
    }
}

/// The static state that is nearest to the start, found in the constrained formulation.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Equilibrium {
    /// The experiment's name.
    pub name: String,
    /// Of the residual forces, relative to the largest force in the model.
    pub tolerance: NodeId,
}

/// The slowest small motions, found in the constrained formulation.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Modes {
    /// The experiment's name.
    pub name: String,
    /// How many.
    pub count: u32,
    pub about: ModesAbout,
    /// Of the search for the equilibrium, as [`Equilibrium::tolerance`].
    pub tolerance: NodeId,
    /// The parameters that are inputs, where the equations themselves are wanted, too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inputs: Option<Vec<String>>,
}

/// The motion that is left when one input swings, found in the constrained formulation.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Response {
    /// The experiment's name.
    pub name: String,
    /// The parameter that swings. Its rate and its acceleration at time 0 are parameters as well: see [`Self::of_rate`].
    pub input: String,
    /// SI; empty for a number.
    pub unit: String,
    /// The input as a function of time.
    pub signal: NodeId,
    pub over: Over,
    /// s or Hz
    pub first: NodeId,
    pub last: NodeId,
    /// How many, both included.
    pub count: u32,
    /// Whether ratios of neighbours are equal, and not their differences.
    pub logarithmic: bool,
    pub about: ModesAbout,
    /// Of the search for the equilibrium, as [`Equilibrium::tolerance`].
    pub tolerance: NodeId,
}

impl Response {
    /// The name of the parameter that is the rate of an input; no name that is written has a prime.
    pub fn of_rate(input: &str) -> String {
        format!("{input}'")
    }

    /// And of the one that is its acceleration.
    pub fn of_acceleration(input: &str) -> String {
        format!("{input}''")
    }
}

/// What the rows of a response go along.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
pub enum Over {
    Period,
    Frequency,
}

#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Simulation {
    /// The experiment's name.
    pub name: String,
    /// s
    pub duration: NodeId,
    /// Time between recorded rows, s.
    pub every: NodeId,
    /// Where statistics begin, s; absent for the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub discard: Option<NodeId>,
    pub integrator: Integrator,
    pub dynamics: Dynamics,
    /// How the recursive formulation keeps loops and constraints.
    pub loops: LoopMethod,
    /// From what state.
    pub from: SimulationStart,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
pub enum SimulationStart {
    /// What the elements' starts say, made consistent.
    Written,
    /// The equilibrium nearest to that, at rest.
    Equilibrium,
}

/// How the recursive formulation keeps what closes loops: `g` are the closing constraints, `J` their
/// Jacobian in joint velocities, `Λ = J M^-1 J^T`.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub enum LoopMethod {
    /// Accelerations satisfy the constraints; after each step positions and velocities are
    /// projected on them in the metric of the mass matrix.
    Projection,
    /// `J a = ζ - 2 rate ġ - rate^2 g`; `rate` in 1/s.
    Baumgarte { rate: NodeId },
    /// Forces `-stiffness g - damping ġ` in place of the constraints; `mass` is a multiple of
    /// `Λ^-1`, `rate` the natural frequency in 1/s.
    Penalty { mass: NodeId, rate: NodeId },
    /// The penalty method, iterated until the accelerations satisfy the constraints.
    AugmentedLagrangian { mass: NodeId, rate: NodeId },
    /// Gear, Gupta and Leimkuhler: a second multiplier keeps the velocities, too.
    GearGuptaLeimkuhler,
    /// Only independent coordinates are integrated, the others follow from the constraints.
    Partitioning,
}

#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub enum Integrator {
    /// Classical Runge-Kutta of order 4 with a fixed step in s.
    Rk4 { step: NodeId },
    /// Runge-Kutta-Fehlberg 4(5) with error control and dense output.
    Rk45 { relative_tolerance: NodeId, absolute_tolerance: NodeId, max_step: Option<NodeId> },
    /// Symmetric kick-drift-kick of order 2 with a fixed step in s.
    Leapfrog { step: NodeId },
    /// The energy- and momentum-conserving midpoint scheme with discrete gradients, order 2;
    /// constrained formulation. With a `tolerance` (relative) the step adapts, at most `step`.
    EnergyMomentum { step: NodeId, tolerance: Option<NodeId>, project_velocities: bool },
    /// The implicit midpoint rule, order 2; constrained formulation.
    Midpoint { step: NodeId },
    /// Chung and Hulbert's generalized-alpha, order 2; the spectral radius at infinite frequency goes
    /// from 0, which damps the most, to 1, which damps nothing; constrained formulation.
    GeneralizedAlpha { step: NodeId, spectral_radius: NodeId },
}

impl Integrator {
    /// Whether it works on the constrained formulation only.
    pub fn is_constrained(&self) -> bool {
        match self {
            Integrator::Rk4 { .. } | Integrator::Rk45 { .. } | Integrator::Leapfrog { .. } => false,
            Integrator::EnergyMomentum { .. }
            | Integrator::Midpoint { .. }
            | Integrator::GeneralizedAlpha { .. } => true,
        }
    }
}

impl Simulation {
    /// Whether the constrained formulation moves it, by implicit steps.
    pub fn is_constrained(&self) -> bool {
        self.integrator.is_constrained() || self.dynamics == Dynamics::Constrained
    }
}

/// Which formulation computes accelerations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
pub enum Dynamics {
    Auto,
    /// Joint coordinates on a spanning forest, O(N).
    Recursive,
    /// Natural coordinates: points and directors, every joint a constraint.
    Constrained,
    /// The coordinates of the recursive dynamics, accelerations by transfer matrices in Riccati's form.
    TransferMatrix,
}

impl Dynamics {
    /// As it is written in an experiment.
    pub fn name(self) -> &'static str {
        match self {
            Dynamics::Auto => "auto",
            Dynamics::Recursive => "recursive",
            Dynamics::Constrained => "constrained",
            Dynamics::TransferMatrix => "transfer_matrix",
        }
    }
}

visit!(Analysis, |analysis, see| {
    match analysis {
        Analysis::None => {}
        Analysis::Simulate(simulation) => simulation.visit(see),
        Analysis::Equilibrium(Equilibrium { name: _, tolerance }) => {
            fixed("tolerance").within(Range::Positive).each([tolerance], see);
        }
        Analysis::Modes(Modes { name: _, count: _, about, tolerance, inputs: _ }) => {
            about.visit(see);
            fixed("tolerance").within(Range::Positive).each([tolerance], see);
        }
        Analysis::Response(response) => response.visit(see),
    }
});

visit!(Response, |response, see| {
    let Response {
        name: _,
        input: _,
        unit: _,
        signal,
        over: _,
        first,
        last,
        count: _,
        logarithmic: _,
        about,
        tolerance,
    } = response;
    timed("input").each([signal], see);
    about.visit(see);
    fixed("first of the periods or frequencies").within(Range::Positive).each([first], see);
    fixed("last of the periods or frequencies").within(Range::Positive).each([last], see);
    fixed("tolerance").within(Range::Positive).each([tolerance], see);
});

visit!(Simulation, |simulation, see| {
    let Simulation { name: _, duration, every, discard, integrator, dynamics: _, loops, from: _ } =
        simulation;
    fixed("duration").within(Range::Positive).each([duration], see);
    fixed("interval of the rows").within(Range::Positive).each([every], see);
    fixed("time to discard").within(Range::NotNegative).each(discard, see);
    integrator.visit(see);
    loops.visit(see);
});

visit!(Integrator, |integrator, see| {
    let positive = |name| fixed(name).within(Range::Positive);
    match integrator {
        Integrator::Rk4 { step }
        | Integrator::Leapfrog { step }
        | Integrator::Midpoint { step } => positive("step").each([step], see),
        Integrator::Rk45 { relative_tolerance, absolute_tolerance, max_step } => {
            positive("relative tolerance").each([relative_tolerance], see);
            positive("absolute tolerance").each([absolute_tolerance], see);
            positive("longest step").each(max_step, see);
        }
        Integrator::EnergyMomentum { step, tolerance, project_velocities: _ } => {
            positive("step").each([step], see);
            positive("tolerance").each(tolerance, see);
        }
        Integrator::GeneralizedAlpha { step, spectral_radius } => {
            positive("step").each([step], see);
            fixed("spectral radius").within(Range::Between(0.0, 1.0)).each([spectral_radius], see);
        }
    }
});

visit!(LoopMethod, |method, see| {
    let positive = |name| fixed(name).within(Range::Positive);
    match method {
        LoopMethod::Projection | LoopMethod::GearGuptaLeimkuhler | LoopMethod::Partitioning => {}
        LoopMethod::Baumgarte { rate } => positive("rate of the loop closure").each([rate], see),
        LoopMethod::Penalty { mass, rate } | LoopMethod::AugmentedLagrangian { mass, rate } => {
            positive("mass of the loop closure").each([mass], see);
            positive("rate of the loop closure").each([rate], see);
        }
    }
});

pub(crate) fn text(graph: &Graph, expressions: &Expressions) -> String {
    let scalar = |node| expressions.scalar(node);
    match &graph.analysis {
        Analysis::None => String::new(),
        Analysis::Equilibrium(equilibrium) => section(
            "analysis",
            [
                format!("equilibrium {}", equilibrium.name),
                format!("tolerance {}", scalar(equilibrium.tolerance)),
            ],
        ),
        Analysis::Modes(modes) => {
            let mut lines = vec![
                format!("modes {}: {}", modes.name, modes.count),
                modes.about.text(expressions),
                format!("tolerance {}", scalar(modes.tolerance)),
            ];
            lines.extend(modes.inputs.as_ref().map(|own| format!("inputs {}", own.join(", "))));
            section("analysis", lines)
        }
        Analysis::Response(response) => {
            let spacing = if response.logarithmic { " logarithmic" } else { "" };
            let over = format!("{:?}", response.over).to_lowercase();
            let (first, last) = (scalar(response.first), scalar(response.last));
            let lines = [
                format!("response {}: {}", response.name, response.input),
                format!("over {over} {first} to {last} count {}{spacing}", response.count),
                response.about.text(expressions),
                format!("tolerance {}", scalar(response.tolerance)),
            ];
            section("analysis", lines)
        }
        Analysis::Simulate(simulation) => {
            let mut lines = vec![
                format!("simulate {}: {}", simulation.name, scalar(simulation.duration)),
                format!("every {}", scalar(simulation.every)),
                integrator(&simulation.integrator, expressions),
                format!("dynamics {}", simulation.dynamics.name()),
            ];
            lines.extend(simulation.discard.map(|own| format!("discard {}", scalar(own))));
            lines.extend(loops(&simulation.loops, expressions));
            match simulation.from {
                SimulationStart::Written => {}
                SimulationStart::Equilibrium => lines.push("from equilibrium".to_owned()),
            }
            section("analysis", lines)
        }
    }
}

fn integrator(integrator: &Integrator, expressions: &Expressions) -> String {
    let scalar = |node: &NodeId| expressions.scalar(*node);
    match integrator {
        Integrator::Rk4 { step } => format!("rk4 step {}", scalar(step)),
        Integrator::Rk45 { relative_tolerance, absolute_tolerance, max_step } => {
            let mut line = format!(
                "rk45 relative {} absolute {}",
                scalar(relative_tolerance),
                scalar(absolute_tolerance)
            );
            if let Some(max_step) = max_step {
                let _ = write!(line, " max_step {}", scalar(max_step));
            }
            line
        }
        Integrator::Leapfrog { step } => format!("leapfrog step {}", scalar(step)),
        Integrator::EnergyMomentum { step, tolerance, project_velocities } => {
            let mut line = format!("energy_momentum step {}", scalar(step));
            if let Some(tolerance) = tolerance {
                let _ = write!(line, " tolerance {}", scalar(tolerance));
            }
            if *project_velocities {
                line.push_str(" project_velocities");
            }
            line
        }
        Integrator::Midpoint { step } => format!("midpoint step {}", scalar(step)),
        Integrator::GeneralizedAlpha { step, spectral_radius } => {
            let radius = scalar(spectral_radius);
            format!("generalized_alpha step {} spectral radius {radius}", scalar(step))
        }
    }
}

/// Nothing for the usual way.
fn loops(method: &LoopMethod, expressions: &Expressions) -> Option<String> {
    let scalar = |node: &NodeId| expressions.scalar(*node);
    Some(match method {
        LoopMethod::Projection => return None,
        LoopMethod::Baumgarte { rate } => format!("loops baumgarte rate {}", scalar(rate)),
        LoopMethod::Penalty { mass, rate } => {
            format!("loops penalty mass {} rate {}", scalar(mass), scalar(rate))
        }
        LoopMethod::AugmentedLagrangian { mass, rate } => {
            format!("loops augmented_lagrangian mass {} rate {}", scalar(mass), scalar(rate))
        }
        LoopMethod::GearGuptaLeimkuhler => "loops gear_gupta_leimkuhler".to_owned(),
        LoopMethod::Partitioning => "loops partitioning".to_owned(),
    })
}
