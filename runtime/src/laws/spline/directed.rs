//! How a rope is bent towards two axes across it, which a section of it carries.
//!
//! At a Gauss point the rope bends by `k = ∂t/∂s = (b - (σ/p) a)/√p`. Axes `d₁`, `d₂` stand across the slope `g` at a node.
//! The smallest rotation from the direction at the Gauss point to that at the node makes `k - (k·e)/(1 + t·e) (t + e)` of it,
//! with `e = g/|g|`, and the axes have no part along that, so towards them it bends by
//!
//! ```text
//! zᵢ = (b·dᵢ - (a·dᵢ) R)/s,   R = (σ v + τ s)/(s (s v + m))
//! s = |a|   v = |g|   p = a·a   σ = a·b   τ = b·g   m = a·g
//! ```
//!
//! All of it is made of products of two vectors. Over a step each of these changes by means times changes, and what is
//! made of them by products' rules with means in place of values, `Δ(xy) = x̄ Δy + ȳ Δx`, `Δ(1/x) = -Δx/(x₀x₁)`,
//! `Δ√x = Δx/(√x₀ + √x₁)`: so the change of `zᵢ` is linear in the changes of the vectors, exactly, and what a moment does
//! to them has itself no moment.
//!
//! Signs: `zᵢ` is positive where the rope bends towards `dᵢ` on its way to the end. 1/m, by the unstretched length.

mod ratio;
mod section;

use nalgebra::{Matrix3, Vector3};

use self::ratio::{Bends, Ratio};
use self::section::TURN;
use self::section::Towards;
pub(crate) use self::section::{OnPiece, SECTION_ROWS, SectionRows};
use super::shape::add_crossed;

/// `a` (none), `b` (1/m), `g`, `d₁`, `d₂`.
pub(crate) const SEEN: usize = 5;
/// Values of these.
pub(crate) type Seen = [Vector3<f64>; SEEN];
/// By these, of a number; and of that again.
pub(crate) type SeenSlopes = [[Matrix3<f64>; SEEN]; SEEN];

/// Of what a section sees, that its bends are functions of.
const PRODUCTS: usize = 9;
/// `b·d₁`, `b·d₂`, `a·d₁`, `a·d₂`, then `p`, `σ`, `τ`, `m` and `g·g`.
const FACTORS: [(usize, usize); PRODUCTS] =
    [(1, 3), (1, 4), (0, 3), (0, 4), (0, 0), (0, 1), (1, 2), (0, 2), (2, 2)];
/// What `R` is made of: the last ones.
const OF_RATIO: usize = 5;
/// With a bend and a lean before these: what one bend is a function of, or a sum of both with weights, which is one towards the
/// sum of both axes with these weights.
const NUMBERS: usize = 2 + OF_RATIO;
/// Which of these each product has a part in.
const NUMBER: [usize; PRODUCTS] = [0, 0, 1, 1, 2, 3, 4, 5, 6];

/// Towards both axes.
pub(crate) type Two = [f64; 2];

/// At a fraction of a piece `Σ shares[node][i][j] zⱼ(node)` is what bends it towards axis `i`. `untwisted` (rad) are the angles
/// by which the axes at its start are turned on, and those at its end turned back, where they are.
#[inline(always)]
pub(crate) fn shares(x: f64, untwisted: [Option<f64>; 2]) -> [[Two; 2]; 2] {
    let [start, end] = untwisted.map(|angle| angle.map_or((0.0, 1.0), f64::sin_cos));
    let of =
        |by: f64, (sine, cosine): (f64, f64)| [[by * cosine, -by * sine], [by * sine, by * cosine]];
    [of(1.0 - x, (-start.0, start.1)), of(x, end)]
}

/// How these change with the angle at the piece's start or end (1).
pub(crate) fn shares_by_angle(shares: &[[Two; 2]; 2], end: usize) -> [[Two; 2]; 2] {
    let sign = if end == 0 { 1.0 } else { -1.0 };
    let [first, second] = shares[end];
    let mut all = [[[0.0; 2]; 2]; 2];
    all[end] = [second.map(|own| sign * own), first.map(|own| -sign * own)];
    all
}

/// Of what both nodes see.
#[inline(always)]
pub(crate) fn mixed(shares: &[[Two; 2]; 2], seen: &[Two; 2]) -> Two {
    let of = |node: usize, i: usize| {
        let ([by, by_other], [own, other]) = (shares[node][i], seen[node]);
        by * own + by_other * other
    };
    [of(0, 0) + of(1, 0), of(0, 1) + of(1, 1)]
}

