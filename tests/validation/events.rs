//! Events against closed forms, in both formulations.

use cdl_session::{FaultKind, Happened, Outcome};

use super::rows::{Rows, attempt, largest_difference, run};

const MODELS: &str = "tests/models/events.cdl";
const METHODS: [&str; 7] = ["rk4", "rk45", "leapfrog", "energy", "adaptive", "midpoint", "alpha"];
const GRAVITY: f64 = 9.81;

/// When events happened whose text begins like this, s.
fn times(rows: &Rows, event: &str) -> Vec<f64> {
    let own = rows.events().iter().filter(|own| own.event.starts_with(event));
    own.map(|own| own.time).collect()
}

/// The height of a ball that falls from 1 m and keeps 0.8 of its speed each time, and when it has bounced until then.
fn bouncing(time: f64) -> (f64, Vec<f64>) {
    let (mut at, mut speed) = ((2.0 / GRAVITY).sqrt(), 0.8 * (2.0 * GRAVITY).sqrt());
    if time < at {
        return (1.0 - 0.5 * GRAVITY * time * time, Vec::new());
    }
    let mut bounces = vec![at];
    while time >= at + 2.0 * speed / GRAVITY {
        at += 2.0 * speed / GRAVITY;
        speed *= 0.8;
        bounces.push(at);
    }
    let since = time - at;
    (speed * since - 0.5 * GRAVITY * since * since, bounces)
}

/// Parabolas are exact in all integrators, so what is left are the instants: 1e-12 of a step.
#[test]
fn a_ball_bounces_when_it_does() {
    for method in METHODS {
        let rows = run(MODELS, &format!("bouncing_{method}"), &[]);
        let expected: Vec<f64> = rows.time.iter().map(|&time| bouncing(time).0).collect();
        let apart = largest_difference(rows.column("height"), &expected);
        let bounces = times(&rows, "when height < 0 m");
        let late = largest_difference(&bounces, &bouncing(3.0).1);
        println!("{method}: {apart:.1e} m, {late:.1e} s, {} steps", rows.report.effort.steps);
        let bound = if method == "rk45" || method == "adaptive" { 1e-9 } else { 1e-11 };
        assert!(apart < bound && late < bound, "{method}: {apart:e} m, {late:e} s");
        assert_eq!(rows.last("bounces"), bounces.len() as f64);
    }
}

/// Bounces follow each other without end after 4.06 s. Nothing is left out before that is said, whatever the step: also
/// where it is as long as several of them, and where the ball would fall through.
#[test]
fn bounces_without_end_are_said() {
    let end = (2.0 / GRAVITY).sqrt() * (1.0 + 2.0 * 0.8 / 0.2);
    for experiment in [
        "bouncing_on",
        "bouncing_coarse",
        "bouncing_on_energy",
        "bouncing_on_alpha",
        "bouncing_on_rk45",
    ] {
        let rows = attempt(MODELS, experiment, &[]);
        let Outcome::Fault(fault) = &rows.report.outcome else {
            panic!("{experiment}: {:?}", rows.report.outcome)
        };
        assert_eq!(fault.kind, FaultKind::EventsWithoutEnd);
        let bounces = times(&rows, "when height < 0 m");
        let expected = bouncing(fault.time + 1e-9).1;
        println!("{experiment}: {} bounces until {} s", bounces.len(), fault.time);
        assert!(fault.time < end && fault.time > end - 0.1, "{}", fault.time);
        assert!(largest_difference(&bounces, &expected[..bounces.len()]) < 1e-8);
    }
}

