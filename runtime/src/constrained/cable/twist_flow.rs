//! What it takes that rope which resists being twisted becomes longer and shorter, and goes through its ends with the twist
//! that it has. See [`crate::laws::spline`]'s [`FlowingTwist`]; what of it relaxes is in `twist_relaxing.rs`, what comes in in
//! [`super::brought`].

use nalgebra::Vector3;

use super::brought::EXCESS;
use super::payout::{ByLengths, Payout, PayoutWires};
use super::twisted::{ALL, TwistedPiece, dot};
use crate::constrained::data::StepPower;
use crate::constrained::elements::Acted;
use crate::constrained::matrix::Filling;
use crate::constrained::seen::Step;
use crate::constrained::sources::Motion;
use crate::laws::spline::{FlowingTwist, LENGTHS, Sections, TwistActs, Twisted, Twisting};

/// What a piece of constant length has nothing of.
#[derive(Clone, Debug)]
pub(in crate::constrained) struct TwistFlow {
    /// The free length, and by which ends rope comes and goes.
    pub(in crate::constrained) payout: Payout,
    /// At which of the piece's own ends rope goes through: where the twist that it brings is among the coordinates, rad/m.
    pub(in crate::constrained) brings: [Option<usize>; 2],
    /// Where at the cable's start and end that stands what the spring of the first branch of the torque is twisted by there; those of
    /// the others follow, each behind the numbers that are kept of one.
    pub(in crate::constrained) springs: [usize; 2],
    /// At which of its ends material passes a node within the rope: where the twist there is among the coordinates (rad/m), and
    /// how far the material comes along by each of the lengths (m; 1).
    pub(in crate::constrained) passes: [Option<(usize, [f64; LENGTHS])>; 2],
    /// m
    pub(in crate::constrained) length: f64,
    /// Where the derivatives by lengths go in the matrix.
    pub(in crate::constrained) wires: PayoutWires,
}

/// Over a step, or in the balance.
pub(super) struct Flowed {
    pub(super) law: FlowingTwist,
    pub(super) at: Twisted,
    /// At the end of the step, or in the balance, rad.
    last: f64,
    /// `Λ` at the start and the end of the step, or twice in the balance.
    pub(super) ratios: [f64; 2],
    /// What the twist of the material has of each of the lengths, rad (rad/m).
    goes: [f64; LENGTHS],
    /// What leaves with the mean twist of the step, m: negative.
    leaves: f64,
    /// Where it relaxes: the twist for each length (rad/m) at the start of the step, at both ends or twice in the balance, and at the
    /// end.
    pub(super) strains: (f64, [f64; 2], f64),
    /// What comes in through the start and the end, m/s.
    pub(super) comes: [f64; 2],
    /// What it does.
    pub(super) acts: TwistActs,
    /// W
    pub(super) power: StepPower,
    /// Of that, what is lost where rope that remembers different twists is mixed, W.
    pub(super) mixed: f64,
}

impl TwistFlow {
    /// Of a piece, with what its ends are twisted by more among these coordinates.
    fn law(&self, piece: &TwistedPiece, coordinates: &[f64]) -> FlowingTwist {
        let TwistedPiece { stiffness, damping, .. } = *piece;
        let through = self.brings.map(|brings| Some(coordinates[brings? + EXCESS]));
        FlowingTwist { stiffness, damping, length: self.length, through }
    }

    /// By length, of a twist (rad) where the first component is the free length; rad/m.
    pub(super) fn density(&self, twist: f64, free: &Vector3<f64>) -> f64 {
        twist / (self.payout.scaled(free.x) * self.length)
    }

    /// `τ̂` of a step, rad/m: between twists (rad) of which the last is what it were if nothing left, where `came` (m) is negative.
    pub(super) fn density_over_step(
        &self,
        [first, last]: [f64; 2],
        free: [Vector3<f64>; 2],
        came: f64,
    ) -> f64 {
        let [start, end] = free.map(|own| self.payout.scaled(own.x));
        let over = 0.5 * (1.0 / start + 1.0 / end) / self.length;
        // Half of what leaves with the mean twist has left by then.
        let kept = 1.0 - 0.5 * over * came;
        0.5 * over * (first + last) / kept
    }

