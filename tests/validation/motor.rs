//! Drives that limit effort, speed and power, against closed forms.

use std::f64::consts::{FRAC_PI_2, TAU};

use cdl_session::{FaultKind, Outcome};

use super::rows::{Rows, attempt, fault, largest, run};

const MODELS: &str = "tests/models/motor.cdl";
const METHODS: [&str; 7] = ["rk4", "rk45", "leapfrog", "energy", "midpoint", "alpha", "adaptive"];

/// When something of that name happened.
fn times(rows: &Rows, name: &str) -> Vec<f64> {
    rows.events().iter().filter(|own| own.event == name).map(|own| own.time).collect()
}

/// The largest distance of a column to a function of time.
fn apart(rows: &Rows, name: &str, exact: impl Fn(f64) -> f64) -> f64 {
    let found = rows.time.iter().zip(rows.column(name));
    found.map(|(&time, value)| (value - exact(time)).abs()).fold(0.0, f64::max)
}

fn is_explicit(method: &str) -> bool {
    matches!(method, "rk4" | "rk45" | "leapfrog")
}

/// Of the ledger, of the energy that there is.
fn imbalance(rows: &Rows) -> f64 {
    largest(rows.column("energy.balance")) / largest(rows.column("energy.work"))
}

/// 40 N m bring 2 kg m^2 to 10 rad/s in 0.5 s; from there on it is kept there without effort.
#[test]
fn a_flywheel_is_brought_to_speed() {
    for method in METHODS {
        for (scale, length) in [("1", "5 ms"), ("1", "50 ms"), ("1e-6", "5 ms"), ("1e6", "5 ms")] {
            let given = [("scale", scale), ("length", length)];
            let rows = run(MODELS, &format!("flywheel_{method}"), &given);
            let reached = times(&rows, "shaft holds");
            assert_eq!(reached.len(), 1, "{method} {scale} {length}: {reached:?}");
            let late = (reached[0] - 0.5).abs();
            let rate = |time: f64| if time < 0.5 { 20.0 * time } else { 10.0 };
            let off = apart(&rows, "shaft.rate", rate);
            let held = rows.time.iter().position(|&time| time > 0.55).expect("a row");
            let kept = rows.column("shaft.rate")[held..].iter().map(|rate| (rate - 10.0).abs());
            let kept = kept.fold(0.0, f64::max);
            let scale: f64 = scale.parse().expect("a number");
            let torques = ["shaft.torque", "shaft.torque_vector.y"];
            let torque = torques.map(|name| {
                let ahead = (rows.column(name)[2] / scale - 40.0).abs();
                ahead.max(largest(&rows.column(name)[held..]) / scale)
            });
            let torque = torque.into_iter().fold(0.0, f64::max);
            let balance = imbalance(&rows);
            println!(
                "{method} {scale} {length}: {late:.1e} s, {off:.1e}, then {kept:.1e} rad/s, {torque:.1e}, balance {balance:.1e}"
            );
            // What turns by 28 degrees in a step lags in the schemes that keep energy; they find instants to 1e-5 of a step.
            let bound = if is_explicit(method) { 1e-9 } else { 1e-2 };
            assert!(late < bound && off < 20.0 * bound, "{method} {length}: {late:e} {off:e}");
            assert!(kept < 1e-12 && torque < 1e-8, "{method} {length}: {kept:e} {torque:e}");
            assert!(balance < 1e-5, "{method} {length}: {balance:e}");
        }
    }
    for method in ["rk4", "energy", "alpha"] {
        let rows = run(MODELS, &format!("long_{method}"), &[]);
        let kept = rows.column("shaft.rate")[1..].iter().map(|rate| (rate - 10.0).abs());
        let kept = kept.fold(0.0, f64::max);
        let angle = rows.last("shaft.angle") - (2.5 + 10.0 * 999.5);
        println!("{method}: {kept:.1e} rad/s and {angle:.1e} rad after 1000 s");
        assert!(kept < 1e-12, "{method}: {kept:e}");
    }
}

