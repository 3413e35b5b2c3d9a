//! Cubic Hermite shape functions, their derivatives at Gauss points, and integrals of them.

use nalgebra::{Matrix3, Vector3};

use crate::laws::piece::GAUSS;

/// Vectors of an element: place and slope at both nodes.
pub(crate) const NODAL: usize = 4;
/// Gauss points of an element.
pub(crate) const POINTS: usize = 3;

/// Of an element, by the unstretched length.
/// What is linear in the nodal vectors is a coefficient for each of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct GaussPoint {
    /// Times the element's length, m.
    pub(crate) weight: f64,
    /// Of `r`: none, m, none, m.
    pub(crate) place: [f64; NODAL],
    /// Of `a = ∂r/∂s`: 1/m, none, 1/m, none.
    pub(crate) slope: [f64; NODAL],
    /// Of `b = ∂²r/∂s²`: 1/m², 1/m, 1/m², 1/m.
    pub(crate) bend: [f64; NODAL],
    /// Legendre's polynomials of degrees 0, 1 and 2.
    pub(crate) legendre: [f64; 3],
}

/// An element of the unstretched length, m.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Shapes {
    /// m
    pub(crate) length: f64,
    /// Of Gauss, three of them.
    pub(crate) points: [GaussPoint; POINTS],
    /// `∫ N N' ds` of the shape functions `N`: times a mass per length, the mass matrix.
    pub(crate) products: [[f64; NODAL]; NODAL],
}

impl Shapes {
    /// Of a length in m.
    pub(crate) fn new(length: f64) -> Self {
        let aside = 0.15_f64.sqrt();
        let points =
            [(0.5 - aside, 5.0), (0.5, 8.0), (0.5 + aside, 5.0)].map(|(x, weight)| GaussPoint {
                weight: length * weight / 18.0,
                place: place_at(x, length),
                slope: slope_at(x, length),
                bend: bend_at(x, length),
                legendre: legendre(x),
            });
        Self { length, points, products: products(length) }
    }

    /// `∫ N ds`: times a force per length, what an even load does.
    pub(crate) fn integrals(&self) -> [f64; NODAL] {
        integrals_to(1.0, self.length)
    }
}

/// `∫ N N' ds` for the length `l`.
fn products(l: f64) -> [[f64; NODAL]; NODAL] {
    let all = [
        [156.0, 22.0 * l, 54.0, -13.0 * l],
        [22.0 * l, 4.0 * l * l, 13.0 * l, -3.0 * l * l],
        [54.0, 13.0 * l, 156.0, -22.0 * l],
        [-13.0 * l, -3.0 * l * l, -22.0 * l, 4.0 * l * l],
    ];
    all.map(|row| row.map(|entry| entry * l / 420.0))
}

/// `∫ N ds` from the element's start to a fraction of it.
pub(crate) fn integrals_to(x: f64, l: f64) -> [f64; NODAL] {
    let (x2, x3, x4) = (x * x, x * x * x, x * x * x * x);
    [
        l * (x - x3 + 0.5 * x4),
        l * l * (0.5 * x2 - 2.0 / 3.0 * x3 + 0.25 * x4),
        l * (x3 - 0.5 * x4),
        l * l * (0.25 * x4 - x3 / 3.0),
    ]
}

/// The coefficients of the place at a fraction of an element of the length `l`, m.
pub(crate) fn place_at(x: f64, l: f64) -> [f64; NODAL] {
    let second = x * x * (3.0 - 2.0 * x);
    [1.0 - second, l * x * (1.0 - x) * (1.0 - x), second, l * x * x * (x - 1.0)]
}

/// Those of the slope.
pub(crate) fn slope_at(x: f64, l: f64) -> [f64; NODAL] {
    let chord = 6.0 * x * (1.0 - x) / l;
    [-chord, (1.0 - x) * (1.0 - 3.0 * x), chord, x * (3.0 * x - 2.0)]
}

/// Those of the second derivative.
pub(crate) fn bend_at(x: f64, l: f64) -> [f64; NODAL] {
    let chord = (6.0 - 12.0 * x) / (l * l);
    [-chord, (6.0 * x - 4.0) / l, chord, (6.0 * x - 2.0) / l]
}

/// Two straight pieces that touch an element at the points of Gauss's rule and go to its ends: coefficients of the start
/// and the end of each. Each stands for half of the length; none reaches beyond the element, as into another fluid.
pub(crate) fn halves(l: f64) -> [[[f64; NODAL]; 2]; 2] {
    GAUSS.map(|x| {
        let (place, slope) = (place_at(x, l), slope_at(x, l));
        let reach = GAUSS[0] * l;
        [-reach, reach].map(|arm| std::array::from_fn(|k| place[k] + arm * slope[k]))
    })
}

/// The first three polynomials, from 0 to 1.
pub(crate) fn legendre(x: f64) -> [f64; 3] {
    [1.0, 2.0 * x - 1.0, 6.0 * x * (x - 1.0) + 1.0]
}

