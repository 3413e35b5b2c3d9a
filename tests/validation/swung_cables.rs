//! Responses of cables by sweeps of transfer matrices: those of matrices, and closed forms where these come to their end.

use std::f64::consts::TAU;
use std::sync::atomic::AtomicBool;

use cdl_session::Session;
use nalgebra::Complex;

use super::swept_cables::{AMONG_OTHERS, APART, BODY, ENDS, TIE};
use super::swept_response::{apart_in, both, swings};

type C = Complex<f64>;

/// What is read of each cable.
const READ: &str = "  record c.mid.position, c.end.position, c.start.velocity, c.at(0.41 m).velocity, c.at(0.41 m).acceleration, c.at(0.41 m).direction
  record c.at(0.1 m).tension, c.at(0.8 m).tension, c.at(0.33 m).force
";

/// With dampers wherever something bends or stretches.
fn damped(text: &str) -> String {
    text.replace("N.m^2 }", "N.m^2; damping = 0.05 N.m^2.s }")
        .replace("elastic(stiffness = 500 N", "elastic(stiffness = 500 N, damping = 20 N.s")
        .replace(
            "universal(first = x, second = y) from world to b",
            "universal(first = x, second = y) from world to b { damping = 0.3 N.m.s/rad }",
        )
        .replace(
            "spring(stiffness = 30 N/m, length = 1 m)",
            "spring(stiffness = 30 N/m, length = 1 m, damping = 2 N.s/m)",
        )
}

/// A force on each cable swings, or what holds it goes to and fro; relative to the largest swing of what is of its kind. Forces are differences between states by matrices,
/// and in water by the square of how fast these move.
#[test]
fn cables_swing_as_by_assembled_matrices() {
    let ends = ENDS.map(str::to_owned);
    let among = AMONG_OTHERS.map(|text| format!("{BODY}{text}"));
    let is_force = |name: &str| name.contains("tension") || name.contains("force");
    let mut overall = [0.0_f64; 2];
    for text in ends.iter().chain(&among) {
        let based = text.replace("from world", "from base").replace("to world", "to base");
        for (text, input) in
            [(text, "push"), (&damped(text), "push"), (&based, "heave"), (&damped(&based), "heave")]
        {
            if input == "heave" && !text.contains("base") {
                continue;
            }
            let has_body = text.contains("body b ");
            let body = if has_body { "  record b.position, b.angular_velocity\n" } else { "" };
            let model = format!(
                "model M(push: Force = 0 N, heave: Length = 0 m) {{
  body base {{ motion = prescribed(position = [heave, 0.3 * heave, -0.2 * heave]) }}
  {text}
  force poke on c.at(0.77 m) = [0.3 * push, push, 0.4 * push]
{READ}{body}{APART}"
            );
            let experiment = format!(
                "experiment e = M() {{ response(over = frequencies(0.07 Hz, 6 Hz, count = 7, logarithmic = true))\n  input {input} }}\n"
            );
            let found = both(&model, TIE, &experiment);
            let (motion, of) = apart_in(&found, |name| !is_force(name));
            assert!(motion < 1e-7, "{motion:e} ({of})\n{model}{experiment}");
            let (force, of) = apart_in(&found, is_force);
            let allowed = if text.contains("water") { 1e-4 } else { 1e-6 };
            println!("{input}: {motion:.1e}, {force:.1e}");
            assert!(force < allowed, "{force:e} ({of})\n{model}{experiment}");
            overall = [overall[0].max(motion), overall[1].max(force)];
        }
    }
    println!("{:.1e}, {:.1e}", overall[0], overall[1]);
}

/// What supports exert across a joint above cables, of bodies between them.
#[test]
fn joints_above_cables_transmit_what_matrices_say() {
    let model = format!(
        "model M(push: Force = 0 N, heave: Length = 0 m) {{
  body base {{ motion = prescribed(position = [heave, 0.3 * heave, -0.2 * heave]) }}
  {BODY}
  joint j: universal(first = x, second = y) from base to b {{ stiffness = 9 N.m/rad; damping = 0.3 N.m.s/rad }}
  cable c: rigid_links(count = 6) from b at [0.6, 0, 0] m to d {{ length = 2 m; mass = 2 kg; bending = {{ stiffness = 3 N.m^2; damping = 0.05 N.m^2.s }}
    ends = {{ start = clamped(direction = down) }} }}
  body d {{ mass = 2 kg; inertia = diag(0.1, 0.2, 0.15) kg.m^2; centre_of_mass = [0.1, 0.05, -0.2] m }}
  body e {{ mass = 1 kg; inertia = diag(0.1, 0.2, 0.15) kg.m^2; centre_of_mass = [0.1, 0.05, -0.2] m }}
  joint h: revolute(axis = y) from d at [0.3, 0, 0] m to e {{ stiffness = 4 N.m/rad }}
  cable f: lumped(nodes = 4) from d at [0, 0, -0.3] m to world at [1, 0, -4] m {{ length = 1.7 m; mass = 0.7 kg; axial = elastic(stiffness = 100 N, damping = 2 N.s) }}
  force poke on c.at(0.77 m) = [0.3 * push, push, 0.4 * push]
  force prod on e = [push, 0.2 * push, 0 N]
  record j.force, j.torque, h.force, h.torque, h.angle, c.end.position, d.angular_velocity, f.mid.position, f.at(0.2 m).tension, energy.gravity
{APART}"
    );
    for input in ["push", "heave"] {
        let experiment = format!(
            "experiment e = M() {{ response(over = frequencies(0.1 Hz, 6 Hz, count = 7, logarithmic = true))\n  input {input} }}\n"
        );
        let found = both(&model, TIE, &experiment);
        let (worst, of) = apart_in(&found, |_| true);
        println!("{input}: {worst:.1e} ({of})");
        assert!(worst < 1e-5, "{worst:e} ({of})");
    }
}