/// With 40 N m up to 5 rad/s, where they are 200 W, after 0.25 s; then `J w^2 / 2` grows by 200 J each second.
#[test]
fn power_limits_what_effort_does_not() {
    let rate = |time: f64| match time {
        _ if time < 0.25 => 20.0 * time,
        _ if time < 0.845 => (25.0 + 200.0 * (time - 0.25)).sqrt(),
        _ => 12.0,
    };
    for method in METHODS {
        let met = |length: &str| {
            let rows = run(MODELS, &format!("powered_{method}"), &[("length", length)]);
            let reached = times(&rows, "shaft holds");
            assert_eq!(reached.len(), 1, "{method}: {reached:?}");
            (apart(&rows, "shaft.rate", rate), (reached[0] - 0.845).abs())
        };
        let (coarse, fine) = (met("10 ms"), met("5 ms"));
        println!("{method}: {:.1e}, {:.1e} rad/s, {:.1e} s", coarse.0, fine.0, fine.1);
        let bound = match method {
            "rk4" => 1e-8,
            "rk45" => 1e-9,
            "leapfrog" => 1e-4,
            _ => 2e-2,
        };
        assert!(fine.0 < bound && fine.1 < bound, "{method}: {fine:?}");
        // Leapfrog makes no error here.
        let is_fixed = !matches!(method, "rk45" | "leapfrog" | "adaptive");
        let order = (coarse.0 / fine.0).log2();
        let wanted = if method == "rk4" { 4.0 } else { 2.0 };
        assert!(!is_fixed || order > wanted - 0.5, "{method}: {order}");
    }
}

/// It lifts 100 kg with 1200 N, which are 219 N more than the weight; with 400 N on top of that it runs back with 181 N, and comes
/// back with 219 N when these are gone.
#[test]
fn a_hoist_stalls_and_goes_on() {
    let (up, down) = (12.0 - 9.81, 12.0 - 13.81);
    let begins = 0.5 / up;
    let low = 0.5 + 2.0 * down;
    let again = 4.0 + (0.5 - low) / up;
    let rate = |time: f64| match time {
        _ if time < begins => up * time,
        _ if time < 2.0 => 0.5,
        _ if time < 4.0 => 0.5 + down * (time - 2.0),
        _ if time < again => low + up * (time - 4.0),
        _ => 0.5,
    };
    for method in METHODS {
        let rows = run(MODELS, &format!("hoist_{method}"), &[]);
        let (held, lost) = (times(&rows, "rail holds"), times(&rows, "rail saturates"));
        assert_eq!((held.len(), lost.len()), (2, 1), "{method}: {held:?} {lost:?}");
        let late = (held[0] - begins).abs().max((held[1] - again).abs()).max((lost[0] - 2.0).abs());
        let off = apart(&rows, "rail.rate", rate);
        let last = (rows.last("rail.force") - 981.0).abs();
        let balance = imbalance(&rows);
        println!("{method}: {late:.1e} s, {off:.1e} m/s, {last:.1e} N, balance {balance:.1e}");
        let bound = if is_explicit(method) { 1e-9 } else { 1e-6 };
        assert!(late < bound && off < 1e-6 && last < 1e-6, "{method}: {late:e} {off:e} {last:e}");
        // Generalized-alpha takes the power before a jump in time for that behind it.
        let allowed = if method == "alpha" { 1e-3 } else { 1e-9 };
        assert!(balance < allowed, "{method}: {balance:e}");
    }
}

/// What is geared has the inertia `2 + 8 / 4`, the parallelogram that is driven where its loop is cut `2 + 3 * 0.25`.
#[test]
fn gears_and_loops_are_brought_to_speed() {
    for method in METHODS {
        for (name, joint, speed, slope) in
            [("geared", "a", 10.0, 40.0 / 4.0), ("loop", "ra", -4.0, -11.0 / 2.75)]
        {
            let rows = run(MODELS, &format!("{name}_{method}"), &[]);
            let reached = times(&rows, &format!("{joint} holds"));
            assert_eq!(reached.len(), 1, "{method} {name}: {reached:?}");
            let late = (reached[0] - speed / slope).abs();
            let rate = |time: f64| if time < speed / slope { slope * time } else { speed };
            let off = apart(&rows, &format!("{joint}.rate"), rate);
            let torque = rows.column(&format!("{joint}.torque"));
            let pushes = (torque[3] - if name == "loop" { -11.0 } else { 40.0 }).abs();
            let rests = torque[torque.len() - 1].abs();
            println!(
                "{method} {name}: {late:.1e} s, {off:.1e} rad/s, {pushes:.1e}, {rests:.1e} N m"
            );
            let bound = if is_explicit(method) { 1e-7 } else { 1e-2 };
            assert!(late < bound && off < 10.0 * bound, "{method} {name}: {late:e} {off:e}");
            assert!(pushes < 1e-6 && rests < 1e-6, "{method} {name}: {pushes:e} {rests:e}");
        }
    }
}

