//! Constraints of the language against closed forms, by the recursion with projection (`exact`, relative
//! and absolute tolerance 1e-11 a step) and by the energy-momentum scheme (`energy`, order 2, steps of
//! 1 ms).

use super::reference::integrate;
use super::rows::{Rows, largest_difference, run};

const MODELS: &str = "tests/models/constraints.cdl";
/// m/s^2, along the plane of 30 degrees.
const SLOPE: f64 = 9.81 * 0.5;

/// The runs by both methods.
fn both(name: &str) -> [Rows; 2] {
    ["exact", "energy"].map(|method| run(MODELS, &format!("{name}_{method}"), &[]))
}

/// By how much a column of both runs differs from a function of time.
fn apart(runs: &[Rows; 2], column: &str, expected: impl Fn(f64) -> f64) -> [f64; 2] {
    let apart = [0, 1].map(|k| {
        let rows = &runs[k];
        let theirs: Vec<f64> = rows.time.iter().map(|&time| expected(time)).collect();
        largest_difference(rows.column(column), &theirs)
    });
    println!("{column}: apart by at most {:.1e} and {:.1e}", apart[0], apart[1]);
    apart
}

/// A knife edge that turns at the rate w while gravity pulls it along x: Neimark and Fufaev, Dynamics of
/// Nonholonomic Systems (1972), chapter II; Bloch, Nonholonomic Mechanics and Control (2003), section
/// 1.6: `x = a / (2 w^2) sin^2(w t)`, `y = a / (2 w^2) (w t - sin(2 w t) / 2)`. The scheme turns by
/// `2 atan(w h / 2)` in a step, so by `(w h)^2 / 12` too little: 3.3e-7 of 6 rad, on ways of 0.6 m.
#[test]
fn a_knife_edge_on_an_inclined_plane() {
    let (runs, rate) = (both("skate"), 2.0);
    let size = SLOPE / (2.0 * rate * rate);
    let x = apart(&runs, "blade.position.x", |t| size * (rate * t).sin().powi(2));
    let y = apart(&runs, "blade.position.y", |t| size * (rate * t - (2.0 * rate * t).sin() / 2.0));
    for [exact, energy] in [x, y] {
        assert!(exact < 1e-8 && energy < 5e-6, "{exact}, {energy}");
    }
}

/// A wheel of radius r, held at its height and rolling by constraints: `x = a t^2 / 2 / (1 + I / (m r^2))`.
/// The same for one on a planar joint. The scheme turns by `(w h)^2 / 12` too little, with w up to 30 rad/s:
/// 7.5e-5 of 8 m at the very end.
#[test]
fn wheels_roll_down_an_inclined_plane() {
    let rolled = |mass: f64, inertia: f64| {
        let effective = 1.0 + inertia / (mass * 0.3 * 0.3);
        move |t: f64| SLOPE * t * t / 2.0 / effective
    };
    let runs = both("wheel");
    let wheel = apart(&runs, "wheel.position.x", rolled(2.0, 0.1));
    let rider = apart(&runs, "rider.position.x", rolled(1.0, 0.02));
    for [exact, energy] in [wheel, rider] {
        assert!(exact < 1e-8 && energy < 6e-4, "{exact}, {energy}");
    }
}

/// A bead on a wire that turns at the rate w, without weight: `r'' = w^2 r`, so `r = r0 cosh(w t)`. The
/// scheme's error is of order `(w h)^2 = 2e-6` on 2 m.
#[test]
fn a_bead_on_a_turning_wire_flies_outward() {
    let runs = both("wire");
    let radius = |t: f64| 0.2 * (1.5 * t).cosh();
    let x = apart(&runs, "bead.position.x", |t| radius(t) * (1.5 * t).cos());
    let y = apart(&runs, "bead.position.y", |t| radius(t) * (1.5 * t).sin());
    for [exact, energy] in [x, y] {
        assert!(exact < 1e-8 && energy < 5e-6, "{exact}, {energy}");
    }
}