/// In the order of [`FACTORS`].
#[inline(always)]
fn products(seen: &Seen) -> [f64; PRODUCTS] {
    let mut products = [0.0; PRODUCTS];
    for (product, (i, j)) in products.iter_mut().zip(FACTORS) {
        *product = seen[i].dot(&seen[j]);
    }
    products
}

/// What bends it towards both axes, 1/m.
pub(crate) fn bends(seen: &Seen) -> [f64; 2] {
    bends_of(&products(seen))
}

/// Towards both axes, 1/m.
fn bends_of(products: &[f64; PRODUCTS]) -> [f64; 2] {
    let &[bend_1, bend_2, lean_1, lean_2, p, sigma, tau, m, square] = products;
    let (s, v) = (p.sqrt(), square.sqrt());
    let ratio = (sigma * v + tau * s) / (s * (s * v + m));
    [(bend_1 - lean_1 * ratio) / s, (bend_2 - lean_2 * ratio) / s]
}

/// Between two times, which may be one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Directing {
    /// What is seen at the start and at the end.
    ends: [Seen; 2],
    /// At the start and at the end.
    products: [[f64; PRODUCTS]; 2],
    /// What leans of a bend.
    ratio: Ratio,
}

impl Directing {
    /// Two times.
    #[inline(always)]
    pub(crate) fn between(start: &Seen, end: &Seen) -> Self {
        let products = [products(start), products(end)];
        Self { ends: [*start, *end], products, ratio: Ratio::between(&products) }
    }

    /// What bends it at both times.
    #[inline(always)]
    pub(crate) fn bends(&self) -> [Two; 2] {
        let [first, second] = [self.towards([1.0, 0.0]), self.towards([0.0, 1.0])];
        let ([one, two], [other, both]) = (self.ratio.bends(&first), self.ratio.bends(&second));
        [[one, other], [two, both]]
    }

    /// The discrete gradients of two sums of both bends, by weights of each.
    #[inline(always)]
    pub(crate) fn gradients(&self, weights: &[Two; 2]) -> [Seen; 2] {
        let [a, b, g, first, second] = self.means();
        let mut gradients = [[Vector3::zeros(); SEEN]; 2];
        for (gradient, &[one, other]) in gradients.iter_mut().zip(weights) {
            let towards = first * one + second * other;
            let by = self.ratio.gradient(&self.towards([one, other]));
            let [bend, lean, p, sigma, tau, m, square] = by;
            let along = b * bend + a * lean;
            *gradient = [
                towards * lean + a * (2.0 * p) + b * sigma + g * m,
                towards * bend + a * sigma + g * tau,
                b * tau + a * m + g * (2.0 * square),
                along * one,
                along * other,
            ];
        }
        gradients
    }

    /// `Σ weightᵢ ∂(gradientᵢ)/∂(what is seen at the end)`.
    pub(crate) fn slopes(&self, weights: [f64; 2]) -> SeenSlopes {
        let towards = self.towards(weights);
        let (first, second) = (self.ratio.gradient(&towards), self.ratio.slopes(&towards));
        let [one, other] = weights;
        let share = [one, other, one, other, 1.0, 1.0, 1.0, 1.0, 1.0];
        let means = self.means();
        let mut all = [[Matrix3::zeros(); SEEN]; SEEN];
        for (row, (i, j)) in FACTORS.into_iter().enumerate() {
            let value = share[row] * first[NUMBER[row]];
            all[i][j] += Matrix3::identity() * (0.5 * value);
            all[j][i] += Matrix3::identity() * (0.5 * value);
            let mut by_end = [Vector3::zeros(); SEEN];
            for (column, (k, l)) in FACTORS.into_iter().enumerate() {
                let slope = share[row] * share[column] * second[NUMBER[row]][NUMBER[column]];
                by_end[k] += self.ends[1][l] * slope;
                by_end[l] += self.ends[1][k] * slope;
            }
            for (column, by) in by_end.iter().enumerate() {
                all[i][column] += means[j] * by.transpose();
                all[j][column] += means[i] * by.transpose();
            }
        }
        all
    }

