//! Leapfrog keeps the momenta of a free body.

use super::rows::{Rows, largest_difference, run};

const MODELS: &str = "tests/models/right_numbers/free_bodies.cdl";

/// How far a vector is from where it was, at most, relative to its length.
fn change(rows: &Rows, name: &str) -> f64 {
    let axes = ["x", "y", "z"].map(|axis| rows.column(&format!("{name}.{axis}")));
    let size = axes.iter().map(|axis| axis[0] * axis[0]).sum::<f64>().sqrt();
    let change = |axis: &&[f64]| axis.iter().map(|x| (x - axis[0]).abs()).fold(0.0, f64::max);
    axes.iter().map(change).fold(0.0, f64::max) / size
}

fn distance_from(rows: &Rows, name: &str, exact: impl Fn(f64) -> [f64; 3]) -> f64 {
    let of_axis = |(k, axis): (usize, &str)| {
        let exact: Vec<f64> = rows.time.iter().map(|&t| exact(t)[k]).collect();
        largest_difference(rows.column(&format!("{name}.{axis}")), &exact)
    };
    ["x", "y", "z"].into_iter().enumerate().map(of_axis).fold(0.0, f64::max)
}

/// No force: momentum and angular momentum are constants, and the centre of mass goes straight (Newton). 100 s
/// in 10^4 steps of 2 degrees and in 2000 of 10: rounding, 1e-11; light and heavy.
#[test]
fn a_free_body_keeps_its_momenta() {
    for (step, arm, scale) in [
        ("10 ms", "0.3 m", "1"),
        ("50 ms", "0 m", "1"),
        ("10 ms", "3 m", "1e-9"),
        ("10 ms", "0.3 m", "1e9"),
    ] {
        let rows = run(MODELS, "free", &[("step", step), ("arm", arm), ("scale", scale)]);
        assert!(change(&rows, "momentum") < 1e-11, "{step} {arm} {scale}");
        // About the origin, from which it is up to a kilometre away in the end.
        assert!(change(&rows, "angular_momentum") < 1e-10, "{step} {arm} {scale}");
        let start = ["x", "y", "z"].map(|axis| rows.column(&format!("centre.position.{axis}"))[0]);
        // Velocity of the centre: that of the frame and what the turning adds, w x c.
        let arm: f64 = arm.trim_end_matches(" m").parse().unwrap();
        let velocity = [1.0 + 2.0 * 0.1 + 3.0 * 0.2, 3.0 * arm - 0.1, -0.2 - 2.0 * arm];
        let line = |t: f64| [0, 1, 2].map(|k| start[k] + velocity[k] * t);
        let off = distance_from(&rows, "centre.position", line);
        assert!(off < 1e-9, "{step} {arm} {scale}: {off}");
    }
}

/// The energy of a free body swings, but does not drift: with 10 ms by less than 1e-4 of it in 100 s, and as
/// the square of the step.
#[test]
fn the_energy_of_a_free_body_is_bounded() {
    let swing = |step: &str| {
        let rows = run(MODELS, "free", &[("step", step)]);
        rows.simulation().largest_imbalance / rows.column("energy.kinetic")[0]
    };
    let (coarse, fine) = (swing("20 ms"), swing("10 ms"));
    assert!(fine < 1e-4, "{fine}");
    assert!((coarse / fine - 4.0).abs() < 0.4, "{}", coarse / fine);
}

/// A parabola, exactly: leapfrog is exact under a constant force, and the turning must not spoil it. 20 s,
/// distances of 2 km: 1e-8 m.
#[test]
fn a_thrown_body_follows_a_parabola() {
    let rows = run(MODELS, "thrown", &[]);
    let first =
        |name: &str| ["x", "y", "z"].map(|axis| rows.column(&format!("centre.{name}.{axis}"))[0]);
    let (place, velocity) = (first("position"), first("velocity"));
    let parabola = |t: f64| {
        let fall = [0.0, 0.0, -0.5 * 9.81 * t * t];
        [0, 1, 2].map(|k| place[k] + velocity[k] * t + fall[k])
    };
    let off = distance_from(&rows, "centre.position", parabola);
    assert!(off < 1e-8, "{off}");
}

/// What a free joint starts from does not matter, though it moves: a straight line to 1e-12 m.
#[test]
fn a_free_joint_on_a_moving_body_holds_nothing() {
    let rows = run(MODELS, "beside", &[]);
    let off = distance_from(&rows, "b.position", |t| [0.5 + t, 0.0, 0.0]);
    assert!(off < 1e-12, "{off}");
    assert!(change(&rows, "angular_momentum") < 1e-11);
}

/// The angular momentum about a ball joint on the world, and its part along gravity: rounding.
#[test]
fn a_body_on_a_ball_joint_keeps_its_angular_momentum() {
    let rows = run(MODELS, "ball", &[]);
    assert!(change(&rows, "angular_momentum") < 1e-11);
    let rows = run(MODELS, "ball", &[("gravity", "9.81 m/s^2")]);
    let along = rows.column("angular_momentum.z");
    let change = along.iter().map(|l| (l - along[0]).abs()).fold(0.0, f64::max);
    assert!(change < 1e-11 * along[0].abs(), "{change}");
    assert!(rows.simulation().largest_imbalance < 1e-3 * rows.simulation().energy_scale);
}

/// In a plane: momentum, angular momentum about the plane's normal and a straight line, to rounding; and the
/// energy with them, as nothing else can take any.
#[test]
fn a_body_in_a_plane_keeps_its_momenta() {
    let rows = run(MODELS, "plane", &[]);
    assert!(change(&rows, "momentum") < 1e-11);
    let spin = rows.column("angular_momentum.z");
    assert!(spin.iter().all(|l| (l - spin[0]).abs() < 1e-11 * spin[0].abs()));
    assert!(rows.simulation().largest_imbalance < 1e-10);
}
