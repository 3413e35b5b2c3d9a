//! Springs whose numbers change, and forces between two points, against closed forms.

use super::rows::{Rows, largest_difference, run};

const MODELS: &str = "tests/models/forces.cdl";

/// By how much a column differs from a function of time.
fn apart(rows: &Rows, column: &str, expected: &dyn Fn(f64) -> f64) -> f64 {
    let theirs: Vec<f64> = rows.time.iter().map(|&time| expected(time)).collect();
    largest_difference(rows.column(column), &theirs)
}

/// Of what was exchanged.
fn imbalance(rows: &Rows) -> f64 {
    rows.simulation().largest_imbalance / rows.simulation().energy_scale
}

/// Newton iterations of each step.
fn iterations(rows: &Rows) -> f64 {
    rows.report.effort.evaluations as f64 / rows.report.effort.steps as f64
}

/// The error with a step of 20 ms, the order that halving it shows, and what is missing in the ledger.
fn order(experiment: &str, expected: &dyn Fn(f64) -> f64) -> (f64, f64, f64) {
    let coarse = run(MODELS, experiment, &[]);
    let fine = run(MODELS, &format!("{experiment}_10"), &[]);
    let error = apart(&coarse, "x", expected);
    let order = (error / apart(&fine, "x", expected)).log2();
    let missing = imbalance(&coarse);
    let each = iterations(&coarse);
    println!("{experiment}: {error:.1e}, order {order:.3}, ledger {missing:.0e}, {each:.2} a step");
    (error, order, missing)
}

/// `x'' = -25 (x - 0.5 - 0.1 sin 3t)` from rest at 0.5: both frequencies at once. All that the spring does is work;
/// an energy-momentum step books it to rounding, the others to their order.
#[test]
fn a_spring_whose_length_swings_forces_an_oscillation() {
    let size = 0.1 * 25.0 / (25.0 - 9.0);
    let x = |t: f64| 0.5 + size * ((3.0 * t).sin() - 0.6 * (5.0 * t).sin());
    for (name, bound, wanted, ledger) in
        [("rk4", 2e-6, 4.0, 1e-5), ("energy", 5e-3, 2.0, 1e-12), ("alpha", 5e-3, 2.0, 1e-2)]
    {
        let (error, order, missing) = order(&format!("stretched_{name}"), &x);
        assert!(error < bound && (order - wanted).abs() < 0.15, "{name}: {error}, {order}");
        assert!(missing < ledger, "{name}: {missing}");
    }
}

/// With `e = x - 1`: `e = -1.5 e^-t + 1.5 e^-2t - 0.5 e^-3t`, of the poles that the controller was made for.
#[test]
fn a_controller_winds_a_spring() {
    let x = |t: f64| 1.0 - 1.5 * (-t).exp() + 1.5 * (-2.0 * t).exp() - 0.5 * (-3.0 * t).exp();
    for (name, bound, wanted, ledger) in
        [("rk4", 1e-7, 4.0, 1e-6), ("energy", 2e-4, 2.0, 1e-12), ("alpha", 2e-4, 2.0, 1e-2)]
    {
        let (error, order, missing) = order(&format!("wound_{name}"), &x);
        assert!(error < bound && (order - wanted).abs() < 0.15, "{name}: {error}, {order}");
        assert!(missing < ledger, "{name}: {missing}");
    }
}

/// A spring whose stiffness, damping and length follow the motion, the length through a filter five hundred times as fast as
/// the steps: Newton's iteration knows all of it. Against rk4 with steps of 5 us.
#[test]
fn springs_that_follow_the_motion_ask_for_no_more_iterations() {
    let fine = run(MODELS, "follows_fine", &[]);
    for name in ["energy", "midpoint", "alpha"] {
        let rows = run(MODELS, &format!("follows_{name}"), &[]);
        let apart = largest_difference(rows.column("x"), fine.column("x"));
        let each = iterations(&rows);
        println!("{name}: {apart:.1e} m, {each:.2} a step, ledger {:.0e}", imbalance(&rows));
        assert!(apart < 2e-3 && each < 3.5, "{name}: {apart}, {each}");
    }
    assert!(imbalance(&run(MODELS, "follows_energy", &[])) < 1e-12);
}

/// What is left of the stretch is `0.1 cos wt - (0.2/w) sin wt`; where it is nothing the cord is slack, and the mass goes on
/// as it goes.
#[test]
fn a_cord_that_is_paid_out_goes_slack() {
    let w = 5.0_f64;
    let stretch = |t: f64| 0.1 * (w * t).cos() - 0.2 / w * (w * t).sin();
    let slack = (0.5 * w).atan() / w;
    let speed = 0.2 - 0.1 * w * (w * slack).sin() - 0.2 * (w * slack).cos();
    let taut = |t: f64| 0.9 + 0.2 * t + stretch(t);
    let x = |t: f64| if t < slack { taut(t) } else { taut(slack) + speed * (t - slack) };
    for (name, bound, ledger) in
        [("rk4", 1e-6, 1e-6), ("energy", 1e-5, 1e-12), ("alpha", 1e-5, 1e-4)]
    {
        let rows = run(MODELS, &format!("paid_out_{name}"), &[]);
        let (error, missing) = (apart(&rows, "x", &x), imbalance(&rows));
        println!("{name}: {error:.1e} m, ledger {missing:.0e}");
        assert!(error < bound && missing < ledger, "{name}: {error}, {missing}");
    }
}