/// A command that jumps is followed with 1 rad/s^2 up to 3 rad/s, and one that is too steep until it meets the ramp again.
#[test]
fn an_acceleration_makes_ramps() {
    let ramped = |time: f64| match time {
        _ if time < 2.0 => time,
        _ if time < 4.0 => 2.0,
        _ if time < 9.0 => 2.0 - (time - 4.0),
        _ => -3.0,
    };
    // 3 sin t = 2 t, and 3 cos t = -2.
    let (meets, leaves) = (1.495_781_568_222_1, (-2.0_f64 / 3.0).acos());
    let steep = |time: f64| match time {
        _ if time < meets => 2.0 * time,
        _ if time < leaves => 3.0 * time.sin(),
        _ => 3.0 * leaves.sin() - 2.0 * (time - leaves),
    };
    for method in METHODS {
        let rows = run(MODELS, &format!("ramped_{method}"), &[]);
        let off = apart(&rows, "shaft.rate", ramped);
        let torque = (rows.column("shaft.torque")[2] - 2.0).abs();
        let still = largest(&rows.column("shaft.torque")[21..]);
        let rows = run(MODELS, &format!("steep_{method}"), &[]);
        let of_steep = apart(&rows, "shaft.rate", steep);
        println!("{method}: {off:.1e}, {of_steep:.1e} rad/s, {torque:.1e}, {still:.1e} N m");
        assert!(torque < 1e-4 && still < 1e-6, "{method}: {torque:e} {still:e}");
        let bound = if is_explicit(method) { 1e-9 } else { 1e-4 };
        assert!(off < bound && of_steep < bound, "{method}: {off:e} {of_steep:e}");
    }
}

/// 5 rad/s are turned round by 40 N m at 2 kg m^2 in 0.25 s, whether a `var` says so or the time; no energy is lost in an
/// impact. A limit switch stops the third by the way, and a state that begins at zero is followed from the first instant.
#[test]
fn commands_jump_without_impacts() {
    let told = |time: f64| match time {
        _ if time < 0.1 => 20.0 * time,
        _ if time < 1.0 => 2.0,
        _ if time < 1.25 => 2.0 - 20.0 * (time - 1.0),
        _ => -3.0,
    };
    // From rest, 0.1 rad while it gets fast and as much while it gets slow.
    let stops = 0.1 + 2.9 / 2.0;
    let switched = |time: f64| match time {
        _ if time < 0.1 => 20.0 * time,
        _ if time < stops => 2.0,
        _ if time < stops + 0.1 => 2.0 - 20.0 * (time - stops),
        _ => 0.0,
    };
    for method in METHODS {
        let rows = run(MODELS, &format!("jumping_{method}"), &[]);
        let off = ["a.rate", "b.rate"].map(|name| apart(&rows, name, told));
        let off = off[0].max(off[1]).max(apart(&rows, "c.rate", switched));
        let lag = apart(&rows, "d.rate", |time| 5.0 * (1.0 - (-time).exp()));
        let lost = largest(rows.column("energy.dissipated"));
        let balance = imbalance(&rows);
        println!("{method}: {off:.1e}, {lag:.1e} rad/s, lost {lost:.1e} J, balance {balance:.1e}");
        let bound = if is_explicit(method) { 1e-8 } else { 1e-3 };
        // What the ends of steps leave where the rate is met.
        let allowed = if is_explicit(method) { 1e-15 } else { 1e-5 };
        assert!(off < bound && lost < allowed, "{method}: {off:e} {lost:e}");
        let of_lag = match method {
            "rk4" | "rk45" => 1e-8,
            _ => 1e-3,
        };
        assert!(lag < of_lag && balance < 1e-5, "{method}: {lag:e} {balance:e}");
    }
}

