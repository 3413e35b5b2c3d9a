//! A condition that may change to either side, what stands for it, and what becomes of it where it changes without pause.
//!
//! A relay without hysteresis that drives what it reads to its threshold would be taken back and forth there in steps as short as rounding.
//! It is let go then: nobody looks for the instants any more, and it is set at the ends of steps, which are short for that
//! time, until the condition has stayed the same for a while. A kink at that threshold is let go for the same reason, but asks for no
//! short steps: nothing stands for it, and what is passed so often is small.

use cdl_graph::NodeId;

use super::watch::Look;
use crate::signals::Values;

/// Of a step: changes that follow each other faster are without pause.
const PAUSE: f64 = 1e-3;
/// So many changes in a step are without pause, too.
const MOST: usize = 64;
/// Of a step: about so long are steps while it is let go.
const SHORT: f64 = 1.0 / 64.0;
/// Of a run: they are no shorter, unless steps are, so that a relay that chatters all the time makes no run much longer than as many steps do.
const SHARE: f64 = 1e-5;
/// Of a step: and no longer, so that shorter steps always follow a relay better.
const LONG: f64 = 0.25;
/// Of a step: without a change for so long it is kept again.
const QUIET: f64 = 0.5;
/// Of the time between two looks, the least.
const LEAST: f64 = 1.0 / 64.0;

/// About how often to look at what is let go, s.
pub(super) fn between_looks(step: f64, duration: f64) -> f64 {
    (SHARE * duration).clamp(SHORT * step, LONG * step)
}

/// What is remembered of it.
#[derive(Clone, Debug)]
pub(super) struct Kept {
    /// What it is set to, and that where it was looked at last. At a kink nothing is set.
    node: Option<NodeId>,
    /// See `node`.
    found: f64,
    /// It is to be set, whether the condition has changed or not.
    unset: bool,
    /// Let go, and when the condition changed last, s.
    free_since: Option<f64>,
    sawtooth: Sawtooth,
    /// Of the last [`MOST`] changes, the latest first, s.
    last: Vec<f64>,
    /// When it was let go first, s.
    gone: Option<f64>,
}

impl Kept {
    /// Unset; a kink where nothing is set.
    pub(super) fn new(node: Option<NodeId>) -> Self {
        let last = vec![f64::NEG_INFINITY; MOST];
        Self {
            node,
            found: 0.0,
            unset: node.is_some(),
            free_since: None,
            sawtooth: Sawtooth::default(),
            last,
            gone: None,
        }
    }

    /// Whether nothing stands for it.
    pub(super) fn is_kink(&self) -> bool {
        self.node.is_none()
    }

    /// What gets a value or loses it has changed, too.
    pub(super) fn read(&mut self, values: &Values) {
        let Some(node) = self.node else { return };
        let before = std::mem::replace(&mut self.found, values.scalar(node));
        self.unset |= before.is_finite() != self.found.is_finite();
    }

    /// The value at the last look.
    pub(super) fn found(&self) -> f64 {
        self.found
    }

    /// Whether it is to be set; a kink never is.
    pub(super) fn set_unset(&mut self, unset: bool) {
        self.unset = unset && !self.is_kink();
    }

    /// Whether it is to be set.
    pub(super) fn is_unset(&self) -> bool {
        self.unset
    }

    /// Whether it is let go.
    pub(super) fn is_free(&self) -> bool {
        self.free_since.is_some()
    }

    /// When it was let go first, s.
    pub(super) fn gone(&self) -> Option<f64> {
        self.gone
    }

    /// At the end of a step in which the condition has changed or not, in a run with steps of about `step` seconds. Whether it is
    /// let go there.
    pub(super) fn look(&mut self, time: f64, changed: bool, step: f64) -> bool {
        if let Some(since) = &mut self.free_since {
            if changed {
                *since = time;
            } else if time - *since >= QUIET * step {
                self.free_since = None;
            }
            self.set_unset(true);
            return false;
        }
        if !changed {
            return false;
        }
        let (before, first) = (self.last[1], self.last[MOST - 1]);
        self.last.rotate_right(1);
        self.last[0] = time;
        if time - before >= PAUSE * step && time - first >= step {
            return false;
        }
        self.let_go(time);
        true
    }

    /// Whether it is kept and has just changed: what it takes part in may be what changes without pause.
    pub(super) fn has_just_changed(&self, time: f64, step: f64) -> bool {
        !self.is_free() && time - self.last[0] < PAUSE * step
    }

    /// When to look again while it is let go, s from now.
    pub(super) fn next(&mut self, time: f64, now: Look, short: f64) -> f64 {
        if !self.is_free() || self.is_kink() {
            return f64::INFINITY;
        }
        self.sawtooth.next(time, now.holds, now.margin, short)
    }

