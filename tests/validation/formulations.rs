//! The same chain by three formulations gives the same motion.

use super::rows::{largest_difference, run};

const MODELS: &str = "tests/models/formulations.cdl";

/// Natural coordinates, the paper's recursion, and the general tree with ball joints and no spin. Their
/// accelerations agree to round-off where the constraints hold, but within a Runge-Kutta step they hold
/// only to its order, and the tree integrates quaternions: the motions differ by the integrator's error.
/// Measured: 1.5e-8, 9.6e-10 and 6e-11 m with steps of 2, 1 and 0.5 ms, order 4; here 0.5 ms.
#[test]
fn three_formulations_of_one_chain_move_alike() {
    let natural = run(MODELS, "cable", &[("form", "\"natural\"")]);
    let recursion = run(MODELS, "cable", &[("form", "\"recursion\"")]);
    let bodies = run(MODELS, "bodies", &[]);
    let mut chains: f64 = 0.0;
    let mut trees: f64 = 0.0;
    for point in ["mid", "end"] {
        for axis in ["x", "y", "z"] {
            let column = format!("{point}.{axis}");
            let reference = natural.column(&column);
            chains = chains.max(largest_difference(reference, recursion.column(&column)));
            trees = trees.max(largest_difference(reference, bodies.column(&column)));
        }
    }
    println!("apart by at most: chain forms {chains:.1e} m, chain and tree {trees:.1e} m");
    assert!(chains < 1e-9, "{chains}");
    assert!(trees < 1e-9, "{trees}");
}

/// A body with a lever and inertia on the tip of a cable whose support shakes: both forms of the cable,
/// and rods on ball joints. The tree integrates quaternions, the cable directions; rk4 with 0.5 ms
/// leaves both about 1e-10 from the exact motion.
#[test]
fn a_body_on_a_cable_moves_as_on_jointed_rods() {
    let file = "tests/models/end_bodies.cdl";
    let natural = run(file, "cable", &[("form", "\"natural\"")]);
    let recursion = run(file, "cable", &[("form", "\"recursion\"")]);
    let bodies = run(file, "bodies", &[]);
    let (mut chains, mut trees): (f64, f64) = (0.0, 0.0);
    for column in
        ["mid.x", "mid.y", "mid.z", "end.x", "end.y", "end.z", "load.attitude.x", "load.attitude.w"]
    {
        let reference = natural.column(column);
        chains = chains.max(largest_difference(reference, recursion.column(column)));
        trees = trees.max(largest_difference(reference, bodies.column(column)));
    }
    println!("apart by at most: cable forms {chains:.1e}, cable and rods {trees:.1e}");
    assert!(chains < 1e-9, "{chains}");
    assert!(trees < 1e-8, "{trees}");
}

/// Tensions at places of a cable in water, with loads in the middle of links: by natural coordinates with
/// constraints and by the recursion. At the start both have one state, so they differ by the start's
/// residual only; afterwards by the error of the steps of 0.5 ms, 1.0e-4 N.
#[test]
fn tensions_at_places_are_those_of_the_recursion() {
    let file = "tests/models/tensions.cdl";
    let (implicit, explicit) = (run(file, "implicit", &[]), run(file, "explicit", &[]));
    let (mut first, mut later): (f64, f64) = (0.0, 0.0);
    for column in ["first", "before", "after", "inner", "last"] {
        let (ours, reference) = (implicit.column(column), explicit.column(column));
        first = first.max((ours[0] - reference[0]).abs());
        later = later.max(largest_difference(ours, reference));
    }
    println!("tensions of up to 22 N apart by at most: {first:.1e} N at the start, {later:.1e} N");
    assert!(first < 1e-8, "{first}");
    assert!(later < 4e-4, "{later}");
}
