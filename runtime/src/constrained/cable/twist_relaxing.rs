//! What of the torque relaxes in a piece of a rope that becomes longer and shorter. See [`crate::laws::spline`]'s [`RelaxingTwist`].

use nalgebra::Vector3;

use super::twist_flow::{Flowed, TwistFlow, along};
use super::twisted::TwistedPiece;
use crate::constrained::elements::Acted;
use crate::constrained::seen::Step;
use crate::constrained::vectors::VectorId;
use crate::laws::spline::{Apart, Comes, RelaxingTwist, mixed_twist};
use crate::laws::{From, Relaxation};
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

    /// What relaxes within the step, with what is mixed that has come in.
    pub(super) fn relax(
        &self,
        piece: &TwistedPiece,
        flowed: &Flowed,
        step: &Step<'_>,
        acted: &mut Acted<'_>,
    ) {
        let (start, _, last) = flowed.strains;
        let free = 0.5 * (flowed.ratios[0] + flowed.ratios[1]) * self.length;
        let how = step.scheme.relaxation;
        for (branch, (law, place)) in piece.branches.each(0).enumerate() {
            let comes = flowed.coming(piece, step, (branch, place));
            let mixed = mixed_twist(&comes, self.end(step));
            let from = From { creep: step.start.creep[place], strain: start };
            acted.creep[place] = law.creep(how, step.duration, from, last - mixed) + mixed;
            *acted.relaxed += free * law.lost(how, step.duration, from, last - mixed);
        }
    }

    /// What the spring of a branch is twisted by over a step that keeps energies, between these twists for each length, in a piece that
    /// rope leaves with the twist `τ̂`, and comes into from the next one only; rad/m.
    pub(super) fn sprung_over_step(
        &self,
        piece: &TwistedPiece,
        (branch, seconds): (usize, f64),
        at: [&dyn Fn(VectorId) -> Vector3<f64>; 2],
        ([first, last], creep): ([f64; 2], &[f64]),
        (came, twist): (f64, f64),
    ) -> f64 {
        let Some((law, place)) = piece.branches.each(0).nth(branch) else { return 0.0 };
        let free = self.payout.of(&at[1](self.payout.at)) * self.length;
        let within = [0, 1].map(|end| {
            if self.passes[end].is_none() {
                return Comes::default();
            }
            let beyond = creep[piece.branches.beside(place, end)] - creep[place];
            self.within(end, self.came(end, at), beyond, free)
        });
        let from = From { creep: creep[place], strain: first };
        // As if what leaves were twisted by nothing more than its damper; what it is twisted by makes that less again.
        let share = came / free;
        let mixed = mixed_twist(&within, free) + share * (twist - creep[place]);
        let sprung =
            law.sprung((Relaxation::Mean, true), seconds, from, [first, last - mixed], 0.0);
        sprung.mean / (1.0 - 0.5 * sprung.gain * share)
    }

    /// What comes in by its start or its end between two times, m.
    fn came(&self, end: usize, at: [&dyn Fn(VectorId) -> Vector3<f64>; 2]) -> f64 {
        along(self.inflow(end), self.payout.changes(at))
    }

    /// Rope that comes by the start or the end from another piece, m, of which a piece that is so long at the end (m) takes up no more than
    /// may come by one end.
    fn within(&self, end: usize, length: f64, beyond: f64, free: f64) -> Comes {
        let entrances = if self.payout.come().is_some() { 2.0 } else { 1.0 };
        let most = free.max(0.0) / entrances;
        let comes_in = self.comes_in(end, length);
        let part = if !comes_in {
            0.0
        } else if length > most {
            most / length
        } else {
            1.0
        };
        Comes { length, comes_in, part, beyond, through: None }
    }

    /// Whether it is this piece that takes up what moves at its start or its end: where nothing does it is one of both beside a node as
    /// well, so that what acts on a winch that stands still is what acts where it hardly moves.
    fn comes_in(&self, end: usize, length: f64) -> bool {
        length > 0.0 || (length == 0.0 && end == 0 && self.brings[end].is_none())
    }

    /// The free length of the piece at the end, m.
    fn end(&self, step: &Step<'_>) -> f64 {
        self.payout.ratio(&step.at.end) * self.length
    }
}

