//! From a planned graph to a [`Model`]: numbers resolved and checked, a start found, formulations made.
//!
//! | file | holds |
//! |---|---|
//! | `mechanism`, `uses` | numbers of single elements, and who needs them when |
//! | `products` | what cables are made of, and the pieces that this is cut into |
//! | `bending` | what resists their being bent |
//! | `bodies`, `cables`, `loads`, `loops`, `sensors` | the forest, with references resolved |
//! | `sweeps` | the forest for transfer matrices |
//! | `start`, `laid`, `consistent`, `splines` | the state at the start, with cables laid out, then moved onto loops and constraints; slopes of splines |
//! | `ropes` | ropes that equations read there |
//! | `settings`, `parameter` | what is to be done; another value for a parameter |
//! | `error` | what can be wrong |
//!
//! The recursive model is always made, as the start is found on it and the freedoms are counted
//! there; the constrained one is made from that start where the analysis wants it. Functions with
//! an [`Assembly`] put what they find wrong into it and go on as long as that makes sense, so that
//! one run of the compiler tells everything.

mod bending;
mod bodies;
mod bsplines;
mod cables;
mod consistent;
mod error;
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
mod splines;
mod start;
mod sweeps;
mod uses;

pub(crate) use bodies::{axis_law, ball_law};
pub use error::{AssemblyError, Problem};
pub use parameter::{UnknownParameter, set_param};
pub(crate) use uses::{Owner, Paths, Use};

use std::sync::Arc;

use cdl_graph::{Analysis, Graph, Guide, ModesAbout, Motion, NodeId, Plan};

