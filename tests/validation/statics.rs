//! What hangs at rest.

use super::rows::{largest, largest_change, run};

const MODELS: &str = "tests/models/at_rest.cdl";
const G: f64 = 9.81;

/// The catenary `z = a cosh(x/a)` through two points 8 m apart with 10 m of arc: `2 a sinh(4/a) = 10`,
/// by bisection. Links converge to its sag and tensions with the second order, and what is started at
/// rest stays there: 10 s, to round-off.
#[test]
fn a_chain_between_two_points_is_a_catenary_and_stays_there() {
    let (mut low, mut high) = (0.5_f64, 50.0);
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if 2.0 * middle * (4.0 / middle).sinh() > 10.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let (a, weight) = (low, 5.0 * G / 10.0);
    // Sag, tension at the lowest point and at the ends, and x of the point a quarter along.
    let expected = [
        a - a * (4.0 / a).cosh(),
        weight * a,
        weight * a * (4.0 / a).cosh(),
        4.0 - a * (2.5 / a).asinh(),
    ];
    let names = ["chain.mid.position.z", "chain.mid.tension", "chain.start.tension", "quarter.x"];
    let runs = [20, 40, 80].map(|links| run(MODELS, "still", &[("links", &links.to_string())]));
    for (name, expected) in names.into_iter().zip(expected) {
        let errors = [0, 1, 2].map(|k: usize| runs[k].last(name) - expected);
        let found = runs[2].last(name);
        println!("{name}: catenary {expected:.6}, 80 links {found:.6}, errors {errors:?}");
        assert!(errors[2].abs() < 4e-4 * expected.abs(), "{name}: {errors:?}");
        for pair in errors.windows(2) {
            assert!((pair[0] / pair[1] - 4.0).abs() < 0.1, "{name}: {errors:?}");
        }
    }
    let moved = runs
        .iter()
        .flat_map(|rows| names.map(|name| largest_change(rows, name)))
        .fold(0.0, f64::max);
    println!("moves by at most {moved:.1e} m or N in 10 s");
    assert!(moved < 1e-10, "{moved}");
}

/// Statics of a crane at rest: the rope carries the load and what hangs below of itself, the pin's drive
/// the moment of everything. Relative 1e-12; the rope's links and the boom's drive are exact.
#[test]
fn a_crane_at_rest_carries_its_load() {
    let rows = run(MODELS, "hold", &[]);
    let moment = G * 40_f64.to_radians().cos() * (1400.0 * 3.0 + 830.0 * 7.0);
    for (name, expected) in [
        ("rope.start.tension", 830.0 * G),
        ("rope.mid.tension", 815.0 * G),
        ("rope.end.tension", 800.0 * G),
        ("luff.torque", -moment),
    ] {
        let found = rows.last(name);
        println!("{name}: {found:.6}, expected {expected:.6}");
        assert!((found / expected - 1.0).abs() < 1e-11, "{name}: {found}, {expected}");
    }
    assert!(largest(rows.column("load.velocity.z")) < 1e-12);
    assert!(largest_change(&rows, "load.position.x") < 1e-12);
}

/// Of ten thousand links, slack and nearly straight: the catenary of span 10 m, `a sinh(5 m / a)` long from the middle to either end,
/// to order 2 in the links. The search for constraints that depend on each other used to have no end from 7000 links on.
#[test]
fn ten_thousand_links_hang_between_two_points() {
    for length in [20.0_f64, 10.001] {
        let (mut low, mut high) = (0.1_f64, 1e4);
        for _ in 0..200 {
            let a = 0.5 * (low + high);
            *(if a * (5.0 / a).sinh() > 0.5 * length { &mut low } else { &mut high }) = a;
        }
        let sag = low * ((5.0 / low).cosh() - 1.0);
        for experiment in ["long_rest", "long_energy"] {
            let rows = run(MODELS, experiment, &[("length", &format!("{length} m"))]);
            let apart = (rows.last("c.mid.position.z") + sag).abs() / sag;
            println!("{experiment} {length} m: {apart:.1e}");
            assert!(apart < 1e-5, "{experiment} {length} m: {apart:e}");
        }
    }
}