/// Constant forces between instants: exact in all integrators.
#[test]
fn forces_are_set_at_known_instants_and_at_places() {
    let (first, push): (f64, [f64; 3]) = (0.5037, [0.5, -1.5, 2.5]);
    let (x1, v1) = (0.5 * push[0] * first * first, push[0] * first);
    let back = first + (v1 + (v1 * v1 + 2.0 * 1.5 * (x1 + 1.0)).sqrt()) / 1.5;
    let v2 = v1 + push[1] * (back - first);
    let place = |time: f64| match time {
        t if t < first => 0.5 * push[0] * t * t,
        t if t < back => x1 + v1 * (t - first) + 0.5 * push[1] * (t - first) * (t - first),
        t => -1.0 + v2 * (t - back) + 0.5 * push[2] * (t - back) * (t - back),
    };
    for method in METHODS {
        let rows = run(MODELS, &format!("pushed_{method}"), &[]);
        let expected: Vec<f64> = rows.time.iter().map(|&time| place(time)).collect();
        let apart = largest_difference(rows.column("rail.displacement"), &expected);
        let late = (times(&rows, "when rail")[0] - back).abs();
        println!("{method}: {apart:.1e} m, {late:.1e} s");
        let bound = if method == "rk45" || method == "adaptive" { 1e-9 } else { 1e-12 };
        assert!(apart < bound && late < bound, "{method}: {apart:e} m, {late:e} s");
        let Happened { set, note, .. } = &rows.events()[1];
        assert_eq!(set, &[("push".to_owned(), 5.0)]);
        assert_eq!(note.as_deref(), Some("back"));
    }
}

/// Exponentials between 19 and 21: the instants follow from logarithms. In steps of 1 s the error of generalized-alpha is
/// 1e-8 of what decays in 2000 s.
#[test]
fn a_thermostat_has_its_limit_cycle() {
    let mut expected = vec![2000.0 * (25.0_f64 / 19.0).ln()];
    while expected.last().is_some_and(|&last| last < 20000.0) {
        let last = expected[expected.len() - 1];
        let off = last + 2000.0 * (21.0_f64 / 19.0).ln();
        expected.extend([off, off + 2000.0 * (21.0_f64 / 19.0).ln()]);
    }
    expected.retain(|&time| time < 20000.0);
    for (experiment, bound) in [("thermostat", 1e-8), ("thermostat_alpha", 1e-3)] {
        let rows = run(MODELS, experiment, &[]);
        let late = largest_difference(&times(&rows, "when warmth"), &expected);
        println!("{experiment}: {} switches, {late:.1e} s", expected.len());
        assert!(late < bound && expected.len() > 40, "{experiment}: {late:e} s");
    }
}

/// A mass under a force that is held for 10 ms is a discrete system; what the controller knows is that of the beginning of
/// each.
#[test]
fn a_sampled_controller_is_a_discrete_system() {
    let (step, mass) = (0.01, 2.0);
    let (mut x, mut v, mut memory) = (0.0, 0.0, 0.0);
    let mut expected = vec![0.0];
    for _ in 0..400 {
        let force = 60.0 * (0.3 - x) + 40.0 * memory - 30.0 * v;
        memory += step * (0.3 - x);
        x += v * step + 0.5 * force / mass * step * step;
        v += force / mass * step;
        expected.push(x);
    }
    for method in ["rk4", "rk45", "energy", "alpha"] {
        let rows = run(MODELS, &format!("sampled_{method}"), &[]);
        let apart = largest_difference(rows.column("rail.displacement"), &expected);
        println!("{method}: {apart:.1e} m");
        assert!(apart < 1e-10, "{method}: {apart:e}");
        assert_eq!(rows.report.events, 401);
    }
}

/// A pendulum released at 60 degrees passes its lowest point after a quarter of a period and then once in each, `4 K(1/2)
/// sqrt(l/g)` with the complete elliptic integral; every method finds that with its order.
#[test]
fn a_pendulum_passes_its_lowest_point_in_time() {
    // The bob is a point but for 1e-9 kg m^2.
    let period = 4.0 * 1.685_750_354_812_596 * (1.0_f64 + 1e-9).sqrt() / GRAVITY.sqrt();
    let late = |experiment: &str| {
        let rows = run(MODELS, experiment, &[]);
        let found = times(&rows, "when hinge");
        let expected: Vec<f64> = (0..found.len()).map(|k| period * (0.25 + k as f64)).collect();
        assert!(found.len() == 10 && rows.last("passes") == 10.0, "{experiment}: {found:?}");
        largest_difference(&found, &expected)
    };
    for (method, bound, order) in [("rk4", 1e-6, 4.0), ("energy", 2e-2, 2.0), ("alpha", 2e-2, 2.0)]
    {
        let (coarse, fine) =
            (late(&format!("passing_{method}")), late(&format!("passing_{method}_5")));
        let found = (coarse / fine).log2();
        println!("{method}: {coarse:.1e} s and {fine:.1e} s, order {found:.2}");
        assert!(coarse < bound && (found - order).abs() < 0.3, "{method}: {coarse:e}, {found}");
    }
}

