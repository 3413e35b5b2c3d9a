//! B-splines: the functions that a rope is a sum of, each times a control point.
//!
//! A rope of `n` spans and degree `p` has `n + p` control points `P` and is `r = Σ N(u) P`, with `u` from 0 to `n` and a
//! knot at each whole number, at the ends `p + 1` of them (Cox and de Boor; Tempel 2019, section 3.6): it begins in the
//! first point, along the line to the second, and ends in the last. In the span from `e` to `e + 1` the points `e` to
//! `e + p` count.
//!
//! The rope that is straight and not stretched has its points `X` on a line, so its arc length is `s(u) = Σ N(u) X`, which
//! grows throughout; derivatives by it follow from those by `u`. With Greville's points, means of `p` knots in a row, it is
//! proportional to `u`; with points at equal distances spans near the ends are shorter.

use cdl_graph::ControlPoints;
use nalgebra::Vector3;

/// Points that count in a span of the highest degree.
pub(crate) const MOST: usize = 7;

/// What is linear in the points of a span, at one place of it: a coefficient for each, and zeros for those that a lower
/// degree does not have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SpanPoint {
    /// Of arc length that it stands for, m, where it is a Gauss point; else by that of the span.
    pub(crate) weight: f64,
    /// Of the place, without unit.
    pub(crate) place: [f64; MOST],
    /// Of its derivative by the arc length, 1/m.
    pub(crate) slope: [f64; MOST],
    /// Of the second one, 1/m².
    pub(crate) bend: [f64; MOST],
}

/// Control points of the straight, unstretched rope.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct BSpline {
    degree: usize,
    /// From the start, m.
    points: Vec<f64>,
}

/// Of functions of a span by `u`: values and the first two derivatives.
type Basis = [[f64; MOST]; 3];

impl BSpline {
    /// Of a rope of this length, m. Degrees from 1 to `MOST - 1`, one span at least.
    pub(crate) fn new(degree: usize, spans: usize, control: ControlPoints, length: f64) -> Self {
        let last = spans + degree - 1;
        let place = |k: usize| match control {
            ControlPoints::Uniform => k as f64 / last as f64,
            ControlPoints::Greville => {
                let knots = (k + 1..=k + degree).map(|i| i.saturating_sub(degree).min(spans));
                knots.sum::<usize>() as f64 / (degree * spans) as f64
            }
        };
        Self { degree, points: (0..=last).map(|k| place(k) * length).collect() }
    }

    /// Of the pieces.
    pub(crate) fn degree(&self) -> usize {
        self.degree
    }

    /// How many pieces there are.
    pub(crate) fn spans(&self) -> usize {
        self.points.len() - self.degree
    }

    /// Of the straight, unstretched rope, from its start, m.
    pub(crate) fn points(&self) -> &[f64] {
        &self.points
    }

    /// A knot, counted from that at the start of a span: there are more of them at the ends.
    fn knot(&self, span: usize, index: usize) -> f64 {
        index.saturating_sub(self.degree).min(self.spans()) as f64 - span as f64
    }

    /// At a fraction of a span, for the points from that of its number on.
    fn basis(&self, span: usize, x: f64) -> Basis {
        let (p, at) = (self.degree, span + self.degree);
        let knot = |index: usize| self.knot(span, index);
        // Values of all degrees up to that, one behind the other.
        let mut values = [[0.0; MOST]; MOST];
        values[0][0] = 1.0;
        for degree in 1..=p {
            let (mut saved, below) = (0.0, values[degree - 1]);
            for (r, own) in values[degree].iter_mut().enumerate().take(degree) {
                let (right, left) = (knot(at + r + 1) - x, x - knot(at + 1 + r - degree));
                let share = below[r] / (right + left);
                *own = saved + right * share;
                saved = left * share;
            }
            values[degree][degree] = saved;
        }
        // Derivatives of functions of a degree, from those of the degree below it.
        let derived = |degree: usize, below: &[f64; MOST]| {
            let mut all = [0.0; MOST];
            for (j, own) in all.iter_mut().enumerate().take(degree + 1) {
                let first = at + j - degree;
                let wide = |index: usize| knot(index + degree) - knot(index);
                if j > 0 {
                    *own += degree as f64 * below[j - 1] / wide(first);
                }
                if j < degree {
                    *own -= degree as f64 * below[j] / wide(first + 1);
                }
            }
            all
        };
        let first = derived(p, &values[p - 1]);
        let second = match p.checked_sub(2) {
            Some(lower) => derived(p, &derived(p - 1, &values[lower])),
            None => [0.0; MOST],
        };
        [values[p], first, second]
    }

