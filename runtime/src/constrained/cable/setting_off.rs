//! How fast the sections of flowing rope turn where a run sets off.
//!
//! Nodes stay where they are while twisted rope flows past them, so their sections turn though the rope does not, by the
//! twist times the speed of the rope. Without that all of the rope would begin to turn at once, and waves of twist with
//! it. Which part each section has of what the ends do is decided as in a twist that stays even: each piece
//! is twisted at the same rate,
//!
//! `ψ̇ₖ + σₖ₊₁ - σₖ = Σ ψ̇ / n`,
//!
//! where `σ` is added to the spin of a section about the rope, and `ψ̇` counts what comes in with its twist.

use super::brought::{Beyond, Brought, What};
use super::twisted::TwistedPiece;
use crate::constrained::data::State;
use crate::constrained::model::ConstrainedModel;
use crate::constrained::sources::Motion;

/// Turns the sections between the ends of every rope that flows and resists being twisted.
pub(in crate::constrained) fn set_turning(model: &ConstrainedModel, state: &mut State) {
    let pieces = &model.elements.twisted_pieces;
    note_excess(model, state);
    for own in pieces.chunk_by(|one, other| one.cable == other.cable) {
        if own.iter().any(|piece| piece.flow.is_none()) {
            continue;
        }
        let spins = added(model, own, state);
        let sections = &model.whereabouts.sections[own[0].cable];
        for (&first, spin) in sections.iter().zip(spins) {
            let along = state.positions[first + 3];
            for block in first + 1..=first + 3 {
                state.velocities[block] += along.cross(&state.positions[block]) * spin;
            }
        }
    }
}

/// Notes what ropes are twisted by more at their ends than in the pieces there.
fn note_excess(model: &ConstrainedModel, state: &mut State) {
    for own in &model.brought {
        let motion = model.motion(state);
        let excess = own.excess(
            (&model.elements.twisted_pieces, &model.elements.directed_pieces),
            |id| motion.position(id),
            &state.coordinates,
        );
        state.coordinates[own.noted_excess()] = excess;
    }
}

/// `σ` of the sections between the ends of one rope, rad/s.
fn added(model: &ConstrainedModel, pieces: &[TwistedPiece], state: &State) -> Vec<f64> {
    let motion = model.motion(state);
    let mut rates: Vec<f64> = pieces.iter().map(|piece| piece.twist_rate(&motion)).collect();
    let all = &model.elements.twisted_pieces;
    let is_own =
        |own: &&Brought| own.what == What::Twist && all[own.piece].cable == pieces[0].cable;
    for own in model.brought.iter().filter(is_own) {
        let at = if own.end == 0 { 0 } else { pieces.len() - 1 };
        rates[at] += brought_rate(model, own, &motion, &state.coordinates);
    }
    let even = rates.iter().sum::<f64>() / rates.len() as f64;
    let mut spin = 0.0;
    let sections = rates[..rates.len() - 1].iter();
    sections
        .map(|rate| {
            spin += even - rate;
            spin
        })
        .collect()
}

/// What comes in through an end adds to the twist of the piece there, rad/s; negative where it leaves.
fn brought_rate(
    model: &ConstrainedModel,
    own: &Brought,
    motion: &Motion<'_>,
    coordinates: &[f64],
) -> f64 {
    let pieces = &model.elements.twisted_pieces;
    let density = |own: &Brought| {
        pieces[own.piece].density(|id| motion.position(id), coordinates)
            + coordinates[own.noted_excess()]
    };
    let Some(flow) = &pieces[own.piece].flow else { return 0.0 };
    let comes = flow.comes(own.end, motion);
    let twist = match &own.from {
        _ if comes <= 0.0 => density(own),
        // Nothing has been hauled in yet.
        Beyond::Winch { .. } => 0.0,
        Beyond::Sheave { other, .. } => other.map_or(0.0, |other| density(&model.brought[other])),
    };
    comes * twist
}
