//! Why a run of the recursive formulation stopped: the first value that is not finite, found by evaluating once more.
//!
//! During the run only the sum of the derivatives is tested. After a failure the evaluation is done
//! again and its parts are looked at in the order in which they are computed: prescribed motions,
//! signals and loads, joints and cables, accelerations.

use cdl_graph::Joint;

use super::step::{Obstacle, System};
use super::{
    Data, Evaluator, Failure, Hindrance, Level, Node, NotClosed, RecursiveModel, Unmet, evaluate,
    partners, pulled, taut,
};
use crate::assembly::Owner;
use crate::fault::{Fault, FaultKind, apart, named, parted};
use crate::mechanism::{BadUse, FASTEST, LARGEST_STATE};
use crate::results::rounded;
use crate::tree::TreeError;

/// Where in the model something is.
struct Spot {
    owner: Owner,
    arc_length: Option<f64>,
}

/// Names the culprit of an evaluation at `state` that failed.
///
/// `state` is the one whose evaluation failed, and with the obstacle comes whether the step is too long for what is
/// fastest. `data` is used for another evaluation and belongs to that afterwards.
pub(super) fn diagnose(
    model: &RecursiveModel,
    data: &mut Data,
    (obstacle, step_is_too_long): (Obstacle, bool),
    state: &[f64],
) -> Fault {
    let (Obstacle::NotFinite { time }
    | Obstacle::StepTooShort { time, .. }
    | Obstacle::NoConvergence { time }
    | Obstacle::NotProjected { time }) = obstacle;
    let paths = &model.mechanism.paths;
    let fault = |kind: FaultKind, spot: Spot, term: &str, why: String| Fault {
        arc_length: spot.arc_length,
        ..Fault::new(paths, kind, time, spot.owner, term, why)
    };
    let at = |owner: Owner| Spot { owner, arc_length: None };
    let advice = match step_is_too_long {
        true => "a shorter step may help",
        false => "its inertia may be too small for what acts on it, or what acts on it never ends",
    };
    if let Some(fault) = pulled(model, data, time) {
        return fault;
    }
    if let Obstacle::StepTooShort { .. } = obstacle
        && let Some(fault) = bad_beside(model, data, time, state)
    {
        return fault;
    }
    if let Some(slot) = state.iter().position(|value| !value.is_finite()) {
        let (spot, term) = locate(model, slot);
        let why = format!(
            "it has left the range of numbers, as in a motion that grows without bound; {advice}"
        );
        return fault(FaultKind::NotFinite, spot, term, why);
    }
    let velocities = model.layout.dimensions.velocity_range();
    if let Some(slot) = velocities.clone().find(|&slot| state[slot].abs() > FASTEST) {
        // A load that becomes infinite there says more than what it has done just before.
        let mut still = state.to_vec();
        still[velocities].fill(0.0);
        let mut rates = vec![0.0; state.len()];
        evaluate(model, data, time, &still, &mut rates);
        if let Some(bad) = model.mechanism.first_bad_use(&data.values) {
            return Fault::not_finite(paths, time, bad);
        }
        let (spot, term) = locate(model, slot);
        let why = format!(
            "{:.3e} is faster than light: the motion grows without bound; {advice}",
            state[slot]
        );
        return fault(FaultKind::NotFinite, spot, term, why);
    }
    if let Some(slot) = model.layout.states.clone().find(|&slot| state[slot].abs() > LARGEST_STATE)
    {
        let (spot, term) = locate(model, slot);
        let why = format!(
            "{:.3e} is beyond all bounds: it grows without end, or the step is too long for it",
            state[slot]
        );
        return fault(FaultKind::NotFinite, spot, term, why);
    }
    if let Obstacle::NotProjected { .. } = obstacle {
        let mut state = state.to_vec();
        Evaluator { model, data }.project(time, &mut state);
        match data.failure {
            Some(Failure::NotClosed(not_closed)) => {
                return open_loop(model, time, &state, not_closed);
            }
            Some(Failure::Singular { closing, hindrance }) => {
                return singular_position(model, time, closing, hindrance);
            }
            Some(Failure::Tree(_) | Failure::Taut { .. } | Failure::Loop | Failure::Near)
            | None => {}
        }
    }
    let mut rates = vec![0.0; state.len()];
    evaluate(model, data, time, state, &mut rates);
    if let Some(bad) = model.mechanism.first_bad_use(&data.values) {
        // In a loop without a solution every variable is NaN; the reason is the loop.
        return match loop_failure(model, data) {
            Some(why) => {
                let BadUse { found, .. } = bad;
                fault(FaultKind::AlgebraicLoop, at(found.owner), found.field, why)
            }
            None => Fault::not_finite(paths, time, bad),
        };
    }
    if let Some(why) = loop_failure(model, data) {
        let kind = FaultKind::AlgebraicLoop;
        return fault(kind, at(Owner::Experiment), "algebraic loop", why);
    }
    match data.failure {
        Some(Failure::Tree(error)) => {
            let index = model.tree_bodies.get(error.body()).copied().unwrap_or(0);
            let kind = FaultKind::WithoutInertia;
            let path = paths.of(Owner::Body(index));
            let why = match error {
                TreeError::Singular { .. } => {
                    let lost = match model.transfer {
                        Some(_) => {
                            "; beside bodies that are far heavier, sweeps may have lost it to rounding, and `dynamics = recursive` may find it"
                        }
                        None => "",
                    };
                    format!(
                        "{error}; give `{path}` a `shape` or an `inertia`, or what hangs on it{lost}"
                    )
                }
                TreeError::NotFinite { .. } => error.to_string(),
            };
            return fault(kind, at(Owner::Body(index)), "joint", why);
        }
        Some(Failure::Taut { cable }) => {
            let index = model.cables[cable].index;
            let (owner, why) = (Owner::Cable(index), taut(model, data, index));
            return fault(FaultKind::SingularPosition, at(owner), "tension", why);
        }
        Some(Failure::Loop) => {
            let owner = model.loops.closings.first().map_or(Owner::Experiment, |it| it.owner);
            let why =
                "what opposes the forces that close the loop is not a finite number".to_owned();
            return fault(FaultKind::NotFinite, at(owner), "closing force", why);
        }
        Some(Failure::NotClosed(not_closed)) => return open_loop(model, time, state, not_closed),
        Some(Failure::Singular { closing, hindrance }) => {
            return singular_position(model, time, closing, hindrance);
        }
        Some(Failure::Near) | None => {}
    }
    let bad = model.layout.states.clone().find(|&slot| !rates[slot].is_finite());
    if let Some(slot) = bad {
        let (spot, _) = locate(model, slot);
        let why = "it has left the range of numbers".to_owned();
        return fault(FaultKind::NotFinite, spot, "rate", why);
    }
    // The ledger's powers are products and overflow first; they are not the culprit.
    let all = &rates[..];
    let rates = &rates[..velocities.end];
    let not_finite = rates.iter().position(|value| !value.is_finite());
    let (kind, slot, why) = match (obstacle, not_finite) {
        (_, Some(slot)) => (FaultKind::NotFinite, slot, "it is not a finite number".to_owned()),
        (Obstacle::StepTooShort { step, .. }, None) => {
            let text = format!(
                "it changes so fast that the step would have to be shorter than {step:.3e} s"
            );
            let slot = fastest_state(model, state, all).unwrap_or_else(|| largest(rates));
            (FaultKind::StepTooShort, slot, text)
        }
        (Obstacle::NoConvergence { .. }, None) => {
            let text =
                "the implicit half kick of leapfrog does not converge; a shorter step may help";
            (FaultKind::NoConvergence, largest(rates), text.to_owned())
        }
        (Obstacle::NotFinite { .. } | Obstacle::NotProjected { .. }, None) => {
            (FaultKind::NotFinite, largest(rates), "it has left the range of numbers".to_owned())
        }
    };
    let (spot, term) = locate(model, slot);
    let term = match term {
        "velocity" => "acceleration",
        "position" => "velocity",
        "value" => "rate",
        _ => "power",
    };
    fault(kind, spot, term, why)
}

