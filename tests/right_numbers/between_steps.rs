//! Rows between steps satisfy the constraints and the ledger as those on steps do.

use super::rows::{Rows, largest_difference, run};

const MODELS: &str = "tests/models/right_numbers/between_steps.cdl";

/// The largest distance of the first, the middle and the last link's length from what it is built with, m.
fn stretch(rows: &Rows) -> f64 {
    let of = |name| rows.column(name).iter().map(|length| (length - 0.5).abs()).fold(0.0, f64::max);
    ["first", "middle", "last"].map(of).into_iter().fold(0.0, f64::max)
}

/// The steps are the same; so is what is reported of them. Cubic interpolation is off by 8.5e-5 m and 2.3 J here.
#[test]
fn rows_between_steps_are_as_good_as_steps() {
    let [on, off] = ["on_steps", "off_steps"].map(|name| run(MODELS, name, &[]));
    for rows in [&on, &off] {
        println!("{:e} J, {:e} m", rows.simulation().largest_imbalance, stretch(rows));
        assert!(
            rows.simulation().largest_imbalance < 1e-8,
            "{:e} J",
            rows.simulation().largest_imbalance
        );
        assert!(stretch(rows) < 1e-12, "{:e} m", stretch(rows));
    }
    assert_eq!(on.report.effort, off.report.effort);
    assert_eq!(on.report.last_state, off.report.last_state, "rows have an influence on steps");
}

#[test]
fn so_they_are_with_a_tolerance_and_by_the_midpoint_rule() {
    let [adaptive, midpoint, alpha] =
        ["adaptive", "midpoint_rule", "alpha"].map(|name| run(MODELS, name, &[]));
    assert!(
        adaptive.simulation().largest_imbalance < 1e-8,
        "{:e}",
        adaptive.simulation().largest_imbalance
    );
    for rows in [&adaptive, &midpoint, &alpha] {
        assert!(stretch(rows) < 1e-11, "{:e} m", stretch(rows));
    }
}

/// A row that is nearly on a step has what the step has: velocities change by accelerations times a nanosecond
/// only.
#[test]
fn rows_next_to_steps_are_those_of_the_steps() {
    let [near, on] = ["close_by", "closest"].map(|name| run(MODELS, name, &[]));
    for name in ["b.position.x", "b.position.z", "c.end.tension"] {
        let (near, on) = (near.column(name), on.column(name));
        let error = largest_difference(near, &on[..near.len()]);
        // Up to 50 ns at up to 14 m/s; 1e-4 of the tension.
        let most = if name.ends_with("tension") { 0.1 } else { 1e-6 };
        println!("{name}: {error:e}");
        assert!(error < most, "{name}: {error:e}");
    }
    let share = near.simulation().largest_imbalance / near.simulation().energy_scale;
    assert!(share < 1e-8, "{share:e}");
}
