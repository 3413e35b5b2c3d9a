//! The inertia of an element through which rope flows.
//!
//! A winch changes how long the rope between its ends is. Nodes stay where they are along it, at even parts of its
//! length, so elements become longer and shorter by one ratio `Λ` of the length that they are made for: what was
//! written for the unstretched arc length `s` is written for `σ = s/Λ` then, and the material at a fixed `σ` moves on
//! along the curve by `χ Λ̇/Λ` of `a = ∂r/∂σ`. The `χ` (m) falls evenly from the whole length at the winch to nothing
//! at the other end, with the sign of what flows from start to end. The velocity of the material and the kinetic
//! energy are
//!
//! ```text
//! u = N q̇ + a χ Λ̇/Λ
//! T = ½ ρ ∫ u·u Λ dσ = ½ ρ (Λ q̇'M q̇ + 2 Λ̇ q̇'B q + Λ̇²/Λ q'C q)
//! M = ∫ N N' dσ,   B = ∫ χ N D' dσ,   C = ∫ χ² D D' dσ,   a = D'q
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
//! `1/Λ`, products' rules give it in closed form. Everything here is for a mass per length of one, 1 kg/m.

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

/// The matrices of an element, m to m³.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Flow {
    mass: [[f64; NODAL]; NODAL],
    carry: [[f64; INNER]; NODAL],
    square: [[f64; INNER]; INNER],
    /// `χ` at the start and the end of the element, m.
    pub(crate) reach: [f64; 2],
}

/// An element at one time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Flowing {
    pub(crate) q: [Vector3<f64>; NODAL],
    pub(crate) v: [Vector3<f64>; NODAL],
    pub(crate) ratio: f64,
    /// 1/s
    pub(crate) rate: f64,
}

/// On nodal vectors and on the ratio: momenta, or forces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct OnFlow {
    pub(crate) nodal: [Vector3<f64>; NODAL],
    pub(crate) ratio: f64,
}

/// Derivatives of what acts on nodal vectors and the ratio by these, at the end of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct FlowSlopes {
    /// Times the identity.
    pub(crate) nodal: [[f64; NODAL]; NODAL],
    /// Of what acts on nodal vectors, by the ratio.
    pub(crate) by_ratio: [Vector3<f64>; NODAL],
    /// Of what acts on the ratio, by nodal vectors.
    pub(crate) of_ratio: [Vector3<f64>; NODAL],
    pub(crate) own: f64,
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

impl Flow {
    /// Of an element with `χ` from `reach[0]` to `reach[1]`, m.
    pub(crate) fn new(shapes: &Shapes, reach: [f64; 2]) -> Self {
        let l = shapes.length;
        let (mut carry, mut square) = ([[0.0; INNER]; NODAL], [[0.0; INNER]; INNER]);
        for (x, weight) in FOUR {
            let (place, slope) = (place_at(x, l), slope_at(x, l));
            let slope = [slope[1], slope[2], slope[3]];
            let chi = reach[0] + x * (reach[1] - reach[0]);
            let weight = weight * l;
            for (row, on) in carry.iter_mut().zip(place) {
                for (entry, by) in row.iter_mut().zip(slope) {
                    *entry += weight * chi * on * by;
                }
            }
            for (row, on) in square.iter_mut().zip(slope) {
                for (entry, by) in row.iter_mut().zip(slope) {
                    *entry += weight * chi * chi * on * by;
                }
            }
        }
        Self { mass: shapes.products(), carry, square, reach }
    }

    /// `M v`.
    fn moved(&self, v: &Nodal) -> Nodal {
        times(&self.mass, v)
    }

    /// `B q`.
    fn carried(&self, q: &Nodal) -> Nodal {
        times(&self.carry, &inner(q))
    }

    /// `B'v`.
    fn carries(&self, v: &Nodal) -> Nodal {
        let mut all = [Vector3::zeros(); INNER];
        for (row, v) in self.carry.iter().zip(v) {
            for (sum, entry) in all.iter_mut().zip(row) {
                *sum += v * *entry;
            }
        }
        nodal(all)
    }

    /// `C q`.
    fn stretched(&self, q: &Nodal) -> Nodal {
        nodal(times(&self.square, &inner(q)))
    }

    /// `a'C b`.
    fn product(&self, a: &Nodal, b: &Nodal) -> f64 {
        dot(&inner(a), &times(&self.square, &inner(b)))
    }

    /// The momenta, kg m/s for places.
    pub(crate) fn momenta(&self, at: &Flowing) -> OnFlow {
        let carried = self.carried(&at.q);
        OnFlow {
            nodal: sum([(at.ratio, self.moved(&at.v)), (at.rate, carried)]),
            ratio: dot(&at.v, &carried) + at.rate / at.ratio * self.product(&at.q, &at.q),
        }
    }

