//! How far bodies and links turn in a step: what may be asked of one, and where a body that spins will be.
//!
//! The midpoint of a director that turns by θ has the length cos(θ/2), and the balance of a body is projected on
//! it. At half a turn nothing is left of the plane that turns: every velocity satisfies the balance there, so
//! an end that lies near half a turn solves nothing. For a body that spins freely with ω the step is
//! `θ = 2 atan(ω h/2)`, which lags behind `ω h` by `(ω h)²/12`. What is prescribed does not lag, but what it moves
//! by points off its axis is only sampled at both ends of a step, so it turns no farther either.

use nalgebra::Vector3;

use crate::constrained::data::ConstrainedData;
use crate::constrained::model::ConstrainedModel;
use crate::constrained::newton::Stuck;
use crate::constrained::units::{rotation_step, spin};

/// Bodies turn by this at most in a step, rad: the angle lags by less than 1 % then.
pub(in crate::constrained) const FARTHEST_TURN: f64 = 0.35;
/// What is prescribed has no unknowns.
const NOBODY: usize = usize::MAX;
/// Links turn by less than 60 degrees: the cosine.
const FARTHEST_LINK: f64 = 0.5;

/// Keeps the angular velocities of bodies where a step of `step` seconds begins, for the guess of the next one.
pub(in crate::constrained) fn note_spins(
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
    step: f64,
) {
    for body in model.moving_bodies() {
        data.last_spins[body.index] =
            spin(&data.state.positions, &data.state.velocities, body.block);
    }
    data.last_step = step;
}

/// The rotation vector (rad) and the displacement (m) of the origin over a step of `step` seconds, for a
/// body that turns as it did in the step before and whose centre of mass is accelerated as it was.
pub(in crate::constrained) fn predicted(
    data: &ConstrainedData,
    unit: usize,
    first: usize,
    centre: &Vector3<f64>,
    step: f64,
) -> (Vector3<f64>, Vector3<f64>) {
    let state = &data.state;
    let spin = spin(&state.positions, &state.velocities, first);
    let mut change = Vector3::zeros();
    if data.last_step > 0.0 {
        change = (spin - data.last_spins[unit]) * (0.5 * step / data.last_step);
    }
    let most = 0.5 * spin.norm();
    if change.norm() > most {
        change *= most / change.norm();
    }
    let mean = spin + change;
    let rate = mean.norm();
    let turn = if rate > 0.0 {
        mean * (2.0 * (0.5 * step * rate).atan() / rate)
    } else {
        Vector3::zeros()
    };
    // The origin follows from the centre of mass, which does not go round.
    let at = |blocks: &[Vector3<f64>]| -> Vector3<f64> {
        (0..3).map(|axis| blocks[first + 1 + axis] * centre[axis]).sum()
    };
    let arm = at(&state.positions);
    let velocity = state.velocities[first] + at(&state.velocities);
    let acceleration = data.last_accelerations[first] + at(&data.last_accelerations);
    let moved = (velocity + acceleration * (0.5 * step)) * step;
    (turn, moved - rotation_step(&turn, &arm))
}

/// Refuses a step of `step` seconds that a body is going to turn too far in; before it is solved.
pub(in crate::constrained) fn is_followed(
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
    step: f64,
) -> Result<(), Stuck> {
    data.step = step;
    for known in &model.known {
        let first = model.units[known.unit].block;
        let rate = spin(&data.state.positions, &data.state.velocities, first).norm();
        if step * rate > FARTHEST_TURN {
            return Err(Stuck::TurnsTooFar { unknown: NOBODY, angle: step * rate });
        }
    }
    for body in model.moving_bodies() {
        let rate = spin(&data.state.positions, &data.state.velocities, body.block).norm();
        // At half its rate even, as it may slow down on the way; the rest is told when it is solved.
        let angle = 2.0 * (0.5 * step * 0.5 * rate).atan();
        if angle > FARTHEST_TURN {
            let unknown = model.structure.offset(body.group);
            return Err(Stuck::TurnsTooFar { unknown, angle: step * rate });
        }
    }
    Ok(())
}

/// Refuses the end of a step that has been found where something has turned too far, and notes the
/// farthest turn of a body.
pub(in crate::constrained) fn has_followed(
    model: &ConstrainedModel,
    data: &mut ConstrainedData,
) -> Result<(), Stuck> {
    for known in &model.known {
        let directors = model.units[known.unit].block + 1..model.units[known.unit].block + 4;
        let trace: f64 = directors
            .map(|index| data.state.positions[index].dot(&data.end_positions[index]))
            .sum();
        if trace < 1.0 + 2.0 * FARTHEST_TURN.cos() {
            return Err(Stuck::TurnsTooFar { unknown: NOBODY, angle: angle_of_trace(trace) });
        }
    }
    let (mut smallest, mut turning): (f64, usize) = (3.0, 0);
    for body in model.moving_bodies() {
        // 1 + 2 cos θ
        let trace: f64 = body
            .directors()
            .map(|index| data.state.positions[index].dot(&data.end_positions[index]))
            .sum();
        if trace < 1.0 + 2.0 * FARTHEST_TURN.cos() {
            let unknown = model.structure.offset(body.group);
            return Err(Stuck::TurnsTooFar { unknown, angle: angle_of_trace(trace) });
        }
        if trace < smallest {
            (smallest, turning) = (trace, body.index);
        }
    }
    let mut least: f64 = 1.0;
    for link in &model.equations.distances {
        let before = model.vectors.value(link.vector(), &data.state.positions);
        let after = model.vectors.value(link.vector(), &data.end_positions);
        let cosine = before.dot(&after) / (link.length() * link.length());
        if cosine < FARTHEST_LINK {
            let angle = cosine.clamp(-1.0, 1.0).acos();
            return Err(Stuck::TurnsTooFar { unknown: link.unknown(), angle });
        }
        least = least.min(cosine);
    }
    data.link_turn = least.acos();
    (data.turn, data.turning) = (angle_of_trace(smallest), turning);
    Ok(())
}

/// From `1 + 2 cos θ`, rad.
fn angle_of_trace(trace: f64) -> f64 {
    (0.5 * (trace - 1.0)).clamp(-1.0, 1.0).acos()
}
