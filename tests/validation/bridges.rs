//! Cables between two bodies of the tree, and cables that nothing holds: the recursion and the
//! energy-momentum scheme agree to the latter's second order.

use super::rows::{largest, largest_difference, run};

const FILE: &str = "tests/models/bridges.cdl";

#[test]
fn cables_that_are_no_branches_move_alike_in_both_formulations() {
    for (model, columns) in [
        ("bridge", ["left", "right", "middle.x", "middle.z"]),
        ("elastic", ["left", "right", "middle.x", "middle.z"]),
        ("thrown", ["left.x", "left.z", "right.x", "right.z"]),
    ] {
        let [precise, coarse, fine] =
            ["precise", "coarse", "fine"].map(|which| run(FILE, &format!("{model}_{which}"), &[]));
        for column in columns {
            let reference = precise.column(column);
            let [coarse, fine] =
                [&coarse, &fine].map(|rows| largest_difference(rows.column(column), reference));
            let ratio = coarse / fine;
            println!(
                "{model}, {column}: 2 ms {coarse:.1e}, 1 ms {fine:.1e} apart, ratio {ratio:.2}"
            );
            assert!(fine < 1e-3 * largest(reference).max(1e-2), "{model} {column}: {fine}");
            assert!((ratio - 4.0).abs() < 0.2, "{model} {column}: {coarse} {fine}");
        }
    }
}
