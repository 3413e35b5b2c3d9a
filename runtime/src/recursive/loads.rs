//! What acts: efforts in joints, weight and fluid on cables, forces, torques and springs.

use nalgebra::Vector3;

use super::data::Data;
use super::frame::{FrameOn, PointMotion};
use super::model::{LoadModel, PointOn, RecursiveModel};
use crate::mechanism::surroundings;
use crate::results::scene::Acting;

/// Adds all loads to the bodies and cables, and their power to the ledger's rates. Positive power
/// of a load is work done on the system.
pub(super) fn loads(model: &RecursiveModel, data: &mut Data, state: &[f64]) {
    joint_efforts(model, data, state);
    super::loops::joint_efforts(model, data);
    cables(model, data, state);
    for load in &model.loads {
        match load {
            LoadModel::Force { on, value, axes } => {
                let force = turned(data, data.values.array(*value).into(), axes);
                data.power.work += apply(model, data, on, &force);
            }
            LoadModel::Torque { on, value, axes } => {
                let moment = turned(data, data.values.array(*value).into(), axes);
                if let FrameOn::Body(frame) = on {
                    data.power.work += moment.dot(&data.tree.velocity(frame).angular);
                    data.tree.apply_moment(frame.body, &moment);
                }
            }
            LoadModel::Spring { between, .. } => {
                let force = spring(model, data, load);
                let first = apply(model, data, &between[0], &force.pull);
                let second = apply(model, data, &between[1], &-force.pull);
                if force.conservative {
                    // What the spring takes from the moving ends that is neither stored nor lost
                    // comes from those ends whose motion is prescribed.
                    data.power.dissipated += force.loss;
                    data.power.work += first + second - force.received;
                } else {
                    data.power.work += first + second;
                }
            }
        }
    }
}

/// How large a force a load is, N; a torque's at an arm of so many metres. After the signals of the state.
pub(super) fn strength(model: &RecursiveModel, data: &Data, load: &LoadModel, arm: f64) -> f64 {
    let size = |value: &[cdl_graph::NodeId; 3]| Vector3::from(data.values.array(*value)).norm();
    match load {
        LoadModel::Force { value, .. } => size(value),
        LoadModel::Torque { value, .. } => size(value) / arm,
        LoadModel::Spring { .. } => spring(model, data, load).tension.abs(),
    }
}

/// Puts what acts in joints of the tree on it, and books its power.
fn joint_efforts(model: &RecursiveModel, data: &mut Data, state: &[f64]) {
    if !model.efforts.any {
        return;
    }
    for &(coordinate, node) in &model.efforts.signals {
        data.efforts[coordinate] = data.values.scalar(node);
    }
    let layout = &model.layout;
    let power = model.tree.joint_efforts(
        &model.efforts.axes,
        &data.efforts,
        &model.efforts.balls,
        &state[layout.tree_q.clone()],
        &state[layout.tree_v.clone()],
        &mut data.tree,
    );
    data.power.dissipated += power.dissipated;
    data.power.work += power.supplied;
}

/// Puts weight and fluids on cables, and books their power.
fn cables(model: &RecursiveModel, data: &mut Data, state: &[f64]) {
    if model.cables.is_empty() {
        return;
    }
    let medium = surroundings(&model.mechanism.fluids, &data.values);
    let layout = &model.layout;
    for (index, (cable, cable_data)) in model.cables.iter().zip(&mut data.cables).enumerate() {
        let own = layout.cable(state, index);
        cable.load(cable_data, own, &medium, &mut data.power);
        if cable.is_clamped() {
            let moments = cable.load_clamps(cable_data, own);
            for (clamp, moment) in cable.clamps.iter().zip(&moments) {
                if let Some(clamp) = clamp
                    && let FrameOn::Body(frame) = &clamp.frame
                {
                    data.tree.apply_moment(frame.body, moment);
                }
            }
        }
    }
}

/// A vector in the axes of a frame, or in world axes where there is none.
pub(super) fn turned(data: &Data, value: Vector3<f64>, axes: &Option<FrameOn>) -> Vector3<f64> {
    match axes {
        None => value,
        Some(frame) => frame.pose(&data.tree).rotation * value,
    }
}

