//! Steps that follow how winches haul in rope, and how it leaves over sheaves.
//!
//! A length cannot pass through zero, but a step could: what hangs on the last piece of a rope would come out at the
//! other side of what it goes through. So a step takes at most half of what is left, and a rope that is taut does not turn round in it.
//! Shorter steps follow; where nothing is left none does.

use crate::constrained::cable::payout::PaidOut;
use crate::constrained::data::ConstrainedData;
use crate::constrained::model::ConstrainedModel;
use crate::constrained::newton::Stuck;

/// Of the free length, by what it is at the start of a step: at most the rest of it is hauled in.
const LEFT: f64 = 0.5;
/// The same where the end has been found, as the rate changes on the way.
const FOUND: f64 = 0.25;
/// Ends this far apart, of the free length, pull at each other.
const TAUT: f64 = 0.5;

/// Refuses a step of `step` seconds in which too much of a rope is going to be hauled in; before it is solved.
pub(in crate::constrained) fn is_followed(
    model: &ConstrainedModel,
    data: &ConstrainedData,
    step: f64,
) -> Result<(), Stuck> {
    for rope in &model.paid_out {
        let rate = model.vectors.value(rope.payout.at, &data.state.velocities).x;
        let length = rope.length(&model.vectors, &data.state.positions);
        if length + step * rate < LEFT * length {
            return Err(STUCK);
        }
    }
    Ok(())
}

/// Refuses the end of a step that has been found where too much of a rope is gone, or where it has turned round.
pub(in crate::constrained) fn has_followed(
    model: &ConstrainedModel,
    data: &ConstrainedData,
) -> Result<(), Stuck> {
    for PaidOut { cable, payout } in &model.paid_out {
        let [first, last] = [&data.state.positions, &data.end_positions].map(|blocks| {
            let place = |node| model.vectors.value(node, blocks);
            let nodes = &model.nodes[*cable];
            let ends = nodes.first().zip(nodes.last()).map(|(a, b)| place(*b) - place(*a));
            (place(payout.at).x, ends.unwrap_or_default())
        });
        let taut = [first, last].iter().all(|(length, chord)| chord.norm() > TAUT * length);
        if last.0 < FOUND * first.0 || taut && first.1.dot(&last.1) < 0.0 {
            return Err(STUCK);
        }
    }
    Ok(())
}

/// What is told in the end is how much rope is left.
const STUCK: Stuck = Stuck::NoConvergence { unknown: 0, finite: true };
