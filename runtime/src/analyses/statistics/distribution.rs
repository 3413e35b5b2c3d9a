//! How long a signal was below which value.

use super::point::Point;

/// Halvings of the range, after which nothing is left of it.
const HALVINGS: usize = 200;

/// Straight lines from sample to sample.
#[derive(Clone, Debug, Default)]
pub(super) struct Distribution {
    /// In the order of time.
    lines: Vec<Line>,
}

/// A step, in which the signal goes from one value to another.
#[derive(Clone, Copy, Debug)]
struct Line {
    /// s
    time: f64,
    /// The smaller value.
    low: f64,
    /// The larger one.
    high: f64,
}

impl Distribution {
    /// One more step.
    pub(super) fn line(&mut self, from: Point, to: Point) {
        let (low, high) = (from.value.min(to.value), from.value.max(to.value));
        self.lines.push(Line { time: to.at - from.at, low, high });
    }

    /// The value that is not exceeded for this share of the time.
    pub(super) fn percentile(&self, share: f64) -> Option<f64> {
        let whole: f64 = self.lines.iter().map(|line| line.time).sum();
        let mut low = self.lines.iter().map(|line| line.low).reduce(f64::min)?;
        let mut high = self.lines.iter().map(|line| line.high).reduce(f64::max)?;
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
    fn time_below(&self, value: f64) -> f64 {
        let below = |line: &Line| match line {
            Line { high, .. } if *high <= value => line.time,
            Line { low, .. } if *low > value => 0.0,
            Line { time, low, high } => time * (value - low) / (high - low),
        };
        self.lines.iter().map(below).sum()
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
            ramp.line(from, to);
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
        steps.line(point(0.0, 1.0), point(9.0, 1.0));
        steps.line(point(9.0, 5.0), point(10.0, 5.0));
        assert_eq!(steps.percentile(0.9), Some(1.0));
        assert!((steps.percentile(0.95).unwrap() - 5.0).abs() < 1e-12);
    }
}
