//! Joints that run onto stops, against closed forms.

use super::rows::{Rows, largest_difference, run};

const MODELS: &str = "tests/models/limits.cdl";

const MASS: f64 = 2.0;
const STIFFNESS: f64 = 5000.0;
const DAMPING: f64 = 20.0;
const LIMIT: f64 = 0.2;
const GRAVITY: f64 = 9.81;

/// A stretch of the motion: where and how fast at its beginning, in flight or on the stop.
#[derive(Clone, Copy)]
struct Stretch {
    begin: f64,
    place: f64,
    speed: f64,
    touches: bool,
}

impl Stretch {
    /// Place and speed, by the closed form of a fall or of a damped oscillation about where the stop carries the weight.
    fn at(&self, time: f64) -> (f64, f64) {
        let t = time - self.begin;
        if !self.touches {
            let place = self.place + self.speed * t - 0.5 * GRAVITY * t * t;
            return (place, self.speed - GRAVITY * t);
        }
        let rest = LIMIT - MASS * GRAVITY / STIFFNESS;
        let decay = 0.5 * DAMPING / MASS;
        let turns = (STIFFNESS / MASS - decay * decay).sqrt();
        let (a, b) = (self.place - rest, (self.speed + decay * (self.place - rest)) / turns);
        let (sin, cos) = (turns * t).sin_cos();
        let swing = (-decay * t).exp();
        let place = rest + swing * (a * cos + b * sin);
        let speed = swing * ((b * turns - decay * a) * cos - (a * turns + decay * b) * sin);
        (place, speed)
    }

    /// Negative as long as it goes on.
    fn over(&self, time: f64) -> f64 {
        let (place, speed) = self.at(time);
        match self.touches {
            // The stop would pull.
            true => STIFFNESS * (place - LIMIT) + DAMPING * speed,
            false => LIMIT - place,
        }
    }

    /// When it ends, if before so much time has passed.
    fn end(&self, until: f64) -> Option<f64> {
        let step = 1e-4;
        let mut at = self.begin + step;
        // A damper lets go of the mass before it is out of the stop, which it then meets once it has been outside.
        while at < until && !self.touches && self.over(at) > 0.0 {
            at += step;
        }
        while at < until {
            if self.over(at) > 0.0 {
                let (mut low, mut high) = (at - step, at);
                for _ in 0..100 {
                    let middle = 0.5 * (low + high);
                    if self.over(middle) > 0.0 { high = middle } else { low = middle }
                }
                return Some(high);
            }
            at += step;
        }
        None
    }
}

fn stretches(until: f64) -> Vec<Stretch> {
    let mut all = vec![Stretch { begin: 0.0, place: 0.7, speed: 0.0, touches: false }];
    loop {
        let last = all[all.len() - 1];
        let Some(end) = last.end(until) else { return all };
        let (place, speed) = last.at(end);
        all.push(Stretch { begin: end, place, speed, touches: !last.touches });
    }
}

/// The mass meets and leaves its stop eleven times in 2 s. Where it meets it the damper's force jumps; every method
/// keeps its order across that, and finds the instants with it.
#[test]
fn a_mass_bounces_on_its_stop() {
    let stretches = stretches(2.0);
    let place = |time: f64| {
        let now = stretches.iter().rfind(|own| own.begin <= time).expect("the first");
        now.at(time).0
    };
    let met = |experiment: &str, length: &str| {
        let rows = run(MODELS, experiment, &[("length", length)]);
        let expected: Vec<f64> = rows.time.iter().map(|&time| place(time)).collect();
        let times: Vec<f64> = rows.events().iter().map(|own| own.time).collect();
        let instants: Vec<f64> = stretches[1..].iter().map(|own| own.begin).collect();
        (largest_difference(rows.column("x"), &expected), largest_difference(&times, &instants))
    };
    assert_eq!(stretches.len(), 12);
    for (method, bound, wanted) in [
        ("rk4", 2e-5, 4.0),
        ("leapfrog", 3e-3, 2.0),
        ("energy", 1e-2, 2.0),
        ("midpoint", 1e-2, 2.0),
        ("alpha", 1e-2, 2.0),
    ] {
        let experiment = format!("dropped_{method}");
        let (coarse, fine) = (met(&experiment, "2 ms"), met(&experiment, "1 ms"));
        let order = (coarse.0 / fine.0).log2();
        println!(
            "{method}: {:.1e} and {:.1e} m, {:.1e} s, order {order:.2}",
            coarse.0, fine.0, fine.1
        );
        assert!(coarse.0 < bound && fine.1 < bound, "{method}: {coarse:?}, {fine:?}");
        assert!((order - wanted).abs() < 0.3, "{method}: {order}");
    }
    for (method, bound) in [("rk45", 1e-8), ("adaptive", 1e-4)] {
        let (apart, late) = met(&format!("dropped_{method}"), "5 ms");
        println!("{method}: {apart:.1e} m, {late:.1e} s");
        assert!(apart < bound && late < 10.0 * bound, "{method}: {apart:e}, {late:e}");
    }
}

