//! Singular positions are passed on the branch of continued motion, or named.

use crate::rows::{self, Rows, attempt};
use cdl_session::{FaultKind, Outcome};

const G: f64 = 9.81;
const PARALLELOGRAM: &str = "tests/models/right_numbers/parallelogram.cdl";
const DEAD_POINT: &str = "tests/models/right_numbers/dead_point.cdl";
const FOUR_BARS: &str = "tests/models/right_numbers/four_bars.cdl";
const CHANGE_POINT: &str = "tests/models/right_numbers/change_point.cdl";
const CRANKS: &str = "tests/models/right_numbers/cranks.cdl";

/// `x'' = f(x, x')` at `times` by Runge and Kutta's method of order 4 with steps of at most 0.5 ms: with the
/// rates here good to 1e-11.
fn reference(times: &[f64], start: [f64; 2], f: impl Fn(f64, f64) -> f64) -> Vec<f64> {
    let slope = |[x, v]: [f64; 2]| [v, f(x, v)];
    let moved = |[x, v]: [f64; 2], [a, b]: [f64; 2], h: f64| [x + h * a, v + h * b];
    let (mut time, mut y) = (0.0, start);
    let mut found = Vec::new();
    for &end in times {
        let steps = ((end - time) / 5e-4).ceil().max(1.0);
        let h = (end - time) / steps;
        for _ in 0..steps as usize {
            let k1 = slope(y);
            let k2 = slope(moved(y, k1, 0.5 * h));
            let k3 = slope(moved(y, k2, 0.5 * h));
            let k4 = slope(moved(y, k3, h));
            for i in 0..2 {
                y[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
            }
        }
        time = end;
        found.push(y[0]);
    }
    found
}

/// The angle of parallel cranks of moment over inertia `c`.
fn pendulum(times: &[f64], c: f64, start: [f64; 2]) -> Vec<f64> {
    reference(times, start, |angle, _| c * angle.sin())
}

/// Two cranks and a rod of 1 kg, 0.1 kg m^2 and 1 m: the moment about both axes is
/// `(0.5 + 0.5 + 1) g`, the inertia `2 (0.1 + 0.25) + 1`.
const PARALLEL: f64 = 2.0 * G / 1.7;

fn error_of_parallelogram(rows: &Rows, speed: f64) -> f64 {
    let truth = pendulum(&rows.time, PARALLEL, [0.0, speed]);
    let of = |name| rows::largest_difference(rows.column(name), &truth);
    of("p.angle").max(of("s.angle"))
}

fn imbalance(rows: &Rows) -> f64 {
    rows::largest(rows.column("energy.balance"))
}

/// Errors follow the tolerance through some ten singular positions, by no method of time otherwise; they
/// were 3.5 rad at 1e-9 and 58 rad at 1e-12. Ten times what was measured.
#[test]
fn a_parallelogram_keeps_its_branch_at_every_tolerance() {
    let wanted =
        [("r6", 3e-2), ("r8", 3e-4), ("r9", 3e-5), ("r10", 4e-6), ("r11", 4e-7), ("r12", 2e-7)];
    for (experiment, tolerance) in wanted {
        let rows = rows::run(PARALLELOGRAM, experiment, &[]);
        let error = error_of_parallelogram(&rows, 4.0);
        assert!(error < tolerance, "{experiment}: {error}");
    }
}

/// The same with fixed steps (7.6e-3 rad with 0.1 ms), and other speeds: with 8 rad/s at the top the
/// cranks are fast everywhere, with 0.5 rad/s they leave the top slowly. Angles grow to 100 rad.
#[test]
fn a_parallelogram_keeps_its_branch_with_fixed_steps() {
    for (experiment, tolerance) in [("k01", 1e-8), ("k1", 1e-8), ("k10", 1e-5), ("leap", 1e-3)] {
        let rows = rows::run(PARALLELOGRAM, experiment, &[]);
        let error = error_of_parallelogram(&rows, 4.0);
        assert!(error < tolerance, "{experiment}: {error}");
    }
    for speed in [0.5, 1.7, 8.0, 20.0] {
        let text = format!("{speed} rad/s");
        let rows = rows::run(PARALLELOGRAM, "k1", &[("speed", &text)]);
        let error = error_of_parallelogram(&rows, speed);
        assert!(error < 1e-7, "{speed} rad/s: {error}");
    }
}

/// Other ways to close loops. Penalty forces leave a gap, so that the frequency is not quite right.
#[test]
fn every_method_keeps_its_branch() {
    let methods = [
        ("gear_gupta_leimkuhler", 3e-5),
        ("partitioning", 3e-5),
        ("baumgarte", 3e-5),
        ("augmented_lagrangian", 3e-5),
        ("penalty", 2e-4),
    ];
    for (method, tolerance) in methods {
        for experiment in [method.to_owned(), format!("{method}_k")] {
            let rows = rows::run(PARALLELOGRAM, &experiment, &[]);
            let error = error_of_parallelogram(&rows, 4.0);
            assert!(error < tolerance, "{experiment}: {error}");
            let said = rows.report.warnings.join("\n");
            assert!(said.contains("singular position"), "{experiment}: {said}");
        }
    }
}

/// Accelerations that are recorded in a singular position are those of the branch.
#[test]
fn accelerations_go_through_singular_positions_smoothly() {
    let rows = rows::run(PARALLELOGRAM, "dense", &[]);
    let truth: Vec<f64> =
        rows.column("p.angle").iter().map(|angle| PARALLEL * angle.sin()).collect();
    let error = rows::largest_difference(rows.column("turning"), &truth);
    assert!(error < 1e-6, "{error} rad/s^2");
}

/// Crank and rod of one length, no weight: with the angle from the slider's line the kinetic energy is
/// `I(angle) rate^2 / 2` with the inertia below (centres at half of 1 m, the slider at twice the cosine).
/// It left with an energy error of 1e-6 J, which nothing showed.
#[test]
fn a_slider_crank_of_equal_bars_keeps_its_branch() {
    let inertia = |a: f64| 0.35 + 0.1 + 6.25 * a.sin().powi(2) + 0.25 * a.cos().powi(2);
    let slope = |a: f64| 12.0 * a.sin() * a.cos();
    for (experiment, tolerance) in [("k1", 3e-6), ("r8", 1e-5), ("r11", 1e-7)] {
        let rows = rows::run(DEAD_POINT, experiment, &[]);
        let truth = reference(&rows.time, [0.3, 2.0], |a, w| -0.5 * slope(a) / inertia(a) * w * w);
        let error = rows::largest_difference(rows.column("ja.angle"), &truth);
        assert!(error < tolerance, "{experiment}: {error}");
    }
}

/// All loops singular at once: 2 of them, and 40. Cranks and rods of 1 kg and 1 m.
#[test]
fn rows_of_four_bars_keep_their_branch() {
    for (n, experiment, tolerance) in [(2, "r9", 1e-4), (2, "r8", 1e-3), (40, "r8", 1e-3)] {
        let rows = rows::run(FOUR_BARS, experiment, &[("n", &n.to_string())]);
        let count = f64::from(n);
        let c = ((count + 1.0) / 2.0 + count) * G / ((count + 1.0) / 3.0 + count);
        let truth = pendulum(&rows.time, c, [0.0, 1.0]);
        for (name, start) in [("c[0].tip.position", 0.0), ("last", count)] {
            for (axis, of) in [("x", f64::sin as fn(f64) -> f64), ("z", f64::cos)] {
                let from = if axis == "x" { start } else { 0.0 };
                let expected: Vec<f64> = truth.iter().map(|&angle| from + of(angle)).collect();
                let column = rows.column(&format!("{name}.{axis}"));
                let error = rows::largest_difference(column, &expected);
                assert!(error < tolerance, "{n}, {experiment}, {name}.{axis}: {error}");
            }
        }
    }
}

/// Four-bars of change-point type with bars of different lengths, a kite among them, against the
/// constrained formulation with 1 ms, whose own error is of some 5e-4 rad.
#[test]
fn four_bars_with_a_change_point_keep_their_branch() {
    let kite = [("a", "1 m"), ("b", "2 m"), ("c", "2 m"), ("ground", "1 m"), ("speed", "6 rad/s")];
    let lever = [("a", "1 m"), ("b", "1 m"), ("c", "2 m"), ("ground", "2 m"), ("speed", "6 rad/s")];
    for values in [&[][..], &kite, &lever] {
        let other = rows::run(CHANGE_POINT, "em", values);
        for experiment in ["r8", "k1"] {
            let rows = rows::run(CHANGE_POINT, experiment, values);
            for name in ["jp.angle", "jq.angle", "jr.angle"] {
                let error = rows::largest_difference(rows.column(name), other.column(name));
                assert!(error < 3e-3, "{experiment}, {values:?}, {name}: {error}");
            }
            assert!(imbalance(&rows) < 1e-3, "{experiment}, {values:?}: {}", imbalance(&rows));
        }
    }
}

/// At rest in line nothing tells which way to go: the run stops at once and names the loop. A hundredth of a
/// degree beside it there is one way only, through the level position to the other side and back.
#[test]
fn a_start_at_rest_in_line_is_refused() {
    let rest = |angle: &str, experiment| {
        attempt(PARALLELOGRAM, experiment, &[("start", angle), ("speed", "0 rad/s")])
    };
    for experiment in ["r8", "k1", "baumgarte", "penalty"] {
        let rows = rest("90 deg", experiment);
        let Outcome::Fault(fault) = &rows.report.outcome else {
            panic!("{experiment}: {:?}", rows.report.outcome)
        };
        assert_eq!((fault.kind, fault.time), (FaultKind::SingularPosition, 0.0), "{experiment}");
        assert!(fault.element == "r" && fault.why.contains("at rest"), "{experiment}: {fault}");
    }
    for degrees in [89.99_f64, 89.0, 91.0] {
        let rows = rest(&format!("{degrees} deg"), "k1");
        assert_eq!(rows.report.outcome, Outcome::Finished, "{degrees}");
        let truth = pendulum(&rows.time, PARALLEL, [degrees.to_radians(), 0.0]);
        let error = rows::largest_difference(rows.column("p.angle"), &truth);
        assert!(error < 1e-7, "{degrees}: {error}");
    }
}

/// Three cranks on one bar are dependent along their whole motion and singular only where they lie
/// level: at no other angle they are told to start in a singular position, and they have one freedom.
/// The bar's 2 kg at 1 m and three cranks of 0.35 kg m^2, moments of 0.5 and 1 m.
#[test]
fn three_cranks_start_regularly() {
    let right = [0.0_f64, 7.0, 30.0, 45.0, 60.0, 80.0, 100.0, 135.0, 180.0];
    // The bar lies the wrong way round to begin with, and its hinges say so in contradictory ways.
    let left = [-20.0, -75.0, -95.0, -100.0, -150.0, -170.0];
    for degrees in right.into_iter().chain(left) {
        let rows = rows::run(CRANKS, "r8", &[("angle", &format!("{degrees} deg"))]);
        assert_eq!(rows.report.size.freedoms, 1, "{degrees}");
        let said = rows.report.reasons.join("\n");
        assert!(!said.contains("singular"), "{degrees}: {said}");
        let c = 3.5 * G / 3.05;
        let truth = pendulum(&rows.time, c, [degrees.to_radians(), 1.0]);
        for name in ["g0.angle", "g1.angle", "g2.angle"] {
            let error = rows::largest_difference(rows.column(name), &truth);
            assert!(error < 1e-5, "{degrees}, {name}: {error}");
        }
    }
}
