//! Splines at rest between bodies that stand still: where they start when they hang.
//!
//! The shape that a fine chain has is at rest but for bending, and for what cubic pieces cannot follow. What is left is
//! found as any state of rest, in a model that has nothing but these cables.

use std::sync::atomic::AtomicBool;

use cdl_graph::{CableId, Plan, TreeNode};

use super::reads::Reads;
use super::{Foundation, Parts, weighed};
use crate::assembly::Assembly;
use crate::constrained::collapsed::folded;
use crate::constrained::data::ConstrainedData;
use crate::constrained::equilibrium;
use crate::mechanism::State;

/// Of forces that are left over, relative to the largest.
const TOLERANCE: f64 = 1e-11;

/// A rope that has folded is found at rest when it hardly stretches, and from there as it is. More where that does not help.
const STIFFER: [f64; 3] = [1e2, 1e3, 1e4];

/// Moves places and slopes of some splines to where they are at rest. False where that is not found: they stay.
pub(crate) fn hang_splines(
    assembly: &mut Assembly<'_>,
    plan: &Plan,
    splines: &[CableId],
    state: &mut State,
) -> bool {
    let foundation = &mut Foundation { assembly, plan };
    let found = at_rest(foundation, splines, state, 1.0).or_else(|| {
        STIFFER.into_iter().find_map(|stiffer| {
            let begin = at_rest(foundation, splines, state, stiffer)?;
            at_rest(foundation, splines, &begin, 1.0)
        })
    });
    let Some(found) = found else { return false };
    hang(splines, &found, state);
    true
}

/// Takes over places and slopes.
fn hang(splines: &[CableId], from: &State, to: &mut State) {
    for cable in splines {
        let (to, from) = (&mut to.curves[cable.index()], &from.curves[cable.index()]);
        to.positions.clone_from(&from.positions);
        to.slopes.clone_from(&from.slopes);
    }
}

/// The state of rest that is found from another one, where these ropes are so many times as stiff along their axes.
fn at_rest(
    foundation: &mut Foundation<'_, '_>,
    splines: &[CableId],
    state: &State,
    stiffer: f64,
) -> Option<State> {
    let mut parts = Parts::new(foundation.assembly.graph);
    (parts.still, parts.stiffer) = (true, stiffer);
    parts.bodies(foundation);
    for node in &foundation.plan.forest {
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
    equilibrium::settle(&model, &mut data, TOLERANCE, &AtomicBool::new(false)).ok()?;
    // In balance, but no rope.
    if folded(&model, &data.state).is_some() {
        return None;
    }
    let mut found = state.clone();
    hang(splines, &model.export(&data.state), &mut found);
    Some(found)
}
