//! How far a rope that turns about itself as it likes is bent more, or less, between two times.
//!
//! Its bend at one time is `k = ι a × b` with `ι = 1/(a·a)`, across the plane in which it is bent. Between two times that changes by
//!
//! ```text
//! Δk = ῑ (ā × Δb - b̄ × Δa) + P Δι,    Δι = -2 ι₀ι₁ ā·Δa,    P = ½(a₀ × b₀ + a₁ × b₁)
//! ```
//!
//! exactly, with means that have bars. Of it counts what is along the mean bend, `p = ā × b̄ / |ā × b̄|`: across it the bend turns about the
//! rope, which nothing resists. So `d = p·Δk` is the change of `|k|` where that is large beside it; a rope that turns as a whole has
//! none; and where it becomes straight within a step and bends to the other side, `d` is all of that, where the sizes of both bends differ
//! by little or nothing. What resists `d` is along
//!
//! ```text
//! ∂d/∂(Δa) = ῑ b̄ × p - 2 ι₀ι₁ (P·p) ā,    ∂d/∂(Δb) = ῑ p × ā
//! ```
//!
//! which has no moment, `ā × ∂d/∂(Δa) + b̄ × ∂d/∂(Δb) = 0`, as `p` is along `ā × b̄`. Where the mean is straight `p` is along `Δk`.

use nalgebra::{Matrix3, Vector3};

use super::curvature::Bent;

/// Sines of the angle between `ā` and `b̄` up to this, by the larger `b`, are rounding.
const STRAIGHT: f64 = 1e-10;

/// `d` and its gradient.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BendChange {
    /// `d`, 1/m.
    pub(crate) size: f64,
    /// `∂d/∂(Δa)`, 1/m.
    pub(crate) by_a: Vector3<f64>,
    /// `∂d/∂(Δb)`.
    pub(crate) by_b: Vector3<f64>,
}

/// Means of two times, and what is made of them.
struct Between {
    /// `ι` at both.
    over: [f64; 2],
    /// `ā` and `b̄`.
    mean: Bent,
    /// `P`.
    product: Vector3<f64>,
    /// `Δk`.
    change: Vector3<f64>,
    /// `p`.
    along: Vector3<f64>,
    /// `½/|ā × b̄|`, m; zero where the mean is straight.
    turns: f64,
}

impl Between {
    fn new(start: &Bent, end: &Bent) -> Self {
        let over = [start, end].map(|own| 1.0 / own.a.norm_squared());
        let products = [start, end].map(|own| own.a.cross(&own.b));
        let mean = Bent { a: (start.a + end.a) * 0.5, b: (start.b + end.b) * 0.5 };
        let change = products[1] * over[1] - products[0] * over[0];
        let across = mean.a.cross(&mean.b);
        let bent = across.norm();
        let most = start.b.norm().max(end.b.norm());
        let is_straight = bent <= STRAIGHT * mean.a.norm() * most;
        let (along, turns) = match is_straight {
            true => (change.try_normalize(0.0).unwrap_or_default(), 0.0),
            false => (across / bent, 0.5 / bent),
        };
        let product = (products[0] + products[1]) * 0.5;
        Self { over, mean, product, change, along, turns }
    }

    fn change(&self) -> BendChange {
        let Self { over: [first, last], mean, product, change, along, .. } = self;
        let over = 0.5 * (first + last);
        BendChange {
            size: along.dot(change),
            by_a: mean.b.cross(along) * over - mean.a * (2.0 * first * last * product.dot(along)),
            by_b: along.cross(&mean.a) * over,
        }
    }

    /// Derivatives of `d ∂d/∂(Δa)` and of `d ∂d/∂(Δb)` by `a` and by `b` at the end.
    fn slopes(&self, end: &Bent) -> [[Matrix3<f64>; 2]; 2] {
        let BendChange { size, by_a, by_b } = self.change();
        let Self { over: [first, last], mean, product, change, along, turns } = self;
        let (over, both) = (0.5 * (first + last), first * last);
        let product_along = product.dot(along);
        // Of `p`, where it turns: by a and by b.
        let across = (Matrix3::identity() - along * along.transpose()) * *turns;
        let (of_a, of_b) = (mean.a.cross_matrix(), mean.b.cross_matrix());
        let turned = [-across * of_b, across * of_a];
        // Of `p·(a₁ × b₁)`, and of `ι₁`.
        let along_of = [end.b.cross(along), along.cross(&end.a)];
        let over_by_a = end.a * (-2.0 * last * last);
        let size_by = [
            turned[0].tr_mul(change)
                + along_of[0] * *last
                + over_by_a * end.a.cross(&end.b).dot(along),
            turned[1].tr_mul(change) + along_of[1] * *last,
        ];
        let product_by =
            [0, 1].map(|k: usize| (along_of[k] * 0.5 + turned[k].tr_mul(product)).transpose());
        let along_cross = along.cross_matrix();
        let mut on_a =
            [0, 1].map(|k: usize| of_b * turned[k] * over - mean.a * product_by[k] * (2.0 * both));
        on_a[0] += mean.b.cross(along) * (over_by_a * 0.5).transpose()
            - mean.a * over_by_a.transpose() * (2.0 * first * product_along)
            - Matrix3::identity() * (both * product_along);
        on_a[1] -= along_cross * (0.5 * over);
        let mut on_b = [0, 1].map(|k: usize| -of_a * turned[k] * over);
        on_b[0] +=
            along.cross(&mean.a) * (over_by_a * 0.5).transpose() + along_cross * (0.5 * over);
        let size_by = size_by.map(|own| own.transpose());
        [
            [on_a[0] * size + by_a * size_by[0], on_a[1] * size + by_a * size_by[1]],
            [on_b[0] * size + by_b * size_by[0], on_b[1] * size + by_b * size_by[1]],
        ]
    }
}

