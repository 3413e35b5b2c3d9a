//! Both eliminations against a dense solution, against each other, and against closed forms.

use super::case::{Case, Random};
use crate::chain::{Data, Form, Links, Root, State, Taut, Tip, inward, outward, root_load};
use nalgebra::{Matrix3, Vector3};

const FORMS: [Form; 2] = [Form::Natural, Form::Recursion];

fn ends(random: &mut Random) -> Vec<(Tip, Root)> {
    let tips = [
        Tip::Free,
        Tip::Body { mass: random.mass(), bias: 5.0 * random.vector() },
        Tip::Held { acceleration: 5.0 * random.vector() },
    ];
    let roots = [Root::Free, Root::Given(5.0 * random.vector())];
    tips.iter().flat_map(|&tip| roots.iter().map(move |&root| (tip, root))).collect()
}

/// Reference: one dense LU of mass matrix, constraint Jacobian and prescribed ends. 1e-9 of the
/// largest value of each kind; the systems' condition numbers are up to about 1e5.
#[test]
fn agree_with_a_dense_solution() {
    let mut random = Random(1);
    for count in [1, 2, 3, 5, 12, 40] {
        for added in [false, true] {
            for _ in 0..4 {
                let case = Case::random(count, added, &mut random);
                for (tip, root) in ends(&mut random) {
                    // One link between two given points has no motion of its own.
                    if count == 1 && matches!((tip, root), (Tip::Held { .. }, Root::Given(_))) {
                        continue;
                    }
                    let dense = case.dense(tip, root);
                    for form in FORMS {
                        let solution = case.solve(form, tip, root).unwrap();
                        let difference = solution.difference(&dense);
                        assert!(
                            difference < 1e-9,
                            "{form:?}, {count} links, added {added}, {tip:?}, {root:?}: {difference:e}"
                        );
                    }
                }
            }
        }
    }
}

/// The two forms are derived differently; on long chains there is no dense reference.
#[test]
fn agree_with_each_other_on_long_chains() {
    let mut random = Random(2);
    for count in [128, 1024, 20_000] {
        for added in [false, true] {
            let case = Case::random(count, added, &mut random);
            for (tip, root) in ends(&mut random) {
                let natural = case.solve(Form::Natural, tip, root).unwrap();
                let recursion = case.solve(Form::Recursion, tip, root).unwrap();
                let difference = recursion.difference(&natural);
                assert!(
                    difference < 1e-9,
                    "{count} links, added {added}, {tip:?}, {root:?}: {difference:e}"
                );
            }
        }
    }
}

/// Newton's law of every node, from the results alone: 1e-10 of the largest tension. The natural
/// form carries a body 1e6 times as heavy as a link; the recursion loses as many digits as the
/// ratio has.
#[test]
fn each_link_is_in_balance_at_depth() {
    let mut random = Random(3);
    for (form, heavy) in [(Form::Natural, 1e6), (Form::Recursion, 1e3)] {
        let case = Case::random(1024, false, &mut random);
        let tip = Tip::Body { mass: heavy * random.mass(), bias: heavy.sqrt() * random.vector() };
        let root = Root::Given(random.vector());
        let solution = case.solve(form, tip, root).unwrap();
        let scale = solution.tensions.iter().fold(0.0, |s: f64, t| s.max(t.abs()));
        let masses = case.links.masses();
        for i in 1..case.links.count() {
            let a = |k: usize| solution.accelerations[k];
            let u = |k: usize| Vector3::from(case.directions[k]);
            let needed = (a(i - 1) + 2.0 * a(i)) * (masses[i - 1] / 6.0)
                + (2.0 * a(i) + a(i + 1)) * (masses[i] / 6.0);
            let given =
                case.forces[i] - u(i - 1) * solution.tensions[i - 1] + u(i) * solution.tensions[i];
            let residual = (needed - given).norm() / scale;
            assert!(residual < 1e-10, "{form:?}, node {i}: {residual:e}");
        }
    }
}

/// The root's load, used by the caller to find the root's acceleration, gives the same motion as a
/// point mass there would in one dense system: a chain whose first node carries 3 kg more.
#[test]
fn root_load_couples_a_body() {
    let mut random = Random(4);
    for tip in [Tip::Free, Tip::Held { acceleration: random.vector() }] {
        for form in FORMS {
            let case = Case::random(6, true, &mut random);
            let mut data = Data::new(&case.links, form);
            data.place(&case.links, case.state(), Vector3::zeros(), Vector3::zeros());
            data.forces.copy_from_slice(&case.forces);
            data.added = true;
            data.added_masses.copy_from_slice(case.added.as_ref().unwrap());
            inward(&case.links, case.state(), &mut data, tip);
            let load = root_load(&data).unwrap();
            let force = Vector3::new(1.0, -20.0, 3.0);
            let body = Matrix3::identity() * 3.0;
            let acceleration = (body + load.mass).lu().solve(&(force - load.bias)).unwrap();
            let mut turning = vec![[0.0; 3]; 6];
            outward(&case.links, case.state(), &mut data, Root::Given(acceleration), &mut turning)
                .unwrap();
            // The body obeys Newton's law with the chain's reaction, and the dense solution with
            // this root acceleration has the same support force.
            let residual = body * acceleration - (force - data.root_force);
            assert!(residual.norm() < 1e-9 * force.norm(), "{form:?}: {residual}");
            let dense = case.dense(tip, Root::Given(acceleration));
            assert!((dense.root_force - data.root_force).norm() < 1e-9 * dense.root_force.norm());
        }
    }
}

