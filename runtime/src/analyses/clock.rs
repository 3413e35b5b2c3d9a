//! Where a run is on its grid of steps, and where a step has to end.

use crate::results::rounded;
use crate::signals::Instants;

/// Fixed steps end at whole multiples of their length from the begin, so that no rounding piles up; at the end,
/// which swallows a last step that would be shorter than rounding; and at forced instants and those at which signals jump
/// or have kinks, which cut them: the step after goes on to the grid.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Clock {
    /// s
    begin: f64,
    /// Of the run.
    end: f64,
    /// Whole fixed steps so far.
    count: u64,
    /// Where the step that is under way began, s.
    from: f64,
    /// The same and `count` of the step before, to take it again.
    before: (f64, u64),
    /// Instants at which a step has to end, ascending, s.
    forced: Vec<f64>,
    /// Of signals.
    instants: Instants,
    /// What may be between two instants that are one, s.
    crumb: f64,
    /// Where some follow each other faster than steps: how fast, s.
    passed_over: Option<f64>,
}

/// Of a step: what is left of one that was cut is not worth a step of its own, whose velocities would be differences of positions
/// that are nearly the same. The next one is longer by that.
const SLIVER: f64 = 1e-4;

/// Of a step: less than this is rounding.
const CRUMB: f64 = 1e-9;

/// Of an adaptive run: instants that follow each other faster are left to the control of steps.
const SHORTEST: f64 = 1e-6;

impl Clock {
    /// Without instants, s.
    pub(crate) fn new(begin: f64, end: f64) -> Self {
        let (forced, instants) = (Vec::new(), Instants::default());
        let (crumb, passed_over) = (0.0, None);
        let before = (begin, 0);
        Self { begin, end, count: 0, from: begin, before, forced, instants, crumb, passed_over }
    }

    /// Steps end at instants of signals, too, but for those that are denser than steps of about so long, s.
    pub(crate) fn ending_at(self, instants: &Instants, step: f64) -> Self {
        let (instants, passed_over) = instants.no_denser_than(step);
        Self { instants, crumb: CRUMB * step, passed_over, ..self }
    }

    /// The same from here on, in place of those before.
    pub(crate) fn end_at(&mut self, instants: &Instants, step: f64) {
        let (instants, passed_over) = instants.no_denser_than(step);
        self.instants = instants;
        self.passed_over = self.passed_over.or(passed_over);
    }

    /// What [`Self::ending_at`] takes for the length of steps that are chosen as they come, at most `longest`, s.
    pub(crate) fn usual_adaptive_step(longest: f64, duration: f64) -> f64 {
        longest.min(SHORTEST * duration)
    }

    /// What a reader should know of instants at which no step ends.
    pub(crate) fn passed_over(&self) -> Option<String> {
        let period = rounded(self.passed_over?, 2);
        Some(format!(
            "signals jump or have kinks every {period} s, more often than steps follow them: no step ends there, and what \
             they do between is met by chance; shorter steps, or their mean in place of them, would be right"
        ))
    }

    /// When signals are to be evaluated for the end of a step: before they jump, where they do there.
    pub(crate) fn before(&self, end: f64) -> f64 {
        self.before_jump(self.from, end)
    }

    /// The same of the last step, which is over.
    pub(crate) fn before_last(&self, end: f64) -> f64 {
        let (from, _) = self.before;
        self.before_jump(from, end)
    }

    /// Of a step that begins at `from`.
    fn before_jump(&self, from: f64, end: f64) -> f64 {
        match self.instants.next(from, self.crumb) {
            Some(next) if next.before <= end && end <= next.after => next.before,
            Some(_) | None => end,
        }
    }

    /// The first instant ahead at which a step has to end, before that of the run. One that lies within a jump is met behind it, as from there
    /// on to its `after` would be a step of a rounding.
    fn cut(&self) -> Option<f64> {
        let instant = self.instants.next(self.from, self.crumb);
        // One that is passed by rounding is over, as the step has ended at the other of both.
        let ahead = self.forced.iter().copied().find(|&forced| forced > self.from + self.crumb);
        let ahead = ahead.filter(|&own| instant.is_none_or(|jump| own < jump.before));
        let cuts = ahead.into_iter().chain(instant.map(|jump| jump.after));
        cuts.filter(|&cut| cut < self.end).min_by(f64::total_cmp)
    }

    /// Makes a step end at an instant; nothing where it has passed, or lies beyond the end.
    pub(crate) fn force(&mut self, instant: f64) {
        if instant > self.from && instant < self.end {
            let place = self.forced.partition_point(|&other| other < instant);
            self.forced.insert(place, instant);
        }
    }

