//! Starts are laid as they are written, or refused.

use cdl_session::Session;

use super::rows::{Rows, path, run};

const MODELS: &str = "tests/models/right_numbers/starts.cdl";

/// Why a model is not compiled, or not assembled.
fn refusal(experiment: &str, overrides: &[(&str, &str)]) -> String {
    let mut session = Session::open(path(MODELS)).expect("the models");
    let compiled = session.compile(Some(experiment), overrides);
    match compiled.and_then(|compilation| session.assemble(compilation)) {
        Ok(_) => panic!("{experiment} is not refused"),
        Err(found) => {
            found.iter().map(|each| format!("{} {}\n", each.code, each.message)).collect()
        }
    }
}

/// x of both ends and the middle at the start; the other components are zero.
fn along_x(rows: &Rows) -> [f64; 3] {
    ["start", "mid", "end"].map(|place| {
        for axis in ["y", "z"] {
            assert!(rows.column(&format!("c.{place}.position.{axis}"))[0].abs() < 1e-12);
        }
        rows.column(&format!("c.{place}.position.x"))[0]
    })
}

/// From its start to its end, whichever of them the recursion begins at, in both formulations; without
/// tension where the ends are as far apart as the cable is long.
#[test]
fn a_straight_cable_between_two_places_leads_from_start_to_end() {
    for experiment in ["spanning", "spanning_constrained"] {
        for a in ["0", "1", "2"] {
            for b in ["0", "1", "2"] {
                let rows = run(MODELS, experiment, &[("a", a), ("b", b)]);
                let found = along_x(&rows);
                for (x, exact) in found.iter().zip([0.0, 1.0, 2.0]) {
                    assert!((x - exact).abs() < 1e-12, "{experiment} {a} {b}: {found:?}");
                }
                assert!(rows.column("c.mid.tension")[0].abs() < 1e-9);
                let back = [("a", a), ("b", b), ("distance", "-2 m"), ("direction", "[-1, 0, 0]")];
                let found = along_x(&run(MODELS, experiment, &back));
                assert!((found[1] + 1.0).abs() < 1e-12, "{experiment} {a} {b}: {found:?}");
            }
        }
    }
}

/// Stretched to where its ends are: EA (d - l) / l.
#[test]
fn a_straight_lumped_cable_is_stretched_to_its_ends() {
    let rows = run(MODELS, "spanning", &[("distance", "2.5 m")]);
    assert!((rows.column("c.mid.tension")[0] - 250.0).abs() < 1e-9);
    assert!((along_x(&rows)[1] - 1.25).abs() < 1e-12);
}

/// Across, backwards, slightly aside, or with both ends in one place: the cable is named.
#[test]
fn a_lumped_cable_in_another_direction_than_its_ends_is_refused() {
    for (direction, distance) in [
        ("[0, 0, 1]", "2 m"),
        ("[-1, 0, 0]", "2 m"),
        ("[1, 0, 1e-4]", "2 m"),
        ("[1, 0, 0]", "-2 m"),
        ("[1, 0, 0]", "0 m"),
    ] {
        for b in ["0", "1", "2"] {
            let overrides = [("b", b), ("direction", direction), ("distance", distance)];
            for experiment in ["spanning", "spanning_constrained"] {
                let text = refusal(experiment, &overrides);
                assert!(text.starts_with("E0419") && text.contains("`c`"), "{text}");
                assert!(text.contains("`straight` lays it along"), "{text}");
            }
        }
    }
}

/// Links between two bodies: laid as written where that closes; what gives way moves; else it is refused.
#[test]
fn a_straight_cable_that_closes_a_loop_is_kept_or_refused() {
    for experiment in ["closing", "closing_constrained"] {
        let found = along_x(&run(MODELS, experiment, &[]));
        assert!((found[1] - 1.0).abs() < 1e-12 && (found[2] - 2.0).abs() < 1e-12, "{found:?}");
        let yields = [("written", "false"), ("distance", "1.7 m")];
        let found = along_x(&run(MODELS, experiment, &yields));
        assert!((found[2] - 2.0).abs() < 1e-9, "{found:?}");
        for overrides in
            [[("direction", "[0, 0, 1]")], [("direction", "[-1, 0, 0]")], [("distance", "1.5 m")]]
        {
            let text = refusal(experiment, &overrides);
            assert!(text.starts_with("E0420") && text.contains("`c`"), "{text}");
        }
    }
}