/// Derivatives of the forces on a slope, the second place and the other slope by these.
pub(crate) type Inner = [[Matrix3<f64>; 3]; 3];

/// None yet.
pub(crate) const INNER: Inner = [[Matrix3::new(0., 0., 0., 0., 0., 0., 0., 0., 0.); 3]; 3];

/// The same row by row, three for each.
pub(crate) type InnerRows = [[f64; 9]; 9];

/// None yet.
pub(crate) const INNER_ROWS: InnerRows = [[0.0; 9]; 9];

/// Adds `[c]×` as a block of a matrix.
#[inline(always)]
pub(super) fn add_crossed<const N: usize>(
    rows: &mut [[f64; N]],
    row: usize,
    column: usize,
    c: &Vector3<f64>,
) {
    rows[row][column + 1] -= c.z;
    rows[row][column + 2] += c.y;
    rows[row + 1][column] += c.z;
    rows[row + 1][column + 2] -= c.x;
    rows[row + 2][column] -= c.y;
    rows[row + 2][column + 1] += c.x;
}

/// In blocks.
pub(crate) fn blocks(rows: &InnerRows) -> Inner {
    let block = |of: usize, by: usize| Matrix3::from_fn(|k, l| rows[3 * of + k][3 * by + l]);
    [0, 1, 2].map(|of| [0, 1, 2].map(|by| block(of, by)))
}

/// Those by all nodal vectors: places count by their difference, so what the first has is the opposite of what the
/// second has.
pub(crate) fn spread(inner: &Inner) -> [[Matrix3<f64>; NODAL]; NODAL] {
    let [[aa, ac, ab], [ca, cc, cb], [ba, bc, bb]] = *inner;
    [[cc, -ca, -cc, -cb], [-ac, aa, ac, ab], [-cc, ca, cc, cb], [-bc, ba, bc, bb]]
}

impl GaussPoint {
    /// `a` of these nodal vectors; differences of places come first, so that they may be far from the origin.
    #[inline(always)]
    pub(crate) fn slope_of(&self, q: &[Vector3<f64>; NODAL]) -> Vector3<f64> {
        (q[2] - q[0]) * self.slope[2] + q[1] * self.slope[1] + q[3] * self.slope[3]
    }

    /// `b`, 1/m.
    #[inline(always)]
    pub(crate) fn bend_of(&self, q: &[Vector3<f64>; NODAL]) -> Vector3<f64> {
        (q[2] - q[0]) * self.bend[2] + q[1] * self.bend[1] + q[3] * self.bend[3]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(coefficients: [f64; NODAL], q: [f64; NODAL]) -> f64 {
        coefficients.iter().zip(q).map(|(c, q)| c * q).sum()
    }

    /// Reference: a cubic is what it is interpolated by.
    #[test]
    fn cubics_are_reproduced_with_their_derivatives_and_integrals() {
        let l = 1.7;
        let f = |s: f64| 0.3 - s + 0.4 * s * s + 0.7 * s * s * s;
        let slope = |s: f64| -1.0 + 0.8 * s + 2.1 * s * s;
        let q = [f(0.0), slope(0.0), f(l), slope(l)];
        for x in [0.0, 0.3, 0.8, 1.0] {
            let s = x * l;
            assert!((sum(place_at(x, l), q) - f(s)).abs() < 1e-14);
            assert!((sum(slope_at(x, l), q) - slope(s)).abs() < 1e-14);
            assert!((sum(bend_at(x, l), q) - (0.8 + 4.2 * s)).abs() < 1e-13);
            let integral = 0.3 * s - 0.5 * s * s + 0.4 / 3.0 * s.powi(3) + 0.7 / 4.0 * s.powi(4);
            assert!((sum(integrals_to(x, l), q) - integral).abs() < 1e-14);
        }
    }

    /// Reference: Gauss quadrature with three points, which is exact up to degree five, of the product of the shape
    /// functions with polynomials; and their sums.
    #[test]
    fn masses_add_up_and_move_with_every_cubic() {
        let l = 0.6;
        let shapes = Shapes::new(l);
        let products = shapes.products;
        let integrals = shapes.integrals();
        // The second argument is linear, so the integrand has degree four.
        let line = [2.0, 0.5, 2.0 + 0.5 * l, 0.5];
        for k in 0..NODAL {
            let exact: f64 = (0..NODAL).map(|j| products[k][j] * line[j]).sum();
            let points = shapes.points.iter();
            let found: f64 =
                points.clone().map(|p| p.weight * p.place[k] * sum(p.place, line)).sum();
            assert!((exact - found).abs() < 1e-15, "{k}");
            let even: f64 = points.map(|p| p.weight * p.place[k]).sum();
            assert!((integrals[k] - even).abs() < 1e-15, "{k}");
            for (j, row) in products.iter().enumerate() {
                assert_eq!(row[k], products[k][j]);
            }
        }
    }
}