    /// Adds the same by what a piece has of it, as what turns the axes by their turns, which move axes at the end by
    /// `δθ × arm`.
    #[inline]
    pub(crate) fn add_slopes(
        &self,
        weights: [f64; 2],
        arms: [Vector3<f64>; 2],
        on: &OnPiece,
        rows: &mut SectionRows,
    ) {
        let towards = self.towards(weights);
        let second = self.ratio.slopes(&towards);
        let means = self.means();
        let [arm, lever] = [&arms, &[means[3], means[4]]]
            .map(|[one, other]| one * weights[0] + other * weights[1]);
        let mean = Towards::of(&means, weights, &lever);
        let end = Towards::of(&self.ends[1], weights, &arm);
        let mut lines = [[0.0; 12]; NUMBERS];
        for (line, slopes) in lines.iter_mut().zip(&second) {
            *line = end.line(slopes, on);
        }
        mean.add_rows(&lines, on, rows);
        let first = self.ratio.gradient(&towards);
        mean.add_multiples(&first, on, rows);
        // Half of what the means change by, of axes that turn.
        for x in 0..3 {
            let own = 0.5 * (first[0] * on.bend[x] + first[1] * on.slope[x]);
            add_crossed(rows, 3 * x, TURN, &(arm * -own));
            add_crossed(rows, TURN, 3 * x, &(lever * own));
        }
    }

    /// What bends it towards the sum of both axes with weights.
    #[inline(always)]
    fn towards(&self, [one, other]: [f64; 2]) -> Bends {
        let [start, end] = &self.products;
        Bends {
            bends: [one * start[0] + other * start[1], one * end[0] + other * end[1]],
            leans: [one * start[2] + other * start[3], one * end[2] + other * end[3]],
        }
    }

