//! What drives do is work, and not dissipation.

use super::rows::{Rows, largest_difference, run};

const MODELS: &str = "tests/models/right_numbers/drive_work.cdl";

/// What is lost to projections, of order 3 in the step: each takes `1/2 r'Λ⁻¹r` with r of order 2 in the step.
fn third_order(coarse: &Rows, fine: &Rows, most: f64) {
    let lost = [coarse, fine].map(|rows| rows.last("energy.dissipated"));
    println!("dissipated {lost:?}, ratio {}", lost[0] / lost[1]);
    assert!(lost[0] > 0.0 && lost[0] < most, "{lost:?}");
    assert!((lost[0] / lost[1] - 8.0).abs() < 0.8, "{lost:?}");
}

/// An arm whose angle is given: its energy `1/2 J φ̇² - m g s z` is known, and so is the work. J = 0.19 kg m²,
/// φ̇ = 5 cos 5t, the centre of mass at z = -0.3 sin φ.
#[test]
fn an_arm_without_a_damper_loses_nothing() {
    let coarse = run(MODELS, "arm", &[]);
    let fine = run(MODELS, "arm_fine", &[]);
    third_order(&coarse, &fine, 1e-6);
    let energy =
        |t: f64| 0.5 * 0.19 * (5.0 * (5.0 * t).cos()).powi(2) - 9.81 * 0.3 * (5.0 * t).sin().sin();
    let work: Vec<f64> = coarse.time.iter().map(|&t| energy(t) - energy(0.0)).collect();
    let apart = largest_difference(coarse.column("energy.work"), &work);
    println!("work off by {apart:e} J, ledger {:e} J", coarse.simulation().largest_imbalance);
    // Beside what is lost, nothing: the state is the one that is given.
    assert!(apart < 1e-6, "{apart}");
    assert!(coarse.simulation().largest_imbalance < 1e-11);
}

/// A driven crank-rocker: as much work as without projections, to the order of the scheme.
#[test]
fn a_driven_four_bar_loses_nothing() {
    let coarse = run(MODELS, "rocker", &[]);
    let fine = run(MODELS, "rocker_fine", &[]);
    let kept = run(MODELS, "rocker_kept", &[]);
    third_order(&coarse, &fine, 1e-3);
    let apart = largest_difference(fine.column("energy.work"), kept.column("energy.work"));
    println!("work apart by {apart:e} of {:e} J", fine.simulation().energy_scale);
    assert!(apart < 1e-4 * fine.simulation().energy_scale, "{apart}");
    assert!(fine.simulation().largest_imbalance < 1e-10);
}

/// Order 2 towards rk45 in the recursion, where links have inertia in common with a moving base, and where water
/// moves with them; the ledger closes as far as it does without projections.
#[test]
fn projected_velocities_keep_the_order() {
    let columns = |body: &str| ["x", "y", "z"].map(|axis| format!("{body}.{axis}"));
    for (name, places) in [
        ("shaken", ["chain.mid.position", "chain.end.position"]),
        ("wet", ["rope.mid.position", "rope.end.position"]),
    ] {
        let exact = run(MODELS, &format!("{name}_exact"), &[]);
        let errors = ["4", "2"].map(|step| {
            let rows = run(MODELS, &format!("{name}_{step}"), &[]);
            println!("{name}: ledger {:e} J", rows.simulation().largest_imbalance);
            assert!(rows.simulation().largest_imbalance < 1e-11);
            let apart =
                |column: &String| largest_difference(rows.column(column), exact.column(column));
            places
                .iter()
                .flat_map(|place| columns(place))
                .map(|column| apart(&column))
                .fold(0.0, f64::max)
        });
        let order = (errors[0] / errors[1]).log2();
        println!("{name}: {errors:?}, order {order:.3}");
        assert!((order - 2.0).abs() < 0.1 && errors[1] < 1e-3, "{name}: {errors:?}");
    }
}

const DRIVEN: &str = "tests/models/right_numbers/driven.cdl";

/// Its directors swing, so the scheme's velocities alternate; what is read does not.
#[test]
fn a_led_rotor_needs_no_torque() {
    for experiment in ["led", "led_midpoint"] {
        let rows = run(DRIVEN, experiment, &[]);
        let rate = 100.0 * std::f64::consts::PI;
        for (now, torque) in rows.column("axle.rate").iter().zip(rows.column("axle.torque")) {
            assert!((now / rate - 1.0).abs() < 1e-10, "{experiment}: {now} rad/s");
            // Of the kinetic energy.
            assert!(torque.abs() < 1e-10 * 0.25 * rate * rate, "{experiment}: {torque} N m");
        }
    }
}

/// The drive does `-m g c sin(2 rad/s t)`, which no error of the motion shows; closer with a closer tolerance.
#[test]
fn the_work_of_a_drive_is_within_the_tolerance() {
    for (experiment, tolerance) in [("lifted", 1e-9), ("lifted_tight", 1e-11)] {
        let rows = run(DRIVEN, experiment, &[]);
        for (time, work) in rows.time.iter().zip(rows.column("energy.work")) {
            let expected = -2.0 * 9.81 * 0.5 * (2.0 * time).sin();
            let error = (work - expected).abs();
            assert!(error < 1e3 * tolerance, "{experiment}: {error:e} J at {time} s");
        }
    }
}

#[test]
fn drives_at_constant_rates_do_no_work_in_generalized_alpha() {
    let rows = run(DRIVEN, "slewed", &[]);
    assert!(rows.last("energy.work").abs() < 1e-9, "{:e} J", rows.last("energy.work"));
    assert!(
        rows.simulation().largest_imbalance < 1e-9,
        "{:e} J",
        rows.simulation().largest_imbalance
    );
}
