//! The twist of an element, by axes across the rope at both ends and by its tangents.
//!
//! With `a₁, a₂` across the tangent at the element's start and `b₁, b₂` at its end, `ψ = atan2(a₂·b₁ - a₁·b₂,
//! a₁·b₁ + a₂·b₂)` is the turn that is left of the one between both when the smallest rotation from tangent to tangent
//! has been taken away. That rotation follows the chord between the tangents on the unit sphere, while the rope follows
//! the curve; between them lies, to the next order, 4/3 of the triangle of the tangents at the start, the middle and the
//! end, whose area is `Ω = 2 atan2(u·(v × w), |u||v||w| + (u·v)|w| + (v·w)|u| + (w·u)|v|)`. So the rope is twisted by
//! `ψ - 4/3 Ω`: of order 4, where `ψ` alone is of order 2, and with the other sign a straight rope does not tell the
//! difference, but a ring does (Michell and Zajac).
//!
//! Over a step both are angles of a sine and a cosine: with the means of both, `k = (δ / sin δ) / (ρ₀ ρ₁)` and the
//! change `δ`, `k (C̄ ΔS - S̄ ΔC) = δ`, and `ΔS` and `ΔC` are exact by products' rules. The triple product of the three
//! tangents leaves `Δu·(Δv × Δw)/4`, which goes along the changes of their six products (Gonzalez 1996), so that moments
//! are in balance all the same.
//!
//! Signs: a twist is positive where the section towards the end is turned to the right about the tangent.

mod flowing;
mod relaxing;
mod tangents;

use nalgebra::{Matrix3, Vector3};

pub(crate) use self::flowing::{FlowingTwist, TwistActs, Twisted};
pub(crate) use self::relaxing::{Apart, Comes, RelaxingTwist, mixed as mixed_twist};
use self::tangents::{Tangents, Triangle};
use super::shape::{INNER_ROWS, InnerRows, blocks};

/// `a₁ a₂ b₁ b₂`, then the tangents at the start, in the middle and at the end.
pub(crate) const TWISTED: usize = 7;
/// Of these, what is across.
pub(crate) const ACROSS: usize = 4;

/// Of the triangle, to come from the chord between the tangents to the curve.
const TO_CURVE: f64 = 4.0 / 3.0;

/// Of half the area of the triangle in the twist.
const SHARE: f64 = -2.0 * TO_CURVE;

/// Values of what decides the twist, in the order of [`TWISTED`].
pub(crate) type Sections = [Vector3<f64>; TWISTED];

/// Of one by the other.
pub(crate) type TwistSlopes = [[Matrix3<f64>; TWISTED]; TWISTED];

/// `ψ`, rad: the value that is nearest to another one.
pub(crate) fn turn(u: &Sections, near: f64) -> f64 {
    let angle = Angle::across(u).value();
    angle + ((near - angle) / std::f64::consts::TAU).round() * std::f64::consts::TAU
}

/// What the rope is twisted by where `ψ` has this value, rad.
pub(crate) fn twist(u: &Sections, turn: f64) -> f64 {
    turn - TO_CURVE * Triangle::of([u[4], u[5], u[6]]).area()
}

/// The change of the twist over a step, in which it turns by less than half a turn.
pub(crate) struct Twisting {
    /// rad
    pub(crate) change: f64,
    /// Its discrete gradient: the product with what changes is `change`.
    pub(crate) gradient: Sections,
    /// By the axes across the rope.
    across: Chord,
    /// Halfway over the step and at its end.
    axes: [Axes; 2],
    /// Of `ψ` at the end.
    end: Angle,
    /// By the tangents.
    tangents: (Chord, Tangents),
}

