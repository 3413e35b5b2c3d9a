//! Rotating bodies against their closed forms.

use super::rows::{Rows, largest, largest_difference, run};

const MODELS: &str = "tests/models/rigid_bodies.cdl";
const G: f64 = 9.81;

fn largest_distance(rows: &Rows, name: &str, expected: impl Fn(f64) -> [f64; 3]) -> f64 {
    let mut apart: f64 = 0.0;
    for (axis, k) in [(".x", 0), (".y", 1), (".z", 2)] {
        let theirs: Vec<f64> = rows.time.iter().map(|&time| expected(time)[k]).collect();
        apart = apart.max(largest_difference(rows.column(&format!("{name}{axis}")), &theirs));
    }
    apart
}

/// Steady precession of a heavy top (for instance Goldstein, Classical Mechanics, section 5.7): the axis
/// goes round the vertical at the constant rate W if `m g l = W (I3 w3 - I1 W cos t)`. The motion is
/// stable, so errors stay those of the integrator: tolerance 1e-11 a step, some thousand steps.
#[test]
fn a_top_precesses_steadily() {
    let rows = run(MODELS, "precess", &[]);
    let (tilt, rate) = (25_f64.to_radians(), 8.0);
    let apart = largest_distance(&rows, "tip.position", |time| {
        let (s, c) = (rate * time).sin_cos();
        [tilt.sin() * c, tilt.sin() * s, tilt.cos()]
    });
    println!(
        "1 m along the axis, apart by at most {apart:.1e} m after {:.1} turns",
        rate * 5.0 / std::f64::consts::TAU
    );
    assert!(apart < 1e-8, "{apart}");
}

/// A thrown body with an axis of symmetry: the centre of mass on its parabola, the axis about the
/// constant angular momentum L at the rate `|L| / I1` (Euler).
#[test]
fn a_thrown_body_tumbles_about_its_angular_momentum() {
    let rows = run(MODELS, "fly", &[]);
    let (across, axial) = (0.5, 0.2);
    let (s, c) = 30_f64.to_radians().sin_cos();
    let omega = [1.0, 2.0, 4.0];
    let dot = |a: [f64; 3], b: [f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let cross = |a: [f64; 3], b: [f64; 3]| {
        [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    };
    // The body's axes after a rotation about x by 30 degrees.
    let offset = [0.3, 0.1 * s, -0.1 * c];
    let axis = [0.0, -s, c];
    let swing = cross(omega, offset);
    let start: [f64; 3] = std::array::from_fn(|k| [0.0, 0.0, 10.0][k] + offset[k]);
    let velocity: [f64; 3] = std::array::from_fn(|k| [3.0, 1.0, 5.0][k] + swing[k]);
    let centre = |time: f64| -> [f64; 3] {
        std::array::from_fn(|k| {
            start[k] + velocity[k] * time - if k == 2 { 0.5 * G * time * time } else { 0.0 }
        })
    };
    let spin = dot(omega, axis);
    let momentum: [f64; 3] =
        std::array::from_fn(|k| across * omega[k] + (axial - across) * spin * axis[k]);
    let size = dot(momentum, momentum).sqrt();
    let about = momentum.map(|part| part / size);
    // Rodrigues' rotation of the axis about L.
    let turned = |time: f64| -> [f64; 3] {
        let (sin, cos) = (size / across * time).sin_cos();
        let (side, along) = (cross(about, axis), dot(about, axis));
        std::array::from_fn(|k| axis[k] * cos + side[k] * sin + about[k] * along * (1.0 - cos))
    };
    let flight = largest_distance(&rows, "centre", centre);
    let tip = largest_distance(&rows, "axis", |time| {
        std::array::from_fn(|k| centre(time)[k] + turned(time)[k])
    });
    println!(
        "centre of mass apart by at most {flight:.1e} m on {:.0} m, axis by {tip:.1e}",
        largest(rows.column("centre.z"))
    );
    // Steps of 1e-11 relative to positions of up to 400 m.
    assert!(flight < 1e-7 && tip < 1e-7, "{flight}, {tip}");
}