    /// Sums of functions times what the points are away from that in front, so that it may be far from the start.
    fn along(&self, span: usize, functions: &[f64; MOST]) -> f64 {
        let points = &self.points[span..=span + self.degree];
        points.iter().zip(functions).map(|(point, own)| own * (point - points[0])).sum()
    }

    /// At a fraction of a span.
    pub(crate) fn at(&self, span: usize, x: f64) -> SpanPoint {
        let [place, first, second] = self.basis(span, x);
        let [rate, growth] = [&first, &second].map(|own| self.along(span, own));
        let over = 1.0 / rate;
        let slope = first.map(|own| own * over);
        let bend = std::array::from_fn(|k| (second[k] - slope[k] * growth) * over * over);
        SpanPoint { weight: rate, place, slope, bend }
    }

    /// The arc length at a fraction of a span, m.
    pub(crate) fn arc_length(&self, span: usize, x: f64) -> f64 {
        self.points[span] + self.along(span, &self.basis(span, x)[0])
    }

    /// The span that has this arc length (m), and the fraction of it. Clamped to the rope.
    pub(crate) fn locate(&self, arc_length: f64) -> (usize, f64) {
        if arc_length <= 0.0 {
            return (0, 0.0);
        }
        if self.points.last().is_some_and(|length| arc_length >= *length) {
            return (self.spans() - 1, 1.0);
        }
        let (mut first, mut beyond) = (0, self.spans());
        while beyond - first > 1 {
            let middle = first.midpoint(beyond);
            if self.arc_length(middle, 0.0) <= arc_length {
                first = middle;
            } else {
                beyond = middle;
            }
        }
        // Newton's method within a bracket, which the growing arc length narrows.
        let (mut low, mut high) = (0.0, 1.0);
        let mut x = 0.5;
        for _ in 0..MOST_BISECTIONS {
            let missing = arc_length - self.arc_length(first, x);
            if missing > 0.0 {
                low = x
            } else {
                high = x
            }
            let rate = self.along(first, &self.basis(first, x)[1]);
            let guess = x + missing / rate;
            let next = if guess >= low && guess <= high { guess } else { 0.5 * (low + high) };
            if next == x {
                break;
            }
            x = next;
        }
        (first, x)
    }

    /// Gauss points of a part of a span, of which it is exact up to the degree `2 count - 1` in `u`.
    pub(crate) fn gauss(&self, span: usize, [from, to]: [f64; 2], count: usize) -> Vec<SpanPoint> {
        let half = 0.5 * (to - from);
        let at = |(x, weight): (f64, f64)| {
            let own = self.at(span, from + half * (1.0 + x));
            SpanPoint { weight: own.weight * weight * half, ..own }
        };
        gauss(count).into_iter().map(at).collect()
    }

