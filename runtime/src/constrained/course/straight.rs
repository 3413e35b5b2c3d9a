//! Ropes that end a run straight although they are twisted by more than a straight rope bears. Nothing has pushed them aside, as
//! models are more even than ropes are, and their numbers look as good as any.
//!
//! What is told is beyond what a straight rope bears whatever holds its ends: that of one that is clamped at both ([`buckling_torque`]).

use std::f64::consts::TAU;

use super::super::cable::spline::Spline;
use super::super::data::State;
use super::super::model::ConstrainedModel;
use crate::results::rounded;

/// Straight are ropes of which no part turns away from the start by more, rad.
const ASIDE: f64 = 1e-6;
/// Of the torque that a straight rope bears: less is not told, as tensions at one instant are not known better.
const BEYOND: f64 = 1.1;
/// Below such a `T L²/EI` tension decides nothing, and its equation loses its digits.
const SLACK: f64 = 1e-4;
/// For the first root, and of what is between two.
const LOOKS: u32 = 400;
const HALVINGS: usize = 50;

/// Of a rope, N m.
struct Torques {
    /// The least of all its pieces.
    twisted: f64,
    /// Clamped at both ends, under the largest tension in it.
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
                    "`{}` ends straight, twisted by {} N m, and under its tension a straight one bears {} N m at most: the smallest \
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
    let bears = buckling_torque(stiffness, tensions.fold(f64::MIN, f64::max), length);
    moments.reduce(f64::min).map(|twisted| Torques { twisted, bears })
}

/// The torque (N m) beyond which a straight rope leaves its line that is clamped at both ends, by its bending stiffness `EI`, its tension `T` and
/// its length `L` (Greenhill 1883). Deflections that solve `EI w⁗ - i M w‴ - T w″ = 0` are `w = A + B x + C exp(iαx) + D exp(iβx)` with
/// `α, β = (p ± q)/L`, `p = M L/(2 EI)` and `p² - q² = t = T L²/EI`, and ends hold them but where
///
/// ```text
/// 2 q (cos p - cos q) + t sin q = 0,    tan q = q without tension
/// ```
///
/// The first root lies at `q = 2π` or before; under as much compression as a clamped rope bears it is at `p = 0`.
fn buckling_torque(stiffness: f64, tension: f64, length: f64) -> f64 {
    let t = tension * length * length / stiffness;
    let p = |q: f64| (t + q * q).max(0.0).sqrt();
    let holds = |q: f64| {
        let left = match t.abs() < SLACK {
            true => q.sin() - q * q.cos(),
            false => 2.0 * q * (p(q).cos() - q.cos()) + t * q.sin(),
        };
        left > 0.0
    };
    let first = (-t).max(0.0).sqrt();
    let last = TAU.max(first);
    let at = |share: f64| first + share * (last - first);
    let past = (1..LOOKS).map(|k| f64::from(k) / f64::from(LOOKS)).find(|&share| !holds(at(share)));
    let mut high = past.unwrap_or(1.0);
    let mut low = (high - 1.0 / f64::from(LOOKS)).max(0.0);
    for _ in 0..HALVINGS {
        let middle = 0.5 * (low + high);
        match holds(at(middle)) {
            true => low = middle,
            false => high = middle,
        }
    }
    2.0 * stiffness * p(at(high)) / length
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Without tension by the first root of `tan q = q`; in between by the determinant of the four conditions of both ends, in complex
    /// numbers; a long rope under tension as one on pins, `2 √(EI (T + π² EI/L²))`; and at Euler's load of a clamped column next
    /// to nothing, none beyond.
    #[test]
    fn shafts_bear_what_greenhill_found() {
        let of = |tension: f64| buckling_torque(10.0, tension, 2.0);
        assert!((of(0.0) - 2.0 * 4.493_409_457_909_064 * 10.0 / 2.0).abs() < 1e-9);
        for (tension, expected) in
            [(20.0, 50.733), (1000.0, 202.481), (-50.0, 28.856), (1e-3, 44.934), (-1e-3, 44.934)]
        {
            assert!((of(tension) - expected).abs() < 2e-3, "{tension}: {}", of(tension));
        }
        let euler = 10.0 * (TAU / 2.0).powi(2);
        assert!(of(-0.9999 * euler) < 1.0 && of(-1.0001 * euler) == 0.0);
        let long = buckling_torque(10.0, 1e3, 200.0);
        let pinned = 2.0 * (10.0 * (1e3 + 10.0 * (TAU / 400.0).powi(2))).sqrt();
        assert!((long / pinned - 1.0).abs() < 1e-6, "{long} {pinned}");
    }
}
