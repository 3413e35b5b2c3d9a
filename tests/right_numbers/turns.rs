//! Bodies that turn far in a step.
//!
//! A midpoint step turns a free rotor by `2 atan(ω h/2)` in place of `ω h`; its equations have a second root near
//! half a turn that is none of the unprojected ones. Both facts are derived in `constrained/turning.rs`.

use super::rows::{Rows, largest, largest_difference, run};

const MODELS: &str = "tests/models/right_numbers/turns.cdl";

fn imbalance(rows: &Rows) -> f64 {
    rows.simulation().largest_imbalance / rows.simulation().energy_scale
}

/// Rate and momentum stay, and the angle follows within 1 %, at a quarter turn in a step, at a whole one, at
/// rates where half a turn falls on a step, and beyond.
#[test]
fn a_rotor_turns_at_any_rate() {
    for experiment in ["rotor", "rotor_midpoint", "rotor_alpha"] {
        for rate in [20.0, 100.0, 300.0, 308.0, 310.0, 628.3, 700.0, 1500.0, 3000.0, 20_000.0] {
            let rows = run(MODELS, experiment, &[("speed", &format!("{rate} rad/s"))]);
            let (angle, last) = (rows.last("j.angle"), rows.last("j.rate"));
            println!("{experiment} {rate}: {angle} {last} {:e}", imbalance(&rows));
            // Generalized-alpha looks at differences of angles over 1/1024 of a step there.
            let most = if experiment == "rotor_alpha" { 1e-7 } else { 1e-9 };
            assert!(imbalance(&rows) < most, "{experiment} {rate}: {:e}", imbalance(&rows));
            assert!((last / rate - 1.0).abs() < most, "{experiment} {rate}: {last}");
            assert!((angle / rate - 1.0).abs() < 0.011, "{experiment} {rate}: {angle}");
        }
    }
}

/// A reader is told where an angle lags, and what was done against worse.
#[test]
fn turns_that_lag_are_told_of() {
    let fast = run(MODELS, "rotor", &[("speed", "700 rad/s")]);
    let told =
        |rows: &Rows, what: &str| rows.report.warnings.iter().any(|note| note.contains(what));
    assert!(
        told(&fast, "lags by") && told(&fast, "200 of 200 steps were divided"),
        "{:?}",
        fast.report.warnings
    );
    let slow = run(MODELS, "rotor", &[("speed", "5 rad/s")]);
    assert!(slow.report.warnings.is_empty(), "{:?}", slow.report.warnings);
}

/// Energy and the length of the angular momentum's part along gravity's axis say that the turning is right.
#[test]
fn a_tumbling_body_gains_no_energy() {
    for rate in ["200 rad/s", "2000 rad/s"] {
        let rows = run(MODELS, "tumbling", &[("rate", rate)]);
        assert!(imbalance(&rows) < 1e-9, "{rate}: {:e}", imbalance(&rows));
    }
}

/// Against the recursion at a tolerance of 1e-10: the output is right, and the gear holds.
#[test]
fn a_fast_motor_drives_its_output() {
    let [rows, reference] = ["geared", "geared_reference"].map(|name| run(MODELS, name, &[]));
    let error = largest_difference(rows.column("jo.rate"), reference.column("jo.rate"));
    println!("rate {error:e} rad/s, energy {:e}", imbalance(&rows));
    assert!(imbalance(&rows) < 1e-9, "{:e}", imbalance(&rows));
    assert!(error < 0.01 * largest(reference.column("jo.rate")), "{error:e}");
    let gear: Vec<f64> = rows.column("jo.angle").iter().map(|angle| 100.0 * angle).collect();
    let gap = largest_difference(rows.column("jm.angle"), &gear);
    assert!(gap < 1e-9 * largest(&gear), "{gap:e}");
}

#[test]
fn long_steps_of_a_double_pendulum_keep_its_energy() {
    for experiment in ["double_30", "double_40", "double_200", "double_1000"] {
        let rows = run(MODELS, experiment, &[]);
        println!("{experiment}: {:e}, {:?}", imbalance(&rows), rows.report.effort);
        assert!(imbalance(&rows) < 1e-10, "{experiment}: {:e}", imbalance(&rows));
    }
}

/// Its centre moves with `ω r` and is accelerated by `ω² r`, on a circle.
#[test]
fn a_weight_whirls_on_its_circle() {
    for rate in [10.0, 100.0, 400.0, 5000.0] {
        let rows = run(MODELS, "whirled", &[("rate", &format!("{rate} rad/s"))]);
        let off = |name: &str, expected: f64| {
            let [x, y] = ["x", "y"].map(|axis| rows.column(&format!("centre.{name}.{axis}")));
            let off = |(x, y): (&f64, &f64)| (x.hypot(*y) / expected - 1.0).abs();
            x.iter().zip(y).map(off).fold(0.0, f64::max)
        };
        let errors = [
            off("position", 2.0),
            off("velocity", 2.0 * rate),
            off("acceleration", 2.0 * rate * rate),
        ];
        println!("{rate}: {errors:?}, energy {:e}", imbalance(&rows));
        assert!(imbalance(&rows) < 1e-9, "{rate}: {:e}", imbalance(&rows));
        assert!(errors.iter().all(|error| *error < 1e-9), "{rate}: {errors:?}");
    }
}
