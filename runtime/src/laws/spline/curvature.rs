//! The square of the curvature at a Gauss point, and how it changes.
//!
//! With `A = a·a`, `B = a·b`, `C = b·b` it is `κ² = C/A - (B/A)² = |a × b|²/A²`. Between two values its change is
//! `gA ΔA + gB ΔB + gC ΔC`, exactly, with
//!
//! ```text
//! ι = ½(1/A₀ + 1/A₁)   k = 1/(A₀A₁)   m = B₀/A₀ + B₁/A₁
//! gA = k (m B̄ - C̄)     gB = -m ι      gC = ι
//! ```
//!
//! (products' rules with means in place of values), and the changes of A, B and C are those of their means' products,
//! `ΔA = 2 ā·Δa` and so on. So `2 gA ā + gB b̄` and `gB ā + 2 gC b̄` are a discrete gradient that has no moment.

use nalgebra::{Matrix3, Vector3};

use super::shape::{GaussPoint, NODAL, bend_at, slope_at};

/// Below this sine of the angle between `a` and `b` the curvature is rounding.
const STRAIGHT: f64 = 1e-10;

/// `a` and `b` (1/m) at one time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Bent {
    /// The derivative of the place by the arc length.
    pub(crate) a: Vector3<f64>,
    /// The second derivative, 1/m.
    pub(crate) b: Vector3<f64>,
}

/// How `κ²` changes between two times, by `a` (1/m²) and by `b` (1/m).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SquareGradient {
    /// Its product with the change of `a` is one part.
    pub(crate) by_a: Vector3<f64>,
    /// And its product with that of `b` the other.
    pub(crate) by_b: Vector3<f64>,
}

impl Bent {
    /// At a Gauss point.
    #[inline(always)]
    pub(crate) fn of(point: &GaussPoint, q: &[Vector3<f64>; NODAL]) -> Self {
        Self { a: point.slope_of(q), b: point.bend_of(q) }
    }

    /// At a fraction of an element of this length with these nodal vectors; differences of places come first, so that
    /// they may be far from the origin.
    pub(crate) fn at(q: &[Vector3<f64>; NODAL], x: f64, length: f64) -> Self {
        let line = q[2] - q[0];
        let sum = |by: [f64; NODAL]| line * by[2] + q[1] * by[1] + q[3] * by[3];
        Self { a: sum(slope_at(x, length)), b: sum(bend_at(x, length)) }
    }

    /// `κ²`, 1/m².
    #[inline(always)]
    pub(crate) fn square(&self) -> f64 {
        let square = self.a.norm_squared();
        self.a.cross(&self.b).norm_squared() / (square * square)
    }

    /// `κ`, 1/m; nothing where it is rounding, as in a straight rope that hangs: `b` then goes along `a`, as the stretch
    /// grows along the rope, and nothing says to which side it bends.
    pub(crate) fn curvature(&self) -> f64 {
        let (a, b) = (self.a.norm_squared(), self.b.norm_squared());
        let across = self.a.cross(&self.b).norm_squared();
        if across > STRAIGHT * STRAIGHT * a * b { across.sqrt() / a } else { 0.0 }
    }

    /// `∂κ²` at one time.
    pub(crate) fn gradient(&self) -> SquareGradient {
        square_gradient(self, self).0
    }
}

