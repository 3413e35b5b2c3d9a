//! A condition from step to step.

use cdl_graph::NodeId;

use super::kept::Kept;
use crate::signals::Values;

/// The condition of an event.
#[derive(Clone, Debug)]
pub(super) struct Watch {
    /// By its index.
    pub(super) event: usize,
    /// Its node: 1 where it holds.
    condition: NodeId,
    /// Its node: positive where it holds.
    margin: NodeId,
    /// As it was looked at last.
    pub(super) now: Look,
    /// Where the step began.
    pub(super) begin: Look,
    /// The margin one step before that; not a number where nothing is known.
    earlier: f64,
    /// What has to happen for the event.
    pub(super) wakes: Wakes,
}

/// When the event happens.
#[derive(Clone, Debug)]
pub(super) enum Wakes {
    /// When the condition becomes true.
    True {
        /// Also where a run begins with it.
        initially: bool,
        /// It is an impact.
        strikes: bool,
        /// It happens after all others of an instant, if it then still does.
        yields: bool,
    },
    /// When it changes, to either side; with what stands for it.
    Changed(Kept),
}

/// A condition at one instant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Look {
    /// The condition.
    pub(super) holds: bool,
    /// Positive where it holds and negative where it does not, and never zero.
    pub(super) margin: f64,
}

impl Watch {
    /// Nothing has been looked at.
    pub(super) fn new(event: usize, [condition, margin]: [NodeId; 2], wakes: Wakes) -> Self {
        let nothing = Look { holds: false, margin: -1.0 };
        let (now, begin, earlier) = (nothing, nothing, f64::NAN);
        Self { event, condition, margin, now, begin, earlier, wakes }
    }

    /// At values that have been sampled. The node of the margin where that is not a number: something that is compared has
    /// no value there. What acts on the motion says so itself where it is asked for.
    pub(super) fn look(&mut self, values: &Values) -> Option<NodeId> {
        let holds = values.scalar(self.condition) == 1.0;
        let margin = values.scalar(self.margin);
        let least = f64::MIN_POSITIVE;
        self.now =
            Look { holds, margin: if holds { margin.max(least) } else { margin.min(-least) } };
        match &mut self.wakes {
            Wakes::True { .. } => margin.is_nan().then_some(self.margin),
            Wakes::Changed(kept) => {
                kept.read(values);
                None
            }
        }
    }

    /// Whether the event happens within the step.
    pub(super) fn crosses(&self) -> bool {
        self.has_changed() && self.ahead(self.begin).is_some()
    }

    /// Whether the event happens at the end of the step.
    pub(super) fn is_due(&self) -> bool {
        self.crosses() || self.kept().is_some_and(Kept::is_unset)
    }

    /// The margin at an instant of the step if the event may happen within that: positive where it has.
    pub(super) fn ahead(&self, look: Look) -> Option<f64> {
        match &self.wakes {
            Wakes::True { .. } => (!self.begin.holds).then_some(look.margin),
            Wakes::Changed(kept) if kept.is_free() => None,
            Wakes::Changed(_) if self.begin.holds => Some(-look.margin),
            Wakes::Changed(_) => Some(look.margin),
        }
    }

    /// What stands for the condition where it was looked at last.
    pub(super) fn found(&self) -> Option<f64> {
        self.kept().map(Kept::found)
    }

    /// Of a condition that may change to either side.
    pub(super) fn kept(&self) -> Option<&Kept> {
        match &self.wakes {
            Wakes::Changed(kept) => Some(kept),
            Wakes::True { .. } => None,
        }
    }

    /// The same, to be changed.
    pub(super) fn kept_mut(&mut self) -> Option<&mut Kept> {
        match &mut self.wakes {
            Wakes::Changed(kept) => Some(kept),
            Wakes::True { .. } => None,
        }
    }

    fn set_unset(&mut self, unset: bool) {
        if let Some(kept) = self.kept_mut() {
            kept.set_unset(unset);
        }
    }

    /// Within the step.
    pub(super) fn has_changed(&self) -> bool {
        self.now.holds != self.begin.holds
    }

    /// Whether it has changed and somebody waits for that.
    pub(super) fn tells(&self) -> bool {
        self.has_changed() && !self.kept().is_some_and(Kept::is_free)
    }

    /// Another step begins where it was looked at last.
    pub(super) fn go_on(&mut self) {
        self.earlier = self.begin.margin;
        self.begin = self.now;
    }

    /// The same after events, so that nothing is known of how it has come there.
    pub(super) fn begin_anew(&mut self) {
        self.earlier = f64::NAN;
        self.begin = self.now;
        self.set_unset(false);
    }

    /// Another round of an instant begins, in which `taken` says whether the event has happened. A stop that is still run into is run
    /// into again, and what has waited for others may happen now.
    pub(super) fn begin_round(&mut self, taken: bool) {
        let again = match self.wakes {
            Wakes::True { strikes, yields, .. } => {
                taken && strikes || !taken && yields && self.is_due()
            }
            Wakes::Changed(_) => false,
        };
        self.begin_anew();
        self.begin.holds &= !again;
    }

    /// Whether it happens after all others of an instant.
    pub(super) fn yields(&self) -> bool {
        matches!(self.wakes, Wakes::True { yields: true, .. })
    }

    /// The run, or a phase of it, begins.
    pub(super) fn begin(&mut self) {
        match self.wakes {
            Wakes::True { initially: true, .. } => {}
            Wakes::True { .. } | Wakes::Changed(_) => self.begin_anew(),
        }
        self.set_unset(true);
    }

    /// Whether the condition, which is the same at both ends of the step, may have changed twice within it: it is not
    /// farther from changing than it moves in a step.
    pub(super) fn is_near(&self) -> bool {
        match &self.wakes {
            Wakes::True { .. } => {}
            // A kink that is passed twice in a step is a small one.
            Wakes::Changed(kept) if kept.is_kink() || kept.is_free() => return false,
            Wakes::Changed(_) => {}
        }
        let (begin, end) = (self.begin.margin, self.now.margin);
        let moves = (end - begin).abs().max((begin - self.earlier).abs());
        !self.has_changed() && begin.abs().min(end.abs()) <= moves
    }

    /// Where within the step, as a share of it, the margin would turn round if it were a parabola through these three values, if that is
    /// close to a change or beyond it.
    pub(super) fn turn(&self, middle: f64, end: f64) -> Option<f64> {
        let begin = self.begin.margin;
        let bend = 2.0 * (begin - 2.0 * middle + end);
        let slope = 4.0 * middle - 3.0 * begin - end;
        let at = -0.5 * slope / bend;
        let there = begin + 0.5 * slope * at;
        let scale = begin.abs().max(middle.abs()).max(end.abs());
        let is_close = there * begin.signum() < CLOSE * scale;
        (at > 0.0 && at < 1.0 && is_close).then_some(at)
    }
}

/// Of the margin's size over the step.
const CLOSE: f64 = 0.1;
