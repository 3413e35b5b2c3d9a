//! A start that satisfies loops and constraints: what the user wrote, moved as little as possible.
//!
//! What nobody wrote moves first; if that is not enough, what was written with a weight gives way,
//! too, the less the larger the weight; what was written without one stays, or the start is an error.
//!
//! Nothing here is done for the dynamics: there is no mass in it. "As little as possible" is the
//! least sum of the squares of the changes, each in its coordinate's unit, divided by how willingly
//! it gives way (see `recursive/loops/start.rs`). Positions are found first, rates then at these
//! positions.
//!
//! The number of degrees of freedom that the report shows is settled here, too, as it takes the
//! rank of the closing equations.

//!
//! | file | holds |
//! |---|---|
//! | `holds` | what may move, and how willingly |
//! | `cut_starts` | what is written on joints that close loops |
//! | `count` | what the equations leave free |
//! | `unclosed` | why there is no such start |

mod count;
mod cut_starts;
mod holds;
mod unclosed;

use cdl_graph::{Plan, StartWeight};

use super::{Assembly, Findings, Problem, ropes};
use crate::recursive::{
    Data, Level, NotClosed, RecursiveModel, Sizes, close_positions, close_velocities, conflict,
    follow_angles, kinematics, look, prescribe,
};
pub(super) use cut_starts::is_open;
use cut_starts::{check_balls, cut_starts, with_cut_starts};
use holds::{Hold, Holds, compliances};

/// Moves `model.start` onto the closing constraints; counts what they leave free. `spread`: forces that
/// dependent equations leave open are spread over all of them.
///
/// What has been written on a cut joint is not in the state: it is kept by further rows while the
/// start is sought. On success `model.start`, the loops' sizes, their choice of rows and the turns
/// of cut joints are set; on failure the error is in the assembly, and it names what stands in the
/// way.
pub(super) fn consistent(
    assembly: &mut Assembly<'_>,
    plan: &Plan,
    model: &mut RecursiveModel,
    findings: &mut Findings,
    spread: bool,
) {
    if model.loops.is_empty() || !assembly.errors.is_empty() {
        return;
    }
    let mut data = Data::new(model);
    prescribe(model, &mut data, 0.0);
    kinematics(model, &mut data, &model.start);
    model.loops.sizes = Sizes::new(model, &data);
    let holds = Holds::new(assembly, plan, model);
    let mut state = model.start.clone();
    let whole =
        [Level::Position, Level::Velocity].map(|level| with_cut_starts(assembly, model, level));
    let whole = whole.each_ref().map(|written| written.as_ref().unwrap_or(model));
    let mut closed = match holds.keeping(model, &ropes::shaped(model)) {
        Some(kept) => attempt(whole, &mut state, &kept),
        None => attempt(whole, &mut state, &holds),
    };
    if closed.is_err() {
        state = model.start.clone();
        closed = attempt(whole, &mut state, &holds);
    }
    if closed.is_err()
        && cut_starts(assembly, model, |weights| weights.contains(&StartWeight::Exact)).is_empty()
    {
        // What was written with a weight on joints that close loops gives way.
        state = model.start.clone();
        closed = attempt([model; 2], &mut state, &holds);
    }
    if closed.is_err()
        && let [Some(placed), Some(moving)] = whole.map(ropes::without_later)
    {
        let mut from = model.start.clone();
        let others = [&placed, &moving];
        if placed.loops.is_empty() || attempt(others, &mut from, &holds).is_ok() {
            (state, closed) = (from, Ok(()));
        }
    }
    match closed {
        Ok(()) => {
            let mut data = Data::new(model);
            prescribe(model, &mut data, 0.0);
            look(model, &mut data, 0.0, &state);
            follow_angles(model, &mut data);
            model.loops.windings = data.loops.windings.clone();
            check_balls(assembly, model, &data);
            count::count(assembly, model, &mut data, &state, findings, spread);
            model.start = state;
        }
        Err(not_closed) if !not_closed.residual.is_finite() && has_no_value(assembly, model) => {}
        Err(not_closed) => {
            // If it could not be closed from anywhere, no start is to blame.
            let anywhere = attempt([model; 2], &mut model.start.clone(), &holds.released()).is_ok();
            let closes = |model: &RecursiveModel| {
                attempt([model; 2], &mut model.start.clone(), &holds.released()).is_ok()
            };
            let conflict = if anywhere { None } else { conflict(model, closes) };
            let (owner, problem) = match conflict {
                Some(closings) if closings.len() > 1 => {
                    unclosed::contradiction(assembly, model, &holds, &not_closed, &closings)
                }
                Some(_) | None => holds.in_the_way(assembly, model, &not_closed, anywhere),
            };
            assembly.fail(owner, problem);
        }
    }
}

/// Tells of the first number of an equation that has no value where the start is, such as the direction of `norm` at zero.
fn has_no_value(assembly: &mut Assembly<'_>, model: &RecursiveModel) -> bool {
    let mut data = Data::new(model);
    prescribe(model, &mut data, 0.0);
    look(model, &mut data, 0.0, &model.start);
    let Some(bad) = model.mechanism.first_bad_use(&data.values) else { return false };
    let (owner, field, why) =
        (bad.found.owner, bad.found.field, format!("at the start, {}", bad.why));
    assembly.fail(owner, Problem::NotFinite { field, why });
    true
}

/// First with what has a weight held, then without. Positions are those of the first model, velocities of the other one.
/// `state` is moved; after an error it is somewhere between.
fn attempt(
    [model, moving]: [&RecursiveModel; 2],
    state: &mut [f64],
    holds: &Holds,
) -> Result<(), NotClosed> {
    let mut data = Data::new(model);
    prescribe(model, &mut data, 0.0);
    let written = state.to_vec();
    let mut positions =
        Err(NotClosed { closing: 0, residual: 0.0, is_length: None, level: Level::Position });
    for yields in [false, true] {
        if yields && !holds.positions.iter().any(|hold| matches!(hold, Hold::Weighted(_))) {
            break;
        }
        state.copy_from_slice(&written);
        positions =
            close_positions(model, &mut data, 0.0, state, &compliances(&holds.positions, yields));
        if positions.is_ok() {
            break;
        }
    }
    positions?;
    let placed = state.to_vec();
    if !std::ptr::eq(model, moving) {
        data = Data::new(moving);
        prescribe(moving, &mut data, 0.0);
    }
    let mut velocities = Ok(());
    for yields in [false, true] {
        if yields && !holds.velocities.iter().any(|hold| matches!(hold, Hold::Weighted(_))) {
            break;
        }
        state.copy_from_slice(&placed);
        velocities = close_velocities(
            moving,
            &mut data,
            0.0,
            state,
            &compliances(&holds.velocities, yields),
        );
        if velocities.is_ok() {
            break;
        }
    }
    velocities
}
