//! From a planned graph to a [`Model`]: numbers resolved and checked, a start found, formulations made.
//!
//! | file | holds |
//! |---|---|
//! | `mechanism`, `uses` | numbers of single elements, and who needs them when |
//! | `products` | what cables are made of, and the pieces that this is cut into |
//! | `bending` | what resists their being bent |
//! | `bodies`, `cables`, `loads`, `loops`, `sensors` | the forest, with references resolved |
//! | `stretches` | rods in a row on ball joints, for a kernel of their own |
//! | `sweeps` | the forest for transfer matrices |
//! | `size`, `alone` | what a model consists of; one formulation by itself |
//! | `start`, `laid`, `consistent`, `splines` | the state at the start, with cables laid out, then moved onto loops and constraints; slopes of splines |
//! | `ropes` | ropes that equations read there |
//! | `stuck` | where nothing can move |
//! | `sides_at_sheaves` | whether the sides of both parts of a rope meet |
//! | `settings`, `parameter` | what is to be done; another value for a parameter |
//! | `about` | what small motions are about |
//! | `error` | what can be wrong |
//!
//! The recursive model is always made, as the start is found on it and the freedoms are counted
//! there; the constrained one is made from that start where the analysis wants it. Functions with
//! an [`Assembly`] put what they find wrong into it and go on as long as that makes sense, so that
//! one run of the compiler tells everything.

mod about;
mod alone;
mod bending;
mod bodies;
mod bsplines;
mod cables;
mod consistent;
mod error;
mod given;
mod laid;
mod latched;
mod loads;
mod loops;
mod mechanism;
mod parameter;
mod products;
mod ropes;
mod sections;
mod sensors;
mod settings;
mod sides_at_sheaves;
mod size;
mod splines;
mod start;
mod stretches;
mod stuck;
mod sweeps;
mod uses;

pub(crate) use alone::{assemble_constrained, assemble_forest};
pub(crate) use bodies::{axis_law, ball_law};
pub use error::{AssemblyError, Problem};
pub use parameter::{UnknownParameter, set_param};
pub(crate) use uses::{Owner, Paths, Use};

use std::mem::take;
use std::sync::Arc;

use cdl_graph::{Analysis, Graph, ModesAbout, NodeId, Plan};

use crate::constrained;
use crate::mechanism::{Mechanism, State, Stepping};
use crate::model::{Base, Model, Modes, Points, Response, Rest, Simulation, Solver, Steps};
use crate::recursive::{Asked, Data, RecursiveModel, Whereabouts};
use crate::signals::ScheduleError;
use settings::Task;
use size::{layout, size};

/// A mechanism with what has been found wrong so far, while formulations are made from it.
/// Numbers may be read from it that are needed before a run (stage `Static`); others have no value
/// yet.
pub(crate) struct Assembly<'a> {
    /// Planned.
    pub(crate) graph: &'a Graph,
    /// Its numbers, resolved.
    pub(crate) mechanism: &'a Arc<Mechanism>,
    /// Found so far.
    pub(crate) errors: Vec<AssemblyError>,
}

impl Assembly<'_> {
    /// Notes a problem of an element.
    pub(crate) fn fail(&mut self, owner: Owner, problem: Problem) {
        self.errors.push(AssemblyError::new(&self.mechanism.paths, owner, problem));
    }

    /// The value before the run, SI.
    pub(crate) fn scalar(&self, node: NodeId) -> f64 {
        self.mechanism.scalar(node)
    }

    /// Values of nodes that are known before a run.
    pub(crate) fn array<const N: usize>(&self, nodes: [NodeId; N]) -> [f64; N] {
        self.mechanism.array(nodes)
    }

    /// Whether a node keeps its value during the run.
    pub(crate) fn is_fixed(&self, node: NodeId) -> bool {
        self.mechanism.is_fixed(node)
    }

    /// An error of range unless `fine`.
    fn require(
        &mut self,
        owner: Owner,
        field: &'static str,
        value: f64,
        fine: bool,
        expected: &'static str,
    ) {
        if !fine {
            let expected = expected.to_owned();
            self.fail(owner, Problem::OutOfRange { field, value, expected });
        }
    }
}

/// Of all cables together; they take about ten gigabytes.
const MOST_PIECES: u64 = 10_000_000;

/// How much a cable costs, in links.
fn pieces(cable: &cdl_graph::Cable) -> u64 {
    match cable.discretization {
        cdl_graph::Discretization::RigidLinks { count, .. } => u64::from(count),
        cdl_graph::Discretization::Lumped { points, .. } => u64::from(points),
        // They take about four times as much.
        cdl_graph::Discretization::Spline { elements, .. } => 4 * u64::from(elements),
        // Each span couples that many points.
        cdl_graph::Discretization::BSpline { degree, spans, .. } => {
            u64::from(spans) * u64::from(degree + 1).pow(2)
        }
    }
}

