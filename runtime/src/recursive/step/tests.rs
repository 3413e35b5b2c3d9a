//! Orders of convergence measured on oscillators with known solutions.

use super::*;
use crate::analyses::Clock;

/// x'' = -x with one extra state, the integral of v^2 (velocities 1, positions 1).
struct Oscillator;

impl System for Oscillator {
    fn dimensions(&self) -> Dimensions {
        Dimensions { positions: 1, velocities: 1, ledger: 1, extra: 0 }
    }
    fn rates(&mut self, _: f64, state: &[f64], rates: &mut [f64]) {
        rates[0] = state[1];
        rates[1] = -state[0];
        rates[2] = state[1] * state[1];
    }
    fn drift(&mut self, q: &mut [f64], v: &mut [f64], step: f64) {
        q[0] += step * v[0];
    }
    fn project(&mut self, _: f64, _: &mut [f64]) -> bool {
        true
    }
    fn kinetic_energy(&mut self, state: &[f64]) -> f64 {
        0.5 * state[1] * state[1]
    }
}

/// A pendulum with its mass on a sliding collar, so that the acceleration depends on the velocity:
/// polar coordinates r, phi in a central spring field; energy is conserved.
struct Central;

impl System for Central {
    fn dimensions(&self) -> Dimensions {
        Dimensions { positions: 2, velocities: 2, ledger: 0, extra: 0 }
    }
    fn rates(&mut self, _: f64, s: &[f64], rates: &mut [f64]) {
        let (r, dr, dphi) = (s[0], s[2], s[3]);
        rates[0] = dr;
        rates[1] = dphi;
        rates[2] = r * dphi * dphi - 3.0 * (r - 1.0);
        rates[3] = -2.0 * dr * dphi / r;
    }
    fn drift(&mut self, q: &mut [f64], v: &mut [f64], step: f64) {
        q[0] += step * v[0];
        q[1] += step * v[1];
    }
    fn project(&mut self, _: f64, _: &mut [f64]) -> bool {
        true
    }
    fn kinetic_energy(&mut self, s: &[f64]) -> f64 {
        0.5 * (s[2] * s[2] + s[0] * s[0] * s[3] * s[3])
    }
}

fn run(method: Method, duration: f64, system: &mut impl System, state: &[f64]) -> Integrator {
    let (mut at, outcome) =
        Integrator::start(method, Clock::new(0.0, duration), system, state.to_vec());
    outcome.unwrap();
    while !at.finished() {
        at.step(system).unwrap();
    }
    at
}

fn order(errors: &[f64]) -> f64 {
    (errors[0] / errors[errors.len() - 1]).log2() / (errors.len() - 1) as f64
}

/// Error of x at t = 10 against cos(10), for halved steps.
#[test]
fn runge_kutta_has_order_four() {
    let errors: Vec<f64> = [0.1, 0.05, 0.025, 0.0125]
        .iter()
        .map(|&step| {
            let at = run(Method::Rk4 { step }, 10.0, &mut Oscillator, &[1.0, 0.0, 0.0]);
            (at.state[0] - 10f64.cos()).abs()
        })
        .collect();
    assert!((order(&errors) - 4.0).abs() < 0.15, "{errors:?}");
}

#[test]
fn leapfrog_has_order_two_also_with_velocity_dependence() {
    let start = [1.3, 0.0, 0.2, 0.7];
    let exact = run(
        Method::Rk45 { relative_tolerance: 1e-13, absolute_tolerance: 1e-14, max_step: 1.0 },
        5.0,
        &mut Central,
        &start,
    );
    let errors: Vec<f64> = [0.04, 0.02, 0.01]
        .iter()
        .map(|&step| {
            let at = run(Method::Leapfrog { step }, 5.0, &mut Central, &start);
            (at.state[0] - exact.state[0]).hypot(at.state[1] - exact.state[1])
        })
        .collect();
    assert!((order(&errors) - 2.0).abs() < 0.1, "{errors:?}");
}