    /// What may be between two instants that are one, s.
    pub(crate) fn crumb(&self) -> f64 {
        self.crumb
    }

    /// s
    pub(crate) fn end(&self) -> f64 {
        self.end
    }

    /// At a time in s.
    pub(crate) fn is_over(&self, time: f64) -> bool {
        time >= self.end
    }

    /// Where the step that is under way began, s.
    pub(crate) fn from(&self) -> f64 {
        self.from
    }

    /// Whole fixed steps so far.
    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// As far as any step may go, s.
    pub(crate) fn limit(&self) -> f64 {
        self.cut().unwrap_or(self.end)
    }

    /// The end of the next step of fixed length, s.
    pub(crate) fn fixed_end(&self, step: f64) -> f64 {
        let grid = match self.grid(step) {
            near if near - self.from < SLIVER * step => near + step,
            grid => grid,
        };
        let end = if grid > self.end - CRUMB * step { self.end } else { grid };
        match self.cut() {
            Some(instant) if instant < end + CRUMB * step => instant,
            Some(_) | None => end,
        }
    }

    /// A step of a fixed length, or the rest of one that was cut, has ended at `time`.
    pub(crate) fn advance_fixed(&mut self, time: f64, step: f64) {
        let passes = |grid: f64| time > grid - CRUMB * step;
        let whole = match self.grid(step) {
            grid if passes(grid + step) => 2,
            grid => u64::from(passes(grid) || self.is_over(time)),
        };
        self.advance(time);
        self.count += whole;
    }

    /// A step of any length has ended at `time`.
    pub(crate) fn advance(&mut self, time: f64) {
        // Those within the step may come again.
        let passed = self.forced.partition_point(|&instant| instant <= self.from);
        self.forced.drain(..passed);
        self.before = (self.from, self.count);
        self.from = time;
    }

    /// To where the last step began.
    pub(crate) fn go_back(&mut self) {
        (self.from, self.count) = self.before;
    }

    /// The next whole multiple, s.
    fn grid(&self, step: f64) -> f64 {
        self.begin + (self.count + 1) as f64 * step
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ends(mut clock: Clock, step: f64) -> Vec<f64> {
        let mut all = Vec::new();
        let mut time = clock.from();
        while !clock.is_over(time) {
            time = clock.fixed_end(step);
            clock.advance_fixed(time, step);
            all.push(time);
        }
        all
    }

    #[test]
    fn steps_end_at_multiples_and_at_the_end() {
        assert_eq!(ends(Clock::new(0.0, 1.0), 0.4), [0.4, 0.8, 1.0]);
        // No crumb is left by rounding.
        let many = ends(Clock::new(0.0, 1.0), 0.1);
        assert_eq!((many.len(), many[9]), (10, 1.0));
        assert_eq!(ends(Clock::new(2.0, 3.0), 0.5), [2.5, 3.0]);
    }

    /// A forced instant cuts a step, and the grid stays where it was.
    #[test]
    fn a_cut_step_goes_on_to_the_grid() {
        let mut clock = Clock::new(0.0, 1.0);
        for instant in [0.5, 0.25, 0.8, 2.0, -1.0] {
            clock.force(instant);
        }
        assert_eq!(clock.limit(), 0.25);
        assert_eq!(ends(clock, 0.4), [0.25, 0.4, 0.5, 0.8, 1.0]);
    }

    /// What is left of a step after a cut just before its end goes to the next one.
    #[test]
    fn no_step_is_a_sliver() {
        let mut clock = Clock::new(0.0, 1.0);
        clock.force(0.199_999);
        assert_eq!(ends(clock, 0.2), [0.199_999, 0.4, 0.600_000_000_000_000_1, 0.8, 1.0]);
    }

    /// A step that is taken again, and ends earlier, leaves everything ahead of it.
    #[test]
    fn a_step_taken_again_loses_no_instant() {
        let mut clock = Clock::new(0.0, 1.0);
        clock.force(0.3);
        let step = 0.2;
        clock.advance_fixed(0.2, step);
        clock.advance_fixed(clock.fixed_end(step), step);
        for end in [0.25, 0.22] {
            clock.go_back();
            clock.advance_fixed(end, step);
        }
        assert_eq!(ends(clock, step), [0.3, 0.4, 0.6000000000000001, 0.8, 1.0]);
    }

    /// An instant that is a multiple but for rounding makes no step of its own.
    #[test]
    fn an_instant_on_the_grid_makes_no_crumb() {
        let mut clock = Clock::new(0.0, 1.0);
        clock.force(0.1 + 0.2);
        let ends = ends(clock, 0.1);
        assert_eq!(ends.len(), 10, "{ends:?}");
        assert_eq!(ends[2], 0.1 + 0.2);
    }
}
