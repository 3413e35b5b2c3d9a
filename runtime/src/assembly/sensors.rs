//! What signals read, resolved and grouped: one reading serves all components.
//!
//! Sensors of four stages are kept apart: those that the motion depends on and those that rates of states depend
//! on are read in every evaluation, before and after the accelerations; those of events at the ends of steps; those that are
//! only recorded with the rows.
//!
//! Whether a quantity exists for a joint or a cable has been checked by the compiler. What is
//! missing here is missing in the plan.

use std::collections::HashMap;

use cdl_graph::{Graph, JointId, Node, NodeId, Sensor, StateId};

use super::bodies::Forest;
use super::{Assembly, Owner, Problem, loads};
use crate::mechanism::OutputColumn;
use crate::recursive::{SensorRead, Sensors, Source};
use crate::signals::{Stage, Still};

/// The tape of the mechanism knows which sensors it reads at which stage.
pub(super) fn sensors(assembly: &mut Assembly<'_>, forest: &Forest) -> Sensors {
    let tape = &assembly.mechanism.clone().tape;
    let held = &assembly.graph.held_still();
    Sensors {
        state: reads(assembly, forest, held, tape.sensors(Stage::State)),
        rate: reads(assembly, forest, held, tape.sensors(Stage::Rate)),
        event: reads(assembly, forest, held, tape.sensors(Stage::Event)),
        output: reads(assembly, forest, held, tape.sensors(Stage::Output)),
    }
}

/// Columns as the experiment lists them; a vector has a node for each component.
pub(super) fn outputs(graph: &Graph) -> Vec<OutputColumn> {
    let column = |output: &cdl_graph::Output| OutputColumn {
        name: output.name.clone(),
        unit: output.unit.clone(),
        nodes: output.nodes.clone(),
    };
    graph.outputs.iter().map(column).collect()
}

/// One [`SensorRead`] for each sensor, with all components of it that are wanted.
fn reads(
    assembly: &mut Assembly<'_>,
    forest: &Forest,
    held: &HashMap<(JointId, u8), Vec<StateId>>,
    nodes: &[NodeId],
) -> Vec<SensorRead> {
    let mut reads: Vec<SensorRead> = Vec::new();
    // Only looked up, never iterated, so the order stays that of the nodes.
    let mut known: HashMap<Sensor, usize> = HashMap::new();
    for &node in nodes {
        let Node::Sensor { sensor, component } = assembly.graph.signals.node(node) else {
            continue;
        };
        if let Some(&index) = known.get(&sensor) {
            reads[index].nodes.push((component, node.0));
            continue;
        }
        match source(assembly, forest, &sensor) {
            Some(source) => {
                known.insert(sensor, reads.len());
                let still = Still::of(held, &sensor);
                reads.push(SensorRead { source, nodes: vec![(component, node.0)], still });
            }
            None => {
                let owner = match sensor {
                    Sensor::Frame { frame, .. } => Owner::Frame(frame.index()),
                    Sensor::Joint { joint, .. } => Owner::Joint(joint.index()),
                    Sensor::Cable { cable, .. } => Owner::Cable(cable.index()),
                    Sensor::State(state) => Owner::State(state.index()),
                    Sensor::Multiplier { constraint, .. } => Owner::Constraint(constraint.index()),
                    Sensor::Statistic(own) => Owner::Statistic(own.index()),
                    Sensor::Energy(_) | Sensor::Momentum | Sensor::AngularMomentum => {
                        Owner::Experiment
                    }
                };
                let text = "a quantity is read that the plan does not compute".to_owned();
                assembly.fail(owner, Problem::Plan(text));
            }
        }
    }
    reads
}

/// `None` where the plan holds no such element. A joint that closes a loop is read through its
/// closing.
fn source(assembly: &Assembly<'_>, forest: &Forest, sensor: &Sensor) -> Option<Source> {
    Some(match *sensor {
        Sensor::Frame { frame, quantity } => {
            Source::Frame { on: forest.frame(assembly, frame)?, quantity }
        }
        Sensor::Joint { joint, quantity, coordinate } => {
            let coordinate = usize::from(coordinate);
            match forest.joint_bodies[joint.index()] {
                Some(body) => Source::Joint { body, quantity, coordinate },
                None => {
                    let closing = forest.cut_joints[joint.index()]?;
                    Source::CutJoint { closing, quantity, coordinate }
                }
            }
        }
        Sensor::Cable { cable, station, quantity } => {
            let (cable, station) = loads::station(assembly, forest, cable, &station)?;
            Source::Cable { cable, station, quantity }
        }
        Sensor::Multiplier { constraint, row } => {
            let first = *forest.constraint_rows.get(constraint.index())?;
            Source::Multiplier(first + usize::from(row))
        }
        Sensor::State(state) => Source::State(state.index()),
        Sensor::Energy(part) => Source::Energy(part),
        Sensor::Momentum => Source::Momentum,
        Sensor::AngularMomentum => Source::AngularMomentum,
        // Whoever has them enters them, when the run is over.
        Sensor::Statistic(_) => return None,
    })
}