/// Without dissipation the energy error of leapfrog is bounded: over 1000 s it is no larger than over
/// the first 50 s (within 20 %).
#[test]
fn leapfrog_energy_does_not_drift() {
    let energy = |s: &[f64]| {
        0.5 * (s[2] * s[2] + s[0] * s[0] * s[3] * s[3]) + 1.5 * (s[0] - 1.0) * (s[0] - 1.0)
    };
    let start = [1.3, 0.0, 0.2, 0.7];
    let (mut at, _) = Integrator::start(
        Method::Leapfrog { step: 0.05 },
        Clock::new(0.0, 1000.0),
        &mut Central,
        start.to_vec(),
    );
    let (mut early, mut all): (f64, f64) = (0.0, 0.0);
    while !at.finished() {
        at.step(&mut Central).unwrap();
        let error = (energy(&at.state) - energy(&start)).abs();
        all = all.max(error);
        if at.time < 50.0 {
            early = early.max(error);
        }
    }
    assert!(all < 1.2 * early, "{all} against {early}");
}

/// The error follows the tolerance: 10^6 tighter gives at least 10^5 less error, with an error within
/// a factor of 100 of the tolerance over 10 s.
#[test]
fn fehlberg_follows_its_tolerance() {
    let errors: Vec<f64> = [1e-4, 1e-7, 1e-10]
        .iter()
        .map(|&tolerance| {
            let method = Method::Rk45 {
                relative_tolerance: tolerance,
                absolute_tolerance: tolerance,
                max_step: f64::INFINITY,
            };
            let at = run(method, 10.0, &mut Oscillator, &[1.0, 0.0, 0.0]);
            assert_eq!(at.time, 10.0);
            let error = (at.state[0] - 10f64.cos()).abs();
            assert!(error < 100.0 * tolerance, "{error} for {tolerance}");
            error
        })
        .collect();
    assert!(errors[0] / errors[2] > 1e5, "{errors:?}");
}

/// Fehlberg's fifth-order solution with the step held by `max_step`.
#[test]
fn fehlberg_goes_on_with_order_five() {
    let errors: Vec<f64> = [0.4, 0.2, 0.1]
        .iter()
        .map(|&max_step| {
            let method =
                Method::Rk45 { relative_tolerance: 1.0, absolute_tolerance: 1.0, max_step };
            let (mut at, _) = Integrator::start(
                method,
                Clock::new(0.0, 10.0),
                &mut Oscillator,
                vec![1.0, 0.0, 0.0],
            );
            at.proposal = max_step;
            while !at.finished() {
                at.step(&mut Oscillator).unwrap();
            }
            (at.state[0] - 10f64.cos()).abs()
        })
        .collect();
    assert!((order(&errors) - 5.0).abs() < 0.3, "{errors:?}");
}

const EVERY_METHOD: [Method; 3] = [
    Method::Rk4 { step: 0.1 },
    Method::Rk45 { relative_tolerance: 1e-8, absolute_tolerance: 1e-10, max_step: 0.7 },
    Method::Leapfrog { step: 0.1 },
];

/// Rows between steps are as good as steps: the energy is off by no more than at the steps of the run, few
/// rows in a step or many. Twice that, as a row may lie where no step ended.
#[test]
fn rows_between_steps_keep_the_energy_of_steps() {
    let energy = |s: &[f64]| s[2] * s[2] + s[3] * s[3] * s[0] * s[0] + 3.0 * (s[0] - 1.0).powi(2);
    let start = [1.3, 0.0, 0.2, 0.7];
    for method in EVERY_METHOD {
        for every in [0.07, 0.003] {
            let (mut at, _) =
                Integrator::start(method, Clock::new(0.0, 10.0), &mut Central, start.to_vec());
            let mut between = Between::new();
            let (mut of_steps, mut of_rows): (f64, f64) = (0.0, 0.0);
            let mut row = 0;
            while !at.finished() {
                at.step(&mut Central).unwrap();
                of_steps = of_steps.max((energy(&at.state) - energy(&start)).abs());
                while f64::from(row) * every < at.time {
                    between.find(&mut at, &mut Central, f64::from(row) * every, every);
                    of_rows = of_rows.max((energy(&between.state) - energy(&start)).abs());
                    row += 1;
                }
            }
            assert!(of_rows < 2.0 * of_steps, "{method:?} {every}: {of_rows} against {of_steps}");
        }
    }
}

