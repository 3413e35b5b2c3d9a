//! Pendulums against closed forms and against equations of motion written down here.

use super::reference::integrate;
use super::rows::{largest_difference, run};

const MODELS: &str = "tests/models/pendulums.cdl";
const G: f64 = 9.81;

/// A compound pendulum of small amplitude A has the period 2 pi sqrt(I/(m g d)) (1 + A^2/16 + ...).
#[test]
fn a_compound_pendulum_has_its_period() {
    let rows = run(MODELS, "swing", &[]);
    let (mass, arm, inertia) = (2.0, 0.4, 0.5);
    let about_pin: f64 = inertia + mass * arm * arm;
    let amplitude = 1_f64.to_radians();
    let expected = 2.0
        * std::f64::consts::PI
        * (about_pin / (mass * G * arm)).sqrt()
        * (1.0 + amplitude * amplitude / 16.0);
    // Downward zero crossings of the angle, by linear interpolation between rows 1 ms apart.
    let angle = rows.column("pin.angle");
    let crossings: Vec<f64> = (1..angle.len())
        .filter(|&row| angle[row - 1] > 0.0 && angle[row] <= 0.0)
        .map(|row| {
            let part = angle[row - 1] / (angle[row - 1] - angle[row]);
            rows.time[row - 1] + part * (rows.time[row] - rows.time[row - 1])
        })
        .collect();
    let periods = (crossings.len() - 1) as f64;
    let period = (crossings[crossings.len() - 1] - crossings[0]) / periods;
    println!("period {period:.9} s, expected {expected:.9} s");
    // The amplitude series is cut after A^2 (next term 11 A^4/3072 = 3e-10); crossings are good to 1e-8 s.
    assert!((period - expected).abs() < 1e-7 * expected);
}

/// One rigid link is a rod of inertia m l^2/3 about its end: theta'' = -(3 g / 2 l) sin theta.
#[test]
fn one_rigid_link_is_a_rod() {
    let rows = run(MODELS, "drop", &[]);
    let length = 1.5;
    let states = integrate([60_f64.to_radians(), 0.0], &rows.time, 200, |[angle, rate]| {
        [rate, -1.5 * G / length * angle.sin()]
    });
    let x: Vec<f64> = states.iter().map(|[angle, _]| length * angle.sin()).collect();
    let magnitude: Vec<f64> = rows.column("rod.end.position.x").to_vec();
    let sign = if magnitude[0] > 0.0 { 1.0 } else { -1.0 };
    let found: Vec<f64> = magnitude.iter().map(|x| sign * x).collect();
    let apart = largest_difference(&found, &x);
    println!("end of the link and of the rod apart by at most {apart:.1e} m");
    assert!(apart < 1e-8);
}

/// The double pendulum of point masses, from its Lagrangian (for instance Goldstein, Classical
/// Mechanics, ch. 1), with absolute angles.
#[test]
fn a_double_pendulum_follows_its_lagrangian() {
    let rows = run(MODELS, "chaos", &[]);
    let (m1, m2, l1, l2) = (1.0, 0.5, 1.0, 0.8);
    let (a, b) = (100_f64.to_radians(), 80_f64.to_radians());
    let states = integrate([a, b, 0.0, 0.0], &rows.time, 200, |[p, q, dp, dq]| {
        let delta = p - q;
        let (m11, m12, m22) = ((m1 + m2) * l1 * l1, m2 * l1 * l2 * delta.cos(), m2 * l2 * l2);
        let f1 = -m2 * l1 * l2 * delta.sin() * dq * dq - (m1 + m2) * G * l1 * p.sin();
        let f2 = m2 * l1 * l2 * delta.sin() * dp * dp - m2 * G * l2 * q.sin();
        let determinant = m11 * m22 - m12 * m12;
        [dp, dq, (m22 * f1 - m12 * f2) / determinant, (m11 * f2 - m12 * f1) / determinant]
    });
    let first: Vec<f64> = states.iter().map(|state| state[0]).collect();
    let relative: Vec<f64> = states.iter().map(|state| state[1] - state[0]).collect();
    let apart = largest_difference(rows.column("a.angle"), &first)
        .max(largest_difference(rows.column("b.angle"), &relative));
    println!("angles apart by at most {apart:.1e} rad over 5 s");
    // Chaotic: an error of 1e-11 grows about a thousandfold in 5 s.
    assert!(apart < 1e-6);
}