    /// Control points of the curve that has these places where the straight rope has its control points; none where there is
    /// no such curve.
    pub(crate) fn through(&self, places: &[Vector3<f64>]) -> Option<Vec<Vector3<f64>>> {
        let (count, p) = (self.points.len(), self.degree);
        // Rows of the coefficients from `k - p` to `k + p`; no pivots are needed, as these matrices are totally positive.
        let width = 2 * p + 1;
        let mut rows = vec![0.0; count * width];
        for (k, &point) in self.points.iter().enumerate() {
            let (span, x) = self.locate(point);
            for (j, value) in self.basis(span, x)[0].into_iter().enumerate().take(p + 1) {
                if let Some(column) = (span + j + p).checked_sub(k).filter(|own| *own < width) {
                    rows[k * width + column] = value;
                }
            }
        }
        let mut right = places.to_vec();
        for k in 0..count {
            let pivot = rows[k * width + p];
            for below in k + 1..(k + p + 1).min(count) {
                let factor = rows[below * width + p + k - below] / pivot;
                for column in 0..=p {
                    rows[below * width + p + k - below + column] -=
                        factor * rows[k * width + p + column];
                }
                let own = right[k];
                right[below] -= own * factor;
            }
        }
        for k in (0..count).rev() {
            for column in 1..=p.min(count - 1 - k) {
                let known = right[k + column] * rows[k * width + p + column];
                right[k] -= known;
            }
            right[k] /= rows[k * width + p];
        }
        right.iter().all(|own| own.iter().all(|x| x.is_finite())).then_some(right)
    }
}

/// Enough for halves to reach rounding.
const MOST_BISECTIONS: usize = 60;

