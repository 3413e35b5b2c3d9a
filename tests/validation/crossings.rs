//! Signals that jump or have kinks where the motion says so: steps end there, against closed forms.

use cdl_session::FaultKind;

use super::rows::{fault, largest_difference, run};

const MODELS: &str = "tests/models/crossings.cdl";

/// From x = 0 with 1 m/s, for 1 kg: where a force leads that is constant between some places, which are passed upward.
fn way(force: impl Fn(f64) -> f64, places: &[f64], until: f64) -> f64 {
    let (mut x, mut v, mut left) = (0.0_f64, 1.0_f64, until);
    for &place in places {
        let push = force(x + 1e-9);
        // The smaller root of `push t^2 / 2 + v t = place - x`.
        let root = (v * v + 2.0 * push * (place - x)).sqrt();
        let t = 2.0 * (place - x) / (v + root);
        if !t.is_finite() || t > left {
            break;
        }
        (x, v, left) = (place, v + push * t, left - t);
    }
    x + v * left + 0.5 * force(x + 1e-9) * left * left
}

/// The same where the force jumps at known times.
fn way_in_time(force: impl Fn(f64) -> f64, times: &[f64], until: f64) -> f64 {
    let (mut x, mut v, mut at) = (0.0, 1.0, 0.0);
    for &end in times.iter().filter(|&&time| time < until).chain([&until]) {
        let (t, push) = (end - at, force(0.5 * (at + end)));
        x += v * t + 0.5 * push * t * t;
        v += push * t;
        at = end;
    }
    x
}

/// Where jumps are found where they are, constant forces between them leave no error but that of finding them.
#[test]
fn steps_end_where_forces_jump_with_the_motion() {
    type Force = fn(f64) -> f64;
    let stairs: Vec<f64> = (1..9).map(|k| 0.2113 * f64::from(k)).collect();
    let teeth: Vec<f64> =
        (0..6).flat_map(|k| [0.0, 0.1113].map(|at| 0.2371 * f64::from(k) + at)).skip(1).collect();
    let places: [(Force, &[f64]); 5] = [
        (|x| if x > 0.3337 { -2.0 } else { 0.0 }, &[0.3337]),
        (|x| if x > 0.3 && x < 0.5123 { 3.0 } else { -0.5 }, &[0.3, 0.5123]),
        (|x| if x > 0.3337 { -1.0 } else { 1.0 }, &[0.3337]),
        (|x| 0.5 * (x / 0.2113).floor(), &stairs),
        (|x| if x.rem_euclid(0.2371) < 0.1113 { 1.0 } else { -1.0 }, &teeth),
    ];
    let first = 0.3_f64.asin();
    let times = [first, std::f64::consts::PI - first, std::f64::consts::TAU + first];
    let times = times.map(|angle| angle / 7.0);
    let inner: (Force, &[f64]) = (
        |x| match x {
            x if x > 0.66 => -1.0,
            x if x > 0.5 => 1.0,
            _ => 0.0,
        },
        &[0.5, 0.66],
    );
    for kind in 0..7 {
        for method in ["rk4", "rk45", "leapfrog", "energy", "adaptive", "midpoint", "alpha"] {
            let rows = run(MODELS, &format!("pushed_{method}"), &[("kind", &kind.to_string())]);
            let expected = |time: f64| match kind {
                5 => way_in_time(|t| if (7.0 * t).sin() > 0.3 { 1.0 } else { -1.0 }, &times, time),
                6 => way(inner.0, inner.1, time),
                kind => way(places[kind].0, places[kind].1, time),
            };
            let expected: Vec<f64> = rows.time.iter().map(|&time| expected(time)).collect();
            let apart = largest_difference(rows.column("x"), &expected);
            println!("{kind} {method}: {apart:.1e} m, {} steps", rows.report.effort.steps);
            let explicit = method.starts_with("rk");
            let bound = if explicit { 1e-11 } else { 1e-6 };
            assert!(apart < bound, "{kind} {method}: {apart:e}");
            if kind == 2 {
                // 0.3337 = t + t^2 / 2
                let passed = 1.0 - ((1.0_f64 + 2.0 * 0.3337).sqrt() - 1.0);
                let apart = (rows.last("passed") - passed).abs();
                assert!(apart < if explicit { 1e-11 } else { 1e-6 }, "{method}: {apart:e} s");
            }
        }
    }
}

