//! The stretch at a Gauss point and its moments over an element.

use nalgebra::{Matrix3, Vector3};

use super::shape::{NODAL, POINTS, Shapes};

/// What `½ EA φₘ²` is times, over the length, for each moment that a tension belongs to.
pub(crate) const DEGREES: [f64; 2] = [1.0, 3.0];

/// What a stretch has of Legendre's polynomials.
pub(crate) type Strains = [f64; DEGREES.len()];

/// Derivatives of each moment by the nodal vectors.
pub(crate) type MomentGradients = [[Vector3<f64>; NODAL]; POINTS];

/// How `|a|` changes between two values of `a`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Stretch {
    /// The discrete gradient: its product with the change of `a` is the change of `|a|`, exactly, and with the
    /// mean of `a` it has no moment.
    pub(crate) direction: Vector3<f64>,
    /// The unit vector along `a` at the end.
    end: Vector3<f64>,
    over: f64,
}

impl Stretch {
    /// `(a₀ + a₁)/(|a₀| + |a₁|)`. With twice the same it is the direction there.
    #[inline(always)]
    pub(crate) fn between(start: Vector3<f64>, end: Vector3<f64>) -> Self {
        let last = end.norm();
        let over = 1.0 / (start.norm() + last);
        Self { direction: (start + end) * over, end: end / last, over }
    }

    /// Along `a` at the end.
    pub(crate) fn end(&self) -> Vector3<f64> {
        self.end
    }

    /// ∂direction/∂(a at the end).
    #[inline(always)]
    pub(crate) fn slope(&self) -> Matrix3<f64> {
        (Matrix3::identity() - self.direction * self.end.transpose()) * self.over
    }
}

/// `l Σ w Pₘ (|a| - 1)` for the nodal vectors `q`, m.
#[inline(always)]
pub(crate) fn moments(shapes: &Shapes, q: &[Vector3<f64>; NODAL]) -> [f64; POINTS] {
    let mut all = [0.0; 3];
    for point in &shapes.points {
        let stretch = point.weight * (point.slope_of(q).norm() - 1.0);
        for (moment, polynomial) in all.iter_mut().zip(point.legendre) {
            *moment += stretch * polynomial;
        }
    }
    all
}

/// `(2m + 1)/l φₘ`, for moments that a tension belongs to.
#[inline(always)]
pub(crate) fn strains(shapes: &Shapes, moments: [f64; POINTS]) -> Strains {
    std::array::from_fn(|degree| DEGREES[degree] * moments[degree] / shapes.length)
}

/// Strains of a piece with these nodal vectors that is `ratio` times as long as it is made for.
#[inline(always)]
pub(crate) fn strained(shapes: &Shapes, q: &[Vector3<f64>; NODAL], ratio: f64) -> Strains {
    let mut all = moments(shapes, q);
    all[0] -= shapes.length * (ratio - 1.0);
    strains(shapes, all).map(|strain| strain / ratio)
}

/// Derivatives of the moments, where each Gauss point has this direction; with any other vectors in their place, what
/// these do along the slopes.
#[inline(always)]
pub(crate) fn moment_gradients(
    shapes: &Shapes,
    directions: [Vector3<f64>; POINTS],
) -> MomentGradients {
    let mut all = [[Vector3::zeros(); NODAL]; POINTS];
    for (point, direction) in shapes.points.iter().zip(directions) {
        for (row, polynomial) in all.iter_mut().zip(point.legendre) {
            let (weight, slope) = (point.weight * polynomial, &point.slope);
            for k in 1..NODAL {
                row[k] += direction * (weight * slope[k]);
            }
        }
    }
    // Places count by their difference.
    all.iter_mut().for_each(|row| row[0] = -row[2]);
    all
}

/// Along `a` at the Gauss points.
#[inline(always)]
pub(crate) fn directions(shapes: &Shapes, q: &[Vector3<f64>; NODAL]) -> [Vector3<f64>; POINTS] {
    let mut all = [Vector3::zeros(); POINTS];
    for (direction, point) in all.iter_mut().zip(&shapes.points) {
        *direction = point.slope_of(q).normalize();
    }
    all
}

/// Of the moments for nodal vectors that move, m/s.
pub(crate) fn moment_rates(
    shapes: &Shapes,
    at: &[Vector3<f64>; NODAL],
    rates: &[Vector3<f64>; NODAL],
) -> [f64; POINTS] {
    let mut all = [0.0; POINTS];
    for (point, direction) in shapes.points.iter().zip(directions(shapes, at)) {
        let rate = point.weight * direction.dot(&point.slope_of(rates));
        for (sum, polynomial) in all.iter_mut().zip(point.legendre) {
            *sum += rate * polynomial;
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reference: the definition of a discrete gradient, and its derivative by differences.
    #[test]
    fn the_direction_is_a_discrete_gradient_without_moment() {
        let start = Vector3::new(0.9, 0.3, -0.2);
        for size in [1e-9, 1e-3, 0.6] {
            let end = start + Vector3::new(-0.4, 0.7, 0.5) * size;
            let found = Stretch::between(start, end);
            let change = end.norm() - start.norm();
            assert!((found.direction.dot(&(end - start)) - change).abs() < 4e-16);
            assert!(found.direction.cross(&(start + end)).norm() < 1e-15);
            let slope = found.slope();
            for k in 0..3 {
                let h = Vector3::ith(k, 1e-5);
                let by = |end: Vector3<f64>| Stretch::between(start, end).direction;
                let expected = (by(end + h) - by(end - h)) / 2e-5;
                assert!((slope.column(k) - expected).norm() < 1e-9, "{size} {k}");
            }
        }
    }

    /// Reference: an element that is drawn out evenly by a tenth has `0.1 l` and no other moment.
    #[test]
    fn even_stretch_has_one_moment() {
        let shapes = Shapes::new(2.0);
        let along = Vector3::new(0.0, 0.6, 0.8);
        let q = [along * 3.0, along * 1.1, along * 5.2, along * 1.1];
        let [first, second, third] = moments(&shapes, &q);
        assert!((first - 0.2).abs() < 1e-14 && second.abs() < 1e-15 && third.abs() < 1e-15);
    }
}
