//! Joints that are written from the child to the parent are turned round, so that all of the forest
//! points outward. Coordinates keep their meaning and their sign; it is the axis that changes. The force
//! across a joint stays the one on its `to` side.

use cdl_graph::{
    FrameId, FrameQuantity, Graph, Joint, JointId, JointKind, JointQuantity, Node, NodeId, Sensor,
    Signals, UnaryOp,
};

use super::{places::Places, rewrite::rewrite, with_axes::axes};
use crate::diagnostics::{self, Diagnostic};
use crate::symbolic::{Scalars, Vector, attitude, vector};

/// Turns `turned`; `idle` are free joints that hold nothing, whose sensors need another source.
pub(super) fn run(
    mut graph: Graph,
    turned: &[JointId],
    idle: &[JointId],
    places: &Places<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Graph {
    let mut change: Vec<Change> = vec![Change::None; graph.joints.len()];
    for joint in idle {
        change[joint.index()] = Change::FromFrames;
    }
    for id in turned {
        let Graph { signals, joints, frames, .. } = &mut graph;
        let joint = &mut joints[id.index()];
        change[id.index()] = match &mut joint.kind {
            JointKind::Fixed => Change::None,
            JointKind::Revolute { axis }
            | JointKind::Prismatic { axis }
            | JointKind::Cylindrical { axis } => {
                *axis = opposite(signals, *axis);
                Change::None
            }
            JointKind::Universal { first, second } => {
                let turned = (opposite(signals, *second), opposite(signals, *first));
                (*first, *second) = turned;
                joint.coordinates.reverse();
                joint.start.coordinates.reverse();
                joint.start.rates.reverse();
                Change::Swap
            }
            JointKind::Spherical => {
                if let Some(start) = &mut joint.start.attitude {
                    if let [x, y, z] = joint.start.rates[..] {
                        // Minus the rate, in the other frame's axes.
                        let rate = attitude::rotate(signals, *start, [x, y, z]);
                        joint.start.rates = opposite(signals, rate).to_vec();
                    }
                    *start = attitude::inverse(signals, *start);
                }
                Change::FromFrames
            }
            JointKind::Planar { .. } | JointKind::Free => {
                let path = |frame: FrameId| frames[frame.index()].path.clone();
                diagnostics.push(diagnostics::joint_reversed(
                    places.of(joint.origin),
                    &joint.path,
                    &path(joint.parent),
                    &path(joint.child),
                ));
                Change::None
            }
        };
        std::mem::swap(&mut joint.parent, &mut joint.child);
    }
    if turned.is_empty() && idle.is_empty() { graph } else { sensors(graph, turned, &change) }
}

/// What becomes of a joint's sensors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    None,
    /// The two coordinates change places.
    Swap,
    /// The rate is computed from the motion of the two frames.
    FromFrames,
}

fn sensors(graph: Graph, turned: &[JointId], change: &[Change]) -> Graph {
    let mut is_turned = vec![false; graph.joints.len()];
    turned.iter().for_each(|joint| is_turned[joint.index()] = true);
    // As they were written, which is what the sensors mean.
    let as_written = |(joint, turned): (&Joint, &bool)| {
        if *turned { [joint.child, joint.parent] } else { [joint.parent, joint.child] }
    };
    let frames: Vec<[FrameId; 2]> = graph.joints.iter().zip(&is_turned).map(as_written).collect();
    rewrite(graph, |signals, node, _| match node {
        Node::Sensor { sensor: Sensor::Joint { joint, quantity, coordinate }, component } => {
            let index = joint.index();
            if let JointQuantity::Force | JointQuantity::Torque = quantity {
                return match (is_turned[index], change[index]) {
                    (true, _) => on_other_side(signals, joint, frames[index], quantity, coordinate),
                    // An idle joint holds nothing.
                    (false, Change::FromFrames) => signals.constant(0.0),
                    (false, Change::None | Change::Swap) => signals.add(node),
                };
            }
            match change[index] {
                Change::Swap => {
                    let coordinate = 1 - coordinate.min(1);
                    let sensor = Sensor::Joint { joint, quantity, coordinate };
                    signals.add(Node::Sensor { sensor, component })
                }
                Change::FromFrames if quantity == JointQuantity::Rate => {
                    let [parent, child] = frames[index];
                    relative_rate(signals, parent, child, coordinate)
                }
                Change::None | Change::FromFrames => signals.add(node),
            }
        }
        node => signals.add(node),
    })
}

/// A component of what acts on the `to` side of a turned joint, whose child is the `from` side: the
/// opposite, and the torque about the other frame's origin.
fn on_other_side(
    signals: &mut impl Scalars,
    joint: JointId,
    [from, to]: [FrameId; 2],
    quantity: JointQuantity,
    coordinate: u8,
) -> NodeId {
    let read = |signals: &mut _, quantity| -> Vector {
        [0, 1, 2].map(|coordinate| {
            let sensor = Sensor::Joint { joint, quantity, coordinate };
            Scalars::add(signals, Node::Sensor { sensor, component: 0 })
        })
    };
    let force = read(signals, JointQuantity::Force);
    let on_from = if quantity == JointQuantity::Torque {
        let torque = read(signals, JointQuantity::Torque);
        let at = [from, to].map(|id| frame(signals, id, FrameQuantity::Position));
        let arm = vector::difference(signals, at[0], at[1]);
        let swept = vector::cross(signals, arm, force);
        vector::sum(signals, torque, swept)
    } else {
        force
    };
    signals.negate(on_from[usize::from(coordinate.min(2))])
}

fn opposite(signals: &mut Signals, v: Vector) -> Vector {
    v.map(|component| match signals.node(component) {
        Node::Constant(value) => signals.constant(if value == 0.0 { 0.0 } else { -value }),
        _ => signals.add(Node::Unary(UnaryOp::Neg, component)),
    })
}

fn frame(signals: &mut impl Scalars, frame: FrameId, quantity: FrameQuantity) -> Vector {
    [0, 1, 2].map(|component| {
        signals.add(Node::Sensor { sensor: Sensor::Frame { frame, quantity }, component })
    })
}

/// The angular (0..3) or linear (3..6) velocity of the child frame relative to the parent frame, in
/// child axes.
pub(super) fn relative_rate(
    signals: &mut impl Scalars,
    parent: FrameId,
    child: FrameId,
    coordinate: u8,
) -> NodeId {
    let outer = frame(signals, parent, FrameQuantity::AngularVelocity);
    let inner = frame(signals, child, FrameQuantity::AngularVelocity);
    let relative = if coordinate < 3 {
        vector::difference(signals, inner, outer)
    } else {
        // As seen by an observer who turns with the parent frame.
        let at = [parent, child].map(|id| frame(signals, id, FrameQuantity::Position));
        let moving = [parent, child].map(|id| frame(signals, id, FrameQuantity::Velocity));
        let arm = vector::difference(signals, at[1], at[0]);
        let swept = vector::cross(signals, outer, arm);
        let difference = vector::difference(signals, moving[1], moving[0]);
        vector::difference(signals, difference, swept)
    };
    let axis = axes(signals, child)[usize::from(coordinate % 3)];
    vector::dot(signals, axis, relative)
}
