//! The forest as the sweeps of transfer matrices take it, and what they do not do.

use cdl_graph::{Dynamics, Plan};

use super::bodies::Forest;
use super::{Assembly, Owner, Problem};
use crate::recursive::{
    CableModel, CableRoot, CableTip, Closing, Closure, FrameOn, Loops, Support,
};
use crate::transfer::{Beyond, Surroundings, Transfer};

/// Where the plan asks for them. What they cannot do is an error at the element.
pub(super) fn sweeps(
    assembly: &mut Assembly<'_>,
    plan: &Plan,
    forest: &Forest,
    loops: &Loops,
) -> Option<Transfer> {
    if plan.dynamics != Dynamics::TransferMatrix {
        return None;
    }
    match loops.method {
        Closure::Projection | Closure::Baumgarte { .. } => {}
        Closure::Penalty { .. }
        | Closure::AugmentedLagrangian { .. }
        | Closure::GearGuptaLeimkuhler
        | Closure::Partitioning => {
            let text = "its way to keep loops closed is none of sweeps".to_owned();
            assembly.fail(Owner::Experiment, Problem::Plan(text));
        }
    }
    let bodies = forest.tree.bodies();
    let mut rows = vec![Vec::new(); bodies];
    // Of many joints it is one mistake, and said at the first.
    let mut told: Vec<&str> = Vec::new();
    for closing in &loops.closings {
        match held_body(loops, closing) {
            Some(body) => rows[body].extend(closing.rows.clone()),
            None => {
                let text = if holds_coordinate(loops, closing) { COORDINATE } else { INNER };
                if told.contains(&text) {
                    continue;
                }
                told.push(text);
                assembly.fail(closing.owner, Problem::Unsupported(text.to_owned()));
            }
        }
    }
    let is_hung = hung(&forest.cables, bodies);
    match Transfer::new(&forest.tree, &Surroundings { rows: &rows, is_hung: &is_hung }) {
        Ok(transfer) => Some(transfer),
        Err(beyond) => {
            let (body, text) = match beyond {
                Beyond::Massless { body } => (body, MASSLESS),
                Beyond::HeldBeyondCable { body } => (body, BEYOND_CABLE),
            };
            let owner = Owner::Body(forest.tree_bodies[body]);
            assembly.fail(owner, Problem::Unsupported(text.to_owned()));
            None
        }
    }
}

/// Of each body of the tree: whether a cable hangs on it.
pub(super) fn hung(cables: &[CableModel], bodies: usize) -> Vec<bool> {
    let mut is_hung = vec![false; bodies];
    for cable in cables {
        let root = match &cable.root {
            CableRoot::Held(FrameOn::Body(frame)) => Some(frame.body),
            CableRoot::Held(FrameOn::World(_) | FrameOn::Base { .. }) | CableRoot::Free => None,
        };
        let tip = match &cable.tip {
            CableTip::Held(FrameOn::Body(frame)) => Some(frame.body),
            CableTip::Held(FrameOn::World(_) | FrameOn::Base { .. })
            | CableTip::Free
            | CableTip::Carries { .. } => None,
        };
        for body in root.into_iter().chain(tip) {
            is_hung[body] = true;
        }
    }
    is_hung
}

/// The one body that a closing holds to the ground.
fn held_body(loops: &Loops, closing: &Closing) -> Option<usize> {
    let mut held = None;
    for term in closing.rows.clone().flat_map(|row| loops.rows[row].terms.clone()) {
        match loops.terms[term] {
            Support::Base(_) => {}
            Support::Body(body) if held.is_none_or(|own| own == body) => held = Some(body),
            Support::Body(_) | Support::Rate { .. } | Support::Drive(_) | Support::Cable { .. } => {
                return None;
            }
        }
    }
    held
}

/// Whether nothing is held but coordinates of joints.
fn holds_coordinate(loops: &Loops, closing: &Closing) -> bool {
    let mut terms = closing.rows.clone().flat_map(|row| loops.rows[row].terms.clone());
    terms.all(|term| matches!(loops.terms[term], Support::Rate { .. } | Support::Drive(_)))
}

/// Said where sweeps do not keep what closes a loop.
const INNER: &str = "`dynamics = transfer_matrix` keeps what holds a single body to the ground, but not what connects two that move, \
                     or a cable; write `dynamics = recursive`, which keeps both";
/// Said where equations hold coordinates of joints, always or at times.
const COORDINATE: &str = "`dynamics = transfer_matrix` keeps no equation of joint coordinates: no lock, `motor`, `stiction` or stop with a \
                          `restitution`, and no constraint between coordinates; write `dynamics = recursive`, which keeps all of these";
/// Said where they would divide by an inertia that is not there.
const MASSLESS: &str = "`dynamics = transfer_matrix` needs mass, and inertia about all axes, in each body between the ground and one that \
                        is held beside its joint; write `dynamics = recursive`, which does not";
/// Said where they do not reach.
const BEYOND_CABLE: &str = "`dynamics = transfer_matrix` does not hold a body that hangs on a cable; write `dynamics = recursive`, which does";
