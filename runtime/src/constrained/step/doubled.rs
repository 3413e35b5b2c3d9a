//! Splines that double back within a piece: a cubic follows a right angle, and not much more.
//!
//! At the lowest point of a catenary a piece of length `l` turns by `2 atan(l w/2H)`. Where that is a right angle the horizontal force
//! `H` is right to a part in a thousand, at 110 degrees to three in a hundred, at 140 to ten; beyond that it is any.
//!
//! A bight that lies on a node turns each of two pieces by half of that, and a clamp one by a right angle where a rope with little
//! bending stiffness goes on straight right behind it: there the curvature at an end of a piece tells, by its length.

use super::bent::along;
use super::coarse::finer;
use crate::constrained::cable::spline::Spline;
use crate::constrained::data::State;
use crate::constrained::model::ConstrainedModel;

/// From here on it is told, rad: 100 degrees.
const MOST: f64 = 1.745;

/// Curvature times length of a piece, from which on a bight on a node is told; at the lowest point of a catenary it is `l w/H`.
const SHARPEST: f64 = 3.0;
/// Less of a turn is not looked at, as its cosine: 45 degrees.
const LITTLE: f64 = 0.707;

/// The sharpest turn of one rope.
#[derive(Clone, Copy, Debug)]
struct Turn {
    /// rad
    angle: f64,
    /// The largest curvature times the length of the piece.
    sharpness: f64,
    /// Counted from the cable's start.
    piece: usize,
    /// s
    time: f64,
}

impl Turn {
    /// How many times as much as is told.
    fn beyond(self) -> f64 {
        (self.angle / MOST).max(self.sharpness / SHARPEST)
    }
}

/// What has been seen of all splines.
#[derive(Clone, Debug)]
pub(in crate::constrained) struct Doubled {
    ropes: Vec<(Spline, Option<Turn>)>,
}

impl Doubled {
    /// Only where there are splines.
    pub(in crate::constrained) fn new(model: &ConstrainedModel) -> Option<Self> {
        let ropes: Vec<_> = model.splines.iter().map(|spline| (spline.clone(), None)).collect();
        (!ropes.is_empty()).then_some(Self { ropes })
    }

    /// Looks at a state that has been accepted.
    pub(in crate::constrained) fn follow(&mut self, model: &ConstrainedModel, state: &State) {
        let motion = model.motion(state);
        for (spline, sharpest) in &mut self.ropes {
            for (piece, index) in spline.pieces.clone().enumerate() {
                let piece_on = &model.elements.spline_pieces[index];
                let [_, first, _, last] = piece_on.nodal;
                let (first, last) = (motion.position(first), motion.position(last));
                // Most pieces turn by far less than a right angle.
                let product = first.norm() * last.norm();
                if first.dot(&last) > LITTLE * product {
                    continue;
                }
                let (length, bends) = along(piece_on, &motion);
                let sharpness = length * bends.into_iter().fold(0.0, f64::max);
                let turn = Turn { angle: first.angle(&last), sharpness, piece, time: state.time };
                if turn.beyond() > sharpest.map_or(1.0, Turn::beyond) {
                    *sharpest = Some(turn);
                }
            }
        }
    }

    /// For the reader of the results.
    pub(in crate::constrained) fn notes<'a>(
        &'a self,
        model: &'a ConstrainedModel,
    ) -> impl Iterator<Item = String> + 'a {
        self.ropes.iter().filter_map(|(spline, sharpest)| {
            let path = &model.mechanism.graph.cables[spline.cable].path;
            let Turn { angle, sharpness, piece, time } = (*sharpest)?;
            let count = spline.pieces.len();
            if angle < MOST {
                // How much sharper it would be with finer pieces is not known.
                let needed = finer(f64::INFINITY, count);
                return Some(format!(
                    "`{path}` was bent within one piece (number {} of {count}, at {time:.6} s) to a radius of 1/{sharpness:.1} of its length, \
                     as at a clamp or in a bight: forces and moments of the rope may be wrong by ten percent and more; {needed}",
                    piece + 1
                ));
            }
            // As many as turn by a right angle there.
            let needed = finer(count as f64 * (0.5 * angle).tan(), count);
            Some(format!(
                "`{path}` turned by {:.0} degrees within one piece (number {} of {count}, at {time:.6} s): a piece follows a right \
                 angle, and beyond it the forces of the rope may be wrong by ten percent and more; {needed}",
                angle.to_degrees(),
                piece + 1
            ))
        })
    }
}
