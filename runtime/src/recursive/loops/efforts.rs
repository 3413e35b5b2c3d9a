//! Springs, dampers, friction and efforts in cut joints, and what their drives exert.
//!
//! A cut joint is held by forces between its two frames, and what acts along its coordinates does
//! so as well. Efforts are positive where they make the coordinate larger, so they act on the child
//! along the coordinate's gradient and on the parent against it.

use cdl_graph::JointQuantity;

use super::frames::{Measure, times};
use super::joint::{CutJoint, Pair};
use super::model::ClosingKind;
use crate::laws::BallLaw;
use crate::recursive::frame::FrameOn;
use crate::recursive::{Data, RecursiveModel};
use crate::spatial::Vec3;
use crate::tree::{Reaction, TreeData};

/// Adds the efforts to the bodies, and their power to the ledger's rates; after the kinematic pass
/// and the signals.
/// What resists is counted as lost, what the user gives as work; springs are found again in
/// [`spring_energy`].
pub(crate) fn joint_efforts(model: &RecursiveModel, data: &mut Data) {
    if !model.loops.acts {
        return;
    }
    for closing in &model.loops.closings {
        let ClosingKind::Joint(joint) = &closing.kind else { continue };
        if !joint.acts {
            continue;
        }
        let pair = joint.pair(&data.tree);
        for coordinate in 0..joint.shape.joint.coordinates() {
            let AxisEffort { measure, rate, resistance, given, sum } =
                axis_effort(data, joint, &pair, coordinate);
            data.power.dissipated += resistance * rate;
            data.power.work += given * rate;
            let parent = measure.on_parent.map(|part| part * sum);
            let child = measure.on_child.map(|part| part * sum);
            put(data, &joint.parent, &parent);
            put(data, &joint.child, &child);
        }
        if let Some(law) = &joint.ball {
            let (moment, lost) = ball_moment(law, joint, &pair);
            data.power.dissipated += lost;
            put(data, &joint.parent, &[-moment, Vec3::zeros()]);
            put(data, &joint.child, &[moment, Vec3::zeros()]);
        }
    }
}

/// What the law of a coordinate and the user's effort do, N m or N.
/// `resistance` is positive against a positive rate; `sum` is what is put on the bodies.
struct AxisEffort {
    /// The coordinate, with what an effort along it does to both frames.
    measure: Measure,
    /// Of the coordinate, m/s or rad/s.
    rate: f64,
    resistance: f64,
    given: f64,
    sum: f64,
}

/// An angle is taken within half a turn of where it was followed to last.
fn axis_effort(data: &Data, joint: &CutJoint, pair: &Pair, coordinate: usize) -> AxisEffort {
    let near = data.loops.windings[joint.windings + coordinate];
    let measure = joint.coordinate(pair, coordinate, near);
    let rate = joint.rate(&measure, &data.tree);
    let law = &joint.laws[coordinate];
    let resistance = law.resistance(rate).value;
    let given = given_effort(data, joint, coordinate);
    let sum = given - law.elastic(measure.value) - resistance;
    AxisEffort { measure, rate, resistance, given, sum }
}

/// On the child, N m, world axes; and the power lost, W.
fn ball_moment(law: &BallLaw, joint: &CutJoint, pair: &Pair) -> (Vec3, f64) {
    let (phi, spin) = joint.ball_motion(pair);
    let (moment, lost) = law.moment(&phi, &spin);
    (pair.child.rotation * moment, lost)
}