    /// Its ends that rope goes through: which, where the twist stands that it brings, and what comes in there by each of the lengths.
    fn through(&self) -> impl Iterator<Item = (usize, usize, [f64; LENGTHS])> + '_ {
        let ends = self.brings.iter().enumerate();
        ends.filter_map(|(end, brings)| Some((end, (*brings)?, self.payout.inflow(end))))
    }

    /// What of the lengths' changes goes into the twist of the material here, rad (rad/m).
    fn goes(&self, coordinates: &[f64]) -> [f64; LENGTHS] {
        let mut all = [0.0; LENGTHS];
        for (passes, sign) in self.passes.iter().zip([-1.0, 1.0]) {
            let Some((twist, by)) = passes else { continue };
            for (slot, by) in all.iter_mut().zip(by) {
                *slot += sign * by * coordinates[*twist];
            }
        }
        all
    }

    /// The moment at an instant, N m.
    pub(super) fn moment(
        &self,
        piece: &TwistedPiece,
        motion: &Motion<'_>,
        [twist, turns]: [f64; 2],
        (coordinates, creep): (&[f64], &[f64]),
    ) -> f64 {
        let rates = self.payout.rates(motion.vectors, motion.velocities);
        let rate = turns + along(self.goes(coordinates), rates);
        let at = Twisted::between([twist; 2], [self.payout.ratio_in(motion); 2], rate);
        let (law, branches) = (self.law(piece, coordinates), &piece.branches);
        let relaxing = branches.whole() * law.density(&at) - branches.crept(0, creep);
        law.acts(&at).0.moment + relaxing
    }

    /// What comes in through the start or the end (1) of the cable, m/s.
    pub(super) fn comes(&self, end: usize, motion: &Motion<'_>) -> f64 {
        along(self.payout.inflow(end), self.payout.rates(motion.vectors, motion.velocities))
    }

    /// J
    pub(super) fn stored(
        &self,
        piece: &TwistedPiece,
        motion: &Motion<'_>,
        twist: f64,
        creep: &[f64],
    ) -> f64 {
        let ratio = self.payout.ratio_in(motion);
        let free = ratio * self.length;
        let relaxing = free * piece.branches.stored(0, twist / free, creep);
        0.5 * piece.stiffness * twist * twist / ratio + relaxing
    }

    /// Over the step, or in the balance.
    pub(super) fn found(
        &self,
        piece: &TwistedPiece,
        step: &Step<'_>,
        twisting: &Twisting,
        at: &Sections,
    ) -> Flowed {
        let coordinates = step.end_coordinates;
        let (law, goes) = (self.law(piece, coordinates), self.goes(coordinates));
        let (twists, ratios, rate, rates) = if step.scheme.discrete {
            let over_time = 1.0 / step.duration;
            let both = [&step.at.start, &step.at.end];
            let of = both.map(|values| move |id| values.of(id));
            let rates = self.payout.changes([&of[0], &of[1]]).map(|own| own * over_time);
            let untwisted = [&step.start.coordinates[..], step.end_coordinates]
                .map(|coordinates| piece.untwisted(coordinates));
            let first = twisting.start(step.start.coordinates[piece.turn]) - untwisted[0];
            let last = first + twisting.change - (untwisted[1] - untwisted[0]);
            let ratios = both.map(|values| self.payout.ratio(values));
            ([first, last], ratios, twisting.change * over_time, rates)
        } else {
            let ratio = self.payout.ratio(&step.at.balance);
            let rates = self.payout.rates(step.vectors, step.velocities);
            let twist = piece.near(at, step.balance_coordinates);
            let turns = dot(&twisting.gradient, &piece.rates(step));
            ([twist; 2], [ratio; 2], turns, rates)
        };
        let (at, last) = (Twisted::between(twists, ratios, rate + along(goes, rates)), twists[1]);
        let (acts, lost) = law.acts(&at);
        let mut power = StepPower { dissipated: lost, work: 0.0 };
        let comes = [0, 1].map(|end| along(self.inflow(end), rates));
        let mut leaves = 0.0;
        for (end, brings, _) in self.through() {
            let [work, lost] = law.brought(&at, end, coordinates[brings], comes[end]);
            power.work += work;
            power.dissipated += lost;
            leaves += comes[end];
        }
        let keeps = step.scheme.discrete && piece.leaves_by_one_end();
        let leaves = if keeps { leaves.min(0.0) * step.duration } else { 0.0 };
        let strains = self.strains(piece, step, twists, ratios);
        let mixed = 0.0;
        let flowed =
            Flowed { law, at, last, ratios, goes, leaves, strains, comes, acts, power, mixed };
        if piece.branches.is_empty() { flowed } else { flowed.with_relaxing(piece, step) }
    }

    /// What comes in by its start or its end, from beyond the cable or from the next piece, by each of the lengths.
    pub(super) fn inflow(&self, end: usize) -> [f64; LENGTHS] {
        match (self.brings[end], self.passes[end]) {
            (Some(_), _) => self.payout.inflow(end),
            (None, Some((_, by))) if end == 0 => by,
            (None, Some((_, by))) => by.map(|own| -own),
            (None, None) => [0.0; LENGTHS],
        }
    }

    /// Adds what acts on the lengths.
    pub(super) fn act(&self, flowed: &Flowed, step: &Step<'_>, acted: &mut Acted<'_>) {
        let forces = self.on_lengths(flowed, &flowed.acts);
        self.payout.add_forces(step.vectors, forces, acted.forces);
        *acted.mixed += flowed.mixed * step.duration;
    }

    /// Of what acts on the ratio, on what comes in and on what passes nodes, the forces on both lengths.
    fn on_lengths(&self, flowed: &Flowed, acts: &TwistActs) -> [f64; LENGTHS] {
        let mut all = flowed.goes.map(|goes| -goes * acts.damped);
        all[0] += acts.on_ratio;
        for (end, on_flow) in acts.on_flow.into_iter().enumerate() {
            for (slot, by) in all.iter_mut().zip(self.inflow(end)) {
                *slot += by * on_flow;
            }
        }
        all
    }

    /// Adds the derivatives by the lengths and those of what acts on these.
    pub(super) fn fill(
        &self,
        piece: &TwistedPiece,
        (flowed, by_vectors): (&Flowed, [TwistActs; 2]),
        (step, twisting): (&Step<'_>, &Twisting),
        filling: &mut Filling<'_>,
    ) {
        if !self.wires.moves() {
            return;
        }
        let gradient = piece.by_vectors(&twisting.gradient);
        let [by_twist, by_rate] = by_vectors.map(|acts| self.on_lengths(flowed, &acts));
        let (mut by, mut of) =
            ([[Vector3::zeros(); ALL]; LENGTHS], [[Vector3::zeros(); ALL]; LENGTHS]);
        let mut own = [[0.0; LENGTHS]; LENGTHS];
        let count = if self.payout.come().is_some() { LENGTHS } else { 1 };
        for k in 0..count {
            let acts = self.by_length(piece, flowed, step, k);
            by[k] = gradient.map(|own| own * acts.moment);
            for (row, force) in own.iter_mut().zip(self.on_lengths(flowed, &acts)) {
                row[k] = -force;
            }
            let slopes =
                piece.slopes_of(step, twisting, [by_twist[k], by_rate[k]], || twisting.slopes());
            of[k] = piece.by_vectors(&slopes).map(|own| -own);
        }
        let slopes = ByLengths { by: &by, of: &of, own: &own };
        self.wires.fill(&self.payout, &piece.vectors(), &slopes, filling);
    }

    /// How everything changes with one of the lengths at the end of the step.
    fn by_length(
        &self,
        piece: &TwistedPiece,
        flowed: &Flowed,
        step: &Step<'_>,
        length: usize,
    ) -> TwistActs {
        let Flowed { law, at, last, ratios: [start, end], .. } = flowed;
        let longer = if length == 0 { 1.0 } else { 0.0 };
        let twisted: f64 =
            self.through().map(|(_, brings, by)| by[length] * step.end_coordinates[brings]).sum();
        let (share, rate) = shares(step);
        // What leaves does so with less where the rope is longer.
        let diluted = -0.5 * longer * flowed.leaves * at.mean / (end * end * law.length);
        let twisted = (twisted + diluted) * flowed.gain();
        let over = -longer * share / (end * end);
        let fall = if step.scheme.discrete {
            -longer / (start * end * end)
        } else {
            -2.0 * longer * share / (end * end * end)
        };
        let by = Twisted {
            mean: share * twisted,
            half_square: share * last * twisted,
            over,
            fall,
            ratio: share * longer,
            rate: rate * flowed.goes[length],
        };
        let comes = [0, 1].map(|end| self.inflow(end)[length]);
        let mut acts = law.along(at, &by);
        flowed.relaxing(piece, step).for_each(|own| acts += own.along(&by, comes));
        acts
    }
}