/// Without weight, of unit length, mass and stiffness, clamped at its start.
fn beam(links: u32, damping: f64, more: &str) -> String {
    format!(
        "model M(push: Force = 0 N) {{
  environment {{ gravity = 0 m/s^2 }}
  cable c: rigid_links(count = {links}) from world to free {{ length = 1 m; mass = 1 kg; bending = {{ stiffness = 1 N.m^2; damping = {damping} N.m^2.s }}
    start = straight(direction = x); ends = {{ start = clamped(direction = x) }} }}
{more}
"
    )
}

/// At one frequency.
fn at(frequency: f64) -> String {
    format!(
        "}}\nexperiment e = M() {{ response(over = frequencies({frequency:e} Hz, {frequency:e} Hz, count = 1))\n  input push }}\n"
    )
}

/// The tip of `N` clamped links goes `(1 + 1/2N²)/3` m under one Newton: each joint turns by its moment over `N` (the clamp's over `2N`), and the sum of their
/// parts is a trapezoidal rule. At 1 mHz inertia adds `11/420 * 12 ω²` of that. Matrices of 2000 links have lost all digits of it.
#[test]
fn very_many_clamped_links_give_way_as_they_should() {
    for links in [100, 1000, 20_000] {
        let text = beam(
            links,
            0.0,
            "  force f on c.end = [0, 0, push]\n  record c.end.position.z, c.mid.force.z, c.at(0.3 m).tension",
        );
        let found = swings(&format!("{text}{}", at(1e-3)));
        assert!(found.method.contains("transfer matrices"), "{}", found.method);
        let exact = 0.333_334_367_3 * (1.0 + 0.5 / f64::from(links).powi(2));
        let gap = found.of("c.end.position.z")[0].re / exact - 1.0;
        // What links carry of the push, but for inertia beyond.
        let force = found.of("c.mid.force.z")[0].re - 1.0;
        println!("{links} links: {gap:.1e}, force {force:.1e}");
        // The digits of the constant.
        assert!(gap.abs() < 3e-10, "{links}: {gap:e}");
        assert!(force.abs() < 1e-5, "{links}: {force:e}");
        assert!(!found.notes.iter().any(|own| own.contains("kink")), "{:?}", found.notes);
    }
}

/// Of a beam that is damped as it bends, `EI (1 + iωc)`, the tip goes `(sin β cosh β - cos β sinh β) / (EI β³ (1 + cos β cosh β))` with `β⁴ = ω²/EI`, complex; links
/// differ from it by the square of their length.
#[test]
fn damped_links_swing_as_a_damped_beam() {
    let (turning, damping) = (20.0_f64, 0.03);
    let stiffness = C::new(1.0, turning * damping);
    let b = (C::from(turning * turning) / stiffness).powf(0.25);
    let exact = (b.sin() * b.cosh() - b.cos() * b.sinh())
        / (stiffness * b.powi(3) * (C::from(1.0) + b.cos() * b.cosh()));
    let off = |links: u32| {
        let text =
            beam(links, damping, "  force f on c.end = [0, 0, push]\n  record c.end.position.z");
        let found = swings(&format!("{text}{}", at(turning / TAU)));
        assert!(found.method.contains("transfer matrices"), "{}", found.method);
        (found.of("c.end.position.z")[0] / exact - 1.0) * f64::from(links).powi(2)
    };
    let [few, many] = [200, 4000].map(off);
    println!("{few} {many}");
    assert!((few - many).norm() < 2e-3 * many.norm(), "{few} {many}");
    assert!(many.norm() < 30.0, "{many}");
}

/// Held at both ends, `L³/192 EI` in the middle.
#[test]
fn links_between_two_clamps_give_way_as_they_should() {
    let off = |links: u32| {
        let text = beam(links, 0.0, "  force f on c.mid = [0, 0, push]\n  record c.mid.position.z")
            .replace("to free", "to world at [1, 0, 0] m")
            .replace(
                "start = clamped(direction = x) }",
                "start = clamped(direction = x); end = clamped(direction = x) }",
            );
        let found = swings(&format!("{text}{}", at(1e-6)));
        (found.of("c.mid.position.z")[0].re * 192.0 - 1.0) * f64::from(links).powi(2)
    };
    let [few, many] = [100, 1000].map(off);
    println!("{few} {many}");
    assert!((few - many).abs() < 1e-2 * few.abs(), "{few} {many}");
}