/// Half a swing in the spring, and back as fast as it came.
#[test]
fn kinks_leave_runge_kutta_its_order() {
    let expected = |t: f64| match t - 0.3337 {
        before if before < 0.0 => before,
        within if within < 0.1 * std::f64::consts::PI => 0.1 * (10.0 * within).sin(),
        after => 0.1 * std::f64::consts::PI - after,
    };
    for kind in ["0", "1", "2"] {
        let error = |experiment: &str, step: &str| {
            let rows = run(MODELS, experiment, &[("kind", kind), ("length", step)]);
            let expected: Vec<f64> = rows.time.iter().map(|&time| expected(time)).collect();
            largest_difference(rows.column("x"), &expected)
        };
        for (experiment, order) in [("bumped_rk4", 4.0), ("bumped_energy", 2.0)] {
            let [coarse, fine] = ["20 ms", "10 ms"].map(|step| error(experiment, step));
            let found = (coarse / fine).log2();
            println!("{experiment} {kind}: {coarse:.1e} {fine:.1e}, order {found:.2}");
            assert!(found > order - 0.4, "{experiment} {kind}: {found}");
        }
    }
}

/// A relay that drives what it reads to its threshold would be switched without end there; it is looked at 4 to 64 times in a step, the
/// run goes on to its end, and says so. By `2 N / 64 * 10 ms` the speed may be off. A kink that lies where it jumps is passed as often.
#[test]
fn what_changes_without_pause_is_told_and_ends_no_run() {
    // 1 - 2 t + (1 - cos 20 t) / 40 = 0
    let (mut low, mut high) = (0.4_f64, 0.6_f64);
    for _ in 0..60 {
        let t = 0.5 * (low + high);
        let speed = 1.0 - 2.0 * t + (1.0 - (20.0 * t).cos()) / 40.0;
        *(if speed > 0.0 { &mut low } else { &mut high }) = t;
    }
    let rest = low - low * low + (low - (20.0 * low).sin() / 20.0) / 40.0;
    for experiment in ["slid_rk4", "slid_rk45", "slid_energy", "slid_alpha"] {
        for kind in ["0", "1"] {
            let rows = run(MODELS, experiment, &[("kind", kind)]);
            let apart = (rows.last("rail.displacement") - rest).abs();
            let speed = rows.last("rail.rate").abs();
            println!(
                "{experiment} {kind}: {apart:.1e} m, {speed:.1e} m/s, {:?}",
                rows.report.effort
            );
            assert!(
                apart < 1e-4 && speed < 6.3e-4,
                "{experiment} {kind}: {apart:e} m, {speed:e} m/s"
            );
            let notes = &rows.report.warnings;
            let about = |note: &&String| note.contains("`rub` changes without pause");
            assert_eq!(notes.iter().filter(about).count(), 1, "{notes:?}");
            assert!(rows.report.effort.steps < 100_000, "{:?}", rows.report.effort);
        }
    }
}

/// Where the two masses of the model `Rubbing` are at the end, and how fast: steps in which friction is found as what it is between its
/// bounds, for each mass with the other one fixed, until both agree (Moreau's scheme).
fn rubbed() -> [f64; 4] {
    let [mut x, mut y, mut v, mut w] = [0.0_f64; 4];
    let steps = 1_000_000;
    let step = 6.0 / f64::from(steps);
    for index in 0..steps {
        let pushed = v + 8.0 * (2.0 * step * (f64::from(index) + 0.5)).sin() * step;
        let [mut between, mut ground] = [0.0_f64; 2];
        for _ in 0..60 {
            let apart = pushed - (w - 0.5 * ground);
            let next = (apart / 1.5).clamp(-3.0 * step, 3.0 * step);
            let rest = (2.0 * w + next).clamp(-2.0 * step, 2.0 * step);
            let settled = next == between && rest == ground;
            (between, ground) = (next, rest);
            if settled {
                break;
            }
        }
        let [before, other] = [v, w];
        (v, w) = (pushed - between, w + 0.5 * (between - ground));
        x += 0.5 * step * (before + v);
        y += 0.5 * step * (other + w);
    }
    [x, y, v, w]
}

/// Relays that chatter from the first step on, which is one of a millionth second: they are looked at as often as the steps ask for that
/// the tolerance allows, and not as that one does. Each look is followed by one other, and not by as many as there are events.
#[test]
fn relays_that_chatter_from_the_start_are_looked_at_no_more_often() {
    let expected = rubbed();
    println!("{expected:?}");
    for method in ["rk45", "rk4", "energy", "adaptive"] {
        for longest in ["6 ms", "3 ms"] {
            let rows = run(MODELS, &format!("rubbed_{method}"), &[("longest", longest)]);
            // A jump is no stiffness that a step could be too long for.
            assert_eq!(rows.simulation().caution, None);
            let apart = ["x", "y", "v", "w"].iter().zip(expected);
            let apart = apart.map(|(name, value)| (rows.last(name) - value).abs());
            let apart = apart.fold(0.0_f64, f64::max);
            let effort = rows.report.effort;
            println!("{method} {longest}: {apart:.1e}, {effort:?}");
            assert!(apart < 2e-3, "{method} {longest}: {apart:e}");
            assert!(effort.steps < 20_000, "{method} {longest}: {effort:?}");
        }
    }
}

