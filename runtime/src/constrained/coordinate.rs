//! Coordinates of joints as functions of vectors: displacements along an axis, and angles.
//!
//! Their discrete gradients are exact: the product with the displacement of a step is the change of
//! the coordinate. For an angle this follows from the chord of the circle: with `c = w·x = ρ cos θ`
//! and `s = w·y = ρ sin θ`, `Δ(c, s) = 2 ρ sin(Δθ/2) (-sin θₘ, cos θₘ)` with the mean angle `θₘ`, so
//! `D = Δθ / (2 ρ sin(Δθ/2)) (-sin θₘ, cos θₘ)` gives `D · Δ(c, s) = Δθ`; and the midpoint gradients of
//! the products `c` and `s` are exact themselves.

use nalgebra::{Matrix3, Vector3};

use super::data::Configurations;
use super::scheme::Scheme;
use super::vectors::{VectorId, VectorValues};

/// A scalar function of three vectors.
/// The order of the three vectors counts: signs of angles follow from it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Coordinate {
    /// A way or an angle.
    pub(super) kind: CoordinateKind,
    /// `[u, e, e]` for displacements, `[w, x, y]` for angles.
    pub(super) vectors: [VectorId; 3],
}

/// Which function of the vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CoordinateKind {
    /// `u · e`, m.
    Displacement,
    /// Of `w` from `x` towards `y`, rad; all three have length one and are perpendicular to the joint's
    /// axis.
    Angle,
}

/// First derivatives with respect to the three vectors, and what the second ones are made of.
/// Of a step: `balance` is the discrete gradient, `end` the gradient where the step ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gradient {
    /// Of the coordinate.
    kind: CoordinateKind,
    /// Along which an effort acts on the vectors, in the balance.
    pub(super) balance: [Vector3<f64>; 3],
    /// ∂(coordinate at the end)/∂(vectors at the end).
    pub(super) end: [Vector3<f64>; 3],
    /// `D`, and its derivative by the end's angle.
    direction: [f64; 2],
    /// Of both components of `D`, by the coordinate.
    slope: [f64; 2],
    /// `w`, `x`, `y` in the balance.
    at: [Vector3<f64>; 3],
    /// ∂(balance)/∂(end).
    share: f64,
}

impl Coordinate {
    /// Whether it is one, rad.
    pub(super) fn is_angle(&self) -> bool {
        self.kind == CoordinateKind::Angle
    }

    /// The value nearest to `near`, which tells how often an angle has turned round, where the vectors have these values.
    pub(super) fn value_at(&self, [w, x, y]: [Vector3<f64>; 3], near: f64) -> f64 {
        match self.kind {
            CoordinateKind::Displacement => w.dot(&x),
            CoordinateKind::Angle => {
                let angle = w.dot(&y).atan2(w.dot(&x));
                let turns = ((near - angle) / std::f64::consts::TAU).round();
                angle + turns * std::f64::consts::TAU
            }
        }
    }

    /// ∂(coordinate)/∂(vectors). Of a displacement without unit by the line and in m by the
    /// direction, of an angle in rad.
    pub(super) fn instant_gradient(&self, at: &VectorValues) -> [Vector3<f64>; 3] {
        self.gradient_at(self.vectors.map(|id| at.of(id)))
    }

    /// The same where the vectors have these values.
    pub(super) fn gradient_at(&self, [w, x, y]: [Vector3<f64>; 3]) -> [Vector3<f64>; 3] {
        match self.kind {
            CoordinateKind::Displacement => [x, w, Vector3::zeros()],
            CoordinateKind::Angle => {
                let (cosine, sine) = (w.dot(&x), w.dot(&y));
                let square = cosine * cosine + sine * sine;
                let (dc, ds) = (-sine / square, cosine / square);
                [x * dc + y * ds, w * dc, w * ds]
            }
        }
    }

