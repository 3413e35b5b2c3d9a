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
//! T = ½ ρ ∫ u·u Λ dσ = ½ ρ (Λ q̇'M q̇ + 2 q̇'B(w) q + 1/Λ q'C(w, w) q)
//! M = ∫ N N' dσ,   B(w) = Σ wᵢ ∫ χᵢ N D' dσ,   C(w, w) = Σ wᵢwⱼ ∫ χᵢχⱼ D D' dσ,   a = D'q
//! ```
//!
//! with constant matrices, times the identity. So the inertia depends on where things are. A step from
//! `(q₀, v₀)` to `(q₁, v₁)` that keeps the energy exactly has
//!
//! ```text
//! p₁ - p₀ = h (D f + forces),   p = ∂T/∂v,   f(q, Λ) = ½ v₀'T''v₁
//! ```
//!
//! where `T''` is the mass matrix at `(q, Λ)` and `D f` a discrete gradient of `f`: because of
//! `T₁ - T₀ = ½(v₀ + v₁)·(p₁ - p₀) - ½ v₀'(T''₁ - T''₀) v₁`, which is an identity. As `f` is a polynomial but for
//! `1/Λ`, products' rules give it in closed form; `z` itself is in none of it. Everything here is for a mass per length
//! of one, 1 kg/m.

use nalgebra::Vector3;

use super::shape::{NODAL, Shapes, integrals_to, place_at, slope_at};

/// Columns for the slope at the first node, the way between both nodes, and the slope at the second.
const INNER: usize = 3;

/// Points and weights of Gauss's rule, exact up to degree seven: that of `χ² D D'` is six.
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

/// The matrices of an element, m to m³.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Flow {
    mass: [[f64; NODAL]; NODAL],
    /// Of each length.
    carry: [Carry; LENGTHS],
    /// Of the ratio twice, of both, and of the other one twice.
    square: [Square; 3],
    /// `χ` of the ratio at the start and the end of the element, m.
    pub(crate) reach: [f64; 2],
}

type Carry = [[f64; INNER]; NODAL];
type Square = [[f64; INNER]; INNER];
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

type Nodal = [Vector3<f64>; NODAL];
type Inner = [Vector3<f64>; INNER];

/// By differences of places, so that they may be far from the origin.
fn inner(q: &Nodal) -> Inner {
    [q[1], q[2] - q[0], q[3]]
}

/// What belongs to inner columns, on the nodal vectors.
fn nodal([first, way, second]: Inner) -> Nodal {
    [-way, first, way, second]
}

fn times<const ROWS: usize, const COLUMNS: usize>(
    matrix: &[[f64; COLUMNS]; ROWS],
    vectors: &[Vector3<f64>; COLUMNS],
) -> [Vector3<f64>; ROWS] {
    matrix.map(|row| row.iter().zip(vectors).map(|(m, v)| v * *m).sum())
}

fn dot<const N: usize>(a: &[Vector3<f64>; N], b: &[Vector3<f64>; N]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a.dot(b)).sum()
}

/// `Σ factor · vectors`.
fn sum<const N: usize, const TERMS: usize>(
    terms: [(f64, [Vector3<f64>; N]); TERMS],
) -> [Vector3<f64>; N] {
    let mut all = [Vector3::zeros(); N];
    for (factor, vectors) in terms {
        all.iter_mut().zip(vectors).for_each(|(sum, own)| *sum += own * factor);
    }
    all
}

/// The same of matrices.
fn sum_of<const ROWS: usize, const COLUMNS: usize, const TERMS: usize>(
    terms: [(f64, &[[f64; COLUMNS]; ROWS]); TERMS],
) -> [[f64; COLUMNS]; ROWS] {
    std::array::from_fn(|row| {
        std::array::from_fn(|column| terms.iter().map(|(f, m)| f * m[row][column]).sum())
    })
}