impl Twisting {
    /// From the start of a step to its end.
    #[inline(always)]
    pub(crate) fn between(start: &Sections, end: &Sections) -> Self {
        let (first, last) = (Angle::across(start), Angle::across(end));
        let across = Chord::of([first, last]);
        let (before, after) = (axes(start), axes(end));
        let mut means = after;
        for (mean, before) in means.iter_mut().zip(&before) {
            *mean = (*before + *mean) * 0.5;
        }
        let tangents = Tangents::of([start[4], start[5], start[6]], [end[4], end[5], end[6]]);
        let [one, other] = &tangents.ends;
        let outer = Chord::of([one.angle, other.angle]);
        // Both are bilinear, so these are discrete gradients.
        let [sine, cosine] = gradients(&means);
        let [u, v, w] = tangents.gradients(outer.by.map(|by| by * SHARE));
        let mut gradient =
            [Vector3::zeros(), Vector3::zeros(), Vector3::zeros(), Vector3::zeros(), u, v, w];
        for k in 0..ACROSS {
            gradient[k] = sine[k] * across.by[0] + cosine[k] * across.by[1];
        }
        let change = across.change + SHARE * outer.change;
        Self {
            change,
            gradient,
            across,
            axes: [means, after],
            end: last,
            tangents: (outer, tangents),
        }
    }

    /// What the rope is twisted by at the start of the step, where `ψ` has this value there, rad.
    pub(crate) fn start(&self, turn: f64) -> f64 {
        turn - TO_CURVE * self.tangents.1.ends[0].area()
    }

    /// ∂(twist)/∂(what decides it) at the end.
    #[inline(always)]
    pub(crate) fn end_gradient(&self) -> Sections {
        let (_, tangents) = &self.tangents;
        let mut gradient = [Vector3::zeros(); TWISTED];
        let [sine, cosine] = gradients(&self.axes[1]);
        let Angle { sine: s, cosine: c } = self.end;
        let over = 1.0 / (s * s + c * c);
        for k in 0..ACROSS {
            gradient[k] = (sine[k] * c - cosine[k] * s) * over;
        }
        let last = &tangents.ends[1];
        let Angle { sine: s, cosine: c } = last.angle;
        let over = SHARE / (s * s + c * c);
        let [sine, cosine] = last.gradients();
        for k in 0..3 {
            gradient[ACROSS + k] = (sine[k] * c - cosine[k] * s) * over;
        }
        gradient
    }

    /// ∂(gradient)/∂(what decides the twist at the end).
    #[inline(never)]
    pub(crate) fn slopes(&self) -> TwistSlopes {
        let mut all = [[Matrix3::zeros(); TWISTED]; TWISTED];
        let chord = &self.across;
        let [means, last] = self.axes.each_ref().map(gradients);
        // Half of the second derivatives of `a₂·b₁ - a₁·b₂` and of `a₁·b₁ + a₂·b₂`.
        const PAIRS: [[(usize, usize, f64); 2]; 2] =
            [[(1, 2, 0.5), (0, 3, -0.5)], [(0, 2, 0.5), (1, 3, 0.5)]];
        for k in 0..ACROSS {
            for l in 0..ACROSS {
                all[k][l] = chord.outer([means[0][k], means[1][k]], [last[0][l], last[1][l]]);
            }
        }
        for (pairs, by) in PAIRS.iter().zip(chord.by) {
            for &(k, l, half) in pairs {
                let block = Matrix3::identity() * (half * by);
                all[k][l] += block;
                all[l][k] += block;
            }
        }
        let mut tangents = INNER_ROWS;
        self.add_tangent_slopes([0.0, 1.0, 0.0], 1.0, &mut tangents);
        for (row, own) in all[ACROSS..].iter_mut().zip(blocks(&tangents)) {
            row[ACROSS..].copy_from_slice(&own);
        }
        all
    }

    /// Adds those by the tangents, times a factor, as what they do to three vectors by these: the one in the middle is `way` of the
    /// second, and `first` and `last` of the others, `[first, way, last]`. With `[0, 1, 0]` they are the tangents.
    #[inline(always)]
    pub(crate) fn add_tangent_slopes(&self, middle: [f64; 3], factor: f64, rows: &mut InnerRows) {
        let (chord, tangents) = &self.tangents;
        tangents.add_slopes(chord, middle, factor * SHARE, rows);
    }

