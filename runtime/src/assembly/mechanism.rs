//! A graph with its numbers resolved and checked, each by itself.
//!
//! This is the first half of assembly. It knows no formulation: the signal graph is scheduled into
//! a tape, everything that is needed before a run is evaluated and compared with its range, and
//! elements get their numbers. Whether they fit together is seen later, when a formulation is made.

use std::sync::Arc;

use cdl_graph::{Graph, Sensor, Variability};

use super::given::Given;
use super::uses::{Use, for_each_use, uses, wanted};
use super::{
    Assembly, AssemblyError, MOST_PIECES, Owner, Paths, Problem, bodies, cables, distinct, pieces,
    schedule_error, sensors,
};
use crate::events::EventOf;
use crate::mechanism::{Fluids, JointOf, Mechanism, wheels};
use crate::signals::{Instants, Stage, schedule};

/// Everything that both formulations are made from.
///
/// # Errors
/// What is not planned, numbers that are not finite or out of their range, cables that cannot be cut into pieces.
///
/// Errors of single numbers end it before frames and cables are made: those would read the wrong
/// numbers.
pub(super) fn mechanism(graph: &Arc<Graph>) -> Result<Mechanism, Vec<AssemblyError>> {
    let paths = Paths::new(graph);
    let alone = |problem| vec![AssemblyError::new(&paths, Owner::Experiment, problem)];
    let Some(plan) = &graph.plan else { return Err(alone(Problem::NotPlanned)) };
    graph.validate().map_err(|text| alone(Problem::Plan(text)))?;
    let pieces = graph.cables.iter().map(pieces).sum::<u64>();
    if pieces > MOST_PIECES {
        let text = format!("its cables have {pieces} links or points, at most {MOST_PIECES}");
        return Err(alone(Problem::Unsupported(text)));
    }
    let (tape, values) = schedule(&graph.signals, &plan.blocks, &wanted(graph))
        .map_err(|error| vec![schedule_error(graph, &paths, error)])?;
    let mut errors = Vec::new();
    for_each_use(graph, |Use { owner, field, node, stage, range }| {
        if stage != Stage::Static {
            return;
        }
        let value = values.scalar(node);
        if value.is_finite() && range.contains(value) {
            return;
        }
        let problem = match tape.explain(node, &values) {
            Some(why) => Problem::NotFinite { field, why },
            None => Problem::OutOfRange { field, value, expected: range.expected() },
        };
        errors.push(AssemblyError::new(&paths, owner, problem));
    });
    if !errors.is_empty() {
        return Err(distinct(errors));
    }
    let variability = graph.signals.variabilities();
    let given = Given::look(graph, &variability, &tape, &values);
    let errors = given.errors(&paths);
    if !errors.is_empty() {
        return Err(distinct(errors));
    }
    let warnings = given.warnings(&paths);
    let of_states = [Stage::State, Stage::Rate];
    let instants =
        Instants::of(&graph.signals, &variability, &tape, &values, &of_states).and(given.instants);
    let mut mechanism = Arc::new(Mechanism {
        graph: graph.clone(),
        paths,
        uses: uses(graph),
        tape,
        between_events: between_events(graph, &variability),
        events: EventOf::all(graph, &values),
        instants,
        warnings,
        values,
        variability,
        joints: joints(graph),
        cables: Vec::new(),
        fluids: Fluids {
            air: graph.environment.air.clone(),
            water: graph.environment.water.clone(),
            level: graph.environment.water_level,
        },
        outputs: sensors::outputs(graph),
        scene: Vec::new(),
        wheels: Vec::new(),
    });
    let mut assembly = Assembly { graph, mechanism: &mechanism, errors };
    let scene = bodies::scene(&assembly);
    let wheels = wheels(graph, |node| assembly.scalar(node));
    let cables = cables::cables(&mut assembly);
    let errors = assembly.errors;
    if !errors.is_empty() {
        return Err(distinct(errors));
    }
    let whole = Arc::make_mut(&mut mechanism);
    (whole.scene, whole.cables, whole.wheels) = (scene, cables, wheels);
    Ok(Arc::unwrap_or_clone(mechanism))
}

/// How signals vary as long as nothing happens, where some that depend on variables are functions of time then.
fn between_events(graph: &Graph, variability: &[Variability]) -> Option<Vec<Variability>> {
    if graph.events.is_empty() {
        return None;
    }
    let of_sensor = |sensor: &Sensor| match sensor {
        Sensor::State(state) if graph.states[state.index()].rate.is_none() => Variability::Param,
        other => other.variability(),
    };
    let held = graph.signals.variabilities_by(&of_sensor);
    let mut both = held.iter().zip(variability);
    let is_timed = |(held, own): (&Variability, &Variability)| {
        *held == Variability::Time && *own > Variability::Time
    };
    both.any(is_timed).then_some(held)
}

/// Coordinates are counted through all joints of the graph, cut ones as well; spherical and free
/// joints have none.
fn joints(graph: &Graph) -> Vec<JointOf> {
    let mut first = 0;
    let joint = |joint: &cdl_graph::Joint| {
        let coordinates = first..first + joint.coordinates.len();
        first = coordinates.end;
        JointOf { parent: joint.parent, child: joint.child, coordinates }
    };
    graph.joints.iter().map(joint).collect()
}
