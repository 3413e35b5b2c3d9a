//! From a planned graph to a [`Model`]: flat arrays, resolved references, the state at the start.

mod bodies;
mod cables;
mod consistent;
mod error;
mod loads;
mod loops;
mod parameter;
mod sensors;
mod settings;
mod start;
mod uses;

pub use error::{AssemblyError, Problem};
pub use parameter::{UnknownParameter, set_param};
pub(crate) use uses::{Owner, Paths, Use};

use cdl_graph::{Graph, NodeId, Variability};

use crate::constrained;
use crate::dynamics::{Fluids, Layout, Model, Size};
use crate::integrate::Dimensions;
use crate::signals::{ScheduleError, Stage, Values, schedule};

/// Everything that assembly knows while it works.
pub(crate) struct Assembly<'a> {
    pub(crate) graph: &'a Graph,
    values: Values,
    variability: Vec<Variability>,
    paths: Paths,
    pub(crate) errors: Vec<AssemblyError>,
}

impl Assembly<'_> {
    pub(crate) fn fail(&mut self, owner: Owner, problem: Problem) {
        let element = self.paths.of(owner).to_owned();
        self.errors.push(AssemblyError { element, problem });
    }

    pub(crate) fn scalar(&self, node: NodeId) -> f64 {
        self.values.scalar(node)
    }

    pub(crate) fn array<const N: usize>(&self, nodes: [NodeId; N]) -> [f64; N] {
        self.values.array(nodes)
    }

    /// Whether a node keeps its value during the run.
    pub(crate) fn is_fixed(&self, node: NodeId) -> bool {
        self.variability[node.index()] <= Variability::Param
    }

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

fn pieces(cable: &cdl_graph::Cable) -> u64 {
    match cable.discretization {
        cdl_graph::Discretization::RigidLinks { count, .. } => u64::from(count),
        cdl_graph::Discretization::Lumped { points, .. } => u64::from(points),
    }
}

/// Makes a model of a graph whose planning passes have run.
///
/// # Errors
/// Everything that is wrong with the graph's numbers, each with the element's path: numbers that are
/// not finite, masses and inertias that are not physical, joints without axes, starts that contradict
/// each other.
pub fn assemble(graph: &Graph) -> Result<Model, Vec<AssemblyError>> {
    let paths = Paths::new(graph);
    let alone =
        |problem| vec![AssemblyError { element: paths.of(Owner::Experiment).to_owned(), problem }];
    let Some(plan) = &graph.plan else { return Err(alone(Problem::NotPlanned)) };
    graph.validate().map_err(|text| alone(Problem::Unsupported(text)))?;
    let pieces = graph.cables.iter().map(pieces).sum::<u64>();
    if pieces > MOST_PIECES {
        let text = format!("its cables have {pieces} links or points, at most {MOST_PIECES}");
        return Err(alone(Problem::Unsupported(text)));
    }

    let mut uses = uses::uses(graph);
    let (tape, values) = schedule(&graph.signals, &plan.blocks, &uses::wanted(&uses))
        .map_err(|error| vec![schedule_error(graph, &paths, &uses, error)])?;
    let mut assembly = Assembly {
        graph,
        variability: graph.signals.variabilities(),
        values,
        paths,
        errors: Vec::new(),
    };
    for found in &uses {
        if found.stage == Stage::Static
            && let Some(why) = tape.explain(found.node, &assembly.values)
        {
            assembly.fail(found.owner, Problem::NotFinite { field: found.field, why });
        }
    }
    if !assembly.errors.is_empty() {
        return Err(distinct(assembly.errors));
    }

    let settings = settings::settings(&mut assembly);
    let gravity = assembly.array(graph.environment.gravity);
    let Some(mut forest) = bodies::forest(&mut assembly, plan, gravity) else {
        return Err(distinct(assembly.errors));
    };
    // The constrained formulation begins where the recursive one has put everything.
    let frames: Vec<_> =
        graph.bodies.iter().map(|body| forest.frame(&assembly, body.frame)).collect();
    let cables = forest.cable_indices.clone();
    let loads = loads::loads(&mut assembly, &forest);
    let stepping = settings.as_ref().map(|settings| settings.stepping);
    let loops = loops::loops(&mut assembly, &mut forest, plan, stepping);
    let sensors = sensors::sensors(&mut assembly, &forest, &tape);
    let (Some(settings), true) = (settings, assembly.errors.is_empty()) else {
        return Err(distinct(assembly.errors));
    };
    uses.retain(|found| found.stage != Stage::Static);
    let prescribed = forest.bases.len();
    let driven = !forest.drives.is_empty() || forest.bases.iter().any(|base| base.rates.is_some());
    let mut model = Model {
        name: graph.name.clone(),
        uses,
        tape,
        values: assembly.values.clone(),
        layout: layout(&forest),
        start: Vec::new(),
        settings,
        outputs: sensors::outputs(graph),
        scene: bodies::scene(&assembly, &forest),
        size: Size {
            bodies: forest.tree.bodies(),
            prescribed,
            joints: graph.joints.len(),
            cables: forest.cables.len(),
            links: forest.cables.iter().map(|cable| cable.links().count()).sum(),
            freedoms: plan.freedoms,
        },
        reasons: plan.reasons.clone(),
        paths: assembly.paths.clone(),
        tree_joints: forest.tree_joints(),
        tree: forest.tree,
        tree_bodies: forest.tree_bodies,
        passes: forest.passes,
        bases: forest.bases,
        drives: forest.drives,
        efforts: forest.efforts,
        cables: std::mem::take(&mut forest.cables),
        fluids: Fluids {
            air: graph.environment.air.clone(),
            water: graph.environment.water.clone(),
            level: graph.environment.water_level,
        },
        loads,
        loops,
        sensors,
        driven,
        constrained: None,
    };
    start::start(&mut assembly, plan, &mut model);
    consistent::consistent(&mut assembly, plan, &mut model);
    if constrained::is_wanted(plan, &model.settings) && assembly.errors.is_empty() {
        let mut foundation = constrained::Foundation {
            assembly: &mut assembly,
            plan,
            model: &model,
            frames: &frames,
            cables: &cables,
        };
        model.constrained = constrained::assemble(&mut foundation).map(Box::new);
    }
    if assembly.errors.is_empty() { Ok(model) } else { Err(distinct(assembly.errors)) }
}

fn layout(forest: &bodies::Forest) -> Layout {
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
    let extra = at - layout.ledger - ledger;
    layout.dimensions = Dimensions { positions, velocities, ledger, extra };
    layout
}

fn schedule_error(
    graph: &Graph,
    paths: &Paths,
    uses: &[Use],
    error: ScheduleError,
) -> AssemblyError {
    match error {
        ScheduleError::TooLate { node, stage, .. } => {
            let found = uses.iter().find(|found| found.node == node);
            let owner = found.map_or(Owner::Experiment, |found| found.owner);
            AssemblyError {
                element: paths.of(owner).to_owned(),
                problem: Problem::VariesTooMuch {
                    field: found.map_or("value", |found| found.field),
                    needed: stage,
                },
            }
        }
        ScheduleError::NoEquation(var) => AssemblyError {
            element: graph.signals.vars[var.index()].path.clone(),
            problem: Problem::NoEquation,
        },
        ScheduleError::Table { index, error } => AssemblyError {
            element: graph.signals.tables[index].path.clone(),
            problem: Problem::Table(error),
        },
    }
}

/// Three components of one vector make one error.
fn distinct(mut errors: Vec<AssemblyError>) -> Vec<AssemblyError> {
    errors.dedup();
    errors
}
