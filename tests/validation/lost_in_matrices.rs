//! Clamped cables of very many links that bend: what sums of stiffnesses have lost, and what is said of it.

use std::f64::consts::TAU;
use std::sync::atomic::AtomicBool;

use cdl_session::{FaultKind, Outcome, Session};

use super::swept_cables::{APART, TIE};
use super::swept_response::swings;

/// Without weight, of unit length, mass and stiffness, with a force across its end.
fn cable(links: u32, push: f64, analysis: &str) -> String {
    format!(
        "model M(push: Force = {push} N) {{
  environment {{ gravity = 0 m/s^2 }}
  cable c: rigid_links(count = {links}) from world to free {{ length = 1 m; mass = 1 kg; bending = {{ stiffness = 1 N.m^2 }}
    start = straight(direction = x); ends = {{ start = clamped(direction = x) }} }}
  force f on c.end = [0, 0, push]
  record c.end.position.z
}}
experiment e = M() {{ {analysis} }}
"
    )
}

/// The same beside two pendulums and a spring between them that does nothing but to keep sweeps away.
fn by_matrices(links: u32, analysis: &str) -> String {
    cable(links, 0.0, analysis).replace("  force f on", &format!("{APART}{TIE}\n  force f on"))
}

/// The last row's first number, how it ended, and what was said.
fn run(text: &str) -> (f64, Outcome, Vec<String>) {
    let mut session = Session::from_text("m.cdl", text);
    let runnable = match session.experiment(Some("e"), &[]) {
        Ok(runnable) => runnable,
        Err(found) => panic!("{}: {}\n{text}", found[0].code, found[0].message),
    };
    let recorded = runnable.record(&AtomicBool::new(false));
    let solved = recorded.report.run.solved();
    let first = recorded.columns().next().map(|own| own.name.clone());
    let last = first.and_then(|own| recorded.last(&own)).unwrap_or(f64::NAN);
    (last, solved.outcome.clone(), solved.warnings.clone())
}

/// Why it ended.
fn why(outcome: &Outcome) -> &str {
    match outcome {
        Outcome::Fault(fault) => {
            assert_eq!(fault.kind, FaultKind::SingularPosition, "{fault:?}");
            &fault.why
        }
        other => panic!("{other:?}"),
    }
}

/// The elastica under one Newton across its end goes 0.30172 of its length (Mattiasson, International Journal for Numerical Methods in Engineering 17 (1981)),
/// under a thousandth of that a third of a millimetre. With 10 000 links matrices know nothing of that: it was told to be 0.103 m, and 0 mm.
#[test]
fn an_equilibrium_that_matrices_do_not_know_is_none() {
    for links in [100, 1000, 3000] {
        let (far, outcome, _) = run(&cable(links, 1.0, "equilibrium"));
        assert_eq!(outcome, Outcome::Finished, "{links}");
        assert!((far - 0.301_72).abs() < 5e-5, "{links}: {far}");
    }
    for links in [1000, 3000] {
        let (far, outcome, _) = run(&cable(links, 1e-3, "equilibrium"));
        assert_eq!(outcome, Outcome::Finished, "{links}");
        assert!((3e3 * far - 1.0).abs() < 1e-3, "{links}: {far}");
    }
    for (links, push) in [(7000, 1.0), (8000, 1.0), (10_000, 1.0), (10_000, 1e-3)] {
        let (_, outcome, _) = run(&cable(links, push, "equilibrium"));
        let why = why(&outcome);
        assert!(why.contains("fewer pieces"), "{why}");
    }
    // At rest where it begins, nothing is asked of a matrix.
    let (far, outcome, said) = run(&cable(10_000, 0.0, "equilibrium"));
    assert_eq!((far, outcome, said.len()), (0.0, Outcome::Finished, 0));
}

