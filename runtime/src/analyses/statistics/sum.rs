//! What has a share for each instant of a run: averages, squares, times below a value.

use super::distribution::Distribution;
use super::integral::{Integral, Roughness};
use super::parts::Parts;
use super::point::{Point, curvature};

/// Of its value, and of its signal's range, what has to be in doubt to be told.
const DOUBTED: f64 = 1e-3;
const FELT: f64 = 1e-6;

/// As far as samples have come.
#[derive(Clone, Debug)]
pub(super) struct Sum {
    sums: Sums,
    /// How the signal goes on from step to step.
    roughness: Roughness,
    /// Whether the last step was rough.
    has_asked: bool,
    /// Of the last step that was looked into.
    parts: Parts,
}

/// By what is asked for.
#[derive(Clone, Debug)]
pub(super) enum Sums {
    /// By the time.
    Average(Integral),
    /// Of the distance from a shift, and of its square.
    Squares {
        /// The first value, so that a large average takes no digits from squares.
        shift: Option<f64>,
        plain: Integral,
        square: Integral,
        is_deviation: bool,
    },
    /// How long the signal was below which value.
    Percentile { distribution: Distribution, share: f64 },
}

impl Sums {
    /// The integral by the time.
    pub(super) fn average() -> Self {
        Self::Average(Integral::default())
    }

    /// The root of the average of the square, of the signal or of its distance from its average.
    pub(super) fn squares(is_deviation: bool) -> Self {
        let (plain, square) = Default::default();
        Self::Squares { shift: None, plain, square, is_deviation }
    }

    /// What is not exceeded for a share of the time, from 0 to 1.
    pub(super) fn percentile(share: f64) -> Self {
        Self::Percentile { distribution: Distribution::default(), share }
    }
}

impl Sum {
    /// Before any sample.
    pub(super) fn new(sums: Sums) -> Self {
        let (roughness, parts) = Default::default();
        Self { sums, roughness, has_asked: false, parts }
    }

    /// A sample from which the signal goes on, but not smoothly from the last one.
    pub(super) fn begin(&mut self, point: Point) {
        self.roughness.forget();
        if let Sums::Squares { shift, .. } = &mut self.sums {
            shift.get_or_insert(point.value);
        }
    }

    /// Whether a parabola says too little about a step.
    pub(super) fn is_rough(&mut self, before: Option<Point>, from: Point, to: Point) -> bool {
        self.has_asked = self.roughness.is_rough(before, from, to);
        self.has_asked
    }

    /// What [`Self::is_rough`] said last.
    pub(super) fn has_asked(&self) -> bool {
        self.has_asked
    }

    /// A step whose end alone is known.
    pub(super) fn step(&mut self, before: Option<Point>, from: Point, to: Point) {
        match &mut self.sums {
            Sums::Average(integral) => integral.step(before, from, to),
            Sums::Squares { shift, plain, square, .. } => {
                let shift = shift.unwrap_or(0.0);
                let moved = |point: Point| Point { value: point.value - shift, ..point };
                let squared = |point: Point| Point { value: moved(point).value.powi(2), ..point };
                plain.step(before.map(moved), moved(from), moved(to));
                square.step(before.map(squared), squared(from), squared(to));
            }
            Sums::Percentile { distribution, .. } => {
                let bend = before.map_or(0.0, |before| curvature([before, from, to]));
                distribution.step(from, to, bend);
            }
        }
    }

    /// A step of which the middle is known; `look` gives the signal, as often as `looks` has left, and `tops` are what is known to be extreme.
    pub(super) fn seen(
        &mut self,
        [from, middle, to]: [Point; 3],
        tops: impl Iterator<Item = Point> + Clone,
        looks: &mut usize,
        look: &mut dyn FnMut(f64) -> f64,
    ) {
        for point in tops.clone().chain([middle]) {
            self.roughness.see(point.value);
        }
        let range = self.roughness.range();
        self.parts.follow([from, middle, to], tops, range, looks, look);
        for part in self.parts.all() {
            match &mut self.sums {
                Sums::Average(integral) => integral.add(part.time(), part.integral()),
                Sums::Squares { shift, plain, square, .. } => {
                    let moved = part.less(shift.unwrap_or(0.0));
                    plain.add(part.time(), moved.integral());
                    square.add(part.time(), moved.integral_of_square());
                }
                Sums::Percentile { distribution, .. } => distribution.add(part),
            }
        }
    }

    /// Where no time has passed there is one value, the last.
    pub(super) fn value(&self, last: Option<Point>) -> Option<f64> {
        let alone = last.map(|point| point.value);
        match &self.sums {
            Sums::Average(integral) => integral.average().or(alone),
            Sums::Squares { shift, plain, square, is_deviation } => {
                let (mean, square) = (plain.average(), square.average());
                let Some((mean, square)) = mean.zip(square) else {
                    return alone.map(|alone| if *is_deviation { 0.0 } else { alone.abs() });
                };
                let shift = shift.unwrap_or(0.0);
                Some(match is_deviation {
                    true => (square - mean * mean).max(0.0).sqrt(),
                    false => (square + shift * (2.0 * mean + shift)).max(0.0).sqrt(),
                })
            }
            Sums::Percentile { distribution, share } => distribution.percentile(*share).or(alone),
        }
    }

    /// By which share of itself the value may be off where nobody could look any more, if that is worth telling. A percentile is
    /// off by what the signal is, on average.
    pub(super) fn doubt(&self, last: Option<Point>) -> Option<f64> {
        let value = self.value(last)?;
        let (time, largest) = match &self.sums {
            Sums::Average(integral) => (integral.time(), 1.0),
            // Twice the signal by what it is off, and half of that by the root.
            Sums::Squares { plain, .. } => (plain.time(), self.roughness.range() / value.abs()),
            Sums::Percentile { distribution, .. } => (distribution.time(), 1.0),
        };
        let off = self.parts.doubt / time * largest.max(1.0);
        let is_told = off > DOUBTED * value.abs() && off > FELT * self.roughness.range();
        is_told.then(|| off / value.abs())
    }
}
