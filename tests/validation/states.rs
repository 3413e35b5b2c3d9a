//! States of the user's against closed forms, by every integrator with its order.

use super::rows::{Rows, largest_difference, run};

const MODELS: &str = "tests/models/states.cdl";

/// By how much columns differ from functions of time, all together.
fn apart(rows: &Rows, expected: &[(&str, &dyn Fn(f64) -> f64)]) -> f64 {
    let of = |(column, function): &(&str, &dyn Fn(f64) -> f64)| {
        let theirs: Vec<f64> = rows.time.iter().map(|&time| function(time)).collect();
        largest_difference(rows.column(column), &theirs)
    };
    expected.iter().map(of).fold(0.0, f64::max)
}

/// The error with a step of 20 ms, and the order that halving it shows.
fn order(experiment: &str, expected: &[(&str, &dyn Fn(f64) -> f64)]) -> (f64, f64) {
    let coarse = apart(&run(MODELS, experiment, &[]), expected);
    let fine = apart(&run(MODELS, &format!("{experiment}_10"), &[]), expected);
    let order = (coarse / fine).log2();
    println!("{experiment}: {coarse:.1e} and {fine:.1e}, order {order:.3}");
    (coarse, order)
}

/// `e^((-0.3 + 2i) t)`. A step of order 2 leaves `t |λ|^3 h^2 / 12` at most of that size: 1e-3.
#[test]
fn states_alone_follow_their_closed_form() {
    let re = |t: f64| (-0.3 * t).exp() * (2.0 * t).cos();
    let im = |t: f64| (-0.3 * t).exp() * (2.0 * t).sin();
    let expected: [(&str, &dyn Fn(f64) -> f64); 2] = [("re", &re), ("im", &im)];
    for (name, bound, wanted) in
        [("rk4", 1e-7, 4.0), ("leapfrog", 2e-3, 2.0), ("energy", 1e-3, 2.0), ("alpha", 1e-3, 2.0)]
    {
        let (error, order) = order(&format!("spiral_{name}"), &expected);
        assert!(error < bound && (order - wanted).abs() < 0.1, "{name}: {error}, {order}");
    }
    let exact = apart(&run(MODELS, "spiral_rk45", &[]), &expected);
    assert!(exact < 1e-10, "{exact}");
    // Steps that follow a tolerance follow that of states, even where nothing moves.
    let adaptive = apart(&run(MODELS, "spiral_adaptive", &[]), &expected);
    assert!(adaptive < 1e-5, "{adaptive}");
}

/// Displacement over set value is `(11 s + 6) / ((s + 1)(s + 2)(s + 3))`, so its answer to a step is
/// `1 + 2.5 e^-t - 8 e^-2t + 4.5 e^-3t`; the integral of the error follows from the equation of motion.
#[test]
fn a_controller_with_memory_places_its_poles() {
    let x = |t: f64| 1.0 + 2.5 * (-t).exp() - 8.0 * (-2.0 * t).exp() + 4.5 * (-3.0 * t).exp();
    let memory = |t: f64| 2.5 * (-t).exp() - 4.0 * (-2.0 * t).exp() + 1.5 * (-3.0 * t).exp();
    let expected: [(&str, &dyn Fn(f64) -> f64); 2] = [("x", &x), ("memory", &memory)];
    for (name, bound, wanted) in
        [("rk4", 2e-7, 4.0), ("leapfrog", 1e-3, 2.0), ("energy", 1e-3, 2.0), ("alpha", 1e-3, 2.0)]
    {
        let (error, order) = order(&format!("positioned_{name}"), &expected);
        assert!(error < bound && (order - wanted).abs() < 0.15, "{name}: {error}, {order}");
    }
    let exact = apart(&run(MODELS, "positioned_rk45", &[]), &expected);
    assert!(exact < 1e-10, "{exact}");
}

/// A filter that is ten thousand times as fast as the steps passes on what a spring and a damper would do at once,
/// up to its time constant; Newton's iteration knows it as well as it knows a spring.
#[test]
fn a_fast_filter_asks_for_no_short_steps() {
    for name in ["energy", "midpoint", "alpha"] {
        let rows = run(MODELS, &format!("filtered_{name}"), &[]);
        let apart = largest_difference(rows.column("plain"), rows.column("filtered"));
        let effort = rows.report.effort;
        let each = effort.evaluations as f64 / effort.steps as f64;
        println!("{name}: apart by {apart:.1e} m, {each:.2} iterations a step");
        assert!(apart < 1e-3 && each < 4.0, "{name}: {apart}, {each}");
    }
}

/// `d(momentum)/dt` is weight minus what the chain pulls at its support, and what flies falls: rates may read forces and
/// accelerations. The integrator is the same for both, of order 4 with steps of 0.25 ms; the state of the body's
/// velocity is the velocity to rounding.
#[test]
fn rates_read_forces_and_accelerations() {
    let rows = run(MODELS, "impulse", &[]);
    let weight = |time: f64| -(3.0 + 1.0) * 9.81 * time;
    let start = rows.column("momentum.z")[0];
    let sum: Vec<f64> = (0..rows.time.len())
        .map(|k| rows.column("momentum.z")[k] + rows.column("pull.z")[k] - start)
        .collect();
    let expected: Vec<f64> = rows.time.iter().map(|&time| weight(time)).collect();
    let forces = largest_difference(&sum, &expected);
    let speeds = largest_difference(rows.column("speed.z"), rows.column("velocity.z"));
    println!("momentum {forces:.1e} N s, speed {speeds:.1e} m/s");
    assert!(forces < 1e-8 && speeds < 1e-12, "{forces}, {speeds}");
}
