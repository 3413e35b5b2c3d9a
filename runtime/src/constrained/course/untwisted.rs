//! Ropes that rest with another twist than they began with: loops go through rope, and nothing else tells.

use std::f64::consts::TAU;

use super::super::cable::twisted::twists;
use super::super::data::State;
use super::super::model::ConstrainedModel;

/// rev
const LOST: f64 = 0.75;

/// For the reader of a state of rest.
pub(super) fn notes(model: &ConstrainedModel, state: &State) -> Vec<String> {
    let pieces = &model.elements.twisted_pieces;
    let [first, last] = [&model.start, state].map(|own| model.motion(own));
    let before = twists(pieces, &first, &model.start.coordinates);
    let after = twists(pieces, &last, &state.coordinates);
    let pairs =
        before.zip(after).map(|((cable, before), (_, after))| (cable, before / TAU, after / TAU));
    pairs
        .filter(|(_, before, after)| (before - after).abs() > LOST)
        .map(|(cable, before, after)| {
            format!(
                "`{}` began with a twist of {before:.2} rev and rests with {after:.2} rev: turns go into its shape, out at ends \
                 that can turn, and are lost where it passes through itself, from which nothing keeps it",
                model.mechanism.graph.cables[cable].path
            )
        })
        .collect()
}
