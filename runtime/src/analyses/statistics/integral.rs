//! The integral of a signal over a run, by parabolas through its steps.

use super::point::{Point, curvature, integral_of_last, trapezoid};

/// By how much of the signal's range a parabola may be wrong within a step before it is looked at more closely.
const SMOOTH: f64 = 1e-3;

/// Whether a signal goes on from step to step as parabolas do.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Roughness {
    /// Half the second derivative of the last parabola.
    bend: Option<f64>,
    /// Whether the last step was rough: then the next one is looked at, too, as what goes down as it came up bends the same in both.
    was_rough: bool,
    /// The smallest and the largest value so far.
    values: Option<[f64; 2]>,
}

impl Roughness {
    /// Nothing is known any more of how it bends.
    pub(super) fn forget(&mut self) {
        self.bend = None;
    }

    /// Between the smallest and the largest value so far.
    pub(super) fn range(&self) -> f64 {
        self.values.map_or(0.0, |[low, high]| high - low)
    }

    /// A value that has been seen.
    pub(super) fn see(&mut self, value: f64) {
        let [low, high] = self.values.unwrap_or([value; 2]);
        self.values = Some([low.min(value), high.max(value)]);
    }

    /// Whether a parabola through the last points says too little about a step.
    pub(super) fn is_rough(&mut self, before: Option<Point>, from: Point, to: Point) -> bool {
        self.see(from.value);
        self.see(to.value);
        let was_rough = std::mem::replace(&mut self.was_rough, true);
        let Some(before) = before else { return true };
        let bend = curvature([before, from, to]);
        let step = to.at - from.at;
        let turned = bend - self.bend.replace(bend).unwrap_or(0.0);
        self.was_rough = turned.abs() * step * step > SMOOTH * self.range();
        self.was_rough || was_rough
    }
}

/// As far as samples have come.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Integral {
    /// In the signal's unit, times s.
    sum: f64,
    /// s
    time: f64,
}

impl Integral {
    /// By the time; `None` where there was none.
    pub(super) fn average(&self) -> Option<f64> {
        (self.time > 0.0).then(|| self.sum / self.time)
    }

    /// s
    pub(super) fn time(&self) -> f64 {
        self.time
    }

    /// A step whose end alone is known.
    pub(super) fn step(&mut self, before: Option<Point>, from: Point, to: Point) {
        let integral = match before {
            Some(before) => integral_of_last([before, from, to]),
            None => trapezoid(from, to),
        };
        self.add(to.at - from.at, integral);
    }

    /// Over a time, s.
    pub(super) fn add(&mut self, time: f64, integral: f64) {
        self.time += time;
        self.sum += integral;
    }
}
