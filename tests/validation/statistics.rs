//! Statistics over a run against closed forms: what lies between rows and between steps, jumps, events.

use std::f64::consts::PI;

use super::rows::{Rows, run};

const MODELS: &str = "tests/models/statistics.cdl";

fn close(rows: &Rows, expected: &[(&str, f64, f64)]) {
    for &(name, value, tolerance) in expected {
        let own = rows.found(name);
        assert!((own - value).abs() <= tolerance, "{name}: {own} and not {value}");
    }
}

/// A peak 20 ms wide between two rows that are a second apart, and with its top between two steps; a square wave that is
/// 1 for half a second of each two, which jumps at times known before the run; the time itself, over 9 s.
#[test]
fn functions_of_time_are_known_by_every_integrator() {
    for name in ["rk4", "rk45", "leapfrog", "energy", "midpoint", "alpha"] {
        let rows = run(MODELS, &format!("signals_{name}"), &[]);
        assert_eq!(rows.time.len(), 10);
        close(
            &rows,
            &[
                ("top", 1.0, 1e-12),
                ("when_top", 3.3337, 1e-7),
                ("dip", 1.0, 1e-12),
                ("when_dip", 3.3337, 1e-7),
                ("share", 2.5 / 9.0, 2e-6),
                ("share_of_condition", 2.5 / 9.0, 2e-6),
                ("times", 4.0, 0.0),
                ("mean", 4.5, 1e-12),
                ("root", 9.0 / 3.0_f64.sqrt(), 1e-9),
                ("spread", 9.0 / 12.0_f64.sqrt(), 1e-9),
                ("late", 0.95 * 9.0, 1e-9),
                ("half", 0.5, 1e-6),
                ("shifted", 0.5_f64.sqrt(), 1e-5),
                ("range", 9.0, 1e-12),
                ("three.x", 4.5, 1e-12),
                ("three.z", 13.5, 1e-12),
                ("imbalance", 0.0, 0.0),
            ],
        );
    }
}

/// What is discarded ends within a step.
#[test]
fn what_is_discarded_has_no_part() {
    let rows = run(MODELS, "discarded", &[]);
    let (from, to) = (4.0011, 9.0);
    let length: f64 = to - from;
    close(
        &rows,
        &[
            ("top", (-((4.0011_f64 - 3.3337) / 0.02).powi(2)).exp(), 1e-12),
            ("when_top", from, 1e-12),
            ("mean", 0.5 * (from + to), 1e-12),
            ("spread", length / 12.0_f64.sqrt(), 1e-9),
            ("range", length, 1e-12),
            ("times", 2.0, 0.0),
        ],
    );
}

/// x = cos(w t) m.
#[test]
fn extremes_are_those_of_the_motion_between_its_steps() {
    let w: f64 = 2.3;
    for (name, tolerance) in [("rk4", 1e-8), ("energy", 1e-5)] {
        let rows = run(MODELS, &format!("oscillator_{name}"), &[]);
        let whole: f64 = 13.0;
        let root = (0.5 + (2.0 * w * whole).sin() / (4.0 * w * whole)).sqrt();
        close(
            &rows,
            &[
                ("low", -1.0, tolerance),
                ("when_low", PI / w, 1e-4),
                ("fast", w, w * tolerance),
                ("root", root, 1e2 * tolerance),
                ("quotient", w, w * tolerance),
                ("above", (w * whole).cos() + 1.0, 1e3 * tolerance),
            ],
        );
        // The rows alone would not know.
        let lowest = rows.column("rail.displacement").iter().copied().fold(f64::INFINITY, f64::min);
        assert!(lowest > -0.999, "{lowest}");
    }
}

/// To the bit.
#[test]
fn statistics_have_no_influence_on_the_run() {
    for name in ["rk4", "energy"] {
        let with = run(MODELS, &format!("oscillator_{name}"), &[]);
        let without = run(MODELS, &format!("bare_{name}"), &[]);
        let column = "rail.displacement";
        assert_eq!(with.column(column), without.column(column), "{name}");
        assert_eq!(with.report.effort.steps, without.report.effort.steps, "{name}");
    }
}

/// The speed just after the first impact is 0.8 sqrt(2 g h), at sqrt(2 h / g); that just before is the lowest.
#[test]
fn both_sides_of_an_event_count() {
    let rows = run(MODELS, "bouncing", &[]);
    let speed = (2.0_f64 * 9.81).sqrt();
    close(
        &rows,
        &[
            ("up", 0.8 * speed, 1e-9),
            ("down", -speed, 1e-9),
            ("when_up", (2.0_f64 / 9.81).sqrt(), 1e-9),
        ],
    );
}

#[test]
fn at_rest_there_is_one_value() {
    let rows = run(MODELS, "hanging", &[]);
    let weight = 3.0 * 9.81;
    // The tension of a link is that in its middle.
    let most = rows.found("most");
    assert!(most > 0.9 * weight && most <= weight * (1.0 + 1e-9), "{most}");
    close(&rows, &[("mean", most, 0.0), ("spread", 0.0, 0.0)]);
}

/// Bells have the integral `5 w √π` and their squares `25 w √(π/2)`. The cart is beyond 0.5 m as long as
/// `cos` of 10 s is above that, for `π` seconds.
#[test]
fn averages_and_percentiles_see_what_happens_within_steps() {
    let bell = |width: f64| {
        [5.0 * width * PI.sqrt() / 10.0, (25.0 * width * (0.5 * PI).sqrt() / 10.0).sqrt()]
    };
    let ([mean, root], [wide_mean, wide_root]) = (bell(0.004), bell(0.04));
    for name in ["rk4", "rk45", "energy", "coarse"] {
        let rows = run(MODELS, &format!("narrow_{name}"), &[]);
        let wanted = [
            ("top", 5.0),
            ("mean", mean),
            ("root", root),
            ("wide_mean", wide_mean),
            ("wide_root", wide_root),
            ("share", 0.3),
            ("beyond_share", PI / 10.0),
            ("quarter", 0.25),
            ("most", 0.99),
        ];
        for (column, value) in wanted {
            let off = rows.found(column) / value - 1.0;
            println!("{name} {column}: {off:.1e}");
            assert!(off.abs() < 2e-5, "{name}: {column} off by {off:e}");
        }
        close(&rows, &[("below", 0.0, 1e-12), ("above", 1.0, 1e-12), ("beyond_below", 0.0, 1e-12)]);
    }
}

/// `1 + a` with a mean square of a quarter.
#[test]
fn what_cannot_be_followed_is_told() {
    let rows = run(MODELS, "noisy", &[]);
    let notes: Vec<&String> =
        rows.report.warnings.iter().filter(|own| own.contains("`root`")).collect();
    let share: f64 =
        notes[0].split("about ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
    let off = (rows.found("root") / 1.25_f64.sqrt() - 1.0).abs();
    println!("{off:e} {notes:?}");
    assert!(off < share && share < 1.0, "{off:e} {share:e}");
}
