//! The twist that rope takes along where it goes through an end: onto a winch and back from there, or over a sheave.
//!
//! On a winch and in the groove of a sheave rope does not roll, so it keeps its twist for each length while it goes
//! through. What leaves has the twist of the piece that it leaves; what comes in has that of the piece
//! beyond the sheave, or what it had when it was hauled onto the winch ([`crate::laws::haul`]). In the states that are
//! looked for at rest, where nothing has been hauled in, it is twisted as the piece that it comes into.
//!
//! The twist of a piece is that in the middle of the step. Where energy is to be kept that is the mean of both its ends, as
//! waves of twist that are as fast as steps would grow by anything else; in other schemes, and where rope goes through both ends of
//! one piece, it is by the start of this step and of the one before (Adams and Bashforth).
//!
//! Where torque relaxes, rope takes along what the spring of each branch is twisted by as well ([`crate::laws::spline`]'s
//! [`crate::laws::spline::RelaxingTwist`]): by the same rules, with that in the place of the twist. On a winch neither relaxes.
//!
//! Where sections resist otherwise to one side than to another, their moments turn them, and the torque is another one at each place of a
//! bent rope: what leaves is twisted as it is at the end, and not as in the middle of the piece there, by the torque that moments make
//! there over `GJ`. That is by the start of the step, and left out where torque relaxes.
//!
//! All of this stands among the coordinates of the state, behind what pieces have turned by: at each such end
//! five numbers, and for a winch the places that were noted ([`crate::mechanism::TurnsOf`]).

use std::ops::Range;

use nalgebra::Vector3;

use super::directed::DirectedPiece;
use super::twisted::TwistedPiece;
use crate::constrained::vectors::VectorId;
use crate::laws::{Exit, haul, pay_out};

/// The second of the numbers of an end: the twist that came last.
pub(in crate::constrained) const BRINGS: usize = 1;
/// What follows it.
const BEFORE: usize = 2;
/// See [`BEFORE`].
const LASTED: usize = 3;
/// The last one, counted from what it [`BRINGS`].
pub(in crate::constrained) const EXCESS: usize = 4 - BRINGS;

/// An end of a twisted rope that rope goes through.
#[derive(Clone, Debug)]
pub(in crate::constrained) struct Brought {
    /// The piece there, among all that are twisted.
    pub(in crate::constrained) piece: usize,
    /// Where its sides matter to the twist: the piece among all that know theirs.
    pub(in crate::constrained) directed: Option<usize>,
    /// Of the cable: its start, or its end (1).
    pub(in crate::constrained) end: usize,
    /// What goes along with rope there.
    pub(in crate::constrained) what: What,
    /// Of its first number, the angle that counts as no twist, among the coordinates; that of a branch is minus the integral of what
    /// has come.
    pub(in crate::constrained) first: usize,
    /// Where rope comes from.
    pub(in crate::constrained) from: Beyond,
}

impl Brought {
    /// By how much more rope is twisted at the end itself than in the piece there, rad/m.
    pub(in crate::constrained) fn excess(
        &self,
        (pieces, directed): (&[TwistedPiece], &[DirectedPiece]),
        at: impl Fn(VectorId) -> Vector3<f64>,
        coordinates: &[f64],
    ) -> f64 {
        self.directed.map_or(0.0, |index| {
            pieces[self.piece].twisted_more(self.end, &directed[index], at, coordinates)
        })
    }

    /// Where that is noted among the coordinates.
    pub(in crate::constrained) fn noted_excess(&self) -> usize {
        self.first + BRINGS + EXCESS
    }
}

/// What rope takes along through an end, rad/m.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::constrained) enum What {
    Twist,
    /// What the spring of a branch of the torque is twisted by.
    Sprung {
        branch: usize,
    },
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

/// A node of a rope that flows, between two pieces: where the twist there is among the coordinates, rad/m.
#[derive(Clone, Copy, Debug)]
pub(in crate::constrained) struct Passed {
    /// The piece before it; the other one follows.
    pub(in crate::constrained) before: usize,
    /// Where it is kept.
    pub(in crate::constrained) twist: usize,
}

