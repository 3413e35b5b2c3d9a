//! The state that small motions are about.

use std::sync::atomic::{AtomicBool, Ordering};

use cdl_graph::Motion;

use super::report::Outcome;
use super::running::Running;
use crate::assembly::Owner;
use crate::constrained::ConstrainedCourse;
use crate::fault::{Fault, FaultKind};
use crate::mechanism::{Mechanism, State};
use crate::model::{About, Model, Rest, Simulation, Solver};
use crate::signals::Values;

/// m/s, rad/s, or the same per second: what is moved by less stands.
const STANDS: f64 = 1e-9;

/// A course in that state, and whether that was found.
pub(super) fn course<'a>(
    rest: &'a Rest,
    about: &About,
    cancel: &AtomicBool,
) -> (ConstrainedCourse<'a>, Result<(), Outcome>) {
    let (model, tolerance) = (&*rest.model, rest.tolerance);
    match about {
        About::Equilibrium => ConstrainedCourse::at_rest(model, tolerance, cancel),
        About::Start => (ConstrainedCourse::at_start(model), Ok(())),
        About::After(motion) => match reached(motion, cancel) {
            Ok((state, said)) => ConstrainedCourse::near(model, &state, tolerance, said, cancel),
            Err(outcome) => (ConstrainedCourse::at_start(model), Err(outcome)),
        },
    }
}

/// Where a motion ends, or an event stops it, and what is to be said of it.
fn reached(motion: &Model, cancel: &AtomicBool) -> Result<(State, Vec<String>), Outcome> {
    let Solver::Simulation(Simulation { span, .. }) = &motion.solver else {
        return Err(Outcome::Cancelled);
    };
    let mut running = Running::start(motion, cancel);
    while !cancel.load(Ordering::Relaxed) && running.step() {}
    let state = running.state();
    let report = running.simulation(span.duration);
    match report.solved.outcome {
        Outcome::Finished | Outcome::Stopped(_) => {}
        outcome @ (Outcome::Cancelled | Outcome::Fault(_) | Outcome::NotWritten(_)) => {
            return Err(outcome);
        }
    }
    if let Some(owner) = still_moved(&motion.mechanism, state.time) {
        let why =
            "it is moved there as a function of time; small motions are about a state that stays";
        let paths = &motion.mechanism.paths;
        let fault =
            Fault::new(paths, FaultKind::NotStill, state.time, owner, "state", why.to_owned());
        return Err(Outcome::Fault(fault));
    }
    let ledger = report.solved.judgement.says();
    Ok((state, ledger.into_iter().chain(report.solved.warnings).collect()))
}

/// What a function of time moves at an instant.
fn still_moved(mechanism: &Mechanism, time: f64) -> Option<Owner> {
    let values: Values = mechanism.values_at(time);
    let moves = |node: &cdl_graph::NodeId| values.scalar(*node).abs() > STANDS;
    let bodies = mechanism.graph.bodies.iter().map(|body| match &body.motion {
        Motion::Prescribed { rates: Some(own), .. } => {
            own.velocity.iter().chain(&own.acceleration).any(moves)
                || own.attitude_rate.iter().chain(&own.attitude_acceleration).any(moves)
        }
        Motion::Prescribed { rates: None, .. } | Motion::Fixed | Motion::Dynamic { .. } => false,
    });
    let joints = mechanism.graph.joints.iter().map(|joint| {
        let drives = joint.coordinates.iter().filter_map(|axis| axis.drive.as_ref());
        let mut nodes = drives.flat_map(|own| [own.rate, own.acceleration]).flatten();
        nodes.any(|node| moves(&node))
    });
    let body = bodies.enumerate().find(|(_, moves)| *moves).map(|(index, _)| Owner::Body(index));
    let joint = joints.enumerate().find(|(_, moves)| *moves);
    body.or(joint.map(|(index, _)| Owner::Joint(index)))
}
