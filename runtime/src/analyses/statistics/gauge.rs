//! One statistic of one signal, as it grows with the run.

use cdl_graph::{Measure, NodeId, Statistic};

use super::extreme::Extreme;
use super::point::Point;
use super::sum::{Sum, Sums};

/// The signal's node, what is kept of its samples, and what is known of the last ones.
#[derive(Clone, Debug)]
pub(super) struct Gauge {
    /// Of the signal.
    pub(super) node: NodeId,
    /// By what is asked for.
    kept: Kept,
    /// The sample before the last one, where the signal went on smoothly from there.
    before: Option<Point>,
    last: Option<Point>,
    /// Of the first sample that was no finite number, s.
    broken: Option<f64>,
    /// How often it may look into steps; each step adds some.
    looks: usize,
}

/// Of all samples so far.
#[derive(Clone, Debug)]
enum Kept {
    /// The largest or smallest value, or when that was.
    Extreme {
        extreme: Extreme,
        is_time: bool,
    },
    /// What has a share for each instant.
    Sum(Sum),
    Count {
        is_true: bool,
        times: u64,
    },
}

/// What is known of a signal within a step besides its ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Within {
    pub(super) middle: Point,
    /// Just before the end.
    pub(super) before_end: Point,
}

/// How often a signal may be looked at within steps: at the beginning, for each step, and saved up. What is nothing but noise
/// would otherwise cost more than the run.
const FIRST_LOOKS: usize = 1000;
const LOOKS_PER_STEP: usize = 12;
const MOST_LOOKS: usize = 4000;

/// Of its range, what a signal may change by just before the end of a step; where it changes by more it jumps.
const JUMP: f64 = 1e-4;

impl Gauge {
    /// `share` is that of a percentile.
    pub(super) fn new(statistic: &Statistic, node: NodeId, share: f64) -> Option<Self> {
        let kept = match statistic.measure {
            Measure::Maximum => Kept::Extreme { extreme: Extreme::largest(), is_time: false },
            Measure::Minimum => Kept::Extreme { extreme: Extreme::smallest(), is_time: false },
            Measure::TimeOfMaximum => Kept::Extreme { extreme: Extreme::largest(), is_time: true },
            Measure::TimeOfMinimum => Kept::Extreme { extreme: Extreme::smallest(), is_time: true },
            Measure::Average => Kept::Sum(Sum::new(Sums::average())),
            Measure::Rms | Measure::Deviation => {
                Kept::Sum(Sum::new(Sums::squares(statistic.measure == Measure::Deviation)))
            }
            Measure::Percentile => Kept::Sum(Sum::new(Sums::percentile(share))),
            Measure::Count => Kept::Count { is_true: true, times: 0 },
            Measure::Imbalance
            | Measure::ModeFrequency(_)
            | Measure::ModeDamping(_)
            | Measure::LargestAmplitude => return None,
        };
        let (before, last) = (None, None);
        Some(Self { node, kept, before, last, broken: None, looks: FIRST_LOOKS })
    }

    /// A sample from which the signal goes on, but not smoothly from the last one.
    pub(super) fn begin(&mut self, point: Point) {
        self.before = None;
        self.last = Some(point);
        self.look_at(point);
        match &mut self.kept {
            Kept::Extreme { extreme, .. } => {
                extreme.forget();
                extreme.take(point);
            }
            Kept::Sum(sum) => sum.begin(point),
            Kept::Count { is_true, times } => count(is_true, times, point),
        }
    }

    /// Whether more has to be known about the step that ends with this sample.
    pub(super) fn asks(&mut self, to: Point) -> bool {
        let Some(from) = self.last else { return false };
        let before = self.before;
        self.looks = MOST_LOOKS.min(self.looks + LOOKS_PER_STEP);
        let asks = match &mut self.kept {
            Kept::Extreme { extreme, .. } => extreme.may_hide(before, from, to),
            Kept::Sum(sum) => sum.is_rough(before, from, to),
            Kept::Count { .. } => false,
        };
        // Its middle and just before its end.
        let left = self.looks.checked_sub(2).filter(|_| asks);
        self.looks = left.unwrap_or(self.looks);
        left.is_some()
    }