use crate::constrained;
use crate::mechanism::{Mechanism, Stepping};
use crate::model::{Model, Modes, Points, Response, Rest, Simulation, Size, Solver, Steps};
use crate::recursive::step::Dimensions;
use crate::recursive::{Layout, RecursiveModel, Whereabouts};
use crate::signals::ScheduleError;
use settings::Task;

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
    match model {
        Some(model) if assembly.errors.is_empty() => Ok(model),
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
    start::start(assembly, plan, &mut recursive);
    let spread = constrained::is_wanted(plan, task.starts_at_rest());
    consistent::consistent(assembly, plan, &mut recursive, &mut findings, spread);
    if !assembly.errors.is_empty() {
        return None;
    }
    // Who looks for rest only begins there.
    let from_there = match &task {
        Task::Simulation { from_rest, .. } => from_rest.is_none(),
        Task::Modes { about, .. } => *about == ModesAbout::Start,
        Task::Equilibrium { .. } | Task::Response { .. } => false,
    };
    let mut warnings = Vec::new();
    let mut start = recursive.start_state();
    if from_there && let Some(laid) = ropes::laid(assembly, &recursive) {
        match &task {
            Task::Simulation { stepping: Stepping::Explicit(_), .. } => {
                warnings.extend(ropes::moved(assembly, &recursive, &laid));
            }
            // What is open then is closed below.
            _ => start = recursive.state_at(&laid),
        }
    }
    let restless = splines::lay(assembly, plan, &mut start);
    if !assembly.errors.is_empty() {
        return None;
    }
    let size = size(assembly, &recursive, findings.freedoms);
    if matches!(task, Task::Modes { .. } | Task::Response { .. }) && size.freedoms == 0 {
        assembly.fail(Owner::Experiment, Problem::NothingMoves);
        return None;
    }
    if from_there {
        warnings.extend(restless);
        warnings.extend(ropes::stretched(assembly, &start));
    }
    let mut closed = None;
    let mut constrained = || {
        let mut model = constrained::assemble(assembly, plan, &start).map(Box::new)?;
        if from_there {
            match constrained::close_start(&mut model) {
                Ok(None) => {}
                Ok(Some(moved)) => {
                    warnings.extend(ropes::stored(assembly, &moved));
                    closed = Some(moved.start);
                }
                Err((owner, amount)) => {
                    assembly.fail(owner, Problem::LoopOpen(splines::open_at_start(amount)));
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
            let steps = Steps::Explicit { method, model: Box::new(recursive), rest };
            Solver::Simulation(Simulation { span, steps })
        }
        Task::Simulation { span, stepping: Stepping::Implicit(method), from_rest } => {
            let steps = Steps::Implicit { method, model: constrained()?, from_rest };
            Solver::Simulation(Simulation { span, steps })
        }
        Task::Modes { count, about, tolerance } => {
            let rest = Rest { model: constrained()?, tolerance };
            let inputs = match &assembly.graph.analysis {
                Analysis::Modes(modes) => modes.inputs.clone(),
                Analysis::None
                | Analysis::Simulate(_)
                | Analysis::Equilibrium(_)
                | Analysis::Response(_) => None,
            };
            let is_swept = inputs.is_none() && recursive.is_swept();
            let swept = is_swept.then(|| Box::new(recursive));
            Solver::Modes(Modes { rest, about, count, inputs, swept })
        }
        Task::Response { tolerance } => {
            let rest = Rest { model: constrained()?, tolerance };
            let Analysis::Response(own) = &assembly.graph.analysis else { return None };
            let [first, last] = [own.first, own.last].map(|node| assembly.scalar(node));
            let points = Points::new(own.over, (first, last), own.count, own.logarithmic);
            let (input, unit) = (own.input.clone(), own.unit.clone());
            let swept = recursive.is_swung().then(|| Box::new(recursive));
            Solver::Response(Response { rest, about: own.about, input, unit, points, swept })
        }
        Task::Equilibrium { tolerance } => {
            Solver::Equilibrium(Rest { model: constrained()?, tolerance })
        }
    };
    Some(Model {
        mechanism: assembly.mechanism.clone(),
        start: closed.unwrap_or(start),
        size,
        reasons: findings.reasons,
        warnings,
        solver,
    })
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
        whereabouts: whereabouts(assembly, &forest),
        driven: !forest.drives.is_empty() || forest.bases.iter().any(|base| base.rates.is_some()),
        tree_joints: forest.tree_joints(),
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
fn whereabouts(assembly: &Assembly<'_>, forest: &bodies::Forest) -> Whereabouts {
    let graph = assembly.graph;
    Whereabouts {
        bodies: graph.bodies.iter().map(|body| forest.frame(assembly, body.frame)).collect(),
        cables: forest.cable_indices.clone(),
        joint_bodies: forest.joint_bodies.clone(),
        cut_joints: forest.cut_joints.clone(),
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

/// What a model consists of, for the report.
fn size(assembly: &Assembly<'_>, recursive: &RecursiveModel, freedoms: u64) -> Size {
    let graph = assembly.graph;
    // Each is a body and a joint of the forest.
    let guides = graph.cables.iter().flat_map(|cable| cable.guides.iter().flatten());
    let winches = guides.filter(|guide| matches!(guide, Guide::Winch { .. })).count();
    let sheaves = graph.sheaves().len();
    let prescribed = |body: &&cdl_graph::Body| matches!(body.motion, Motion::Prescribed { .. });
    Size {
        bodies: recursive.tree.bodies() - winches - sheaves,
        prescribed: graph.bodies.iter().filter(prescribed).count(),
        joints: graph.joints.len() - winches - sheaves,
        winches,
        sheaves,
        cables: graph.cables.len(),
        links: assembly.mechanism.cables.iter().map(|cable| cable.links().count()).sum(),
        freedoms,
    }
}

///
/// The state is one vector: positions (tree, then each cable), velocities in the same order, the
/// ledger (energy lost, work done), then what cables with a controller integrate, then the user's states. Positions of the
/// tree have four numbers for an attitude, so the two halves have different lengths.
fn layout(forest: &bodies::Forest, states: usize) -> Layout {
    let mut layout = Layout::default();
    let mut at = forest.tree.positions();
    layout.tree_q = 0..at;
    for cable in &forest.cables {
        layout.cable_q.push(at..at + cable.states());
        at += cable.states();
    }
    let positions = at;
    layout.tree_v = at..at + forest.tree.rates();
    at = layout.tree_v.end;
    for cable in &forest.cables {
        layout.cable_v.push(at..at + cable.states());
        at += cable.states();
    }
    layout.ledger = at;
    let velocities = at - positions;
    let ledger = 2;
    at += ledger;
    for cable in &forest.cables {
        layout.cable_integrals.push(at..at + cable.integrals());
        at += cable.integrals();
    }
    layout.states = at..at + states;
    at += states;
    let extra = at - layout.ledger - ledger;
    layout.dimensions = Dimensions { positions, velocities, ledger, extra };
    layout
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

/// Three components of one vector make one error.
fn distinct(mut errors: Vec<AssemblyError>) -> Vec<AssemblyError> {
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