/// A uniform rod on a pivot: `θ̈ = -3 g sin θ / (2 l)`; tension at rest half the weight on average.
#[test]
fn one_link_is_a_compound_pendulum() {
    let (length, mass, g, angle) = (1.7, 0.6, 9.81, 0.4_f64);
    let links = Links::uniform(1, length, mass).unwrap();
    let u = Vector3::new(angle.sin(), 0.0, -angle.cos());
    let forward = Vector3::new(angle.cos(), 0.0, angle.sin());
    let rate = 0.8;
    for form in FORMS {
        let (directions, rates) = ([u.into()], [(forward * rate).into()]);
        let state = State { directions: &directions, rates: &rates };
        let mut data = Data::new(&links, form);
        data.place(&links, state, Vector3::zeros(), Vector3::zeros());
        data.forces.fill(Vector3::new(0.0, 0.0, -0.5 * mass * g));
        let mut turning = [[0.0; 3]];
        inward(&links, state, &mut data, Tip::Free);
        outward(&links, state, &mut data, Root::Given(Vector3::zeros()), &mut turning).unwrap();
        let expected = forward * (-1.5 * g * angle.sin() / length) - u * rate * rate;
        assert!((Vector3::from(turning[0]) - expected).norm() < 1e-13 * g);
        // Mean over the rod of the weight and the centrifugal force outside: half the weight, and
        // ∫∫ = m l ω² / 3.
        let tension = 0.5 * mass * g * angle.cos() + mass * length * rate * rate / 3.0;
        assert!((data.tensions[0] - tension).abs() < 1e-13 * mass * g);
    }
}

/// Two rods in a plane: the textbook equations
/// `(m1/3 + m2) l1 α1 + m2 l2/2 (α2 c + ω2² s) = -(m1/2 + m2) g sin θ1`,
/// `m2 l2/3 α2 + m2 l1/2 (α1 c - ω1² s) = -m2/2 g sin θ2`, with `c, s` of `θ1 - θ2`.
#[test]
fn two_links_are_a_double_pendulum() {
    let (l1, l2, m1, m2, g) = (0.9, 1.4, 0.7, 1.1, 9.81);
    let (t1, t2, w1, w2) = (0.5_f64, -0.9_f64, 1.3, -0.7);
    let (s, c) = (t1 - t2).sin_cos();
    let (a11, a12) = ((m1 / 3.0 + m2) * l1, m2 * l2 / 2.0 * c);
    let (a21, a22) = (m2 * l1 / 2.0 * c, m2 * l2 / 3.0);
    let b1 = -(m1 / 2.0 + m2) * g * t1.sin() - m2 * l2 / 2.0 * w2 * w2 * s;
    let b2 = -m2 / 2.0 * g * t2.sin() + m2 * l1 / 2.0 * w1 * w1 * s;
    let determinant = a11 * a22 - a12 * a21;
    let expected = [(b1 * a22 - a12 * b2) / determinant, (a11 * b2 - a21 * b1) / determinant];

    let links = Links::new(vec![l1, l2], vec![m1, m2]).unwrap();
    let down = |t: f64| Vector3::new(t.sin(), 0.0, -t.cos());
    let across = |t: f64| Vector3::new(t.cos(), 0.0, t.sin());
    let directions = [down(t1).into(), down(t2).into()];
    let rates = [(across(t1) * w1).into(), (across(t2) * w2).into()];
    let state = State { directions: &directions, rates: &rates };
    for form in FORMS {
        let mut data = Data::new(&links, form);
        data.place(&links, state, Vector3::zeros(), Vector3::zeros());
        for (j, m) in [m1, m2].into_iter().enumerate() {
            data.forces[j].z -= 0.5 * m * g;
            data.forces[j + 1].z -= 0.5 * m * g;
        }
        let mut turning = [[0.0; 3]; 2];
        inward(&links, state, &mut data, Tip::Free);
        outward(&links, state, &mut data, Root::Given(Vector3::zeros()), &mut turning).unwrap();
        for (j, t) in [t1, t2].into_iter().enumerate() {
            let angular = Vector3::from(turning[j]).dot(&across(t));
            assert!((angular - expected[j]).abs() < 1e-12 * g, "{form:?}: {angular} {expected:?}");
        }
    }
}

/// Straight between two held points: no answer, and no NaN; with a free root it is well-posed.
#[test]
fn a_straight_held_chain_is_reported() {
    let mut random = Random(5);
    for form in FORMS {
        for count in [1, 2, 30] {
            let mut case = Case::random(count, false, &mut random);
            let u = random.direction();
            case.directions.fill(u.into());
            case.rates.fill([0.0; 3]);
            let tip = Tip::Held { acceleration: Vector3::zeros() };
            let taut = case.solve(form, tip, Root::Given(Vector3::zeros()));
            assert_eq!(taut.err(), Some(Taut), "{form:?}, {count} links");
            let free = case.solve(form, tip, Root::Free).unwrap();
            assert!(free.difference(&case.dense(tip, Root::Free)) < 1e-9);
        }
    }
}