    /// Whether it looks for the largest or the smallest value, or when that is.
    pub(super) fn is_extreme(&self) -> bool {
        matches!(self.kept, Kept::Extreme { .. })
    }

    /// Where it looks for an extreme and has found the one so far within a time, s.
    pub(super) fn top_within(&self, (from, to): (f64, f64)) -> Option<Point> {
        match &self.kept {
            Kept::Extreme { extreme, .. } => {
                extreme.found().filter(|top| from < top.at && top.at < to)
            }
            Kept::Sum(_) | Kept::Count { .. } => None,
        }
    }

    /// The step that ends with a sample. `look` gives the signal at an instant of it, and `tops` are what is known to be extreme in it, of signals by their nodes.
    pub(super) fn step(
        &mut self,
        to: Point,
        within: Option<Within>,
        tops: &[(NodeId, Point)],
        mut look: impl FnMut(f64) -> f64,
    ) {
        let Some(from) = self.last else { return };
        self.look_at(to);
        let jumps = within.is_some_and(|Within { middle, before_end }| {
            let range =
                (from.value - before_end.value).abs().max((middle.value - from.value).abs());
            (to.value - before_end.value).abs() > JUMP * range.max(to.value.abs() * f64::EPSILON)
        });
        // Just before a jump at the end of the step the signal is what it was.
        let end = within.filter(|_| jumps).map_or(to, |own| Point { at: to.at, ..own.before_end });
        match &mut self.kept {
            Kept::Extreme { extreme, is_time } => {
                if let Some(Within { middle, before_end }) = within {
                    extreme.take(middle);
                    extreme.take(before_end);
                    extreme.climb([from, middle, before_end], &mut self.looks, &mut look);
                    if *is_time {
                        extreme.refine((from.at, before_end.at), &mut self.looks, &mut look);
                    }
                }
                extreme.take(to);
            }
            Kept::Sum(sum) => {
                let node = self.node;
                let tops = tops.iter().filter(|(of, _)| *of == node).map(|(_, top)| *top);
                let is_seen = sum.has_asked() || tops.clone().next().is_some();
                match within.filter(|_| is_seen) {
                    Some(own) => {
                        let points = [from, own.middle, end];
                        sum.seen(points, tops, &mut self.looks, &mut look);
                    }
                    None => sum.step(self.before, from, end),
                }
            }
            Kept::Count { is_true, times } => {
                if let Some(Within { middle, before_end }) = within {
                    count(is_true, times, middle);
                    count(is_true, times, before_end);
                }
                count(is_true, times, to);
            }
        }
        match jumps {
            true => self.begin(to),
            false => (self.before, self.last) = (Some(from), Some(to)),
        }
    }

    /// One that is no finite number leaves it without a value.
    fn look_at(&mut self, point: Point) {
        if !point.value.is_finite() {
            self.broken.get_or_insert(point.at);
        }
    }

    /// When its signal was no finite number, s.
    pub(super) fn broken(&self) -> Option<f64> {
        self.broken
    }

    /// Not a number where there is none.
    pub(super) fn value(&self) -> f64 {
        if self.broken.is_some() {
            return f64::NAN;
        }
        let last = self.last;
        let value = match &self.kept {
            Kept::Extreme { extreme, is_time } => {
                extreme.found().map(|point| if *is_time { point.at } else { point.value })
            }
            Kept::Sum(sum) => sum.value(last),
            Kept::Count { times, .. } => last.map(|_| *times as f64),
        };
        value.unwrap_or(f64::NAN)
    }

    /// By which share of itself its value may be off for want of looks, if that is worth telling.
    pub(super) fn doubt(&self) -> Option<f64> {
        match &self.kept {
            Kept::Sum(sum) if self.broken.is_none() => sum.doubt(self.last),
            Kept::Extreme { .. } | Kept::Sum(_) | Kept::Count { .. } => None,
        }
    }
}

/// What is true at the first sample has to become false before it counts.
fn count(is_true: &mut bool, times: &mut u64, point: Point) {
    let now = point.value != 0.0;
    *times += u64::from(now && !*is_true);
    *is_true = now;
}
