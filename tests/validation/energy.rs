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

fn relative_imbalance(rows: &Rows) -> f64 {
    rows.simulation().largest_imbalance / rows.simulation().energy_scale
}

/// Where energy is lost and work is done, the ledger closes to the integrator's accuracy. The crane's
/// slewing starts and ends with a jump of its acceleration (`smoothstep`), which costs any Runge-Kutta
/// method one order-1 error each: measured 9.9e-7, 5.0e-7, 2.5e-7 with steps of 2, 1 and 0.5 ms. Everything
/// else is below 1e-7, and to rounding with the energy-momentum scheme, up to 100 s.
#[test]
fn the_ledger_closes_in_every_example() {
    for (file, experiment, bound) in [
        ("examples/tether.cdl", "release", 1e-7),
        ("examples/tip_load.cdl", "pull", 1e-7),
        ("examples/double_pendulum.cdl", "swing", 1e-7),
        ("examples/crane.cdl", "slewing", 2e-6),
        ("examples/spinning_top.cdl", "spin", 1e-7),
        ("examples/end_body.cdl", "cruise", 1e-7),
        ("examples/skate.cdl", "slide", 1e-10),
        ("examples/skate.cdl", "explicit", 1e-7),
        ("examples/crank_rocker.cdl", "turn", 1e-7),
        ("examples/crank_rocker.cdl", "constrained", 1e-10),
        ("examples/slider_crank.cdl", "precise", 1e-7),
        ("examples/slider_crank.cdl", "long", 1e-10),
        ("examples/held_cable.cdl", "swing", 1e-10),
    ] {
        let relative = relative_imbalance(&run(file, experiment, &[]));
        println!("{file} {experiment}: {relative:.1e}");
        assert!(relative < bound, "{file} {experiment}: {relative}");
    }
}

/// The paper's beads vibrate with up to 2 sqrt(k/m) = 450 rad/s, 2.3 rad in one step of its 5 ms: the
/// method damps these modes, and what it takes is missing from the ledger. It closes with at least the
/// method's order when the step is halved.
#[test]
fn the_beads_ledger_closes_with_the_step() {
    let found = ["step_5", "step_2", "step_1"]
        .map(|experiment| relative_imbalance(&run("tests/models/beads.cdl", experiment, &[])));
    println!("imbalance with 5, 2.5, 1.25 ms: {found:?}");
    for pair in found.windows(2) {
        assert!((pair[0] / pair[1]).log2() > 3.8, "{found:?}");
    }
}