/// Two bodies with equal attitudes turn as one, `angle = M t^2 / 2 / (I1 + I2)`, and stay where they are
/// otherwise: Rodrigues' rotation of the x axis about [1, 2, 2] / 3. The scheme turns by `(w h)^2 / 12` too
/// little, with w up to 2.3 rad/s: 4e-7 of 3.4 rad.
#[test]
fn bodies_with_equal_attitudes_turn_as_one() {
    let runs = both("alike");
    let axis = [1.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0];
    // x, its part along the axis and what is across it.
    let cross = [0.0, axis[2], -axis[1]];
    for side in ["left", "right"] {
        for (k, letter) in ["x", "y", "z"].into_iter().enumerate() {
            let [exact, energy] = apart(&runs, &format!("{side}.{letter}"), |t| {
                let (s, c) = (0.3 * t * t / 2.0 / 0.4).sin_cos();
                let x = if k == 0 { 1.0 } else { 0.0 };
                x * c + cross[k] * s + axis[k] * axis[0] * (1.0 - c)
            });
            assert!(exact < 1e-8 && energy < 5e-6, "{exact}, {energy}");
        }
    }
    for (letter, expected) in [("x", 0.0), ("y", 1.0), ("z", 0.0)] {
        let [exact, energy] = apart(&runs, &format!("place.{letter}"), |_| expected);
        assert!(exact < 1e-12 && energy < 1e-12, "{exact}, {energy}");
    }
}

/// Gears add the inertia of the other axle, `I_a + I_b / n^2`: `a = M t^2 / 2 / (0.1 + 0.3 / 4)`, and by rates
/// `c = M t^2 / 2 / (0.5 + 0.7 / 9)`. As above, w up to 5.7 rad/s: 2.7e-6 of 5.7 rad.
#[test]
fn gears_between_axles() {
    let runs = both("gears");
    let a = |t: f64| 0.5 * t * t / 2.0 / (0.1 + 0.3 / 4.0);
    let c = |t: f64| 0.5 * t * t / 2.0 / (0.5 + 0.7 / 9.0);
    let errors = [
        apart(&runs, "a", a),
        apart(&runs, "b", |t| a(t) / 2.0),
        apart(&runs, "c", c),
        apart(&runs, "d", |t| -c(t) / 3.0),
    ];
    for [exact, energy] in errors {
        assert!(exact < 1e-9 && energy < 2e-5, "{exact}, {energy}");
    }
}

/// A point that keeps its distance is a pendulum: against `t'' = -g / l sin t` by Runge and Kutta's method
/// with 2e-5 s steps. The scheme's error is of order `(w h)^2` times the angle that has been passed, with
/// w = 3.1 rad/s: 1e-5 of some 7 rad.
#[test]
fn a_constant_distance_makes_a_pendulum() {
    let start = 0.8_f64.atan2(0.6);
    for (method, tolerance) in [("exact", 1e-7), ("energy", 2e-5)] {
        let rows: Rows = run(MODELS, &format!("bob_{method}"), &[]);
        let angles =
            integrate([start, 0.0], &rows.time, 5000, |[angle, rate]| [rate, -9.81 * angle.sin()]);
        let x: Vec<f64> = angles.iter().map(|[angle, _]| angle.sin()).collect();
        let apart = largest_difference(rows.column("bob.position.x"), &x);
        println!("bob, {method}: apart by at most {apart:.1e} m");
        assert!(apart < tolerance, "{method}: {apart}");
    }
}

/// A cable's end that follows a slide: exactly there, and both formulations agree on the rest. The links
/// swing at up to 10 rad/s, which the scheme slows down by `(w h)^2 / 24 = 4e-6` of some 20 rad.
#[test]
fn a_cable_led_by_a_slide() {
    let runs = both("garland");
    for apart in apart(&runs, "end.x", |time| 0.3 * (1.0 - (3.0 * time).cos())) {
        assert!(apart < 1e-10, "{apart}");
    }
    let [exact, energy] = &runs;
    for column in ["mid.x", "mid.z", "end.z"] {
        let apart = largest_difference(exact.column(column), energy.column(column));
        println!("garland, {column}: formulations apart by at most {apart:.1e} m");
        assert!(apart < 1e-5, "{column}: {apart}");
    }
}

/// A distance that stays, said as a distance and by its rate as well, is no contradiction however long it goes on. (After 21 s rates that differed by 7e-18 m^2/s were one.)
#[test]
fn what_is_said_twice_is_no_contradiction() {
    let rows = run(MODELS, "twice", &[]);
    let [x, y, z] = ["x", "y", "z"].map(|axis| rows.column(&format!("a.position.{axis}")));
    for ((x, y), z) in x.iter().zip(y).zip(z) {
        assert!((x * x + y * y + z * z - 1.0).abs() < 1e-12, "{x} {y} {z}");
    }
}