/// A chain whose upper end is shaken sideways: its lower end goes `1 / J0(2ω sqrt(L/g))` times as far, which is 7.108..., but for what links make of that: `-116.56/N²` of
/// it for 200, and `-151.67/N²` for 4000, by their equations in 40 digits (rods of `m = 1/N` in small motions, from the tip on).
#[test]
fn a_chain_that_is_shaken_swings_as_its_links_do() {
    let turning = 9.0_f64;
    let exact = 7.108_149_788_064_159;
    for (links, expected) in [(200, -116.558_625_835_000_19), (4000, -151.674_794_110_528_75)] {
        let text = format!(
            "model M(push: Length = 0 m) {{
  environment {{ gravity = 9.81 m/s^2 }}
  body base {{ motion = prescribed(position = [push, 0 m, 0 m]) }}
  cable c: rigid_links(count = {links}) from base to free {{ length = 2 m; mass = 1 kg }}
  record c.end.position.x, c.start.position.x, c.start.tension
{}",
            at(turning / TAU)
        );
        let found = swings(&text);
        assert!(found.method.contains("transfer matrices"), "{}", found.method);
        let top = found.of("c.start.position.x")[0];
        assert!((top - 1.0).norm() < 1e-12, "{top}");
        let square = f64::from(links).powi(2);
        let gap = found.of("c.end.position.x")[0].re / exact - 1.0 - expected / square;
        println!("{links} links: {gap:.1e}");
        assert!(gap.abs() < 1e-11, "{gap:e}");
    }
}

/// What in a model keeps sweeps away is said, for modes and responses; nothing where they find them.
#[test]
fn what_keeps_sweeps_away_is_said() {
    const CABLE: &str =
        "cable c: rigid_links(count = 5) from base to free { length = 3 m; mass = 2 kg }\n";
    const ARM: &str = "body arm { mass = 3 kg; inertia = diag(0.1, 0.2, 0.15) kg.m^2; centre_of_mass = [0.3, 0, 0] m }\n";
    let modes = "modes(count = 3)";
    let response = "response(over = frequencies(0.1 Hz, 1 Hz, count = 2))\n  input";
    let cases = [
        (CABLE.to_owned(), modes.to_owned(), None),
        (CABLE.to_owned(), format!("{response} push"), None),
        (
            format!("{CABLE}  cable d: rigid_links(count = 5) from world at [1, 0, 0] m to free {{ length = 3 m; mass = 2 kg }}
  force stay: spring(stiffness = 3 N/m, length = 1 m) between c.end and d.end"),
            modes.to_owned(),
            Some("`stay` ties two cables"),
        ),
        (
            format!("{ARM}  joint j: revolute(axis = y) from world to arm {{ damping = 1 N.m.s/rad }}"),
            modes.to_owned(),
            Some("`j` resists velocities"),
        ),
        (
            CABLE.replace("mass = 2 kg", "mass = 2 kg; bending = { stiffness = 1 N.m^2; damping = 1 N.m^2.s }"),
            modes.to_owned(),
            Some("`c` resists velocities"),
        ),
        (
            "cable c: spline(elements = 4) from base to free { length = 3 m; mass = 2 kg }".to_owned(),
            modes.to_owned(),
            Some("`c` is a spline"),
        ),
        (
            format!("{CABLE}  force pull on c.end = [-2 N/m * c.end.position.x, 0 N, 0 N]"),
            format!("{response} push"),
            Some("`pull` follows the motion"),
        ),
        (CABLE.to_owned(), format!("{response} tilt"), Some("`tilt` turns what carries cables")),
    ];
    for (text, analysis, expected) in cases {
        let model = format!(
            "model M(push: Force = 0 N, tilt: Angle = 0 rad) {{
  body base {{ motion = prescribed(position = [0, 0, 0] m, attitude = rotation([0, 1, 0], tilt)) }}
  {text}
  force poke on {} = [push, 0 N, 0 N]
  record energy.gravity\n}}\nexperiment e = M() {{ {analysis} }}\n",
            if text.contains("cable c") { "c.at(1.1 m)" } else { "arm" }
        );
        let reasons = reasons(&model);
        let said = reasons.iter().find(|own| own.contains("small motions by matrices"));
        match expected {
            None => assert!(said.is_none(), "{said:?}\n{model}"),
            Some(why) => {
                assert!(said.is_some_and(|own| own.ends_with(why)), "{reasons:?}\n{model}")
            }
        }
    }
}

fn reasons(text: &str) -> Vec<String> {
    let mut session = Session::from_text("m.cdl", text);
    let runnable = match session.experiment(Some("e"), &[]) {
        Ok(runnable) => runnable,
        Err(found) => panic!("{}: {}\n{text}", found[0].code, found[0].message),
    };
    let recorded = runnable.record(&AtomicBool::new(false));
    recorded.report.run.solved().reasons.clone()
}
