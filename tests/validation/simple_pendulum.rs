//! The library's simple pendulum: a point mass on a rod without mass, let go level. Its period is
//! `4 K(sin 45 deg) / sqrt(g)` with the elliptic integral K(1/sqrt 2) = 1.854074677301372 (Abramowitz and
//! Stegun, 17.3).

use super::reference::integrate;
use super::rows::{largest_difference, run};

const MODELS: &str = "tests/models/simple_pendulum.cdl";
const G: f64 = 9.81;

/// Angles from the level start at the given times, downwards positive.
fn angles(times: &[f64]) -> Vec<f64> {
    let rates = |[angle, rate]: [f64; 2]| [rate, G * angle.cos()];
    let substeps = ((times[1] - times[0]) / 2e-4).ceil() as usize;
    integrate([0.0, 0.0], times, substeps, rates).iter().map(|[angle, _]| *angle).collect()
}

#[test]
fn the_reference_has_the_period_of_the_elliptic_integral() {
    let period = 4.0 * 1.854_074_677_301_372 / G.sqrt();
    assert!(angles(&[0.0, period])[1].abs() < 1e-12);
    assert!((angles(&[0.0, 0.5 * period])[1] - std::f64::consts::PI).abs() < 1e-12);
}

#[test]
fn the_simple_pendulum_swings_for_10_s() {
    for (experiment, bound) in [("explicit", 1e-9), ("conserved", 1e-4)] {
        let rows = run(MODELS, experiment, &[]);
        let angles = angles(&rows.time);
        let x: Vec<f64> = angles.iter().map(|angle| -angle.cos()).collect();
        let z: Vec<f64> = angles.iter().map(|angle| -angle.sin()).collect();
        let off = largest_difference(rows.column("bob.p1.position.x"), &x)
            .max(largest_difference(rows.column("bob.p1.position.z"), &z));
        println!("{experiment}: off by {off:.1e} m");
        // Tolerance of 1e-12; second order with steps of 1 ms. The library asks for 1e-3.
        assert!(off < bound, "{experiment}: {off:e}");
    }
}
