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

use nalgebra::{Matrix3, Vector3};

/// `a₁ a₂ b₁ b₂`, then the tangents at the start, in the middle and at the end.
pub(crate) const TWISTED: usize = 7;
/// Of these, what is across.
pub(crate) const ACROSS: usize = 4;

/// Of the triangle, to come from the chord between the tangents to the curve.
const TO_CURVE: f64 = 4.0 / 3.0;

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
    pub(crate) fn between(start: &Sections, end: &Sections) -> Self {
        let (first, last) = (Angle::across(start), Angle::across(end));
        let across = Chord::of([first, last]);
        let [before, after] = [axes(start), axes(end)];
        let axes = [std::array::from_fn(|k| (before[k] + after[k]) * 0.5), after];
        let tangents = Tangents::of([4, 5, 6].map(|k| start[k]), [4, 5, 6].map(|k| end[k]));
        let outer = Chord::of(tangents.ends.each_ref().map(|own| own.angle));
        let mut gradient = [Vector3::zeros(); TWISTED];
        // Both are bilinear, so these are discrete gradients.
        let [sine, cosine] = gradients(&axes[0]);
        for k in 0..ACROSS {
            gradient[k] = sine[k] * across.by[0] + cosine[k] * across.by[1];
        }
        let share = -2.0 * TO_CURVE;
        for (k, [sine, cosine]) in tangents.gradients.iter().enumerate() {
            gradient[ACROSS + k] = (sine * outer.by[0] + cosine * outer.by[1]) * share;
        }
        let change = across.change + share * outer.change;
        Self { change, gradient, across, axes, end: last, tangents: (outer, tangents) }
    }

    /// What the rope is twisted by at the start of the step, where `ψ` has this value there, rad.
    pub(crate) fn start(&self, turn: f64) -> f64 {
        turn - TO_CURVE * self.tangents.1.ends[0].area()
    }

    /// ∂(twist)/∂(what decides it) at the end.
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
        let over = -2.0 * TO_CURVE / (s * s + c * c);
        let [sine, cosine] = last.gradients();
        for k in 0..3 {
            gradient[ACROSS + k] = (sine[k] * c - cosine[k] * s) * over;
        }
        gradient
    }

    /// ∂(gradient)/∂(what decides the twist at the end).
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
        let tangents = self.tangent_slopes();
        for (row, own) in all[ACROSS..].iter_mut().zip(tangents) {
            row[ACROSS..].copy_from_slice(&own);
        }
        all
    }

    /// Those by the tangents alone.
    pub(crate) fn tangent_slopes(&self) -> [[Matrix3<f64>; 3]; 3] {
        let (chord, tangents) = &self.tangents;
        let end = &tangents.ends[1];
        let [sine, cosine] = end.gradients();
        let share = -2.0 * TO_CURVE;
        let mut all = [[Matrix3::zeros(); 3]; 3];
        for l in 0..3 {
            let rest = tangents.rest_slope(l);
            let along = end.at[l] / end.lengths[l];
            for (k, row) in all.iter_mut().enumerate() {
                let own = chord.outer(tangents.gradients[k], [sine[l], cosine[l]])
                    + tangents.sine_slope(k, l, &rest) * chord.by[0]
                    + tangents.cosine_slope(k, l, &along) * chord.by[1];
                row[l] = own * share;
            }
        }
        all
    }

    /// ∂(what turns the sections)/∂(their turns at the end), first by row: `Σ m × gradient` over both axes of a section with
    /// levers `m`, where a turn `δθ` moves an axis at the end by `δθ × arm`. Both in the order of the axes.
    pub(crate) fn turn_slopes(&self, [a, b, c, d]: &Axes, arms: &Axes) -> [[Matrix3<f64>; 2]; 2] {
        let chord = &self.across;
        let [sine, cosine] = gradients(&self.axes[0]);
        let over =
            [a.cross(&sine[0]) + b.cross(&sine[1]), a.cross(&cosine[0]) + b.cross(&cosine[1])];
        let last = gradients(&self.axes[1]);
        let ends = [0, 2].map(|first| {
            [0, 1].map(|of| {
                let turned = |k: usize| arms[k].cross(&last[of][k]);
                turned(first) + turned(first + 1)
            })
        });
        // What turns one section turns the other back.
        let [by_first, by_second] = ends.map(|end| chord.outer(over, end));
        let [sine, cosine] = chord.by.map(|by| 0.5 * by);
        let crossed = |lever: Vector3<f64>, arm: &Vector3<f64>| {
            Matrix3::identity() * lever.dot(arm) - arm * lever.transpose()
        };
        let ahead =
            crossed(b * sine + a * cosine, &arms[2]) + crossed(b * cosine - a * sine, &arms[3]);
        let back =
            crossed(c * cosine - d * sine, &arms[0]) + crossed(c * sine + d * cosine, &arms[1]);
        [[by_first, by_second + ahead], [back - by_first, -by_second]]
    }

    /// What turns the section at the start in all, `Σ m × gradient` with levers `m`; the one at the end is turned back by that.
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
    fn across(&[a, b, c, d, ..]: &Sections) -> Self {
        Self { sine: b.dot(&c) - a.dot(&d), cosine: a.dot(&c) + b.dot(&d) }
    }

    /// rad
    fn value(self) -> f64 {
        self.sine.atan2(self.cosine)
    }
}

