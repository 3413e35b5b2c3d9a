use std::sync::Arc;

use nalgebra::Vector3;

use super::super::shape::{NODAL, Shapes, place_at, slope_at, spread};
use super::sums::{Nodal, dot, one, sum};
use super::*;

const H: f64 = 0.05;

fn flow() -> Flow {
    Flow::new(Arc::new(Shapes::new(1.3)), [2.6, 1.3], true)
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

/// Where nothing goes through the other end nothing is carried: the same numbers with one length.
#[test]
fn one_length_is_a_case_of_two() {
    let (first, mut one) = (start(), flow());
    let still = |at: Flowing| Flowing { rates: [at.rates[0], 0.0], ..at };
    let (first, last) = (still(first), still(end(&first)));
    one.lengths = 1;
    let both = flow();
    let (a, b) = (one.over_step(&first, &last, H), both.over_step(&first, &last, H));
    assert_eq!((a.nodal, a.lengths[0]), (b.nodal, b.lengths[0]));
    let (a, b) = (one.step_slopes(&first, &last, H), both.step_slopes(&first, &last, H));
    assert_eq!((a.nodal, a.by[0], a.of[0], a.own[0][0]), (b.nodal, b.by[0], b.of[0], b.own[0][0]));
}

/// Half the square of the material's velocity, integrated over the element by a rule of higher order.
fn of_material(at: &Flowing) -> f64 {
    let (l, count) = (1.3, 2000);
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
    sum
}

/// Where an element is straight and drawn out the more the farther from its start, tensions hold all of its stretch.
/// Reference: the velocity of the material.
#[test]
fn the_kinetic_energy_is_that_of_the_material() {
    let along = Vector3::new(0.6, 0.0, 0.8);
    let place = |s: f64| along * (0.2 + 1.1 * s + 0.15 * s * s);
    let slope = |s: f64| along * (1.1 + 0.3 * s);
    let q = [place(0.0), slope(0.0), place(1.3), slope(1.3)];
    let at = Flowing { q, ..start() };
    let (expected, found) = (of_material(&at), flow().kinetic(&at));
    assert!((found - expected).abs() < 1e-6 * expected, "{found} {expected}");
}

/// Where it is straight and its stretch is a square, all is there but the square of what no tension holds, `0.6 P₂`.
#[test]
fn what_no_tension_holds_gains_nothing_by_its_flow() {
    let (along, l) = (Vector3::new(0.6, 0.0, 0.8), 1.3);
    // `|a| = 2 + 0.6 (6 x (x - 1) + 1)`
    let place = |x: f64| along * l * (2.6 * x + 0.6 * (2.0 * x * x * x - 3.0 * x * x));
    let q = [place(0.0), along * 2.6, place(1.0), along * 2.6];
    for rates in [[0.0, 0.9], [-0.7, 0.9], [-0.7, 0.0]] {
        let at = Flowing { q, rates, ..start() };
        let material = of_material(&at);
        let count = 2000;
        let rest = |x: f64| {
            let flow = (2.6 - 1.3 * x) * rates[0] - rates[1];
            0.5 * (flow * 0.6 * (6.0 * x * (x - 1.0) + 1.0)).powi(2)
        };
        let sum: f64 = (0..count).map(|k| rest((f64::from(k) + 0.5) / f64::from(count))).sum();
        let left = sum * l / at.ratio / f64::from(count);
        let found = flow().kinetic(&at);
        assert!((found - material + left).abs() < 1e-5 * left, "{found} {material} {left}");
    }
}

/// Reference: the change of the kinetic energy is what the inertia takes, whatever the step.
#[test]
fn a_step_changes_the_kinetic_energy_by_its_work() {
    let (flow, first) = (flow(), start());
    let last = end(&first);
    let found = flow.over_step(&first, &last, H);
    let way = sum([(1.0, &last.q), (-1.0, &first.q)]);
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
            let blocks = spread(&found.blocks);
            for (k, own) in nodal.iter().enumerate() {
                for other in 0..3 {
                    let even = if other == axis { found.nodal[k][l] } else { 0.0 };
                    close(own[other], even + blocks[k][l][(other, axis)], "nodal");
                }
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
        let q = sum([(1.0, &last.q), (1.0, way)]);
        let lengths = [last.ratio + lengths[0], come + lengths[1]];
        flow.over_step(&first, &reached(&first, q, lengths), H)
    });
    let (acceleration, seconds) = (first.v.map(|v| v.yzx() * 3.0), [1.7, -1.1]);
    let shares = Shares { balance: 0.5, rate: 20.0 };
    let at = |way: &Nodal, lengths: &Lengths| Flowing {
        q: sum([(1.0, &first.q), (shares.balance, way)]),
        v: sum([(1.0, &first.v), (shares.rate, way)]),
        ratio: first.ratio + shares.balance * lengths[0],
        rates: [0, 1].map(|k| first.rates[k] + shares.rate * lengths[k]),
    };
    compare(&flow.slopes(&first, (&acceleration, &seconds), &shares), |way, lengths| {
        let at = at(way, &lengths);
        let (own, rest) = (flow.inertia(&at, &acceleration, &seconds), flow.gyroscopic(&at));
        let nodal = sum([(1.0, &own.nodal), (1.0, &rest.nodal)]);
        OnFlow { nodal, lengths: [0, 1].map(|k| own.lengths[k] + rest.lengths[k]) }
    });
    compare(&flow.masses(&first), |way, lengths| flow.inertia(&first, way, &lengths));
}
