//! One statistic of one signal, as it grows with the run.

use cdl_graph::{Measure, NodeId, Statistic};

use super::distribution::Distribution;
use super::extreme::Extreme;
use super::integral::Integral;
use super::point::{Point, curvature};

/// The signal's node, what is kept of its samples, and what is known of the last ones.
#[derive(Clone, Debug)]
pub(super) struct Gauge {
    /// Of the signal.
    pub(super) node: NodeId,
    /// By what is asked for.
    kept: Kept,
    /// What the signal is counted from in squares, so that a large average takes no digits from them.
    shift: Option<f64>,
    /// The sample before the last one, where the signal went on smoothly from there.
    before: Option<Point>,
    last: Option<Point>,
    /// Whether some sample was no finite number.
    is_broken: bool,
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
    /// By the time.
    Average(Integral),
    /// Of the distance from the shift, and of its square.
    Squares {
        plain: Integral,
        square: Integral,
        is_deviation: bool,
    },
    /// How long the signal was below which value.
    Percentile {
        distribution: Distribution,
        share: f64,
    },
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
const FIRST_LOOKS: usize = 200;
const LOOKS_PER_STEP: usize = 6;
const MOST_LOOKS: usize = 400;

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
            Measure::Average => Kept::Average(Integral::default()),
            Measure::Rms | Measure::Deviation => Kept::Squares {
                plain: Integral::default(),
                square: Integral::default(),
                is_deviation: statistic.measure == Measure::Deviation,
            },
            Measure::Percentile => {
                Kept::Percentile { distribution: Distribution::default(), share }
            }
            Measure::Count => Kept::Count { is_true: true, times: 0 },
            Measure::Imbalance => return None,
        };
        let (before, last) = (None, None);
        Some(Self { node, kept, shift: None, before, last, is_broken: false, looks: FIRST_LOOKS })
    }

    /// A sample from which the signal goes on, but not smoothly from the last one.
    pub(super) fn begin(&mut self, point: Point) {
        self.before = None;
        self.last = Some(point);
        self.is_broken |= !point.value.is_finite();
        self.shift.get_or_insert(point.value);
        match &mut self.kept {
            Kept::Extreme { extreme, .. } => {
                extreme.forget();
                extreme.take(point);
            }
            Kept::Average(integral) => integral.forget(),
            Kept::Squares { plain, square, .. } => {
                plain.forget();
                square.forget();
            }
            Kept::Percentile { .. } => {}
            Kept::Count { is_true, times } => count(is_true, times, point),
        }
    }

    /// Whether more has to be known about the step that ends with this sample.
    pub(super) fn asks(&mut self, to: Point) -> bool {
        let Some(from) = self.last else { return false };
        let (before, shift) = (self.before, self.shift.unwrap_or(0.0));
        self.looks = MOST_LOOKS.min(self.looks + LOOKS_PER_STEP);
        let asks = match &mut self.kept {
            Kept::Extreme { extreme, .. } => extreme.may_hide(before, from, to),
            Kept::Average(integral) => integral.is_rough(before, from, to),
            Kept::Squares { plain, square, .. } => {
                let squared = |point: Point| moved(point, shift, true);
                let is_rough = plain.is_rough(before, from, to);
                square.is_rough(before.map(squared), squared(from), squared(to)) || is_rough
            }
            Kept::Percentile { .. } | Kept::Count { .. } => false,
        };
        // Its middle and just before its end.
        let left = self.looks.checked_sub(2).filter(|_| asks);
        self.looks = left.unwrap_or(self.looks);
        left.is_some()
    }

    /// The step that ends with a sample. `look` gives the signal at an instant of it.
    pub(super) fn step(
        &mut self,
        to: Point,
        within: Option<Within>,
        mut look: impl FnMut(f64) -> f64,
    ) {
        let Some(from) = self.last else { return };
        let (before, shift) = (self.before, self.shift.unwrap_or(0.0));
        let mut looks = self.looks;
        self.is_broken |= !to.value.is_finite();
        let jumps = within.is_some_and(|Within { middle, before_end }| {
            let range =
                (from.value - before_end.value).abs().max((middle.value - from.value).abs());
            (to.value - before_end.value).abs() > JUMP * range.max(to.value.abs() * f64::EPSILON)
        });
        // Just before a jump at the end of the step the signal is what it was.
        let end = within.filter(|_| jumps).map_or(to, |own| Point { at: to.at, ..own.before_end });
        match &mut self.kept {
            Kept::Extreme { extreme, .. } => {
                if let Some(Within { middle, before_end }) = within {
                    extreme.take(middle);
                    extreme.take(before_end);
                    extreme.climb([from, middle, before_end], &mut looks, look);
                }
                extreme.take(to);
            }
            Kept::Average(integral) => {
                step(integral, before, (from, end), within, (&mut looks, &mut look))
            }
            Kept::Squares { plain, square, .. } => {
                for (integral, is_square) in [(plain, false), (square, true)] {
                    let moved = |point: Point| moved(point, shift, is_square);
                    let within = within.map(|own| Within {
                        middle: moved(own.middle),
                        before_end: moved(own.before_end),
                    });
                    let mut look = |at| moved(Point { at, value: look(at) }).value;
                    step(
                        integral,
                        before.map(moved),
                        (moved(from), moved(end)),
                        within,
                        (&mut looks, &mut look),
                    );
                }
            }
            Kept::Percentile { distribution, .. } => match within {
                Some(Within { middle, before_end }) => {
                    let bend = curvature([from, middle, before_end]);
                    distribution.step(from, middle, bend);
                    distribution.step(middle, before_end, bend);
                    distribution.step(before_end, end, 0.0);
                }
                None => {
                    let bend = before.map_or(0.0, |before| curvature([before, from, to]));
                    distribution.step(from, to, bend);
                }
            },
            Kept::Count { is_true, times } => {
                if let Some(Within { middle, before_end }) = within {
                    count(is_true, times, middle);
                    count(is_true, times, before_end);
                }
                count(is_true, times, to);
            }
        }
        self.looks = looks;
        match jumps {
            true => self.begin(to),
            false => (self.before, self.last) = (Some(from), Some(to)),
        }
    }

    /// Not a number where there is none.
    pub(super) fn value(&self) -> f64 {
        if self.is_broken {
            return f64::NAN;
        }
        let (last, shift) = (self.last, self.shift.unwrap_or(f64::NAN));
        // Where no time has passed there is one value.
        let alone = || last.map(|point| point.value);
        let value = match &self.kept {
            Kept::Extreme { extreme, is_time } => {
                extreme.found().map(|point| if *is_time { point.at } else { point.value })
            }
            Kept::Average(integral) => integral.average().or_else(alone),
            Kept::Squares { plain, square, is_deviation } => {
                match (plain.average(), square.average(), is_deviation) {
                    (Some(mean), Some(square), true) => {
                        Some((square - mean * mean).max(0.0).sqrt())
                    }
                    (Some(mean), Some(square), false) => {
                        Some((square + shift * (2.0 * mean + shift)).max(0.0).sqrt())
                    }
                    (_, _, true) => last.map(|_| 0.0),
                    (_, _, false) => alone().map(f64::abs),
                }
            }
            Kept::Percentile { distribution, share } => {
                distribution.percentile(*share).or_else(alone)
            }
            Kept::Count { times, .. } => last.map(|_| *times as f64),
        };
        value.unwrap_or(f64::NAN)
    }
}

/// What is true at the first sample has to become false before it counts.
fn count(is_true: &mut bool, times: &mut u64, point: Point) {
    let now = point.value != 0.0;
    *times += u64::from(now && !*is_true);
    *is_true = now;
}

/// A point of the signal less a shift, or of the square of that.
fn moved(Point { at, value }: Point, shift: f64, is_square: bool) -> Point {
    let value = value - shift;
    Point { at, value: if is_square { value * value } else { value } }
}

fn step(
    integral: &mut Integral,
    before: Option<Point>,
    (from, to): (Point, Point),
    within: Option<Within>,
    (looks, look): (&mut usize, &mut dyn FnMut(f64) -> f64),
) {
    match within {
        Some(Within { middle, .. }) => integral.seen([from, middle, to], looks, look),
        None => integral.step(before, from, to),
    }
}
