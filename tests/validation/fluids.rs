//! Drag, buoyancy and added mass against closed forms.

use super::reference::integrate;
use super::rows::{largest, largest_difference, run};

const MODELS: &str = "tests/models/fluids.cdl";
const G: f64 = 9.81;

/// `m v' = m g - c v^2` from rest: `v = V tanh(g t / V)` with the terminal velocity `V = sqrt(m g / c)`,
/// `c = 1/2 rho Cn d L`. Tolerance: that of the integrator, 1e-10 a step.
#[test]
fn a_cable_falls_broadside_at_its_terminal_velocity() {
    let rows = run(MODELS, "fall", &[]);
    let terminal = (0.05 * G / (0.5 * 1.2 * 1.2 * 0.01 * 2.0_f64)).sqrt();
    let expected: Vec<f64> =
        rows.time.iter().map(|time| -terminal * (G * time / terminal).tanh()).collect();
    let apart = largest_difference(rows.column("c.end.velocity.z"), &expected)
        .max(largest_difference(rows.column("c.mid.velocity.z"), &expected));
    println!("terminal velocity {terminal:.6} m/s; apart by at most {apart:.1e} m/s");
    assert!(apart < 1e-8, "{apart}");
    assert!(largest(rows.column("span.z")) < 1e-9, "it stays level");
}

/// Weight and buoyancy cancel in every piece.
#[test]
fn a_neutral_cable_floats() {
    let rows = run(MODELS, "float", &[]);
    for point in ["start", "mid", "end"] {
        for axis in ["x", "y", "z"] {
            let column = rows.column(&format!("c.{point}.position.{axis}"));
            let first = column[0];
            let moved = column.iter().map(|value| (value - first).abs()).fold(0.0, f64::max);
            assert!(moved < 1e-12, "{point}.{axis} moved by {moved}");
        }
    }
    assert!(largest(rows.column("c.mid.tension")) < 1e-12);
}

/// A cable that trails in a uniform stream with nothing at its end is straight, at the critical angle p
/// below the stream where the drag across balances the weight across: `1/2 rho Cn d V^2 sin^2 p = w cos
/// p` (for instance Berteaux, Buoy Engineering, 1976; w the weight in water per length). Along it weight and tangential drag add
/// up to the tension. The number of links does not matter; at rest after 120 s.
#[test]
fn a_trailing_cable_lies_at_the_critical_angle() {
    let rows = run(MODELS, "trail", &[]);
    let (density, diameter, length, stream) = (1025.0, 0.015_f64, 20.0, 1.5_f64);
    let section = std::f64::consts::PI / 4.0 * diameter * diameter;
    let weight = G * (0.6 - density * section);
    let across = 0.5 * density * 1.2 * diameter * stream * stream;
    let cosine = (-weight + (weight * weight + 4.0 * across * across).sqrt()) / (2.0 * across);
    let sine = (1.0 - cosine * cosine).sqrt();
    let along = 0.5 * density * std::f64::consts::PI * 0.02 * diameter * stream * stream;
    let tension = length * (weight * sine + along * cosine * cosine);
    println!("critical angle {:.4} deg, tension {tension:.6} N", cosine.acos().to_degrees());
    for (name, expected) in [
        ("line.mid.direction.x", cosine),
        ("line.mid.direction.z", -sine),
        ("line.end.position.x", length * cosine),
        ("line.start.tension", tension),
    ] {
        let found = rows.last(name);
        println!("{name}: {found:.9}, expected {expected:.9}");
        assert!((found / expected - 1.0).abs() < 1e-8, "{name}: {found}, {expected}");
    }
}

/// A link under water swings as a rod of the mass m less the displaced m', with the inertia of m and of
/// the added mass Ca m': `theta'' = -(3 g / 2 l) (m - m')/(m + Ca m') sin theta`.
#[test]
fn a_rod_under_water_swings_by_buoyancy_and_added_mass() {
    for coefficient in [0.0, 1.0] {
        let rows = run(MODELS, "sway", &[("coefficient", &format!("{coefficient}"))]);
        let (length, ratio) = (1.5, (1800.0 - 1000.0) / (1800.0 + coefficient * 1000.0));
        let states = integrate([50_f64.to_radians(), 0.0], &rows.time, 20, |[angle, rate]| {
            [rate, -1.5 * G / length * ratio * angle.sin()]
        });
        let x: Vec<f64> = states.iter().map(|[angle, _]| length * angle.sin()).collect();
        let apart = largest_difference(rows.column("rod.end.position.x"), &x);
        println!("Ca = {coefficient}: apart by at most {apart:.1e} m in 10 s");
        assert!(apart < 1e-8, "{apart}");
    }
}

/// Hanging through the surface, 2 of 3 m in water: the support carries the weight less what is displaced.
#[test]
fn a_dipped_cable_weighs_less_by_what_it_displaces() {
    let rows = run(MODELS, "hang", &[]);
    let section = std::f64::consts::PI / 4.0 * 0.02_f64.powi(2);
    for (name, expected) in [
        ("line.start.tension", G * section * (1800.0 * 3.0 - 1000.0 * 2.0)),
        ("wet", G * section * (1800.0 - 1000.0)),
    ] {
        let found = rows.last(name);
        println!("{name}: {found:.9} N, expected {expected:.9} N");
        assert!((found / expected - 1.0).abs() < 1e-12, "{name}: {found}, {expected}");
    }
}
