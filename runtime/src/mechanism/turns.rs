//! What a rope that resists being twisted remembers of its turns, and where each number of that stands.
//!
//! First what each piece has turned by, then the angle that counts as no twist at the rope's end. Where rope goes through ends more
//! follows: what is kept of each end, what is noted on a winch there ([`crate::laws::haul`]), and the twist at each node within. Where
//! torque relaxes the same is kept of what the spring of each branch is twisted by.

use std::ops::Range;

use crate::laws::NOTED;

/// Numbers that are kept of an end that rope goes through: the angle that counts as no twist there (rad), the twist that came last
/// (rad/m), that of the piece at the start of the last step (rad/m), how long that was (s), and by how much more the rope is twisted
/// at the end itself (rad/m).
pub(crate) const AT_END: usize = 5;

/// Of one rope.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TurnsOf {
    /// Where they begin.
    pub(crate) first: usize,
    /// How many pieces it has.
    pub(crate) count: usize,
    /// How many branches its torque has.
    pub(crate) branches: usize,
}

impl TurnsOf {
    /// How many numbers all of it is.
    pub(crate) fn len(self, flows: bool) -> usize {
        let ends = 2 * (AT_END + NOTED);
        if flows {
            self.count + ends + self.count - 1 + ends * self.branches
        } else {
            self.count + 1
        }
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

    /// Of a branch at the start or the end: the first of the numbers that are kept, which are those of the twist.
    pub(crate) fn sprung(self, end: usize, branch: usize) -> usize {
        self.nodes().end + AT_END * (end * self.branches + branch)
    }

    /// What is noted of a branch on a winch there.
    pub(crate) fn sprung_noted(self, end: usize, branch: usize) -> Range<usize> {
        let from = self.sprung(2, 0) + NOTED * (end * self.branches + branch);
        from..from + NOTED
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nothing stands twice, and nothing is left over.
    #[test]
    fn all_numbers_have_one_meaning() {
        for (count, branches) in [(1, 0), (2, 1), (7, 3)] {
            let turns = TurnsOf { first: 5, count, branches };
            let ends = [1, 0].map(|end| turns.untwisted(end)..turns.untwisted(end) + AT_END);
            let parts = std::iter::once(5..5 + count).chain(ends);
            let parts = parts.chain([turns.noted(0), turns.noted(1), turns.nodes()]);
            let each = [0, 1].map(|end| (0..branches).map(move |branch| (end, branch)));
            let each = each.into_iter().flatten();
            let kept = each.clone().map(|(end, branch)| turns.sprung(end, branch));
            let parts = parts.chain(kept.map(|first| first..first + AT_END));
            let noted = each.map(|(end, branch)| turns.sprung_noted(end, branch));
            let all: Vec<usize> = parts.chain(noted).flatten().collect();
            assert_eq!(all, (5..5 + turns.len(true)).collect::<Vec<_>>());
            assert_eq!(turns.untwisted(1) + 1, 5 + turns.len(false));
        }
    }
}