/// What assembly finds out about a mechanism beyond its plan.
/// At first what the plan says; [`consistent`] corrects both where loops are closed.
struct Findings {
    /// Degrees of freedom.
    freedoms: u64,
    /// Sentences for the report, each without a full stop.
    reasons: Vec<String>,
}

/// Makes a model of a graph whose planning passes have run.
///
/// # Errors
/// Everything that is wrong with the graph's numbers, each with the element's path: numbers that are
/// not finite, masses and inertias that are not physical, joints without axes, starts that contradict
/// each other.
pub fn assemble(graph: &Graph) -> Result<Model, Vec<AssemblyError>> {
    assemble_shared(Arc::new(graph.clone()))
}

/// The same of a graph that is shared with others.
///
/// # Errors
/// As [`assemble`].
pub fn assemble_shared(graph: Arc<Graph>) -> Result<Model, Vec<AssemblyError>> {
    let mechanism = Arc::new(mechanism::mechanism(&graph)?);
    let mut assembly = Assembly { graph: &graph, mechanism: &mechanism, errors: Vec::new() };
    let model = model(&mut assembly);
    complete(assembly, model)
}

/// Said of the formulation where no other one is needed.
const BY_SWEEPS: &str =
    "the equilibrium and the response are found in joint coordinates, by sweeps over the tree";

/// Said of small motions that sweeps do not find.
pub(crate) fn why_matrices(why: &str) -> String {
    format!("small motions by matrices: {why}")
}

/// What has been made, unless something is wrong.
fn complete<T>(mut assembly: Assembly<'_>, made: Option<T>) -> Result<T, Vec<AssemblyError>> {
    match made {
        Some(made) if assembly.errors.is_empty() => Ok(made),
        Some(_) | None => {
            if assembly.errors.is_empty() {
                let text = "it cannot be assembled, and nothing says why; this is a bug of cdl";
                assembly.fail(Owner::Experiment, Problem::Unsupported(text.to_owned()));
            }
            Err(distinct(assembly.errors))
        }
    }
}