impl Flowed {
    /// The same with what its branches do.
    pub(super) fn with_relaxing(mut self, piece: &TwistedPiece, step: &Step<'_>) -> Self {
        let (mut acts, mut power) = (self.acts, self.power);
        let mut mixed = 0.0;
        let mut apart = [Apart::default(); 2];
        for own in self.relaxing(piece, step) {
            acts += own.acts();
            for (end, comes) in own.comes.iter().enumerate() {
                let [work, lost] = own.brought(end).map(|own| own * self.comes[end]);
                power.work += work;
                mixed += lost;
                if comes.through.is_none() && comes.comes_in {
                    apart[end] = apart[end].and(own.sprung.stiffness, comes.beyond);
                }
            }
        }
        for (end, apart) in apart.iter().enumerate() {
            let lost = apart.lost(self.law.rigidity());
            acts.on_flow[end] -= lost;
            mixed += lost * self.comes[end].max(0.0);
        }
        power.dissipated += mixed;
        (self.acts, self.power, self.mixed) = (acts, power, mixed);
        self
    }

    /// Its branches.
    pub(super) fn relaxing<'a>(
        &'a self,
        piece: &'a TwistedPiece,
        step: &'a Step<'_>,
    ) -> impl Iterator<Item = RelaxingTwist> + 'a {
        let (start, ends, _) = self.strains;
        let scheme = step.scheme;
        let discrete = scheme.discrete;
        let share = if discrete { 0.5 } else { scheme.balance };
        let end = piece.flow.as_ref().map_or(0.0, |flow| flow.end(step));
        piece.branches.each(0).enumerate().map(move |(branch, (law, place))| {
            let comes = self.coming(piece, step, (branch, place));
            let mixed = mixed_twist(&comes, end);
            let seen = if discrete {
                [ends[0], ends[1] - mixed]
            } else {
                ends.map(|own| own - share * mixed)
            };
            let from = From { creep: step.start.creep[place], strain: start };
            let sprung = law.sprung((scheme.relaxation, discrete), step.duration, from, seen, 0.0);
            let last = (ends[1], self.ratios[1] * self.law.length);
            let (at, length) = (self.at, self.law.length);
            RelaxingTwist { sprung, at, length, last, end, comes, share, discrete }
        })
    }

    /// What comes in with what a branch remembers, whose damper is at this place.
    fn coming(
        &self,
        piece: &TwistedPiece,
        step: &Step<'_>,
        (branch, place): (usize, usize),
    ) -> [Comes; 2] {
        let Some(flow) = &piece.flow else { return [Comes::default(); 2] };
        let mixes = match step.scheme.relaxation {
            Relaxation::Mean | Relaxation::End => true,
            Relaxation::Held => false,
            Relaxation::Done => return [Comes::default(); 2],
        };
        let free = flow.end(step);
        let creep = &step.start.creep;
        [0, 1].map(|end| {
            let through = flow.brings[end].map(|brings| {
                let sprung = flow.springs[end] + AT_END * branch;
                [brings, sprung].map(|index| step.end_coordinates[index])
            });
            let crept = match through {
                Some([twist, sprung]) => twist - sprung,
                None if flow.passes[end].is_none() => creep[place],
                None => creep[piece.branches.beside(place, end)],
            };
            let beyond = crept - creep[place];
            if mixes {
                let at = [&step.at.start, &step.at.end].map(|values| move |id| values.of(id));
                let came = flow.came(end, [&at[0], &at[1]]);
                let within = flow.within(end, came, beyond, free);
                // What leaves takes along what there is in the middle of the step.
                let leaves = through.is_some() && !within.comes_in;
                let part = if leaves { 1.0 } else { within.part };
                Comes { through, part, ..within }
            } else {
                let length = self.comes[end];
                let comes_in = flow.comes_in(end, length);
                Comes { length, comes_in, part: 0.0, beyond, through }
            }
        })
    }
}
