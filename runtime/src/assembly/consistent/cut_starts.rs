//! What is written on joints that close loops: it is in no state, so further rows keep it while a start is sought.

use cdl_graph::StartWeight;

use crate::assembly::{Assembly, Problem};
use crate::recursive::{ClosingKind, CutDrive, Data, Level, RecursiveModel};
use crate::spatial::{Vec3, quaternion_matrix};
use crate::tree::Joint as TreeJoint;

/// Whether a connection is open at the start.
pub(in crate::assembly) fn is_open(assembly: &Assembly<'_>, latch: Option<usize>) -> bool {
    latch.is_some_and(|state| assembly.scalar(assembly.graph.states[state].start) == 0.0)
}

/// Joints that close loops and have a start of such weights (of coordinates and rates), by index in the graph.
pub(super) fn cut_starts(
    assembly: &Assembly<'_>,
    model: &RecursiveModel,
    wanted: impl Fn([StartWeight; 2]) -> bool,
) -> Vec<usize> {
    let joints = model.loops.closings.iter().filter_map(|closing| match &closing.kind {
        ClosingKind::Joint(joint) => Some(joint.index),
        ClosingKind::CableEnd { .. } | ClosingKind::Equations(_) => None,
    });
    joints
        .filter(|&joint| {
            let start = &assembly.graph.joints[joint].start;
            let weights = [start.coordinate_weight, start.rate_weight];
            !start.coordinates.is_empty() && wanted(weights)
        })
        .collect()
}

/// The model with what was written on joints that close loops as further constraints, to close positions or velocities with: a rate may have been
/// written alone. `None` where nothing was.
/// Each written coordinate of a cut joint becomes a drive that stands still at that value, with the
/// rate that was written beside it; its row acts on the same bodies as the joint's other rows.
pub(super) fn with_cut_starts(
    assembly: &Assembly<'_>,
    model: &RecursiveModel,
    level: Level,
) -> Option<RecursiveModel> {
    let is_written = |[coordinate, rate]: [StartWeight; 2]| match level {
        Level::Position => coordinate != StartWeight::Free,
        Level::Velocity => coordinate != StartWeight::Free || rate != StartWeight::Free,
    };
    let written = cut_starts(assembly, model, is_written);
    if written.is_empty() {
        return None;
    }
    let mut model = model.clone();
    let old = std::mem::take(&mut model.loops.rows);
    let loops = &mut model.loops;
    for closing in &mut loops.closings {
        let start = loops.rows.len();
        loops.rows.extend_from_slice(&old[closing.rows.clone()]);
        if let ClosingKind::Joint(joint) = &mut closing.kind
            && written.contains(&joint.index)
            && !is_open(assembly, closing.latch)
            && let Some(first) = old.get(closing.rows.start).cloned()
        {
            let of_start = &assembly.graph.joints[joint.index].start;
            for (coordinate, &value) in of_start.coordinates.iter().enumerate() {
                if joint.drives.iter().all(|drive| drive.coordinate != coordinate) {
                    let rate = match of_start.rate_weight {
                        StartWeight::Free => None,
                        StartWeight::Exact | StartWeight::Weighted(_) => {
                            of_start.rates.get(coordinate).copied()
                        }
                    };
                    joint.drives.push(CutDrive { coordinate, value, rate, acceleration: None });
                    // The same supports; gradients of its own.
                    let terms = loops.terms.len()..loops.terms.len() + first.terms.len();
                    loops.terms.extend_from_within(first.terms.clone());
                    loops.rows.push(crate::recursive::Row { terms, level: first.level });
                }
            }
        }
        closing.rows = start..loops.rows.len();
    }
    model.loops.structure = model.loop_structure();
    Some(model)
}

/// What is written of ball joints that close loops is no constraint: it has to follow from the rest.
pub(super) fn check_balls(assembly: &mut Assembly<'_>, model: &RecursiveModel, data: &Data) {
    for closing in &model.loops.closings {
        let ClosingKind::Joint(joint) = &closing.kind else { continue };
        let start = &assembly.graph.joints[joint.index].start;
        let is_ball = matches!(joint.shape.joint, TreeJoint::Spherical);
        if !is_ball || is_open(assembly, closing.latch) {
            continue;
        }
        let pair = joint.pair(&data.tree);
        let spin = joint.ball_motion(&pair).1;
        let written = |weight| weight == StartWeight::Exact;
        let turned = start.attitude.filter(|_| written(start.coordinate_weight)).map(|nodes| {
            let wanted = quaternion_matrix(assembly.array(nodes));
            (pair.parent.rotation.transpose() * pair.child.rotation - wanted).norm()
        });
        let spins = (written(start.rate_weight) && start.rates.len() == 3).then(|| {
            let rates = [0, 1, 2].map(|k| assembly.scalar(start.rates[k]));
            (spin - Vec3::from(rates)).norm() / spin.norm().max(1.0)
        });
        let what = match (turned.is_some_and(|off| off > KEPT), spins.is_some_and(|off| off > KEPT))
        {
            (false, false) => continue,
            (true, _) => "attitude",
            (false, true) => "angular_velocity",
        };
        let text = format!(
            "its start has another `{what}` than is written: it closes a loop, and there what is written of a `spherical` joint is not kept; \
             write starts of other joints of the loop, from which it follows"
        );
        assembly.fail(closing.owner, Problem::LoopOpen(text));
    }
}

/// By so much, rad or relative, what is written may be off.
const KEPT: f64 = 1e-6;
