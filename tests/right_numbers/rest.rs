//! Equilibria: as exact as rounding allows, the same before every integrator, never a folded shape.

use cdl_session::FaultKind;

use super::rows::{Rows, fault, run};

const MODELS: &str = "tests/models/right_numbers/rest.cdl";
const MESSAGES: &str = "tests/models/right_numbers/impossible.cdl";
const G: f64 = 9.81;

/// The catenary with a part on the bed, without friction: at the anchor 1 406 150.3 N (solved to 1e-12 from
/// `X = L_B + H L/EA + (H/w) asinh(w s/H)` and its like for the height). The bed's springs give way by 0.5 mm, and
/// segments are chords: 2e-4 for 100, less for more.
#[test]
fn a_chain_on_a_bed_is_not_folded() {
    for n in ["100", "400", "500"] {
        let rows = run(MODELS, "on_bed", &[("n", n)]);
        let anchor = rows.last("anchor");
        println!("{n}: {anchor} {:?} {:?}", rows.report.effort, rows.report.warnings);
        assert!((anchor / 1_406_150.3 - 1.0).abs() < 3e-4, "{n}: {anchor}");
        assert!(rows.report.warnings.is_empty(), "{n}: {:?}", rows.report.warnings);
    }
}

/// The tension of a catenary that does not stretch, half way along it, from the parameter `a` with
/// `√(L² - Z²) = 2 a sinh(X/2a)`, `w a cosh`; segments are chords, which is 1e-4 for a hundred.
fn catenary_at(along: f64) -> f64 {
    let (span, rise, length, weight) = (400.0, 200.0, 500.0_f64, 20.0 * G);
    let root = (length * length - rise * rise).sqrt();
    let (mut low, mut high): (f64, f64) = (1.0, 1e4);
    for _ in 0..200 {
        let a = 0.5 * (low + high);
        if 2.0 * a * (span / (2.0 * a)).sinh() > root { low = a } else { high = a }
    }
    let a = 0.5 * (low + high);
    let lowest = 0.5 * (span - a * ((length + rise) / (length - rise)).ln());
    // Arc length from the lowest point.
    let s = along - a * (lowest / a).sinh();
    weight * (a * a + s * s).sqrt()
}

/// Whatever the stiffness a state of rest is found; what rounding leaves is said in newtons, with the place, where it is more
/// than a millionth of the largest force, and grows with the stiffness.
#[test]
fn rounding_is_not_blamed_on_the_model() {
    let mut noted = 0;
    for stiffness in ["1e9 N", "7.5e11 N", "7.51e12 N", "1e14 N"] {
        for experiment in ["stiff", "stiff_run"] {
            let rows = run(MODELS, experiment, &[("EA", stiffness)]);
            let middle = rows.last("middle");
            let exact = catenary_at(252.5);
            println!("{stiffness}: {middle} {exact} {:?}", rows.report.warnings);
            // What it stretches changes the tension by about the strain times the span over the sag.
            let stiffness: f64 = stiffness.trim_end_matches(" N").parse().expect("a number");
            let close = 2e-4 + 10.0 * exact / stiffness;
            assert!((middle / exact - 1.0).abs() < close, "{stiffness}: {middle} {exact}");
            let text = rows.report.warnings.join("\n");
            noted += usize::from(
                text.contains(" N are left over at `line`") && text.contains(" m from its start"),
            );
        }
    }
    assert!(noted >= 2, "{noted}");
}

/// Ten metres of rope, both ends in one place: two halves that hang straight down, half the weight each.
#[test]
fn a_loop_hangs() {
    for (n, stiffness) in [("20", "1 kN"), ("1000", "1 MN"), ("501", "1 MN")] {
        let rows = run(MODELS, "loop", &[("n", n), ("EA", stiffness)]);
        let segments: f64 = n.parse().unwrap();
        let expected = 0.5 * G * (1.0 - 1.0 / segments);
        let first = rows.last("first");
        println!("{n}: {first} {expected}");
        assert!((first / expected - 1.0).abs() < 0.2 / segments, "{n}: {first}");
    }
}

/// A rope exactly as long as the distance pulls with nothing where nothing pulls at it; and with weight it sags.
#[test]
fn a_rope_at_its_own_length_rests() {
    let rows = run(MODELS, "relaxed", &[]);
    assert!(rows.last("pull").abs() < 1e-9);
    let rows = run(MODELS, "relaxed_heavy", &[]);
    assert!(rows.last("pull") > 5.0);
}

/// A stiff spring pulls the end of a chain up to 1 cm from its start: a narrow loop. Half the weight hangs on the
/// spring, which is as much longer; the same whatever comes after, with factors of time or without.
#[test]
fn the_search_does_not_know_the_integrator() {
    for n in ["8", "32", "64"] {
        let rows = ["pulled", "pulled_em", "pulled_rk"].map(|name| run(MODELS, name, &[("n", n)]));
        let first = |rows: &Rows, name: &str| rows.column(name)[0];
        for name in ["chain.end.position.x", "chain.end.position.z", "chain.mid.position.z"] {
            let [rest, em, rk] = [0, 1, 2].map(|k| first(&rows[k], name));
            println!("{n} {name}: {rest} {em} {rk}");
            assert!((rest - em).abs() < 1e-9 && (rest - rk).abs() < 1e-9, "{n} {name}");
        }
        let z = first(&rows[0], "chain.end.position.z");
        assert!((z * 1e6 + 0.5 * G).abs() < 0.2 * G, "{n}: {z}");
        assert!(first(&rows[0], "chain.mid.position.z") < -0.45);
    }
    let many = run(MODELS, "pulled", &[("n", "128")]);
    assert!((many.last("chain.end.position.z") * 1e6 + 0.5 * G).abs() < 0.01 * G);
}

