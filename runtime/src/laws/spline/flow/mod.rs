//! The inertia of an element through which rope flows.
//!
//! A winch changes how long the rope between its ends is. Nodes stay where they are along it, at even parts of its
//! length, so elements become longer and shorter by one ratio `Λ` of the length that they are made for: what was
//! written for the unstretched arc length `s` is written for `σ = s/Λ` then, and the material at a fixed `σ` moves on
//! along the curve by `χ Λ̇/Λ` of `a = ∂r/∂σ`. The `χ` (m) falls evenly from the whole length at the winch to nothing
//! at the other end, with the sign of what flows from start to end. Where rope goes through both ends a length `z` (m)
//! that has come in at the end carries all of it towards the start, too: its `χ` is -1 everywhere. With both rates in
//! `w = (Λ̇, ż)` the velocity of the material and the kinetic energy are
//!
//! ```text
//! u = N q̇ + a Σ χᵢwᵢ / Λ
//! T = ½ ρ ∫ u·u Λ dσ = ½ ρ (Λ q̇'M q̇ + 2 q̇'B(w) q + 1/Λ λ'C(w, w) λ)
//! M = ∫ N N' dσ,   B(w) = Σ wᵢ ∫ χᵢ N D' dσ,   a = D'q
//! λ = |a| at the Gauss points,   λ'C(w, w) λ = ∫ (Σ χᵢwᵢ)² (|a|² - (|a| - λ̄)²) dσ
//! ```
//!
//! with constant matrices, where `λ̄` is that part of `|a|` which is linear along the element: tensions hold it. The rest
//! of `|a|`, by which parts of an element are drawn out against one another, is held by nothing there but the shapes of its
//! neighbours, and with `∫ (Σ χᵢwᵢ)² |a|² dσ` it would gain energy by becoming larger, `½ ρ v²` times its square: rope
//! that runs by faster than about three quarters of what waves do along it would throw itself about, the sooner the more
//! elements it has. So its square is left out. For a rope that does not stretch and has one speed this term then is the
//! same whatever its shape, so the energy of all motion across, with that of what is held up, stays what it is.
//!
//! So the inertia depends on where things are. A step from `(q₀, v₀)` to `(q₁, v₁)` that keeps the energy exactly has
//!
//! ```text
//! p₁ - p₀ = h (D f + forces),   p = ∂T/∂v,   f(q, Λ) = ½ v₀'T''v₁
//! ```
//!
//! where `T''` is the mass matrix at `(q, Λ)` and `D f` a discrete gradient of `f`: because of
//! `T₁ - T₀ = ½(v₀ + v₁)·(p₁ - p₀) - ½ v₀'(T''₁ - T''₀) v₁`, which is an identity. As `f` is a polynomial of `q` and
//! `λ` but for `1/Λ`, products' rules give it in closed form; `z` itself is in none of it. Everything here is for a mass
//! per length of one, 1 kg/m.

mod at_points;
mod instant;
mod step;
mod sums;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use nalgebra::Vector3;

use super::shape::{
    INNER as NO_BLOCKS, Inner as Blocks, NODAL, POINTS, Shapes, legendre, place_at, slope_at,
};
use at_points::{AtPoints, Gradients, Slopes, slopes, stretched};
use sums::{Nodal, Products, Stretched, dot, inner, nodal, one, sum, times};

/// Columns for the slope at the first node, the way between both nodes, and the slope at the second.
const INNER: usize = 3;

/// Points and weights of Gauss's rule, exact up to degree seven: that of `χ N D'` is six.
const FOUR: [(f64, f64); 4] = [
    (0.069_431_844_202_973_71, 0.173_927_422_568_726_93),
    (0.330_009_478_207_571_87, 0.326_072_577_431_273_07),
    (0.669_990_521_792_428_1, 0.326_072_577_431_273_07),
    (0.930_568_155_797_026_3, 0.173_927_422_568_726_93),
];

/// The ratio, and the length that has come in at the end.
pub(crate) const LENGTHS: usize = 2;
/// `χ` of the latter.
pub(crate) const CARRIES: f64 = -1.0;
/// Of lengths: the ratio twice, both, and the other one twice.
const PAIRS: usize = 3;

/// An element with its matrices, m to m³.
#[derive(Clone, Debug)]
pub(crate) struct Flow {
    shapes: Arc<Shapes>,
    /// Of each length.
    carry: [Carry; LENGTHS],
    /// Of each pair.
    square: [Square; PAIRS],
    /// `χ` of the ratio at the start and the end of the element, m.
    pub(crate) reach: [f64; 2],
    /// How many lengths change: one or both.
    lengths: usize,
}