impl Flowed {
    /// The twist at the end by what turns, as what leaves takes a part along.
    fn gain(&self) -> f64 {
        1.0 / (1.0 - 0.5 * self.at.over * self.leaves / self.law.length)
    }

    /// How everything changes with the twist, and with the rate at which axes and tangents turn.
    pub(super) fn by_vectors(&self, piece: &TwistedPiece, step: &Step<'_>) -> [TwistActs; 2] {
        let gain = self.gain();
        let by_twist = Twisted { mean: gain, half_square: self.last * gain, ..Twisted::default() };
        let by_rate = Twisted { rate: 1.0, ..Twisted::default() };
        let mut acts = [by_twist, by_rate].map(|by| self.law.along(&self.at, &by));
        // What relaxes has nothing of rates.
        for own in self.relaxing(piece, step) {
            acts[0] += own.along(&by_twist, [0.0; 2]);
        }
        acts
    }
}

/// What comes in by each of the lengths, with what these change by.
pub(super) fn along(by: [f64; LENGTHS], rates: [f64; LENGTHS]) -> f64 {
    by[0] * rates[0] + by[1] * rates[1]
}

/// What the mean or the balance, and rates, have of the end of the step.
pub(super) fn shares(step: &Step<'_>) -> (f64, f64) {
    if step.scheme.discrete {
        (0.5, 1.0 / step.duration)
    } else {
        (step.scheme.balance, step.scheme.rate)
    }
}