/// Across the rope at both nodes.
type Axes = [Vector3<f64>; ACROSS];

/// Those that decide a twist.
fn axes(&[a, b, c, d, ..]: &Sections) -> Axes {
    [a, b, c, d]
}

/// Of sine and cosine of `ψ` by the axes.
#[inline(always)]
fn gradients(&[a, b, c, d]: &Axes) -> [Axes; 2] {
    [[-d, c, b, -a], [c, d, a, b]]
}

/// Between three tangents.
struct Triangle {
    /// The tangents, of any length.
    at: [Vector3<f64>; 3],
    /// Of the tangents.
    lengths: [f64; 3],
    /// Half its area on the unit sphere.
    angle: Angle,
}

/// The two others.
const OTHERS: [[usize; 2]; 3] = [[1, 2], [2, 0], [0, 1]];

impl Triangle {
    /// At one time.
    fn of(at: [Vector3<f64>; 3]) -> Self {
        let lengths = at.map(|u| u.norm());
        let sine = at[0].dot(&at[1].cross(&at[2]));
        let beside: f64 =
            OTHERS.iter().zip(lengths).map(|(&[i, j], own)| at[i].dot(&at[j]) * own).sum();
        let cosine = lengths.iter().product::<f64>() + beside;
        Self { at, lengths, angle: Angle { sine, cosine } }
    }

    /// Of the tangents' directions on the unit sphere, positive where they turn to the left, rad.
    fn area(&self) -> f64 {
        2.0 * self.angle.value()
    }

    /// Of sine and cosine, times the radius, by the tangents.
    fn gradients(&self) -> [[Vector3<f64>; 3]; 2] {
        let Self { at, lengths, .. } = self;
        let sine = OTHERS.map(|[i, j]| at[i].cross(&at[j]));
        let cosine = [0, 1, 2].map(|k| {
            let [i, j] = OTHERS[k];
            let along = lengths[i] * lengths[j] + at[i].dot(&at[j]);
            at[k] * (along / lengths[k]) + at[j] * lengths[i] + at[i] * lengths[j]
        });
        [sine, cosine]
    }
}

/// Keeps a quotient of two differences finite where nothing changes.
const NOTHING: f64 = 1e-28;

/// Three tangents over a step.
struct Tangents {
    /// At the start and at the end of the step.
    ends: [Triangle; 2],
    /// Of each over the step.
    means: [Vector3<f64>; 3],
    /// Of each over the step.
    changes: [Vector3<f64>; 3],
    /// Means over the step.
    lengths: [f64; 3],
    /// Over the step.
    length_changes: [f64; 3],
    /// Of `u·v`, of each two of them and of each with itself.
    products: [[f64; 3]; 3],
    /// What a change of all products does to each tangent.
    along_products: [Vector3<f64>; 3],
    /// The discrete gradients of the lengths.
    directions: [Vector3<f64>; 3],
    /// Of the cosine by each length.
    by_length: [f64; 3],
    /// What the triple product leaves, by the sum of the squares of these.
    rest: f64,
    /// Of the changes, together.
    squares: f64,
    /// Discrete, of sine and cosine.
    gradients: [[Vector3<f64>; 2]; 3],
}