    /// Second derivatives by the vectors where they have these values.
    pub(super) fn hessian_at(&self, [w, x, y]: [Vector3<f64>; 3]) -> [[Matrix3<f64>; 3]; 3] {
        let identity = Matrix3::identity();
        let zero = Matrix3::zeros();
        match self.kind {
            CoordinateKind::Displacement => {
                [[zero, identity, zero], [identity, zero, zero], [zero, zero, zero]]
            }
            CoordinateKind::Angle => {
                let (c, s) = (w.dot(&x), w.dot(&y));
                let square = c * c + s * s;
                let (gc, gs) = (-s / square, c / square);
                let fourth = square * square;
                let (cc, cs) = (2.0 * c * s / fourth, (s * s - c * c) / fourth);
                let (of_c, of_s) = ([x, w, Vector3::zeros()], [y, Vector3::zeros(), w]);
                let mut all = [[zero; 3]; 3];
                for (k, row) in all.iter_mut().enumerate() {
                    for (l, entry) in row.iter_mut().enumerate() {
                        *entry = of_c[k] * (of_c[l] * cc + of_s[l] * cs).transpose()
                            + of_s[k] * (of_c[l] * cs - of_s[l] * cc).transpose();
                    }
                }
                all[0][1] += identity * gc;
                all[1][0] += identity * gc;
                all[0][2] += identity * gs;
                all[2][0] += identity * gs;
                all
            }
        }
    }

    /// ∂(rate)/∂(vectors) where the vectors have these values and rates.
    pub(super) fn rate_gradient_at(
        &self,
        [w, x, y]: [Vector3<f64>; 3],
        [dw, dx, dy]: [Vector3<f64>; 3],
    ) -> [Vector3<f64>; 3] {
        match self.kind {
            CoordinateKind::Displacement => [dx, dw, Vector3::zeros()],
            CoordinateKind::Angle => {
                let (c, s) = (w.dot(&x), w.dot(&y));
                let square = c * c + s * s;
                let (rc, rs) = (dw.dot(&x) + w.dot(&dx), dw.dot(&y) + w.dot(&dy));
                let (gc, gs) = (-s / square, c / square);
                // The rates of -s/ρ² and c/ρ².
                let fall = 2.0 * (c * rc + s * rs) / square;
                let (tc, ts) = (-rs / square - gc * fall, rc / square - gs * fall);
                [dx * gc + dy * gs + x * tc + y * ts, dw * gc + w * tc, dw * gs + w * ts]
            }
        }
    }

    /// The second derivative along rates of the vectors: what is left of the coordinate's second
    /// derivative when the vectors' second derivatives are zero.
    pub(super) fn curvature_at(
        &self,
        [w, x, y]: [Vector3<f64>; 3],
        [dw, dx, dy]: [Vector3<f64>; 3],
    ) -> f64 {
        match self.kind {
            CoordinateKind::Displacement => 2.0 * dw.dot(&dx),
            CoordinateKind::Angle => {
                let (c, s) = (w.dot(&x), w.dot(&y));
                let (dc, ds) = (dw.dot(&x) + w.dot(&dx), dw.dot(&y) + w.dot(&dy));
                let (ddc, dds) = (2.0 * dw.dot(&dx), 2.0 * dw.dot(&dy));
                let square = c * c + s * s;
                let radial = (c * dc + s * ds) / square;
                let rate = (c * ds - s * dc) / square;
                (c * dds - s * ddc) / square - 2.0 * radial * rate
            }
        }
    }

    /// `start` and `end` are its values at both ends of the step.
    pub(super) fn gradient(
        &self,
        scheme: &Scheme,
        at: &Configurations,
        start: f64,
        end: f64,
    ) -> Gradient {
        let [w, x, y] = self.vectors.map(|id| at.balance.of(id));
        let last = self.instant_gradient(&at.end);
        match self.kind {
            CoordinateKind::Displacement => Gradient {
                kind: self.kind,
                balance: [x, w, Vector3::zeros()],
                end: last,
                direction: [0.0; 2],
                slope: [0.0; 2],
                at: [w, x, y],
                share: scheme.balance,
            },
            CoordinateKind::Angle => {
                let (direction, slope) = if scheme.balance == 1.0 {
                    let (sine, cosine) = end.sin_cos();
                    ([-sine, cosine], [-cosine, -sine])
                } else {
                    chord(start, end)
                };
                let [dc, ds] = direction;
                Gradient {
                    kind: self.kind,
                    balance: [x * dc + y * ds, w * dc, w * ds],
                    end: last,
                    direction,
                    slope,
                    at: [w, x, y],
                    share: scheme.balance,
                }
            }
        }
    }
}

