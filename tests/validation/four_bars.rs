//! The N-four-bar mechanism through its singular positions. While all cranks stay parallel, as the
//! benchmark means it, it is a pendulum: `((N+1)/3 + N) θ'' = ((N+1)/2 + N) g sin θ` for unit rods of
//! 1 kg, θ from the upright position.

use super::reference::integrate;

const G: f64 = 9.81;

/// Angles of the cranks at the given times.
pub fn angles(windows: f64, speed: f64, times: &[f64]) -> Vec<f64> {
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
