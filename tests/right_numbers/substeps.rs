//! A fixed implicit step divides itself where it has to, and says so.

use super::rows::{Rows, run};

const MODELS: &str = "tests/models/right_numbers/substeps.cdl";

fn imbalance(rows: &Rows) -> f64 {
    rows.simulation().largest_imbalance / rows.simulation().energy_scale
}

/// From soft to nearly rigid, with steps of 20 ms: one of the cable's own periods is 0.02 ms long for the
/// stiffest.
#[test]
fn a_slack_cable_is_followed_at_20_ms() {
    for stiffness in ["1e3 N", "1e4 N", "1e6 N", "1e8 N"] {
        let rows = run(MODELS, "slack", &[("EA", stiffness)]);
        println!("{stiffness}: {:e}, {:?}", imbalance(&rows), rows.report.effort);
        assert!(imbalance(&rows) < 1e-8, "{stiffness}: {:e}", imbalance(&rows));
    }
    for experiment in ["slack_midpoint", "slack_alpha", "slack_stiff"] {
        let rows = run(MODELS, experiment, &[]);
        println!("{experiment}: {:e}, {:?}", imbalance(&rows), rows.report.effort);
    }
}

#[test]
fn a_whip_keeps_its_energy() {
    for load in ["1 g", "1 kg", "1 t"] {
        let rows = run(MODELS, "whip", &[("load", load)]);
        println!(
            "{load}: {:e}, {:?} {:?}",
            imbalance(&rows),
            rows.report.effort,
            rows.report.warnings
        );
        assert!(imbalance(&rows) < 1e-8, "{load}: {:e}", imbalance(&rows));
    }
}

#[test]
fn smooth_motions_are_not_divided() {
    let rows = run(MODELS, "smooth", &[]);
    assert_eq!(rows.report.effort.steps, 500);
    assert_eq!(rows.report.effort.rejected, 0);
}