    /// ∂(what turns the sections)/∂(their turns at the end), first by row: `Σ m × gradient` over both axes of a section with
    /// levers `m`, where a turn `δθ` moves an axis at the end by `δθ × arm`. Both in the order of the axes.
    #[inline(always)]
    pub(crate) fn turn_slopes(&self, [a, b, c, d]: &Axes, arms: &Axes) -> [[Matrix3<f64>; 2]; 2] {
        let chord = &self.across;
        let [sine, cosine] = gradients(&self.axes[0]);
        let over =
            [a.cross(&sine[0]) + b.cross(&sine[1]), a.cross(&cosine[0]) + b.cross(&cosine[1])];
        let last = gradients(&self.axes[1]);
        // Arms need not be the axes at the end, so what turns one section need not turn the other back.
        let turned = |first: usize, of: usize| {
            arms[first].cross(&last[of][first]) + arms[first + 1].cross(&last[of][first + 1])
        };
        let by_first = chord.outer(over, [turned(0, 0), turned(0, 1)]);
        let by_second = chord.outer(over, [turned(2, 0), turned(2, 1)]);
        let [sine, cosine] = chord.by.map(|by| 0.5 * by);
        let crossed = |lever: Vector3<f64>, arm: &Vector3<f64>| {
            Matrix3::identity() * lever.dot(arm) - arm * lever.transpose()
        };
        let ahead =
            crossed(b * sine + a * cosine, &arms[2]) + crossed(b * cosine - a * sine, &arms[3]);
        let back =
            crossed(c * cosine - d * sine, &arms[0]) + crossed(c * sine + d * cosine, &arms[1]);
        // On the side of the rows it does.
        [[by_first, by_second + ahead], [back - by_first, -by_second]]
    }

    /// What turns the section at the start in all, `Σ m × gradient` with levers `m`; the one at the end is turned back by that.
    #[inline(always)]
    pub(crate) fn turning(&self, [a, b, ..]: &Axes) -> Vector3<f64> {
        a.cross(&self.gradient[0]) + b.cross(&self.gradient[1])
    }
}

/// How an angle changes with its sine and cosine, both times a radius.
struct Chord {
    /// `δ`
    change: f64,
    /// By sine and cosine.
    by: [f64; 2],
    /// Of these, by sine and cosine at the end.
    slopes: [[f64; 2]; 2],
}

impl Chord {
    /// Over a step.
    #[inline(always)]
    fn of([Angle { sine: s, cosine: c }, Angle { sine: t, cosine: d }]: [Angle; 2]) -> Self {
        let change = (t * c - s * d).atan2(d * c + t * s);
        let end = t * t + d * d;
        let radii = ((s * s + c * c) * end).sqrt();
        // δ / sin δ, and the derivative of its logarithm.
        let (factor, growth) = if change.abs() < 1e-3 {
            let square = change * change;
            (1.0 + square / 6.0 * (1.0 + square * 7.0 / 60.0), change / 3.0 * (1.0 + square / 15.0))
        } else {
            (change / change.sin(), 1.0 / change - 1.0 / change.tan())
        };
        let k = factor / radii;
        let by_sine = k * (growth * d / end - t / end);
        let by_cosine = k * (-growth * t / end - d / end);
        let (sine, cosine) = (0.5 * (s + t), 0.5 * (c + d));
        Self {
            change,
            by: [cosine * k, -sine * k],
            slopes: [
                [cosine * by_sine, 0.5 * k + cosine * by_cosine],
                [-0.5 * k - sine * by_sine, -sine * by_cosine],
            ],
        }
    }

    /// What the slopes make of gradients of sine and cosine over the step, and at its end.
    #[inline(always)]
    fn outer(&self, over: [Vector3<f64>; 2], end: [Vector3<f64>; 2]) -> Matrix3<f64> {
        let column = |of: usize| end[0] * self.slopes[of][0] + end[1] * self.slopes[of][1];
        over[0] * column(0).transpose() + over[1] * column(1).transpose()
    }
}

/// Sine and cosine of an angle, both times a radius.
#[derive(Clone, Copy)]
struct Angle {
    /// Times the radius.
    sine: f64,
    /// Times the radius.
    cosine: f64,
}

impl Angle {
    /// `ψ`
    #[inline(always)]
    fn across(&[a, b, c, d, ..]: &Sections) -> Self {
        Self { sine: b.dot(&c) - a.dot(&d), cosine: a.dot(&c) + b.dot(&d) }
    }

    /// rad
    #[inline(always)]
    fn value(self) -> f64 {
        self.sine.atan2(self.cosine)
    }
}

/// Across the rope at both nodes.
type Axes = [Vector3<f64>; ACROSS];

