//! A condition from step to step.

use cdl_graph::NodeId;

use crate::signals::Values;

/// The condition of an event.
#[derive(Clone, Debug)]
pub(super) struct Watch {
    /// By its index.
    pub(super) event: usize,
    condition: NodeId,
    margin: NodeId,
    /// As it was looked at last.
    pub(super) now: Look,
    /// Where the step began.
    pub(super) begin: Look,
    /// The margin one step before that; not a number where nothing is known.
    earlier: f64,
    /// Whether it becomes true where a run begins with it.
    initially: bool,
    /// Whether it is that of an impact.
    pub(super) strikes: bool,
}

/// A condition at one instant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Look {
    pub(super) holds: bool,
    /// Positive where it holds and negative where it does not, and never zero.
    pub(super) margin: f64,
}

impl Watch {
    pub(super) fn new(
        event: usize,
        [condition, margin]: [NodeId; 2],
        initially: bool,
        strikes: bool,
    ) -> Self {
        let nothing = Look { holds: false, margin: -1.0 };
        let (now, begin, earlier) = (nothing, nothing, f64::NAN);
        Self { event, condition, margin, now, begin, earlier, initially, strikes }
    }

    /// At values that have been sampled. The node of the margin where that is not a number: something that is compared has
    /// no value there.
    pub(super) fn look(&mut self, values: &Values) -> Option<NodeId> {
        let holds = values.scalar(self.condition) == 1.0;
        let margin = values.scalar(self.margin);
        let least = f64::MIN_POSITIVE;
        self.now =
            Look { holds, margin: if holds { margin.max(least) } else { margin.min(-least) } };
        margin.is_nan().then_some(self.margin)
    }

    pub(super) fn has_become_true(&self) -> bool {
        self.now.holds && !self.begin.holds
    }

    pub(super) fn has_changed(&self) -> bool {
        self.now.holds != self.begin.holds
    }

    /// Another step begins where it was looked at last.
    pub(super) fn go_on(&mut self) {
        self.earlier = self.begin.margin;
        self.begin = self.now;
    }

    /// The same after an event, so that nothing is known of how it has come there.
    pub(super) fn begin_anew(&mut self) {
        self.earlier = f64::NAN;
        self.begin = self.now;
    }

    /// It becomes true again if it still is.
    pub(super) fn wait(&mut self) {
        self.begin.holds = false;
    }

    /// The run, or a phase of it, begins.
    pub(super) fn begin(&mut self) {
        if !self.initially {
            self.begin_anew();
        }
    }

    /// Whether the condition, which is the same at both ends of the step, may have changed twice within it: it is not
    /// farther from changing than it moves in a step.
    pub(super) fn is_near(&self) -> bool {
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