/// More than a thousand times a spring is switched where it is stretched by 1 m: half a joule in or out each time, which is
/// work. The amplitude stays, and the ledger closes to rounding; rk4 loses `(ω h)^6 / 72` of the energy in each of 32 000 steps.
#[test]
fn what_events_change_is_in_the_ledger() {
    for (experiment, bound) in [("ratchet", 1e-12), ("ratchet_rk4", 5e-4)] {
        let rows = run(MODELS, experiment, &[]);
        let judgement = &rows.report.judgement;
        let ratio = judgement.imbalance / judgement.exchanged;
        println!(
            "{experiment}: {} events, {:.1e} of {:.1} J",
            rows.report.events, judgement.imbalance, judgement.exchanged
        );
        assert!(rows.report.events > 1000 && ratio < bound, "{experiment}: {ratio:e}");
    }
}

/// The rope of a pendulum that falls from the horizontal pulls with three times the weight's share: twice the weight where it stands at
/// `sin = 2/3` below. The mean tension of an implicit step belongs to no instant, so the condition reads
/// that of the instant, and the time has the order of the motion.
#[test]
fn a_condition_may_read_a_force() {
    let explicit = run(MODELS, "swung", &[]).last("seen");
    let height = run(MODELS, "swung", &[]);
    let found = height.events()[0].time;
    // Time from the horizontal to an angle `a` below it: the integral of da / sqrt(2 g sin a).
    let angle = (2.0_f64 / 3.0).asin();
    let count = 200_000;
    // With a = u^2 the integrand is smooth.
    let end = angle.sqrt();
    let integrand = |u: f64| 2.0 * u / (2.0 * GRAVITY * (u * u).sin()).sqrt();
    let width = end / f64::from(count);
    let expected: f64 = (0..count).map(|k| width * integrand((f64::from(k) + 0.5) * width)).sum();
    assert!((found - explicit).abs() < 1e-15);
    let late = (found - expected).abs();
    let implicit: Vec<f64> = ["swung_energy", "swung_energy_2"]
        .map(|name| (run(MODELS, name, &[]).last("seen") - expected).abs())
        .to_vec();
    println!("rk4 {late:.1e} s, energy_momentum {:.1e} and {:.1e} s", implicit[0], implicit[1]);
    assert!(late < 1e-6 && implicit[0] < 1e-3 && implicit[1] < 0.35 * implicit[0]);
}

#[test]
fn all_of_an_instant_see_what_was_before_it() {
    for experiment in ["instant_rk4", "instant_alpha"] {
        let rows = run(MODELS, experiment, &[]);
        let found = ["a", "b", "order"].map(|name| rows.column(name).to_vec());
        assert_eq!(found, [vec![1.0, 2.0, 2.0], vec![2.0, 1.0, 1.0], vec![0.0, 123.0, 123.0]]);
        assert!(rows.events().iter().all(|own| own.time == 1.0));
    }
}

/// A condition that holds for a fiftieth of a step, once in each of ten periods.
#[test]
fn what_is_true_for_less_than_a_step_is_seen_where_it_is_near() {
    for width in ["1 ms", "0.1 ms", "30 ms"] {
        let rows = run(MODELS, "brief", &[("width", width)]);
        assert_eq!(rows.last("seen"), 10.0, "{width}");
    }
}

#[test]
fn a_run_ends_where_its_condition_becomes_true() {
    for experiment in ["falling", "falling_energy"] {
        let rows = attempt(MODELS, experiment, &[]);
        let Outcome::Stopped(_) = &rows.report.outcome else {
            panic!("{experiment}: {:?}", rows.report.outcome)
        };
        let late = (rows.simulation().reached - (2.0 / GRAVITY).sqrt()).abs();
        println!("{experiment}: {late:.1e} s");
        // The last row is where it ends.
        let last = rows.time[rows.time.len() - 1];
        assert!(last == rows.simulation().reached && rows.last("stone.position.z") < -1.0);
        assert!(late < 1e-12 && rows.time.len() == 6, "{experiment}: {late:e} s");
    }
}