    /// Of all vectors over the step.
    #[inline(always)]
    fn means(&self) -> Seen {
        let mut means = self.ends[0];
        for (mean, end) in means.iter_mut().zip(&self.ends[1]) {
            *mean = (*mean + end) * 0.5;
        }
        means
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws::spline::Bent;

    fn pairs() -> impl Iterator<Item = [Seen; 2]> {
        let g = Vector3::new(1.1, 0.1, 0.3);
        let first = g.cross(&Vector3::new(0.2, -1.0, 0.4)).normalize();
        let start = [
            Vector3::new(0.9, 0.3, -0.2),
            Vector3::new(0.4, -1.1, 0.6),
            g,
            first,
            g.normalize().cross(&first),
        ];
        [0.0, 1e-9, 1e-4, 0.05, 0.4].into_iter().map(move |size| {
            let change = [
                Vector3::new(-0.4, 0.7, 0.5),
                Vector3::new(0.8, 0.2, -1.3),
                Vector3::new(0.3, -0.6, 0.1),
                Vector3::new(0.2, 0.9, -0.7),
                Vector3::new(-0.5, 0.4, 0.6),
            ];
            [start, std::array::from_fn(|k| start[k] + change[k] * size)]
        })
    }

    fn dot(a: &Seen, b: &Seen) -> f64 {
        a.iter().zip(b).map(|(a, b)| a.dot(b)).sum()
    }

    /// Reference: the definition of a discrete gradient.
    #[test]
    fn gradients_give_the_change_and_have_no_moment() {
        for [start, end] in pairs() {
            let gradients = Directing::between(&start, &end).gradients(&[[1.0, 0.0], [0.0, 1.0]]);
            let (before, after) = (bends(&start), bends(&end));
            let change: Seen = std::array::from_fn(|k| end[k] - start[k]);
            for i in 0..2 {
                let found = dot(&gradients[i], &change);
                assert!((found - (after[i] - before[i])).abs() < 4e-15, "{found}");
                let moments = (0..SEEN).map(|k| (start[k] + end[k]).cross(&gradients[i][k]));
                let moment: Vector3<f64> = moments.sum();
                assert!(moment.norm() < 1e-14, "{moment}");
            }
        }
    }

    /// Reference: differences.
    #[test]
    fn slopes_are_derivatives() {
        let weights = [0.7, -1.9];
        let weighted = |start: &Seen, end: &Seen| -> Seen {
            let [first, second] =
                Directing::between(start, end).gradients(&[[1.0, 0.0], [0.0, 1.0]]);
            std::array::from_fn(|k| first[k] * weights[0] + second[k] * weights[1])
        };
        for [start, end] in pairs() {
            let slopes = Directing::between(&start, &end).slopes(weights);
            for column in 0..SEEN {
                for k in 0..3 {
                    let moved = |by: f64| {
                        let mut end = end;
                        end[column][k] += by;
                        weighted(&start, &end)
                    };
                    let (above, below) = (moved(1e-5), moved(-1e-5));
                    for row in 0..SEEN {
                        let expected = (above[row] - below[row]) / 2e-5;
                        let found = slopes[row][column].column(k);
                        assert!((found - expected).norm() < 1e-8, "{row} {column} {found}");
                    }
                }
            }
        }
    }

    /// Both ways agree: by vectors, and at once by what a piece has of them and by turns.
    #[test]
    fn slopes_of_a_piece_are_those_of_what_is_seen() {
        let weights = [0.7, -1.9];
        let (slope, bend) = ([0.3, 1.2, -0.4], [-2.0, 0.6, 1.5]);
        for [start, end] in pairs() {
            let directing = Directing::between(&start, &end);
            let slopes = directing.slopes(weights);
            let levers = [3, 4].map(|k| (start[k] + end[k]) * 0.5);
            let arms = [end[3] * 1.1, end[4] + start[3] * 0.2];
            for node in [0, 2] {
                let on = OnPiece { slope, bend, node };
                let mut rows = SECTION_ROWS;
                directing.add_slopes(weights, arms, &on, &mut rows);
                // What is seen moves by three vectors and by a turn.
                let moves = |turning: &[Vector3<f64>; 2], column: usize| -> Seen {
                    let mut change = [Vector3::zeros(); SEEN];
                    let along = Vector3::ith(column % 3, 1.0);
                    if column < 9 {
                        let x = column / 3;
                        change[0] = along * slope[x];
                        change[1] = along * bend[x];
                        change[2] = along * if x == node { 1.0 } else { 0.0 };
                    } else {
                        change[3] = along.cross(&turning[0]);
                        change[4] = along.cross(&turning[1]);
                    }
                    change
                };
                for column in 0..12 {
                    let change = moves(&arms, column);
                    let of = |row: &[Matrix3<f64>; SEEN]| -> Vector3<f64> {
                        row.iter().zip(&change).map(|(block, change)| block * change).sum()
                    };
                    let forces: Seen = std::array::from_fn(|k| of(&slopes[k]));
                    for (row, found) in rows.iter().enumerate() {
                        let expected = dot(&moves(&levers, row), &forces);
                        let found = found[column];
                        assert!((found - expected).abs() < 1e-13, "{row} {column} {found}");
                    }
                }
            }
        }
    }

    /// Reference: differences.
    #[test]
    fn shares_change_with_angles_so() {
        let angles = [0.7, -1.9];
        let at = |angles: [f64; 2]| shares(0.3, angles.map(Some));
        for end in 0..2 {
            let found = shares_by_angle(&at(angles), end);
            let moved = |by: f64| {
                let mut angles = angles;
                angles[end] += by;
                at(angles)
            };
            let (above, below) = (moved(1e-5), moved(-1e-5));
            for (node, i, j) in (0..8).map(|k| (k / 4, k / 2 % 2, k % 2)) {
                let expected = (above[node][i][j] - below[node][i][j]) / 2e-5;
                assert!((found[node][i][j] - expected).abs() < 1e-9, "{end} {node} {i} {j}");
            }
        }
    }

    /// Reference: the curvature, whatever the axes.
    #[test]
    fn both_bends_make_the_curvature() {
        for [seen, _] in pairs() {
            let [first, second] = bends(&seen);
            let square = Bent { a: seen[0], b: seen[1] }.square();
            assert!((first * first + second * second - square).abs() < 1e-14);
        }
    }

    /// Reference: a circle of radius 2 that is run through at the stretch 1.3, in the plane of its first axis; the node is
    /// half a radian before.
    #[test]
    fn a_circle_bends_towards_its_centre() {
        let (radius, stretch, angle) = (2.0, 1.3, 0.5_f64);
        let (sine, cosine) = angle.sin_cos();
        let seen = [
            Vector3::new(cosine, sine, 0.0) * stretch,
            Vector3::new(-sine, cosine, 0.0) * (stretch * stretch / radius),
            Vector3::x() * 0.8,
            Vector3::y(),
            Vector3::z(),
        ];
        let [first, second] = bends(&seen);
        assert!(
            (first - stretch / radius).abs() < 1e-15 && second.abs() < 1e-15,
            "{first} {second}"
        );
    }
}
