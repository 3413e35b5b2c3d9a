//! What rope that relaxes as it is bent takes along where it flows: the strains `α` of the dampers in the branches of its moments.
//!
//! Each Gauss point remembers for its part of a piece, as long as its weight says. Axes go with the material, so both strains of a point
//! are numbers that go along with it. A length `s` that comes into a part of the length `V` in a step leaves it, at its end, with
//! `α' = α + s/V (αᵢₙ - α)`. Where the part is bent by `κ` a metre of what comes would store more than one of it, but it comes under the
//! moment that there is, bent by `d = Σ E (αᵢₙ - α)/(K + Σ E)` more, as rope that stretches comes under a tension ([`super::carried`]):
//!
//! ```text
//! g = Σ ½ E y² - Σ ½ E (κ - α)² - (1 - s/V) ½ (K + Σ E) d²,     y = κ - αᵢₙ
//! ```
//!
//! That acts on the lengths in the step that follows, as it flowed in this one. What the force has not done is work.
//!
//! What is lost by mixing, `s (1 - s/V) (Σ ½ E (αᵢₙ - α)² - ½ (K + Σ E) d²)`, is never negative. A step that moves rope by more than half
//! of a part mixes in turns.
//!
//! What `s/V` leaves of `d` in `g` is stored because all of a step comes at once. Where rope relaxes within a step it is soon lost: it is
//! noted with what mixing loses, as winches pull with it.
//!
//! Rope comes all along a step and is mixed at its end, so strains jump there, and relax from there on: what there is at an instant, and
//! at the ends of steps that look at them, is less of that by [`crate::laws::Branch::sudden`].
//!
//! What comes from a winch or over a sheave has long been as curved as its relaxed shape. What leaves is let go: its springs give back
//! what they store, as what lasts does.

use super::directed::{DirectedPiece, Place, strain};
use super::payout::Payout;
use crate::constrained::data::{Configurations, StepPower};
use crate::laws::spline::{CARRIES, LENGTHS, POINTS, Shapes, Two};

/// In more a step does not mix.
const MOST_TURNS: f64 = 1000.0;

/// A cable whose moments relax, and that flows.
#[derive(Clone, Debug)]
pub(in crate::constrained) struct CarriedBends {
    /// The first of its pieces among all that know their sides.
    pub(in crate::constrained) first: usize,
    /// How many there are.
    pub(in crate::constrained) count: usize,
    /// The free length.
    pub(in crate::constrained) payout: Payout,
    /// Of what acts on the lengths, N m and N, among strains of dampers.
    pub(in crate::constrained) acts: usize,
}

impl CarriedBends {
    /// Carries what is remembered at the end of a step along; gives what is lost as rope is mixed, and what of its energy no force has
    /// done, J. Notes what was lost and what is stored too much, as all of a step is mixed at once, J.
    pub(super) fn carry(
        &self,
        all: &[DirectedPiece],
        at: &Configurations,
        (coordinates, duration): (&[f64], f64),
        (begun, ended): (&[f64], &mut [f64]),
        noted: &mut f64,
    ) -> StepPower {
        let changes = self.payout.changes([&|id| at.start.of(id), &|id| at.end.of(id)]);
        let mut sum = StepPower::default();
        for (length, change) in changes.into_iter().enumerate() {
            sum.work += begun[self.acts + length] * change;
            ended[self.acts + length] = 0.0;
        }
        let pieces = &all[self.first..self.first + self.count];
        pieces.iter().for_each(|piece| piece.branches.begin_mixing(2 * POINTS, ended));
        if changes == [0.0; LENGTHS] {
            return sum;
        }
        let over = Over { pieces, at, coordinates, duration };
        let turns = self.turns(&over, changes);
        let each = changes.map(|change| change / turns);
        let mut too_much = 0.0;
        for _ in 0..turns as u32 {
            self.mix_all(&over, (each, 1.0 / turns), ended, (&mut sum, &mut too_much));
        }
        *noted += sum.dissipated + too_much;
        sum
    }

    /// In how many turns, none of which moves rope by more than half of a part.
    fn turns(&self, over: &Over<'_>, changes: [f64; LENGTHS]) -> f64 {
        let ratio = self.payout.ratio(&over.at.end);
        let parts = over.pieces.iter().flat_map(|piece| &piece.shapes.points);
        let shortest = parts.fold(f64::INFINITY, |least, point| least.min(point.weight)) * ratio;
        let most = [0, 1].map(|end| {
            let by = self.payout.inflow(end);
            (by[0] * changes[0] + by[1] * changes[1]).abs()
        });
        (2.0 * most[0].max(most[1]) / shortest).ceil().clamp(1.0, MOST_TURNS)
    }

    /// Mixes what comes into all parts in one turn, which is so much of a step.
    fn mix_all(
        &self,
        over: &Over<'_>,
        (changes, turn): ([f64; LENGTHS], f64),
        ended: &mut [f64],
        (sum, too_much): (&mut StepPower, &mut f64),
    ) {
        let parts = self.count * POINTS;
        // Each from one that still remembers what it did: from before where rope flows towards the end, which no part is mixed by that
        // another takes from behind.
        for part in (0..parts).rev() {
            let before = part.checked_sub(1);
            self.mix(over, (changes, turn), (part, 1.0, before), ended, (sum, too_much));
        }
        for part in 0..parts {
            let behind = Some(part + 1).filter(|next| *next < parts);
            self.mix(over, (changes, turn), (part, -1.0, behind), ended, (sum, too_much));
        }
    }

