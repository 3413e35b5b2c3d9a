//! Splines that double back within a piece: a cubic follows a right angle, and not much more.
//!
//! At the lowest point of a catenary a piece of length `l` turns by `2 atan(l w/2H)`. Where that is a right angle the horizontal force
//! `H` is right to a part in a thousand, at 110 degrees to three in a hundred, at 140 to ten; beyond that it is any.

use super::coarse::finer;
use crate::constrained::cable::spline::Spline;
use crate::constrained::data::State;
use crate::constrained::model::ConstrainedModel;

/// From here on it is told, rad: 100 degrees.
const MOST: f64 = 1.745;

/// The sharpest turn of one rope.
#[derive(Clone, Copy, Debug)]
struct Turn {
    /// rad
    angle: f64,
    /// Counted from the cable's start.
    piece: usize,
    /// s
    time: f64,
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
                let [_, first, _, last] = model.elements.spline_pieces[index].nodal;
                let (first, last) = (motion.position(first), motion.position(last));
                // Most pieces turn by less than a right angle.
                if first.dot(&last) < 0.0 {
                    let angle = first.angle(&last);
                    if angle > MOST && sharpest.is_none_or(|most: Turn| angle > most.angle) {
                        *sharpest = Some(Turn { angle, piece, time: state.time });
                    }
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
            let Turn { angle, piece, time } = (*sharpest)?;
            let count = spline.pieces.len();
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
