//! What ropes pull with where they are loaded between their ends.

use super::rows::run;

const MODELS: &str = "tests/models/right_numbers/loaded.cdl";
const G: f64 = 9.81;

/// Each half is 5 m long and carries half of the load and of its own weight at its ends, over 3 m across and 4 m down: the
/// force of one side is along that side. Links had it along the other (-172 N with 20 of them), B-splines along a curve that
/// is level there (366 N). What the halves sag by makes the tension differ by 1e-9. Splines and B-splines round the kink off
/// within some pieces, so their error is of first order.
#[test]
fn a_rope_pulls_along_each_side_of_a_load() {
    let level = 0.75 * (0.5 * 981.0 + 0.25 * 0.01 * G);
    let exact = level.hypot(0.5 * 981.0);
    for (experiment, way, pieces, close) in [
        ("loaded", "links", "20", 1e-8),
        ("loaded", "links", "50", 1e-8),
        ("loaded_explicit", "links", "20", 1e-6),
        ("loaded_implicit", "links", "20", 1e-6),
        ("loaded", "lumped", "20", 1e-5),
        ("loaded", "spline", "20", 2e-2),
        ("loaded", "spline", "100", 4e-3),
        ("loaded", "bspline", "20", 3e-2),
        ("loaded", "bspline", "100", 6e-3),
    ] {
        let rows = run(MODELS, experiment, &[("way", way), ("pieces", pieces)]);
        let middle = rows.last("middle");
        println!("{experiment} {way} {pieces}: {middle} {exact}");
        assert!(
            (middle / exact - 1.0).abs() < close,
            "{experiment} {way} {pieces}: {middle} {exact}"
        );
        for side in ["before", "after"] {
            let beside = rows.last(side);
            assert!(
                (middle / beside - 1.0).abs() < close.max(1e-4),
                "{way} {pieces}: {side} {beside}"
            );
        }
    }
}

/// A force of the user's counts to what comes after it: from above the rope carries it and half of its weight there, from
/// below only that half.
#[test]
fn what_acts_at_a_place_counts_to_the_part_beyond() {
    let below = 0.5 * G;
    for (above, exact) in [("true", below.hypot(20.0)), ("false", below)] {
        for experiment in ["aside", "aside_explicit"] {
            let rows = run(MODELS, experiment, &[("from_above", above)]);
            let middle = rows.last("middle");
            println!("{experiment} {above}: {middle} {exact}");
            // A link does not turn as its weight would have it: the force at its end is aside of it by 7 mrad.
            assert!((middle / exact - 1.0).abs() < 1e-4, "{experiment} {above}: {middle} {exact}");
        }
    }
}

/// By symmetry the curve is level under the load.
#[test]
fn a_rope_that_bends_pulls_along_its_curve() {
    let rows = run(MODELS, "smooth", &[]);
    let (middle, across) = (rows.last("middle"), rows.last("across"));
    println!("{middle} {across}");
    assert!((middle / across - 1.0).abs() < 1e-9, "{middle} {across}");
}