    /// J
    pub(crate) fn kinetic(&self, at: &Flowing) -> f64 {
        let momenta = self.momenta(at);
        0.5 * (dot(&at.v, &momenta.nodal) + at.rate * momenta.ratio)
    }

    /// `D f` of a step.
    fn gradient(&self, start: &Flowing, end: &Flowing) -> OnFlow {
        let rates = start.rate * end.rate;
        let mixed = sum([(start.rate, end.v), (end.rate, start.v)]);
        let over = 0.5 * (1.0 / start.ratio + 1.0 / end.ratio);
        let mean = sum([(0.5, start.q), (0.5, end.q)]);
        let square = 0.5 * (self.product(&start.q, &start.q) + self.product(&end.q, &end.q));
        OnFlow {
            nodal: sum([(0.5, self.carries(&mixed)), (rates * over, self.stretched(&mean))]),
            ratio: 0.5
                * (dot(&start.v, &self.moved(&end.v)) - rates * square / (start.ratio * end.ratio)),
        }
    }

    /// The inertia over a step of `h` seconds: what it takes to move as it does, N for places.
    pub(crate) fn over_step(&self, start: &Flowing, end: &Flowing, h: f64) -> OnFlow {
        let (first, last, gradient) =
            (self.momenta(start), self.momenta(end), self.gradient(start, end));
        let each = [(1.0 / h, last.nodal), (-1.0 / h, first.nodal), (-1.0, gradient.nodal)];
        OnFlow { nodal: sum(each), ratio: (last.ratio - first.ratio) / h - gradient.ratio }
    }

    /// Derivatives of [`Self::over_step`] where velocities are `v₁ = 2 (q₁ - q₀)/h - v₀`.
    pub(crate) fn step_slopes(&self, start: &Flowing, end: &Flowing, h: f64) -> FlowSlopes {
        let twice = 2.0 / h;
        let rates = start.rate * end.rate;
        let over = 0.5 * (1.0 / start.ratio + 1.0 / end.ratio);
        let product = start.ratio * end.ratio;
        let mean = sum([(0.5, start.q), (0.5, end.q)]);
        let squares = [self.product(&start.q, &start.q), self.product(&end.q, &end.q)];
        let square = 0.5 * (squares[0] + squares[1]);
        let carried = self.carried(&end.q);
        let stretched = self.stretched(&end.q);
        FlowSlopes {
            nodal: self.matrix(
                twice / h * end.ratio,
                end.rate / h,
                -start.rate / h,
                -0.5 * rates * over,
            ),
            by_ratio: sum([
                (1.0 / h, self.moved(&end.v)),
                (twice / h, carried),
                (-1.0 / h, self.carries(&start.v)),
                (
                    0.5 * rates / (end.ratio * end.ratio) - twice * start.rate * over,
                    self.stretched(&mean),
                ),
            ]),
            of_ratio: sum([
                (twice / h, carried),
                (1.0 / h, self.carries(&end.v)),
                (twice * end.rate / end.ratio + 0.5 * rates / product, stretched),
                (-1.0 / h, self.moved(&start.v)),
            ]),
            own: squares[1] / h * (twice / end.ratio - end.rate / (end.ratio * end.ratio))
                + 0.5 * square * (twice * start.rate / product - rates / (product * end.ratio)),
        }
    }

    /// What it takes for these accelerations alone.
    pub(crate) fn inertia(&self, at: &Flowing, acceleration: &Nodal, second: f64) -> OnFlow {
        let carried = self.carried(&at.q);
        OnFlow {
            nodal: sum([(at.ratio, self.moved(acceleration)), (second, carried)]),
            ratio: dot(acceleration, &carried) + second / at.ratio * self.product(&at.q, &at.q),
        }
    }

    /// What it takes beside that, at one instant.
    pub(crate) fn gyroscopic(&self, at: &Flowing) -> OnFlow {
        let Flowing { q, v, ratio, rate } = at;
        let carried = self.carried(v);
        let over = rate / ratio;
        OnFlow {
            nodal: sum([
                (*rate, self.moved(v)),
                (*rate, carried),
                (-rate, self.carries(v)),
                (-rate * over, self.stretched(q)),
            ]),
            ratio: dot(v, &carried) + 2.0 * over * self.product(q, v)
                - 0.5 * over * over * self.product(q, q)
                - 0.5 * dot(v, &self.moved(v)),
        }
    }

