//! The stiff flyball governor against Lagrange's equations in three coordinates: shaft's angle ψ, droop
//! α of both rods below the horizontal, height s of the slider. The library (González and others 2006,
//! problem A05; numbers also in MBSbenchmarksInOpenSim and in Exudyn's `stiffFlyballGovernor`) gives
//! s(t) as a picture only.

use super::reference::integrate;
use super::rows::{Rows, largest_difference, run};

const MODELS: &str = "tests/models/governor.cdl";
const G: f64 = 9.81;

const ARM: f64 = 0.05;
const WIDTH: f64 = 0.01;
const ROD: f64 = 0.3;
const BALL: f64 = 5.0;
const SLIDER: f64 = 3.0;
const STIFFNESS: f64 = 8e5;
const DAMPING: f64 = 4e4;
const LENGTH: f64 = 0.5;
const SPIN: f64 = 2.0 * std::f64::consts::PI;

/// About the shaft of everything, and its derivative by α.
fn about_shaft(droop: f64) -> (f64, f64) {
    let (sin, cos) = droop.sin_cos();
    let across = ROD * (1.0 + WIDTH * WIDTH) / 12.0;
    let along = ROD * WIDTH * WIDTH / 6.0;
    let shaft = ROD * WIDTH * WIDTH / 6.0;
    let slider = SLIDER * 0.1 * 0.1 / 6.0;
    let (middle, end) = (ARM + 0.5 * cos, ARM + cos);
    let rod = along * sin * sin + across * cos * cos + ROD * middle * middle + BALL * end * end;
    let slope = 2.0 * (along - across) * sin * cos - ROD * middle * sin - 2.0 * BALL * end * sin;
    (shaft + slider + 2.0 * rod, 2.0 * slope)
}

/// `[α, s, dα/dt, ds/dt]`; the shaft turns by the conserved angular momentum.
fn rates([droop, height, droop_rate, height_rate]: [f64; 4]) -> [f64; 4] {
    let (sin, cos) = droop.sin_cos();
    let (inertia, slope) = about_shaft(droop);
    let spin = about_shaft(30_f64.to_radians()).0 * SPIN / inertia;
    let (x, z) = (0.5 * cos, 1.0 - 0.5 * sin - height);
    let length = x.hypot(z);
    let by_droop = (-0.5 * sin * x - 0.5 * cos * z) / length;
    let by_height = -z / length;
    let lengthening = by_droop * droop_rate + by_height * height_rate;
    let pull = STIFFNESS * (length - LENGTH) + DAMPING * lengthening;
    let about_hinge = ROD * (1.0 / 3.0 + WIDTH * WIDTH / 12.0) + BALL;
    let weight = G * cos * (0.5 * ROD + BALL);
    let droop_moment = weight - pull * by_droop + 0.25 * slope * spin * spin;
    let height_force = -SLIDER * G - 2.0 * pull * by_height;
    [droop_rate, height_rate, droop_moment / about_hinge, height_force / SLIDER]
}

/// Heights of the slider and droops at the given times, by steps of 20 microseconds.
pub fn reference(times: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let substeps = ((times[1] - times[0]) / 20e-6).round() as usize;
    let states = integrate([30_f64.to_radians(), 0.5, 0.0, 0.0], times, substeps, rates);
    (states.iter().map(|s| s[1]).collect(), states.iter().map(|s| s[0]).collect())
}

fn compare(rows: &Rows) -> f64 {
    let (heights, droops) = reference(&rows.time);
    let height = largest_difference(rows.column("guide.displacement"), &heights);
    let right = largest_difference(rows.column("right_hinge.angle"), &droops);
    let left: Vec<f64> = droops.iter().map(|droop| -droop).collect();
    let left = largest_difference(rows.column("left_hinge.angle"), &left);
    let (low, high) =
        heights.iter().fold((f64::MAX, f64::MIN), |(low, high), &s| (low.min(s), high.max(s)));
    println!("slider between {low:.4} and {high:.4} m; off by {height:.1e} m, {right:.1e} rad");
    height.max(right).max(left)
}

#[test]
fn the_flyball_governor_follows_its_lagrangian() {
    let rows = run(MODELS, "explicit", &[]);
    // Runge and Kutta's error at rates of 2.7e4 1/s, which the stiff springs damp at once.
    assert!(compare(&rows) < 1e-8);
    let spin = rows.column("angular_momentum.z");
    assert!(largest_difference(spin, &vec![spin[0]; spin.len()]) < 1e-10 * spin[0]);
}

/// Implicit steps fifty times as long go over the stiff springs.
#[test]
fn implicit_steps_follow_it_too() {
    let rows = run(MODELS, "implicit", &[]);
    let off = compare(&rows);
    assert!(off < 1e-3, "{off:e}");
    assert!(super::rows::largest(rows.column("energy.balance")) < 1e-9);
}
