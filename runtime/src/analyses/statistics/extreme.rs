//! The largest value of a signal over a run, also between its steps.

use super::point::{Point, curvature, vertex};

/// How much farther than the parabola through its last steps a signal may reach.
const MARGIN: f64 = 2.0;
/// By so many times what parabolas bend by in a step it may have changed, and have turned round within that. Tops as narrow as a step pass
/// between points that lie nearly on a line.
const STEEPEST: f64 = 8.0;
/// Looks for one top.
const LOOKS: usize = 12;
/// Halvings of a step in which a signal jumps, and the share of a change that is left in half of the time where it does.
const HALVINGS: usize = 20;
const STAYS: f64 = 0.8;
/// Halvings of a step towards an end, where its top seems to lie beyond.
const NARROWINGS: usize = 3;
/// How far from a top its slope is looked at, of a step.
const BESIDE: f64 = 0.02;
/// Values that are this close are equal, relative; the first of them counts. Within steps nothing is looked for that is less of the largest
/// sample: what has come to rest would be looked at again and again.
const ROUNDING: f64 = 1e-12;

/// As far as samples have come.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extreme {
    /// -1 where the smallest value is asked for: then all values here have the other sign.
    sign: f64,
    best: Option<Point>,
    /// The largest size of a sample so far.
    size: f64,
    /// How it bent before the last step.
    bend: Option<f64>,
}

impl Extreme {
    /// Before any sample.
    pub(super) fn largest() -> Self {
        Self { sign: 1.0, best: None, size: 0.0, bend: None }
    }

    /// Before any sample.
    pub(super) fn smallest() -> Self {
        Self { sign: -1.0, ..Self::largest() }
    }

    /// The value, and when.
    pub(super) fn found(&self) -> Option<Point> {
        self.best.map(|Point { at, value }| Point { at, value: self.sign * value })
    }

    /// Nothing is known any more of how it bends.
    pub(super) fn forget(&mut self) {
        self.bend = None;
    }

    /// Whether a larger value than the largest so far may lie within a step.
    pub(super) fn may_hide(&mut self, before: Option<Point>, from: Point, to: Point) -> bool {
        let [from, to] = [self.turned(from), self.turned(to)];
        let Some(before) = before.map(|own| self.turned(own)) else { return true };
        let bend = curvature([before, from, to]);
        let last = self.bend.replace(bend).unwrap_or(bend);
        // And what it goes on to, where it changes from step to step.
        let largest = bend.abs().max(last.abs()).max((2.0 * bend - last).abs());
        let step = to.at - from.at;
        let bends = largest * step * step;
        let reach = MARGIN * bends;
        let best = self.best.map_or(f64::NEG_INFINITY, |best| best.value);
        let least = ROUNDING * self.size.max(to.value.abs());
        (to.value - from.value).abs() <= STEEPEST * bends
            && from.value.max(to.value) + reach > best + least
    }

    /// One more sample.
    pub(super) fn take(&mut self, point: Point) {
        let point = self.turned(point);
        self.size = self.size.max(point.value.abs());
        let is_more = |best: Point| point.value > best.value + ROUNDING * best.value.abs();
        if self.best.is_none_or(is_more) {
            self.best = Some(point);
        }
    }

    /// Goes up to the top that lies within a step, of which three points are known. `look` gives the signal at an
    /// instant of the step, and `looks` how often it may.
    pub(super) fn climb(
        &mut self,
        points: [Point; 3],
        looks: &mut usize,
        mut look: impl FnMut(f64) -> f64,
    ) {
        self.close_in(points, looks, &mut look);
        let [mut a, mut b, mut c] = points.map(|point| self.turned(point));
        let resolution = 1e-9 * (c.at - a.at);
        let mut narrowed = 0;
        for _ in 0..LOOKS.min(*looks) {
            let found = vertex([a, b, c]);
            // A top that is nearer to an end than the parabola tells.
            if found.is_none() && narrowed < NARROWINGS && b.value < a.value.max(c.value) {
                narrowed += 1;
                *looks -= 1;
                let (low, high) = if c.value > a.value { (b, c) } else { (a, b) };
                let at = 0.5 * (low.at + high.at);
                let seen = Point { at, value: self.sign * look(at) };
                self.take(self.turned(seen));
                (a, b, c) = (low, seen, high);
                continue;
            }
            let Some(at) = found else { return };
            if (at - b.at).abs() <= resolution || at - a.at <= resolution || c.at - at <= resolution
            {
                return;
            }
            *looks -= 1;
            let seen = Point { at, value: self.sign * look(at) };
            self.take(self.turned(seen));
            let gain = seen.value - b.value;
            match (gain > 0.0, at > b.at) {
                (true, true) => (a, b) = (b, seen),
                (true, false) => (c, b) = (b, seen),
                (false, true) => c = seen,
                (false, false) => a = seen,
            }
            if gain.abs() <= 1e-15 * b.value.abs() {
                return;
            }
        }
    }