impl Tangents {
    /// Over a step.
    fn of(start: [Vector3<f64>; 3], end: [Vector3<f64>; 3]) -> Self {
        let ends = [Triangle::of(start), Triangle::of(end)];
        let means = [0, 1, 2].map(|k| (start[k] + end[k]) * 0.5);
        let changes = [0, 1, 2].map(|k| end[k] - start[k]);
        let lengths = [0, 1, 2].map(|k| 0.5 * (ends[0].lengths[k] + ends[1].lengths[k]));
        let length_changes = [0, 1, 2].map(|k| ends[1].lengths[k] - ends[0].lengths[k]);
        let product = |k: usize, l: usize| means[k].dot(&changes[l]) + means[l].dot(&changes[k]);
        let products = [0, 1, 2].map(|k| [0, 1, 2].map(|l| product(k, l)));
        let each = [(0, 0), (1, 1), (2, 2), (0, 1), (1, 2), (2, 0)];
        let squares = each.iter().map(|&(k, l)| products[k][l].powi(2)).sum::<f64>() + NOTHING;
        let rest = 0.25 * changes[0].dot(&changes[1].cross(&changes[2])) / squares;
        let along_products = [0, 1, 2].map(|k| {
            let [i, j] = OTHERS[k];
            means[i] * products[k][i]
                + means[j] * products[k][j]
                + means[k] * (2.0 * products[k][k])
        });
        let directions = [0, 1, 2].map(|k| means[k] / lengths[k]);
        let by_length = OTHERS.map(|[i, j]| {
            let product = |end: &Triangle| end.at[i].dot(&end.at[j]);
            lengths[i] * lengths[j]
                + length_changes[i] * length_changes[j] / 12.0
                + 0.5 * (product(&ends[0]) + product(&ends[1]))
        });
        let gradients = [0, 1, 2].map(|k| {
            let [i, j] = OTHERS[k];
            let sine = means[i].cross(&means[j]) + along_products[k] * rest;
            let cosine =
                directions[k] * by_length[k] + means[j] * lengths[i] + means[i] * lengths[j];
            [sine, cosine]
        });
        Self {
            ends,
            means,
            changes,
            lengths,
            length_changes,
            products,
            along_products,
            directions,
            by_length,
            rest,
            squares,
            gradients,
        }
    }

    /// ∂(rest)/∂(tangent `l` at the end)
    fn rest_slope(&self, l: usize) -> Vector3<f64> {
        let (end, [i, j]) = (&self.ends[1].at, OTHERS[l]);
        let products = &self.products[l];
        let grown = end[i] * products[i] + end[j] * products[j] + end[l] * (2.0 * products[l]);
        (self.changes[i].cross(&self.changes[j]) * 0.25 - grown * (2.0 * self.rest)) / self.squares
    }

    /// ∂(sine's gradient by `k`)/∂(tangent `l` at the end), by that of the rest.
    #[inline(always)]
    fn sine_slope(&self, k: usize, l: usize, rest: &Vector3<f64>) -> Matrix3<f64> {
        let end = &self.ends[1].at;
        let mut slope = self.along_products[k] * rest.transpose();
        let identity = Matrix3::identity();
        if k == l {
            let [i, j] = OTHERS[k];
            let own = self.means[i] * end[i].transpose()
                + self.means[j] * end[j].transpose()
                + self.means[k] * end[k].transpose() * 4.0;
            slope += (own + identity * self.products[k][k]) * self.rest;
        } else {
            let other = 3 - k - l;
            // u_i × u_j, in the order of `OTHERS`.
            let sign = if OTHERS[k][0] == l { -0.5 } else { 0.5 };
            slope += self.means[other].cross_matrix() * sign;
            slope += (self.means[l] * end[k].transpose() + identity * (0.5 * self.products[k][l]))
                * self.rest;
        }
        slope
    }

    /// The same of the cosine's gradient; `along` is the direction of the tangent `l` at the end.
    #[inline(always)]
    fn cosine_slope(&self, k: usize, l: usize, along: &Vector3<f64>) -> Matrix3<f64> {
        let identity = Matrix3::identity();
        let direction = self.directions[k];
        if k == l {
            let across = identity - direction * along.transpose();
            return across * (self.by_length[k] * 0.5 / self.lengths[k]);
        }
        let other = 3 - k - l;
        let by_length = self.lengths[other] * 0.5 + self.length_changes[other] / 12.0;
        let grows = along * by_length + self.ends[1].at[other] * 0.5;
        direction * grows.transpose()
            + self.means[other] * along.transpose() * 0.5
            + identity * (0.5 * self.lengths[other])
    }
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

    /// Both ways to the turns of sections agree: by their axes, and at once.
    #[test]
    fn turns_are_slopes_by_axes() {
        let (first, last) = (sections(0.2), sections(0.9));
        let found = Twisting::between(&first, &last);
        let slopes = found.slopes();
        let levers: [Vector3<f64>; ACROSS] = std::array::from_fn(|k| (first[k] + last[k]) * 0.5);
        let arms: [Vector3<f64>; ACROSS] = std::array::from_fn(|k| last[k]);
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
