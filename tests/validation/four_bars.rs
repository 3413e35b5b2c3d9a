//! The N-four-bar mechanism through its singular positions. While all cranks stay parallel, as the
//! benchmark means it, it is a pendulum: `((N+1)/3 + N) θ'' = ((N+1)/2 + N) g sin θ` for unit rods of
//! 1 kg, θ from the upright position.

use super::reference::integrate;
use super::rows::{Rows, largest, largest_difference, run};

const MODELS: &str = "tests/models/four_bars.cdl";

const G: f64 = 9.81;

/// Angles of the cranks at the given times.
fn angles(windows: f64, speed: f64, times: &[f64]) -> Vec<f64> {
    let inertia = (windows + 1.0) / 3.0 + windows;
    let moment = G * ((windows + 1.0) / 2.0 + windows);
    let substeps = ((times[1] - times[0]) / 1e-4).ceil() as usize;
    let states = integrate([0.0, speed], times, substeps, |[angle, rate]| {
        [rate, moment / inertia * angle.sin()]
    });
    states.iter().map(|[angle, _]| *angle).collect()
}

/// The rate from the energy: `θ'^2 = speed^2 + 2 (moment / inertia) (1 - cos θ)`, so that the time for a
/// turn is an elliptic integral, here by the trapezoidal rule, which converges exponentially on a
/// period.
#[test]
fn the_reference_turns_in_the_time_of_its_elliptic_integral() {
    let (windows, speed) = (2.0, 1.0);
    let ratio = G * ((windows + 1.0) / 2.0 + windows) / ((windows + 1.0) / 3.0 + windows);
    let count = 20_000;
    let turn: f64 = (0..count)
        .map(|k| {
            let angle = 2.0 * std::f64::consts::PI * f64::from(k) / f64::from(count);
            let rate = (speed * speed + 2.0 * ratio * (1.0 - angle.cos())).sqrt();
            2.0 * std::f64::consts::PI / f64::from(count) / rate
        })
        .sum();
    let angle = angles(windows, speed, &[0.0, turn])[1];
    println!("a turn takes {turn:.9} s, in which the reference turns by {angle:.12} rad");
    assert!((angle - 2.0 * std::f64::consts::PI).abs() < 1e-10);
}

/// How far the first crank's tip is from where parallel cranks would have it, m.
fn off(rows: &Rows, windows: f64) -> f64 {
    let angles = angles(windows, 1.0, &rows.time);
    let x: Vec<f64> = angles.iter().map(|angle| angle.sin()).collect();
    let z: Vec<f64> = angles.iter().map(|angle| angle.cos()).collect();
    largest_difference(rows.column("crank[0].tip.position.x"), &x)
        .max(largest_difference(rows.column("crank[0].tip.position.z"), &z))
}

fn drift(rows: &Rows) -> f64 {
    let total = rows.column("energy.total");
    total.iter().map(|each| (each - total[0]).abs()).fold(0.0, f64::max)
        / largest(rows.column("energy.kinetic"))
}

/// Ten passages through the singular positions in 10 s. The library asks for 1e-3.
#[test]
fn four_bars_pass_their_singular_positions() {
    let [coarse, fine] = ["turn", "turn_finer"].map(|name| run(MODELS, name, &[]));
    let [by_coarse, by_fine] = [&coarse, &fine].map(|rows| off(rows, 2.0));
    println!(
        "energy-momentum: off by {by_coarse:.2e}, {by_fine:.2e} m; energy {:.1e}",
        drift(&fine)
    );
    assert!(by_fine < 1e-3 && (by_coarse / by_fine - 4.0).abs() < 0.3, "{by_coarse:e} {by_fine:e}");
    assert!(drift(&coarse) < 1e-10 && drift(&fine) < 1e-10);
}

#[test]
fn four_bars_pass_their_singular_positions_recursively() {
    let rows = run(MODELS, "recursive", &[]);
    println!("recursive, rk4: off by {:.1e} m, energy {:.1e}", off(&rows, 2.0), drift(&rows));
    assert!(off(&rows, 2.0) < 1e-6);
}

/// As many windows as in the first edition of the library.
#[test]
fn forty_windows_move_as_one() {
    let rows = run(MODELS, "turn_finer", &[("windows", "40")]);
    println!("40 windows: off by {:.1e} m, energy {:.1e}", off(&rows, 40.0), drift(&rows));
    assert!(off(&rows, 40.0) < 1e-3 && drift(&rows) < 1e-10);
}