/// A step that cannot be made short enough ends beside an instant at which something has no value: the number that is
/// not finite at one of the next instants that can be told apart.
fn bad_beside(model: &RecursiveModel, data: &mut Data, time: f64, state: &[f64]) -> Option<Fault> {
    const INSTANTS: usize = 256;
    let mut rates = vec![0.0; state.len()];
    std::iter::successors(Some(time), |time| Some(time.next_up())).take(INSTANTS).find_map(|time| {
        evaluate(model, data, time, state, &mut rates);
        let bad = model.mechanism.first_bad_use(&data.values)?;
        Some(Fault::not_finite(&model.mechanism.paths, time, bad))
    })
}

/// A state that cannot be put on what closes loops.
pub(super) fn not_entered(
    model: &RecursiveModel,
    time: f64,
    state: &[f64],
    failure: Failure,
) -> Fault {
    match failure {
        Failure::NotClosed(not_closed) => open_loop(model, time, state, not_closed),
        Failure::Singular { closing, hindrance } => {
            singular_position(model, time, closing, hindrance)
        }
        Failure::Tree(_) | Failure::Taut { .. } | Failure::Loop | Failure::Near => {
            singular_position(model, time, 0, Hindrance::Closed)
        }
    }
}

/// A connection that an event could not close.
pub(super) fn not_met(model: &RecursiveModel, time: f64, unmet: &Unmet) -> Fault {
    match *unmet {
        Unmet::Apart(found) => apart(&model.mechanism, time, &found),
        Unmet::NotClosed(NotClosed { closing, .. }) => {
            let owner = model.loops.closings.get(closing).map_or(Owner::Experiment, |it| it.owner);
            parted(&model.mechanism.paths, time, owner)
        }
        Unmet::Singular { closing } => singular_position(model, time, closing, Hindrance::Closed),
    }
}