/// It comes to rest where the stop carries its weight, and there is its equilibrium, from which a run does not move.
#[test]
fn a_stop_carries_what_rests_on_it() {
    let rest = LIMIT - MASS * GRAVITY / STIFFNESS;
    for (experiment, bound) in
        [("dropped_long", 1e-12), ("dropped_rest", 1e-9), ("dropped_from_rest", 1e-9)]
    {
        let rows = run(MODELS, experiment, &[]);
        let apart = (rows.last("x") - rest).abs();
        let force = (rows.last("force") - MASS * GRAVITY).abs();
        println!("{experiment}: {apart:.1e} m, {force:.1e} N");
        assert!(apart < bound && force < 1e-6, "{experiment}: {apart:e} m, {force:e} N");
    }
}

/// Stops without dampers keep the energy, and both formulations agree with the order of the coarser one.
#[test]
fn an_arm_swings_between_its_stops() {
    let exact = run(MODELS, "swinging_rk4", &[("length", "0.25 ms")]);
    let angle = |length: &str| {
        let rows = run(MODELS, "swinging_energy", &[("length", length)]);
        assert!(rows.report.judgement.imbalance < 1e-11, "{}", rows.report.judgement.imbalance);
        largest_difference(rows.column("hinge.angle"), exact.column("hinge.angle"))
    };
    let (coarse, fine) = (angle("1 ms"), angle("0.5 ms"));
    let order = (coarse / fine).log2();
    println!("{coarse:.1e} and {fine:.1e} rad, order {order:.2}");
    assert!(coarse < 1e-2 && (order - 2.0).abs() < 0.4, "{coarse:e}, {order}");
}

/// Whatever the damper, the mass comes to rest on the stop; also where that lets go of it inside, where the step is
/// longer than the damper takes, and from beyond the stop.
#[test]
fn nothing_falls_through_a_stop() {
    for method in ["rk4", "energy", "midpoint", "alpha"] {
        for damping in [
            "0.1 N.s/m",
            "60 N.s/m",
            "180 N.s/m",
            "220 N.s/m",
            "300 N.s/m",
            "1000 N.s/m",
            "4 kN.s/m",
        ] {
            for (place, rate) in [("0.3 m", "0 m/s"), ("-0.05 m", "0 m/s"), ("-0.05 m", "3 m/s")] {
                let rows = run(
                    MODELS,
                    &format!("damped_{method}"),
                    &[("damping", damping), ("place", place), ("rate", rate)],
                );
                // Not yet at rest without a damper.
                let low = rows.column("x").iter().fold(f64::INFINITY, |low, x| low.min(*x));
                let force = rows.column("force").iter().fold(f64::INFINITY, |low, x| low.min(*x));
                assert!(
                    low > -0.1 && force > -1e-9,
                    "{method} {damping} {place} {rate}: {low}, {force}"
                );
                let rest = -MASS * GRAVITY / 1e4;
                let is_at_rest = (rows.last("x") - rest).abs() < 1e-3;
                assert!(
                    is_at_rest || damping.starts_with("0.1"),
                    "{method} {damping}: {}",
                    rows.last("x")
                );
            }
        }
    }
    for experiment in ["pressed", "pressed_energy"] {
        let rest = 0.5 + 100.0 / 1e4;
        assert!((run(MODELS, experiment, &[]).last("x") - rest).abs() < 1e-6, "{experiment}");
    }
}

