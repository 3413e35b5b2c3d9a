//! Gaps that are closed with more energy than there was.

use crate::mechanism::{Energies, Gap};
use crate::results::rounded;

/// Of what lies high: what is stored beside it is no more than rounding.
const ROUNDING: f64 = 1e-12;

/// Said of a gap whose closing has stored more than all that moved and was stored before.
pub(super) fn told(
    (path, time): (&str, f64),
    gap: Gap,
    [before, after]: [&Energies; 2],
) -> Option<String> {
    let stored = after.elastic - before.elastic;
    let there_was = before.kinetic + before.elastic;
    (stored > there_was && stored > ROUNDING * before.gravity.abs()).then(|| {
        format!(
            "`{path}` closed a gap of {} m at {} s, which put {} J into what stretches and bends, counted as work; what moved and was \
             stored before had {} J: let what is attached come nearer",
            rounded(gap.length, 3),
            rounded(time, 6),
            rounded(stored, 3),
            rounded(there_was, 3)
        )
    })
}