/// A loop that a step has left so far open that it cannot be closed again.
fn open_loop(model: &RecursiveModel, time: f64, state: &[f64], not_closed: NotClosed) -> Fault {
    let NotClosed { closing, level, .. } = not_closed;
    let amount = not_closed.amount(model);
    let owner = model.loops.closings.get(closing).map_or(Owner::Experiment, |it| it.owner);
    let term = match level {
        Level::Position => "closing constraint",
        Level::Velocity => "rate of the closing constraint",
    };
    let paths = &model.mechanism.paths;
    let mut partners = partners(model, &not_closed, time, state);
    let names = |own: &[Owner]| named(&own.iter().map(|&own| paths.of(own)).collect::<Vec<_>>());
    let why = match partners.clone().as_deref() {
        Some([]) => {
            let driven = driven(model, not_closed.closing);
            let not_allowed = match driven.len() {
                0 => "nothing that it reads can move so far".to_owned(),
                _ => format!("what is driven does not allow it ({})", names(&driven)),
            };
            partners = Some(driven);
            format!("it cannot be satisfied, {amount} are left: {not_allowed}")
        }
        Some(others) => format!(
            "it and {} contradict each other, {amount} are left: nothing that moves can satisfy {}",
            names(others),
            if others.len() == 1 { "both" } else { "all of them" }
        ),
        None => format!(
            "it cannot be satisfied, {amount} are left: either the other joints and \
             drives contradict it here, or the step is too long; a shorter step or another way to \
             close loops may help"
        ),
    };
    Fault::new(paths, FaultKind::LoopOpen, time, owner, term, why)
        .with(partners.unwrap_or_default())
}

/// What is driven along the way that a closing goes through the forest.
fn driven(model: &RecursiveModel, closing: usize) -> Vec<Owner> {
    let structure = &model.loops.structure;
    let Some(reach) = structure.reaches.get(closing) else { return Vec::new() };
    let bodies = structure.nodes(&reach.path).filter_map(|node| match node {
        Node::Body(body) => Some(body),
        _ => None,
    });
    let is_driven = |body: &usize| {
        let mut coordinates = model.tree.coordinate_range(*body).enumerate();
        coordinates.any(|(coordinate, _)| model.tree.is_driven(*body, coordinate))
    };
    let graph = &model.mechanism.graph;
    let moves = |joint: &Joint, body: usize| {
        let ends =
            [joint.parent, joint.child].map(|frame| graph.frames[frame.index()].body.index());
        ends.contains(&body) && joint.coordinates.iter().any(|own| own.drive.is_some())
    };
    bodies
        .filter(is_driven)
        .filter_map(|body| graph.joints.iter().position(|own| moves(own, model.tree_bodies[body])))
        .map(Owner::Joint)
        .collect()
}

