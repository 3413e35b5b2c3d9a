//! Energy, constraints and momenta that the energy-momentum step has to keep to round-off, whatever its
//! step. 5000 steps here; 100 000 by
//! `cargo test --release --test validation long_runs -- --ignored --nocapture`.

use super::rows::{Rows, largest, run};

const MODELS: &str = "tests/models/long_runs.cdl";

/// The largest change of the total energy, J, and in relation to the largest kinetic energy.
fn energy_drift(rows: &Rows) -> [f64; 2] {
    let total = rows.column("energy.total");
    let drift = total.iter().map(|each| (each - total[0]).abs()).fold(0.0, f64::max);
    [drift, drift / largest(rows.column("energy.kinetic"))]
}

/// The largest gap of any constraint that is recorded, m.
fn gap(rows: &Rows) -> f64 {
    rows.names()
        .filter(|name| name.split('[').next().is_some_and(|name| name.ends_with("gap")))
        .map(|name| largest(rows.column(name)))
        .fold(0.0, f64::max)
}

/// The largest relative change.
fn change(values: &[f64]) -> f64 {
    values.iter().map(|value| (value - values[0]).abs()).fold(0.0, f64::max) / values[0].abs()
}

fn keeps_energy_and_gaps(experiment: &str) -> Rows {
    let begun = std::time::Instant::now();
    let rows = run(MODELS, experiment, &[]);
    let ([joule, relative], gap) = (energy_drift(&rows), gap(&rows));
    println!(
        "{experiment}: energy {joule:.1e} J, {relative:.1e}; gaps {gap:.1e} m; {:.1} s",
        begun.elapsed().as_secs_f64()
    );
    assert!(relative < 1e-10, "{experiment}: energy {relative:e}");
    assert!(gap < 1e-10, "{experiment}: gap {gap:e} m");
    rows
}

#[test]
fn mechanisms_and_held_cables_keep_energy_and_constraints() {
    for experiment in ["double_pendulum", "tether", "four_bar", "slider_crank"] {
        keeps_energy_and_gaps(experiment);
    }
}

#[test]
#[ignore = "100 000 steps each"]
fn all_keep_energy_and_constraints_for_100_000_steps() {
    for experiment in ["double_pendulum", "tether", "four_bar", "slider_crank"] {
        keeps_energy_and_gaps(&format!("{experiment}_long"));
    }
}

/// The vertical is an axis of symmetry of everything. The top's own is one of its energy, but not of
/// the midpoint's constraints, whose directors are not quite orthonormal: about it the momentum is
/// off by an amount that falls with the square of the step, and does not drift.
fn keeps_angular_momentum(experiment: &str) -> f64 {
    let rows = keeps_energy_and_gaps(experiment);
    let vertical = change(rows.column("angular_momentum.z"));
    let own = rows.column("about_axis");
    let [early, late] = [&own[..own.len() / 2], &own[own.len() / 2..]]
        .map(|part| part.iter().map(|each| (each / own[0] - 1.0).abs()).fold(0.0, f64::max));
    println!("{experiment}: vertical momentum {vertical:.1e}, own {early:.3e}, later {late:.3e}");
    assert!(vertical < 1e-10, "{vertical:e}");
    assert!(late < 1.01 * early, "{early:e} {late:e}");
    own.iter().map(|each| (each / own[0] - 1.0).abs()).fold(0.0, f64::max)
}

#[test]
fn a_gyroscope_keeps_its_angular_momentum() {
    let [coarse, fine] = ["gyroscope", "gyroscope_finer"].map(keeps_angular_momentum);
    assert!((coarse / fine - 4.0).abs() < 0.1, "{coarse:e} {fine:e}");
}

#[test]
#[ignore = "100 000 steps"]
fn a_gyroscope_keeps_its_angular_momentum_for_100_000_steps() {
    keeps_angular_momentum("gyroscope_long");
}

/// 32 links, 100 s: peers lose 2.5e-5 J and 1.4e-6 m (MuJoCo at its tightest), 2.4e-4 J and 6e-12 m
/// (Exudyn), 4.7e-2 J and 1.2e-4 m (Drake).
#[test]
fn a_held_cable_loses_nothing_in_100_s() {
    let rows = keeps_energy_and_gaps("held_cable");
    let ([joule, _], gap) = (energy_drift(&rows), gap(&rows));
    assert!(joule <= 1e-9 && gap <= 1e-11, "{joule:e} J, {gap:e} m");
}
