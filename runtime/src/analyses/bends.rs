//! Whether what follows an input has a kink at its value, or is only rounded there.

use super::state_space::{APART, BENT, is_kink};

/// Two differences that agree so well are told from each other by rounding only.
const CERTAIN: f64 = 1e-6;
/// So many times what slopes are apart by, changes may be rounding.
const UNSURE: f64 = 1e3;
/// Changes are read at so many places and one more, evenly from the farther to the nearer ones.
const STEPS: usize = 8;
/// Of what rounding makes of these: what it makes of a sum of several is less, and so is what it makes of a slope that is continued to the value.
const OF_SUMS: f64 = 32.0;
const OF_SLOPES: f64 = 340.0;

/// What was read at the value of an input, and on both sides of it.
pub(super) struct Sides<'a> {
    /// At the value.
    pub(super) here: &'a [f64],
    /// How far the farther ones are.
    pub(super) change: f64,
    /// Ahead and behind.
    pub(super) far: [&'a [f64]; 2],
    /// Half as far.
    pub(super) near: [&'a [f64]; 2],
    /// By which share of the largest slope differences are apart; what changes by less than many times that is not looked at.
    pub(super) apart: f64,
}

impl Sides<'_> {
    /// From one side to the other, over here.
    fn changes(&self, k: usize) -> f64 {
        self.far.iter().map(|own| (own[k] - self.here[k]).abs()).sum()
    }

    /// What does not follow the input in proportion.
    fn bent(&self) -> Vec<usize> {
        let count = self.here.len();
        let largest = (0..count).map(|k| self.changes(k)).fold(0.0, f64::max);
        let least = CERTAIN.max(UNSURE * self.apart) * largest;
        let is_bent = |&k: &usize| {
            let [far, near] = [self.far, self.near].map(|own| own.map(|side| side[k]));
            self.changes(k) > least && is_kink(self.here[k], far, near)
        };
        (0..count).filter(is_bent).collect()
    }

    /// Whether anything has a kink. `look` reads at changes of the input, as rounding is not in proportion to anything where forces of what is stiff
    /// nearly cancel.
    pub(super) fn have_kink(
        &self,
        mut look: impl FnMut(f64) -> Result<Vec<f64>, String>,
    ) -> Result<bool, String> {
        let bent = self.bent();
        if bent.is_empty() {
            return Ok(false);
        }
        let mut ways = self.far.map(|own| vec![own.to_vec()]);
        for step in 1..STEPS {
            let share = 1.0 - 0.5 * step as f64 / STEPS as f64;
            for (way, side) in ways.iter_mut().zip([1.0, -1.0]) {
                way.push(look(side * share * self.change)?);
            }
        }
        for (way, near) in ways.iter_mut().zip(self.near) {
            way.push(near.to_vec());
        }
        let along = |k: usize| ways.each_ref().map(|way| way.iter().map(|own| own[k]).collect());
        Ok(bent.into_iter().any(|k| is_kinked(&along(k), self.changes(k))))
    }
}

/// Whether a number that `changes` by so much has slopes of its own on both sides, ahead and behind, from far to near. What it is at the value itself counts for
/// nothing: there it may be rounded otherwise, as nothing moves.
fn is_kinked([ahead, behind]: &[Vec<f64>; 2], changes: f64) -> bool {
    let rounding = jitter(ahead).max(jitter(behind));
    let odd = |place: usize| ahead[place] - behind[place];
    let even = |place: usize| ahead[place] + behind[place];
    let apart = (odd(0) - 2.0 * odd(STEPS)).abs();
    // A parabola through what both sides have in common, at 1, 3/4 and 1/2 of the way: its slope at the value.
    let [first, second] = [even(0) - even(STEPS / 2), even(STEPS / 2) - even(STEPS)];
    let slope = (4.0 * second - 10.0 * (first - second)).abs();
    apart > (APART * changes).max(OF_SUMS * rounding)
        || slope > (BENT * changes).max(OF_SLOPES * rounding)
}

/// How far numbers, evenly along a way, are off parabolas through their neighbours, as what half of them are at the most: a corner is in three of six of these.
fn jitter(way: &[f64]) -> f64 {
    let off = |own: &[f64]| (own[3] - own[0] + 3.0 * (own[1] - own[2])).abs();
    let mut off: Vec<f64> = way.windows(4).map(off).collect();
    off.sort_by(f64::total_cmp);
    off.get(off.len().div_ceil(2).saturating_sub(1)).copied().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether one number that follows an input so has a kink at zero, looked at up to one.
    fn has_kink(read: impl Fn(f64) -> f64) -> bool {
        let read = |by: f64| vec![read(by)];
        let here = read(0.0);
        let [far, near] = [1.0, 0.5].map(|own| [read(own), read(-own)]);
        let sides = Sides {
            here: &here,
            change: 1.0,
            far: far.each_ref().map(Vec::as_slice),
            near: near.each_ref().map(Vec::as_slice),
            apart: 0.0,
        };
        sides.have_kink(|by| Ok(read(by))).expect("it can be read")
    }

    /// The same for all that is as large: a hash of the bits, from -1 to 1.
    fn rounding(by: f64) -> f64 {
        let mixed =
            (by.abs().to_bits() ^ 0x9e37_79b9_7f4a_7c15).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 31)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 29)) >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    #[test]
    fn kinks_are_told_from_what_rounding_makes_of_nothing() {
        assert!(has_kink(f64::abs));
        assert!(has_kink(|by| by.max(0.0)) && has_kink(|by| 3.0 + by.min(0.0)));
        // Beside the value, on one side.
        assert!(has_kink(|by| by.max(0.3)) && has_kink(|by| by.max(-0.7)));
        assert!(has_kink(|by| by + 0.1 * by.abs()));
        assert!(has_kink(|by| by.abs() + by * by) && has_kink(|by| by.abs() - 0.7 * by * by));
        for small in [1e-9, 1e-6, 1e-4] {
            assert!(has_kink(|by| by.abs() + small * rounding(by)), "{small}");
            assert!(!has_kink(|by| by + small * rounding(by)), "{small}");
        }
        assert!(!has_kink(|by| by) && !has_kink(|by| by + 0.1 * by * by) && !has_kink(|_| 2.0));
        // Rounded otherwise at the value itself.
        assert!(!has_kink(|by| if by == 0.0 { 0.3 } else { by * by }));
        // Alike to both sides, and of its own at each place.
        for place in 0..200 {
            assert!(!has_kink(|by| 1e-7 * rounding(by.abs() + f64::from(place))), "{place}");
        }
    }
}