/// `d` between two times, with its gradient.
pub(crate) fn bend_change(start: &Bent, end: &Bent) -> BendChange {
    Between::new(start, end).change()
}

/// Derivatives of what resists, `d` times its gradient, by `a` and `b` at the end, as
/// `[[∂by_a/∂a, ∂by_a/∂b], [∂by_b/∂a, ∂by_b/∂b]]`.
pub(crate) fn bend_change_slopes(start: &Bent, end: &Bent) -> [[Matrix3<f64>; 2]; 2] {
    Between::new(start, end).slopes(end)
}

#[cfg(test)]
mod tests {
    use nalgebra::Rotation3;

    use super::super::curvature::by_differences;
    use super::*;

    fn pairs() -> impl Iterator<Item = (Bent, Bent)> {
        let start = Bent { a: Vector3::new(0.9, 0.3, -0.2), b: Vector3::new(0.4, -1.1, 0.6) };
        [1e-4, 0.05, 0.6, 1.7, 2.5].into_iter().map(move |size| {
            let end = Bent {
                a: start.a + Vector3::new(-0.1, 0.3, 0.2) * size,
                b: start.b + Vector3::new(0.3, 1.0, -0.4) * size,
            };
            (start, end)
        })
    }

    /// Reference: its definition, and that of a moment.
    #[test]
    fn the_gradient_gives_the_change_and_has_no_moment() {
        for (start, end) in pairs() {
            let BendChange { size, by_a, by_b } = bend_change(&start, &end);
            let change = by_a.dot(&(end.a - start.a)) + by_b.dot(&(end.b - start.b));
            assert!((change - size).abs() < 4e-15, "{change} {size}");
            let moment = (start.a + end.a).cross(&by_a) + (start.b + end.b).cross(&by_b);
            assert!(moment.norm() < 2e-14, "{moment}");
        }
    }

    /// Reference: differences.
    #[test]
    fn its_slopes_are_its_derivatives() {
        for (start, end) in pairs() {
            let slopes = bend_change_slopes(&start, &end);
            let size = slopes.iter().flatten().fold(0.0_f64, |most, own| most.max(own.amax()));
            let expected = by_differences(&end, |end| {
                let change = bend_change(&start, end);
                [change.by_a, change.by_b].map(|own| own * change.size)
            });
            for (own, expected) in slopes.iter().flatten().zip(expected.iter().flatten()) {
                let off = own - expected;
                assert!(off.column_iter().all(|off| off.norm() < 1e-7 * size), "{own} {expected}");
            }
        }
    }

    /// A bend that turns with the whole rope is no other one; one that grows by 1e-4 of itself changes by that, and what turns
    /// it about the rope meanwhile adds nothing of the first order.
    #[test]
    fn what_turns_is_bent_as_much_as_before() {
        let start = Bent { a: Vector3::new(0.9, 0.3, -0.2), b: Vector3::new(0.4, -1.1, 0.6) };
        for angle in [0.01, 0.5, 1.5] {
            let turn = Rotation3::new(Vector3::new(0.3, -0.5, 0.8).normalize() * angle);
            let turned = Bent { a: turn * start.a, b: turn * start.b };
            assert!(bend_change(&start, &turned).size.abs() < 2e-15);
        }
        let about = Rotation3::new(start.a.normalize() * 1e-4);
        let end = Bent { a: start.a, b: about * start.b * 1.0001 };
        let (found, expected) = (bend_change(&start, &end).size, start.square().sqrt() * 1e-4);
        assert!((found - expected).abs() < 1e-3 * expected, "{found} {expected}");
    }

    /// From a bend of 0.3 1/m over a straight rope to one of 0.2 or 0.3 1/m to the other side, in a plane: 0.5 and 0.6 1/m.
    #[test]
    fn through_straight_it_is_the_way_from_side_to_side() {
        let bent = |curvature: f64| Bent { a: Vector3::x(), b: Vector3::y() * curvature };
        for (end, expected) in [(-0.2, 0.5), (-0.3, 0.6), (0.0, 0.3), (0.2, 0.1)] {
            let found = bend_change(&bent(0.3), &bent(end));
            assert!((found.size.abs() - expected).abs() < 1e-15, "{end}: {}", found.size);
            assert!((found.by_b.norm() - 1.0).abs() < 1e-15);
        }
    }
}
