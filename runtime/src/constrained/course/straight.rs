//! Ropes that end a run straight although they are twisted by more than a straight rope bears. Nothing has pushed them aside, as
//! models are more even than ropes are, and their numbers look as good as any.
//!
//! A long straight rope under the tension `T` leaves its line where the torque is more than `2 √(EI T)`; one of the length `L` that is
//! clamped at both ends bears no more than `2 √(EI (T + 4π² EI/L²))` (Greenhill 1883; where nothing pulls that is 12.6 EI/L for the 9.0
//! of a shaft), so what is told is beyond it whatever holds its ends.

use std::f64::consts::PI;

use super::super::cable::spline::Spline;
use super::super::data::State;
use super::super::model::ConstrainedModel;
use crate::results::rounded;

/// Straight are ropes of which no part turns away from the start by more, rad.
const ASIDE: f64 = 1e-6;
/// Of the torque that a straight rope bears: less is not told, as tensions at one instant are not known better.
const BEYOND: f64 = 1.1;

/// Of a rope, N m.
struct Torques {
    /// The least of all its pieces.
    twisted: f64,
    /// At most, under the largest tension in it.
    bears: f64,
}

/// For the reader of a run that has ended in a state.
pub(super) fn notes(model: &ConstrainedModel, state: &State) -> Vec<String> {
    let straight = model.splines.iter().filter(|spline| is_straight(model, state, spline));
    straight
        .filter_map(|spline| {
            let Torques { twisted, bears } = torques(model, state, spline)?;
            (twisted > BEYOND * bears).then(|| {
                format!(
                    "`{}` ends straight, twisted by {} N m, and under its tension a straight one bears {} N m at most, mostly less: the smallest \
                     push would let it throw loops, and nothing in the model pushes it aside; a small load across it, as of a current, \
                     shows what it does",
                    model.mechanism.graph.cables[spline.cable].path,
                    rounded(twisted, 3),
                    rounded(bears, 3)
                )
            })
        })
        .collect()
}

fn is_straight(model: &ConstrainedModel, state: &State, spline: &Spline) -> bool {
    let motion = model.motion(state);
    let pieces = &model.elements.spline_pieces[spline.pieces.clone()];
    let Some(first) = pieces.first().map(|piece| motion.position(piece.nodal[1])) else {
        return false;
    };
    pieces.iter().all(|piece| {
        let [start, _, end, slope] = motion.positions(&piece.nodal);
        [end - start, slope].iter().all(|along| first.angle(along) < ASIDE)
    })
}

/// Nothing of ropes without torsion, or that bend otherwise to one side, or by what fades.
fn torques(model: &ConstrainedModel, state: &State, spline: &Spline) -> Option<Torques> {
    let motion = model.motion(state);
    let elements = &model.elements;
    let pieces = &elements.spline_pieces[spline.pieces.clone()];
    let ([first, ..], [.., last]) = (pieces, pieces) else { return None };
    let cable = &model.mechanism.cables[spline.cable];
    if cable.sides.is_some_and(|sides| sides.differ()) || !cable.relaxing.bending.is_empty() {
        return None;
    }
    let twisted = elements.twisted_pieces.iter().filter(|own| own.cable == spline.cable);
    let moments = twisted.map(|own| own.moment(&motion, &state.coordinates, &state.creep).abs());
    let stiffness = pieces.iter().map(|piece| piece.stiffness).fold(0.0, f64::max);
    let stretches = &model.equations.stretches[spline.pieces.clone()];
    let tensions = stretches.iter().map(|own| own.largest_tension(&state.multipliers));
    let length = (motion.position(last.nodal[2]) - motion.position(first.nodal[0])).norm();
    let pulls = tensions.fold(f64::MIN, f64::max) + stiffness * (2.0 * PI / length).powi(2);
    let bears = 2.0 * (stiffness * pulls.max(0.0)).sqrt();
    moments.reduce(f64::min).map(|twisted| Torques { twisted, bears })
}
