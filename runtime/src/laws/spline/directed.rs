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

use nalgebra::{Matrix3, Vector3};

use crate::laws::dual::{Dual, Number};

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

/// Towards both axes.
pub(crate) type Two = [f64; 2];

/// At a fraction of a piece `Σ shares[node][i][j] zⱼ(node)` is what bends it towards axis `i`. `untwisted` (rad) is the angle
/// by which the axes at its end are turned back.
pub(crate) fn shares(x: f64, untwisted: f64) -> [[Two; 2]; 2] {
    let (sine, cosine) = untwisted.sin_cos();
    let first = 1.0 - x;
    [[[first, 0.0], [0.0, first]], [[x * cosine, -x * sine], [x * sine, x * cosine]]]
}

/// Of what both nodes see.
pub(crate) fn mixed(shares: &[[Two; 2]; 2], seen: &[Two; 2]) -> Two {
    [0, 1].map(|i| {
        let of = |node: usize| -> f64 { (0..2).map(|j| shares[node][i][j] * seen[node][j]).sum() };
        of(0) + of(1)
    })
}

/// In the order of [`FACTORS`].
fn products(seen: &Seen) -> [f64; PRODUCTS] {
    FACTORS.map(|(i, j)| seen[i].dot(&seen[j]))
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
}

impl Directing {
    /// Two times.
    pub(crate) fn between(start: &Seen, end: &Seen) -> Self {
        Self { ends: [*start, *end], products: [products(start), products(end)] }
    }

    /// What bends it at both times.
    pub(crate) fn bends(&self) -> [[f64; 2]; 2] {
        self.products.each_ref().map(bends_of)
    }

    /// The discrete gradients of both bends.
    pub(crate) fn gradients(&self) -> [Seen; 2] {
        let [start, end] = &self.products;
        by_products(start, end).map(|by| {
            let mut gradient = [Vector3::zeros(); SEEN];
            for ((i, j), by) in FACTORS.into_iter().zip(by) {
                gradient[i] += self.mean(j) * by;
                gradient[j] += self.mean(i) * by;
            }
            gradient
        })
    }

    /// `Σ weightᵢ ∂(gradientᵢ)/∂(what is seen at the end)`.
    pub(crate) fn slopes(&self, weights: [f64; 2]) -> SeenSlopes {
        let [start, end] = &self.products;
        let [first, second] = by_products(start, &Dual::variables(end));
        let mut all = [[Matrix3::zeros(); SEEN]; SEEN];
        for (row, (i, j)) in FACTORS.into_iter().enumerate() {
            let value = weights[0] * first[row].value + weights[1] * second[row].value;
            all[i][j] += Matrix3::identity() * (0.5 * value);
            all[j][i] += Matrix3::identity() * (0.5 * value);
            let mut by_end = [Vector3::zeros(); SEEN];
            for (column, (k, l)) in FACTORS.into_iter().enumerate() {
                let slope = weights[0] * first[row].slopes[column]
                    + weights[1] * second[row].slopes[column];
                by_end[k] += self.ends[1][l] * slope;
                by_end[l] += self.ends[1][k] * slope;
            }
            let (mean_i, mean_j) = (self.mean(i), self.mean(j));
            for (column, by) in by_end.iter().enumerate() {
                all[i][column] += mean_j * by.transpose();
                all[j][column] += mean_i * by.transpose();
            }
        }
        all
    }

    /// Of one vector over the step.
    fn mean(&self, index: usize) -> Vector3<f64> {
        (self.ends[0][index] + self.ends[1][index]) * 0.5
    }
}

/// How both bends change with the products.
fn by_products<T: Number>(start: &[f64; PRODUCTS], end: &[T; PRODUCTS]) -> [[T; PRODUCTS]; 2] {
    let half = T::from(0.5);
    let zero = T::from(0.0);
    let mean = |x: T, y: T| (x + y) * half;
    let start = start.map(T::from);
    let [b0_1, b0_2, c0_1, c0_2, p0, sigma0, tau0, m0, square0] = start;
    let &[b1_1, b1_2, c1_1, c1_2, p1, sigma1, tau1, m1, square1] = end;
    let (s0, s1, v0, v1) = (p0.sqrt(), p1.sqrt(), square0.sqrt(), square1.sqrt());
    let (s, v) = (mean(s0, s1), mean(v0, v1));
    let (s_by, v_by) = ((s0 + s1).recip(), (v0 + v1).recip());
    // σ v + τ s
    let (above0, above1) = (sigma0 * v0 + tau0 * s0, sigma1 * v1 + tau1 * s1);
    let above = [mean(tau0, tau1) * s_by, v, s, zero, mean(sigma0, sigma1) * v_by];
    // s (s v + m)
    let (sum0, sum1) = (s0 * v0 + m0, s1 * v1 + m1);
    let sum = mean(sum0, sum1);
    let below = [s * v * s_by + sum * s_by, zero, zero, s, s * s * v_by];
    let (over0, over1) = ((s0 * sum0).recip(), (s1 * sum1).recip());
    let (over, fall) = (mean(over0, over1), mean(above0, above1) * over0 * over1);
    let by_ratio: [T; OF_RATIO] = std::array::from_fn(|k| above[k] * over - below[k] * fall);
    let (ratio0, ratio1) = (above0 * over0, above1 * over1);
    let ratio = mean(ratio0, ratio1);
    let (each0, each1) = (s0.recip(), s1.recip());
    let each = mean(each0, each1);
    let one = |at: usize, [b0, b1]: [T; 2], [c0, c1]: [T; 2]| {
        let bend = mean(b0 - c0 * ratio0, b1 - c1 * ratio1);
        let lean = mean(c0, c1);
        let mut by = [zero; PRODUCTS];
        by[at] = each;
        by[at + 2] = -(ratio * each);
        for (slot, by_ratio) in by[PRODUCTS - OF_RATIO..].iter_mut().zip(by_ratio) {
            *slot = -(lean * each * by_ratio);
        }
        by[PRODUCTS - OF_RATIO] = by[PRODUCTS - OF_RATIO] - bend * each0 * each1 * s_by;
        by
    };
    [one(0, [b0_1, b1_1], [c0_1, c1_1]), one(1, [b0_2, b1_2], [c0_2, c1_2])]
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
            let gradients = Directing::between(&start, &end).gradients();
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
            let [first, second] = Directing::between(start, end).gradients();
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
