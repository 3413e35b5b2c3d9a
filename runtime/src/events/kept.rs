//! A condition that may change to either side, what stands for it, and what becomes of it where it changes without pause.
//!
//! A relay without hysteresis that drives what it reads to its threshold would be taken back and forth there in steps as short as rounding.
//! It is let go then: nobody looks for the instants any more, and it is set at the ends of steps, which are short for that
//! time, until the condition has stayed the same for a while. A kink at that threshold is let go for the same reason, but asks for no
//! short steps: nothing stands for it, and what is passed so often is small.

use cdl_graph::NodeId;

use crate::signals::Values;

/// Of a step: changes that follow each other faster are without pause.
const PAUSE: f64 = 1e-3;
/// So many changes in a step are without pause, too.
const MOST: usize = 64;
/// Of a step: so long are steps while it is let go.
pub(super) const SHORT: f64 = 1.0 / 64.0;
/// Of a step: without a change for so long it is kept again.
const QUIET: f64 = 0.5;

#[derive(Clone, Debug)]
pub(super) struct Kept {
    /// What it is set to, and that where it was looked at last. At a kink nothing is set.
    node: Option<NodeId>,
    found: f64,
    /// It is to be set, whether the condition has changed or not.
    unset: bool,
    /// Let go, and when the condition changed last, s.
    free_since: Option<f64>,
    /// Of the last [`MOST`] changes, the latest first, s.
    last: Vec<f64>,
    /// When it was let go first, s.
    gone: Option<f64>,
}

impl Kept {
    pub(super) fn new(node: Option<NodeId>) -> Self {
        let last = vec![f64::NEG_INFINITY; MOST];
        Self { node, found: 0.0, unset: node.is_some(), free_since: None, last, gone: None }
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

    pub(super) fn found(&self) -> f64 {
        self.found
    }

    pub(super) fn set_unset(&mut self, unset: bool) {
        self.unset = unset && !self.is_kink();
    }

    pub(super) fn is_unset(&self) -> bool {
        self.unset
    }

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

    pub(super) fn let_go(&mut self, time: f64) {
        self.last.fill(f64::NEG_INFINITY);
        self.free_since = Some(time);
        self.set_unset(true);
        self.gone.get_or_insert(time);
    }
}

#[cfg(test)]
mod tests {
    use cdl_graph::NodeId;

    use super::Kept;

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