/// Beyond the stop and on the way out faster than it follows: it does nothing, and the mass flies.
#[test]
fn a_stop_does_not_pull() {
    for method in ["rk4", "energy", "alpha"] {
        let given = [("place", "-0.01 m"), ("rate", "5 m/s"), ("damping", "300 N.s/m")];
        let rows = run(MODELS, &format!("damped_{method}"), &given);
        let time = rows.time[5];
        let expected = -0.01 + 5.0 * time - 0.5 * GRAVITY * time * time;
        assert!((rows.column("x")[5] - expected).abs() < 1e-9, "{method}: {}", rows.column("x")[5]);
    }
}

const METHODS: [&str; 7] = ["rk4", "rk45", "leapfrog", "energy", "midpoint", "alpha", "adaptive"];

/// Impacts with a restitution, at all their times, until one leaves less than the speed at which it rests; then it does not
/// move, the stop carries its weight, and it leaves when it is pulled.
#[test]
fn a_ball_bounces_on_a_hard_stop() {
    let fall = (2.0 / GRAVITY).sqrt();
    let first = (2.0 * GRAVITY).sqrt();
    for method in METHODS {
        let rows = run(MODELS, &format!("bouncing_{method}"), &[]);
        let meets = |own: &&cdl_session::Happened| own.event.contains("meets");
        let times: Vec<f64> = rows.events().iter().filter(meets).map(|own| own.time).collect();
        let (mut expected, mut speed, mut time) = (Vec::new(), first, fall);
        while speed >= 1e-2 {
            expected.push(time);
            speed *= 0.8;
            time += 2.0 * speed / GRAVITY;
        }
        assert_eq!(times.len(), expected.len(), "{method}");
        let late = largest_difference(&times, &expected);
        let set = rows.events().iter().flat_map(|own| &own.set);
        let lost: f64 = set.filter(|(name, _)| name == "energy lost").map(|(_, value)| value).sum();
        let off = (lost / (2.0 * GRAVITY) - 1.0).abs();
        let held = rows.time.iter().zip(rows.column("x")).filter(|(t, _)| (4.5..6.0).contains(*t));
        let moved = held.map(|(_, x)| (x - 0.2).abs()).fold(0.0, f64::max);
        let at = rows.time.iter().position(|&t| t > 5.0).expect("a row");
        let weight = (rows.column("force")[at] - 2.0 * GRAVITY).abs();
        let flown = (rows.last("x") - 0.2 - GRAVITY).abs();
        println!(
            "{method}: {} impacts, {late:.1e} s, {off:.1e}, rests {moved:.1e} m, {weight:.1e} N, then {flown:.1e} m",
            times.len()
        );
        // Instants that follow a step's end are up to 1e-5 of a step late in implicit methods.
        assert!(late < 1e-5 && off < 1e-4, "{method}: {late:e} {off:e}");
        assert!(
            moved < 1e-8 && weight < 1e-8 && flown < 1e-6,
            "{method}: {moved:e} {weight:e} {flown:e}"
        );
    }
}

/// Each impact turns the relative rate round and halves it; momentum stays, and so does what goes with it.
#[test]
fn a_slack_coupling_is_hit_at_both_ends() {
    for heavy in [3.0, 3e-6, 3e6] {
        for method in METHODS {
            let given = format!("{heavy} kg");
            let rows = run(MODELS, &format!("coupling_{method}"), &[("heavy", &given)]);
            let momentum = rows.column("momentum");
            let change = momentum.iter().map(|own| (own - momentum[0]).abs()).fold(0.0, f64::max);
            // From 0 to 0.3 m at 2 m/s, back over 0.4 m at 1 m/s, and on with half of it.
            let (mut rate, mut left) = (2.0, 2.0 - 0.15);
            let mut place = 0.3;
            loop {
                rate *= -0.5;
                let way = 0.4 / f64::abs(rate);
                if way > left {
                    place += rate * left;
                    break;
                }
                left -= way;
                place = if rate < 0.0 { -0.1 } else { 0.3 };
            }
            let off = (rows.last("slack.displacement") - place).abs();
            let slow = (rows.last("slack.rate") - rate).abs();
            println!("{heavy} {method}: {:.1e}, {off:.1e} m, {slow:.1e} m/s", change / momentum[0]);
            assert!(
                change / momentum[0] < 1e-11 && off < 1e-6 && slow < 1e-9,
                "{heavy} {method}: {change:e} {off:e} {slow:e}"
            );
        }
    }
}