    /// How fast the momentum of the material up to a fraction `x` of the element changes, with what flows out through
    /// the section there: `d/dt ∫ u Λ dσ + χ Λ̇ u`, by products' rules, as `∫ χ a dσ = [χ r] - χ' ∫ r dσ`.
    pub(crate) fn momentum_rate(
        &self,
        shapes: &Shapes,
        at: &Flowing,
        (acceleration, second): (&Nodal, f64),
        x: f64,
    ) -> Vector3<f64> {
        let l = shapes.length;
        let [first, last] = self.reach;
        let chi = first + x * (last - first);
        let (place, integrals) = (place_at(x, l), integrals_to(x, l));
        let of = |c: &[f64; NODAL], q: &Nodal| -> Vector3<f64> {
            c.iter().zip(q).map(|(c, q)| q * *c).sum()
        };
        // From the first node, so that places may be far from the origin.
        let integrated = |q: &Nodal| {
            let near = q.map(|own| own - q[0]);
            let near = [near[0], q[1], near[2], q[3]];
            of(&place, &near) * chi - of(&integrals, &near) * ((last - first) / l)
        };
        let Flowing { q, v, ratio, rate } = at;
        let slope = slope_at(x, l);
        let a = q[1] * slope[1] + (q[2] - q[0]) * slope[2] + q[3] * slope[3];
        let u = of(&place, v) + a * (chi * rate / ratio);
        of(&integrals, v) * *rate
            + of(&integrals, acceleration) * *ratio
            + integrated(q) * second
            + integrated(v) * *rate
            + u * (chi * rate)
    }

    /// Derivatives of [`Self::inertia`] by accelerations.
    pub(crate) fn masses(&self, at: &Flowing) -> FlowSlopes {
        let carried = self.carried(&at.q);
        FlowSlopes {
            nodal: self.matrix(at.ratio, 0.0, 0.0, 0.0),
            by_ratio: carried,
            of_ratio: carried,
            own: self.product(&at.q, &at.q) / at.ratio,
        }
    }

    /// Derivatives of [`Self::inertia`] and [`Self::gyroscopic`] by the end, but that by accelerations.
    pub(crate) fn slopes(
        &self,
        at: &Flowing,
        (acceleration, second): (&Nodal, f64),
        shares: &Shares,
    ) -> FlowSlopes {
        let Flowing { q, v, ratio, rate } = at;
        let Shares { balance: b, rate: r } = shares;
        let over = rate / ratio;
        let (stretched, flowed) = (self.stretched(q), self.stretched(v));
        let (moved, carried, carries) = (self.moved(v), self.carried(v), self.carries(v));
        let square = self.product(q, q);
        FlowSlopes {
            nodal: self.matrix(r * rate, r * rate + b * second, -r * rate, -b * rate * over),
            by_ratio: sum([
                (*b, self.moved(acceleration)),
                (*r, moved),
                (*r, carried),
                (-r, carries),
                (-2.0 * r * over + b * over * over, stretched),
            ]),
            of_ratio: sum([
                (*b, self.carries(acceleration)),
                (2.0 * b * second / ratio - b * over * over + 2.0 * r * over, stretched),
                (2.0 * b * over, flowed),
                (*r, carried),
                (*r, carries),
                (-r, moved),
            ]),
            own: -b * second / (ratio * ratio) * square
                + 2.0 * (r - b * over) / ratio * self.product(q, v)
                - over / ratio * (r - b * over) * square,
        }
    }

