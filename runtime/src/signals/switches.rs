//! Where functions of time change sides that are no lines in it, as `sin(3 * time / 1 s) > 0`: found between samples, so one that
//! changes twice between two of them is not seen.
//!
//! What is a line in time is found without samples, and exactly, by `instants.rs`. A sample costs an evaluation of all
//! that depends on time, so there is a limit to the work, beyond which samples are farther apart.

use std::ops::Range;

use cdl_graph::{NodeId, Stage};

use super::instants::Instant;
use super::tape::{Tape, Values};

/// What a signal may jump by, or have a kink by.
/// It depends on time alone, and is no line in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Switch {
    /// Two nodes are equal, or one is zero.
    /// Of comparisons, `min`, `max`, `abs` and `sign`.
    Equal { a: NodeId, b: Option<NodeId> },
    /// A node is a whole multiple of a number.
    /// Of `floor` and remainders.
    Whole { a: NodeId, of: f64 },
}

impl Switch {
    /// The nodes it depends on.
    pub(crate) fn reads(&self) -> impl Iterator<Item = NodeId> {
        let (a, b) = match *self {
            Switch::Equal { a, b } => (a, b),
            Switch::Whole { a, of: _ } => (a, None),
        };
        std::iter::once(a).chain(b)
    }

    /// On which side it is: a number that changes where it is passed.
    /// After the stages that have its nodes.
    fn side(&self, values: &Values) -> f64 {
        match *self {
            Switch::Equal { a, b } => {
                let apart = values.scalar(a) - b.map_or(0.0, |b| values.scalar(b));
                if apart == 0.0 { 0.0 } else { apart.signum() }
            }
            Switch::Whole { a, of } => (values.scalar(a) / of).floor(),
        }
    }
}

/// Instructions that are run to find all of them, at most: a tenth of a second.
const MOST_INSTRUCTIONS: usize = 20_000_000;
/// Instants that are found, at most.
const MOST_FOUND: usize = 1_000;

/// Ascending: where these change in a run from time zero `until` an instant, s. `spacing`: of samples, s, which is widened where that
/// would take long. `stages` are those that have their nodes, and `scratch` is worked on.
pub(crate) fn instants(
    switches: &[Switch],
    tape: &Tape,
    stages: &[Stage],
    (until, spacing): (f64, f64),
    scratch: &mut Values,
) -> Vec<Instant> {
    if switches.is_empty() || !(until > 0.0 && until.is_finite()) {
        return Vec::new();
    }
    let instructions: usize = stages.iter().map(|&own| tape.instructions(own).count()).sum();
    let most = (MOST_INSTRUCTIONS / instructions.max(1)).max(1);
    let samples = ((until / spacing).ceil() as usize).clamp(1, most);
    let sides = |time: f64, scratch: &mut Values| -> Vec<f64> {
        stages.iter().for_each(|&stage| tape.run(stage, time, scratch));
        switches.iter().map(|own| own.side(scratch)).collect()
    };
    let mut found = Vec::new();
    let mut before = (0.0, sides(0.0, scratch));
    for sample in 1..=samples {
        let time = until * (sample as f64 / samples as f64);
        let after = (time, sides(time, scratch));
        for switch in 0..switches.len() {
            let of = |sides: &[f64]| sides[switch];
            if of(&before.1) != of(&after.1) && !of(&before.1).is_nan() {
                let side = |time: f64| of(&sides(time, scratch));
                found.push(between(before.0..after.0, side));
            }
        }
        if found.len() > MOST_FOUND {
            break;
        }
        before = after;
    }
    found.sort_by(|a, b| a.after.total_cmp(&b.after));
    found.dedup();
    found
}

/// The two neighbours among numbers between which a side is left that is held at the start of a stretch, s, and not at its end.
/// By bisection to the last digit, so that what is smooth does not change between them.
fn between(stretch: Range<f64>, mut side: impl FnMut(f64) -> f64) -> Instant {
    let Range { start: mut before, end: mut after } = stretch;
    let first = side(before);
    loop {
        let middle = 0.5 * (before + after);
        if !(before < middle && middle < after) {
            return Instant { before, after };
        }
        if side(middle) == first {
            before = middle;
        } else {
            after = middle;
        }
    }
}