/// `D` for the unit circle, and its derivative by the second angle.
/// Angles at both ends in rad, as far apart as they have turned.
fn chord(start: f64, end: f64) -> ([f64; 2], [f64; 2]) {
    let change = end - start;
    let (sine, cosine) = (0.5 * (start + end)).sin_cos();
    // φ / (2 sin(φ/2)) and its derivative.
    let (factor, slope) = if change.abs() < 1e-3 {
        let square = change * change;
        (
            1.0 + square / 24.0 * (1.0 + square * 7.0 / 240.0),
            change / 12.0 * (1.0 + square * 7.0 / 120.0),
        )
    } else {
        let (half_sine, half_cosine) = (0.5 * change).sin_cos();
        let factor = 0.5 * change / half_sine;
        (factor, 0.5 / half_sine - 0.5 * factor * half_cosine / half_sine)
    };
    (
        [-sine * factor, cosine * factor],
        [-sine * slope - 0.5 * cosine * factor, cosine * slope - 0.5 * sine * factor],
    )
}

impl Gradient {
    /// `-∂(effort · gradient)/∂(end)` for an effort whose derivative by the coordinate's end value is
    /// `effort_slope`.
    /// One 3x3 block for each pair of the three vectors, force by row, vector by column.
    pub(super) fn stiffness(&self, effort: f64, effort_slope: f64) -> [[Matrix3<f64>; 3]; 3] {
        let mut all = [[Matrix3::zeros(); 3]; 3];
        for (row, balance) in all.iter_mut().zip(&self.balance) {
            for (entry, end) in row.iter_mut().zip(&self.end) {
                *entry = balance * end.transpose() * -effort_slope;
            }
        }
        let identity = Matrix3::identity();
        match self.kind {
            CoordinateKind::Displacement => {
                all[0][1] -= identity * (self.share * effort);
                all[1][0] -= identity * (self.share * effort);
            }
            CoordinateKind::Angle => {
                let [w, x, y] = self.at;
                let [dc, ds] = self.direction.map(|value| value * self.share * effort);
                all[0][1] -= identity * dc;
                all[1][0] -= identity * dc;
                all[0][2] -= identity * ds;
                all[2][0] -= identity * ds;
                let [sc, ss] = self.slope.map(|value| value * effort);
                let turning = [x * sc + y * ss, w * sc, w * ss];
                for (row, turning) in all.iter_mut().zip(&turning) {
                    for (entry, end) in row.iter_mut().zip(&self.end) {
                        *entry -= turning * end.transpose();
                    }
                }
            }
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::chord;

    #[test]
    fn the_chord_gives_the_change_of_the_angle() {
        for (start, end) in [(0.3, 0.3 + 1e-9), (0.3, 0.3007), (1.0, 3.5), (-2.0, -4.9), (7.0, 6.0)]
        {
            let (d, _) = chord(start, end);
            let change = [f64::cos(end) - f64::cos(start), f64::sin(end) - f64::sin(start)];
            let found = d[0] * change[0] + d[1] * change[1];
            let expected = end - start;
            assert!((found - expected).abs() <= 4e-16 * (1.0 + expected.abs()), "{start} {end}");
        }
    }

    #[test]
    fn the_slope_of_the_chord_is_its_derivative() {
        for (start, end) in [(0.3, 0.3 + 5e-4), (0.3, 0.3 + 2e-3), (1.0, 3.5)] {
            let step = 1e-6;
            let (_, slope) = chord(start, end);
            let (above, below) = (chord(start, end + step).0, chord(start, end - step).0);
            for k in 0..2 {
                let expected = (above[k] - below[k]) / (2.0 * step);
                assert!((slope[k] - expected).abs() < 1e-8, "{start} {end} {k}");
            }
        }
    }
}