/// The twist at nodes, at the start of the step: the mean of both sides.
pub(in crate::constrained) fn pass(
    (all, pieces): (&[Passed], &[TwistedPiece]),
    at: impl Fn(VectorId) -> Vector3<f64>,
    (before, after): (&[f64], &mut [f64]),
) {
    for own in all {
        let sides = [own.before, own.before + 1].map(|piece| pieces[piece].density(&at, before));
        after[own.twist] = 0.5 * (sides[0] + sides[1]);
    }
}

/// A step of so many seconds, which may keep energies; at rest nothing comes back from winches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::constrained) enum Bringing {
    Step { seconds: f64, discrete: bool },
    Rest,
}

/// Puts into the coordinates `after` a step what has come by then, from those `before`; `at` gives vectors at both times. Of what
/// remembers, `creep` has the strains of dampers before.
pub(in crate::constrained) fn bring(
    (all, pieces, directed): (&[Brought], &[TwistedPiece], &[DirectedPiece]),
    at: [&dyn Fn(VectorId) -> Vector3<f64>; 2],
    (before, after, creep): (&[f64], &mut [f64], &[f64]),
    bringing: Bringing,
) {
    let came = |own: &Brought| {
        let flow = pieces[own.piece].flow.as_ref();
        flow.map_or((0.0, 1.0), |flow| (flow.payout.came(own.end, at), flow.payout.reference))
    };
    // What leaves first: it may come in somewhere else.
    let is_at_rest = bringing == Bringing::Rest;
    for own in all {
        let (came, reference) = came(own);
        let piece = &pieces[own.piece];
        let now = piece.held(own.what, at[0], (before, creep));
        if let Bringing::Step { seconds, .. } = bringing {
            (after[own.first + BEFORE], after[own.first + LASTED]) = (now, seconds);
        }
        let excess = own.excess((pieces, directed), at[0], before);
        after[own.noted_excess()] = excess;
        let leaves = match &own.from {
            Beyond::Winch { .. } => came <= 0.0 || is_at_rest,
            Beyond::Sheave { .. } => came <= 0.0,
        };
        if !leaves {
            continue;
        }
        let twist = match bringing {
            Bringing::Step { discrete: true, seconds } if piece.leaves_by_one_end() => {
                match own.what {
                    What::Twist => {
                        piece.density_over_step(at, (before, after), (came, excess)) + excess
                    }
                    What::Sprung { branch } => {
                        // What leaves has taken its twist along, which comes first.
                        let twists = [piece.density(at[0], before), piece.density(at[1], after)];
                        let flow = piece.flow.as_ref();
                        flow.map_or(0.0, |flow| {
                            let twist = flow.brings[own.end].map_or(0.0, |brings| after[brings]);
                            let branch = (branch, seconds);
                            flow.sprung_over_step(piece, branch, at, (twists, creep), (came, twist))
                        })
                    }
                }
            }
            Bringing::Step { seconds, .. } if before[own.first + LASTED] > 0.0 => {
                let grown = now - before[own.first + BEFORE];
                now + 0.5 * seconds / before[own.first + LASTED] * grown + excess
            }
            Bringing::Step { .. } | Bringing::Rest => now + excess,
        };
        if let Beyond::Winch { paid_out, noted } = &own.from
            && came < 0.0
            && !is_at_rest
        {
            let exit = Exit { paid_out: at[0](*paid_out).x, angle: before[own.first] };
            haul(&mut after[noted.clone()], exit, reference);
        }
        after[own.first] = before[own.first] - twist * came;
        after[own.first + BRINGS] = twist;
    }
    for own in all {
        let (came, reference) = came(own);
        let angle = before[own.first];
        let (angle, twist) = match &own.from {
            _ if came <= 0.0 => continue,
            Beyond::Winch { .. } if is_at_rest => continue,
            Beyond::Winch { paid_out, noted } => {
                let exit = Exit { paid_out: at[0](*paid_out).x, angle };
                pay_out(&mut after[noted.clone()], exit, exit.paid_out + came, reference)
            }
            Beyond::Sheave { other, .. } => {
                let twist = other.map_or(0.0, |other| after[all[other].first + BRINGS]);
                (angle - twist * came, twist)
            }
        };
        after[own.first] = angle;
        after[own.first + BRINGS] = twist;
    }
}