/// A straight rope turns as its load's velocity says (half of it in the middle); along itself it cannot.
#[test]
fn the_velocity_of_a_load_on_a_straight_rope_is_kept_or_refused() {
    let rows = run(MODELS, "load", &[]);
    assert!((rows.column("load.velocity.y")[0] - 0.3).abs() < 1e-12);
    assert!((rows.column("c.mid.velocity.y")[0] - 0.15).abs() < 1e-12);
    let text = refusal("load", &[("velocity", "[0.1, 0.3, 0] m/s")]);
    assert!(text.contains("asks for [0.1, 0.3, 0] m/s"), "{text}");
}

/// Half of the mass sits on the pushed node: a = 2 F / m, to the last bits, for several roundings.
#[test]
fn the_mass_of_a_cable_is_the_same_wherever_it_is_read() {
    for (length, diameter, density) in [
        ("7.3 m", "13 mm", "1234.5 kg/m^3"),
        ("0.3 m", "1.7 mm", "7850 kg/m^3"),
        ("1234.1 m", "0.11 m", "1025.3 kg/m^3"),
    ] {
        let overrides = [("length", length), ("diameter", diameter), ("density", density)];
        let rows = run(MODELS, "heavy", &overrides);
        let mass = rows.column("mass")[0];
        assert_eq!(rows.column("c.end.acceleration.y")[0], 1.0 / (0.5 * mass));
    }
}

/// A drive has its own rate; a start that says another one is refused.
#[test]
fn a_driven_joint_starts_with_the_rate_of_its_drive_or_is_refused() {
    for experiment in ["driven", "driven_constrained"] {
        assert!((run(MODELS, experiment, &[]).column("slew.rate")[0] - 0.5).abs() < 1e-12);
        for rate in ["3 rad/s", "-0.5 rad/s", "0.50001 rad/s"] {
            let text = refusal(experiment, &[("rate", rate)]);
            assert!(text.starts_with("E0417") && text.contains("slew"), "{text}");
        }
    }
}

/// A four-bar at rest on a base that turns has nothing but rounding to close in its rates (refused with 2.8e-17
/// at 14 of these 18 angles before); it starts at rest beside its base and then moves alike in both
/// formulations (1e-6 rad after 0.2 s, what energy-momentum steps of 0.1 ms leave).
#[test]
fn a_loop_on_a_turning_base_starts_at_rest_beside_it() {
    const TURNING: &str = "tests/models/right_numbers/turning_base.cdl";
    for angle in (0..360).step_by(20) {
        let angle = format!("{angle} deg");
        let overrides = [("crank_angle", angle.as_str())];
        let rows = run(TURNING, "explicit", &overrides);
        for rate in ["motor.rate", "pivot.rate"] {
            assert!(rows.column(rate)[0].abs() < 1e-15, "{angle}: {rate}");
        }
        let other = run(TURNING, "implicit", &overrides);
        let apart = super::rows::largest_difference(
            rows.column("motor.angle"),
            other.column("motor.angle"),
        );
        assert!(apart < 1e-6, "{angle}: {apart:e}");
    }
}

/// It was not kept where no angle was written beside it. Cranks and rocker of a parallelogram turn alike, the coupler not at all.
#[test]
fn a_rate_on_the_joint_that_closes_a_loop_is_kept() {
    for experiment in ["rate_in_loop", "rate_in_loop_constrained"] {
        for rate in [2.0, -0.3] {
            let rows = run(MODELS, experiment, &[("rate", &format!("{rate} rad/s"))]);
            for (name, expected) in
                [("first", rate), ("second", -rate), ("third", rate), ("fourth", rate)]
            {
                let found = rows.column(&format!("{name}.rate"))[0];
                assert!((found - expected).abs() < 1e-12, "{experiment} {name}: {found}");
            }
        }
    }
}