/// `None` when something is wrong; the errors are in the assembly.
/// The order matters: a start needs the forest, its correction needs the loops, and the constrained
/// model is made at the corrected start.
fn model(assembly: &mut Assembly<'_>) -> Option<Model> {
    let plan = assembly.graph.plan.as_ref()?;
    let task = settings::task(assembly);
    let stepping = task.as_ref().and_then(Task::stepping);
    let (mut recursive, mut findings) = recursive(assembly, plan, stepping)?;
    let task = task?;
    let spread = constrained::is_wanted(plan, task.starts_at_rest());
    // Who looks for rest only begins there.
    let begins = match &task {
        Task::Simulation { from_rest: None, stepping: Stepping::Explicit(_), .. } => {
            Begins::Explicitly
        }
        Task::Simulation { from_rest: None, .. } => Begins::Implicitly,
        Task::Modes { about, .. } if *about == ModesAbout::Start => Begins::Implicitly,
        // What leads to a state is a model of its own, with a start of its own.
        Task::Simulation { .. } | Task::Modes { .. } => Begins::Elsewhere,
        Task::Equilibrium { .. } | Task::Response { .. } => Begins::Elsewhere,
    };
    let from_there = begins != Begins::Elsewhere;
    let (start, mut warnings) =
        placed(assembly, plan, &mut recursive, &mut findings, (begins, spread))?;
    let size = size(assembly, &recursive, findings.freedoms);
    if matches!(task, Task::Modes { .. } | Task::Response { .. }) && size.freedoms == 0 {
        assembly.fail(Owner::Experiment, Problem::NothingMoves);
        return None;
    }
    warnings.extend(assembly.mechanism.warnings.iter().cloned());
    if size.freedoms == 0 {
        warnings.extend(stuck::stuck(assembly.graph));
    }
    if from_there {
        warnings.extend(ropes::stretched(assembly, &start));
        warnings.extend(sides_at_sheaves::apart(assembly, &start));
    }
    let (graph, mechanism) = (assembly.graph, assembly.mechanism);
    let mut closed = None;
    let mut constrained = || {
        let mut model = constrained::assemble(assembly, plan, &start).map(Box::new)?;
        if from_there {
            match constrained::close_start(&mut model, |both| ropes::is_little(mechanism, both)) {
                Ok(None) => {}
                Ok(Some(moved)) => {
                    let stored = moved
                        .elastic
                        .and_then(|(owner, both)| ropes::stored(assembly, owner, both));
                    warnings.extend(stored);
                    warnings.extend(moved.notes);
                    closed = Some(moved.start);
                }
                Err((owner, amount)) => {
                    assembly.fail(
                        owner,
                        Problem::LoopOpen(splines::open_at_start(graph, owner, amount)),
                    );
                    return None;
                }
            }
        }
        Some(model)
    };
    let solver = match task {
        Task::Simulation { span, stepping: Stepping::Explicit(method), from_rest } => {
            let rest = match from_rest {
                Some(tolerance) => Some(Rest { model: constrained()?, tolerance }),
                None => None,
            };
            findings.reasons.extend(stretches::stretches(&mut recursive));
            let steps = Steps::Explicit { method, model: Box::new(recursive), rest };
            Solver::Simulation(Simulation { span, steps })
        }
        Task::Simulation { span, stepping: Stepping::Implicit(method), from_rest } => {
            let steps = Steps::Implicit { method, model: constrained()?, from_rest };
            Solver::Simulation(Simulation { span, steps })
        }
        Task::Modes { count, about, tolerance } => {
            let rest = Rest { model: constrained()?, tolerance };
            let inputs = match &graph.analysis {
                Analysis::Modes(modes) => modes.inputs.clone(),
                Analysis::None
                | Analysis::Simulate(_)
                | Analysis::Equilibrium(_)
                | Analysis::Response(_) => None,
            };
            let not_swept = match inputs {
                None => recursive.not_swept(Asked::Modes),
                Some(_) => Some("`linearize` asks for them".to_owned()),
            };
            findings.reasons.extend(not_swept.as_deref().map(why_matrices));
            let swept = not_swept.is_none().then(|| Box::new(recursive));
            let about = about::state(assembly, about)?;
            Solver::Modes(Modes { rest, about, count, inputs, swept })
        }
        Task::Response { about, tolerance } => {
            let Analysis::Response(own) = &graph.analysis else { return None };
            let [first, last] = [own.first, own.last].map(|node| mechanism.scalar(node));
            let points = Points::new(own.over, (first, last), own.count, own.logarithmic);
            let (input, unit) = (own.input.clone(), own.unit.clone());
            let not_swept = recursive.not_swept(Asked::Response(&input));
            findings.reasons.extend(not_swept.as_deref().map(why_matrices));
            let swept = not_swept.is_none().then(|| Box::new(recursive));
            let forest = swept.as_ref().filter(|_| about == ModesAbout::Equilibrium);
            let found = forest.and_then(|forest| forest.rest(&start));
            let base = match (found, swept) {
                (Some(rest), Some(forest)) => {
                    findings.reasons = vec![BY_SWEEPS.to_owned()];
                    Base::Found { rest, forest }
                }
                (None | Some(_), swept) => {
                    Base::Searched { rest: Rest { model: constrained()?, tolerance }, swept }
                }
            };
            let about = about::state(assembly, about)?;
            Solver::Response(Response { base, about, input, unit, points })
        }
        Task::Equilibrium { tolerance } => {
            Solver::Equilibrium(Rest { model: constrained()?, tolerance })
        }
    };
    Some(Model {
        mechanism: mechanism.clone(),
        extent: mechanism.extent(closed.as_ref().unwrap_or(&start)).0,
        size,
        reasons: findings.reasons,
        warnings,
        solver,
    })
}

/// Whether a run begins at the start, and by which steps, or somewhere that is looked for from there.
#[derive(Clone, Copy, PartialEq)]
enum Begins {
    /// As it is laid: these steps close nothing.
    Explicitly,
    /// What is open there is closed.
    Implicitly,
    /// At rest, or in a state that is given.
    Elsewhere,
}

/// The start, and what there is to say of it. `spread`: forces that dependent equations leave open are spread over all of them.
fn placed(
    assembly: &mut Assembly<'_>,
    plan: &Plan,
    recursive: &mut RecursiveModel,
    findings: &mut Findings,
    (begins, spread): (Begins, bool),
) -> Option<(State, Vec<String>)> {
    let data = start::start(assembly, plan, recursive);
    consistent::consistent(assembly, plan, recursive, findings, spread);
    if !assembly.errors.is_empty() {
        return None;
    }
    let mut warnings = Vec::new();
    let mut start = match recursive.loops.is_empty() {
        // Everything has been placed there.
        true => recursive.export(&data, 0.0, &recursive.start),
        false => recursive.state_at(&mut Data::new(recursive), &recursive.start),
    };
    if begins != Begins::Elsewhere
        && let Some(laid) = ropes::laid(assembly, recursive)
    {
        match begins {
            Begins::Explicitly => warnings.extend(ropes::moved(assembly, recursive, &laid)),
            // What is open then is closed by the constrained formulation.
            Begins::Implicitly | Begins::Elsewhere => {
                start = recursive.state_at(&mut Data::new(recursive), &laid);
            }
        }
    }
    let restless = splines::lay(assembly, plan, &mut start);
    warnings.extend(restless.filter(|_| begins != Begins::Elsewhere));
    assembly.errors.is_empty().then_some((start, warnings))
}

