//! The same chain by three formulations gives the same motion.

use super::rows::{largest_difference, run};

const MODELS: &str = "tests/models/formulations.cdl";

/// Natural coordinates, the paper's recursion, and the general tree with ball joints and no spin.
/// The first two integrate the same coordinates and agree to round-off; the tree integrates
/// quaternions, so it differs by the integrator's error (order 4, step 1 ms: about 1e-9 m).
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
    assert!(trees < 1e-7, "{trees}");
}