/// The tip goes `1/3` m/N at a frequency near zero, but for `1/2N²` of it. Where sweeps do not take a model, what is said is about what is wrong, and 10 000 links, which
/// gave 0.41 m/N, have no response, nor a row that looks like one.
#[test]
fn a_response_says_how_much_of_it_is_rounding() {
    let response = "response(over = frequencies(1 mHz, 1 mHz, count = 1))\n  input push";
    for (links, told) in [(100, false), (500, true), (1000, true), (1500, true)] {
        let (far, outcome, said) = run(&by_matrices(links, response));
        assert_eq!(outcome, Outcome::Finished, "{links}");
        let share = said.iter().find_map(|own| {
            let (_, after) = own.split_once("is known to about ")?;
            after.split_once(' ')?.0.parse::<f64>().ok()
        });
        assert_eq!(share.is_some(), told, "{links}: {said:?}");
        // The beam at 1 mHz, by its receptance.
        let exact = 0.333_334_367_3 * (1.0 + 0.5 / f64::from(links).powi(2));
        let off = (far / exact - 1.0).abs();
        println!("{links} links: {off:.1e}, said {share:?}");
        assert!(off < 3.0 * share.unwrap_or(1e-7), "{links}: {off:e}");
    }
    for links in [2500, 4000, 5000, 10_000] {
        let (far, outcome, said) = run(&by_matrices(links, response));
        let why = why(&outcome);
        assert!(why.contains("rounding"), "{why}");
        // A row without values does not tell that nothing depends on the input.
        assert!(!said.iter().any(|own| own.contains("nothing that is recorded")), "{said:?}");
        assert!(far.is_nan(), "{links}: {far}");
    }
}

/// The last segment of a rope of points that a spring bends by much: its ends meet, and the pair of forces that would be its moment has no arm, so that all
/// forces were in balance with a tension of -238 N in what cannot push. The search stands on the edge, so rounding decides on its way and its words: of five
/// bodies that are nearly the same none is in balance, and most are told why.
#[test]
fn a_segment_whose_ends_have_met_is_no_equilibrium() {
    let text = |mass: f64| {
        format!(
            "model M {{
  body b {{ mass = {mass} kg; inertia = diag(10.4315, 13.561, 17.7336) kg.m^2 }}
  cable c: rigid_links(count = 1) from world at [8.995, 2.492, 0] m to b {{ length = 8.47169636 m; mass = 17.2229 kg }}
  cable d: lumped(nodes = 6) from b to free {{ length = 9.13431566 m; mass = 10.9893 kg; axial = elastic(stiffness = 166566 N)
    bending = {{ stiffness = 183.187 N.m^2 }} }}
  force z: spring(stiffness = 576.778 N/m, length = 1.827 m) between d.at(7.1 m) and world at [1, 3, -4] m
  body e {{ mass = 2.02784 kg; inertia = diag(0.202784, 0.263619, 0.344733) kg.m^2; centre_of_mass = [0, 0, -0.3] m }}
  cable f: rigid_links(count = 30) from b to e at [0, 0.2, 0.4] m {{ length = 6.74788447 m; mass = 7.87584 kg }}
  record d.end.tension
}}
experiment e = M() {{ equilibrium }}
"
        )
    };
    let told = [104.3145, 104.3148, 104.3151, 104.3155, 104.316].map(|mass| {
        let (_, outcome, _) = run(&text(mass));
        let why = why(&outcome);
        why.contains("have met") && why.contains("compression")
    });
    assert!(told.iter().filter(|is| **is).count() >= 2, "{told:?}");
}

/// A soft rope between clamps that push it: with 16 and more pieces the search came to rest with the slope at the end shrunk to nothing, so that the clamp held no
/// direction; its force was -13.6 N, for the -17.62504 N of a rope that does not stretch (16 pieces).
#[test]
fn a_spline_that_has_folded_in_a_point_is_no_equilibrium() {
    let text = |pieces: usize| {
        format!(
            "model M {{
  cable w: spline(elements = {pieces}) from world to world at [1.6, 0.2, 0.3] m {{
    length = 2.5 m; diameter = 2 cm; linear_density = 1.2 kg/m
    axial = elastic(stiffness = 30 kN); bending = {{ stiffness = 6 N.m^2 }}
    ends = {{ start = clamped(direction = [1, 0, -0.5]); end = clamped(direction = [1, 0.3, 0.5]) }}
  }}
  record w.start.force.z
}}
experiment e = M() {{ equilibrium }}
"
        )
    };
    let mut found = 0;
    for pieces in [8, 12, 16, 24, 32, 64] {
        let (force, outcome, _) = run(&text(pieces));
        if outcome == Outcome::Finished {
            found += 1;
            // Less stretch is a part in a thousand; the rest is the error of eight pieces.
            assert!((force + 17.625).abs() < 0.02, "{pieces}: {force}");
        } else {
            assert!(why(&outcome).contains("folded"), "{outcome:?}");
        }
    }
    assert!(found >= 2, "{found}");
}