/// It makes up for a spring, a damper, friction and an effort, until it runs onto a stop that is stronger; both formulations
/// agree where that is, `60 + 2 - 10 x - 10000 (x - 0.5) = 0`.
#[test]
fn a_motor_acts_beside_everything_else() {
    let rest = (62.0 + 5000.0) / 10010.0;
    // Leapfrog's half kick does not come to an end where a mass comes to rest on a stop, with a motor or without.
    for method in METHODS.into_iter().filter(|method| *method != "leapfrog") {
        let rows = run(MODELS, &format!("beside_{method}"), &[]);
        let row = rows.time.iter().position(|&time| time > 0.99).expect("a row");
        let kept = (rows.column("rail.rate")[row] - 0.4).abs();
        let off = (rows.last("rail.displacement") - rest).abs();
        let balance = imbalance(&rows);
        println!("{method}: {kept:.1e} m/s, {off:.1e} m, balance {balance:.1e}");
        assert!(kept < 1e-9 && off < 1e-5 && balance < 1e-4, "{method}: {kept:e} {off:e}");
    }
}

/// For a thousand seconds, with the weight of the load.
#[test]
fn a_motor_that_stands_still_does_not_creep() {
    for method in ["rk4", "energy", "alpha"] {
        let rows = run(MODELS, &format!("standing_{method}"), &[]);
        let creep = apart(&rows, "rail.displacement", |_| 0.3);
        let weight = apart(&rows, "rail.force", |_| 981.0);
        println!("{method}: {creep:.1e} m, {weight:.1e} N");
        assert!(creep < 1e-12 && weight < 1e-9, "{method}: {creep:e} {weight:e}");
    }
}

/// The answer to a command is not lost where the next one comes at the same instant; where that has no end, the run ends.
#[test]
fn a_command_may_jump_again_at_once() {
    let rate = |time: f64| if time < 1.0 { 0.0 } else { (-20.0 * (time - 1.0)).max(-2.0) };
    for method in ["rk4", "energy"] {
        let rows = run(MODELS, &format!("chained_{method}"), &[]);
        let off = apart(&rows, "shaft.rate", rate);
        println!("{method}: {off:.1e} rad/s");
        assert!(off < 1e-5, "{method}: {off:e}");
        let fault = fault(MODELS, &format!("endless_{method}"), &[]);
        assert_eq!(fault.kind, FaultKind::EventsWithoutEnd, "{method}: {fault}");
    }
}

/// A command that jumps back and forth by what it does ends the run, however quiet these jumps are.
#[test]
fn a_command_that_contradicts_itself_is_said() {
    for experiment in ["contrary_rk4", "contrary_energy"] {
        let fault = fault(MODELS, experiment, &[]);
        assert_eq!(fault.kind, FaultKind::EventsWithoutEnd, "{experiment}: {fault}");
        assert!((fault.time - 0.1).abs() < 0.02, "{fault}");
    }
}

/// Level, it takes the weight of both arms: `g (3 kg * 0.5 m + 1 kg * 1 m)`; what hangs from it swings as a pendulum, `ω² = g / 1 m`. A run that
/// begins there stays there until it is told to turn. One that is told to turn from the start is let go, and hangs.
#[test]
fn a_motor_that_stands_still_holds_in_an_equilibrium() {
    let held = 24.525;
    let rest = attempt(MODELS, "held_arm", &[]);
    let off = [
        rest.last("hip.angle"),
        rest.last("knee.angle") - FRAC_PI_2,
        (rest.last("hip.torque") + held) / held,
    ];
    println!("at rest: {off:?}");
    assert!(largest(&off) < 1e-9, "{off:?}");
    let modes = attempt(MODELS, "held_arm_modes", &[]);
    assert!(modes.report.warnings.is_empty(), "{:?}", modes.report.warnings);
    let frequency = modes.column("frequency")[0];
    let exact = 9.81_f64.sqrt() / TAU;
    println!("pendulum: {frequency} Hz for {exact}");
    assert!((frequency / exact - 1.0).abs() < 1e-9, "{frequency}");
    for experiment in ["held_arm_rk4", "held_arm_energy"] {
        let rows = run(MODELS, experiment, &[]);
        let before = |time: f64, value: f64| if time < 0.95 { value } else { 0.0 };
        let pairs = rows.time.iter().zip(rows.column("hip.angle"));
        let moved = pairs.map(|(&time, &angle)| before(time, angle)).collect::<Vec<_>>();
        let pairs = rows.time.iter().zip(rows.column("hip.torque"));
        let torque = pairs.map(|(&time, &torque)| before(time, torque + held)).collect::<Vec<_>>();
        println!("{experiment}: {:.1e} rad, {:.1e} N m", largest(&moved), largest(&torque));
        assert!(largest(&moved) < 1e-12 && largest(&torque) < 1e-7, "{experiment}");
        assert!(rows.last("hip.angle") > 0.1, "{experiment}");
    }
    let hangs = attempt(MODELS, "held_arm", &[("command", "1 rad/s")]);
    assert!((hangs.last("hip.angle") - FRAC_PI_2).abs() < 1e-9, "{}", hangs.last("hip.angle"));
    let fault = fault(MODELS, "held_arm", &[("effort", "24 N.m")]);
    assert_eq!(fault.kind, FaultKind::NoRest, "{fault}");
    assert!(fault.element == "hip" && fault.why.contains("24.525 N m"), "{fault}");
}

