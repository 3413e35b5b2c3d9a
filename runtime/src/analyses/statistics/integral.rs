//! The integral of a signal over a run, by parabolas through its steps.

use super::point::{Point, curvature, integral_of_first, integral_of_last, trapezoid};

/// By how much of the signal's range a parabola may be wrong within a step before it is looked at more closely.
const SMOOTH: f64 = 1e-2;

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Integral {
    sum: f64,
    /// s
    time: f64,
    bend: Option<f64>,
    /// The smallest and the largest value so far.
    range: Option<[f64; 2]>,
}

impl Integral {
    /// By the time; `None` where there was none.
    pub(super) fn average(&self) -> Option<f64> {
        (self.time > 0.0).then(|| self.sum / self.time)
    }

    pub(super) fn forget(&mut self) {
        self.bend = None;
    }

    /// Whether a parabola through the last points says too little about a step.
    pub(super) fn is_rough(&mut self, before: Option<Point>, from: Point, to: Point) -> bool {
        let seen = [from.value.min(to.value), from.value.max(to.value)];
        let [low, high] = self.range.unwrap_or(seen);
        let range = [low.min(seen[0]), high.max(seen[1])];
        self.range = Some(range);
        let Some(before) = before else { return true };
        let bend = curvature([before, from, to]);
        let step = to.at - from.at;
        let turned = bend - self.bend.replace(bend).unwrap_or(0.0);
        turned.abs() * step * step > SMOOTH * (range[1] - range[0])
    }

    /// A step whose end alone is known.
    pub(super) fn step(&mut self, before: Option<Point>, from: Point, to: Point) {
        self.time += to.at - from.at;
        self.sum += match before {
            Some(before) => integral_of_last([before, from, to]),
            None => trapezoid(from, to),
        };
    }

    /// A step of which a point within is known.
    pub(super) fn seen(&mut self, points @ [a, _, c]: [Point; 3]) {
        self.time += c.at - a.at;
        self.sum += integral_of_first(points) + integral_of_last(points);
    }
}
