//! The integral of a signal over a run, by parabolas through its steps.

use super::point::{Point, curvature, integral_of_first, integral_of_last, trapezoid};

/// By how much of the signal's range a parabola may be wrong within a step before it is looked at more closely.
const SMOOTH: f64 = 1e-2;

/// By how much of the signal's range times the step two parabolas and one may differ.
const AGREED: f64 = 1e-7;
/// Halvings of a step.
const HALVINGS: u32 = 12;

/// As far as samples have come.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Integral {
    /// In the signal's unit, times s.
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

    /// A step of which a point within is known; `look` gives more of them, as many as `looks` has left. It is halved where parabolas do not agree, down
    /// to the place of a jump.
    pub(super) fn seen(
        &mut self,
        points @ [a, _, c]: [Point; 3],
        looks: &mut usize,
        look: &mut dyn FnMut(f64) -> f64,
    ) {
        let range = self.range.map_or(0.0, |[low, high]| high - low);
        let tolerance = AGREED * range * (c.at - a.at);
        self.time += c.at - a.at;
        self.sum += halved(points, tolerance, HALVINGS, (looks, look));
    }
}

fn halved(
    points @ [a, b, c]: [Point; 3],
    tolerance: f64,
    halvings: u32,
    (looks, look): (&mut usize, &mut dyn FnMut(f64) -> f64),
) -> f64 {
    let whole = integral_of_first(points) + integral_of_last(points);
    let Some(left) = looks.checked_sub(2).filter(|_| whole.is_finite()) else { return whole };
    *looks = left;
    let mut middle = |from: Point, to: Point| {
        let at = 0.5 * (from.at + to.at);
        Point { at, value: look(at) }
    };
    let halves = [[a, middle(a, b), b], [b, middle(b, c), c]];
    let both: f64 = halves.iter().map(|&own| integral_of_first(own) + integral_of_last(own)).sum();
    if halvings == 0 || (both - whole).abs() <= tolerance {
        return both;
    }
    let half = |own| halved(own, 0.5 * tolerance, halvings - 1, (looks, look));
    halves.into_iter().map(half).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A step from 0 to 1 that jumps from 2 to 5 at 0.3, and then falls by one: 0.6 + 3.5 - 0.7^2 / 2.
    #[test]
    fn a_jump_within_a_step_is_found() {
        let signal = |t: f64| if t < 0.3 { 2.0 } else { 5.0 - (t - 0.3) };
        let point = |at| Point { at, value: signal(at) };
        let mut integral = Integral::default();
        assert!(integral.is_rough(None, point(0.0), point(1.0)));
        integral.seen([0.0, 0.5, 1.0].map(point), &mut 1000, &mut |at| signal(at));
        let exact = 0.6 + 3.5 - 0.5 * 0.7 * 0.7;
        let own = integral.average().unwrap();
        assert!((own - exact).abs() < 3.0 / 4096.0, "{own} and not {exact}");
    }

    /// sin over a quarter of its period in one step.
    #[test]
    fn a_smooth_signal_is_halved_until_parabolas_agree() {
        let point = |at: f64| Point { at, value: at.sin() };
        let mut integral = Integral::default();
        let end = std::f64::consts::FRAC_PI_2;
        integral.is_rough(None, point(0.0), point(end));
        integral.seen([0.0, 0.5 * end, end].map(point), &mut 1000, &mut f64::sin);
        assert!((integral.average().unwrap() - 1.0 / end).abs() < 1e-7);
    }

    /// What nobody can follow costs no more than what is allowed.
    #[test]
    fn noise_is_not_followed_for_ever() {
        let mut state = 1_u64;
        let mut noise = |_: f64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as f64
        };
        let mut calls = 0;
        let mut integral = Integral::default();
        let point = |at: f64| Point { at, value: at };
        integral.is_rough(None, point(0.0), point(1.0));
        let mut looks = 50;
        integral.seen([0.0, 0.5, 1.0].map(point), &mut looks, &mut |at| {
            calls += 1;
            noise(at)
        });
        assert_eq!((calls, looks), (50, 0));
    }
}
