//! The energy-momentum step converges to the recursive formulation, integrated at a tight tolerance,
//! with its order two: for every kind of joint, and for cables held at both ends.

use super::rows::{Rows, largest_difference, run};

const MODELS: &str = "tests/models/convergence.cdl";

/// The largest difference of any recorded place, m.
fn apart(a: &Rows, b: &Rows) -> f64 {
    a.names()
        .filter(|name| name.contains("position"))
        .map(|name| largest_difference(a.column(name), b.column(name)))
        .fold(0.0, f64::max)
}

/// Errors with steps of 10, 5 and 2.5 ms; gives the order from the last two.
fn order(what: &str, experiments: [&str; 4], overrides: &[(&str, &str)]) -> f64 {
    let [reference, others @ ..] = experiments.map(|name| run(MODELS, name, overrides));
    let errors = others.map(|rows| apart(&reference, &rows));
    let order = (errors[1] / errors[2]).log2();
    println!("{what}: {:.1e} {:.1e} {:.1e} m, order {order:.3}", errors[0], errors[1], errors[2]);
    order
}

const ON_JOINT: [&str; 4] = ["reference", "conserved", "conserved_5", "conserved_2"];
const FLYING: [&str; 4] =
    ["flying_reference", "flying_conserved", "flying_conserved_5", "flying_conserved_2"];
const CHAIN: [&str; 4] =
    ["chain_reference", "chain_conserved", "chain_conserved_5", "chain_conserved_2"];

#[test]
fn every_kind_of_joint_converges_at_second_order() {
    let kinds =
        ["revolute", "prismatic", "universal", "spherical", "cylindrical", "planar", "fixed"];
    for (kind, name) in kinds.iter().enumerate() {
        let order = order(name, ON_JOINT, &[("kind", &kind.to_string())]);
        assert!((order - 2.0).abs() < 0.1, "{name}: {order}");
    }
    let order = order("free", FLYING, &[]);
    assert!((order - 2.0).abs() < 0.1, "free: {order}");
}

#[test]
fn held_chains_converge_at_second_order() {
    for (name, lumped) in [("rigid links", "false"), ("lumped", "true")] {
        let order = order(name, CHAIN, &[("lumped", lumped)]);
        assert!((order - 2.0).abs() < 0.1, "{name}: {order}");
    }
}
