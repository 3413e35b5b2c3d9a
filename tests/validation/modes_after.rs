//! Small motions about states that motions lead to, against closed forms.

use std::f64::consts::TAU;
use std::sync::atomic::AtomicBool;

use cdl_session::{Mode, Recorded, Session};

use super::rows::path;

const G: f64 = 9.81;

fn ran(experiment: &str) -> Recorded {
    let file = path("tests/models/modes_after.cdl");
    let mut session = Session::open(file).expect("a file of the repository");
    let runnable = match session.experiment(Some(experiment), &[]) {
        Ok(runnable) => runnable,
        Err(found) => panic!("{experiment}: {}: {}", found[0].code, found[0].message),
    };
    runnable.record(&AtomicBool::new(false))
}

fn modes(experiment: &str) -> (Vec<Mode>, Vec<String>) {
    let report = ran(experiment).report;
    assert!(report.fault.is_none(), "{:?}", report.fault);
    let modes = report.run.modes().expect("modes").modes.clone();
    (modes, report.run.solved().warnings.clone())
}

/// Weight and arm, inertia about the hinge, and the moment that holds it.
const HELD: [f64; 3] = [2.0 * G * 1.5, 0.1 + 2.0 * 1.5 * 1.5, 20.0];

/// `I θ'' + m g l cos θ₀ θ = 0` where `m g l sin θ₀` is the moment.
#[test]
fn a_pendulum_that_a_moment_has_moved_aside() {
    let [weight, inertia, moment] = HELD;
    let frequency = |stiffness: f64| (stiffness / inertia).sqrt() / TAU;
    let (hanging, _) = modes("hanging");
    assert!((hanging[0].frequency() / frequency(weight) - 1.0).abs() < 1e-10);
    let aside = weight * (1.0 - (moment / weight).powi(2)).sqrt();
    let (found, told) = modes("aside");
    println!("{} {} {told:?}", found[0].frequency(), frequency(aside));
    assert!((found[0].frequency() / frequency(aside) - 1.0).abs() < 1e-8, "{found:?}");
    let damping = 0.5 * 0.8 / (aside * inertia).sqrt();
    assert!((found[0].damping_ratio() / damping - 1.0).abs() < 1e-8, "{found:?}");
    assert!(!told.iter().any(|own| own.contains("has not come to rest")), "{told:?}");
    // After 3 s the moment is `20 (1 - exp(-3/2))`, which steps follow exactly, and the pendulum swings.
    let (found, told) = modes("on_its_way");
    let moment = moment * (1.0 - (-1.5_f64).exp());
    let aside = weight * (1.0 - (moment / weight).powi(2)).sqrt();
    assert!((found[0].frequency() / frequency(aside) - 1.0).abs() < 1e-8, "{found:?}");
    assert!(told.iter().any(|own| own.contains("has not come to rest at 3 s")), "{told:?}");
}

/// `A = [0 1; -k/I -c/I]`, `B = [0; 1/I]`, and the amplitude is `1/|k - I w² + i c w|`.
#[test]
fn equations_and_swings_are_about_that_state_as_well() {
    let [weight, inertia, moment] = HELD;
    let stiffness = weight * (1.0 - (moment / weight).powi(2)).sqrt();
    let report = ran("equations").report;
    let space = report.run.modes().and_then(|own| own.state_space.clone()).expect("matrices");
    // The angle is the only coordinate, whatever it is called: eigenvalues do not ask.
    let [trace, product] = [space.a[1][1], -space.a[1][0]];
    assert!((trace * inertia / -0.8 - 1.0).abs() < 1e-8, "{:?}", space.a);
    assert!((product * inertia / stiffness - 1.0).abs() < 1e-8, "{:?}", space.a);
    let gain = space.c[0][0] * space.b[1][0];
    assert!((gain * inertia - 1.0).abs() < 1e-6, "{:?} {:?}", space.b, space.c);
    let recorded = ran("swung");
    let frequencies = &recorded.times;
    let amplitudes = recorded.column("hinge.angle.amplitude").expect("a column");
    for (frequency, amplitude) in frequencies.iter().zip(amplitudes) {
        let w = TAU * frequency;
        let expected = 1.0 / (stiffness - inertia * w * w).hypot(0.8 * w);
        assert!((amplitude / expected - 1.0).abs() < 1e-8, "{frequency} {amplitude} {expected}");
    }
}

/// `f_n = n/2D √(T/ρ)` with `T = EA (D/L - 1)`, and as much mass on `D` as is in the length that is free.
#[test]
fn a_string_that_a_winch_has_hauled_taut() {
    let (distance, free) = (10.0, 9.9);
    let tension: f64 = 100e3 * (distance / free - 1.0);
    let first = (tension * distance / free).sqrt() / (2.0 * distance);
    let (found, told) = modes("hauled");
    println!("{:?} {first} {told:?}", found.iter().map(Mode::frequency).collect::<Vec<_>>());
    for (mode, number) in found.iter().zip([1.0, 1.0, 2.0, 2.0]) {
        assert!((mode.frequency() / (number * first) - 1.0).abs() < 1e-5, "{mode:?} {first}");
    }
    let fault = ran("hauling").report.fault.expect("the winch goes on");
    assert_eq!(fault.code, "E0522");
    assert!(fault.message.contains("drum") && fault.message.contains("moved"), "{fault:?}");
}

/// The lower rod is a pendulum by itself, `√(m g l/I)`.
#[test]
fn what_an_event_has_locked_does_not_swing() {
    assert_eq!(modes("free").0.len(), 2);
    let (found, _) = modes("locked");
    let expected = (2.0 * G * 0.6 / (0.2 + 2.0 * 0.36)).sqrt() / TAU;
    assert_eq!(found.len(), 1, "{found:?}");
    assert!((found[0].frequency() / expected - 1.0).abs() < 1e-9, "{found:?} {expected}");
}
