//! Joints that run onto stops, against closed forms.

use super::rows::{largest_difference, run};

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
