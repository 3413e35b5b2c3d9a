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
