//! From the motion to the signals that read it.
//!
//! One quantity is read for all nodes that ask for components of it. There are two lists: what
//! signals that act on the motion need, read in every evaluation, and what only outputs need.

use cdl_graph::{CableQuantity, EnergyPart, FrameQuantity, JointQuantity};

use super::data::Data;
use super::energy::energies;
use super::loops;
use super::model::{RecursiveModel, SensorRead, Source};
use crate::signals::Stage;
use crate::spatial::{Mat3, Vec3, matrix_quaternion};
use crate::tree::Reaction;

/// Writes what sensors read into the signals. Quantities of state after the kinematic pass,
/// accelerations, tensions and efforts after the outward pass.
pub(super) fn sense(
    model: &RecursiveModel,
    data: &mut Data,
    state: &[f64],
    sensors: &[SensorRead],
) {
    for read in sensors {
        let value = if read.still.holds(&state[model.layout.states.start..]) {
            scalar(0.0)
        } else {
            quantity(model, data, state, &read.source)
        };
        for &(component, node) in &read.nodes {
            data.values.nodes[node as usize] =
                value.get(component as usize).copied().unwrap_or(f64::NAN);
        }
    }
}

/// Everything that outputs need, after an evaluation at a state.
///
/// In a singular position quantities that depend on accelerations are the weighted means of the
/// branch (`loops/passage.rs`).
pub(crate) fn record(model: &RecursiveModel, data: &mut Data, time: f64, state: &[f64]) {
    let mut between: Vec<(usize, Components)> = Vec::new();
    let is_between = loops::revisit(model, data, time, |data, state, weight| {
        let reads = model.sensors.output.iter().enumerate();
        for (place, (index, read)) in reads.filter(|(_, read)| is_dynamic(&read.source)).enumerate()
        {
            if between.len() == place {
                between.push((index, [0.0; 9]));
            }
            let values = quantity(model, data, state, &read.source);
            between[place].1.iter_mut().zip(values).for_each(|(sum, value)| *sum += weight * value);
        }
    });
    if is_between {
        loops::look(model, data, time, state);
        sense(model, data, state, &model.sensors.state);
        model.mechanism.tape.run(Stage::State, time, &mut data.values);
    }
    sample(model, data, time, state);
    sense(model, data, state, &model.sensors.output);
    for (index, value) in between {
        for &(component, node) in &model.sensors.output[index].nodes {
            let value = value.get(component as usize).copied().unwrap_or(f64::NAN);
            data.values.nodes[node as usize] = value;
        }
    }
    model.mechanism.tape.run(Stage::Output, time, &mut data.values);
}

/// What events read, after an evaluation at a state.
pub(crate) fn sample(model: &RecursiveModel, data: &mut Data, time: f64, state: &[f64]) {
    sense(model, data, state, &model.sensors.event);
    model.mechanism.tape.run(Stage::Event, time, &mut data.values);
}

/// Whether a quantity depends on accelerations or forces. In a singular position it is that of the
/// branch, interpolated like the accelerations.
fn is_dynamic(source: &Source) -> bool {
    match source {
        Source::Frame { quantity, .. } => {
            matches!(quantity, FrameQuantity::Acceleration | FrameQuantity::AngularAcceleration)
        }
        Source::Joint { quantity, .. } | Source::CutJoint { quantity, .. } => match quantity {
            JointQuantity::Coordinate | JointQuantity::Rate => false,
            JointQuantity::Acceleration
            | JointQuantity::Effort
            | JointQuantity::Force
            | JointQuantity::Torque => true,
        },
        Source::Cable { quantity, .. } => match quantity {
            CableQuantity::Position | CableQuantity::Velocity | CableQuantity::Direction => false,
            CableQuantity::Acceleration
            | CableQuantity::Tension
            | CableQuantity::Force
            | CableQuantity::Torque
            | CableQuantity::Curvature
            | CableQuantity::Moment => true,
        },
        Source::Multiplier(_) => true,
        Source::State(_) | Source::Energy(_) | Source::Momentum | Source::AngularMomentum => false,
    }
}

/// As many as the largest quantity has; the rest is NaN.
type Components = [f64; 9];

/// Of a vector or a matrix; what is beyond its length is no number.
fn components(values: &[f64]) -> Components {
    let mut all = [f64::NAN; 9];
    all[..values.len()].copy_from_slice(values);
    all
}

/// One component.
fn scalar(value: f64) -> Components {
    components(&[value])
}

/// Three.
fn vector(value: &Vec3) -> Components {
    components(value.as_slice())
}

/// A quaternion.
fn attitude(rotation: &Mat3) -> Components {
    components(&matrix_quaternion(rotation))
}

