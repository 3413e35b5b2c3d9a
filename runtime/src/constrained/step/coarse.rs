//! Ropes with sides that are twisted by too much within a piece: its sides become the same then, so nothing that is
//! computed of it shows what it does.

use std::f64::consts::TAU;

use crate::constrained::data::State;
use crate::constrained::model::ConstrainedModel;

/// What a piece should be twisted by at most, rev: at a quarter of a turn the stiffnesses of both sides are exchanged from
/// one node to the next.
const MOST: f64 = 0.125;

/// What to do about a rope that has `count` pieces and wants `needed`. What is folded or wound up within a piece wants any
/// number by such a reckoning, which says no more than that there are too few.
pub(super) fn finer(needed: f64, count: usize) -> String {
    if needed <= 100.0 * count as f64 {
        format!("take some {:.0} `elements`", needed.ceil())
    } else {
        format!(
            "take several times as many `elements` as {count}, and look whether this is told again"
        )
    }
}

/// The largest of one rope.
#[derive(Clone, Copy, Debug)]
struct Twist {
    /// rev
    amount: f64,
    /// Counted from the cable's start.
    piece: usize,
    /// s
    time: f64,
}

#[derive(Clone, Debug)]
struct Rope {
    /// Of the graph.
    cable: usize,
    /// Among all that are twisted.
    pieces: std::ops::Range<usize>,
    most: Option<Twist>,
}

/// What has been seen of all ropes that have sides, or relax towards them.
#[derive(Clone, Debug)]
pub(in crate::constrained) struct Coarse {
    ropes: Vec<Rope>,
}

impl Coarse {
    /// Only where there are such.
    pub(in crate::constrained) fn new(model: &ConstrainedModel) -> Option<Self> {
        let twisted = &model.elements.twisted_pieces;
        let mut ropes: Vec<Rope> = Vec::new();
        for (index, piece) in twisted.iter().enumerate() {
            let cable = &model.mechanism.cables[piece.cable];
            let has_sides = cable.sides.is_some_and(|sides| sides.differ());
            if !has_sides && cable.relaxing.bending.is_empty() {
                continue;
            }
            match ropes.last_mut() {
                Some(rope) if rope.cable == piece.cable => rope.pieces.end = index + 1,
                _ => ropes.push(Rope { cable: piece.cable, pieces: index..index + 1, most: None }),
            }
        }
        (!ropes.is_empty()).then_some(Self { ropes })
    }

    /// Looks at a state that has been accepted.
    pub(in crate::constrained) fn follow(&mut self, model: &ConstrainedModel, state: &State) {
        let motion = model.motion(state);
        for rope in &mut self.ropes {
            let pieces = &model.elements.twisted_pieces[rope.pieces.clone()];
            for (piece, own) in pieces.iter().enumerate() {
                let amount = own.twisted_by(&motion, &state.coordinates).abs() / TAU;
                if amount > rope.most.map_or(MOST, |most| most.amount) {
                    rope.most = Some(Twist { amount, piece, time: state.time });
                }
            }
        }
    }

    /// For the reader of the results.
    pub(in crate::constrained) fn notes<'a>(
        &'a self,
        model: &'a ConstrainedModel,
    ) -> impl Iterator<Item = String> + 'a {
        self.ropes.iter().filter_map(|rope| {
            let path = &model.mechanism.graph.cables[rope.cable].path;
            let Twist { amount, piece, time } = rope.most?;
            let count = rope.pieces.len();
            let needed = finer(amount / MOST * count as f64, count);
            Some(format!(
                "`{path}` was twisted by {amount:.3} rev within one piece (number {} of {count}, at {time:.6} s): beyond an \
                 eighth of a turn both its sides become the same, and where it should buckle it stays as it is; {needed}",
                piece + 1
            ))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::finer;

    #[test]
    fn a_number_is_proposed_where_it_means_something() {
        assert_eq!(finer(11.2, 4), "take some 12 `elements`");
        // A piece that turns by 180 degrees: half of that has a tangent of 1.6e16.
        let folded = finer(4.0 * (0.5 * std::f64::consts::PI).tan(), 4);
        assert_eq!(
            folded,
            "take several times as many `elements` as 4, and look whether this is told again"
        );
    }
}