/// `M v`, and of each length `B q`, of each pair `C λ` and `λ'C λ`; and the slopes that these are of.
struct AtOnce {
    moved: Nodal,
    carried: [Nodal; LENGTHS],
    slopes: Slopes,
    stretched: Stretched,
    squares: Products,
}

impl AtOnce {
    /// kg m/s for places, where the element is `at`.
    #[inline(always)]
    fn momenta(&self, at: &Flowing) -> OnFlow {
        let Self { moved, carried, squares, .. } = self;
        let Flowing { v, ratio, rates, .. } = at;
        let own = |k: usize| dot(v, &carried[k]) + squares.with(&one(k), rates) / ratio;
        OnFlow {
            nodal: sum([(*ratio, moved), (rates[0], &carried[0]), (rates[1], &carried[1])]),
            lengths: [own(0), own(1)],
        }
    }
}

type Carry = [[f64; INNER]; NODAL];
type Square = [AtPoints; POINTS];
/// A rate, or another number, for each length.
type Lengths = [f64; LENGTHS];

/// An element at one time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Flowing {
    pub(crate) q: [Vector3<f64>; NODAL],
    pub(crate) v: [Vector3<f64>; NODAL],
    pub(crate) ratio: f64,
    /// 1/s and m/s
    pub(crate) rates: [f64; LENGTHS],
}

/// On nodal vectors and on both lengths: momenta, or forces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct OnFlow {
    pub(crate) nodal: [Vector3<f64>; NODAL],
    pub(crate) lengths: [f64; LENGTHS],
}

/// Derivatives of what acts on nodal vectors and both lengths by these, at the end of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct FlowSlopes {
    /// Times the identity.
    pub(crate) nodal: [[f64; NODAL]; NODAL],
    /// Of what acts on nodal vectors, by these, beside that.
    pub(crate) blocks: Blocks,
    /// Of what acts on nodal vectors, by each length.
    pub(crate) by: [[Vector3<f64>; NODAL]; LENGTHS],
    /// Of what acts on each length, by nodal vectors.
    pub(crate) of: [[Vector3<f64>; NODAL]; LENGTHS],
    /// Rows are of what acts.
    pub(crate) own: [[f64; LENGTHS]; LENGTHS],
}

impl FlowSlopes {
    pub(crate) const NONE: Self = Self {
        nodal: [[0.0; NODAL]; NODAL],
        blocks: NO_BLOCKS,
        by: [[Vector3::new(0.0, 0.0, 0.0); NODAL]; LENGTHS],
        of: [[Vector3::new(0.0, 0.0, 0.0); NODAL]; LENGTHS],
        own: [[0.0; LENGTHS]; LENGTHS],
    };
}

/// How positions and velocities in the balance change with the end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Shares {
    pub(crate) balance: f64,
    /// 1/s
    pub(crate) rate: f64,
}

impl Flow {
    /// Of an element with `χ` of the ratio from `reach[0]` to `reach[1]`, m; `both` if rope goes through both ends.
    pub(crate) fn new(shapes: Arc<Shapes>, reach: [f64; 2], both: bool) -> Self {
        let l = shapes.length;
        let mut carry = [[[0.0; INNER]; NODAL]; LENGTHS];
        let mut square = [[[0.0; POINTS]; POINTS]; PAIRS];
        for (x, weight) in FOUR {
            let (place, slope) = (place_at(x, l), slope_at(x, l));
            let slope = [slope[1], slope[2], slope[3]];
            let chi = [reach[0] + x * (reach[1] - reach[0]), CARRIES];
            let weight = weight * l;
            for (carry, chi) in carry.iter_mut().zip(chi) {
                for (row, on) in carry.iter_mut().zip(place) {
                    for (entry, by) in row.iter_mut().zip(slope) {
                        *entry += weight * chi * on * by;
                    }
                }
            }
            let pairs = [chi[0] * chi[0], chi[0] * chi[1], chi[1] * chi[1]];
            let (all, kept) = parts_at(shapes.as_ref(), x);
            for (square, pair) in square.iter_mut().zip(pairs) {
                for (g, row) in square.iter_mut().enumerate() {
                    for (h, entry) in row.iter_mut().enumerate() {
                        let rest = (all[g] - kept[g]) * (all[h] - kept[h]);
                        *entry += weight * pair * (all[g] * all[h] - rest);
                    }
                }
            }
        }
        let lengths = if both { LENGTHS } else { 1 };
        Self { shapes, carry, square, reach, lengths }
    }

    /// `M v`.
    #[inline(always)]
    fn moved(&self, v: &Nodal) -> Nodal {
        times(&self.shapes.products, v)
    }

    /// `B q` of each length.
    #[inline(always)]
    fn carried(&self, q: &Nodal) -> [Nodal; LENGTHS] {
        let mut all = [[Vector3::zeros(); NODAL]; LENGTHS];
        let inner = inner(q);
        for (own, carry) in all.iter_mut().zip(&self.carry[..self.lengths]) {
            *own = times(carry, &inner);
        }
        all
    }