/// By symmetry the carriage stays, and both sliders come back with half of their speed.
#[test]
fn stops_that_are_hit_at_one_instant_are_hit_together() {
    for e in [0.0, 0.5, 1.0] {
        for experiment in ["sliders_rk4", "sliders_energy"] {
            let rows = run(MODELS, experiment, &[("e", &e.to_string())]);
            let end = ["v", "vl", "vr"].map(|name| rows.last(name));
            let apart = largest_difference(&end, &[0.0, e, -e]);
            println!("{experiment} {e}: {apart:.1e} m/s");
            assert!(apart < 1e-12, "{experiment} {e}: {end:?}");
            let lost: f64 = impacts(&rows);
            assert!((lost - (1.0 - e * e)).abs() < 1e-12, "{experiment} {e}: {lost} J");
        }
    }
}

/// What impacts took, J.
fn impacts(rows: &Rows) -> f64 {
    let told = rows.events().iter().flat_map(|own| &own.set);
    told.filter(|(name, _)| name == "energy lost").map(|(_, value)| value).sum()
}

/// Blocks that touch, and that nearly do, whatever their masses: none goes through another, and at last all of them rest with their
/// weight on the floor.
#[test]
fn nothing_goes_through_what_it_stands_on() {
    for experiment in ["stack_rk4", "stack_rk45", "stack_energy", "stack_alpha"] {
        for (e, gap, mass) in [
            (0.6, 0.0, 1.0),
            (0.1, 0.0, 1.0),
            (0.0, 0.0, 1.0),
            (0.4, 1e-12, 10.0),
            (0.3, 1e-6, 1e-3),
            (0.1, 1e-3, 1.0),
            (0.3, 0.05, 1e3),
        ] {
            let [e_text, gap_text, mass_text] =
                [format!("{e}"), format!("{gap} m"), format!("{mass} kg")];
            let given = [("e", &*e_text), ("gap", &*gap_text), ("mass", &*mass_text)];
            let rows = run(MODELS, experiment, &given);
            let ways = ["z", "way[1]", "way[2]", "way[3]", "way[4]"];
            let deepest =
                ways.iter().flat_map(|name| rows.column(name)).copied().fold(0.0, f64::min);
            let weight = 15.0 * mass * GRAVITY;
            let carried = rows.last("f") / weight;
            println!("{experiment} {e} {gap} {mass}: {deepest:.1e} m, {carried}");
            assert!(deepest > -1e-7, "{experiment} {e} {gap} {mass}: {deepest} m");
            assert!((carried - 1.0).abs() < 1e-9, "{experiment} {e} {gap} {mass}: {carried}");
        }
    }
}

/// What rests at zero can be locked there and released.
#[test]
fn what_rests_on_a_stop_can_be_locked() {
    for experiment in ["laid_rk4", "laid_leapfrog", "laid_energy", "laid_alpha"] {
        let rows = run(MODELS, experiment, &[]);
        let (z, f) = (rows.last("z"), rows.last("f"));
        assert!(z.abs() < 1e-15 && (f - GRAVITY).abs() < 1e-9, "{experiment}: {z} m, {f} N");
    }
}

/// The carriage alone is hit, at 0.5 s: `2 -> -0.5 m/s`. Then friction of 2 N takes its course on both.
#[test]
fn friction_holds_against_no_impulse() {
    for experiment in ["carried_rk4", "carried_energy"] {
        let rows = run(MODELS, experiment, &[]);
        let speed = |time: f64| match time - 0.5 {
            after if after < 0.0 => [2.0, 0.0],
            after => [-0.5 + 0.5 * after, 2.5 - 2.5 * after],
        };
        for (row, &time) in
            rows.time.iter().enumerate().filter(|(_, time)| (*time - 0.5).abs() > 0.05)
        {
            let [v, slip] = speed(time);
            let found = [rows.column("v")[row], rows.column("slip")[row]];
            let apart = largest_difference(&found, &[v, slip]);
            assert!(apart < 1e-7, "{experiment} at {time} s: {found:?}, not {v} and {slip} m/s");
        }
    }
}

/// Momentum of both, as the ground does not hold what leaves it.
#[test]
fn what_is_attached_lifts_what_rests() {
    for experiment in ["caught_rk4", "caught_energy"] {
        let rows = run(MODELS, experiment, &[]);
        let after = 0.5 - 1.0 / 3.0;
        let apart = rows.last("v") - (1.0 - after / 3.0);
        assert!(apart.abs() < 1e-9, "{experiment}: {} m/s", rows.last("v"));
        let never = run(MODELS, experiment, &[("up", "0 m/s")]);
        assert!(never.last("z").abs() < 1e-15);
    }
}