/// Each with the events by name, and with what was computed until then.
#[test]
fn what_cannot_go_on_is_said() {
    for (experiment, kind, time, rows_kept, words) in [
        ("clashing", FaultKind::EventsClash, 1.0, 11, "1 by `at 1 s`, and 2"),
        ("ring", FaultKind::EventsWithoutEnd, 1.0, 11, "103 rounds"),
        ("rooted", FaultKind::NotFinite, 0.0, 0, "square root of the negative number"),
        ("chattering", FaultKind::EventsWithoutEnd, 1.0, 10, "two thresholds"),
    ] {
        let rows = attempt(MODELS, experiment, &[]);
        let Outcome::Fault(fault) = &rows.report.outcome else {
            panic!("{experiment}: {:?}", rows.report.outcome)
        };
        println!("{fault}");
        assert_eq!(fault.kind, kind, "{experiment}");
        assert!((fault.time - time).abs() < 1e-2, "{experiment}: {}", fault.time);
        assert!(rows.time.len() >= rows_kept, "{experiment}: {}", rows.time.len());
        assert!(fault.to_string().contains(words), "{experiment}: {fault}");
    }
}

/// Instants that are one but for rounding are one, and those a little apart happen each in its step: nothing is late by a step.
#[test]
fn instants_close_to_each_other_are_not_late() {
    for method in ["rk4", "rk45", "energy"] {
        for apart in [0.0, 1e-15, 1e-12, 1e-10, 1e-8, 1e-5] {
            let apart_text = format!("{apart:e} s");
            let rows = run(MODELS, &format!("near_{method}"), &[("apart", &apart_text)]);
            let pushed = 2.0 - 0.3 - apart;
            let late = (rows.last("x") - 5.0 * pushed * pushed).abs();
            // Less than 1e-9 of a step may be left out.
            let counts = [rows.last("seen"), rows.last("ticks")];
            assert!(
                late < 2e-9 && counts == [1.0, 21.0],
                "{method} {apart:e}: {late:e}, {counts:?}"
            );
        }
    }
}

/// Rows within steps show variables as they are held, to the last digit, and what follows from them.
#[test]
fn rows_within_steps_hold_what_is_held() {
    for method in ["rk4", "rk45", "leapfrog", "energy"] {
        let rows = run(MODELS, &format!("held_{method}"), &[]);
        for (k, &time) in rows.time.iter().enumerate() {
            let n = (time + 1e-9).floor() + 1.0;
            let a = if n >= 3.0 { 5.0 } else { 0.0 };
            let found = [rows.column("n")[k], rows.column("a")[k]];
            assert!(found[0] == n && (found[1] - a).abs() < 1e-9, "{method} {time}: {found:?}");
        }
    }
}

#[test]
fn a_run_may_end_where_it_begins() {
    let rows = attempt(MODELS, "never", &[]);
    assert_eq!(rows.report.outcome, Outcome::Stopped("never began".to_owned()));
    assert_eq!(rows.time, [0.0]);
}

/// Jumps and kinks that follow an event after some time: steps end there as at those that are known before the run. What is
/// constant between them is exact in all integrators, what is linear there in rk4 and rk45; the others are of order 2.
#[test]
fn steps_end_where_signals_jump_after_an_event() {
    let begun = 0.1213;
    let fall = |t: f64, start: f64| 0.5 * (t - start).max(0.0) * (t - start).max(0.0);
    let ramp = |t: f64, start: f64| (t - start).max(0.0).powi(3) / 6.0;
    for method in METHODS {
        let rows = run(MODELS, &format!("delayed_{method}"), &[]);
        let jump: Vec<f64> = rows.time.iter().map(|&t| 2.0 * fall(t, begun + 0.3337)).collect();
        let slope = 3.0 / 0.2113;
        let both: Vec<f64> = rows
            .time
            .iter()
            .zip(&jump)
            .map(|(&t, jump)| jump + slope * (ramp(t, begun + 0.2) - ramp(t, begun + 0.4113)))
            .collect();
        let state = largest_difference(rows.column("way"), &jump);
        let body = largest_difference(rows.column("rail.displacement"), &both);
        println!("{method}: {state:.1e} m, {body:.1e} m");
        let bound = if method.starts_with("rk") { 1e-11 } else { 1e-4 };
        assert!(state < 1e-11 && body < bound, "{method}: {state:e}, {body:e}");
    }
}

