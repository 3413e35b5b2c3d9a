//! Splines at rest between bodies that stand still: where they start when they hang.
//!
//! The shape that a fine chain has is at rest but for bending, and for what cubic pieces cannot follow. What is left is
//! found as any state of rest, in a model that has nothing but these cables.

use std::sync::atomic::AtomicBool;

use cdl_graph::{CableId, Plan, TreeNode};

use super::reads::Reads;
use super::{Foundation, Parts, weighed};
use crate::assembly::Assembly;
use crate::constrained::data::ConstrainedData;
use crate::constrained::equilibrium;
use crate::mechanism::State;

/// Of forces that are left over, relative to the largest.
const TOLERANCE: f64 = 1e-11;

/// Moves places and slopes of some splines to where they are at rest. False where that is not found: they stay.
pub(crate) fn hang_splines(
    assembly: &mut Assembly<'_>,
    plan: &Plan,
    splines: &[CableId],
    state: &mut State,
) -> bool {
    let foundation = &mut Foundation { assembly, plan };
    let mut parts = Parts::new(foundation.assembly.graph);
    parts.still = true;
    parts.bodies(foundation);
    for node in &plan.forest {
        if let TreeNode::Cable { cable, root } = node
            && splines.contains(cable)
        {
            parts.cable(foundation, *cable, *root);
        }
    }
    parts.close_cables();
    parts.reading = true;
    let whereabouts = parts.whereabouts();
    let start = parts.start(&whereabouts, state);
    let none = Reads { state: Vec::new(), event: Vec::new(), output: Vec::new() };
    let model = weighed(parts.wired(foundation, (whereabouts, start), none));
    let mut data = ConstrainedData::new(&model);
    if equilibrium::settle(&model, &mut data, TOLERANCE, &AtomicBool::new(false)).is_err() {
        return false;
    }
    let found = model.export(&data.state);
    for cable in splines {
        let (to, from) = (&mut state.curves[cable.index()], &found.curves[cable.index()]);
        to.positions.clone_from(&from.positions);
        to.slopes.clone_from(&from.slopes);
    }
    true
}
