//! A signal at an instant, and what three of them say about the curve through them.

/// s, and SI.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Point {
    /// s
    pub(super) at: f64,
    /// SI
    pub(super) value: f64,
}

/// Of a parabola through three points half its second derivative.
pub(super) fn curvature([a, b, c]: [Point; 3]) -> f64 {
    let (first, second) = (slope(a, b), slope(b, c));
    (second - first) / (c.at - a.at)
}

/// Between two points.
fn slope(a: Point, b: Point) -> f64 {
    (b.value - a.value) / (b.at - a.at)
}

/// Where a parabola through three points is largest, if that is between the outer two.
pub(super) fn vertex(points @ [a, b, c]: [Point; 3]) -> Option<f64> {
    let bend = curvature(points);
    let at = 0.5 * (a.at + b.at) - 0.5 * slope(a, b) / bend;
    (bend < 0.0 && a.at < at && at < c.at).then_some(at)
}

/// The integral from the second of three points to the third: that of the parabola through them.
pub(super) fn integral_of_last(points @ [_, b, c]: [Point; 3]) -> f64 {
    trapezoid(b, c) - curvature(points) * (c.at - b.at).powi(3) / 6.0
}

/// Under the line between two points.
pub(super) fn trapezoid(a: Point, b: Point) -> f64 {
    0.5 * (a.value + b.value) * (b.at - a.at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cubic(at: f64) -> Point {
        Point { at, value: 3.0 - (at - 0.4).powi(2) }
    }

    /// Of f(t) = 3 - (t - 0.4)^2: f'' = -2, its top at 0.4, and F(t) = 3 t - (t - 0.4)^3 / 3.
    #[test]
    fn a_parabola_is_found_exactly() {
        let points = [cubic(0.0), cubic(0.3), cubic(1.0)];
        assert!((curvature(points) + 1.0).abs() < 1e-14);
        assert!((vertex(points).unwrap() - 0.4).abs() < 1e-14);
        let whole = |t: f64| 3.0 * t - (t - 0.4).powi(3) / 3.0;
        assert!((integral_of_last(points) - (whole(1.0) - whole(0.3))).abs() < 1e-14);
    }

    #[test]
    fn a_curve_that_bends_upwards_has_no_top() {
        let points = [0.0, 0.5, 1.0].map(|at| Point { at, value: (at - 0.4) * (at - 0.4) });
        assert_eq!(vertex(points), None);
    }
}