    /// From now on, s.
    pub(super) fn let_go(&mut self, time: f64) {
        self.last.fill(f64::NEG_INFINITY);
        self.free_since = Some(time);
        self.sawtooth = Sawtooth::default();
        self.set_unset(true);
        self.gone.get_or_insert(time);
    }
}

/// The margin of a condition that is let go, which rises and falls by turns.
#[derive(Clone, Copy, Debug)]
struct Sawtooth {
    /// When it was looked at last, s, and what it was.
    seen: (f64, f64),
    /// Whether the condition held then.
    held: bool,
    /// How fast the margin changed last where it does not hold, and where it does, 1/s.
    slopes: [f64; 2],
}

impl Default for Sawtooth {
    fn default() -> Self {
        Self { seen: (f64::NAN, f64::NAN), held: false, slopes: [f64::NAN; 2] }
    }
}

impl Sawtooth {
    /// After which time to look again, s, about every `short`: where the margin will have gone as far beyond the threshold to one
    /// side as to the other, so that its mean is what it is in the limit of looks without end.
    fn next(&mut self, time: f64, holds: bool, margin: f64, short: f64) -> f64 {
        let (before, was) = std::mem::replace(&mut self.seen, (time, margin));
        let slope = (margin - was) / (time - before);
        if slope.is_finite() {
            self.slopes[usize::from(self.held)] = slope;
        }
        self.held = holds;
        let [rises, falls] = [self.slopes[0], -self.slopes[1]];
        let slope = if holds { falls } else { rises };
        if slope.is_nan() {
            // It may be about to leave for good.
            return LEAST * short;
        }
        if slope <= 0.0 {
            return short;
        }
        // On the side from which it does not come back there is nothing to wait for.
        let turns = rises > 0.0 && falls > 0.0;
        let reach = if turns { short * rises * falls / (rises + falls) } else { 0.0 };
        ((margin.abs() + reach) / slope).clamp(LEAST * short, 2.0 * short)
    }
}

#[cfg(test)]
mod tests {
    use cdl_graph::NodeId;

    use super::{Kept, Sawtooth};

    #[test]
    fn what_changes_without_pause_is_let_go_and_taken_up_again() {
        let mut kept = Kept::new(Some(NodeId(0)));
        for time in [0.0, 0.5, 0.5003] {
            assert!(!kept.look(time, true, 1.0) && !kept.is_free(), "{time}");
        }
        assert!(kept.look(0.5006, true, 1.0));
        assert!(!kept.look(0.7, true, 1.0) && kept.is_free() && kept.is_unset());
        for time in [0.8, 1.1] {
            kept.set_unset(false);
            assert!(!kept.look(time, false, 1.0) && kept.is_free() && kept.is_unset(), "{time}");
        }
        assert!(!kept.look(1.21, false, 1.0) && !kept.is_free());
        assert_eq!(kept.gone(), Some(0.5006));
        assert!(!kept.look(1.22, true, 1.0));
    }

    /// Up with 1/s and down with 3/s, found with the wrong phase: from the second turn on it swings as far to one side as to the other.
    #[test]
    fn what_rises_and_falls_has_no_mean() {
        let (mut saw, mut time, mut margin, mut lows, mut highs) =
            (Sawtooth::default(), 0.0, -0.3, Vec::new(), Vec::new());
        for _ in 0..40 {
            let next = saw.next(time, margin > 0.0, margin, 0.1);
            time += next;
            let slope = if margin > 0.0 { -3.0 } else { 1.0 };
            if slope * (margin + slope * next) > 0.0 {
                (if slope > 0.0 { &mut highs } else { &mut lows }).push(margin + slope * next);
            }
            margin += slope * next;
        }
        let reach = 0.1 * 3.0 / 4.0;
        assert!(highs.iter().skip(3).all(|high| (high - reach).abs() < 1e-12), "{highs:?}");
        assert!(lows.iter().skip(3).all(|low| (low + reach).abs() < 1e-12), "{lows:?}");
        assert!(highs.len() > 15 && lows.len() > 15 && time < 5.0, "{time}");
    }

    #[test]
    fn a_kink_is_let_go_and_never_set() {
        let mut kink = Kept::new(None);
        for time in [0.0, 0.0003] {
            assert!(!kink.look(time, true, 1.0) && !kink.is_unset(), "{time}");
        }
        assert!(kink.look(0.0006, true, 1.0) && kink.is_free() && !kink.is_unset());
        assert!(!kink.look(0.6, false, 1.0) && !kink.is_free() && !kink.is_unset());
    }
}
