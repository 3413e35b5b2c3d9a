//! Ropes do not push.

use super::rows::{Rows, largest, largest_difference, run};

const MODELS: &str = "tests/models/right_numbers/slack.cdl";
const G: f64 = 9.81;

fn imbalance(rows: &Rows) -> f64 {
    rows.simulation().largest_imbalance / rows.simulation().energy_scale
}

/// No segment ever pushes, with a damper or without, in both formulations; and the segments are slack
/// now and then, or there would be nothing to see.
#[test]
fn no_tension_is_negative() {
    for (experiment, closes) in
        [("falls", 1e-9), ("falls_damped", 1e-9), ("falls_explicitly", 1e-4)]
    {
        let rows = run(MODELS, experiment, &[]);
        let mut slack = 0;
        for segment in 0..10 {
            let pulls = rows.column(&format!("pull[{segment}]"));
            slack += pulls.iter().filter(|&&pull| pull == 0.0).count();
            assert!(pulls.iter().all(|&pull| pull >= 0.0), "{experiment}: {segment}");
        }
        println!("{experiment}: {slack} slack, ledger {:e}", imbalance(&rows));
        assert!(slack > 20 && imbalance(&rows) < closes, "{experiment}: {slack}");
        // A damper only takes.
        let lost = rows.column("energy.dissipated");
        assert!(lost.windows(2).all(|pair| pair[1] >= pair[0]), "{experiment}");
    }
}

/// Where a load of `mass` kg on a cord of 1 m and 4 kN/m is that falls from 0.5 m below what holds it, m:
/// free fall and half waves in turn.
fn bouncing(mass: f64, time: f64) -> f64 {
    let (omega, fall) = ((4000.0 / mass).sqrt(), (2.0 * 0.5 / G).sqrt());
    let speed = G * fall;
    let taut = 2.0 / omega * (std::f64::consts::PI - (speed * omega / G).atan());
    let within = time.rem_euclid(2.0 * fall + taut);
    if within < fall {
        return -0.5 - 0.5 * G * within * within;
    }
    let since = within - fall;
    if since < taut {
        let sag = G / (omega * omega) * (1.0 - (omega * since).cos())
            + speed / omega * (omega * since).sin();
        return -1.0 - sag;
    }
    let up = since - taut;
    -1.0 + speed * up - 0.5 * G * up * up
}

/// Against the closed form: seven bounces of order 45 of the explicit steps to 1e-7 m, those of the
/// implicit ones to their order. A cable of one segment does what the spring does.
#[test]
fn a_load_bounces_on_its_cord() {
    for (experiment, close, same) in [("bounce", 1e-7, 1e-9), ("bounce_implicit", 1e-2, 1e-9)] {
        let rows = run(MODELS, experiment, &[]);
        let exact: Vec<f64> = rows.time.iter().map(|&time| bouncing(2.25, time)).collect();
        let [spring, cable] = ["spring", "cable"].map(|name| rows.column(name));
        let error = largest_difference(spring, &exact);
        println!("{experiment}: {error:e} m, ledger {:e}", imbalance(&rows));
        assert!(error < close, "{experiment}: {error:e}");
        assert!(largest_difference(spring, cable) < same, "{experiment}");
    }
    let rows = run(MODELS, "bounce_implicit", &[]);
    assert!(imbalance(&rows) < 1e-10, "{:e}", imbalance(&rows));
}

/// With a damper: it loses energy while the cord is taut and at no other time, and the ledger is exact; explicit
/// steps agree with implicit ones.
#[test]
fn a_damper_works_while_the_cord_is_taut() {
    let rows = run(MODELS, "bounce_damped", &[]);
    let lost = rows.column("energy.dissipated");
    let heights = rows.column("spring");
    for (pair, heights) in lost.windows(2).zip(heights.windows(2)) {
        assert!(pair[1] >= pair[0]);
        let slack = heights.iter().all(|&height| height > -0.95);
        assert!(!slack || pair[1] == pair[0], "{heights:?}: {pair:?}");
    }
    assert!(imbalance(&rows) < 1e-10, "{:e}", imbalance(&rows));
    let explicitly = run(MODELS, "bounce_damped_explicitly", &[]);
    let apart = largest_difference(heights, explicitly.column("spring"));
    println!("{apart:e} m of {}", largest(heights));
    assert!(apart < 5e-3, "{apart:e}");
}

/// Weight of the load and half of the rod: it pushes with that, and is shorter by as much. A rope lets the load
/// fall until it hangs below.
#[test]
fn a_rod_says_so() {
    let weight = 3.5 * G;
    let above = run(MODELS, "above", &[]);
    assert!((above.last("pull") + weight).abs() < 1e-9 * weight, "{}", above.last("pull"));
    assert!((above.last("height") - (1.0 - weight / 1e4)).abs() < 1e-12);
    let below = run(MODELS, "below", &[]);
    assert!((below.last("pull") - weight).abs() < 1e-9 * weight, "{}", below.last("pull"));
    assert!((below.last("height") + (1.0 + weight / 1e4)).abs() < 1e-12);
}

/// A rope that stands pushes with its weight above the middle of its lowest piece, 7/8 of it: that is told. Rounding in a rope
/// on which nothing acts is no push.
#[test]
fn only_what_acts_is_a_push() {
    let notes = run(MODELS, "standing", &[]).report.warnings;
    assert_eq!(notes.len(), 1, "{notes:?}");
    assert!(notes[0].starts_with("`rope` pushed with 8.58 N at "), "{notes:?}");
    for bspline in ["true", "false"] {
        let notes = run(MODELS, "unloaded", &[("bspline", bspline)]).report.warnings;
        assert!(!notes.iter().any(|own| own.contains("pushed")), "{bspline}: {notes:?}");
    }
}