/// Adds a force at a point; gives its power on what moves by the equations of motion, W.
fn apply(model: &RecursiveModel, data: &mut Data, on: &PointOn, force: &Vector3<f64>) -> f64 {
    match on {
        PointOn::Frame(FrameOn::World(_) | FrameOn::Base { .. }) => 0.0,
        PointOn::Frame(FrameOn::Body(frame)) => {
            let arm = data.tree.arm(frame);
            data.tree.apply_force(frame.body, &arm, force);
            force.dot(&data.tree.velocity(frame).linear)
        }
        PointOn::Cable { cable, station } => {
            model.cables[*cable].apply_force(&mut data.cables[*cable], station, force)
        }
    }
}

/// Of the point where a load acts.
fn motion(model: &RecursiveModel, data: &Data, on: &PointOn) -> PointMotion {
    match on {
        PointOn::Frame(frame) => frame.motion(&data.tree),
        PointOn::Cable { cable, station } => {
            model.cables[*cable].motion_at(&data.cables[*cable], station)
        }
    }
}

/// What all loads do, for pictures, in the order of the graph; after an evaluation.
pub(crate) fn acting(model: &RecursiveModel, data: &Data) -> Vec<Acting> {
    let of = |load: &LoadModel| match load {
        LoadModel::Force { on, value, axes } => Acting::At {
            point: motion(model, data, on).position.into(),
            vector: turned(data, data.values.array(*value).into(), axes).into(),
        },
        LoadModel::Torque { on, value, axes } => Acting::At {
            point: on.pose(&data.tree).position.into(),
            vector: turned(data, data.values.array(*value).into(), axes).into(),
        },
        LoadModel::Spring { between, .. } => Acting::Between {
            points: [0, 1].map(|end| motion(model, data, &between[end]).position.into()),
            pull: spring(model, data, load).tension,
        },
    };
    model.loads.iter().map(of).collect()
}

/// Points that are so near, m, are at one place but for rounding.
const MEETING: f64 = 1e-9;

/// A spring between two points, now.
pub(super) struct SpringForce {
    /// On the first point, N, world axes; the second gets the opposite.
    pub(super) pull: Vector3<f64>,
    /// Its size, N, negative where it pushes.
    tension: f64,
    /// J
    pub(super) energy: f64,
    /// Of its ends from each other, m, and its rate, m/s.
    pub(super) distance: f64,
    /// See `distance`.
    pub(super) rate: f64,
    /// Power lost in the damper, W.
    loss: f64,
    /// Power that both ends put in together, W, negative: it appears in the ends' motion.
    received: f64,
    /// It stores all that it takes.
    conservative: bool,
}

/// Springs with a length whose ends are at one place now, by their index in the graph.
/// Along no line they exert nothing, and beside that place all that they have: no step follows that. One without a length
/// only pulls its ends together.
pub(super) fn springs_that_meet(model: &RecursiveModel, data: &Data) -> Vec<usize> {
    let meets = |load: &LoadModel| match load {
        LoadModel::Spring { law, .. } => {
            let pushes = law.now(&data.values).together().is_none();
            pushes && spring(model, data, load).distance < MEETING
        }
        _ => false,
    };
    (0..model.loads.len()).filter(|&index| meets(&model.loads[index])).collect()
}

/// Along the line from the first to the second point. Where the points coincide there is no line, and nothing but the damper
/// of a spring without length, in the direction in which they part.
pub(super) fn spring(model: &RecursiveModel, data: &Data, load: &LoadModel) -> SpringForce {
    let none = SpringForce {
        pull: Vector3::zeros(),
        tension: 0.0,
        energy: 0.0,
        distance: 0.0,
        rate: 0.0,
        loss: 0.0,
        received: 0.0,
        conservative: true,
    };
    let LoadModel::Spring { between, law, conservative } = load else { return none };
    let [first, second] = [motion(model, data, &between[0]), motion(model, data, &between[1])];
    let line = second.position - first.position;
    let distance = line.norm();
    let spring = law.now(&data.values);
    let energy = spring.energy(distance);
    let parting = second.velocity - first.velocity;
    let (direction, rate) = if distance > 0.0 {
        let direction = line / distance;
        (direction, direction.dot(&parting))
    } else if spring.together().is_some() && parting != Vector3::zeros() {
        (parting.normalize(), parting.norm())
    } else {
        return SpringForce { energy, conservative: *conservative, ..none };
    };
    let tension = spring.tension(distance, rate);
    SpringForce {
        pull: direction * tension.sum(),
        tension: tension.sum(),
        energy,
        distance,
        rate,
        loss: tension.damper * rate,
        received: -tension.sum() * rate,
        conservative: *conservative,
    }
}