    /// `m M + b B + t B' + c C`.
    fn matrix(&self, m: f64, b: f64, t: f64, c: f64) -> [[f64; NODAL]; NODAL] {
        // Columns and rows of nodal vectors from those of the way between nodes.
        let spread = |row: &[f64; INNER]| [-row[1], row[0], row[1], row[2]];
        let carry = self.carry.map(|row| spread(&row));
        let square = self.square.map(|row| spread(&row));
        std::array::from_fn(|k| {
            std::array::from_fn(|l| {
                let of = match k {
                    0 => -square[1][l],
                    1 => square[0][l],
                    2 => square[1][l],
                    _ => square[2][l],
                };
                m * self.mass[k][l] + b * carry[k][l] + t * carry[l][k] + c * of
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
            rate: -0.7,
        }
    }

    /// Where a step with these velocities at both ends goes.
    fn end(start: &Flowing) -> Flowing {
        let v = start.v.map(|v| v * 0.6 + Vector3::new(0.3, -0.8, 0.5));
        let rate = 0.4;
        moved(start, v, rate)
    }

    fn moved(start: &Flowing, v: Nodal, rate: f64) -> Flowing {
        let q = std::array::from_fn(|k| start.q[k] + (start.v[k] + v[k]) * (0.5 * H));
        Flowing { q, v, ratio: start.ratio + 0.5 * H * (start.rate + rate), rate }
    }

    /// A step to another end, by its displacements.
    fn reached(start: &Flowing, q: Nodal, ratio: f64) -> Flowing {
        let v = std::array::from_fn(|k| (q[k] - start.q[k]) * (2.0 / H) - start.v[k]);
        Flowing { q, v, ratio, rate: 2.0 / H * (ratio - start.ratio) - start.rate }
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
            let u =
                of(place_at(x, l), &at.v) + of(slope_at(x, l), &at.q) * (chi * at.rate / at.ratio);
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
        let work = dot(&found.nodal, &way) + found.ratio * (last.ratio - first.ratio);
        let expected = flow.kinetic(&last) - flow.kinetic(&first);
        assert!((work - expected).abs() < 1e-14, "{work} {expected}");
    }

    /// Reference: the middle of a step that is short.
    #[test]
    fn short_steps_have_the_inertia_of_an_instant() {
        let (flow, at) = (flow(), start());
        let acceleration = at.v.map(|v| v.yzx() * 3.0);
        let second = 1.7;
        let h = 1e-4;
        let along = |t: f64| Flowing {
            q: std::array::from_fn(|k| at.q[k] + at.v[k] * t + acceleration[k] * (0.5 * t * t)),
            v: std::array::from_fn(|k| at.v[k] + acceleration[k] * t),
            ratio: at.ratio + at.rate * t + 0.5 * second * t * t,
            rate: at.rate + second * t,
        };
        let found = flow.over_step(&along(-0.5 * h), &along(0.5 * h), h);
        let (own, rest) = (flow.inertia(&at, &acceleration, second), flow.gyroscopic(&at));
        for k in 0..NODAL {
            assert!((found.nodal[k] - own.nodal[k] - rest.nodal[k]).norm() < 1e-6, "{k}");
        }
        let left = found.ratio - own.ratio - rest.ratio;
        assert!(left.abs() < 1e-6, "{left}");
    }

    /// By differences of what `of` gives for displaced nodal vectors and ratios.
    fn compare(found: &FlowSlopes, of: impl Fn(&Nodal, f64) -> OnFlow) {
        let d = 1e-6;
        let zero = [Vector3::zeros(); NODAL];
        let difference = |a: OnFlow, b: OnFlow| {
            let nodal: Nodal = std::array::from_fn(|k| (a.nodal[k] - b.nodal[k]) / (2.0 * d));
            (nodal, (a.ratio - b.ratio) / (2.0 * d))
        };
        let close = |a: f64, b: f64, what: &str| {
            assert!((a - b).abs() < 2e-5 * (1.0 + a.abs()), "{what}: {a} {b}");
        };
        let (nodal, own) = difference(of(&zero, d), of(&zero, -d));
        for (own, by_ratio) in nodal.iter().zip(&found.by_ratio) {
            own.iter().zip(by_ratio.iter()).for_each(|(a, b)| close(*a, *b, "by ratio"));
        }
        close(own, found.own, "own");
        for l in 0..NODAL {
            for axis in 0..3 {
                let mut way = zero;
                way[l][axis] = d;
                let back = way.map(|v| -v);
                let (nodal, ratio) = difference(of(&way, 0.0), of(&back, 0.0));
                for (own, row) in nodal.iter().zip(&found.nodal) {
                    close(own[axis], row[l], "nodal");
                }
                close(ratio, found.of_ratio[l][axis], "of ratio");
            }
        }
    }

    /// Reference: differences.
    #[test]
    fn slopes_are_derivatives() {
        let (flow, first) = (flow(), start());
        let last = end(&first);
        compare(&flow.step_slopes(&first, &last, H), |way, ratio| {
            let q = sum([(1.0, last.q), (1.0, *way)]);
            flow.over_step(&first, &reached(&first, q, last.ratio + ratio), H)
        });
        let (acceleration, second) = (first.v.map(|v| v.yzx() * 3.0), 1.7);
        let shares = Shares { balance: 0.5, rate: 20.0 };
        let at = |way: &Nodal, ratio: f64| Flowing {
            q: sum([(1.0, first.q), (shares.balance, *way)]),
            v: sum([(1.0, first.v), (shares.rate, *way)]),
            ratio: first.ratio + shares.balance * ratio,
            rate: first.rate + shares.rate * ratio,
        };
        compare(&flow.slopes(&first, (&acceleration, second), &shares), |way, ratio| {
            let at = at(way, ratio);
            let (own, rest) = (flow.inertia(&at, &acceleration, second), flow.gyroscopic(&at));
            let nodal = sum([(1.0, own.nodal), (1.0, rest.nodal)]);
            OnFlow { nodal, ratio: own.ratio + rest.ratio }
        });
        compare(&flow.masses(&first), |way, ratio| flow.inertia(&first, way, ratio));
    }
}
