//! The twist that rope takes along where it goes through an end: onto a winch and back from there, or over a sheave.
//!
//! On a winch and in the groove of a sheave rope does not roll, so it keeps its twist for each length while it goes
//! through. What leaves has the twist of the piece that it leaves; what comes in has that of the piece
//! beyond the sheave, or what it had when it was hauled onto the winch ([`crate::laws::haul`]). In the states that are
//! looked for at rest, where nothing has been hauled in, it is twisted as the piece that it comes into.
//!
//! The twist of a piece is that in the middle of the step, by what it is at its start and was at the start of the step before
//! (Adams and Bashforth): of order 2, and nothing of it depends on the end that is looked for.
//!
//! All of this stands among the coordinates of the state, behind what pieces have turned by: at each such end
//! [`crate::mechanism::AT_END`] numbers, and for a winch the places that were noted.

use std::ops::Range;

use nalgebra::Vector3;

use super::twisted::TwistedPiece;
use crate::constrained::vectors::VectorId;
use crate::laws::{Exit, haul, pay_out};

/// The second of [`crate::mechanism::AT_END`]: the twist that came last.
pub(in crate::constrained) const BRINGS: usize = 1;
/// What follows it.
const BEFORE: usize = 2;
/// See [`BEFORE`].
const LASTED: usize = 3;

/// An end of a twisted rope that rope goes through.
#[derive(Clone, Debug)]
pub(in crate::constrained) struct Brought {
    /// The piece there, among all that are twisted.
    pub(in crate::constrained) piece: usize,
    /// Of the cable: its start, or its end (1).
    pub(in crate::constrained) end: usize,
    /// Of the first of [`crate::mechanism::AT_END`] numbers, among the coordinates.
    pub(in crate::constrained) first: usize,
    /// Where rope comes from.
    pub(in crate::constrained) from: Beyond,
}

/// What lies beyond the end of a rope.
#[derive(Clone, Debug)]
pub(in crate::constrained) enum Beyond {
    /// The first component of the vector is what has been paid out, m; noted places are among the coordinates.
    Winch { paid_out: VectorId, noted: Range<usize> },
    /// Another end that is on the same joint, by its index among all; where there is none, nothing that is twisted.
    Sheave { joint: usize, other: Option<usize> },
}

impl Beyond {
    /// Of a sheave.
    pub(in crate::constrained) fn joint(&self) -> Option<usize> {
        match *self {
            Beyond::Winch { .. } => None,
            Beyond::Sheave { joint, .. } => Some(joint),
        }
    }
}

/// How long the step is, s; at rest there is none, and nothing comes back from winches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::constrained) enum Bringing {
    Step(f64),
    Rest,
}

/// Puts into the coordinates `after` a step what has come by then, from those `before`; `at` gives vectors at both times.
pub(in crate::constrained) fn bring(
    (all, pieces): (&[Brought], &[TwistedPiece]),
    at: [&dyn Fn(VectorId) -> Vector3<f64>; 2],
    (before, after): (&[f64], &mut [f64]),
    bringing: Bringing,
) {
    let now = |own: &Brought| pieces[own.piece].density(at[0], before);
    let midway = |own: &Brought| {
        let lasted = before[own.first + LASTED];
        let grown = now(own) - before[own.first + BEFORE];
        match bringing {
            Bringing::Step(step) if lasted > 0.0 => now(own) + 0.5 * step / lasted * grown,
            Bringing::Step(_) | Bringing::Rest => now(own),
        }
    };
    for own in all {
        let Some(flow) = &pieces[own.piece].flow else { continue };
        let reference = flow.payout.reference;
        let came = flow.payout.came(own.end, at);
        let angle = before[own.first];
        let straight = |twist: f64| (angle - twist * came, twist);
        let (angle, twist) = match &own.from {
            Beyond::Winch { paid_out, noted } if bringing != Bringing::Rest => {
                let exit = Exit { paid_out: at[0](*paid_out).x, angle };
                let noted = &mut after[noted.clone()];
                if came > 0.0 {
                    pay_out(noted, exit, exit.paid_out + came, reference)
                } else {
                    if came < 0.0 {
                        haul(noted, exit, reference);
                    }
                    straight(midway(own))
                }
            }
            Beyond::Sheave { other, .. } if came > 0.0 => {
                straight(other.map_or(0.0, |other| midway(&all[other])))
            }
            Beyond::Winch { .. } | Beyond::Sheave { .. } => straight(midway(own)),
        };
        after[own.first] = angle;
        after[own.first + BRINGS] = twist;
        if let Bringing::Step(step) = bringing {
            after[own.first + BEFORE] = now(own);
            after[own.first + LASTED] = step;
        }
    }
}
