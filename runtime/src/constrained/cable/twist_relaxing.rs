//! What of the torque relaxes in a piece of a rope that becomes longer and shorter. See [`crate::laws::spline`]'s [`RelaxingTwist`]; what
//! passes from piece to piece within the rope is in `carried.rs`.

use super::twist_flow::{Flowed, TwistFlow};
use super::twisted::TwistedPiece;
use crate::constrained::elements::Acted;
use crate::constrained::seen::Step;
use crate::laws::Relaxation;
use crate::laws::spline::{Comes, RelaxingTwist};
use crate::mechanism::AT_END;

impl TwistFlow {
    /// See [`Flowed::strains`]; between twists (rad) over the step, or in the balance.
    pub(super) fn strains(
        &self,
        piece: &TwistedPiece,
        step: &Step<'_>,
        twists: [f64; 2],
        ratios: [f64; 2],
    ) -> (f64, [f64; 2], f64) {
        if piece.branches.is_empty() {
            return (0.0, [0.0; 2], 0.0);
        }
        let density = |k: usize| twists[k] / (ratios[k] * self.length);
        let ends = [density(0), density(1)];
        if step.scheme.discrete {
            return (ends[0], ends, ends[1]);
        }
        let start = piece.density(|id| step.at.start.of(id), &step.start.coordinates);
        let last = piece.density(|id| step.at.end.of(id), step.end_coordinates);
        (start, ends, last)
    }

    /// What relaxes within the step, and what is mixed with it that has come in through an end of the cable.
    pub(super) fn relax(
        &self,
        piece: &TwistedPiece,
        flowed: &Flowed,
        step: &Step<'_>,
        acted: &mut Acted<'_>,
    ) {
        if piece.branches.is_empty() {
            return;
        }
        let (start, _, last) = flowed.strains;
        let free = 0.5 * (flowed.ratios[0] + flowed.ratios[1]) * self.length;
        *acted.relaxed += free * piece.branches.relax(step, 0, [start, last], acted.creep);
        for (own, place) in flowed.relaxing(piece, step) {
            let mixed = own.mixed();
            acted.creep[place] += mixed;
            if let Some(mixing) = piece.branches.mixing(place, acted.creep) {
                // Where energies are kept half of it has been in the mean of the step, and nothing comes late.
                *mixing = if step.scheme.discrete { 0.0 } else { mixed };
            }
        }
    }
}

impl Flowed {
    /// Its branches, each with the place of its damper.
    pub(super) fn relaxing<'a>(
        &'a self,
        piece: &'a TwistedPiece,
        step: &'a Step<'_>,
    ) -> impl Iterator<Item = (RelaxingTwist, usize)> + 'a {
        let (start, ends, _) = self.strains;
        let all = piece.branches.sprung(step, 0, start, ends).enumerate();
        all.map(move |(branch, (sprung, place))| {
            let free = self.ratios[1] * self.law.length;
            let discrete = step.scheme.discrete;
            let comes = self.coming(piece, step, branch);
            let (at, length, [first, last]) = (self.at, self.law.length, ends);
            (RelaxingTwist { sprung, at, length, free, first, last, comes, discrete }, place)
        })
    }

    /// What comes in with what a branch remembers.
    fn coming(&self, piece: &TwistedPiece, step: &Step<'_>, branch: usize) -> [Comes; 2] {
        let mut all = [Comes::default(); 2];
        let Some(flow) = &piece.flow else { return all };
        // As much of a piece as may come in by one end.
        let entrances = flow.through().count().max(1) as f64;
        let most = self.ratios[1] * self.law.length / entrances;
        let mixes = match step.scheme.relaxation {
            Relaxation::Mean | Relaxation::End => true,
            Relaxation::Held | Relaxation::Done => false,
        };
        for (end, brings, _) in flow.through() {
            // At an instant it is a rate, of which the sign matters.
            let length = self.comes[end] * if mixes { step.duration } else { 1.0 };
            all[end] = Comes {
                length,
                mixed: if mixes { length.clamp(0.0, most) } else { 0.0 },
                twist: step.end_coordinates[brings],
                sprung: step.end_coordinates[flow.springs[end] + AT_END * branch],
            };
        }
        all
    }
}
