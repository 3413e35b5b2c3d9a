//! The state at the start, found from the roots outward: a body's place follows from what holds it.
//!
//! Loops are not closed here. Joints of the tree get what was written, or zero; a floating body its
//! pose; what hangs on a cable is where the cable's tip ends. Cables with both ends on bodies are
//! laid last, from root to tip, as near as they reach. `consistent.rs` then moves all this onto the
//! loops.

use cdl_graph::{Connection, Plan, StartWeight, TreeNode};

use super::laid::{check_tip, closed_tip, dynamic_start, start_cable};
use super::latched::Grips;
use super::{Assembly, Owner, Problem, latched};
use crate::recursive::{Data, Pass, RecursiveModel, place, prescribe};
use crate::spatial::Vec3;
use crate::tree::{Joint as TreeJoint, Placement};

/// The rate of a start and of a drive may differ by this share.
const DRIVEN: f64 = 1e-9;

/// Fills `model.start` and gives the memory in which it was found. Contradictions are added to the assembly's errors.
///
/// Bodies and cables are placed one after the other, each by its kinematic pass alone, so that the
/// next one finds its parent's motion in the data.
pub(super) fn start(assembly: &mut Assembly<'_>, plan: &Plan, model: &mut RecursiveModel) -> Data {
    let mut state = vec![0.0; model.layout.dimensions.total()];
    state[model.layout.tree_q.clone()].copy_from_slice(&model.tree.rest_position());
    let mut data = Data::new(model);
    prescribe(model, &mut data, 0.0);
    check_driven_rates(assembly, &data);
    for (slot, own) in state[model.layout.states.clone()].iter_mut().zip(&assembly.graph.states) {
        *slot = assembly.scalar(own.start);
    }
    let grips = Grips::new(assembly);
    let (mut body, mut cable) = (0, 0);
    let mut closing = Vec::new();
    for node in &plan.forest {
        match node {
            TreeNode::Body { connection, .. } => {
                let hung = (body, *connection);
                if let Some(on) = latched::bearer(assembly, model, &data, hung, cable) {
                    closing.retain(|&cable| cable != on);
                    start_cable(assembly, model, &data, &mut state, (on, Some(body)));
                    place(model, &mut data, &state, &Pass::Cable(on));
                }
                let known = (&*assembly, &*model, &data);
                start_body(known, &mut state, (body, *connection), (&grips, cable));
                place(model, &mut data, &state, &Pass::Bodies(body..body + 1));
                body += 1;
            }
            TreeNode::Cable { .. } => {
                if closed_tip(assembly, model, cable).is_some() {
                    closing.push(cable);
                } else {
                    start_cable(assembly, model, &data, &mut state, (cable, None));
                    place(model, &mut data, &state, &Pass::Cable(cable));
                    check_tip(assembly, model, &data, cable);
                }
                cable += 1;
            }
        }
    }
    // Nothing hangs on these, and what their tips reach for may stand anywhere in the forest.
    for cable in closing {
        start_cable(assembly, model, &data, &mut state, (cable, None));
        place(model, &mut data, &state, &Pass::Cable(cable));
    }
    model.start = state;
    data
}

/// A rate that is written for a driven coordinate has to be that of the drive. One of zero may be that of
/// another coordinate's start; where a coordinate begins has been compared before.
fn check_driven_rates(assembly: &mut Assembly<'_>, data: &Data) {
    let graph = assembly.graph;
    for (index, joint) in graph.joints.iter().enumerate() {
        if joint.start.rate_weight != StartWeight::Exact {
            continue;
        }
        for (axis, &node) in joint.coordinates.iter().zip(&joint.start.rates) {
            let Some(drive) = &axis.drive else { continue };
            let written = assembly.scalar(node);
            let rate = drive.rate.map_or(0.0, |node| data.values.scalar(node));
            if written != 0.0 && (written - rate).abs() > DRIVEN * written.abs().max(rate.abs()) {
                let problem = Problem::RateBesideDrive { written, drive: rate };
                assembly.fail(Owner::Joint(index), problem);
            }
        }
    }
}

/// Writes positions and velocities of the joint of `body`. A driven coordinate starts where its
/// drive is, whatever was written.
fn start_body(
    (assembly, model, data): (&Assembly<'_>, &RecursiveModel, &Data),
    state: &mut [f64],
    (body, connection): (usize, Connection),
    held: (&Grips, usize),
) {
    let tree = &model.tree;
    let (q, v) = state.split_at_mut(model.layout.dimensions.positions);
    let q = &mut q[model.layout.tree_q.clone()];
    let v = &mut v[..tree.rates()];
    let on_q = tree.position_range(body);
    let on_v = tree.rate_range(body);
    let Some(start) = dynamic_start(assembly, model, body) else { return };
    let joint = match connection {
        Connection::Joint(id) if !matches!(tree.joint(body), TreeJoint::Free) => {
            &assembly.graph.joints[id.index()]
        }
        // Given in the world. What hangs on a cable is where its tip is.
        Connection::Joint(_) | Connection::Free | Connection::Cable { .. } => {
            let position = start.position.map_or([0.0; 3], |nodes| assembly.array(nodes));
            let pose = Placement::new(position, assembly.array(start.attitude));
            let [omega, velocity] =
                [start.angular_velocity, start.velocity].map(|own| Vec3::from(assembly.array(own)));
            let written = (pose, omega, velocity);
            let found = match start.position {
                Some(_) => None,
                None => latched::place((assembly, model, data), body, &written, held),
            };
            let (pose, omega, velocity) = found.unwrap_or(written);
            tree.place(body, &pose, &omega, &velocity, q, v);
            return;
        }
    };
    if matches!(tree.joint(body), TreeJoint::Spherical) {
        if let Some(attitude) = joint.start.attitude {
            let attitude = assembly.array(attitude);
            let length = attitude.iter().map(|x| x * x).sum::<f64>().sqrt();
            for (slot, value) in q[on_q].iter_mut().zip(attitude) {
                *slot = value / length;
            }
        }
    } else {
        for (slot, &node) in q[on_q].iter_mut().zip(&joint.start.coordinates) {
            *slot = assembly.scalar(node);
        }
    }
    for (slot, &node) in v[on_v].iter_mut().zip(&joint.start.rates) {
        *slot = assembly.scalar(node);
    }
    for (k, index) in tree.coordinate_range(body).enumerate() {
        if tree.is_driven(body, k) {
            let drive = data.tree.drives[index];
            q[tree.position_range(body).start + k] = drive.value;
            v[tree.rate_range(body).start + k] = drive.rate;
        }
    }
}
