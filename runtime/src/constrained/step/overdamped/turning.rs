//! What dampers see of velocities that turn round from step to step.
//!
//! What a damper exerts by the change of velocities over a step, more than by that of the step before, is `C (h a - h₋ a₋)`: the row of a
//! law with an equation of its own is one damper, that of a displacement all that act there. Where that has turned round twice, and
//! nearly all of it goes once dampers act over a step, the damper outweighs what moves under it. What moves across dampers is in none
//! of them, however fast it is.

use crate::constrained::kkt::Structure;

/// Of what turns round: where what stays from step to step is smaller, it does. Once, so does all that passes zero.
const TURNED: f64 = 0.2;
/// Of what a damper sees, its part that goes: where there is more, that is overdamped.
const STRONG: f64 = 0.84;
/// For so many steps it is watched after something turned round, those not counted in which it goes to and fro.
const CALM: u8 = 8;
/// Of the sum of magnitudes: what is smaller is due to rounding.
const ROUNDING: f64 = 1e-12;

/// Which dampers see what turns round, and what they see it of.
#[derive(Clone, Debug, Default)]
pub(super) struct Turning {
    /// Of all unknowns: for how many more steps that go on its row is watched.
    watched: Vec<u8>,
    /// Of all unknowns: whether its row is kept.
    rows: Vec<bool>,
    /// Of all unknowns: whether a row that is kept follows its velocity.
    columns: Vec<bool>,
    /// Of all unknowns: what dampers see of what there was more in the last step, in the one before, and in the one before that.
    seen: [Vec<f64>; 3],
}

impl Turning {
    pub(super) fn make_room(&mut self, unknowns: usize) {
        self.watched = vec![0; unknowns];
        self.rows = vec![false; unknowns];
        self.columns = vec![false; unknowns];
        self.seen.iter_mut().for_each(|own| *own = vec![0.0; unknowns]);
    }

    pub(super) fn forget(&mut self) {
        self.watched.fill(0);
    }

    /// For a step that is so many back: `C x` of all unknowns, with `|C| |x|`.
    pub(super) fn remember(&mut self, back: usize, seen: &[f64], magnitudes: &[f64]) {
        let values = seen.iter().zip(magnitudes);
        for (own, (value, magnitude)) in self.seen[back].iter_mut().zip(values) {
            *own = if value.abs() > ROUNDING * magnitude { *value } else { 0.0 };
        }
    }

    /// Whether any damper is watched: where something turned round twice, until it went on in one direction for [`CALM`] steps.
    pub(super) fn turned(&mut self) -> bool {
        let [now, before, earlier] = &self.seen;
        let seen = now.iter().zip(before).zip(earlier);
        for (left, ((now, before), earlier)) in self.watched.iter_mut().zip(seen) {
            if turned(*now, *before) && turned(*before, *earlier) {
                *left = CALM;
            } else if now * before >= 0.0 {
                *left = left.saturating_sub(1);
            }
        }
        self.watched.iter().any(|left| *left > 0)
    }

    /// All dampers that are watched are kept.
    pub(super) fn keep_all(&mut self) {
        for (row, left) in self.rows.iter_mut().zip(&self.watched) {
            *row = *left > 0;
        }
    }

    /// Keeps of these dampers those of which nearly all goes: of `all` that they see, what is `going`. Whether any sees more than the `least`
    /// that counts, and whether all are kept.
    pub(super) fn keep_strong(&mut self, all: &[f64], going: &[f64], least: &[f64]) -> [bool; 2] {
        let (mut is_felt, mut are_all) = (false, true);
        for (row, ((all, going), least)) in
            self.rows.iter_mut().zip(all.iter().zip(going).zip(least))
        {
            let is_strong = going / all > STRONG;
            are_all &= is_strong || !*row;
            *row &= is_strong;
            is_felt |= *row && all.abs() > *least;
        }
        [is_felt, are_all]
    }

    /// Whether the row of an unknown is kept.
    pub(super) fn keeps(&self, unknown: usize) -> bool {
        self.rows[unknown]
    }

    /// After rows have been chosen: which unknowns they follow, in a matrix with these values.
    pub(super) fn choose(&mut self, structure: &Structure, values: &[f64]) {
        structure.followed(values, &self.rows, &mut self.columns);
    }

    /// Of `A` of all unknowns, what any row that counts follows.
    pub(super) fn only(&self, unknowns: &mut [f64]) {
        for (own, kept) in unknowns.iter_mut().zip(&self.columns) {
            *own = if *kept { *own } else { 0.0 };
        }
    }
}

fn turned(now: f64, before: f64) -> bool {
    (now + before).abs() < TURNED * (now - before).abs()
}