/// A column that has buckled turns about the vertical, which nothing resists but what the equilibrium leaves over: that is said.
#[test]
fn free_motions_that_are_told_by_rounding_say_so() {
    let text = "model M {
  cable r: rigid_links(count = 15) from world to free { length = 10 m; mass = 20 kg; bending = { stiffness = 1500 N.m^2 }
    ends = { start = clamped(direction = up) }; start = straight(direction = rotated(up, 1 deg, about = y)) }
  record energy
}
experiment e = M() { modes(count = 4) }
";
    let (_, outcome, said) = run(text);
    assert_eq!(outcome, Outcome::Finished);
    assert!(said.iter().any(|own| own.contains("may swing or fall slowly")), "{said:?}");
    assert!(!said.iter().any(|own| own.contains("unstable")), "{said:?}");
}

/// Of so many short pieces the stiffness leaves nothing of what makes the rope swing, and it was found to move freely, without a word: the same rope of 30 pieces
/// swings at 0.428791 Hz (Rayleigh's quotients of polynomials say 2.694171 rad/s). What does move freely is not doubted.
#[test]
fn a_swing_that_has_drowned_is_not_said_to_be_free() {
    let said = |ends: &str, pieces: usize, gravity: f64| {
        let text = format!(
            "model M {{
  environment {{ gravity = [0, 0, -{gravity}] m/s^2 }}
  cable c: spline(elements = {pieces}) from {ends} to free {{ linear_density = 0.7 kg/m; length = 2 m; bending = {{ stiffness = 3 N.m^2 }} }}
  record energy
}}
experiment e = M() {{ modes(count = 6) }}
"
        );
        let (_, outcome, said) = run(&text);
        assert_eq!(outcome, Outcome::Finished);
        said.iter().any(|own| own.contains("may swing or fall slowly"))
    };
    assert!(!said("world", 30, 9.81));
    assert!(said("world", 3000, 9.81));
    assert!(!said("free", 1000, 0.0));
}

/// A clamped rod whose base goes to and fro feels `m ω² (sin λ cosh λ + cos λ sinh λ)/(λ (1 + cos λ cosh λ))` there, with `λ⁴ = m ω² L³/EI` (from Euler and Bernoulli's equation). If the
/// base alone moves the first of its short pieces asks for 1e5 to 1e9 times as much, which the motion of the rest takes back: of so much both differences and solutions leave noise, and the
/// force was up to 6e4 times too large without a word.
#[test]
fn what_a_moved_base_asks_of_a_stiff_rope_is_right_or_told() {
    let mut told = Vec::new();
    for pieces in [4, 10, 30, 60, 100] {
        let text = format!(
            "model M(sway: Length = 0 m) {{
  environment {{ gravity = 0 m/s^2 }}
  body base {{ motion = prescribed(position = [0 m, sway, 0 m]) }}
  cable c: spline(elements = {pieces}) from base to free {{
    linear_density = 2 kg/m; length = 1 m; bending = {{ stiffness = 10 N.m^2 }}
    ends = {{ start = clamped(direction = x) }}; start = straight(direction = x)
  }}
  record c.start.force.y as f
}}
experiment e = M() {{ response(over = frequencies(1 mHz, 0.1 Hz, count = 3, logarithmic = true)); input sway }}
"
        );
        let found = swings(&text);
        let exact = |frequency: f64| {
            let inertia = 2.0 * (TAU * frequency).powi(2);
            let lambda = (inertia / 10.0).sqrt().sqrt();
            let ((sin, cos), (sinh, cosh)) = (lambda.sin_cos(), (lambda.sinh(), lambda.cosh()));
            inertia * (sin * cosh + cos * sinh) / (lambda * (1.0 + cos * cosh))
        };
        let rows = found.of("f").iter().zip([1e-3, 1e-2, 1e-1]);
        let off = rows.map(|(own, at)| (own.norm() / exact(at) - 1.0).abs()).fold(0.0, f64::max);
        let is_told = found.notes.iter().any(|own| own.contains("swings far less than"));
        println!("{pieces}: {off:.1e}, told: {is_told}");
        assert!(off < 1e-3 || is_told, "{pieces}: {off:e}, {:?}", found.notes);
        told.push(is_told);
    }
    assert!(!told[0] && told[4], "{told:?}");
}
