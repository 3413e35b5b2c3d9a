//! What a rope that resists being twisted remembers of its turns, and where each number of that stands.
//!
//! First what each piece has turned by, then the angle that counts as no twist at the rope's end. Where rope goes through ends more
//! follows: what is kept of each end, what is noted on a winch there ([`crate::laws::haul`]), and the twist at each node within.

use std::ops::Range;

use crate::laws::NOTED;

/// Numbers that are kept of an end that rope goes through: the angle that counts as no twist there (rad), the twist that came last
/// (rad/m), that of the piece at the start of the last step (rad/m), and how long that was (s).
const AT_END: usize = 4;

/// Of one rope.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TurnsOf {
    /// Where they begin.
    pub(crate) first: usize,
    /// How many pieces it has.
    pub(crate) count: usize,
}

impl TurnsOf {
    /// How many numbers all of it is.
    pub(crate) fn len(self, flows: bool) -> usize {
        if flows { self.count + 2 * (AT_END + NOTED) + self.count - 1 } else { self.count + 1 }
    }

    /// Of the angle that counts as no twist at the start, or at the end (1), which comes first.
    pub(crate) fn untwisted(self, end: usize) -> usize {
        self.first + self.count + AT_END * (1 - end)
    }

    /// What is noted on a winch at the start or the end.
    pub(crate) fn noted(self, end: usize) -> Range<usize> {
        let from = self.first + self.count + 2 * AT_END + end * NOTED;
        from..from + NOTED
    }

    /// The twists at the nodes within, rad/m.
    pub(crate) fn nodes(self) -> Range<usize> {
        let from = self.noted(1).end;
        from..from + self.count - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nothing stands twice, and nothing is left over.
    #[test]
    fn all_numbers_have_one_meaning() {
        for count in [1, 2, 7] {
            let turns = TurnsOf { first: 5, count };
            let ends = [1, 0].map(|end| turns.untwisted(end)..turns.untwisted(end) + AT_END);
            let parts = std::iter::once(5..5 + count).chain(ends);
            let parts = parts.chain([turns.noted(0), turns.noted(1), turns.nodes()]);
            let all: Vec<usize> = parts.flatten().collect();
            assert_eq!(all, (5..5 + turns.len(true)).collect::<Vec<_>>());
            assert_eq!(turns.untwisted(1) + 1, 5 + turns.len(false));
        }
    }
}
