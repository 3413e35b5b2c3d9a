//! Generalized-alpha with every spectral radius: no energy out of nothing.

use super::rows::{Rows, largest_difference, run};

const MODELS: &str = "tests/models/right_numbers/generalized_alpha.cdl";

/// The most that the energy rises above what it was, and what was exchanged, J.
fn rise(rows: &Rows) -> (f64, f64) {
    let total = rows.column("energy.total");
    let start = total[0];
    (total.iter().map(|now| now - start).fold(0.0, f64::max), rows.simulation().energy_scale)
}

/// Nothing drives the load: its energy must not rise, by more than a thousandth of what swings.
fn swings(experiment: &str, overrides: &[(&str, &str)]) {
    let rows = run(MODELS, experiment, overrides);
    let (rise, scale) = rise(&rows);
    let balance = rows.simulation().largest_imbalance;
    println!(
        "{experiment} {overrides:?}: rises by {rise:.2e} of {scale:.2e} J, ledger {balance:.2e} J"
    );
    assert!(rise < 1e-3 * scale, "{experiment} {overrides:?}: {rise} of {scale} J");
    assert!(balance < 1e-2 * scale, "{experiment} {overrides:?}: {balance} of {scale} J");
}

#[test]
fn a_load_on_a_rope_gains_no_energy() {
    swings("plain", &[]);
    swings("swing_20", &[]);
    // Many links: the default is what stays stable there.
    swings("many", &[]);
}

#[test]
fn whatever_the_spectral_radius() {
    for radius in ["0", "0.5", "0.8", "0.95", "1"] {
        for links in ["1", "5", "20"] {
            swings("swing", &[("radius", radius), ("n", links)]);
        }
    }
}

#[test]
fn with_light_and_heavy_loads() {
    for load in ["1 g", "1 kg", "1000 kg"] {
        swings("swing_5", &[("n", "10"), ("load", load)]);
    }
}

/// Order 2 towards rk45 at 1e-12, in positions, velocities, accelerations and multipliers.
#[test]
fn positions_velocities_and_multipliers_are_of_order_2() {
    let exact = run(MODELS, "exact", &[]);
    for radius in ["0", "0.5", "0.9", "1"] {
        let runs = ["smooth_2", "smooth_1"].map(|name| run(MODELS, name, &[("radius", radius)]));
        for name in exact.names() {
            let errors =
                [0, 1].map(|k| largest_difference(runs[k].column(name), exact.column(name)));
            let order = (errors[0] / errors[1]).log2();
            println!("{radius} {name}: {errors:?}, order {order:.3}");
            assert!((order - 2.0).abs() < 0.15, "{radius} {name}: {errors:?}");
        }
    }
}

/// A knife edge on an incline: with α = g sin 30° and the rate ω it goes to and fro along x by
/// `α/(2ω²) sin² ωt`, and across by `α/(2ω²) (ωt - (1/2) sin 2ωt)` (Neimark and Fufaev 1972).
#[test]
fn a_skate_follows_its_edge() {
    let (alpha, omega) = (9.81 * 0.5, 2.0_f64);
    let place =
        |t: f64| alpha / (2.0 * omega * omega) * (omega * t - 0.5 * (2.0 * omega * t).sin());
    let errors = ["skate_4", "skate_2"].map(|name| {
        let rows = run(MODELS, name, &[]);
        let exact: Vec<f64> = rows.time.iter().map(|&t| place(t)).collect();
        largest_difference(rows.column("blade.position.y"), &exact)
    });
    let order = (errors[0] / errors[1]).log2();
    println!("{errors:?}, order {order:.3}");
    assert!((order - 2.0).abs() < 0.1, "{errors:?}");
    let rows = run(MODELS, "skate_long", &[]);
    // The edge holds in every row.
    for row in 0..rows.time.len() {
        let angle = rows.column("ice.angle")[row];
        let across = rows.column("blade.velocity.y")[row] * angle.cos()
            - rows.column("blade.velocity.x")[row] * angle.sin();
        assert!(across.abs() < 1e-10, "{across} at {}", rows.time[row]);
    }
    let (rise, scale) = rise(&rows);
    println!("rises by {rise:e} of {scale:e} J");
    assert!(rise < 1e-3 * scale);
}