/// Rows at `1e-9` of a step from its ends are the ends (to what a motion of order one changes in that
/// time), and reading them changes nothing: the run is the same to the last bit.
#[test]
fn rows_meet_the_steps_and_do_not_touch_them() {
    let start = [1.3, 0.0, 0.2, 0.7];
    for method in EVERY_METHOD {
        for every in [0.07, 0.003] {
            let alone = run(method, 5.0, &mut Central, &start);
            let (mut at, _) =
                Integrator::start(method, Clock::new(0.0, 5.0), &mut Central, start.to_vec());
            let mut between = Between::new();
            while !at.finished() {
                let before = at.state.clone();
                at.step(&mut Central).unwrap();
                let step = at.time - at.previous_time;
                for (s, end) in [(1e-9, &before), (1.0 - 1e-9, &at.state.clone())] {
                    let time = at.previous_time + s * step;
                    between.find(&mut at, &mut Central, time, every);
                    for (row, end) in between.state.iter().zip(end) {
                        assert!((row - end).abs() < 1e-8, "{method:?} {s}: {row} {end}");
                    }
                }
            }
            assert_eq!(alone.state, at.state);
            assert_eq!(alone.effort, at.effort);
        }
    }
}

/// The polynomial through exact states at the ends and at the thirds has an error of order 8: halved
/// steps give 2^8 (within a factor of 2).
#[test]
fn rows_of_a_full_step_have_order_eight() {
    let errors: Vec<f64> = [1.6_f64, 0.8]
        .iter()
        .map(|&step| {
            let (mut at, _) = Integrator::start(
                Method::Rk4 { step },
                Clock::new(0.0, step),
                &mut Oscillator,
                vec![1.0, 0.0, 0.0],
            );
            at.step(&mut Oscillator).unwrap();
            let exact = |time: f64| [time.cos(), -time.sin(), 0.0];
            let mut between = Between::new();
            between.make_nodes(&mut at, &mut Oscillator);
            let mut rates = vec![0.0; 3];
            for (k, node) in between.inner.iter_mut().enumerate() {
                node.state.copy_from_slice(&exact(step * (k as f64 + 1.0) / 3.0));
                Oscillator.rates(0.0, &node.state, &mut rates);
                node.rates.copy_from_slice(&rates);
            }
            at.state.copy_from_slice(&exact(step));
            Oscillator.rates(step, &at.state, &mut between.end_rates);
            (1..40)
                .map(|k| {
                    let time = step * f64::from(k) / 40.0;
                    between.interpolate(&at, time / step);
                    (between.state[0] - time.cos()).hypot(between.state[1] + time.sin())
                })
                .fold(0.0, f64::max)
        })
        .collect();
    assert!((order(&errors) - 8.0).abs() < 1.0, "{errors:?}");
}

/// A last step that is not whole is shortened, and rounding in `step` makes no extra one.
#[test]
fn fixed_steps_end_exactly() {
    let at = run(Method::Rk4 { step: 0.3 }, 1.0, &mut Oscillator, &[1.0, 0.0, 0.0]);
    assert_eq!((at.time, at.effort.steps), (1.0, 4));
    let at = run(Method::Rk4 { step: 0.1 }, 1.0, &mut Oscillator, &[1.0, 0.0, 0.0]);
    assert_eq!((at.time, at.effort.steps), (1.0, 10));
}

/// x' = 1/(1-t) style blow-up: the step goes to its limit and the state before is kept.
#[test]
fn a_singularity_is_an_obstacle() {
    struct BlowUp;
    impl System for BlowUp {
        fn dimensions(&self) -> Dimensions {
            Dimensions { positions: 1, velocities: 1, ledger: 0, extra: 0 }
        }
        fn rates(&mut self, time: f64, state: &[f64], rates: &mut [f64]) {
            rates[0] = state[1];
            rates[1] = (1.0 - time).sqrt();
        }
        fn drift(&mut self, _: &mut [f64], _: &mut [f64], _: f64) {}
        fn project(&mut self, _: f64, _: &mut [f64]) -> bool {
            true
        }
        fn kinetic_energy(&mut self, state: &[f64]) -> f64 {
            0.5 * state[1] * state[1]
        }
    }
    let method = Method::Rk45 {
        relative_tolerance: 1e-6,
        absolute_tolerance: 1e-6,
        max_step: f64::INFINITY,
    };
    let (mut at, _) = Integrator::start(method, Clock::new(0.0, 2.0), &mut BlowUp, vec![0.0, 0.0]);
    let obstacle = loop {
        if let Err(obstacle) = at.step(&mut BlowUp) {
            break obstacle;
        }
    };
    assert!(matches!(obstacle, Obstacle::NotFinite { .. } | Obstacle::StepTooShort { .. }));
    assert!((at.time - 1.0).abs() < 1e-3 && at.state[1].is_finite());
}
