//! What must be conserved is conserved.

use super::rows::{Rows, largest, run};

const MODELS: &str = "tests/models/conservative.cdl";

/// The largest change of the total energy in relation to the largest kinetic energy.
fn relative_energy_drift(rows: &Rows) -> f64 {
    let total = rows.column("energy.total");
    let scale = largest(rows.column("energy.kinetic"));
    total.iter().map(|each| (each - total[0]).abs()).fold(0.0, f64::max) / scale
}

/// The largest relative change of the angular momentum about the vertical axis.
fn relative_momentum_drift(rows: &Rows) -> f64 {
    let vertical = rows.column("angular_momentum.z");
    let first = vertical[0];
    vertical.iter().map(|each| (each - first).abs()).fold(0.0, f64::max) / first.abs()
}

#[test]
fn rk45_keeps_energy_and_angular_momentum_for_100_s() {
    for experiment in ["precise", "top"] {
        let rows = run(MODELS, experiment, &[]);
        let (energy, momentum) = (relative_energy_drift(&rows), relative_momentum_drift(&rows));
        println!("{experiment}: energy {energy:.1e}, angular momentum {momentum:.1e}");
        assert!(energy < 1e-9, "{experiment}: {energy}");
        assert!(momentum < 1e-9, "{experiment}: {momentum}");
    }
}

/// A symmetric method of order 2 does not keep the energy, but keeps its error bounded: the second
/// half of the run is no worse than the first.
#[test]
fn leapfrog_keeps_the_energy_bounded() {
    let rows = run(MODELS, "leapfrog", &[]);
    let total = rows.column("energy.total");
    let scale = largest(rows.column("energy.kinetic"));
    let worst =
        |part: &[f64]| part.iter().map(|each| (each - total[0]).abs()).fold(0.0, f64::max) / scale;
    let (first, second) = (worst(&total[..total.len() / 2]), worst(&total[total.len() / 2..]));
    println!("leapfrog: relative energy error {first:.1e} in the first half, {second:.1e} after");
    assert!(first < 1e-3 && second < 2.0 * first, "{first}, {second}");
}

/// Where energy is lost and work is done, the ledger closes: to round-off of the integrator.
#[test]
fn the_ledger_closes_in_every_example() {
    for (file, experiment) in [
        ("examples/tether.cdl", "release"),
        ("examples/tether.cdl", "beads"),
        ("examples/tip_load.cdl", "pull"),
        ("examples/double_pendulum.cdl", "swing"),
        ("examples/crane.cdl", "slewing"),
        ("examples/spinning_top.cdl", "spin"),
        ("examples/end_body.cdl", "cruise"),
    ] {
        let rows = run(file, experiment, &[]);
        let relative = rows.report.largest_imbalance / rows.report.energy_scale;
        println!("{file} {experiment}: {relative:.1e}");
        assert!(relative < 1e-5, "{file} {experiment}: {relative}");
    }
}
