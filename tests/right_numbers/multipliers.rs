//! Tensions and accelerations of light chains under heavy ends.

use crate::rows::run;

const FILE: &str = "tests/models/right_numbers/heavy_ends.cdl";
const GRAVITY: f64 = 9.81;

#[track_caller]
fn agree(found: f64, expected: f64, tolerance: f64) {
    let error = (found / expected - 1.0).abs();
    assert!(error < tolerance, "{found} instead of {expected}: {error:e}");
}

/// Statics: the load's weight, and with the cable's at the top. Compliances of 1e-11 take 3e-11 M/m n² of it
/// away; 1e-10 of it is left for rounding.
#[test]
fn a_load_at_rest_weighs_on_its_cable() {
    let cases = [
        ("1000", 1.0, 1e4),
        ("1000", 1.0, 1e6),
        ("100", 1.0, 1e9),
        ("20", 1e-3, 1e4),
        ("1", 1e-6, 1e6),
        ("200", 100.0, 1.0),
    ];
    for experiment in ["hangs", "hangs_midpoint", "hangs_alpha"] {
        for (count, cable, load) in cases {
            let [cable_text, load_text] = [cable, load].map(|mass: f64| format!("{mass} kg"));
            let set = [("n", count), ("cable", &cable_text), ("load", &load_text)];
            let rows = run(FILE, experiment, &set);
            for row in 0..rows.time.len() {
                agree(rows.column("c.end.tension")[row], load * GRAVITY, 1e-10);
                agree(rows.column("c.start.tension")[row], (load + cable) * GRAVITY, 1e-10);
                let acceleration = rows.column("b.acceleration.z")[row];
                assert!(acceleration.abs() < 1e-9 * GRAVITY, "{acceleration}");
            }
        }
    }
}

/// Where nothing moves yet nothing is accelerated along a straight chain: it carries the weight's part along it,
/// M g sin(a).
#[test]
fn a_load_let_go_pulls_along_its_cable() {
    for (cable, load) in [(1.0, 1e4), (1.0, 1e6), (1e-3, 1e4)] {
        let [cable_text, load_text] = [cable, load].map(|mass: f64| format!("{mass} kg"));
        let rows = run(FILE, "let_go", &[("cable", &cable_text), ("load", &load_text)]);
        let expected = load * GRAVITY * 0.2 / 1.04_f64.sqrt();
        agree(rows.column("c.end.tension")[0], expected, 1e-10);
    }
}

/// The drive of a hoist that stands still holds everything below it.
#[test]
fn a_drive_holds_what_hangs_on_it() {
    for (count, load) in [("100", 1e4), ("300", 1e4), ("300", 1e6)] {
        let text = format!("{load} kg");
        let rows = run(FILE, "hoist", &[("n", count), ("load", &text)]);
        for (effort, acceleration) in
            rows.column("drive.force").iter().zip(rows.column("end.acceleration.z"))
        {
            agree(effort.abs(), (load + 2.0) * GRAVITY, 1e-10);
            assert!(acceleration.abs() < 1e-9 * GRAVITY, "{acceleration}");
        }
    }
}

/// The polygon of links under their weight: link `i` from the middle carries `V = i m g / n` across and the
/// same `H` along, so that `Σ l H / sqrt(H² + V²)` is the span. Rounding of the places, 1e-15 of 1e-8,
/// leaves 1e-6 of the tension.
#[test]
fn a_cable_that_is_nearly_taut_pulls_as_its_sag_says() {
    let (length, span) = (8.00000001_f64, 8.0);
    let heights: f64 = (0..10).map(|link| (link as f64 - 4.5) * 0.1 * GRAVITY).map(|v| v * v).sum();
    // To first order in the slack.
    let pull = (0.1 * length * heights / (2.0 * (length - span))).sqrt();
    let rows = run(FILE, "taut", &[]);
    for &tension in rows.column("c.start.tension") {
        agree(tension, pull, 2e-6);
    }
}

/// Rows that say the same twice keep their compliance; loads on other rows do not feel it, whatever their
/// masses.
#[test]
fn a_beam_that_is_held_twice_carries_its_loads() {
    let rows = run(FILE, "twice", &[]);
    for load in 0..6 {
        let mass = 10.0 * 10_f64.powi(load);
        for &tension in rows.column(&format!("c[{load}].end.tension")) {
            agree(tension, mass * GRAVITY, 1e-10);
        }
    }
}