/// The discrete gradient between two times, and its derivatives by `a` and `b` at the second, as
/// `[[∂by_a/∂a, ∂by_a/∂b], [∂by_b/∂a, ∂by_b/∂b]]`; the whole is symmetric where both times are one.
#[inline(always)]
pub(crate) fn square_gradient(
    start: &Bent,
    end: &Bent,
) -> (SquareGradient, impl FnOnce() -> [[Matrix3<f64>; 2]; 2]) {
    let (a0, a1) = (start.a.norm_squared(), end.a.norm_squared());
    let (b0, b1) = (start.a.dot(&start.b), end.a.dot(&end.b));
    let (c0, c1) = (start.b.norm_squared(), end.b.norm_squared());
    let (over0, over1) = (1.0 / a0, 1.0 / a1);
    let iota = 0.5 * (over0 + over1);
    let k = over0 * over1;
    let m = b0 * over0 + b1 * over1;
    let (mean_b, mean_c) = (0.5 * (b0 + b1), 0.5 * (c0 + c1));
    let by_square_a = k * (m * mean_b - mean_c);
    let (by_product, by_square_b) = (-m * iota, iota);
    let (a, b) = ((start.a + end.a) * 0.5, (start.b + end.b) * 0.5);
    let gradient = SquareGradient {
        by_a: a * (2.0 * by_square_a) + b * by_product,
        by_b: a * by_product + b * (2.0 * by_square_b),
    };
    let (end_a, end_b) = (end.a, end.b);
    (
        gradient,
        #[inline(always)]
        move || {
            // By A, B and C at the end.
            let iota_a = -0.5 * over1 * over1;
            let (m_a, m_b) = (-b1 * over1 * over1, over1);
            let first = [
                -k * over1 * (m * mean_b - mean_c) + k * m_a * mean_b,
                k * (m_b * mean_b + 0.5 * m),
                -0.5 * k,
            ];
            let product = [-m_a * iota - m * iota_a, -m_b * iota];
            // By a and b there.
            let of_a = [
                end_a * (2.0 * first[0]) + end_b * first[1],
                end_a * first[1] + end_b * (2.0 * first[2]),
            ];
            let of_product = [end_a * (2.0 * product[0]) + end_b * product[1], end_a * product[1]];
            let of_b = end_a * (2.0 * iota_a);
            let identity = Matrix3::identity();
            [
                [
                    identity * by_square_a
                        + a * (of_a[0] * 2.0).transpose()
                        + b * of_product[0].transpose(),
                    identity * (0.5 * by_product)
                        + a * (of_a[1] * 2.0).transpose()
                        + b * of_product[1].transpose(),
                ],
                [
                    identity * (0.5 * by_product)
                        + a * of_product[0].transpose()
                        + b * (of_b * 2.0).transpose(),
                    identity * by_square_b + a * of_product[1].transpose(),
                ],
            ]
        },
    )
}

/// Derivatives by `a` and `b` of two vectors, to test them, in the order of [`square_gradient`]'s.
#[cfg(test)]
pub(super) fn by_differences(
    at: &Bent,
    of: impl Fn(&Bent) -> [Vector3<f64>; 2],
) -> [[Matrix3<f64>; 2]; 2] {
    const STEP: f64 = 1e-5;
    let mut all = [[Matrix3::zeros(); 2]; 2];
    for k in 0..3 {
        let h = Vector3::ith(k, STEP);
        for (column, [above, below]) in [
            [Bent { a: at.a + h, ..*at }, Bent { a: at.a - h, ..*at }],
            [Bent { b: at.b + h, ..*at }, Bent { b: at.b - h, ..*at }],
        ]
        .iter()
        .enumerate()
        {
            let [above, below] = [of(above), of(below)];
            for (row, slopes) in all.iter_mut().enumerate() {
                slopes[column].set_column(k, &((above[row] - below[row]) / (2.0 * STEP)));
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs() -> impl Iterator<Item = (Bent, Bent)> {
        let start = Bent { a: Vector3::new(0.9, 0.3, -0.2), b: Vector3::new(0.4, -1.1, 0.6) };
        [1e-9, 1e-4, 0.05, 0.6].into_iter().map(move |size| {
            let end = Bent {
                a: start.a + Vector3::new(-0.4, 0.7, 0.5) * size,
                b: start.b + Vector3::new(0.8, 0.2, -1.3) * size,
            };
            (start, end)
        })
    }

    /// Reference: the definition of a discrete gradient.
    #[test]
    fn the_gradient_gives_the_change_and_has_no_moment() {
        for (start, end) in pairs() {
            let gradient = square_gradient(&start, &end).0;
            let change =
                gradient.by_a.dot(&(end.a - start.a)) + gradient.by_b.dot(&(end.b - start.b));
            let expected = end.square() - start.square();
            assert!((change - expected).abs() < 4e-15, "{change} {expected}");
            let moment =
                (start.a + end.a).cross(&gradient.by_a) + (start.b + end.b).cross(&gradient.by_b);
            assert!(moment.norm() < 1e-14, "{moment}");
        }
    }

    /// Reference: differences.
    #[test]
    fn its_slopes_are_its_derivatives() {
        for (start, end) in pairs() {
            let slopes = square_gradient(&start, &end).1();
            let expected = by_differences(&end, |end| {
                let gradient = square_gradient(&start, end).0;
                [gradient.by_a, gradient.by_b]
            });
            for (own, expected) in slopes.iter().flatten().zip(expected.iter().flatten()) {
                let off = own - expected;
                assert!(off.column_iter().all(|off| off.norm() < 1e-8), "{own} {expected}");
            }
        }
    }

    /// Reference: a circle of radius 2 that is run through at the stretch 1.3.
    #[test]
    fn the_curvature_is_by_the_unstretched_length() {
        let (radius, stretch) = (2.0, 1.3);
        let bent = Bent {
            a: Vector3::x() * stretch,
            b: Vector3::y() * (stretch * stretch / radius) + Vector3::x() * 0.4,
        };
        assert!((bent.square().sqrt() - stretch / radius).abs() < 1e-15);
    }
}