    /// `B'v` of each length.
    #[inline(always)]
    fn carries(&self, v: &Nodal) -> [Nodal; LENGTHS] {
        let mut all = [[Vector3::zeros(); NODAL]; LENGTHS];
        for (k, own) in all[..self.lengths].iter_mut().enumerate() {
            *own = self.carries_one(k, v);
        }
        all
    }

    /// `B'v` of one length.
    #[inline(always)]
    fn carries_one(&self, length: usize, v: &Nodal) -> Nodal {
        let mut sums = [Vector3::zeros(); INNER];
        for (row, v) in self.carry[length].iter().zip(v) {
            for (sum, entry) in sums.iter_mut().zip(row) {
                *sum += v * *entry;
            }
        }
        nodal(sums)
    }

    /// Of how many pairs of lengths there is anything.
    fn pairs(&self) -> usize {
        if self.lengths == 1 { 1 } else { PAIRS }
    }

    /// `C λ` of each pair.
    #[inline(always)]
    fn stretched(&self, of: &AtPoints) -> Stretched {
        let mut all = [[0.0; POINTS]; PAIRS];
        for (own, square) in all.iter_mut().zip(&self.square[..self.pairs()]) {
            for (entry, row) in own.iter_mut().zip(square) {
                *entry = row.iter().zip(of).map(|(square, of)| square * of).sum();
            }
        }
        Stretched(all)
    }

    /// `λ'C λ` of each pair.
    fn squares(&self, q: &Nodal) -> Products {
        let at_points = stretched(&slopes(&self.shapes, q));
        self.stretched(&at_points).along(&at_points)
    }

    /// Derivatives of the stretch in these directions.
    fn gradients(&self, along: Slopes) -> Gradients<'_> {
        Gradients { shapes: &self.shapes, along }
    }

    /// `Σ c C`.
    fn square_of(&self, factors: [f64; PAIRS]) -> Square {
        let mut all = [[0.0; POINTS]; POINTS];
        for (square, factor) in self.square[..self.pairs()].iter().zip(factors) {
            for (sum, entry) in all.iter_mut().flatten().zip(square.iter().flatten()) {
                *sum += factor * entry;
            }
        }
        all
    }

    /// Products of its matrices with where it is and how it moves.
    #[inline(always)]
    fn products(&self, at: &Flowing) -> AtOnce {
        let slopes = slopes(&self.shapes, &at.q);
        let at_points = stretched(&slopes);
        let stretched = self.stretched(&at_points);
        let squares = stretched.along(&at_points);
        let (moved, carried) = (self.moved(&at.v), self.carried(&at.q));
        AtOnce { moved, carried, slopes, stretched, squares }
    }

    /// The momenta, kg m/s for places.
    pub(crate) fn momenta(&self, at: &Flowing) -> OnFlow {
        self.products(at).momenta(at)
    }

    /// J
    pub(crate) fn kinetic(&self, at: &Flowing) -> f64 {
        let OnFlow { nodal, lengths } = self.momenta(at);
        let flows = at.rates.iter().zip(lengths).map(|(rate, momentum)| rate * momentum);
        0.5 * (dot(&at.v, &nodal) + flows.sum::<f64>())
    }

    /// `m M + Σ (b B + t B')`.
    #[inline(always)]
    fn matrix(&self, m: f64, b: Lengths, t: Lengths) -> [[f64; NODAL]; NODAL] {
        let mut all = self.shapes.products;
        all.iter_mut().flatten().for_each(|entry| *entry *= m);
        // Columns and rows of nodal vectors from those of the way between nodes.
        let spread = |row: &[f64; INNER]| [-row[1], row[0], row[1], row[2]];
        for k in 0..self.lengths {
            for (row, carry) in self.carry[k].iter().enumerate() {
                for (column, entry) in spread(carry).into_iter().enumerate() {
                    all[row][column] += b[k] * entry;
                    all[column][row] += t[k] * entry;
                }
            }
        }
        all
    }
}

/// What the stretch at a fraction of an element has of that at each Gauss point: the quadratic through all three, and its part that
/// is linear along the element.
fn parts_at(shapes: &Shapes, x: f64) -> (AtPoints, AtPoints) {
    let here = legendre(x);
    let part = |degrees: std::ops::Range<usize>, g: usize| -> f64 {
        let point = &shapes.points[g];
        let share = point.weight / shapes.length;
        degrees.map(|m| (2 * m + 1) as f64 * here[m] * share * point.legendre[m]).sum()
    };
    (std::array::from_fn(|g| part(0..3, g)), std::array::from_fn(|g| part(0..2, g)))
}
