//! How long a signal was below which value.

use super::parts::Part;
use super::point::Point;

/// Halvings of the range, after which nothing is left of it.
const HALVINGS: usize = 200;

/// Parabolas from sample to sample.
#[derive(Clone, Debug, Default)]
pub(super) struct Distribution {
    /// In the order of time.
    arches: Vec<Arch>,
}

/// A step, in which the signal is `from + rise s - bend s (1 - s)` at a share `s` of it.
#[derive(Clone, Copy, Debug)]
struct Arch {
    /// s
    time: f64,
    /// At the start of the step, SI.
    from: f64,
    /// From there to its end.
    rise: f64,
    /// How far the middle is below the line between both, times four.
    bend: f64,
}

impl Arch {
    /// At a share of the step.
    fn at(&self, s: f64) -> f64 {
        self.from + self.rise * s - self.bend * s * (1.0 - s)
    }

    /// The smallest and the largest value.
    fn range(&self) -> [f64; 2] {
        let ends = [self.from, self.from + self.rise];
        let turns = 0.5 * (self.bend - self.rise) / self.bend;
        let turn = if turns > 0.0 && turns < 1.0 { self.at(turns) } else { self.from };
        [ends[0].min(ends[1]).min(turn), ends[0].max(ends[1]).max(turn)]
    }

    /// For which share of the step it is not above a value.
    fn share_below(&self, value: f64) -> f64 {
        let [low, high] = self.range();
        if high <= value {
            return 1.0;
        }
        if low > value {
            return 0.0;
        }
        let crossings = self.crossings(value);
        let ends = [0.0, crossings[0], crossings[1], 1.0];
        let parts = ends.windows(2).filter(|own| self.at(0.5 * (own[0] + own[1])) <= value);
        parts.map(|own| own[1] - own[0]).sum()
    }

    /// Where it has a value, first and last; at an end of the step instead of beyond it.
    fn crossings(&self, value: f64) -> [f64; 2] {
        // bend s² + (rise - bend) s + (from - value) = 0, without the small difference of two large numbers.
        let (slope, rest) = (self.rise - self.bend, self.from - value);
        let root = (slope * slope - 4.0 * self.bend * rest).max(0.0).sqrt();
        let sum = -0.5 * (slope + root.copysign(slope));
        let within = |s: f64| if s.is_nan() { 0.0 } else { s.clamp(0.0, 1.0) };
        let [a, b] = [within(sum / self.bend), within(rest / sum)];
        [a.min(b), a.max(b)]
    }
}

impl Distribution {
    /// One more step; half the second derivative of the signal in it, 1/s² of it.
    pub(super) fn step(&mut self, from: Point, to: Point, curvature: f64) {
        let time = to.at - from.at;
        let bend = curvature * time * time;
        let bend = if bend.is_finite() { bend } else { 0.0 };
        self.arches.push(Arch { time, from: from.value, rise: to.value - from.value, bend });
    }

    /// A part of a step.
    pub(super) fn add(&mut self, part: &Part) {
        for points in part.quarters() {
            let [from, middle, to] = points.map(|point| point.value);
            let (time, rise) = (points[2].at - points[0].at, to - from);
            self.arches.push(Arch { time, from, rise, bend: 2.0 * (from + to) - 4.0 * middle });
        }
    }

    /// The value that is not exceeded for this share of the time.
    pub(super) fn percentile(&self, share: f64) -> Option<f64> {
        let whole = self.time();
        let mut low = self.arches.iter().map(|arch| arch.range()[0]).reduce(f64::min)?;
        let mut high = self.arches.iter().map(|arch| arch.range()[1]).reduce(f64::max)?;
        if whole <= 0.0 {
            return None;
        }
        if self.time_below(low) >= share * whole {
            return Some(low);
        }
        for _ in 0..HALVINGS {
            let middle = low + 0.5 * (high - low);
            if middle <= low || middle >= high {
                break;
            }
            match self.time_below(middle) < share * whole {
                true => low = middle,
                false => high = middle,
            }
        }
        Some(high)
    }

    /// s
    pub(super) fn time(&self) -> f64 {
        self.arches.iter().map(|arch| arch.time).sum()
    }

    /// s
    fn time_below(&self, value: f64) -> f64 {
        self.arches.iter().map(|arch| arch.time * arch.share_below(value)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A ramp from 2 to 6 in 8 s is below its p-th percentile, 2 + 4 p, for 8 p seconds.
    #[test]
    fn a_ramp_is_known_by_its_time() {
        let mut ramp = Distribution::default();
        for step in 0..8 {
            let [from, to] = [step, step + 1]
                .map(|k| Point { at: f64::from(k), value: 2.0 + 0.5 * f64::from(k) });
            ramp.step(from, to, 0.0);
        }
        for share in [0.0, 0.05, 0.5, 0.95, 1.0] {
            assert!((ramp.percentile(share).unwrap() - (2.0 + 4.0 * share)).abs() < 1e-12);
        }
        assert_eq!(Distribution::default().percentile(0.5), None);
    }

    #[test]
    fn a_value_that_stays_takes_its_time() {
        let mut steps = Distribution::default();
        let point = |at, value| Point { at, value };
        steps.step(point(0.0, 1.0), point(9.0, 1.0), 0.0);
        steps.step(point(9.0, 5.0), point(10.0, 5.0), 0.0);
        assert_eq!(steps.percentile(0.9), Some(1.0));
        assert!((steps.percentile(0.95).unwrap() - 5.0).abs() < 1e-12);
    }

    /// `t²` from -1 to 1 does not exceed `p²` for the share `p` of the time, in one step or several.
    #[test]
    fn a_parabola_is_known_exactly() {
        for times in [vec![-1.0, 1.0], vec![-1.0, -0.3, 0.1, 0.75, 1.0]] {
            let mut bowl = Distribution::default();
            for own in times.windows(2) {
                let [from, to] =
                    [0, 1].map(|k: usize| Point { at: own[k], value: own[k] * own[k] });
                bowl.step(from, to, 1.0);
            }
            for share in [0.1, 0.5, 0.9, 1.0] {
                let found = bowl.percentile(share).unwrap();
                assert!((found - share * share).abs() < 1e-12, "{share}: {found}");
            }
        }
    }
}
