//! The triangle between three tangents on the unit sphere: its area over a step, and the derivatives of that.
//!
//! Tangents are of any length, those at the nodes and the one in the middle, in the order of the arc length. The area is an angle
//! by a sine and a cosine that are both times the product of all lengths ([`Angle`]); over a step both change by discrete gradients.

use nalgebra::Vector3;

use super::{Angle, Chord};
use crate::laws::spline::shape::{InnerRows, add_crossed};

/// Between three tangents.
pub(super) struct Triangle {
    /// The tangents, of any length.
    at: [Vector3<f64>; 3],
    /// Of the tangents.
    lengths: [f64; 3],
    /// Of each two, by the third.
    products: [f64; 3],
    /// Half its area on the unit sphere.
    pub(super) angle: Angle,
}

/// The two others.
const OTHERS: [[usize; 2]; 3] = [[1, 2], [2, 0], [0, 1]];

impl Triangle {
    /// At one time.
    #[inline(always)]
    pub(super) fn of(at: [Vector3<f64>; 3]) -> Self {
        let [u, v, w] = &at;
        let lengths = [u.norm(), v.norm(), w.norm()];
        let products = [v.dot(w), w.dot(u), u.dot(v)];
        let sine = u.dot(&v.cross(w));
        let [a, b, c] = lengths;
        let cosine = a * b * c + products[0] * a + products[1] * b + products[2] * c;
        Self { at, lengths, products, angle: Angle { sine, cosine } }
    }

    /// Of the tangents' directions on the unit sphere, positive where they turn to the left, rad.
    pub(super) fn area(&self) -> f64 {
        2.0 * self.angle.value()
    }

    /// Of sine and cosine, times the radius, by the tangents.
    #[inline(always)]
    pub(super) fn gradients(&self) -> [[Vector3<f64>; 3]; 2] {
        let Self { at, lengths, products, .. } = self;
        let (mut sine, mut cosine) = ([Vector3::zeros(); 3], [Vector3::zeros(); 3]);
        for (k, [i, j]) in OTHERS.into_iter().enumerate() {
            sine[k] = at[i].cross(&at[j]);
            let along = lengths[i] * lengths[j] + products[k];
            cosine[k] = at[k] * (along / lengths[k]) + at[j] * lengths[i] + at[i] * lengths[j];
        }
        [sine, cosine]
    }
}

/// Keeps a quotient of two differences finite where nothing changes.
const NOTHING: f64 = 1e-28;

/// Three tangents over a step.
///
/// Discrete gradients of sine and cosine are combinations of their means `m`, but for the cross products: with factors `β₀` and `β₁`
/// of both, what belongs to tangent `k` is `β₀ mᵢ × mⱼ + Σ gₖₐ mₐ`, where `g` is symmetric,
///
/// ```text
/// gₖₖ = 2 β₀ r Pₖₖ + β₁ Lₖ/ℓₖ     gₖₗ = β₀ r Pₖₗ + β₁ ℓₒ
/// ```
///
/// with the changes `P` of products, what the triple product leaves `r`, lengths `ℓ`, the cosine's derivatives by these `L`, and the
/// third tangent `o`. So all derivatives are those of seven numbers.
pub(super) struct Tangents {
    /// At the start and at the end of the step.
    pub(super) ends: [Triangle; 2],
    /// Of each over the step.
    means: [Vector3<f64>; 3],
    /// Of each over the step.
    changes: [Vector3<f64>; 3],
    /// Means over the step.
    lengths: [f64; 3],
    /// Over the step.
    length_changes: [f64; 3],
    /// Changes of the squares of each.
    squares: [f64; 3],
    /// Changes of the products of each two, by the third.
    products: [f64; 3],
    /// Of the cosine by each length.
    by_length: [f64; 3],
    /// What the triple product leaves, by the sum of the squares of the changes.
    rest: f64,
    /// That sum.
    all_squares: f64,
}

/// Of a number by three vectors, one after the other.
type Line = [f64; 9];

/// Adds multiples of a line.
#[inline(always)]
fn add_line(to: &mut Line, factor: f64, of: &Line) {
    for (slot, own) in to.iter_mut().zip(of) {
        *slot += factor * own;
    }
}

/// Adds a multiple of a vector in the place of one of the three.
#[inline(always)]
fn add_vector(to: &mut Line, place: usize, factor: f64, of: &Vector3<f64>) {
    for k in 0..3 {
        to[3 * place + k] += factor * of[k];
    }
}