    /// Where the largest so far is a smooth top within a time, s: at the instant where its slope vanishes. Values that are the same to rounding lie
    /// as far apart as the root of that.
    pub(super) fn refine(
        &mut self,
        (from, to): (f64, f64),
        looks: &mut usize,
        look: &mut impl FnMut(f64) -> f64,
    ) {
        let far = BESIDE * (to - from);
        let is_inside = |at: f64| at - 2.0 * far > from && at + 2.0 * far < to;
        let Some(best) = self.best.filter(|best| is_inside(best.at) && *looks >= 4) else { return };
        *looks -= 4;
        let [a, b, d, e] =
            [-2.0, -1.0, 1.0, 2.0].map(|k| self.sign * look(best.at + k * far) - best.value);
        // Of fourth order, through all five.
        let slope = (8.0 * (d - b) - (e - a)) / 12.0;
        let bend = (16.0 * (d + b) - (e + a)) / 12.0;
        let aside = -slope / bend;
        let is_smooth = bend < 0.0 && (a + e) / (b + d) > 3.0 && (a + e) / (b + d) < 5.0;
        if is_smooth && aside.abs() < 1.0 {
            self.best = Some(Point { at: best.at + aside * far, ..best });
        }
    }

    /// Goes to a jump within a step, if there is one, and sees both of its sides.
    fn close_in(
        &mut self,
        [a, b, c]: [Point; 3],
        looks: &mut usize,
        look: &mut impl FnMut(f64) -> f64,
    ) {
        let change = |from: Point, to: Point| (to.value - from.value).abs();
        let (mut from, mut to) = if change(a, b) > change(b, c) { (a, b) } else { (b, c) };
        for _ in 0..HALVINGS.min(*looks) {
            *looks -= 1;
            let at = 0.5 * (from.at + to.at);
            let middle = Point { at, value: look(at) };
            self.take(middle);
            let whole = change(from, to);
            (from, to) = match change(from, middle) > change(middle, to) {
                true => (from, middle),
                false => (middle, to),
            };
            // What does not jump changes by half in half of the time, about.
            if change(from, to) < STAYS * whole || whole == 0.0 {
                return;
            }
        }
    }

    /// With the sign for which the largest is looked for.
    fn turned(&self, Point { at, value }: Point) -> Point {
        Point { at, value: self.sign * value }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What falls, comes to rest and stays there but for rounding is not looked at there, be its last value zero or not.
    #[test]
    fn what_rests_is_not_looked_at() {
        for rest in [0.0, 5.0] {
            let signal = |step: u32| match step {
                0..10 => rest + (1.0 - f64::from(step) / 10.0).powi(2),
                _ => rest + 1e-15 * f64::from(step * step % 7),
            };
            let sample = |step: u32| Point { at: f64::from(step), value: signal(step) };
            let mut found = Extreme::smallest();
            found.take(sample(0));
            let mut looks = Vec::new();
            for step in 1..100 {
                let before = (step > 1).then(|| sample(step - 2));
                if found.may_hide(before, sample(step - 1), sample(step)) {
                    looks.push(step);
                }
                found.take(sample(step));
            }
            assert!(looks.iter().all(|&step| step < 15), "{rest}: {looks:?}");
        }
    }

    /// Bells that are 0.4 to 15 steps wide, wherever in a step their tops are, by what this one looks at alone.
    #[test]
    fn no_top_that_leaves_a_trace_is_missed() {
        let bell = |x: f64| (-x * x).exp();
        let hill = |x: f64| 1.0 / (1.0 + x * x);
        let arch = |x: f64| 1.0 / x.cosh();
        for shape in [bell, hill, arch] {
            for width in [0.4, 0.6, 0.8, 1.0, 1.2, 1.5, 2.0, 5.0, 15.0] {
                for phase in 0..41 {
                    let signal = |at: f64| shape((at - 40.0 - f64::from(phase) / 41.0) / width);
                    let sample = |at: f64| Point { at, value: signal(at) };
                    let mut found = Extreme::largest();
                    let mut looks = 1_000_000;
                    found.take(sample(0.0));
                    for step in 1..80 {
                        let to = f64::from(step);
                        let before = (step > 1).then(|| sample(to - 2.0));
                        if found.may_hide(before, sample(to - 1.0), sample(to)) {
                            let points = [sample(to - 1.0), sample(to - 0.5), sample(to - 1e-6)];
                            found.take(points[1]);
                            found.climb(points, &mut looks, signal);
                        }
                        found.take(sample(to));
                    }
                    let top = found.found().expect("a value").value;
                    assert!((top - 1.0).abs() < 1e-9, "{width} {phase}: {top}");
                }
            }
        }
    }
}
