//! Rows between the steps of explicit integrators: as good as steps, and without influence on the run.

use super::rows::{Rows, largest, run};

const MODELS: &str = "tests/models/right_numbers/rows_of_explicit_runs.cdl";

const CLOSED: [&str; 7] = [
    "bar_rk4",
    "bar_rk45",
    "bar_leapfrog",
    "bar_partitioning",
    "rope_rk4",
    "rope_rk45",
    "rope_leapfrog",
];
const OTHERS: [&str; 4] = ["bar_ggl", "arms_rk4", "arms_rk45", "arms_leapfrog"];

fn every(experiment: &str, interval: &str) -> Rows {
    run(MODELS, experiment, &[("interval", interval)])
}

/// Rows never change a run: the last state is the same to the last bit, with one row in a step, none or
/// many.
#[test]
fn rows_do_not_change_the_run() {
    for experiment in CLOSED.iter().chain(&OTHERS) {
        let alone = every(experiment, "0.5 s").report;
        for interval in ["7 ms", "0.3 ms"] {
            let read = every(experiment, interval).report;
            assert_eq!(alone.last_state, read.last_state, "{experiment} {interval}");
            assert_eq!(alone.effort, read.effort, "{experiment} {interval}");
        }
    }
}

/// Loops and ropes held at both ends are closed in every row: 1e-11 m.
#[test]
fn rows_are_closed() {
    for experiment in CLOSED {
        for interval in ["7 ms", "0.3 ms"] {
            let rows = every(experiment, interval);
            for axis in ["x", "y", "z"] {
                let gap = largest(rows.column(&format!("gap.{axis}")));
                assert!(gap < 1e-11, "{experiment} {interval}: {gap}");
            }
        }
    }
}

/// The ledger closes in rows as it does at the steps: with rows on the steps (every step for the fixed ones) and
/// between them the largest imbalance is the same within a factor of 2, and rounding.
#[test]
fn the_ledger_of_rows_is_that_of_the_steps() {
    for (experiment, on) in [
        ("bar_rk4", "5 ms"),
        ("bar_leapfrog", "5 ms"),
        ("bar_partitioning", "5 ms"),
        ("bar_ggl", "5 ms"),
        ("arms_rk4", "5 ms"),
        ("arms_leapfrog", "5 ms"),
        ("rope_rk4", "2 ms"),
        ("rope_leapfrog", "2 ms"),
    ] {
        let on = every(experiment, on).simulation().largest_imbalance;
        for interval in ["7 ms", "0.3 ms"] {
            let report = every(experiment, interval).simulation().clone();
            let allowed = 2.0 * on + 1e-13 * report.energy_scale;
            let off = report.largest_imbalance;
            assert!(off < allowed, "{experiment} {interval}: {off} J, at the steps {on} J");
        }
    }
}

/// The steps of rk45 have no common interval: its rows, few or many, are within 50 times the tolerance of the
/// energy exchanged.
#[test]
fn the_ledger_of_rows_is_within_the_tolerance() {
    for experiment in ["bar_rk45", "arms_rk45", "rope_rk45"] {
        for interval in ["50 ms", "7 ms", "0.3 ms"] {
            let report = every(experiment, interval).simulation().clone();
            let share = report.largest_imbalance / report.energy_scale;
            assert!(share < 5e-6, "{experiment} {interval}: {share}");
        }
    }
}

/// A row is the same, whatever stands beside it: many rows in a step come from a polynomial, few from steps, and
/// both are within the error of the run (1e-6 m for the methods of order 4, 1e-3 m for leapfrog).
#[test]
fn a_row_is_the_same_among_few_and_many() {
    for (experiment, allowed) in
        [("bar_rk4", 1e-6), ("arms_rk45", 1e-6), ("rope_rk4", 1e-6), ("arms_leapfrog", 1e-3)]
    {
        let (few, many) = (every(experiment, "7 ms"), every(experiment, "0.7 ms"));
        let axis = if experiment.starts_with("rope") { "one.y" } else { "one.position.x" };
        let (few, many) = (few.column(axis), many.column(axis));
        for (k, x) in few.iter().enumerate() {
            let y = many[10 * k];
            assert!((x - y).abs() < allowed, "{experiment}: {x} {y}");
        }
    }
}