impl Tangents {
    /// Over a step.
    #[inline(always)]
    pub(super) fn of(start: [Vector3<f64>; 3], end: [Vector3<f64>; 3]) -> Self {
        let zeros = [Vector3::zeros(); 3];
        let (mut means, mut changes) = (zeros, zeros);
        for k in 0..3 {
            means[k] = (start[k] + end[k]) * 0.5;
            changes[k] = end[k] - start[k];
        }
        let ends = [Triangle::of(start), Triangle::of(end)];
        let (mut lengths, mut length_changes) = ([0.0; 3], [0.0; 3]);
        let (mut squares, mut products) = ([0.0; 3], [0.0; 3]);
        let mut all_squares = NOTHING;
        for (k, [i, j]) in OTHERS.into_iter().enumerate() {
            lengths[k] = 0.5 * (ends[0].lengths[k] + ends[1].lengths[k]);
            length_changes[k] = ends[1].lengths[k] - ends[0].lengths[k];
            squares[k] = 2.0 * means[k].dot(&changes[k]);
            products[k] = means[i].dot(&changes[j]) + means[j].dot(&changes[i]);
            all_squares += squares[k] * squares[k] + products[k] * products[k];
        }
        let mut by_length = [0.0; 3];
        for (k, [i, j]) in OTHERS.into_iter().enumerate() {
            by_length[k] = lengths[i] * lengths[j]
                + length_changes[i] * length_changes[j] / 12.0
                + 0.5 * (ends[0].products[k] + ends[1].products[k]);
        }
        let rest = 0.25 * changes[0].dot(&changes[1].cross(&changes[2])) / all_squares;
        Self {
            ends,
            means,
            changes,
            lengths,
            length_changes,
            squares,
            products,
            by_length,
            rest,
            all_squares,
        }
    }

    /// Discrete, of the angle, by factors of sine and cosine.
    #[inline(always)]
    pub(super) fn gradients(&self, [by_sine, by_cosine]: [f64; 2]) -> [Vector3<f64>; 3] {
        let left = by_sine * self.rest;
        let mut shared = [0.0; 3];
        for (k, shared) in shared.iter_mut().enumerate() {
            *shared = left * self.products[k] + by_cosine * self.lengths[k];
        }
        let mut all = [Vector3::zeros(); 3];
        for (k, [i, j]) in OTHERS.into_iter().enumerate() {
            let own =
                2.0 * left * self.squares[k] + by_cosine * self.by_length[k] / self.lengths[k];
            all[k] = self.means[i].cross(&self.means[j]) * by_sine
                + self.means[k] * own
                + self.means[i] * shared[j]
                + self.means[j] * shared[i];
        }
        all
    }