/// A position in which equations that close a loop become dependent, and which is not passed.
fn singular_position(
    model: &RecursiveModel,
    time: f64,
    closing: usize,
    hindrance: Hindrance,
) -> Fault {
    let owner = model.loops.closings.get(closing).map_or(Owner::Experiment, |it| it.owner);
    let why = match hindrance {
        Hindrance::Rest => {
            "the mechanism is at rest in a singular position, from which it can go on in more than \
             one way, and no velocity tells which; start a little beside it, or with a velocity"
        }
        Hindrance::Closed => {
            "the mechanism is in a singular position, and no motion leads through it: its parts \
             reach no further here, or it can go on in more than one way all around"
        }
        Hindrance::Branch => {
            "the mechanism is in a singular position, where ways of going on cross, and its state \
             fits none of them well enough to tell which is its own; a shorter step may help"
        }
        Hindrance::Step => {
            "closing it at the end of the step changes velocities by more than a quarter, so that the \
             mechanism may have left for another way of moving; a shorter step may help"
        }
    };
    let kind = match hindrance {
        Hindrance::Rest | Hindrance::Closed | Hindrance::Branch => FaultKind::SingularPosition,
        Hindrance::Step => FaultKind::LoopOpen,
    };
    let (paths, why) = (&model.mechanism.paths, why.to_owned());
    Fault::new(paths, kind, time, owner, "closing constraint", why)
}

/// The state of the user's that changes fastest, relative to its size; `None` where a velocity changes faster.
fn fastest_state(model: &RecursiveModel, state: &[f64], rates: &[f64]) -> Option<usize> {
    let pace = |slot: usize| rates[slot].abs() / state[slot].abs().max(f64::MIN_POSITIVE);
    let fastest = |slots: std::ops::Range<usize>| {
        slots.max_by(|&a, &b| pace(a).total_cmp(&pace(b))).map(|slot| (slot, pace(slot)))
    };
    let (slot, own) = fastest(model.layout.states.clone())?;
    let motion = fastest(model.layout.dimensions.velocity_range()).map_or(0.0, |found| found.1);
    (own >= motion).then_some(slot)
}

/// The index of the largest magnitude. The first where all are zero.
fn largest(values: &[f64]) -> usize {
    let mut best = 0;
    for (index, value) in values.iter().enumerate() {
        if value.abs() > values[best].abs() {
            best = index;
        }
    }
    best
}

/// Of the first algebraic loop of signals without a solution, with the names of its variables.
fn loop_failure(model: &RecursiveModel, data: &Data) -> Option<String> {
    let vars = model.mechanism.tape.failed_loop(&data.values)?;
    let names: Vec<String> = vars.iter().map(|name| format!("`{name}`")).collect();
    Some(format!("no values satisfy the equations of {} together", names.join(", ")))
}

/// The element whose number stands at a place of the state, and which quantity it is.
fn locate(model: &RecursiveModel, slot: usize) -> (Spot, &'static str) {
    let layout = &model.layout;
    let tree_body = |index: Option<usize>| {
        let body = index.and_then(|index| model.tree_bodies.get(index)).copied().unwrap_or(0);
        Spot { owner: Owner::Body(body), arc_length: None }
    };
    let bodies = 0..model.tree.bodies();
    if layout.tree_q.contains(&slot) {
        let local = slot - layout.tree_q.start;
        let found = bodies.clone().find(|&body| model.tree.position_range(body).contains(&local));
        return (tree_body(found), "position");
    }
    if layout.tree_v.contains(&slot) {
        let local = slot - layout.tree_v.start;
        let found = bodies.clone().find(|&body| model.tree.rate_range(body).contains(&local));
        return (tree_body(found), "velocity");
    }
    if layout.states.contains(&slot) {
        let owner = Owner::State(slot - layout.states.start);
        return (Spot { owner, arc_length: None }, "value");
    }
    for (ranges, term) in [(&layout.cable_q, "position"), (&layout.cable_v, "velocity")] {
        for (cable, range) in model.cables.iter().zip(ranges) {
            if range.contains(&slot) {
                let spot = Spot {
                    owner: Owner::Cable(cable.index),
                    arc_length: Some(cable.arc_length_of_state(slot - range.start)),
                };
                return (spot, term);
            }
        }
    }
    (Spot { owner: Owner::Experiment, arc_length: None }, "energy ledger")
}

/// What methods that leave it to forces have not closed, where that is more than a small angle or the like.
pub(super) fn left_open(model: &RecursiveModel, data: &Data) -> Option<String> {
    let (share, time, open) = data.loops.widest?;
    let closing = model.loops.closings.get(open.closing)?;
    (share > OPEN).then(|| {
        format!(
            "`{}` stands open by {} at {} s: forces that close it yield to what is heavy; `loops = projection` closes it after each step",
            model.mechanism.paths.of(closing.owner),
            open.amount(model),
            rounded(time, 3)
        )
    })
}

/// A share of a row's size that is told.
const OPEN: f64 = 1e-4;