/// The ways of an `if` against the closed form: a ball that keeps 0.8 of its speed rests at the first impact slower than 2 m/s,
/// which is its fifth.
#[test]
fn conditionals_in_events_decide_by_what_was_before() {
    for method in ["rk4", "energy"] {
        let rows = run(MODELS, &format!("resting_{method}"), &[]);
        let bounces = times(&rows, "when height < 0 m");
        let late = largest_difference(&bounces, &bouncing(3.0).1[..5]);
        println!("{method}: {late:.1e} s");
        assert!(late < 1e-11, "{method}: {late:e} s");
        let notes: Vec<_> = rows.events().iter().map(|own| own.note.as_deref()).collect();
        assert_eq!(notes, [None, None, Some("the third"), None, Some("at rest")]);
        let set: Vec<usize> = rows.events().iter().map(|own| own.set.len()).collect();
        assert_eq!(set, [2, 2, 2, 2, 3]);
        let end = ["height", "bounces", "rests"].map(|name| rows.last(name));
        assert_eq!(end, [0.0, 4.0, 1.0]);
    }
}

/// What is let go falls freely from where it hung; the one that is kept hangs on.
#[test]
fn loops_in_events_are_written_out() {
    for method in ["rk4", "energy"] {
        let rows = run(MODELS, &format!("dropped_{method}"), &[]);
        for i in 0..4 {
            let fallen = rows.column(&format!("z[{i}]"))[5] - rows.last(&format!("z[{i}]"));
            let expected = if i == 2 { 0.0 } else { 0.5 * GRAVITY * 0.25 };
            println!("{method} {i}: {fallen} m");
            assert!((fallen - expected).abs() < 1e-6, "{method} {i}: {fallen} m");
        }
        assert_eq!(rows.events().len(), 1);
        assert_eq!(rows.events()[0].set.len(), 4);
    }
}

#[test]
fn conditionals_that_disagree_or_have_no_value_are_said() {
    let rows = run(MODELS, "agreeing", &[]);
    assert_eq!(rows.column("a"), [0.0, 1.0, 1.0, 1.0]);
    let said = format!("{:?}", attempt(MODELS, "disagreeing", &[]).report.outcome);
    assert!(said.contains("it becomes 1 and 2 by this, at one instant"), "{said}");
    let rows = run(MODELS, "inside", &[]);
    assert_eq!(rows.column("seen"), [0.0, 0.0, 2.0, 3.0]);
    let said = format!("{:?}", attempt(MODELS, "inside_always", &[]).report.outcome);
    assert!(said.contains("condition of an `if`"), "{said}");
}

/// A sling is let go of when its shot flies by 38 degrees: velocities that steps carry on, which do not fit the links of the sling quite, and
/// those it flies on with do not meet that twice. Its range is that of the other formulation.
#[test]
fn what_is_let_go_by_its_course_is_let_go_once() {
    let thrown = |experiment: &str| {
        let rows = attempt("examples/trebuchet.cdl", experiment, &[]);
        let landed = Outcome::Stopped("the stone has landed".to_owned());
        assert_eq!(rows.report.outcome, landed, "{experiment}");
        let times = times(&rows, "when ahead");
        assert_eq!(times.len(), 1, "{experiment}: {times:?}");
        [times[0], rows.last("stone.position.x")]
    };
    let [steps, explicit] = ["swing", "shot"].map(thrown);
    let off = [0, 1].map(|k| (steps[k] - explicit[k]).abs());
    println!("{:.1e} s, {:.1e} m of {:.1} m", off[0], off[1], explicit[1]);
    assert!(off[0] < 1e-4 && off[1] < 0.05, "{off:?}");
}