/// The forest with what closes its loops, but without a start.
/// Its state has the right sizes but `start` is empty.
fn recursive(
    assembly: &mut Assembly<'_>,
    plan: &Plan,
    stepping: Option<Stepping>,
) -> Option<(RecursiveModel, Findings)> {
    let gravity = assembly.array(assembly.graph.environment.gravity);
    let mut forest = bodies::forest(assembly, plan, gravity)?;
    let loads = loads::loads(assembly, &forest);
    let loops = loops::loops(assembly, &mut forest, plan, stepping);
    let sensors = sensors::sensors(assembly, &forest);
    let transfer = sweeps::sweeps(assembly, plan, &forest, &loops);
    if !assembly.errors.is_empty() {
        return None;
    }
    let findings = Findings { freedoms: plan.freedoms, reasons: plan.reasons.clone() };
    let layout = layout(&forest, assembly.graph.states.len());
    let model = RecursiveModel {
        mechanism: assembly.mechanism.clone(),
        held_states: held_states(assembly.graph).map(|own| layout.states.start + own).collect(),
        layout,
        driven: !forest.drives.is_empty() || forest.bases.iter().any(|base| base.rates.is_some()),
        tree_joints: forest.tree_joints(),
        whereabouts: whereabouts(&mut forest),
        tree: forest.tree,
        tree_bodies: forest.tree_bodies,
        passes: forest.passes,
        bases: forest.bases,
        drives: forest.drives,
        efforts: forest.efforts,
        cables: forest.cables,
        loads,
        state_rates: state_rates(assembly.graph),
        held_coordinates: held_coordinates(assembly.graph, &forest.constraint_rows),
        loops,
        transfer,
        sensors,
        start: Vec::new(),
    };
    Some((model, findings))
}

/// Where each element of the graph is in the forest: needed to translate states, which are in the
/// order of the graph.
fn whereabouts(forest: &mut bodies::Forest) -> Whereabouts {
    Whereabouts {
        bodies: take(&mut forest.places),
        cables: take(&mut forest.cable_indices),
        joint_bodies: take(&mut forest.joint_bodies),
        cut_joints: take(&mut forest.cut_joints),
    }
}

/// With the rows by their number among all that close; `first` is that of each constraint.
fn held_coordinates(graph: &Graph, first: &[usize]) -> Vec<(usize, usize, usize)> {
    let held = graph.held_coordinates().into_iter();
    held.filter_map(|own| {
        let first = first.get(own.constraint.index())?;
        Some((own.joint.index(), usize::from(own.coordinate), first + own.row))
    })
    .collect()
}

/// The first element that uses the node is named; there may be others.
fn schedule_error(graph: &Graph, paths: &Paths, error: ScheduleError) -> AssemblyError {
    let (owner, problem) = match error {
        ScheduleError::TooLate { node, stage, .. } => {
            let mut found: Option<Use> = None;
            uses::for_each_use(graph, |own| found = found.or((own.node == node).then_some(own)));
            let owner = found.map_or(Owner::Experiment, |found| found.owner);
            let field = found.map_or("value", |found| found.field);
            (owner, Problem::VariesTooMuch { field, needed: stage })
        }
        ScheduleError::NoEquation(var) => (Owner::Variable(var.index()), Problem::NoEquation),
        ScheduleError::Table { index, error } => (Owner::Table(index), Problem::Table(error)),
    };
    AssemblyError::new(paths, owner, problem)
}

/// Three components of one vector make one error. What a field does not take is the cause of all else that is wrong with it.
fn distinct(mut errors: Vec<AssemblyError>) -> Vec<AssemblyError> {
    if errors.iter().any(|own| own.is_refused()) {
        errors.retain(AssemblyError::is_refused);
    }
    errors.dedup();
    errors
}

/// Of states that have one: which, and the rate.
fn state_rates(graph: &Graph) -> Vec<(usize, NodeId)> {
    let states = graph.states.iter().enumerate();
    states.filter_map(|(index, state)| Some((index, state.rate?))).collect()
}

/// Of those that have none, which only events change.
fn held_states(graph: &Graph) -> impl Iterator<Item = usize> {
    let states = graph.states.iter().enumerate();
    states.filter_map(|(index, state)| state.rate.is_none().then_some(index))
}
