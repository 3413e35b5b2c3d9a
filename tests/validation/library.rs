//! The standard library's controllers, filters and signals against closed forms.

use std::f64::consts::PI;

use super::reference::integrate;
use super::rows::{Rows, largest_difference, run};

const MODELS: &str = "tests/models/library.cdl";

fn apart(rows: &Rows, column: &str, expected: impl Fn(f64) -> f64) -> f64 {
    let theirs: Vec<f64> = rows.time.iter().map(|&time| expected(time)).collect();
    let apart = largest_difference(rows.column(column), &theirs);
    println!("{column}: {apart:.1e}");
    apart
}

/// Answers to steps and to a parabola; rk45 at 1e-12.
#[test]
fn filters_answer_as_they_should() {
    let rows = run(MODELS, "filters", &[]);
    let (w, z) = (10.0, 0.6_f64);
    let wd = w * (1.0 - z * z).sqrt();
    let second = |t: f64| 1.0 - (-z * w * t).exp() * ((wd * t).cos() + z * w / wd * (wd * t).sin());
    // Until the rest is what the time constant makes of the greatest rate.
    let slows = (1.0 - 0.5 * 0.01) / 0.5;
    let limited = |t: f64| match t < slows {
        true => 0.5 * t,
        false => 1.0 - 0.005 * (-(t - slows) / 0.01).exp(),
    };
    for apart in [
        apart(&rows, "lag", |t| 3.0 * (1.0 - (-10.0 * t).exp())),
        apart(&rows, "lag2.x", second),
        apart(&rows, "lag2.z", |t| -2.0 * second(t)),
        apart(&rows, "washout", |t| 2.0 * (-2.0 * t).exp()),
        apart(&rows, "derivative", |t| 2.0 * t - 0.2 + 0.2 * (-10.0 * t).exp()),
        apart(&rows, "integral", |t| 1.0 + 0.5 * t * t),
        apart(&rows, "limiter", limited),
        apart(&rows, "dead", |t| (t - 1.0) - (t - 1.0).clamp(-0.25, 0.25)),
    ] {
        assert!(apart < 1e-8, "{apart:e}");
    }
}

/// The equations of the controller and of the drum, integrated here with steps of 10 us. At the limit the integral
/// part is followed back: without that it would wind up to ten times as much.
#[test]
fn a_limited_controller_does_not_wind_up() {
    let torque = |[angle, rate, integral]: [f64; 3]| 40.0 * (1.0 - angle) + integral - 15.0 * rate;
    let rates = |state: [f64; 3]| {
        let free = torque(state);
        let given = free.clamp(-5.0, 5.0);
        [state[1], given / 2.0, 30.0 * (1.0 - state[0]) + (given - free) / 0.5]
    };
    for (experiment, bound) in [("turned", 1e-7), ("turned_energy", 2e-5)] {
        let rows = run(MODELS, experiment, &[]);
        let states = integrate([0.0; 3], &rows.time, 10_000, rates);
        let of = |k: usize| states.iter().map(|state| state[k]).collect::<Vec<f64>>();
        let angle = largest_difference(rows.column("angle"), &of(0));
        let integral = largest_difference(rows.column("integral"), &of(2));
        println!("{experiment}: {angle:.1e} rad, {integral:.1e} N m");
        assert!(angle < bound && integral < 100.0 * bound, "{angle:e} {integral:e}");
        assert!(rows.column("torque").iter().all(|torque| torque.abs() <= 5.0));
    }
}

#[test]
fn waves_have_their_shapes() {
    let rows = run(MODELS, "waves", &[]);
    // Rows that rounding puts to either side of a jump are left out.
    let of = |period: f64, at: f64| move |t: f64| (t / period - at).rem_euclid(1.0).min(0.5) > 1e-9;
    let check = |column: &str, expected: &dyn Fn(f64) -> f64, clear: &dyn Fn(f64) -> bool| {
        for (&time, &value) in rows.time.iter().zip(rows.column(column)) {
            let apart = (value - expected(time)).abs();
            assert!(apart < 1e-9 || !clear(time), "{column} at {time}: {value}");
        }
    };
    let within = |t: f64, period: f64| t.rem_euclid(period) / period;
    check("pulse", &|t| f64::from(within(t, 1.0) < 0.25), &|t| {
        of(1.0, 0.0)(t) && of(1.0, 0.25)(t) && of(1.0, 0.0)(t + 1e-9)
    });
    check("square", &|t| if within(t, 0.8) < 0.5 { 1.0 } else { -1.0 }, &|t| {
        of(0.4, 0.0)(t) && of(0.4, 0.0)(t + 1e-9)
    });
    check("sawtooth", &|t| within(t, 0.7), &|t| of(0.7, 0.0)(t) && of(0.7, 0.0)(t + 1e-9));
    check("triangle", &|t| 1.0 - (2.0 * within(t, 0.6) - 1.0).abs(), &|_| true);
    // The phase is the integral of the frequency, 1 Hz + t 1 Hz/s up to 2 s and 3 Hz from there.
    let turns = |t: f64| match t < 2.0 {
        true => t + 0.5 * t * t,
        false => 4.0 + 3.0 * (t - 2.0),
    };
    check("chirp", &|t| (2.0 * PI * turns(t)).sin(), &|_| true);
}

