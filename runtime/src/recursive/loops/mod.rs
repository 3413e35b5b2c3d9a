//! Closed loops in the recursive formulation: what the forest does not hold is kept by forces.
//!
//! The forest of bodies and cables is evaluated by the articulated-body recursion as if it were cut
//! at the closing joints. Its accelerations are affine in any further forces,
//!
//! ```text
//! a = a_0 + M^-1 J' f
//! ```
//!
//! where `J` are the gradients of the closing constraints, moments and forces on two bodies (or
//! points of cables) each. The articulated inertias of the inward pass are kept, so the answer to a
//! unit force is a pass inward along the path to the ground and one outward ([`response`]); all of
//! them together make the compliance `Λ = J M^-1 J'` ([`mod@close`]), which is factorized once
//! ([`factor`]) and gives the forces with which the constraints' second derivatives are what they
//! have to be. Loops that share no moving body do not meet in `Λ`, and neighbours only do so with
//! neighbours ([`structure`]), so a row of a thousand four-bars costs O(N).
//!
//! | file | holds |
//! |---|---|
//! | `model`, `data` | what is closed; what changes |
//! | `frames`, `joint`, `equation` | values, gradients and biases of one constraint |
//! | `rows`, `size` | all of them now; what their residuals are compared to |
//! | `structure`, `pattern`, `factor` | who feels whom; `Λ` |
//! | `metric`, `choice`, `rank` | gradients without inertia; independent rows; how many, and how near less |
//! | `response` | what forces do to the forest |
//! | `close` | the forces of an evaluation, by method |
//! | `held` | the same where they are inputs of the sweeps of transfer matrices |
//! | `project`, `partition` | the state put back on the constraints after a step |
//! | `passage` | through singular positions |
//! | `jacobian`, `start` | gradients in joint velocities; a start that satisfies everything |
//! | `conflict` | which of what is closed contradict each other |
//! | `latches` | what events connect and let go |
//! | `impacts` | what impulses on coordinates do that latches hold |
//! | `efforts` | springs, dampers and efforts in cut joints |

mod choice;
mod close;
mod conflict;
mod data;
mod efforts;
mod equation;
mod factor;
mod frames;
mod held;
mod impacts;
mod jacobian;
mod joint;
mod latches;
mod metric;
mod model;
mod partition;
mod passage;
mod pattern;
mod project;
mod rank;
mod response;
mod rows;
mod size;
mod start;
mod structure;
#[cfg(test)]
mod tests;

pub(crate) use close::{close, stabilized_velocities};
pub(crate) use conflict::{conflict, only, partners};
pub(crate) use data::LoopData;
pub(crate) use efforts::{across, effort_of, joint_efforts, quantity_of, spring_energy};
pub(crate) use equation::{Argument, Equation, Reading};
pub(crate) use frames::{FrameNow, support};
pub(crate) use held::{hold, is_doubtful, keep, look_closely};
pub(crate) use impacts::{answer, offsets};
pub(crate) use joint::{CutJoint, JointShape, Pair};
pub(crate) use latches::{Unmet, follow as follow_latches};
pub(crate) use model::{Closing, ClosingKind, Closure, CutDrive, Level, Loops, Row, Support};
pub(crate) use passage::{Hindrance, evaluate_near, forget, revisit};
pub(crate) use project::{NotClosed, follow_angles, look, most_open, not_closed};
pub(crate) use rank::{Found, find};
pub(crate) use size::Sizes;
pub(super) use size::whole_extent;
pub(crate) use start::{close_positions, close_velocities};
pub(crate) use structure::{Node, Structure};

use super::data::Failure;
use super::{Data, RecursiveModel};

/// Moves positions along constant velocities for `step` seconds, exactly in each joint; velocities
/// of cables are carried along.
pub(crate) fn drift(model: &RecursiveModel, q: &mut [f64], v: &mut [f64], step: f64) {
    let layout = &model.layout;
    let offset = layout.dimensions.positions;
    let local = |range: &std::ops::Range<usize>| range.start - offset..range.end - offset;
    model.tree.drift(&mut q[layout.tree_q.clone()], &v[local(&layout.tree_v)], step);
    let ranges = layout.cable_q.iter().zip(&layout.cable_v);
    for (cable, (on_q, on_v)) in model.cables.iter().zip(ranges) {
        cable.drift(&mut q[on_q.clone()], &mut v[local(on_v)], step);
    }
}

/// Solves the dependent coordinates of a state from the independent ones.
pub(crate) fn solve_dependent(
    model: &RecursiveModel,
    data: &mut Data,
    time: f64,
    state: &mut [f64],
) -> Result<(), Failure> {
    partition::solve(model, data, time, state)
}

/// Every coordinate of a cut joint that is an angle.
fn each_angle(model: &RecursiveModel, mut visit: impl FnMut(&CutJoint, usize)) {
    for closing in &model.loops.closings {
        if let ClosingKind::Joint(joint) = &closing.kind {
            for coordinate in 0..joint.shape.joint.coordinates() {
                if joint.turns(coordinate) {
                    visit(joint, coordinate);
                }
            }
        }
    }
}

/// Puts a state on the closing constraints, as the method asks for after a step. The motions
/// prescribed at `time` must be there, and the forest in order.
pub(crate) fn project(
    model: &RecursiveModel,
    data: &mut Data,
    time: f64,
    state: &mut [f64],
) -> Result<(), Failure> {
    if model.loops.is_empty() {
        return Ok(());
    }
    let mut before = std::mem::take(&mut data.loops.before);
    before.copy_from_slice(&state[model.layout.dimensions.velocity_range()]);
    let done = close_as_asked(model, data, time, state);
    let done = done.and_then(|()| project::check_way(model, data, &before, state));
    if let Err(Failure::Singular { .. }) = done {
        // As it was, for who looks for the reason.
        state[model.layout.dimensions.velocity_range()].copy_from_slice(&before);
    }
    data.loops.before = before;
    follow_angles(model, data);
    done
}

/// The same for a state that no step of this run has led to: what latches close is found anew, and nothing tells by how
/// much its velocities may change.
pub(crate) fn take_over(
    model: &RecursiveModel,
    data: &mut Data,
    time: f64,
    state: &mut [f64],
) -> Result<(), Failure> {
    if !model.mechanism.graph.latches.is_empty() {
        // It fails in one way only.
        let singular = Failure::Singular { closing: 0, hindrance: Hindrance::Closed };
        latches::choose(model, data, time, state).map_err(|_| singular)?;
    }
    close_as_asked(model, data, time, state)?;
    follow_angles(model, data);
    Ok(())
}

fn close_as_asked(
    model: &RecursiveModel,
    data: &mut Data,
    time: f64,
    state: &mut [f64],
) -> Result<(), Failure> {
    match model.loops.method {
        Closure::Projection => project::project(model, data, time, state),
        Closure::GearGuptaLeimkuhler => project::project_velocities(model, data, time, state),
        Closure::Partitioning => partition::project(model, data, time, state),
        Closure::Baumgarte { .. }
        | Closure::Penalty { .. }
        | Closure::AugmentedLagrangian { .. } => project::watch(model, data, time, state),
    }
}
