//! The recorded quantities over the axis, in bounded memory.

/// Intervals kept of each column at most. Each gives up to two points of a curve, its extremes, in a plot about
/// a thousand pixels wide.
const INTERVALS: usize = 1000;
/// Intervals kept of all columns together, as far as each has a hundred.
const IN_ALL: usize = 150_000;
/// Intervals of each column, however many columns there are.
const FEWEST: usize = 100;

/// Curves of all columns over the axis.
///
/// The first 2000 rows are kept as they are, or 200 of very many columns. After that, rows are merged into intervals of 2, 4, 8,
/// ... rows, of which each column keeps the smallest and the largest value and their places: no peak
/// is lost, however short. At most twice as many intervals as are wanted exist at a time.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    /// Of each column: its intervals in order.
    columns: Vec<Vec<Interval>>,
    /// Of each column, wanted.
    intervals: usize,
    /// Rows per interval, a power of two.
    stride: usize,
    /// Rows in the last interval.
    filled: usize,
    /// Taken so far.
    rows: usize,
}

/// The extremes of one column among successive rows.
#[derive(Clone, Copy, Debug)]
struct Interval {
    /// The smallest value, and where it was.
    low: Sample,
    /// The largest one.
    high: Sample,
    /// A value in here was not finite: the curve is broken after this interval.
    broken: bool,
}

/// A value at a place.
#[derive(Clone, Copy, Debug)]
struct Sample {
    /// In the unit of the axis.
    at: f64,
    /// Not finite only if no value of the interval was.
    value: f64,
}

impl Interval {
    /// Of one row.
    fn of(at: f64, value: f64) -> Self {
        let sample = Sample { at, value };
        Interval { low: sample, high: sample, broken: !value.is_finite() }
    }

    /// `self` and the later `next` as one interval.
    fn merged(self, next: Interval) -> Self {
        let better = |a: Sample, b: Sample, b_wins: bool| {
            if !a.value.is_finite() || (b.value.is_finite() && b_wins) { b } else { a }
        };
        Interval {
            low: better(self.low, next.low, next.low.value < self.low.value),
            high: better(self.high, next.high, next.high.value > self.high.value),
            broken: self.broken || next.broken,
        }
    }
}

/// Halves the number of intervals.
fn merge_pairs(intervals: &mut Vec<Interval>) {
    *intervals = intervals
        .chunks(2)
        .filter_map(|pair| match *pair {
            [a, b] => Some(a.merged(b)),
            [a] => Some(a),
            _ => None,
        })
        .collect();
}

impl History {
    /// A history of `columns` columns without rows.
    pub(super) fn new(columns: usize) -> Self {
        History {
            columns: vec![Vec::new(); columns],
            intervals: (IN_ALL / columns.max(1)).clamp(FEWEST, INTERVALS),
            stride: 1,
            ..History::default()
        }
    }

    /// Adds a row; places on the axis must not decrease. Values that are not finite become gaps. Missing values
    /// count as such, surplus ones are ignored.
    pub(super) fn push(&mut self, at: f64, values: &[f64]) {
        self.rows += 1;
        let begins = self.filled == 0 || self.filled == self.stride;
        self.filled = if begins { 1 } else { self.filled + 1 };
        for (index, column) in self.columns.iter_mut().enumerate() {
            let interval = Interval::of(at, values.get(index).copied().unwrap_or(f64::NAN));
            match column.last_mut() {
                Some(last) if !begins => *last = last.merged(interval),
                _ => column.push(interval),
            }
        }
        let full = self.columns.first().is_some_and(|column| column.len() == 2 * self.intervals);
        if full && self.filled == self.stride {
            self.columns.iter_mut().for_each(merge_pairs);
            self.stride *= 2;
            self.filled = self.stride;
        }
    }

    /// How many rows have been added.
    pub(super) fn rows(&self) -> usize {
        self.rows
    }

    /// The curve of a column: places on the axis, and values, with NaN where the curve has a gap. At most
    /// about 2000 points (plus one for each gap); empty if there is no such column.
    pub(super) fn curve(&self, column: usize) -> (Vec<f64>, Vec<f64>) {
        let mut intervals = self.columns.get(column).cloned().unwrap_or_default();
        if self.stride > 1 && intervals.len() > self.intervals {
            merge_pairs(&mut intervals);
        }
        let (mut places, mut values) = (Vec::new(), Vec::new());
        let mut point = |at: f64, value: f64| {
            places.push(at);
            values.push(value);
        };
        for Interval { low, high, broken } in intervals {
            let (first, second) = if low.at <= high.at { (low, high) } else { (high, low) };
            if first.value.is_finite() {
                point(first.at, first.value);
                if second.at > first.at {
                    point(second.at, second.value);
                }
            }
            if broken {
                point(second.at, f64::NAN);
            }
        }
        (places, values)
    }
}