/// Six kilograms are slowed down by 1 N, hit the stop at `2 t - t^2 / 12 = 1`, and come back with half of their speed: neither what rubs nor a motor,
/// whose rate passes its command there, has an impulse.
#[test]
fn a_stop_turns_what_has_a_limited_effort() {
    let at = 12.0 - (144.0_f64 - 12.0).sqrt();
    let hit = 2.0 - at / 6.0;
    for (motor, towards) in [("false", 0.0), ("true", 0.2)] {
        for experiment in ["turned_rk4", "turned_energy"] {
            let rows = run(MODELS, experiment, &[("motor", motor)]);
            for (&time, &found) in rows.time.iter().zip(rows.column("v")) {
                let after = time - at;
                let expected = if after < 0.0 { 2.0 - time / 6.0 } else { after / 6.0 - 0.5 * hit };
                let apart = (found - expected).abs();
                assert!(apart < 1e-7, "{experiment} {towards} at {time} s: {found} m/s");
            }
            let lost = rows.last("energy.impacts") - 0.75 * 3.0 * hit * hit;
            assert!(lost.abs() < 1e-7, "{experiment}: {lost} J");
        }
    }
}

/// Momentum of shaft and drum, as the motor has no impulse; then 8 N m on both until the command is met, at 4.75 s.
#[test]
fn a_clutch_closes_on_a_motor() {
    for (experiment, bound) in
        [("clutched_rk4", 1e-9), ("clutched_energy", 2e-3), ("clutched_alpha", 2e-3)]
    {
        let rows = run(MODELS, experiment, &[]);
        let expected: Vec<f64> = rows
            .time
            .iter()
            .map(|&time| if time < 1.0 { 10.0 } else { (2.5 + 2.0 * (time - 1.0)).min(10.0) })
            .collect();
        let apart = largest_difference(rows.column("s"), &expected);
        println!("{experiment}: {apart:.1e} rad/s");
        assert!(apart < bound, "{experiment}: {apart:e} rad/s");
        assert!((rows.last("energy.impacts") - 37.5).abs() < 1e-6);
        assert!(rows.last("d") == rows.last("s") || (rows.last("d") - 10.0).abs() < bound);
    }
}

/// What rests leaves its stop when nothing else happens any more at an instant: the motor, which an impact has torn loose, presses
/// it on again. `j.rate = -t 100 N m / 3 kg m^2`.
#[test]
fn a_motor_presses_onto_a_stop() {
    for method in ["rk4", "rk45", "energy", "alpha"] {
        let rows = run(MODELS, &format!("squeezed_{method}"), &[]);
        let expected: Vec<f64> = rows.time.iter().map(|time| -time * 100.0 / 3.0).collect();
        let apart = largest_difference(rows.column("j.rate"), &expected);
        let moved = rows.column("x").iter().fold(0.0_f64, |most, x| most.max(x.abs()));
        println!("{method}: {apart:.1e} rad/s, {moved:.1e} m, {} events", rows.report.events);
        assert!(apart < 1e-5 && moved < 1e-9, "{method}: {apart:e} rad/s, {moved:e} m");
        assert!(rows.report.events < 10, "{method}: {} events", rows.report.events);
    }
}

/// It rests, 0.4 m higher. (What is shown met the stop while what steps carry on went away from it, and no round of events came to an end, E0514.)
#[test]
fn a_hoist_rests_on_its_stop() {
    for experiment in ["hoisted_onto_stop", "hoisted_by_midpoint"] {
        let rows = run(MODELS, experiment, &[]);
        for (name, expected) in [("height", 0.4), ("rate", 0.0), ("length", 3.6), ("hauled", 0.0)] {
            let last = rows.last(name);
            assert!((last - expected).abs() < 1e-3, "{experiment} {name}: {last}");
        }
    }
}