/// World axes; N and N m for what acts, at the child's origin. What a joint does not have is not a
/// number.
fn quantity(model: &RecursiveModel, data: &mut Data, state: &[f64], source: &Source) -> Components {
    match source {
        Source::Frame { on, quantity } => match quantity {
            FrameQuantity::Position => vector(&on.pose(&data.tree).position),
            FrameQuantity::Attitude => attitude(&on.pose(&data.tree).rotation),
            // Columns are axes, and matrices are stored by columns.
            FrameQuantity::Axes => components(on.pose(&data.tree).rotation.as_slice()),
            FrameQuantity::Velocity => vector(&on.velocity(&data.tree).linear),
            FrameQuantity::AngularVelocity => vector(&on.velocity(&data.tree).angular),
            FrameQuantity::Acceleration => vector(&on.acceleration(&data.tree).linear),
            FrameQuantity::AngularAcceleration => vector(&on.acceleration(&data.tree).angular),
        },
        Source::Joint { body, quantity, coordinate } => {
            scalar(joint_quantity(model, data, state, *body, *quantity, *coordinate))
        }
        Source::CutJoint { closing, quantity, coordinate } => scalar(match quantity {
            JointQuantity::Effort => loops::effort_of(model, data, *closing, *coordinate),
            JointQuantity::Force | JointQuantity::Torque => {
                let across = loops::across(model, data, *closing);
                component(across.as_ref(), *quantity, *coordinate)
            }
            JointQuantity::Coordinate | JointQuantity::Rate | JointQuantity::Acceleration => {
                loops::quantity_of(model, data, *closing, *quantity, *coordinate)
            }
        }),
        Source::Cable { cable, station, quantity } => {
            let state = model.layout.cable(state, *cable);
            let (model, data) = (&model.cables[*cable], &data.cables[*cable]);
            match quantity {
                CableQuantity::Position => vector(&model.motion_at(data, station).position),
                CableQuantity::Velocity => vector(&model.motion_at(data, station).velocity),
                CableQuantity::Acceleration => vector(&model.acceleration_at(data, station)),
                CableQuantity::Direction => vector(&model.direction_at(data, station)),
                CableQuantity::Tension => scalar(model.tension_at(data, state, station)),
                CableQuantity::Force => vector(&model.force_at(data, state, station)),
                // Only splines have these.
                CableQuantity::Torque | CableQuantity::Curvature | CableQuantity::Moment => {
                    scalar(0.0)
                }
            }
        }
        Source::Multiplier(row) => scalar(data.loops.forces[*row]),
        Source::State(index) => scalar(state[model.layout.states.start + index]),
        Source::Energy(part) => {
            let now = energies(model, data, state);
            scalar(match part {
                EnergyPart::Kinetic => now.kinetic,
                EnergyPart::Gravity => now.gravity,
                EnergyPart::Elastic => now.elastic,
                EnergyPart::Dissipated => now.dissipated,
                EnergyPart::Work => now.work,
                EnergyPart::Impacts => now.by_events.impacts,
                EnergyPart::Events => now.by_events.work,
                EnergyPart::Total => now.total(),
                EnergyPart::Balance => {
                    now.total() - data.initial_energy + now.dissipated - now.work
                }
            })
        }
        Source::Momentum => vector(&momentum(model, data, state).0),
        Source::AngularMomentum => vector(&momentum(model, data, state).1),
    }
}

/// Of what acts across a joint.
fn component(across: Option<&Reaction>, quantity: JointQuantity, coordinate: usize) -> f64 {
    let Some(Reaction { moment, force }) = across else { return f64::NAN };
    let vector = if quantity == JointQuantity::Force { force } else { moment };
    vector.get(coordinate).copied().unwrap_or(f64::NAN)
}

/// Driven coordinates are read from the drive: their slots in the state are never read.
fn joint_quantity(
    model: &RecursiveModel,
    data: &Data,
    state: &[f64],
    body: usize,
    quantity: JointQuantity,
    coordinate: usize,
) -> f64 {
    let tree = &model.tree;
    let scalar_coordinate = tree.coordinate_range(body).nth(coordinate);
    let drive = scalar_coordinate
        .filter(|_| tree.is_driven(body, coordinate))
        .map(|index| data.tree.drives[index]);
    let rate = tree.rate_range(body).nth(coordinate);
    match quantity {
        JointQuantity::Coordinate => match (drive, scalar_coordinate) {
            (Some(drive), _) => drive.value,
            (None, Some(_)) => {
                state[model.layout.tree_q.start + tree.position_range(body).start + coordinate]
            }
            (None, None) => f64::NAN,
        },
        JointQuantity::Rate => match (drive, rate) {
            (Some(drive), _) => drive.rate,
            (None, Some(index)) => state[model.layout.tree_v.start + index],
            (None, None) => f64::NAN,
        },
        JointQuantity::Acceleration => rate.map_or(f64::NAN, |index| data.accelerations[index]),
        JointQuantity::Effort => {
            let held =
                model.tree_joints[body].map_or(0.0, |own| model.held_effort(data, own, coordinate));
            tree.coordinate_effort(body, coordinate, &data.tree).map_or(f64::NAN, |own| own + held)
        }
        JointQuantity::Force | JointQuantity::Torque => {
            component(Some(&tree.across(body, &data.tree)), quantity, coordinate)
        }
    }
}

/// Linear momentum, and angular momentum about the world's origin, of everything that moves freely.
fn momentum(model: &RecursiveModel, data: &Data, state: &[f64]) -> (Vec3, Vec3) {
    let tree = model.tree.momentum(0..model.tree.bodies(), &Vec3::zeros(), &data.tree);
    let (mut linear, mut angular) = (tree.linear, tree.angular);
    for (index, (cable, cable_data)) in model.cables.iter().zip(&data.cables).enumerate() {
        let own = model.layout.cable(state, index);
        let (own_linear, own_angular) = cable.momentum(cable_data, own);
        linear += own_linear;
        angular += own_angular;
    }
    (linear, angular)
}