    /// Mixes what comes into a part, towards the end or (-1) towards the start, with what it remembers.
    fn mix(
        &self,
        over: &Over<'_>,
        (changes, turn): ([f64; LENGTHS], f64),
        (part, towards, from): (usize, f64, Option<usize>),
        ended: &mut [f64],
        (sum, too_much): (&mut StepPower, &mut f64),
    ) {
        let (piece, point) = over.part(part);
        let through = if towards > 0.0 { 0 } else { 1 };
        let by = self.passing(part / POINTS, &piece.shapes, point + through);
        let comes = towards * (by[0] * changes[0] + by[1] * changes[1]);
        if comes <= 0.0 {
            return;
        }
        let ratio = self.payout.ratio(&over.at.end);
        let free = piece.shapes.points[point].weight * ratio;
        let comes = comes.min(free);
        let bends = over.bends(piece, point).map(|bend| bend / ratio);
        let share = comes / free;
        for (axis, bend) in bends.into_iter().enumerate() {
            let relaxed = piece.sides.relaxed[axis];
            let lasting = piece.sides.stiffness[axis];
            let mut mixed = Mixed::with(lasting);
            for (branch, (law, place)) in piece.branches.each(strain(point, axis)).enumerate() {
                let stretched = bend - ended[place];
                let incoming = from.map_or(relaxed, |from| over.crept(from, (axis, branch), ended));
                mixed.add(law.stiffness, [bend - incoming, stretched]);
                let grown = share * (stretched - (bend - incoming));
                piece.branches.grow((law, place), grown, over.duration, ended);
            }
            let more = mixed.more(share);
            sum.work += comes * more;
            sum.dissipated += comes * (1.0 - share) * mixed.apart();
            *too_much += comes * share * mixed.unlike();
            for (act, by) in ended[self.acts..].iter_mut().zip(by) {
                *act -= towards * by * more * turn;
            }
        }
    }

    /// What passes a place towards the end by each of the lengths: where so many parts of a piece end.
    fn passing(&self, piece: usize, shapes: &Shapes, parts: usize) -> [f64; LENGTHS] {
        let within: f64 = shapes.points[..parts].iter().map(|point| point.weight).sum();
        let along = piece as f64 + within / shapes.length;
        let by_come = if self.payout.come().is_some() { CARRIES } else { 0.0 };
        [self.payout.reach(along, self.count), by_come]
    }
}

/// Rope that meets other rope, under one moment.
#[derive(Clone, Copy, Debug)]
struct Mixed {
    /// `K + Σ E`, N m².
    stiffness: f64,
    /// `Σ ½ E (y² - y₀²)`, N.
    more: f64,
    /// `Σ E (y - y₀)`, N m.
    pulls: f64,
    /// `Σ ½ E (y - y₀)²`, N.
    squares: f64,
}

impl Mixed {
    /// With what lasts alone, N m².
    fn with(lasting: f64) -> Self {
        Self { stiffness: lasting, more: 0.0, pulls: 0.0, squares: 0.0 }
    }

    /// A branch: what springs of the one and the other are bent by where both are bent alike, `y` and `y₀`.
    fn add(&mut self, stiffness: f64, [comes, own]: [f64; 2]) {
        let beyond = comes - own;
        self.stiffness += stiffness;
        self.more += 0.5 * stiffness * (comes * comes - own * own);
        self.pulls += stiffness * beyond;
        self.squares += 0.5 * stiffness * beyond * beyond;
    }

    /// `½ (K + Σ E) d²`, N.
    fn unlike(&self) -> f64 {
        if self.stiffness == 0.0 { 0.0 } else { 0.5 * self.pulls * self.pulls / self.stiffness }
    }

    /// `g` of what has such a share, N.
    fn more(&self, share: f64) -> f64 {
        self.more - (1.0 - share) * self.unlike()
    }

    /// What a metre loses as it is brought to the strain of the other rope, N; never negative.
    fn apart(&self) -> f64 {
        (self.squares - self.unlike()).max(0.0)
    }
}

/// A step of a cable.
struct Over<'a> {
    pieces: &'a [DirectedPiece],
    at: &'a Configurations,
    /// At its end.
    coordinates: &'a [f64],
    /// s
    duration: f64,
}

impl Over<'_> {
    /// What bends a Gauss point at the end, by the length that its piece is made for, 1/m.
    fn bends(&self, piece: &DirectedPiece, point: usize) -> Two {
        let u = piece.at(|id| self.at.end.of(id));
        let place = Place::of(&piece.shapes.points[point]);
        place.bends(&u, &piece.shares(place.x, self.coordinates))
    }

    /// A part, as a piece and its Gauss point.
    fn part(&self, part: usize) -> (&DirectedPiece, usize) {
        (&self.pieces[part / POINTS], part % POINTS)
    }

    /// What the damper of a branch is strained by in a part, towards an axis.
    fn crept(&self, part: usize, (axis, branch): (usize, usize), ended: &[f64]) -> f64 {
        let (piece, point) = self.part(part);
        let mut each = piece.branches.each(strain(point, axis));
        each.nth(branch).map_or(0.0, |(_, place)| ended[place])
    }
}