/// The distance to rounding, long after, too; speed, acceleration and jerk no more than they may be; and no longer
/// than it takes: `d/v + v/a`, and `v/a + a/j` more with bounded jerk.
#[test]
fn ways_are_gone_within_their_bounds() {
    for (distance, at_least) in [("2 m", 2.0), ("0.3 m", 0.3), ("0.05 m", 0.05), ("2 mm", 0.002)] {
        let late = run(MODELS, "driven", &[("distance", distance)]);
        for name in ["trapezoid", "s_curve"] {
            let end = late.last(&format!("{name}.displacement"));
            assert!((end - at_least).abs() < 1e-14 * (1.0 + 1e2 * at_least), "{name}: {end}");
        }
        let rows = run(MODELS, "driven_closely", &[("distance", distance)]);
        for (name, jerk) in [("trapezoid", f64::INFINITY), ("s_curve", 20.0)] {
            let column = |what: &str| rows.column(&format!("{name}.{what}"));
            let (way, rate, acceleration) =
                (column("displacement"), column("rate"), column("acceleration"));
            assert!(way.windows(2).all(|pair| pair[1] >= pair[0] - 1e-15));
            assert!(rate.iter().all(|rate| *rate <= 1.0 + 1e-12));
            assert!(acceleration.iter().all(|a| a.abs() <= 4.0 + 1e-10));
            let steepest =
                acceleration.windows(2).map(|pair| (pair[1] - pair[0]).abs()).fold(0.0, f64::max);
            assert!(steepest <= jerk * 1e-3 + 1e-9, "{name}: {steepest}");
            // The rate is that of the way.
            let summed: f64 = rate.windows(2).map(|pair| 0.5e-3 * (pair[0] + pair[1])).sum();
            assert!((summed - at_least).abs() < 1e-5, "{name} {distance}: {summed}");
        }
    }
    // The same way backwards, and nowhere.
    for name in ["trapezoid", "s_curve"] {
        let column = format!("{name}.displacement");
        let [there, back, nowhere] = ["0.3 m", "-0.3 m", "0 m"].map(|distance| {
            run(MODELS, "driven_closely", &[("distance", distance)]).column(&column).to_vec()
        });
        assert!(there.iter().zip(&back).all(|(there, back)| *there == -back));
        assert!(nowhere.iter().all(|x| *x == 0.0), "{name}");
    }
    let rows = run(MODELS, "driven_closely", &[("distance", "2 m")]);
    let arrives = |name: &str, goal: f64| {
        let way = rows.column(&format!("{name}.displacement"));
        rows.time[way.iter().position(|x| *x > goal - 1e-9).expect("it arrives")]
    };
    let (plain, smooth) = (arrives("trapezoid", 2.0), arrives("s_curve", 2.0));
    println!("2 m in {plain} s and {smooth} s");
    assert!((plain - 2.25).abs() < 2e-3 && (smooth - 2.45).abs() < 2e-2, "{plain} {smooth}");
}