/// Those that decide a twist.
#[inline(always)]
fn axes(&[a, b, c, d, ..]: &Sections) -> Axes {
    [a, b, c, d]
}

/// Of sine and cosine of `ψ` by the axes.
#[inline(always)]
fn gradients(&[a, b, c, d]: &Axes) -> [Axes; 2] {
    [[-d, c, b, -a], [c, d, a, b]]
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::Rotation3;

    /// Axes across three tangents that are bent and stretched, by a number.
    fn sections(seed: f64) -> Sections {
        let tangent = |k: f64| {
            Vector3::new(
                1.0 + 0.1 * (seed + k).sin(),
                0.4 * (2.0 * seed + k).cos(),
                0.3 * (seed * k).sin(),
            )
        };
        let [u, v, w] = [1.0, 1.7, 2.9].map(tangent);
        let across = |along: &Vector3<f64>, turn: f64| {
            let first = Vector3::z().cross(along).normalize();
            let turned = Rotation3::new(along.normalize() * turn) * first;
            [turned, along.normalize().cross(&turned)]
        };
        let [a, b] = across(&u, 0.3 * seed);
        let [c, d] = across(&w, 1.1 + 0.7 * seed);
        [a, b, c, d, u, v, w]
    }

    fn moved(from: &Sections, by: &Sections, share: f64) -> Sections {
        std::array::from_fn(|k| from[k] + (by[k] - from[k]) * share)
    }

    fn dot(a: &Sections, b: &Sections) -> f64 {
        a.iter().zip(b).map(|(a, b)| a.dot(b)).sum()
    }

    #[test]
    fn the_gradient_gives_the_change_and_balances_moments() {
        for (start, size) in [(0.2, 1.0), (0.7, 0.3), (1.9, 1e-3), (2.6, 1e-6), (0.4, 1e-9)] {
            let first = sections(start);
            let last = moved(&first, &sections(start + 0.8), size);
            let found = Twisting::between(&first, &last);
            let changes: Sections = std::array::from_fn(|k| last[k] - first[k]);
            let before = twist(&first, turn(&first, 0.0));
            let expected = twist(&last, turn(&last, turn(&first, 0.0))) - before;
            let by_gradient = dot(&found.gradient, &changes);
            assert!((found.change - expected).abs() < 4e-15, "{size}: {}", found.change - expected);
            assert!((by_gradient - expected).abs() < 4e-15, "{size}: {}", by_gradient - expected);
            let moment: Vector3<f64> =
                (0..TWISTED).map(|k| ((first[k] + last[k]) * 0.5).cross(&found.gradient[k])).sum();
            assert!(moment.norm() < 4e-15, "{size}: {moment}");
        }
    }

    #[test]
    fn slopes_are_derivatives() {
        for (start, end) in [(0.2, 0.9), (1.3, 1.35), (0.6, 0.6)] {
            let (first, last) = (sections(start), sections(end));
            let found = Twisting::between(&first, &last);
            let (slopes, gradient) = (found.slopes(), found.end_gradient());
            let near = turn(&last, 0.0);
            for l in 0..TWISTED {
                for axis in 0..3 {
                    let [above, below] = [1e-5, -1e-5].map(|by: f64| {
                        let mut other = last;
                        other[l][axis] += by;
                        other
                    });
                    let rate = (twist(&above, turn(&above, near))
                        - twist(&below, turn(&below, near)))
                        / 2e-5;
                    assert!((rate - gradient[l][axis]).abs() < 1e-8, "{l} {axis}: {rate}");
                    let [above, below] =
                        [above, below].map(|other| Twisting::between(&first, &other).gradient);
                    for k in 0..TWISTED {
                        let expected = (above[k] - below[k]) / 2e-5;
                        let own = slopes[k][l].column(axis).into_owned();
                        assert!(
                            (own - expected).norm() < 1e-7,
                            "{k} by {l} {axis}: {own} {expected}"
                        );
                    }
                }
            }
        }
    }

    /// The tangent in the middle is made of three vectors, so both ways to the derivatives by these agree.
    #[test]
    fn tangents_may_be_made_of_other_vectors() {
        let found = Twisting::between(&sections(0.2), &sections(0.9));
        let middle @ [first, way, last] = [-0.25, 1.7, -0.4];
        let (mut plain, mut rows) = (INNER_ROWS, INNER_ROWS);
        found.add_tangent_slopes([0.0, 1.0, 0.0], 0.6, &mut plain);
        found.add_tangent_slopes(middle, 0.6, &mut rows);
        let made = [[1.0, first, 0.0], [0.0, way, 0.0], [0.0, last, 1.0]];
        for (row, line) in rows.iter().enumerate() {
            for (column, found) in line.iter().enumerate() {
                let mut expected = 0.0;
                for k in 0..3 {
                    for l in 0..3 {
                        let own = plain[3 * k + row % 3][3 * l + column % 3];
                        expected += made[row / 3][k] * made[column / 3][l] * own;
                    }
                }
                assert!((found - expected).abs() < 1e-14, "{row} {column} {found} {expected}");
            }
        }
    }

    /// Both ways to the turns of sections agree: by their axes, and at once.
    #[test]
    fn turns_are_slopes_by_axes() {
        let (first, last) = (sections(0.2), sections(0.9));
        let found = Twisting::between(&first, &last);
        let slopes = found.slopes();
        let levers: [Vector3<f64>; ACROSS] = std::array::from_fn(|k| (first[k] + last[k]) * 0.5);
        let arms: [Vector3<f64>; ACROSS] = std::array::from_fn(|k| last[k] + first[k] * 0.3);
        let own = found.turn_slopes(&levers, &arms);
        for (n, row) in own.iter().enumerate() {
            let turning: Vector3<f64> =
                (2 * n..2 * n + 2).map(|k| levers[k].cross(&found.gradient[k])).sum();
            let expected = found.turning(&levers) * if n == 0 { 1.0 } else { -1.0 };
            assert!((turning - expected).norm() < 1e-15);
            for (m, block) in row.iter().enumerate() {
                let mut expected = Matrix3::zeros();
                for k in 2 * n..2 * n + 2 {
                    for l in 2 * m..2 * m + 2 {
                        expected -=
                            levers[k].cross_matrix() * slopes[k][l] * arms[l].cross_matrix();
                    }
                }
                assert!((block - expected).norm() < 1e-14, "{n} {m}");
            }
        }
    }

    /// A helix of the radius `r` and the pitch `2πp`: axes that are carried along it without twist turn against its
    /// normal by its torsion `p/(r² + p²)` for each length.
    #[test]
    fn what_is_carried_along_a_helix_without_twist_is_not_twisted() {
        let (r, p): (f64, f64) = (1.0, 0.4);
        let speed = r.hypot(p);
        let tangent = |s: f64| {
            let phi = s / speed;
            Vector3::new(-r * phi.sin(), r * phi.cos(), p) / speed
        };
        let across = |s: f64| {
            let phi = s / speed;
            let normal = Vector3::new(-phi.cos(), -phi.sin(), 0.0);
            let binormal = tangent(s).cross(&normal);
            let back = -p / (speed * speed) * s;
            [
                normal * back.cos() + binormal * back.sin(),
                binormal * back.cos() - normal * back.sin(),
            ]
        };
        let error = |l: f64| {
            let ([a, b], [c, d]) = (across(0.0), across(l));
            let u = [a, b, c, d, tangent(0.0), tangent(0.5 * l), tangent(l)];
            (twist(&u, turn(&u, 0.0)) / l, turn(&u, 0.0) / l)
        };
        let ((coarse, plain), (fine, _)) = (error(0.8), error(0.4));
        // Of order 4; without the triangle of order 2 and far larger.
        assert!(coarse.abs() < 2e-3 && plain.abs() > 10.0 * coarse.abs(), "{coarse} {plain}");
        assert!((coarse / fine).log2() > 3.8, "{coarse} {fine}");
        // To the right where it goes on turned to the right.
        let [a, b] = across(0.0);
        let turned = Rotation3::new(tangent(0.4) * 0.1);
        let [c, d] = across(0.4).map(|own| turned * own);
        let u = [a, b, c, d, tangent(0.0), tangent(0.2), tangent(0.4)];
        assert!((twist(&u, turn(&u, 0.0)) - 0.1).abs() < 1e-3);
    }
}