/// All that the parent exerts on the child across a cut joint, at the child frame's origin: the closing
/// forces of the last evaluation, drives among them, and the efforts.
///
/// World axes. `None` for closings that are no joints. The loops' forces belong to the last
/// evaluation, so the state has to be that one.
pub(crate) fn across(model: &RecursiveModel, data: &Data, closing: usize) -> Option<Reaction> {
    let closing = &model.loops.closings[closing];
    let ClosingKind::Joint(joint) = &closing.kind else { return None };
    let pair = joint.pair(&data.tree);
    // At the reference point of what carries the child.
    let mut moment = Vec3::zeros();
    let mut force = Vec3::zeros();
    let mut add = |measure: &Measure, effort: f64| {
        moment += measure.on_child[0] * effort;
        force += measure.on_child[1] * effort;
    };
    let forces = &data.loops.forces[closing.rows.clone()];
    let (locked, driven) = forces.split_at(joint.locked());
    for (index, force) in locked.iter().enumerate() {
        add(&joint.locked_row(&pair, index), *force);
    }
    for (drive, force) in joint.drives.iter().zip(driven) {
        let near = data.values.scalar(drive.value);
        add(&joint.coordinate(&pair, drive.coordinate, near), *force);
    }
    for coordinate in 0..joint.shape.joint.coordinates() {
        let held = model.held_effort(data, joint.index, coordinate);
        if joint.acts || held != 0.0 {
            let effort = axis_effort(data, joint, &pair, coordinate);
            add(&effort.measure, effort.sum + held);
        }
    }
    moment -= pair.child.arm.cross(&force);
    if let Some(law) = &joint.ball {
        moment += ball_moment(law, joint, &pair).0;
    }
    Some(Reaction { moment, force })
}

/// The sum of all signals given for the coordinate.
fn given_effort(data: &Data, joint: &CutJoint, coordinate: usize) -> f64 {
    let own = joint.efforts.iter().filter(|(at, _)| *at == coordinate);
    own.map(|&(_, node)| data.values.scalar(node)).sum()
}

/// Puts a moment and a force, at the reference point of what carries a frame, on it. What moves a
/// prescribed body does work on the mechanism.
fn put(data: &mut Data, frame: &FrameOn, wrench: &[Vec3; 2]) {
    match frame {
        FrameOn::World(_) => {}
        FrameOn::Body(frame) => {
            data.tree.apply_force(frame.body, &Vec3::zeros(), &wrench[1]);
            data.tree.apply_moment(frame.body, &wrench[0]);
        }
        FrameOn::Base { .. } => {
            let motion = super::frames::support_velocity(frame, &data.tree);
            data.power.work -= times(wrench, &motion);
        }
    }
}

/// Stored in the springs of cut joints, J; after the kinematic pass.
/// `windings`: how far the angles have turned, so that a spring that is wound up knows it.
pub(crate) fn spring_energy(model: &RecursiveModel, tree: &TreeData, windings: &[f64]) -> f64 {
    let mut energy = 0.0;
    for closing in &model.loops.closings {
        let ClosingKind::Joint(joint) = &closing.kind else { continue };
        if !joint.acts {
            continue;
        }
        let pair: Pair = joint.pair(tree);
        for coordinate in 0..joint.shape.joint.coordinates() {
            let near = windings[joint.windings + coordinate];
            let position = joint.coordinate(&pair, coordinate, near).value;
            energy += joint.laws[coordinate].energy(position);
        }
        if let Some(law) = &joint.ball {
            energy += law.energy(joint.ball_motion(&pair).0.norm_squared());
        }
    }
    energy
}

/// What a sensor reads of a cut joint, but efforts.
/// Not a number where the closing has no such quantity; forces and efforts have functions of their
/// own.
pub(crate) fn quantity_of(
    model: &RecursiveModel,
    data: &Data,
    closing: usize,
    quantity: JointQuantity,
    coordinate: usize,
) -> f64 {
    match &model.loops.closings[closing].kind {
        ClosingKind::Joint(joint) => {
            joint.quantity(&data.tree, &data.loops.windings, quantity, coordinate)
        }
        ClosingKind::CableEnd { .. } | ClosingKind::Equations(_) => f64::NAN,
    }
}

/// The whole effort along a coordinate of a cut joint: laws, and the drive where there is one.
/// Without the closing's other forces, which are across the coordinate.
pub(crate) fn effort_of(
    model: &RecursiveModel,
    data: &Data,
    closing: usize,
    coordinate: usize,
) -> f64 {
    let closing = &model.loops.closings[closing];
    let ClosingKind::Joint(joint) = &closing.kind else { return f64::NAN };
    if coordinate >= joint.shape.joint.coordinates() {
        return f64::NAN;
    }
    let pair = joint.pair(&data.tree);
    let mut effort = axis_effort(data, joint, &pair, coordinate).sum
        + model.held_effort(data, joint.index, coordinate);
    for (index, drive) in joint.drives.iter().enumerate() {
        if drive.coordinate == coordinate {
            effort += data.loops.forces[closing.rows.start + joint.locked() + index];
        }
    }
    effort
}