/// One of a length, and none of the other.
fn one(length: usize) -> Lengths {
    std::array::from_fn(|k| if k == length { 1.0 } else { 0.0 })
}

/// `M`, or a part of `B` or `C`, where there is one for the ratio only.
fn of_ratio(length: usize) -> f64 {
    if length == 0 { 1.0 } else { 0.0 }
}

/// `B q`.
fn carried(carry: &Carry, q: &Nodal) -> Nodal {
    times(carry, &inner(q))
}

/// `B'v`.
fn carries(carry: &Carry, v: &Nodal) -> Nodal {
    let mut all = [Vector3::zeros(); INNER];
    for (row, v) in carry.iter().zip(v) {
        for (sum, entry) in all.iter_mut().zip(row) {
            *sum += v * *entry;
        }
    }
    nodal(all)
}

/// `C q`.
fn stretched(square: &Square, q: &Nodal) -> Nodal {
    nodal(times(square, &inner(q)))
}

/// `a'C b`.
fn product(square: &Square, a: &Nodal, b: &Nodal) -> f64 {
    dot(&inner(a), &times(square, &inner(b)))
}

impl Flow {
    /// Of an element with `χ` of the ratio from `reach[0]` to `reach[1]`, m.
    pub(crate) fn new(shapes: &Shapes, reach: [f64; 2]) -> Self {
        let l = shapes.length;
        let mut carry = [[[0.0; INNER]; NODAL]; LENGTHS];
        let mut square = [[[0.0; INNER]; INNER]; 3];
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
            for (square, pair) in square.iter_mut().zip(pairs) {
                for (row, on) in square.iter_mut().zip(slope) {
                    for (entry, by) in row.iter_mut().zip(slope) {
                        *entry += weight * pair * on * by;
                    }
                }
            }
        }
        Self { mass: shapes.products(), carry, square, reach }
    }

    /// `M v`.
    fn moved(&self, v: &Nodal) -> Nodal {
        times(&self.mass, v)
    }

    /// `B(w)`.
    fn carry(&self, w: &Lengths) -> Carry {
        sum_of([(w[0], &self.carry[0]), (w[1], &self.carry[1])])
    }

    /// `C(a, b)`.
    fn square(&self, a: &Lengths, b: &Lengths) -> Square {
        let mixed = a[0] * b[1] + a[1] * b[0];
        let [first, both, second] = &self.square;
        sum_of([(a[0] * b[0], first), (mixed, both), (a[1] * b[1], second)])
    }

    /// What each length has.
    fn each(of: impl FnMut(usize) -> f64) -> Lengths {
        std::array::from_fn(of)
    }

    /// The momenta, kg m/s for places.
    pub(crate) fn momenta(&self, at: &Flowing) -> OnFlow {
        let Flowing { q, v, ratio, rates } = at;
        OnFlow {
            nodal: sum([(*ratio, self.moved(v)), (1.0, carried(&self.carry(rates), q))]),
            lengths: Self::each(|k| {
                dot(v, &carried(&self.carry[k], q))
                    + product(&self.square(&one(k), rates), q, q) / ratio
            }),
        }
    }

    /// J
    pub(crate) fn kinetic(&self, at: &Flowing) -> f64 {
        let OnFlow { nodal, lengths } = self.momenta(at);
        let flows = at.rates.iter().zip(lengths).map(|(rate, momentum)| rate * momentum);
        0.5 * (dot(&at.v, &nodal) + flows.sum::<f64>())
    }

    /// `D f` of a step; `z` is not in it.
    fn gradient(&self, start: &Flowing, end: &Flowing) -> (Nodal, f64) {
        let square = self.square(&start.rates, &end.rates);
        let over = 0.5 * (1.0 / start.ratio + 1.0 / end.ratio);
        let mean = sum([(0.5, start.q), (0.5, end.q)]);
        let [first, last] = [(start, end), (end, start)]
            .map(|(one, other)| carries(&self.carry(&one.rates), &other.v));
        let squares = product(&square, &start.q, &start.q) + product(&square, &end.q, &end.q);
        let on_ratio =
            dot(&start.v, &self.moved(&end.v)) - 0.5 * squares / (start.ratio * end.ratio);
        let nodal = sum([(0.5, first), (0.5, last), (over, stretched(&square, &mean))]);
        (nodal, 0.5 * on_ratio)
    }

    /// The inertia over a step of `h` seconds: what it takes to move as it does, N for places.
    pub(crate) fn over_step(&self, start: &Flowing, end: &Flowing, h: f64) -> OnFlow {
        let (first, last) = (self.momenta(start), self.momenta(end));
        let (gradient, on_ratio) = self.gradient(start, end);
        let each = [(1.0 / h, last.nodal), (-1.0 / h, first.nodal), (-1.0, gradient)];
        let change = |k: usize| (last.lengths[k] - first.lengths[k]) / h;
        OnFlow { nodal: sum(each), lengths: Self::each(|k| change(k) - of_ratio(k) * on_ratio) }
    }

    /// Derivatives of [`Self::over_step`] where velocities are `v₁ = 2 (q₁ - q₀)/h - v₀`.
    pub(crate) fn step_slopes(&self, start: &Flowing, end: &Flowing, h: f64) -> FlowSlopes {
        let twice = 2.0 / h;
        let over = 0.5 * (1.0 / start.ratio + 1.0 / end.ratio);
        let pair = start.ratio * end.ratio;
        let mean = sum([(0.5, start.q), (0.5, end.q)]);
        let mixed = self.square(&start.rates, &end.rates);
        let (first, last) = (self.carry(&start.rates), self.carry(&end.rates));
        let mut slopes = FlowSlopes {
            nodal: self.matrix(
                twice / h * end.ratio,
                (1.0 / h, &last),
                (-1.0 / h, &first),
                (-0.5 * over, &mixed),
            ),
            ..FlowSlopes::NONE
        };
        for k in 0..LENGTHS {
            let (unit, ratio) = (one(k), of_ratio(k));
            let own = carried(&self.carry[k], &end.q);
            let by_start = stretched(&self.square(&start.rates, &unit), &mean);
            let by_end = self.square(&unit, &end.rates);
            slopes.by[k] = sum([
                (ratio / h, self.moved(&end.v)),
                (0.5 * ratio / (end.ratio * end.ratio), stretched(&mixed, &mean)),
                (twice / h, own),
                (-1.0 / h, carries(&self.carry[k], &start.v)),
                (-twice * over, by_start),
            ]);
            slopes.of[k] = sum([
                (twice / h, own),
                (1.0 / h, carries(&self.carry[k], &end.v)),
                (twice / end.ratio, stretched(&by_end, &end.q)),
                (-ratio / h, self.moved(&start.v)),
                (0.5 * ratio / pair, stretched(&mixed, &end.q)),
            ]);
            for (l, entry) in slopes.own[k].iter_mut().enumerate() {
                let squares = |square: &Square| {
                    0.5 * (product(square, &start.q, &start.q) + product(square, &end.q, &end.q))
                };
                let both = self.square(&unit, &one(l));
                let by_rate = twice / h / end.ratio * product(&both, &end.q, &end.q)
                    + ratio / h / pair * squares(&self.square(&start.rates, &one(l)));
                let falls = product(&by_end, &end.q, &end.q) / (h * end.ratio * end.ratio)
                    + 0.5 * ratio * squares(&mixed) / (pair * end.ratio);
                *entry = by_rate - of_ratio(l) * falls;
            }
        }
        slopes
    }

    /// What it takes for these accelerations alone.
    pub(crate) fn inertia(&self, at: &Flowing, acceleration: &Nodal, seconds: &Lengths) -> OnFlow {
        let Flowing { q, ratio, .. } = at;
        OnFlow {
            nodal: sum([
                (*ratio, self.moved(acceleration)),
                (1.0, carried(&self.carry(seconds), q)),
            ]),
            lengths: Self::each(|k| {
                dot(acceleration, &carried(&self.carry[k], q))
                    + product(&self.square(&one(k), seconds), q, q) / ratio
            }),
        }
    }

    /// What it takes beside that, at one instant.
    pub(crate) fn gyroscopic(&self, at: &Flowing) -> OnFlow {
        let Flowing { q, v, ratio, rates } = at;
        let [rate, _] = rates;
        let (carry, square) = (self.carry(rates), self.square(rates, rates));
        let moved = self.moved(v);
        let on_ratio = 0.5 * (product(&square, q, q) / (ratio * ratio) - dot(v, &moved));
        OnFlow {
            nodal: sum([
                (*rate, moved),
                (1.0, carried(&carry, v)),
                (-1.0, carries(&carry, v)),
                (-1.0 / ratio, stretched(&square, q)),
            ]),
            lengths: Self::each(|k| {
                let square = self.square(&one(k), rates);
                dot(v, &carried(&self.carry[k], v))
                    + (2.0 * product(&square, q, v) - rate / ratio * product(&square, q, q)) / ratio
                    + of_ratio(k) * on_ratio
            }),
        }
    }

    /// How fast the momentum of the material up to a fraction `x` of the element changes, with what flows out through
    /// the section there: `d/dt ∫ u Λ dσ + Σ χᵢwᵢ u`, by products' rules, as `∫ χ a dσ = [χ r] - χ' ∫ r dσ`.
    pub(crate) fn momentum_rate(
        &self,
        shapes: &Shapes,
        at: &Flowing,
        (acceleration, seconds): (&Nodal, &Lengths),
        x: f64,
    ) -> Vector3<f64> {
        let l = shapes.length;
        let [first, last] = self.reach;
        let fall = (last - first) / l;
        let flow = |[ratio, come]: &Lengths| ratio * (first + x * fall * l) + come * CARRIES;
        let (place, integrals) = (place_at(x, l), integrals_to(x, l));
        let of = |c: &[f64; NODAL], q: &Nodal| -> Vector3<f64> {
            c.iter().zip(q).map(|(c, q)| q * *c).sum()
        };
        // From the first node, so that places may be far from the origin.
        let integrated = |w: &Lengths, q: &Nodal| {
            let near = q.map(|own| own - q[0]);
            let near = [near[0], q[1], near[2], q[3]];
            of(&place, &near) * flow(w) - of(&integrals, &near) * (w[0] * fall)
        };
        let Flowing { q, v, ratio, rates } = at;
        let slope = slope_at(x, l);
        let a = q[1] * slope[1] + (q[2] - q[0]) * slope[2] + q[3] * slope[3];
        let flows = flow(rates);
        let u = of(&place, v) + a * (flows / ratio);
        of(&integrals, v) * rates[0]
            + of(&integrals, acceleration) * *ratio
            + integrated(seconds, q)
            + integrated(rates, v)
            + u * flows
    }

    /// Derivatives of [`Self::inertia`] by accelerations.
    pub(crate) fn masses(&self, at: &Flowing) -> FlowSlopes {
        let each = [0, 1].map(|k| carried(&self.carry[k], &at.q));
        let own = |k, l| product(&self.square(&one(k), &one(l)), &at.q, &at.q) / at.ratio;
        let none = (0.0, &self.carry[0]);
        FlowSlopes {
            nodal: self.matrix(at.ratio, none, none, (0.0, &self.square[0])),
            by: each,
            of: each,
            own: [[own(0, 0), own(0, 1)], [own(1, 0), own(1, 1)]],
        }
    }

    /// Derivatives of [`Self::inertia`] and [`Self::gyroscopic`] by the end, but that by accelerations.
    pub(crate) fn slopes(
        &self,
        at: &Flowing,
        (acceleration, seconds): (&Nodal, &Lengths),
        shares: &Shares,
    ) -> FlowSlopes {
        let Flowing { q, v, ratio, rates } = at;
        let Shares { balance: b, rate: r } = *shares;
        let over = rates[0] / ratio;
        let (carry, square) = (self.carry(rates), self.square(rates, rates));
        let moved = self.moved(v);
        let rests = sum_of([(b, &self.carry(seconds)), (r, &carry)]);
        let mut slopes = FlowSlopes {
            nodal: self.matrix(r * rates[0], (1.0, &rests), (-r, &carry), (-b / ratio, &square)),
            ..FlowSlopes::NONE
        };
        for k in 0..LENGTHS {
            let (unit, is_ratio) = (one(k), of_ratio(k));
            let own = &self.carry[k];
            let flow = self.square(&unit, rates);
            let (flowing, flowed) = (stretched(&flow, q), stretched(&flow, v));
            let gains = stretched(&self.square(&unit, seconds), q);
            slopes.by[k] = sum([
                (b * is_ratio, self.moved(acceleration)),
                (r * is_ratio, moved),
                (r, carried(own, v)),
                (-r, carries(own, v)),
                (-2.0 * r / ratio, flowing),
                (b * is_ratio / (ratio * ratio), stretched(&square, q)),
            ]);
            slopes.of[k] = sum([
                (b, carries(own, acceleration)),
                (2.0 * b / ratio, gains),
                (r, carried(own, v)),
                (r, carries(own, v)),
                (2.0 * b / ratio, flowed),
                (2.0 * (r - b * over) / ratio, flowing),
                (-r * is_ratio, moved),
                (b * is_ratio / (ratio * ratio), stretched(&square, q)),
            ]);
            let by_ratio = -product(&self.square(&unit, seconds), q, q)
                - 2.0 * product(&flow, q, v)
                + 2.0 * over * product(&flow, q, q)
                - is_ratio / ratio * product(&square, q, q);
            for (l, entry) in slopes.own[k].iter_mut().enumerate() {
                let (both, other) = (self.square(&unit, &one(l)), self.square(rates, &one(l)));
                let by_rate = 2.0 * product(&both, q, v)
                    - over * product(&both, q, q)
                    - of_ratio(l) / ratio * product(&flow, q, q)
                    + is_ratio / ratio * product(&other, q, q);
                *entry = of_ratio(l) * b / (ratio * ratio) * by_ratio + r / ratio * by_rate;
            }
        }
        slopes
    }

    /// `m M + b B + t B' + c C`.
    fn matrix(
        &self,
        m: f64,
        (b, first): (f64, &Carry),
        (t, second): (f64, &Carry),
        (c, square): (f64, &Square),
    ) -> [[f64; NODAL]; NODAL] {
        // Columns and rows of nodal vectors from those of the way between nodes.
        let spread = |row: &[f64; INNER]| [-row[1], row[0], row[1], row[2]];
        let first = first.each_ref().map(spread);
        let second = second.each_ref().map(spread);
        let square = square.each_ref().map(spread);
        std::array::from_fn(|k| {
            std::array::from_fn(|l| {
                let of = match k {
                    0 => -square[1][l],
                    1 => square[0][l],
                    2 => square[1][l],
                    _ => square[2][l],
                };
                m * self.mass[k][l] + b * first[k][l] + t * second[l][k] + c * of
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const H: f64 = 0.05;

    fn flow() -> Flow {
        Flow::new(&Shapes::new(1.3), [2.6, 1.3])
    }

    fn start() -> Flowing {
        Flowing {
            q: [
                Vector3::new(0.1, 0.2, -0.3),
                Vector3::new(0.7, -0.4, 0.6),
                Vector3::new(0.9, -0.5, 0.5),
                Vector3::new(0.6, -0.7, 0.2),
            ],
            v: [
                Vector3::new(-0.4, 1.2, 0.3),
                Vector3::new(0.5, 0.1, -0.9),
                Vector3::new(0.8, -0.6, 1.1),
                Vector3::new(-0.3, 0.4, 0.2),
            ],
            ratio: 1.2,
            rates: [-0.7, 0.9],
        }
    }

    /// Where a step with these velocities at both ends goes.
    fn end(start: &Flowing) -> Flowing {
        let v = start.v.map(|v| v * 0.6 + Vector3::new(0.3, -0.8, 0.5));
        let rates = [0.4, 0.3];
        let q = std::array::from_fn(|k| start.q[k] + (start.v[k] + v[k]) * (0.5 * H));
        Flowing { q, v, ratio: start.ratio + 0.5 * H * (start.rates[0] + rates[0]), rates }
    }

    /// How far rope is carried in the step.
    fn carried_on(start: &Flowing, end: &Flowing) -> f64 {
        0.5 * H * (start.rates[1] + end.rates[1])
    }

    /// A step to another end, by its displacements.
    fn reached(start: &Flowing, q: Nodal, [ratio, come]: Lengths) -> Flowing {
        let v = std::array::from_fn(|k| (q[k] - start.q[k]) * (2.0 / H) - start.v[k]);
        let [first, second] = start.rates;
        let rates = [2.0 / H * (ratio - start.ratio) - first, 2.0 / H * come - second];
        Flowing { q, v, ratio, rates }
    }

    /// Reference: the velocity of the material, by a rule of higher order.
    #[test]
    fn the_kinetic_energy_is_that_of_the_material() {
        let (flow, at, l) = (flow(), start(), 1.3);
        let count = 2000;
        let mut sum = 0.0;
        for k in 0..count {
            let x = (k as f64 + 0.5) / f64::from(count);
            let of = |c: [f64; NODAL], q: &Nodal| -> Vector3<f64> {
                c.iter().zip(q).map(|(c, q)| q * *c).sum()
            };
            let chi = 2.6 - 1.3 * x;
            let flow = (chi * at.rates[0] - at.rates[1]) / at.ratio;
            let u = of(place_at(x, l), &at.v) + of(slope_at(x, l), &at.q) * flow;
            sum += 0.5 * u.norm_squared() * at.ratio * l / f64::from(count);
        }
        assert!((flow.kinetic(&at) - sum).abs() < 1e-6 * sum, "{} {sum}", flow.kinetic(&at));
    }

    /// Reference: the change of the kinetic energy is what the inertia takes, whatever the step.
    #[test]
    fn a_step_changes_the_kinetic_energy_by_its_work() {
        let (flow, first) = (flow(), start());
        let last = end(&first);
        let found = flow.over_step(&first, &last, H);
        let way = sum([(1.0, last.q), (-1.0, first.q)]);
        let work = dot(&found.nodal, &way)
            + found.lengths[0] * (last.ratio - first.ratio)
            + found.lengths[1] * carried_on(&first, &last);
        let expected = flow.kinetic(&last) - flow.kinetic(&first);
        assert!((work - expected).abs() < 1e-14, "{work} {expected}");
    }

    /// Reference: the middle of a step that is short.
    #[test]
    fn short_steps_have_the_inertia_of_an_instant() {
        let (flow, at) = (flow(), start());
        let acceleration = at.v.map(|v| v.yzx() * 3.0);
        let seconds = [1.7, -1.1];
        let h = 1e-4;
        let along = |t: f64| Flowing {
            q: std::array::from_fn(|k| at.q[k] + at.v[k] * t + acceleration[k] * (0.5 * t * t)),
            v: std::array::from_fn(|k| at.v[k] + acceleration[k] * t),
            ratio: at.ratio + at.rates[0] * t + 0.5 * seconds[0] * t * t,
            rates: [0, 1].map(|k| at.rates[k] + seconds[k] * t),
        };
        let found = flow.over_step(&along(-0.5 * h), &along(0.5 * h), h);
        let (own, rest) = (flow.inertia(&at, &acceleration, &seconds), flow.gyroscopic(&at));
        for k in 0..NODAL {
            assert!((found.nodal[k] - own.nodal[k] - rest.nodal[k]).norm() < 1e-6, "{k}");
        }
        for k in 0..LENGTHS {
            let left = found.lengths[k] - own.lengths[k] - rest.lengths[k];
            assert!(left.abs() < 1e-6, "{k}: {left}");
        }
    }

    /// By differences of what `of` gives for displaced nodal vectors and lengths.
    fn compare(found: &FlowSlopes, of: impl Fn(&Nodal, Lengths) -> OnFlow) {
        let d = 1e-6;
        let zero = [Vector3::zeros(); NODAL];
        let difference = |a: OnFlow, b: OnFlow| {
            let nodal: Nodal = std::array::from_fn(|k| (a.nodal[k] - b.nodal[k]) / (2.0 * d));
            (nodal, [0, 1].map(|k| (a.lengths[k] - b.lengths[k]) / (2.0 * d)))
        };
        let close = |a: f64, b: f64, what: &str| {
            assert!((a - b).abs() < 2e-5 * (1.0 + a.abs()), "{what}: {a} {b}");
        };
        for length in 0..LENGTHS {
            let [forward, back] = [d, -d].map(|way| one(length).map(|unit| unit * way));
            let (nodal, lengths) = difference(of(&zero, forward), of(&zero, back));
            for (own, by) in nodal.iter().zip(&found.by[length]) {
                own.iter().zip(by.iter()).for_each(|(a, b)| close(*a, *b, "by a length"));
            }
            for (row, own) in lengths.iter().enumerate() {
                close(*own, found.own[row][length], "of lengths by lengths");
            }
        }
        for l in 0..NODAL {
            for axis in 0..3 {
                let mut way = zero;
                way[l][axis] = d;
                let back = way.map(|v| -v);
                let (nodal, lengths) = difference(of(&way, [0.0; 2]), of(&back, [0.0; 2]));
                for (own, row) in nodal.iter().zip(&found.nodal) {
                    close(own[axis], row[l], "nodal");
                }
                for (own, row) in lengths.iter().zip(&found.of) {
                    close(*own, row[l][axis], "of a length");
                }
            }
        }
    }

    /// Reference: differences.
    #[test]
    fn slopes_are_derivatives() {
        let (flow, first) = (flow(), start());
        let last = end(&first);
        let come = carried_on(&first, &last);
        compare(&flow.step_slopes(&first, &last, H), |way, lengths| {
            let q = sum([(1.0, last.q), (1.0, *way)]);
            let lengths = [last.ratio + lengths[0], come + lengths[1]];
            flow.over_step(&first, &reached(&first, q, lengths), H)
        });
        let (acceleration, seconds) = (first.v.map(|v| v.yzx() * 3.0), [1.7, -1.1]);
        let shares = Shares { balance: 0.5, rate: 20.0 };
        let at = |way: &Nodal, lengths: &Lengths| Flowing {
            q: sum([(1.0, first.q), (shares.balance, *way)]),
            v: sum([(1.0, first.v), (shares.rate, *way)]),
            ratio: first.ratio + shares.balance * lengths[0],
            rates: [0, 1].map(|k| first.rates[k] + shares.rate * lengths[k]),
        };
        compare(&flow.slopes(&first, (&acceleration, &seconds), &shares), |way, lengths| {
            let at = at(way, &lengths);
            let (own, rest) = (flow.inertia(&at, &acceleration, &seconds), flow.gyroscopic(&at));
            let nodal = sum([(1.0, own.nodal), (1.0, rest.nodal)]);
            OnFlow { nodal, lengths: [0, 1].map(|k| own.lengths[k] + rest.lengths[k]) }
        });
        compare(&flow.masses(&first), |way, lengths| flow.inertia(&first, way, &lengths));
    }
}
