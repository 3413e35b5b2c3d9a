//! The ledger across kinks of force laws.

use super::rows::run;

const MODELS: &str = "tests/models/right_numbers/kinks.cdl";

/// A line that goes slack, with dampers from none to one that stops it from pulling at all: the ledger closes
/// to the tolerance times the number of steps (some 10^4), whatever the damper. The damper of a line that
/// comes back faster than it may takes out what the line has stored while no force acts; steps that look
/// at the motion alone leap over that.
#[test]
fn a_slack_line_closes_the_ledger() {
    for damping in ["0 N.s/m", "1 N.s/m", "10 N.s/m", "100 N.s/m"] {
        for (tolerance, allowed) in [("1e-6", 1e-3), ("1e-11", 2e-7)] {
            let rows = run(MODELS, "line", &[("damping", damping), ("tolerance", tolerance)]);
            let report = rows.simulation();
            let share = report.largest_imbalance / report.energy_scale;
            assert!(share < allowed, "{damping} {tolerance}: {share}");
            assert!(rows.last("energy.dissipated") >= 0.0);
        }
    }
}

/// Closed form: the load flies freely at 2 m/s, 2 J, and 1 kN/m (0.6 m)^2 / 2 = 180 J are dissipated, by
/// definition of a damper that keeps the line from pushing. The whole flight is one step for the motion.
#[test]
fn what_a_slack_line_had_stored_is_dissipated() {
    for (tolerance, allowed) in [("1e-6", 1e-4), ("1e-10", 1e-8)] {
        let rows = run(MODELS, "overdamped", &[("tolerance", tolerance)]);
        assert!((rows.last("b.velocity.x") + 2.0).abs() < 1e-12);
        let lost = rows.last("energy.dissipated");
        assert!((lost - 180.0).abs() < 180.0 * allowed, "{tolerance}: {lost}");
    }
}

/// Friction that sticks, a switched force and corners of `abs`, `min` and `max`: 1e-7 of what was exchanged at
/// a tolerance of 1e-9.
#[test]
fn friction_and_switched_forces_close_the_ledger() {
    let rows = run(MODELS, "slider", &[]);
    let share = rows.simulation().largest_imbalance / rows.simulation().energy_scale;
    assert!(share < 1e-7, "{share}");
}