/// An equilibrium is looked for with the conditions themselves, and kept as soon as the run begins.
#[test]
fn an_equilibrium_knows_of_jumps() {
    for experiment in ["rest_rk4", "rest_energy"] {
        let rows = run(MODELS, experiment, &[]);
        let apart = rows.column("x").iter().fold(0.0_f64, |most, x| most.max((x - 0.05).abs()));
        assert!(apart < 1e-10, "{experiment}: {apart:e}");
    }
}

/// What reads a velocity is kept as it was found at the end of a step, and not as a row would show it, whose velocities fit the
/// constraints: these may be on the other side of the condition, and it would then stay what it is for good.
#[test]
fn conditions_on_velocities_do_not_freeze() {
    for limit in ["0.2 m/s", "0.3 m/s", "0.5 m/s", "0.8 m/s"] {
        let exact = run(MODELS, "timed_rk45", &[("limit", limit)]);
        for (method, steps) in [
            ("energy", &["50 ms", "20 ms", "10 ms", "7 ms", "5 ms", "2 ms", "1 ms"][..]),
            ("midpoint", &["20 ms", "10 ms", "7 ms"]),
            ("alpha", &["20 ms", "10 ms", "7 ms"]),
            ("adaptive", &["10 ms"]),
        ] {
            for step in steps {
                let settings = [("limit", limit), ("length", step)];
                let rows = run(MODELS, &format!("timed_{method}"), &settings);
                for name in ["fast", "turning", "near"] {
                    let apart = largest_difference(rows.column(name), exact.column(name));
                    assert!(apart < 0.01, "{limit} {method} {step} {name}: {apart:e} s");
                }
            }
        }
    }
}

/// The work is 1 J: 3 m/s become the root of 11 m^2/s^2. Each of the two comparisons is looked at by itself.
#[test]
fn what_holds_for_less_than_a_step_is_seen() {
    let after = 11.0_f64.sqrt();
    for kind in ["0", "1", "2", "3"] {
        for method in ["rk4", "rk45", "leapfrog", "energy", "adaptive", "midpoint", "alpha"] {
            let rows = run(MODELS, &format!("window_{method}"), &[("kind", kind)]);
            let apart = (rows.last("v") - after).abs();
            println!("{kind} {method}: {apart:.1e} m/s");
            assert!(apart < 1e-7, "{kind} {method}: {apart:e} m/s");
        }
    }
}

#[test]
fn a_condition_without_a_value_is_said() {
    for experiment in ["undefined_rk4", "undefined_energy"] {
        let fault = fault(MODELS, experiment, &[]);
        assert_eq!(fault.kind, FaultKind::NotFinite, "{fault}");
        assert!(fault.why.contains("square root of the negative number -1"), "{fault}");
    }
}

/// Changes that follow each other in a part of a step, without end, cost no more than a part of that.
#[test]
fn a_relay_that_comes_to_rest_costs_no_more_and_more() {
    for experiment in ["lagging_energy", "lagging_rk4"] {
        let rows = run(MODELS, experiment, &[]);
        let apart = (rows.last("rail.displacement") - 6.0).abs();
        let evaluations = rows.report.effort.evaluations;
        println!("{experiment}: {apart:.1e} m, {evaluations} evaluations");
        assert!(apart < 1e-5 && evaluations < 2_000_000, "{experiment}: {apart:e} {evaluations}");
    }
}

/// Jumps of forces beside attachments and locks that open, in both formulations.
#[test]
fn forces_jump_while_events_let_go() {
    let exact = run(MODELS, "released_rk45", &[]);
    for (experiment, bound) in
        [("released_rk4", 1e-6), ("released_energy", 1e-4), ("released_alpha", 1e-4)]
    {
        let rows = run(MODELS, experiment, &[]);
        for name in rows.names() {
            let apart = largest_difference(rows.column(name), exact.column(name));
            println!("{experiment} {name}: {apart:.1e}");
            assert!(apart < bound, "{experiment} {name}: {apart:e}");
        }
    }
}