/// A drum under a torque that is held for 20 ms is a discrete system, and so is its controller. A ramp that is looked at each
/// 20 ms, one or two periods late and as the mean of five looks; a sine that switches at 30 and 210 degrees.
#[test]
fn sampled_controllers_are_discrete_systems() {
    let (step, inertia) = (0.02, 2.0);
    let (mut angle, mut rate, mut integral) = (0.0_f64, 0.0, 0.0);
    let mut expected = Vec::new();
    for _ in 0..=200 {
        let free = 40.0 * (1.0 - angle) + integral - 15.0 * rate;
        let given = free.clamp(-5.0, 5.0);
        integral += step * (30.0 * (1.0 - angle) + (given - free) / 0.5);
        expected.push([angle, given, integral]);
        angle += rate * step + 0.5 * given / inertia * step * step;
        rate += given / inertia * step;
    }
    // A body turns by the tangent rule in a step of energy_momentum, of order 2.
    for (experiment, bound) in [("looked", 1e-10), ("looked_energy", 1e-5)] {
        let rows = run(MODELS, experiment, &[]);
        for (k, name) in ["angle", "torque", "integral"].into_iter().enumerate() {
            let theirs: Vec<f64> = expected.iter().map(|row| row[k]).collect();
            let apart = largest_difference(rows.column(name), &theirs);
            println!("{experiment} {name}: {apart:.1e}");
            let bound = if name == "angle" { bound } else { 40.0 * bound };
            assert!(apart < bound, "{experiment} {name}: {apart:e}");
        }
        let late = |periods: f64| move |t: f64| (t - periods * 0.02).max(0.0);
        let mean = |t: f64| (0..5).map(|k| late(f64::from(k))(t)).sum::<f64>() / 5.0;
        let switched = |t: f64| {
            let turns = t.rem_euclid(1.0);
            let is_on =
                (t > 1.0 && turns <= 7.0 / 12.0) || (1.0 / 12.0..=7.0 / 12.0).contains(&turns);
            f64::from(u8::from(is_on && !(t > 1.0 && turns < 1.0 / 12.0)))
        };
        for apart in [
            apart(&rows, "held", late(0.0)),
            apart(&rows, "later", late(1.0)),
            apart(&rows, "mean", mean),
            apart(&rows, "switched", switched),
        ] {
            assert!(apart < 1e-12, "{apart:e}");
        }
        let coarse = rows.column("coarse");
        assert!(coarse.iter().zip(&rows.time).all(|(x, t)| (x - t).abs() < 0.1251));
    }
}

/// What both rows are by arithmetic of whole numbers: noise is that to rounding. Means and deviations of 20 000 draws are those of the
/// distributions, and noise of neighbouring seeds has nothing in common, within four standard errors; both formulations draw the same.
#[test]
fn noise_is_the_same_everywhere() {
    let rows = run(MODELS, "noisy", &[]);
    // From seed 1, two steps on; the first draw of a run is at time 0.
    let (mut first, mut second) = (2_u64, 123_456_789_u64);
    let mut next = |is_start: bool| {
        first = 40_014 * first % 2_147_483_563;
        if !is_start {
            second = 40_692 * second % 2_147_483_399;
        }
        let share = (2_147_483_562 + first - second % 2_147_483_562) % 2_147_483_562;
        4.0 * share as f64 / 2_147_483_562.0 - 2.0
    };
    next(true);
    next(true);
    let even = rows.column("even");
    let expected: Vec<f64> = even.iter().map(|_| next(false)).collect();
    let apart = largest_difference(even, &expected);
    println!("apart by {apart:.1e}");
    assert!(apart < 1e-14, "{apart:e}");
    let moments = |all: &[f64]| {
        let count = all.len() as f64;
        let mean = all.iter().sum::<f64>() / count;
        let square = all.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>() / count;
        (mean, square.sqrt(), all.iter().fold(0.0_f64, |most, value| most.max(value.abs())))
    };
    let (mean, deviation, most) = moments(even);
    println!("even: {mean:.4}, {deviation:.4}, {most:.4}");
    assert!(mean.abs() < 0.033 && (deviation - 2.0 / 3.0_f64.sqrt()).abs() < 0.02 && most <= 2.0);
    let (mean, deviation, most) = moments(rows.column("normal"));
    println!("normal: {mean:.4}, {deviation:.4}, {most:.4}");
    assert!(mean.abs() < 0.085 && (deviation - 3.0).abs() < 0.06 && most > 9.0 && most <= 18.0);
    let other = rows.column("other");
    let common = even.iter().zip(other).map(|(a, b)| a * b).sum::<f64>() / even.len() as f64;
    println!("correlation {:.4}", common / (4.0 / 3.0));
    assert!(common.abs() < 4.0 * (4.0 / 3.0) / (even.len() as f64).sqrt(), "{common}");
    let again = run(MODELS, "noisy_energy", &[]);
    for name in ["even", "normal"] {
        assert_eq!(rows.column(name), again.column(name));
    }
}
