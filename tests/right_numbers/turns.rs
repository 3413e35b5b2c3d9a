//! Bodies that turn far in a step.
//!
//! A midpoint step turns a free rotor by `2 atan(ω h/2)` in place of `ω h`; its equations have a second root near
//! half a turn that is none of the unprojected ones. Both facts are derived in `constrained/turning.rs`.

use super::rows::{Rows, largest, largest_difference, run};

const MODELS: &str = "tests/models/right_numbers/turns.cdl";

fn imbalance(rows: &Rows) -> f64 {
    rows.report.largest_imbalance / rows.report.energy_scale
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
            assert!(imbalance(&rows) < 1e-9, "{experiment} {rate}: {:e}", imbalance(&rows));
            assert!((last / rate - 1.0).abs() < 1e-9, "{experiment} {rate}: {last}");
            assert!((angle / rate - 1.0).abs() < 0.011, "{experiment} {rate}: {angle}");
        }
    }
}

/// A reader is told where an angle lags, and what was done against worse.
#[test]
fn turns_that_lag_are_told_of() {
    let fast = run(MODELS, "rotor", &[("speed", "700 rad/s")]);
    let told = |rows: &Rows, what: &str| rows.report.warnings.iter().any(|note| note.contains(what));
    assert!(told(&fast, "lags by") && told(&fast, "200 of 200 steps were divided"), "{:?}", fast.report.warnings);
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

/// The pull of a load that whirls: `m ω² l`, with the cable's own share `μ ω² l²/2`.
#[test]
fn a_whirled_load_pulls_at_its_cable() {
    for rate in [10.0, 100.0, 400.0] {
        let rows = run(MODELS, "whirled", &[("rate", &format!("{rate} rad/s"))]);
        let expected = 1.0 * rate * rate * 2.0 + 0.05 * rate * rate * 2.0 * 2.0 / 2.0;
        let pull = rows.column("line.start.tension");
        let error = pull.iter().map(|pull| (pull / expected - 1.0).abs()).fold(0.0, f64::max);
        println!("{rate}: {error:e}, energy {:e}", imbalance(&rows));
        assert!(imbalance(&rows) < 1e-9, "{rate}: {:e}", imbalance(&rows));
        assert!(error < 0.02, "{rate}: {error:e}");
    }
}
