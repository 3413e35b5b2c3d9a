//! States of the user's: no energy tells when they are wrong, so other things have to.

use super::rows::{fault, run};

const MODELS: &str = "tests/models/right_numbers/states.cdl";

/// What only later becomes too fast for an explicit step is said, and what has left all bounds is a failure.
#[test]
fn a_state_that_becomes_too_fast_is_told() {
    let rows = run(MODELS, "hastens", &[]);
    let said = rows.report.warnings.iter().find(|note| note.contains("too long for `p`"));
    assert!(
        said.is_some_and(|note| note.starts_with("from about 0.5")),
        "{:?}",
        rows.report.warnings
    );
    let fault = fault(MODELS, "diverges", &[]);
    assert_eq!((fault.element.as_str(), &*fault.term), ("p", "value"), "{fault}");
    let p = run(MODELS, "hastens_energy", &[]).last("p");
    assert!((p - 1e5).abs() < 1.0, "{p}");
}

/// A filter a thousand times as fast as the step is what it reads, in every row: `f = 1 - 4 x - v` to what it lags by,
/// one step (0.04 N of what changes by 4 N/s). It rang between 0 and 2 N once. The motion is that of a spring
/// and a damper to order 2; generalized-alpha takes the force of the first step, which is 1 N from 10 us on, for one that grows over
/// all of it: half a step of 1 m/s^2, 5 mm/s.
#[test]
fn a_fast_filter_does_not_ring() {
    for experiment in ["filter", "filter_midpoint", "filter_adaptive", "filter_alpha"] {
        let rows = run(MODELS, experiment, &[]);
        let (w, z) = (2.0, 0.25_f64);
        let wd = w * (1.0 - z * z).sqrt();
        let mut worst: [f64; 3] = [0.0; 3];
        for row in 3..rows.time.len() {
            let t = rows.time[row];
            let x =
                0.25 * (1.0 - (-z * w * t).exp() * ((wd * t).cos() + z * w / wd * (wd * t).sin()));
            let wanted = 1.0 - 4.0 * rows.column("x")[row] - rows.column("v")[row];
            let apart = [
                rows.column("x")[row] - x,
                rows.column("f")[row] - wanted,
                rows.column("idle")[row] - 1.0,
            ];
            worst.iter_mut().zip(apart).for_each(|(worst, apart)| *worst = worst.max(apart.abs()));
        }
        println!("{experiment}: x {:.1e} m, f {:.1e} N, idle {:.1e}", worst[0], worst[1], worst[2]);
        let allowed = if experiment == "filter_alpha" { 2.5e-3 } else { 1e-4 };
        assert!(
            worst[0] < allowed && worst[1] < 2e-2 && worst[2] < 1e-3,
            "{experiment}: {worst:?}"
        );
    }
}

/// Steps that follow a tolerance can begin where a state and its rate are nothing. `f` lags behind `t^2 / 2` by
/// `0.1 t - 0.01 + ...`.
#[test]
fn adaptive_steps_begin_at_nothing() {
    let rows = run(MODELS, "from_nothing", &[]);
    for (&t, &f) in rows.time.iter().zip(rows.column("f")) {
        let exact = 0.5 * t * t - 0.1 * t + 0.01 * (1.0 - (-10.0 * t).exp());
        assert!((f - exact).abs() < 1e-3, "{f} {exact} at {t}");
    }
    for (&t, &y) in rows.time.iter().zip(rows.column("v.y")) {
        let exact = 2.0 * (t * t - 2.0 * t + 2.0 - 2.0 * (-t).exp());
        assert!((y - exact).abs() < 1e-3, "{y} {exact} at {t}");
    }
}

/// `1 / (1 - t)` has no value at 1 s; the state is named, whatever the integrator.
#[test]
fn what_grows_without_end_is_named() {
    for method in ["rk4", "rk45", "leapfrog", "energy", "alpha"] {
        let fault = fault(MODELS, &format!("grows_{method}"), &[]);
        assert_eq!(fault.element, "s", "{method}: {fault}");
        assert!((fault.time - 1.0).abs() < 0.05, "{method}: {fault}");
    }
    for method in ["rk4", "energy"] {
        let fault = fault(MODELS, &format!("divided_{method}"), &[]);
        assert_eq!((fault.element.as_str(), &*fault.term), ("s", "rate"), "{method}: {fault}");
        assert!(fault.why.contains("division by zero"), "{fault}");
    }
}