/// A saddle is left along its unstable direction.
#[test]
fn nothing_stands_on_its_head() {
    let rows = run(MODELS, "on_its_head", &[]);
    let angle = rows.last("hinge.angle");
    let turns = angle / (2.0 * std::f64::consts::PI);
    assert!((turns - turns.round()).abs() < 1e-9, "{angle}");
    assert!(rows.report.warnings.is_empty(), "{:?}", rows.report.warnings);
    // With a spring that is stiff enough it stands; one that is not lets it lean, where `k a = sin a`.
    let stands = run(MODELS, "on_its_head", &[("spring", "1.05")]);
    assert!((stands.last("hinge.angle") - std::f64::consts::PI).abs() < 1e-9);
    let leans = run(MODELS, "on_its_head", &[("spring", "0.95")]);
    let lean = (leans.last("hinge.angle") - std::f64::consts::PI).abs();
    assert!(lean > 0.1 && (0.95 * lean - lean.sin()).abs() < 1e-9, "{lean}");
}

/// Three moorings of chain and rope on a bed, with clump weights: the state of rest is found before explicit steps, too,
/// and is the one of the implicit ones. No leg pushes.
#[test]
fn a_mooring_starts_from_rest() {
    let file = "tests/models/right_numbers/mooring.cdl";
    let rest = run(file, "rest", &[]);
    let explicit = run(file, "storm", &[]);
    for name in ["buoy.position.x", "buoy.position.y", "buoy.position.z"] {
        let (a, b) = (rest.last(name), explicit.column(name)[0]);
        println!("{name}: {a} {b}");
        assert!((a - b).abs() < 1e-6, "{name}: {a} {b}");
    }
    assert!(rest.last("buoy.position.y").abs() < 1e-6);
    for name in rest.names().filter(|name| name.ends_with("tension")) {
        assert!(rest.last(name) >= 0.0, "{name}");
    }
}

/// What cannot rest says why.
#[test]
fn impossible_cables_say_why() {
    for (experiment, words) in [
        ("straight", "as far as it is long, so all of it lies on one line"),
        ("straight_em", "as far as it is long, so all of it lies on one line"),
        ("straight_rk", "as far as it is long, so all of it lies on one line"),
        ("folded", "lie on one line, folded onto each other"),
    ] {
        let fault = fault(MESSAGES, experiment, &[]);
        println!("{fault}");
        assert_eq!(fault.kind, FaultKind::SingularPosition, "{experiment}");
        assert!(fault.element == "c" && fault.why.contains(words), "{experiment}: {fault}");
    }
}

/// A cable that is pulled until it is straight is named, at the instant at which it is.
#[test]
fn a_cable_that_is_pulled_straight_is_named() {
    let fault = fault(MESSAGES, "pulled", &[]);
    assert_eq!((fault.kind, fault.element.as_str()), (FaultKind::NoConvergence, "c"), "{fault}");
    assert!(fault.why.contains("2.0000 m apart, as far as it is long"), "{fault}");
    assert!((fault.time - 2.0).abs() < 1e-2, "{fault}");
}

/// Its ends are 4 m apart where the one that moves has gone sqrt(4² - 2²) m at 1 m/s; what moves it is named, whatever
/// the integrator.
#[test]
fn what_pulls_a_cable_beyond_its_length_is_named() {
    for (experiment, mover) in [
        ("towed_rk4", "buoy"),
        ("towed_rk45", "buoy"),
        ("towed_em", "buoy"),
        ("driven_rk4", "rails"),
        ("driven_rk45", "rails"),
    ] {
        let fault = fault(MESSAGES, experiment, &[]);
        println!("{fault}");
        assert_eq!((fault.kind, fault.element.as_str()), (FaultKind::LoopOpen, "c"), "{fault}");
        assert!((fault.time - 12_f64.sqrt()).abs() < 0.05, "{fault}");
        let look = format!("make it longer, or look at the motion of `{mover}`");
        // Steps that adapt end where it is straight.
        let farther = fault.why.contains("m farther than it is long");
        assert!(farther || fault.why.contains("4 m apart, as far as it is long"), "{fault}");
        assert!(farther || !experiment.ends_with("rk4"), "{fault}");
        assert!(fault.why.ends_with(&look), "{fault}");
    }
}

/// The same where a step ends at that very instant: a little more length would help for a little while.
#[test]
fn what_pulls_a_cable_just_straight_is_named() {
    for experiment in ["reached_rk4", "reached_em", "reached_spline"] {
        let fault = fault(MESSAGES, experiment, &[]);
        assert_eq!((fault.kind, fault.element.as_str()), (FaultKind::LoopOpen, "c"), "{fault}");
        assert!((fault.time - 2.0).abs() < 2e-3, "{fault}");
        assert!(fault.why.ends_with("make it longer, or look at the motion of `buoy`"), "{fault}");
    }
}

/// A number that is infinite at an instant is named with its division, also where steps get too short before it.
#[test]
fn a_pole_is_named_by_its_division() {
    for experiment in ["pole_rk4", "pole_rk45"] {
        let fault = fault(MESSAGES, experiment, &[]);
        println!("{fault}");
        assert_eq!((fault.kind, fault.element.as_str()), (FaultKind::NotFinite, "p"), "{fault}");
        assert!(fault.why.contains("division by zero") && fault.written.is_some(), "{fault}");
        assert!((fault.time - 0.5).abs() < 1e-9, "{fault}");
    }
}