/// Places between -1 and 1 and their weights (Gauss and Legendre), by Newton's method on the polynomial.
fn gauss(count: usize) -> Vec<(f64, f64)> {
    let n = count as f64;
    let point = |k: usize| {
        let mut x = -(std::f64::consts::PI * (k as f64 + 0.75) / (n + 0.5)).cos();
        let mut slope = 1.0;
        for _ in 0..MOST_BISECTIONS {
            let (mut before, mut value) = (0.0, 1.0);
            for degree in 1..=count {
                let d = degree as f64;
                (before, value) = (value, ((2.0 * d - 1.0) * x * value - (d - 1.0) * before) / d);
            }
            slope = n * (x * value - before) / (x * x - 1.0);
            let change = value / slope;
            x -= change;
            if change.abs() <= f64::EPSILON {
                break;
            }
        }
        (x, 2.0 / ((1.0 - x * x) * slope * slope))
    };
    (0..count).map(point).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOTH: [ControlPoints; 2] = [ControlPoints::Greville, ControlPoints::Uniform];

    fn sum(coefficients: &[f64; MOST], points: &[f64]) -> f64 {
        coefficients.iter().zip(points).map(|(c, q)| c * q).sum()
    }

    /// Reference: Tempel (2019), table D.1, three digits; and what the rule is exact for.
    #[test]
    fn gauss_points_are_those_of_the_table() {
        for (count, expected) in [
            (1, vec![(0.0, 2.0)]),
            (2, vec![(0.577, 1.0)]),
            (3, vec![(0.775, 0.556), (0.0, 0.889)]),
            (4, vec![(0.861, 0.348), (0.340, 0.652)]),
            (5, vec![(0.906, 0.237), (0.538, 0.479), (0.0, 0.569)]),
        ] {
            let found = gauss(count);
            for (place, weight) in expected {
                let near = |own: &&(f64, f64)| {
                    (own.0.abs() - place).abs() < 6e-4 && (own.1 - weight).abs() < 6e-4
                };
                let often = if place == 0.0 { 1 } else { 2 };
                assert_eq!(found.iter().filter(near).count(), often, "{count}: {found:?}");
            }
        }
        for count in 1..=11 {
            for power in 0..2 * count {
                let found: f64 = gauss(count).iter().map(|(x, w)| w * x.powi(power as i32)).sum();
                let exact = if power % 2 == 0 { 2.0 / (power as f64 + 1.0) } else { 0.0 };
                assert!((found - exact).abs() < 4e-15, "{count} {power}: {found}");
            }
        }
    }

    /// Reference: what they are for. A polynomial of the degree of the functions is one of these curves, so it comes back
    /// with its derivatives by the arc length; with Greville's points, where that is a polynomial.
    #[test]
    fn polynomials_are_reproduced_with_their_derivatives() {
        for degree in 1..MOST {
            for spans in [1, 2, 3, 5, 20] {
                let spline = BSpline::new(degree, spans, ControlPoints::Greville, 1.3);
                let power = degree as i32;
                let f = |s: f64| 0.4 + 0.7 * s + (s - 0.3).powi(power);
                let places: Vec<_> =
                    spline.points().iter().map(|&s| Vector3::new(f(s), s, 2.0)).collect();
                let points = spline.through(&places).expect("a curve");
                let of: Vec<f64> = points.iter().map(|own| own.x).collect();
                for span in 0..spans {
                    for x in [0.0, 0.3, 1.0] {
                        let (s, at) = (spline.arc_length(span, x), spline.at(span, x));
                        let own = &of[span..=span + degree];
                        let d = f64::from(power);
                        let slope = 0.7 + d * (s - 0.3).powi(power - 1);
                        let bend = if degree < 2 {
                            0.0
                        } else {
                            d * (d - 1.0) * (s - 0.3).powi(power - 2)
                        };
                        let wrong = [
                            sum(&at.place, own) - f(s),
                            (sum(&at.slope, own) - slope) * 1e-2,
                            (sum(&at.bend, own) - bend) * 1e-4,
                        ];
                        assert!(
                            wrong.iter().all(|own| own.abs() < 1e-12),
                            "{degree} {spans} {wrong:?}"
                        );
                    }
                }
            }
        }
    }

    /// Reference: a straight rope has its arc length for a place, a slope of one, and no bend, wherever its points are; and
    /// differences.
    #[test]
    fn derivatives_are_by_the_arc_length() {
        for control in BOTH {
            for (degree, spans) in [(2, 1), (2, 7), (3, 1), (4, 10), (6, 3), (6, 20)] {
                let spline = BSpline::new(degree, spans, control, 2.5);
                for k in 0..=40 {
                    let s = 2.5 * f64::from(k) / 40.0;
                    let (span, x) = spline.locate(s);
                    assert!((spline.arc_length(span, x) - s).abs() < 1e-14, "{degree} {spans} {s}");
                    let (at, own) = (spline.at(span, x), &spline.points()[span..]);
                    assert!((sum(&at.slope, own) - 1.0).abs() < 1e-13);
                    assert!(sum(&at.bend, own).abs() < 1e-9);
                    let ones = [1.0; MOST];
                    assert!((sum(&at.place, &ones) - 1.0).abs() < 1e-14);
                    assert!(
                        sum(&at.slope, &ones).abs() < 1e-11 && sum(&at.bend, &ones).abs() < 1e-8
                    );
                    if !(0.01..=0.99).contains(&x) {
                        continue;
                    }
                    let (h, width) = (1e-5, spline.at(span, x).weight);
                    let [below, above] = [x - h, x + h].map(|x| spline.at(span, x));
                    for j in 0..=degree {
                        let slope = (above.place[j] - below.place[j]) / (2.0 * h * width);
                        let bend = (above.slope[j] - below.slope[j]) / (2.0 * h * width);
                        assert!((slope - at.slope[j]).abs() < 1e-6 * (1.0 + slope.abs()));
                        assert!((bend - at.bend[j]).abs() < 1e-6 * (1.0 + bend.abs()));
                    }
                }
                let lengths: f64 = (0..spans)
                    .flat_map(|span| spline.gauss(span, [0.0, 1.0], degree))
                    .map(|own| own.weight)
                    .sum();
                assert!((lengths - 2.5).abs() < 1e-13, "{degree} {spans}: {lengths}");
            }
        }
    }

    /// Reference: the recipe of Tempel's appendix B, with numpy and scipy (`BSpline`, `eigh`): the first coefficients of the
    /// arc length.
    #[test]
    fn equal_distances_make_short_spans_at_the_ends() {
        let spline = BSpline::new(4, 10, ControlPoints::Uniform, 1.0);
        assert_eq!(spline.points().len(), 14);
        assert!((spline.at(0, 0.0).weight - 4.0 / 13.0).abs() < 1e-15);
        assert!((spline.at(5, 0.0).weight - 1.0 / 13.0).abs() < 1e-15);
    }
}