/// From the first row on, not from an impact a moment later; and what is lifted leaves at once: by 20.38 N in place of 19.62 N, with 10.38 N / 2 kg.
#[test]
fn what_lies_on_a_stop_at_the_beginning_is_carried() {
    for method in ["rk4", "rk45", "leapfrog", "energy", "midpoint", "alpha"] {
        let experiment = format!("stacked_{method}");
        for lift in [0.0, 10.0, 30.0_f64] {
            let rows = run(MODELS, &experiment, &[("lift", &format!("{lift} N"))]);
            let between = (2.0 * GRAVITY - lift).max(0.0);
            let parting = (0.5 * lift - GRAVITY).max(0.0);
            for (name, expected, bound) in [
                ("upon", between, 1e-9),
                ("ground", 3.0 * GRAVITY + between, 1e-9),
                ("parting", parting, 1e-9),
                ("v", 0.0, 1e-12),
            ] {
                let expected = vec![expected; rows.time.len()];
                let apart = largest_difference(rows.column(name), &expected);
                assert!(apart < bound, "{method} at {lift} N, {name}: {apart:e}");
            }
            let apart = rows.last("z") - 0.5 * parting * 0.01;
            assert!(apart.abs() < 1e-9, "{method} at {lift} N: {apart:e} m");
            let happened = usize::from(parting > 0.0);
            assert_eq!(rows.events().len(), happened, "{method} at {lift} N: {:?}", rows.events());
        }
    }
}

/// Whether a flap lies on its stop is asked in radians, however large it is: `m g L` from the stop, or none, and a fall with `m g L / (J + m L^2)`.
/// (A thousandth of a radian above the stop counted as lying on it at a million metres.)
#[test]
fn a_flap_lies_on_its_stop_whatever_its_size() {
    for experiment in ["flap_rk4", "flap_energy"] {
        for size in [1e-6, 1.0, 1e6] {
            for above in [0.0, 1e-4] {
                let set = [("size", format!("{size:e} m")), ("above", format!("{above:e} rad"))];
                let set = set.each_ref().map(|(name, value)| (*name, value.as_str()));
                let rows = run(MODELS, experiment, &set);
                let falls = GRAVITY * f64::cos(above) / (1.01 * size);
                let [held, falls] = if above == 0.0 { [GRAVITY * size, 0.0] } else { [0.0, falls] };
                let (torque, moves) = (rows.column("held")[0].abs(), -rows.column("falls")[0]);
                println!("{experiment} {size:e} {above:e}: {torque:e} {moves:e}");
                assert!((torque - held).abs() < 1e-9 * GRAVITY * size, "{torque:e} {held:e}");
                assert!((moves - falls).abs() < 1e-9 * GRAVITY / size, "{moves:e} {falls:e}");
            }
        }
    }
}

/// At 0.45 s, where `20 m/s^3 t = 9 m/s^2`, and once: from there on they are `20 m/s^3 (t - 0.45 s)^3 / 6` apart. The platform has its rate in every row. (Midpoint schemes
/// carried on a rate towards the stop that it had left; it was struck, and the motor slipped with its 1000 N and 324 m/s^2.)
#[test]
fn what_floats_off_a_lowered_platform_leaves_it_once() {
    for method in ["rk4", "rk45", "energy", "midpoint", "alpha"] {
        for (length, step) in [("50 ms", 0.05_f64), ("10 ms", 0.01), ("7 ms", 0.007)] {
            let rows = run(MODELS, &format!("lowered_{method}"), &[("length", length)]);
            let events = rows.events();
            assert_eq!(events.len(), 1, "{method} {length}: {events:?}");
            let late = (events[0].time - 0.45).abs();
            let rates: Vec<f64> = rows.time.iter().map(|time| -10.0 * time * time).collect();
            let rate = largest_difference(rows.column("rate"), &rates);
            let apart = |time: f64| 20.0 * (time - 0.45).max(0.0).powi(3) / 6.0;
            let apart: Vec<f64> = rows.time.iter().map(|&time| apart(time)).collect();
            let apart = largest_difference(rows.column("apart"), &apart);
            println!("{method} {length}: {late:.1e} s, {rate:.1e} m/s, {apart:.1e} m");
            let bound = if method.starts_with("rk") { 1e-6 } else { step * step };
            assert!(late < 1e-5, "{method} {length}: {late:e}");
            assert!(rate < 1e-12 && apart < bound, "{method} {length}: {rate:e} {apart:e}");
            for (name, expected) in [("most", 27.0), ("least", -3.0), ("acceleration", 0.0)] {
                let off = (rows.found(name) - expected).abs();
                assert!(off < 1e-4, "{method} {length} {name}: {off:e}");
            }
        }
    }
}