/// What hangs on it is 2045 kg with 15 m of rope, and `T + T²/2EA` is what a winch holds; then it hauls by a ramp of 2 s to 0.8 m/s.
#[test]
fn a_motor_of_a_winch_holds_in_an_equilibrium() {
    let tension = 2045.0 * 9.81;
    let rest = attempt(MODELS, "held_hoist_at_rest", &[]);
    let held = tension + tension * tension / 60e6;
    let off = [
        (rest.last("rope.start.tension") - tension) / tension,
        (rest.last("hoist.force") + held) / held,
        (rest.last("hoist.length") - 15.0) / 15.0,
    ];
    println!("{off:?}");
    assert!(largest(&off) < 1e-9, "{off:?}");
    let rows = run(MODELS, "held_hoist", &[]);
    let hauled = rows.last("hoist.length") - (15.0 - 0.8 - 1.6);
    let speed = rows.last("load.velocity.z") - 0.8;
    println!("hauls to {hauled:.1e} m, {speed:.1e} m/s");
    assert!(hauled.abs() < 1e-6 && speed.abs() < 1e-2, "{hauled:e} {speed:e}");
    let first = rows.column("rope.start.tension")[0] / tension - 1.0;
    // The ramp has begun there, and what dampers hold within a step goes along: along √(EA ζ h/µ), 31 m, so some of all the rope.
    let goes_along = 15.0 * 3.0 * 0.4 / tension;
    assert!(first > -1e-9 && first < goes_along, "{first:e} {goes_along:e}");
    let modes = attempt(MODELS, "held_hoist_modes", &[]);
    assert!(modes.report.warnings.is_empty(), "{:?}", modes.report.warnings);
    let fault = fault(MODELS, "held_hoist_at_rest", &[("effort", "10 kN")]);
    assert_eq!(fault.kind, FaultKind::NoRest, "{fault}");
    assert!(
        fault.element == "hoist" && fault.why.contains("its motor would have to hold"),
        "{fault}"
    );
}

/// What several motors hold is shared as their efforts allow: of 5.886 N m on one shaft one of 1 N m takes 1, and one without any nothing.
/// After a motion a motor holds what it held at its end, though it was turning; and a command within its tolerance of zero is zero.
#[test]
fn motors_share_what_they_hold_in_an_equilibrium() {
    for (effort, own) in [("1 N.m", -1.0), ("0 N.m", 0.0)] {
        let rest = attempt(MODELS, "shared_rest", &[("effort", effort)]);
        let off = [rest.last("a.torque") - own, rest.last("b.torque") + 5.886 + own];
        println!("{effort}: {off:?}");
        assert!(largest(&off) < 1e-9, "{effort}: {off:?}");
    }
    let fault = fault(MODELS, "shared_rest", &[("effort", "1 N.m"), ("other", "4 N.m")]);
    assert_eq!(fault.kind, FaultKind::NoRest, "{fault}");
    let exact = 9.81_f64.sqrt() / TAU;
    let small = [("command", "9e-10 rad/s")];
    for (experiment, overrides) in [("held_arm_modes", &small[..]), ("held_arm_after", &[])] {
        let modes = attempt(MODELS, experiment, overrides);
        assert_eq!(modes.report.outcome, Outcome::Finished, "{experiment}");
        let frequency = modes.column("frequency")[0];
        assert!((frequency / exact - 1.0).abs() < 1e-9, "{experiment}: {frequency}");
    }
}
