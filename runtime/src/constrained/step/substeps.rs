//! How a fixed step is divided where it cannot be solved whole: into equal parts `h 2⁻ᵏ` that tile it, deeper
//! where one fails and shallower again where they go well.

/// Parts are `2⁻¹⁴` of a step at least.
const DEEPEST: u32 = 14;
/// The same where only a singular position asks for it.
const DEEPEST_AT_BRANCHES: u32 = 9;
/// So many parts go well before one of twice their length is tried.
const CALM: u32 = 4;

/// Where a run is within a step, and what has been divided so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::constrained) struct Substeps {
    /// `k`: the part that is tried next is `2⁻ᵏ` of the step.
    level: u32,
    /// Done of the step, in parts of `2⁻¹⁴`.
    done: u32,
    /// Parts that went well since one failed.
    calm: u32,
    /// Whether this step is divided.
    divided: bool,
    /// Steps that were divided, and the deepest level of them.
    pub(in crate::constrained) steps: u64,
    pub(in crate::constrained) deepest: u32,
}

impl Substeps {
    /// The end of the part that is tried next, as a share of the step; the last one ends at one.
    pub(in crate::constrained) fn end(&self) -> f64 {
        f64::from(self.done + (1 << (DEEPEST - self.level))) / f64::from(1_u32 << DEEPEST)
    }

    /// Whether a part of half the length is worth it where constraints allow two ways on: at a singular position itself no part is short enough.
    pub(in crate::constrained) fn may_divide_at_branches(&self) -> bool {
        self.level < DEEPEST_AT_BRANCHES
    }

    /// Leaves the step that is under way, whose rest is divided anew.
    pub(in crate::constrained) fn restart(&mut self) {
        self.done = 0;
        self.calm = 0;
    }

    /// Makes the next part half as long. False when it is as short as can be.
    pub(in crate::constrained) fn halve(&mut self) -> bool {
        if self.level == DEEPEST {
            return false;
        }
        self.level += 1;
        self.calm = 0;
        true
    }

    /// Goes on behind the part that was tried. True at the end of a step.
    pub(in crate::constrained) fn advance(&mut self) -> bool {
        self.divided |= self.level > 0;
        self.deepest = self.deepest.max(self.level);
        self.done += 1 << (DEEPEST - self.level);
        self.calm += 1;
        let ends = self.done == 1 << DEEPEST;
        if ends {
            self.done = 0;
            self.steps += u64::from(self.divided);
            self.divided = false;
        }
        // A longer part has to begin where parts of its length do.
        let longer = self.level > 0 && self.done.is_multiple_of(1 << (DEEPEST + 1 - self.level));
        if longer && self.calm >= CALM {
            self.level -= 1;
            self.calm = 0;
        }
        ends
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Parts tile every step without a gap, whatever fails, and return to whole steps.
    #[test]
    fn parts_tile_a_step() {
        let mut seed = 1_u64;
        for chance in [0, 1, 3, 6] {
            let mut substeps = Substeps::default();
            for step in 0..200 {
                let mut reached = 0.0;
                loop {
                    seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    if (seed >> 33) % 10 < chance && step < 100 {
                        substeps.halve();
                        continue;
                    }
                    let end = substeps.end();
                    assert!(end > reached && end <= 1.0, "{end} after {reached}");
                    reached = end;
                    if substeps.advance() {
                        break;
                    }
                }
                assert_eq!(reached, 1.0);
            }
            assert_eq!(substeps.level, 0);
            assert_eq!(substeps.steps > 0, chance > 0);
        }
    }

    #[test]
    fn there_is_a_shortest_part() {
        let mut substeps = Substeps::default();
        for _ in 0..DEEPEST {
            assert!(substeps.halve());
        }
        assert!(!substeps.halve());
        assert_eq!(substeps.end(), f64::powi(0.5, 14));
    }
}