    /// Adds the derivatives of these by the tangents at the end, see [`Twisting::add_tangent_slopes`].
    #[inline(always)]
    pub(super) fn add_slopes(
        &self,
        chord: &Chord,
        [first, way, last]: [f64; 3],
        factor: f64,
        rows: &mut InnerRows,
    ) {
        let (end, means) = (&self.ends[1], &self.means);
        let [by_sine, by_cosine] = chord.by.map(|by| by * factor);
        let [sine, cosine] = end.gradients();
        let left = by_sine * self.rest;
        // By the tangents: of both factors, of what is left times the sine's, and of `g`.
        let (mut of_sine, mut of_cosine, mut of_left) = ([0.0; 9], [0.0; 9], [0.0; 9]);
        let mut along = [Vector3::zeros(); 3];
        let by_square = by_sine / self.all_squares;
        for (l, [i, j]) in OTHERS.into_iter().enumerate() {
            for (line, by) in [(&mut of_sine, chord.slopes[0]), (&mut of_cosine, chord.slopes[1])] {
                add_vector(line, l, factor * by[0], &sine[l]);
                add_vector(line, l, factor * by[1], &cosine[l]);
            }
            let grown = end.at[i] * self.products[j]
                + end.at[j] * self.products[i]
                + end.at[l] * (2.0 * self.squares[l]);
            let turned = self.changes[i].cross(&self.changes[j]);
            add_vector(&mut of_left, l, 0.25 * by_square, &turned);
            add_vector(&mut of_left, l, -2.0 * self.rest * by_square, &grown);
            along[l] = end.at[l] / end.lengths[l];
        }
        add_line(&mut of_left, self.rest, &of_sine);
        let (mut own, mut shared) = ([[0.0; 9]; 3], [[0.0; 9]; 3]);
        let mut factors = [[0.0; 3]; 2];
        for (k, [i, j]) in OTHERS.into_iter().enumerate() {
            let over = 1.0 / self.lengths[k];
            let ratio = self.by_length[k] * over;
            factors[0][k] = 2.0 * left * self.squares[k] + by_cosine * ratio;
            factors[1][k] = left * self.products[k] + by_cosine * self.lengths[k];
            let line = &mut own[k];
            add_line(line, 2.0 * self.squares[k], &of_left);
            add_line(line, ratio, &of_cosine);
            add_vector(line, k, 4.0 * left, &end.at[k]);
            let by = by_cosine * over;
            add_vector(line, k, -0.5 * by * ratio, &along[k]);
            for (one, other) in [(i, j), (j, i)] {
                let by_length = 0.5 * self.lengths[other] + self.length_changes[other] / 12.0;
                add_vector(line, one, by * by_length, &along[one]);
                add_vector(line, one, 0.5 * by, &end.at[other]);
            }
            let line = &mut shared[k];
            add_line(line, self.products[k], &of_left);
            add_line(line, self.lengths[k], &of_cosine);
            add_vector(line, i, left, &end.at[j]);
            add_vector(line, j, left, &end.at[i]);
            add_vector(line, k, 0.5 * by_cosine, &along[k]);
        }
        // By the three vectors.
        let combined = |line: &mut Line| {
            for k in 0..3 {
                let by_middle = line[3 + k];
                line[k] += first * by_middle;
                line[3 + k] = way * by_middle;
                line[6 + k] += last * by_middle;
            }
        };
        combined(&mut of_sine);
        own.iter_mut().for_each(combined);
        shared.iter_mut().for_each(combined);
        // Of what each of the three has, by the means.
        let [own_0, own_1, own_2] = own;
        let [by_12, by_20, by_01] = shared;
        let mut of = [[by_01, own_1, by_12]; 3];
        for (line, (share, outer)) in of.iter_mut().zip([
            (first, Some([own_0, by_01, by_20])),
            (way, None),
            (last, Some([by_20, by_12, own_2])),
        ]) {
            for (a, entry) in line.iter_mut().enumerate() {
                entry.iter_mut().for_each(|entry| *entry *= share);
                if let Some(outer) = &outer {
                    add_line(entry, 1.0, &outer[a]);
                }
            }
        }
        let [u, v, w] = means;
        let (first_two, back, last_two) = (v.cross(w), w.cross(u), u.cross(v));
        let crossed = [first_two + back * first, back * way, last_two + back * last];
        for (at, (of, crossed)) in of.iter().zip(&crossed).enumerate() {
            for k in 0..3 {
                let row = &mut rows[3 * at + k];
                for column in 0..9 {
                    row[column] += crossed[k] * of_sine[column]
                        + u[k] * of[0][column]
                        + v[k] * of[1][column]
                        + w[k] * of[2][column];
                }
            }
        }
        // What means themselves change by: half of it at the end.
        let [f_0, f_1, f_2] = factors[0].map(|own| 0.5 * own);
        let [f_12, f_20, f_01] = factors[1].map(|own| 0.5 * own);
        let to_first = f_01 + first * f_1;
        let to_last = f_12 + last * f_1;
        let between = f_20 + last * f_01 + first * to_last;
        let multiples = [
            [f_0 + first * (f_01 + to_first), way * to_first, between],
            [way * to_first, way * way * f_1, way * to_last],
            [between, way * to_last, f_2 + last * (f_12 + to_last)],
        ];
        for (at, line) in multiples.iter().enumerate() {
            for (by, multiple) in line.iter().enumerate() {
                for k in 0..3 {
                    rows[3 * at + k][3 * by + k] += multiple;
                }
            }
        }
        // A product `c × δe` of the vector behind, with the opposite for the vector before.
        let half = 0.5 * by_sine;
        for (at, by, vector) in [
            (0, 1, w * (-half * way)),
            (1, 2, u * (-half * way)),
            (2, 0, (v - u * first - w * last) * -half),
        ] {
            add_crossed(rows, 3 * at, 3 * by, &vector);
            add_crossed(rows, 3 * by, 3 * at, &-vector);
        }
    }
}
